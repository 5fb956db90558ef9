"""the book says that something does not matter, and a rule reads it

## What it does
For each `does not matter: FACT, for QUESTION`, follows the rules of the question, and of every question they use, and checks whether one of
them reads the fact.

## Why it matters
The statement is in the source, and a player will rely on it. Either the rules or the statement is wrong.

## Example
```case
measure SP "strength point"
record unit
  dispersed: yes/no
fact printed(u: unit): 0..40 SP
value defence(u: unit): 0..40 SP

case 6.1 "Defence"
  defence(u) is printed(u)
  take 1 SP from defence(u) when u.dispersed

case 6.2 "Dispersed units"
  does not matter: u.dispersed, for defence(u)
```

## Use instead
```case
measure SP "strength point"
record unit
  dispersed: yes/no
fact printed(u: unit): 0..40 SP
value defence(u: unit): 0..40 SP

case 6.1 "Defence"
  defence(u) is printed(u)

case 6.2 "Dispersed units"
  does not matter: u.dispersed, for defence(u)
```

## Limits
Judged by names: a rule that reads the fact without any effect on the answer is reported as well, and so is one that reads the
same field of another thing.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, at_provision
from rulewright.checks.reach import readers
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.language import nodes

CHECK = Check("RW320", "matters-after-all", Severity.WARNING)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    here = given.here
    for provision in here.provisions:
        line = provision.node
        if not isinstance(line, nodes.DoesNotMatter):
            continue
        name = line.what.name if isinstance(line.what, nodes.Field | nodes.Call) else ""
        for question in line.questions:
            for reader in readers(here, question.name, name):
                yield CHECK.finding(
                    f"`{name}` does not matter for `{question.name}` by {provision.case}, and {reader.case} reads it",
                    [at_provision(provision), at_provision(reader, f"reads `{name}`")],
                    cases=[str(provision.case), str(reader.case)],
                )
