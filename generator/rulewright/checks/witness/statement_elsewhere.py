"""a statement is tagged in a case that is not the one that its source says it in

## What it does
Reads the case out of the ledger's `locator` (or `section`) of each statement, and holds it against the case, ruling or scenario whose line
carries the tag. Where neither names a case, the other statements of the same place say where it is: a section, or its lettered part.

## Why it matters
A tag on the wrong line makes the wrong rule answer for the statement, in coverage, on the pages and for whoever looks up where a rule comes
from.

## Example
```case
record unit
  mounted: yes/no
verdict forage(u: unit), rest(u: unit)

case 14.1 "Foraging"
  may not forage(u) when u.mounted

case 14.2 "Rest"
  may rest(u) when u.mounted   @EX-001
```
```csv
item,section,locator,kind,summary,refs,computable,shape,ocr_note
EX-001,Supply,14.1,rule,Foraging is closed to mounted units,,yes,prohibition,
```

## Use instead
```diff
 case 14.1 "Foraging"
-  may not forage(u) when u.mounted
+  may not forage(u) when u.mounted   @EX-001
 
 case 14.2 "Rest"
-  may rest(u) when u.mounted   @EX-001
+  may rest(u) when u.mounted
```

## Limits
A case below the one that is named, the one above it, and a case that the ledger's `refs` name, are right places too. Declarations and examples
carry tags freely.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, Judged
from rulewright.checks.book_index import TagUse, clause_numbers
from rulewright.checks.ledgers import at_row
from rulewright.diagnostics import Diagnostic, Label, Severity
from rulewright.language import nodes
from rulewright.rulebook.clauses import ClauseBlock
from rulewright.rulebook.model import LedgerRow

CHECK = Check("RW354", "statement-elsewhere", Severity.WARNING, Judged.BOOK)
NUMBER = re.compile(r"\b(?:[A-Z]?\d+(?:\.\d+)*(?:\.[A-Za-z])?[A-Za-z]?(?:/\d+)?)\b")
LETTER = re.compile(r"\(([A-Z])\)")
ITEM = re.compile(r"\b[A-Z]+-\d+[a-z]?\b")
SEPARATOR = re.compile(r"[;,\s]+")
ENOUGH = 2
"""So many other statements of a place must say on which case they agree."""
SPREAD = 2
"""In more cases than these they do not agree."""


def find(given: CheckInput) -> Iterator[Diagnostic]:
    rows = {row.item: row for row in given.book.ledger}
    places = _Places(given, rows)
    for use in given.whole.gathered.tags:
        row = rows.get(use.tag.name)
        if row is None or use.in_example or not isinstance(use.clause, ClauseBlock):
            continue
        wanted = places.of(row)
        cases = _cases(use)
        if wanted and not any(_fits(case, place) for case in cases for place in (*wanted, *places.referred(row))):
            yield CHECK.finding(
                f"`@{row.item}` is tagged in {cases[0]}, and its source has it in {wanted[0]}",
                [Label(use.place.at(use.tag.span), f"in {cases[0]}"), at_row(given.book, row, f"in {wanted[0]}")],
                help="move the tag to the line that it belongs to; where the statement is about both, name this case in its `refs`",
                cases=cases,
            )


def _cases(use: TagUse) -> tuple[str, ...]:
    on = use.clause.on if isinstance(use.clause, nodes.Reading | nodes.Ruling) else ()
    return (*clause_numbers(use.clause), *(ref.number for ref in on))


class _Places:
    """Where each statement belongs, by the numbers in its own words or by its neighbours."""

    def __init__(self, given: CheckInput, rows: dict[str, LedgerRow]) -> None:
        book = given.book
        self._rows = rows
        self._known = {number for placed in book.clauses for number in clause_numbers(placed.block)}
        self._known |= {chapter.number for chapter in book.chapters.values() if chapter.number}
        self._letters: dict[str, list[str]] = defaultdict(list)
        for number in sorted(self._known):
            head, _, last = number.rpartition(".")
            if head and len(last) == 1 and last.isupper():
                self._letters[last].append(number)
        self._at: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for use in given.whole.gathered.tags:
            row = rows.get(use.tag.name)
            if row is not None and not use.in_example and isinstance(use.clause, ClauseBlock):
                for key in ((row.section, row.locator), (row.section, "")):
                    self._at[key][row.item].update(_cases(use))

    def of(self, row: LedgerRow) -> list[str]:
        """The cases that a statement may be tagged in; none where nothing says so."""
        for text in (row.locator, row.section):
            named = [number for number in _numbers(text) if self._is_case(number)]
            if named:
                return named
        heads = self._agreed((row.section, ""), row, whole=False)
        lettered = [number for letter in LETTER.findall(row.locator) for number in self._letters[letter] if number.rpartition(".")[0] in heads]
        return lettered or self._agreed((row.section, row.locator), row, whole=True) or heads

    def referred(self, row: LedgerRow) -> list[str]:
        """The cases that a statement refers to, and those of the statements that it refers to."""
        items = [self._rows[item] for item in ITEM.findall(row.refs) if item in self._rows]
        named = (word for word in SEPARATOR.split(row.refs) if word in self._known)
        return [*_numbers(row.refs), *named, *(place for item in items if item is not row for place in (*self.of(item), *self._at_item(item)))]

    def _at_item(self, row: LedgerRow) -> set[str]:
        return self._at[row.section, ""][row.item]

    def _is_case(self, number: str) -> bool:
        return number in self._known or any(known.startswith(f"{number}.") for known in self._known)

    def _agreed(self, key: tuple[str, str], row: LedgerRow, *, whole: bool) -> list[str]:
        """The cases (or the heads of their numbers) of the other statements of a place, where there are enough."""
        others = [cases for item, cases in self._at[key].items() if item != row.item]
        agreed = sorted({case if whole else _head(case) for cases in others for case in cases})
        return agreed if len(others) >= ENOUGH and len(agreed) <= SPREAD else []


def _head(case: str) -> str:
    return case.rpartition(".")[0] or case


def _numbers(text: str) -> list[str]:
    return NUMBER.findall(text)


def _fits(case: str, place: str) -> bool:
    """The same case, one below or above it; `22.0` is the heading of all of 22."""
    if place.endswith(".0"):
        return case.partition(".")[0] == place.partition(".")[0]
    return case == place or case.startswith((f"{place}.", f"{place}/")) or place.startswith((f"{case}.", f"{case}/"))
