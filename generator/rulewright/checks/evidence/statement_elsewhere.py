"""a statement is tagged in a case that is not the one that its source says it in

## What it does
Reads the case out of the ledger's `locator` (or `section`) of each statement, and holds it against the case, ruling or scenario whose
line carries the tag. Where neither names a case, the other statements of the same place say where it is: a section, or its lettered part;
and its words do, where another case of the section has far more of them.

## Why it matters
A tag on the wrong line makes the wrong rule answer for the statement, in coverage, on the pages and for whoever looks up where a rule comes
from.

## Example
```case
record unit
  mounted: yes/no
verdict forage(u: unit)
verdict rest(u: unit)

case 14.1 "Foraging"
  may not forage(u) when u.mounted

case 14.2 "Rest"
  may rest(u) when u.mounted   @EX-001
```
```ledger
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
A case below the one that is named, the one above it, and a case that the ledger's `refs` name, are right places too. Declarations and
examples carry tags freely.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from math import log

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.accounts import NO_STEMS, Accounts
from rulewright.checks.indexes.clauses import TagUse, clause_numbers
from rulewright.checks.indexes.ledgers import at_row
from rulewright.checks.indexes.sentence_words import stems, words
from rulewright.rulebook.model import LedgerRow
from rulewright.syntax import nodes

CHECK = Check("RW354", "statement-elsewhere", Severity.WARNING, Judged.BOOK)
NUMBER = re.compile(r"\b(?:[A-Z]?\d+(?:\.\d+)*(?:\.[A-Za-z])?[A-Za-z]?(?:/\d+)?)\b")
LETTER = re.compile(r"\(([A-Z])\)")
ITEM = re.compile(r"\b[A-Z]+-\d+[a-z]?\b")
SEPARATOR = re.compile(r"[;,\s]+")
ENOUGH = 2
"""So many other statements of a place must say on which case they agree."""
MANY, FAR_MORE = 0.4, 1.5
"""A case has far more of a statement's words: so great a share of them, and so many times that of the case with the tag."""
SPREAD = 2
"""In more cases than these they do not agree."""


