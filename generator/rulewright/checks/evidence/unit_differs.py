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

from collections import defaultdict
from collections.abc import Iterator, Mapping
from fractions import Fraction

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import Account, Family, row_figures
from rulewright.checks.indexes.figures import Figure, figures_of_subject
from rulewright.checks.indexes.sentence_words import written_numbers
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes

CHECK = Check("RW352", "unit-differs", Severity.WARNING, CheckScope.BOOK)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    units = _measures_by_wording(check_input.book)
    accounts = check_input.book_index.accounts
    numbers_of_families: dict[int, _FamilyNumbers] = {}
    for account in accounts.all if units else ():
        family = accounts.family_of(account)
        for sentence in account.sentences:
            for figure in figures_of_subject(sentence.text):
                unit = _unit_of(figure, units)
                if unit is not None:
                    if id(family) not in numbers_of_families:
                        numbers_of_families[id(family)] = _FamilyNumbers(family, units)
                    yield from _check_figure(account, numbers_of_families[id(family)], sentence.line, figure, unit)


class _FamilyNumbers:
    """The numbers of the statements and formal lines of a family: the units of each, and the first line that has it."""

    def __init__(self, family: Family, units: Mapping[str, str]) -> None:
        self.units: dict[Fraction, set[str | None]] = defaultdict(set)
        self.first_in_lines: dict[Fraction, tuple[Account, nodes.Number]] = {}
        for figure in (figure for row in family.rows for figure in row_figures(row)):
            self.units[figure.value].add(_unit_of(figure, units))
        for member in family:
            for number in (number for node in member.formal_lines for number in written_numbers(node)):
                self.units[abs(number.value)].add(number.unit)
                self.first_in_lines.setdefault(abs(number.value), (member, number))


def _measures_by_wording(book: Rulebook) -> dict[str, str]:
    """Return the measures by their wording in texts: names and titles, singular and plural, in lower case."""
    measures: dict[str, str] = {}
    for declared in book.declarations:
        if isinstance(declared.node, nodes.Measure):
            for wording in (declared.node.name.replace("_", " "), declared.node.title):
                for form in (wording, f"{wording}s", f"{wording}es"):
                    measures.setdefault(form.casefold(), declared.node.name)
    return measures


def _unit_of(figure: Figure, units: Mapping[str, str]) -> str | None:
    """Return the measure named by the words after a figure, preferring the longest name; None if there is none."""
    words = figure.following.casefold().split()
    return next((units[name] for end in range(len(words), 0, -1) if (name := " ".join(words[:end])) in units), None)


def _check_figure(account: Account, numbers: _FamilyNumbers, line: nodes.Node, figure: Figure, unit: str) -> Iterator[Diagnostic]:
    others = numbers.units.get(figure.value, set())
    if not others or None in others or unit in others:
        return
    disagreeing = numbers.first_in_lines.get(figure.value)
    labels = [account.label_at(line, f"`{figure.spelling}` with `{unit}` here")]
    labels += [] if disagreeing is None else [_label_of_number(disagreeing)]
    yield CHECK.finding(
        f"`{figure.spelling} {figure.following}` in the text of {account.cases[0]} is {_unit_list(others, figure.value)} elsewhere in it",
        labels,
        help="write the unit that the source has",
        cases=account.cases,
    )


def _label_of_number(disagreeing: tuple[Account, nodes.Number]) -> Label:
    account, number = disagreeing
    return account.label_at(number, f"`{number.unit}` here")


def _unit_list(units: set[str | None], value: Fraction) -> str:
    return " or ".join(f"`{value} {unit}`" for unit in sorted(filter(None, units)))
