"""a number has one unit in the text and another in the rule or the statement

## What it does
Takes each number of the prose that a unit of the book follows (`2 MP`, `three movement points`) and looks where the statements and the
rules of its case have the same number.

## Why it matters
`2 SP` above a rule that takes `2 MP` is a mistake that no type notices, since prose has none.

## Example
```of mud
 measure MP "movement point"
+measure SP "strength point"
-  "Mud takes two points from every unit."
+  "Mud takes 2 strength points from every unit."
```

## Use instead
```diff
 case 8.6 "Mud"
-  "Mud takes 2 strength points from every unit."
+  "Mud takes 2 movement points from every unit."
```

## Limits
Reported only where the number is there with other units and nowhere with this one or without any.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.accounts import Account, row_figures
from rulewright.checks.indexes.figures import Figure, own_figures
from rulewright.checks.indexes.sentence_words import written_numbers
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes

CHECK = Check("RW352", "unit-differs", Severity.WARNING, Judged.BOOK)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    units = _units(given.book)
    accounts = given.whole.accounts
    for account in accounts.all if units else ():
        family = accounts.family(account)
        for sentence in account.sentences:
            for figure in own_figures(sentence.text):
                unit = _unit_of(figure, units)
                if unit is not None:
                    yield from _of_figure(account, family, sentence.line, figure, unit, units)


def _units(book: Rulebook) -> dict[str, str]:
    """The measures by what a text calls them: their names, their titles, in the plural too; all in small letters."""
    found: dict[str, str] = {}
    for declared in book.declarations:
        if isinstance(declared.node, nodes.Measure):
            for called in (declared.node.name.replace("_", " "), declared.node.title):
                for form in (called, f"{called}s", f"{called}es"):
                    found.setdefault(form.casefold(), declared.node.name)
    return found


def _unit_of(figure: Figure, units: Mapping[str, str]) -> str | None:
    """The measure that the next words name, the longest name first."""
    words = figure.behind.casefold().split()
    return next((units[name] for end in range(len(words), 0, -1) if (name := " ".join(words[:end])) in units), None)


def _of_figure(
    account: Account, family: Sequence[Account], line: nodes.Node, figure: Figure, unit: str, units: Mapping[str, str]
) -> Iterator[Diagnostic]:
    said = [(_unit_of(one, units), one.value) for account_ in family for row in account_.rows for one in row_figures(row)]
    written = [(account_, number) for account_ in family for node in account_.formal for number in written_numbers(node)]
    pairs = said + [(number.unit, abs(number.value)) for _, number in written]
    others = {name for name, value in pairs if value == figure.value}
    if not others or None in others or unit in others:
        return
    where = next(((at, number) for at, number in written if abs(number.value) == figure.value), None)
    labels = [account.at(line, f"`{figure.written}` with `{unit}` here")]
    labels += [] if where is None else [_at(where)]
    yield CHECK.finding(
        f"`{figure.written} {figure.behind}` in the text of {account.cases[0]} is {_listed(others, figure.value)} elsewhere in it",
        labels,
        help="write the unit that the source has",
        cases=account.cases,
    )


def _at(where: tuple[Account, nodes.Number]) -> Label:
    account, number = where
    return account.at(number, f"`{number.unit}` here")


def _listed(units: set[str | None], value: Fraction) -> str:
    return " or ".join(f"`{value} {unit}`" for unit in sorted(filter(None, units)))