def find(given: CheckInput) -> Iterator[Diagnostic]:
    accounts = given.whole.accounts
    places, spoken = _Places(given, accounts.rows), _Spoken(accounts)
    for use in given.whole.gathered.tags:
        row = accounts.rows.get(use.tag.name)
        if row is None or use.in_example or not isinstance(use.clause, nodes.ClauseBlock):
            continue
        cases = _cases(use)
        meant = places.meant(row, cases) or (
            "" if places.is_named(row) or isinstance(use.clause, nodes.Reading) else spoken.meant(row, cases, places)
        )
        if meant:
            yield CHECK.finding(
                f"`@{row.item}` is tagged in {cases[0]}, and its source has it in {meant}",
                [Label(use.place.at(use.tag.span), f"in {cases[0]}"), at_row(given.book, row, f"in {meant}")],
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
        self._above = {".".join(parts[:end]) for parts in (known.split(".") for known in self._known) for end in range(1, len(parts))}
        self._letters: dict[str, list[str]] = defaultdict(list)
        for number in sorted(self._known):
            head, _, last = number.rpartition(".")
            if head and len(last) == 1 and last.isupper():
                self._letters[last].append(number)
        self._all: dict[tuple[tuple[str, str], bool], set[str]] = {}
        self._at: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for use in given.whole.gathered.tags:
            row = rows.get(use.tag.name)
            if row is not None and not use.in_example and isinstance(use.clause, nodes.ClauseBlock):
                for key in ((row.section, row.locator), (row.section, "")):
                    self._at[key][row.item].update(_cases(use))

    def meant(self, row: LedgerRow, cases: tuple[str, ...]) -> str:
        """The case that a statement belongs to where it is in none of those that it may be in; else nothing."""
        wanted = self.of(row)
        fits = not wanted or any(_fits(case, place) for case in cases for place in (*wanted, *self.referred(row)))
        return "" if fits else wanted[0]

    def is_named(self, row: LedgerRow) -> bool:
        """Whether the ledger itself says which case it is, by its number or its letter."""
        return bool(self._named(row) or self._lettered(row))

    def of(self, row: LedgerRow) -> list[str]:
        """The cases that a statement may be tagged in; none where nothing says so."""
        return self._named(row) or self._lettered(row) or self._agreed((row.section, row.locator), row, whole=True) or self.heads(row)

    def heads(self, row: LedgerRow) -> list[str]:
        """The chapter, as the numbers of cases have it, that the other statements of the section are in."""
        return self._agreed((row.section, ""), row, whole=False)

    def _named(self, row: LedgerRow) -> list[str]:
        for text in (row.locator, row.section):
            named = [number for number in _numbers(text) if self._is_case(number)]
            if named:
                return named
        return []

    def _lettered(self, row: LedgerRow) -> list[str]:
        letters, heads = LETTER.findall(row.locator), self.heads(row)
        return [number for letter in letters for number in self._letters[letter] if _head(number) in heads]

    def referred(self, row: LedgerRow) -> list[str]:
        """The cases that a statement refers to, and those of the statements that it refers to."""
        items = [self._rows[item] for item in ITEM.findall(row.refs) if item in self._rows]
        named = (word for word in SEPARATOR.split(row.refs) if word in self._known)
        return [
            *_numbers(row.refs),
            *named,
            *(place for item in items if item is not row for place in (*self.of(item), *self._at_item(item))),
        ]

    def _at_item(self, row: LedgerRow) -> set[str]:
        return self._at[row.section, ""][row.item]

    def _is_case(self, number: str) -> bool:
        return number in self._known or number in self._above

    def _agreed(self, key: tuple[str, str], row: LedgerRow, *, whole: bool) -> list[str]:
        """The cases (or the heads of their numbers) of the other statements of a place, where there are enough."""
        at = self._at[key]
        if (key, whole) not in self._all:
            self._all[key, whole] = {case if whole else _head(case) for cases in at.values() for case in cases}
        if len(self._all[key, whole]) > SPREAD + len(at.get(row.item, ())):
            return []
        others = [cases for item, cases in at.items() if item != row.item]
        agreed = sorted({case if whole else _head(case) for cases in others for case in cases})
        return agreed if len(others) >= ENOUGH and len(agreed) <= SPREAD else []


class _Spoken:
    """Which case has the words of a statement: in its prose, its rules and its title. A word of few cases counts more than one of many."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._words: dict[str, set[str]] = defaultdict(set)
        for account in accounts.all:
            if not account.is_reading:
                title = getattr(account.block, "title", None) or ""
                said = [*account.words_of_rules, *words(title), *(word for one in account.sentences for word in words(one.text))]
                self._words[account.cases[0]] |= stems(said) - NO_STEMS
        self._cases = Counter(word for said in self._words.values() for word in said)

    def meant(self, row: LedgerRow, cases: tuple[str, ...], places: _Places) -> str:
        """The case of the same chapter that has far more of the statement's words than those that it is tagged in."""
        heads = places.heads(row)
        others = [case for case in self._words if case not in cases and _head(case) in heads]
        if not others or any(_fits(case, place) for case in cases for place in places.referred(row)):
            return ""
        here = max(self._share(row, case) for case in cases)
        share, best = max((self._share(row, case), case) for case in others)
        return best if share >= MANY and share > FAR_MORE * here else ""

    def _share(self, row: LedgerRow, case: str) -> float:
        said = self._accounts.stems_of(row)
        weights = {word: log((len(self._words) + 1) / (1 + self._cases[word])) for word in said}
        whole = sum(weights.values())
        return sum(weights[word] for word in said & self._words.get(case, set())) / whole if whole else 0.0


def _head(case: str) -> str:
    return case.rpartition(".")[0] or case


def _numbers(text: str) -> list[str]:
    return NUMBER.findall(text)


def _fits(case: str, place: str) -> bool:
    """The same case, one below or above it; `22.0` is the heading of all of 22."""
    if place.endswith(".0"):
        return case.partition(".")[0] == place.partition(".")[0]
    return case == place or case.startswith((f"{place}.", f"{place}/")) or place.startswith((f"{case}.", f"{case}/"))
