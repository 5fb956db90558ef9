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
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import NO_STEMS, Accounts
from rulewright.checks.indexes.clauses import TagUse, clause_numbers
from rulewright.checks.indexes.ledgers import at_row
from rulewright.checks.indexes.sentence_words import split_words, stems_of_words
from rulewright.rulebook.model import LedgerRow
from rulewright.syntax import nodes

CHECK = Check("RW354", "statement-elsewhere", Severity.WARNING, CheckScope.BOOK)
NUMBER = re.compile(r"\b(?:[A-Z]?\d+(?:\.\d+)*(?:\.[A-Za-z])?[A-Za-z]?(?:/\d+)?)\b")
LETTER = re.compile(r"\(([A-Z])\)")
ITEM = re.compile(r"\b[A-Z]+-\d+[a-z]?\b")
SEPARATOR = re.compile(r"[;,\s]+")
MIN_OTHER_STATEMENTS = 2
"""Minimal number of other statements at a place of the source for an agreement on a case."""
MIN_SHARE, MIN_RATIO = 0.4, 1.5
"""Thresholds for a better case: its share of the statement's words, and the ratio to the share of the tagged case."""
MAX_CASES_OF_A_PLACE = 2
"""Maximal number of cases in which statements still agree."""


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    accounts = check_input.book_index.accounts
    locations, wording = _LedgerLocations(check_input, accounts.rows), _CaseWords(accounts)
    for tag_use in check_input.book_index.uses.tags:
        row = accounts.rows.get(tag_use.tag.name)
        if row is None or tag_use.in_example or not isinstance(tag_use.clause, nodes.ClauseBlock):
            continue
        cases = _cases_of(tag_use)
        if not cases:
            continue  # an amendment of the whole book
        case = locations.case_elsewhere(row, cases) or (
            "" if locations.is_named(row) or isinstance(tag_use.clause, nodes.Reading) else wording.better_case(row, cases, locations)
        )
        if case:
            yield CHECK.finding(
                f"`@{row.item}` is tagged in {cases[0]}, and its source has it in {case}",
                [Label(tag_use.place.location_of(tag_use.tag.span), f"in {cases[0]}"), at_row(check_input.book, row, f"in {case}")],
                help="move the tag to the line that it belongs to; where the statement is about both, name this case in its `refs`",
                cases=cases,
            )


def _cases_of(tag_use: TagUse) -> tuple[str, ...]:
    references = tag_use.clause.on if isinstance(tag_use.clause, nodes.Reading | nodes.Ruling) else ()
    return (*clause_numbers(tag_use.clause), *(ref.number for ref in references))


