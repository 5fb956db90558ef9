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
```diff
   defence(u) is printed(u)
-  take 1 SP from defence(u) when u.dispersed
```

## Limits
Judged by names: a rule that reads the fact without any effect on the answer is reported as well, and so is one that reads the
same field of another thing of that kind.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.dependencies.model import VertexKind, vertex
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput
from rulewright.semantics.model import DoesNotMatter

CHECK = Check("RW320", "matters-after-all", Severity.WARNING, of_rules_alone=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    for promise in given.core.does_not_matter:
        fact, name = _named(given, promise)
        for question in promise.questions:
            for reader in _readers(given, question, fact):
                by = vertex(given.here.graph, reader)
                yield CHECK.finding(
                    f"`{name}` does not matter for `{question}` by {promise.case}, and {by.case} reads it",
                    [*([Label(promise.location)] if promise.location is not None else []), Label(by.location, f"reads `{name}`")],
                    cases=[promise.case, by.case],
                )


def _named(given: CheckInput, promise: DoesNotMatter) -> tuple[str, str]:
    """The vertex of what does not matter, and its name as rules write it: a field by its own."""
    kind = VertexKind.FACT if promise.fact in given.core.facts else VertexKind.QUESTION
    return f"{kind.value}:{promise.fact}", promise.fact.rpartition(".")[2]


def _readers(given: CheckInput, question: str, fact: str) -> Iterator[str]:
    """The rules that read a fact and on which the answer to a question depends, directly or through other questions."""
    import networkx

    depends = given.here.dependence
    asked = f"{VertexKind.QUESTION.value}:{question}"
    if asked in depends and fact in depends:
        reached = networkx.descendants(depends, asked)
        yield from (key for key in depends.predecessors(fact) if key in reached and key.startswith(VertexKind.RULE.value))
