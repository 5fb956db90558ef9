"""no example reaches a case that has rules

## What it does
From what every example asks, follows the rules to all questions that the answer may hang on. A case with rules, tables or precedences of
its own, none of which is about such a question, is reported.

## Why it matters
Nobody has tried the case. A rule that was never run is a rule of which nobody knows whether it says what was meant.

## Example
```case
measure MP "movement point"
record unit
fact printed(u: unit): 0..20 MP
value allowance(u: unit): 0..20 MP

case 8.1 "Allowance"
  allowance(u) is printed(u)
```

## Use instead
```case
measure MP "movement point"
record unit
fact printed(u: unit): 0..20 MP
value allowance(u: unit): 0..20 MP

case 8.1 "Allowance"
  allowance(u) is printed(u)

  example "as printed"
    given printed(u) is 7 MP
    then allowance(u) is 7 MP
```

## Limits
Reached is less than exercised: whether the outcome of an example depends on the case is measured by `rulewright coverage`, which takes each
part out and runs the examples again.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, Judged, at_head
from rulewright.checks.edition_index import EditionIndex, clause_number
from rulewright.checks.reach import reach
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.language import nodes
from rulewright.rulebook.model import CaseInForce, Provision

CHECK = Check("RW404", "untested-case", Severity.WARNING, Judged.BOOK, by_absence=True)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    tested: set[str] = set()
    executable: dict[str, CaseInForce] = {}
    for here in given.everywhere.values():
        reached = reach(here.reads, given.whole.in_examples.calls)
        for clause in here.clauses:
            if not isinstance(clause, CaseInForce) or clause.deleted:
                continue
            bearing = _questions(here, clause.provisions)
            if bearing:
                executable.setdefault(clause_number(clause), clause)
            if bearing & reached:
                tested.add(clause_number(clause))
    for number, clause in executable.items():
        if number not in tested:
            yield CHECK.finding(
                f"no example reaches {number}",
                [at_head(clause)],
                help="add an example that asks what this case is about",
                cases=[number],
            )


def _questions(here: EditionIndex, provisions: tuple[Provision, ...]) -> set[str]:
    """The questions on which provisions bear; those of `sets aside` and `overrides` are the questions of what they reach."""
    found = {slot.question for slot in here.slots_of_all(provisions)}
    for provision in provisions:
        if isinstance(provision.node, nodes.Relation):
            for ref in provision.node.targets:
                target = here.target(ref)
                if target is not None:
                    found |= {slot.question for slot in here.slots_of_all(target.provisions)}
    return found