class _LedgerLocations:
    """Cases of the statements, by the numbers in their own words or by their neighbours in the ledger."""

    def __init__(self, check_input: CheckInput, rows: dict[str, LedgerRow]) -> None:
        book = check_input.book
        self._rows = rows
        self._case_numbers = {number for clause in book.clauses for number in clause_numbers(clause.block)}
        self._case_numbers |= {chapter.number for chapter in book.chapters.values() if chapter.number}
        self._headings = {
            ".".join(parts[:end]) for parts in (number.split(".") for number in self._case_numbers) for end in range(1, len(parts))
        }
        self._numbers_by_letter: dict[str, list[str]] = defaultdict(list)
        for number in sorted(self._case_numbers):
            head, _, last = number.rpartition(".")
            if head and len(last) == 1 and last.isupper():
                self._numbers_by_letter[last].append(number)
        self._cases_of_place: dict[tuple[tuple[str, str], bool], set[str]] = {}
        self._cases_by_place: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
        for tag_use in check_input.book_index.uses.tags:
            row = rows.get(tag_use.tag.name)
            if row is not None and not tag_use.in_example and isinstance(tag_use.clause, nodes.ClauseBlock):
                for key in ((row.section, row.locator), (row.section, "")):
                    self._cases_by_place[key][row.item].update(_cases_of(tag_use))

    def case_elsewhere(self, row: LedgerRow, cases: tuple[str, ...]) -> str:
        """Return the case that a statement belongs to if it is tagged outside its allowed cases, else an empty string."""
        allowed = self.allowed_cases(row)
        fits = not allowed or any(_is_related(case, place) for case in cases for place in (*allowed, *self.referred_cases(row)))
        return "" if fits else allowed[0]

    def is_named(self, row: LedgerRow) -> bool:
        """Return True if the ledger itself names the case, by its number or its letter."""
        return bool(self._numbered_cases(row) or self._lettered_cases(row))

    def allowed_cases(self, row: LedgerRow) -> list[str]:
        """Return the cases that a statement may be tagged in; empty if there is no evidence."""
        return (
            self._numbered_cases(row)
            or self._lettered_cases(row)
            or self._agreed_cases((row.section, row.locator), row, full_numbers=True)
            or self.chapter_heads(row)
        )

    def chapter_heads(self, row: LedgerRow) -> list[str]:
        """Return the chapter of the other statements of the section, as the head of their case numbers."""
        return self._agreed_cases((row.section, ""), row, full_numbers=False)

    def _numbered_cases(self, row: LedgerRow) -> list[str]:
        for text in (row.locator, row.section):
            numbers = [number for number in _numbers_in(text) if self._is_case(number)]
            if numbers:
                return numbers
        return []

    def _lettered_cases(self, row: LedgerRow) -> list[str]:
        letters, heads = LETTER.findall(row.locator), self.chapter_heads(row)
        return [number for letter in letters for number in self._numbers_by_letter[letter] if _head_of(number) in heads]

    def referred_cases(self, row: LedgerRow) -> list[str]:
        """Return the cases that a statement refers to, and those of the statements that it refers to."""
        items = [self._rows[item] for item in ITEM.findall(row.refs) if item in self._rows]
        cited = (word for word in SEPARATOR.split(row.refs) if word in self._case_numbers)
        return [
            *_numbers_in(row.refs),
            *cited,
            *(place for item in items if item is not row for place in (*self.allowed_cases(item), *self._tagged_cases(item))),
        ]

    def _tagged_cases(self, row: LedgerRow) -> set[str]:
        return self._cases_by_place[row.section, ""][row.item]

    def _is_case(self, number: str) -> bool:
        return number in self._case_numbers or number in self._headings

    def _agreed_cases(self, key: tuple[str, str], row: LedgerRow, *, full_numbers: bool) -> list[str]:
        """Return the cases (or the heads of their numbers) of the other statements at a place; empty if they are too few or disagree."""
        cases_by_item = self._cases_by_place[key]
        if (key, full_numbers) not in self._cases_of_place:
            self._cases_of_place[key, full_numbers] = {
                case if full_numbers else _head_of(case) for cases in cases_by_item.values() for case in cases
            }
        if len(self._cases_of_place[key, full_numbers]) > MAX_CASES_OF_A_PLACE + len(cases_by_item.get(row.item, ())):
            return []
        other_cases = [cases for item, cases in cases_by_item.items() if item != row.item]
        agreed_cases = sorted({case if full_numbers else _head_of(case) for cases in other_cases for case in cases})
        return agreed_cases if len(other_cases) >= MIN_OTHER_STATEMENTS and len(agreed_cases) <= MAX_CASES_OF_A_PLACE else []


class _CaseWords:
    """Likeness of statements and cases, by the words of prose, rules and title. A word of few cases counts more than one of many."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._stems_by_case: dict[str, set[str]] = defaultdict(set)
        for account in accounts.all:
            if not account.is_reading:
                title = getattr(account.block, "title", None) or ""
                case_words = [
                    *account.words_of_formal_lines,
                    *split_words(title),
                    *(word for sentence in account.sentences for word in split_words(sentence.text)),
                ]
                self._stems_by_case[account.cases[0]] |= stems_of_words(case_words) - NO_STEMS
        self._case_count_by_stem = Counter(word for stems_of_case in self._stems_by_case.values() for word in stems_of_case)

    def better_case(self, row: LedgerRow, cases: tuple[str, ...], locations: _LedgerLocations) -> str:
        """Return the case of the same chapter with far more of the statement's words than the tagged cases, else an empty string."""
        heads = locations.chapter_heads(row)
        rivals = [case for case in self._stems_by_case if case not in cases and _head_of(case) in heads]
        if not rivals or any(_is_related(case, place) for case in cases for place in locations.referred_cases(row)):
            return ""
        own_share = max(self._weighted_share(row, case) for case in cases)
        share, best = max((self._weighted_share(row, case), case) for case in rivals)
        return best if share >= MIN_SHARE and share > MIN_RATIO * own_share else ""

    def _weighted_share(self, row: LedgerRow, case: str) -> float:
        row_stems = self._accounts.stems_of(row)
        weights = {word: log((len(self._stems_by_case) + 1) / (1 + self._case_count_by_stem[word])) for word in row_stems}
        total = sum(weights.values())
        return sum(weights[word] for word in row_stems & self._stems_by_case.get(case, set())) / total if total else 0.0


def _head_of(case: str) -> str:
    return case.rpartition(".")[0] or case


def _numbers_in(text: str) -> list[str]:
    return NUMBER.findall(text)


def _is_related(case: str, place: str) -> bool:
    """Return True for the same case, or one below or above it; `22.0` is the heading of all of 22."""
    if place.endswith(".0"):
        return case.partition(".")[0] == place.partition(".")[0]
    return case == place or case.startswith((f"{place}.", f"{place}/")) or place.startswith((f"{case}.", f"{case}/"))
