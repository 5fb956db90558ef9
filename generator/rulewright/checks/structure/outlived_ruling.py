"""a later source has changed the case that a ruling is on

## What it does
Looks, in each edition, for rulings on a case that a later source has deleted, replaced or changed since, and for readings, which are
questions about its text. The ruling still decides. A ruling on a part of a case is looked at where this part is changed. What is added to a
case counts where its rules answer a question that the ruling answers too.

## Why it matters
The ruling answers a question about words that are no longer there, and goes before the words that took their place.

## Example
```case rulebook.case
rulebook example "Example"

source printed "Rules"

source answers "Answers"
  amends printed

source second "Second printing"
  amends printed

edition now = printed + answers + second
```
```case
fact tired: yes/no
verdict march

case 4.1 "Marching"
  may march

ruling Q1 on 4.1 in answers
  asks "May a tired unit march?"
  answers "No."
  may not march when tired
    overrides 4.1

amend 4.1 in second as change
  replaces the case
  "Every unit marches."
  may march
```

## Use instead
```diff
   "Every unit marches."
   may march
+
+amend Q1 in second as change
+  deletes the case
```

## Limits
A ruling that the later source repeats is confirmed: `amend Q1 in second as clarification`, with `confirms` under it. Where the source is
silent, and the ruling is right all the same, `accepts outlived_ruling because "…"` in the ruling says so. Another number, another term and
further games for a case are no changes of it. Which source is later is read from the order of the edition.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, at_head, heading_location
from rulewright.rulebook.model import CaseInForce
from rulewright.rulebook.outlived import OutlivedClause, find_outlived_clauses

CHECK = Check("RW345", "outlived-ruling", Severity.WARNING)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    for outlived in find_outlived_clauses(check_input.view):
        what, case = "" if isinstance(outlived.clause, CaseInForce) else "the reading ", outlived.case.number
        yield CHECK.finding(
            f"{what}{outlived.address} is on {case}, which `{outlived.changed_by}` has {outlived.change} since",
            [
                at_head(outlived.clause, "still counts"),
                *(Label(heading_location(origin), f"{done} here") for done, origin in outlived.changes),
            ],
            help=_describe_remedies(check_input, outlived),
            cases=[outlived.address, case],
        )


def _describe_remedies(check_input: CheckInput, outlived: OutlivedClause) -> str:
    name, source = outlived.address, outlived.changed_by
    accepted = f'`accepts outlived_ruling because "…"` in {name}'
    if not isinstance(outlived.clause, CaseInForce):
        return f"if the question is still open, write {accepted}; else a ruling in `{source}` that `settles {name} as` one of its choices"
    made_by = outlived.clause.source
    orders = [view.edition.sources for view in check_input.book.views.values()]
    if any(source in order and made_by not in order[: order.index(source)] for order in orders):
        return (
            f"if it still stands, write {accepted}; if it goes, delete it in a source that has a place in editions with `{made_by}` alone"
        )
    return (
        f"if it still stands, write `amend {name} in {source} as clarification` with `confirms` under it, or, if the source is silent, "
        f"{accepted}; if it goes, `amend {name} in {source} as change` with `deletes the case` under it"
    )
