"""a name in the text is in no statement of its case and in none of its rules

## What it does
Takes the proper names of the prose (words with a capital that do not begin a sentence, and numbers of hexes: `B2401`), and looks for each
in the statements that the case carries, in its rules and set-ups, among the terms of the glossary and the phrases of what its rules ask.

## Why it matters
A name that stands in the prose alone is mostly a misspelt one, or that of another unit or place.

## Example
```case
record unit
  mounted: yes/no
verdict cross(u: unit)

case 9.1 "The bridge"
  "The old bridge at Jenappe is closed to mounted units."
  may not cross(u) when u.mounted   @EX-001
```
```ledger
EX-001,Movement,9.1,rule,Mounted units cannot use the bridge at Genappe,,yes,prohibition,
```

## Use instead
```diff
 case 9.1 "The bridge"
-  "The old bridge at Jenappe is closed to mounted units."
+  "The old bridge at Genappe is closed to mounted units."
```

## Limits
Only cases that carry statements are looked at, and notes and questions are not. Names that begin with the same five letters are one name:
`Prussia`, `Prussian`. A name that is right is accepted by what is written: `accepts name_differs at "Genappe" because "…"`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from rulewright.base.dates import MONTHS
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, CheckScope
from rulewright.checks.indexes.accounts import Account, Family
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.checks.indexes.ledgers import at_row
from rulewright.checks.indexes.sentence_words import split_words, stems_of_words
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW353", "name-differs", Severity.WARNING, CheckScope.BOOK)
REFERENCE = re.compile(r"\[[^\]]*\]")
CODE = re.compile(r"\b[A-Z]{0,2}\d{4}\b")
YEAR = re.compile(r"1[5-9]\d\d")
NAME = re.compile(r"(?<![.!?:;\"“”(] )(?<!^)(?<![\"“(])\b[A-ZÀ-Þ][a-zà-ÿ]{2,}\b")
CALENDAR = stems_of_words(MONTHS)


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    accounts = check_input.book_index.accounts
    common_stems = _common_stems(check_input.book_index)
    witnesses_of_families: dict[int, _Witnesses] = {}
    for account in accounts.all:
        family = accounts.family_of(account)
        if account.is_reading or not family.rows:
            continue
        prose = [sentence for sentence in account.sentences if not sentence.is_note and not sentence.is_question]
        names = {
            (name, sentence.line): None
            for sentence in prose
            for name in _names_in(sentence.text)
            if stems_of_words([name]).isdisjoint(common_stems)
        }
        for name, line in names:
            if id(family) not in witnesses_of_families:
                witnesses_of_families[id(family)] = _Witnesses(check_input.book_index, family)
            witnesses = witnesses_of_families[id(family)]
            if not witnesses.has_witness_for(name):
                yield _report_name(check_input, account, line, name, witnesses)


class _Witnesses:
    """The vocabulary of the statements and rules of a family of clauses."""

    def __init__(self, book_index: BookIndex, family: Family) -> None:
        self.rows = rows = family.rows
        self.spelt = [word for row in rows for word in split_words(" ".join((row.summary, row.ocr_note, row.locator, row.section)))]
        self._lines = [line for account in family for line in account.formal_lines]
        self.spelt += [word for account in family for word in account.words_of_formal_lines]
        self.spelt += [word for name in sorted(family.names_read) for word in split_words(book_index.phrases_by_name.get(name, ""))]
        self._stems = stems_of_words(self.spelt)

    @cached_property
    def hex_codes(self) -> set[str]:
        """The hex numbers that they name; computed lazily, since few texts have any."""
        codes_of_rows = {code for row in self.rows for code in CODE.findall(f"{row.summary} {row.ocr_note}")}
        return codes_of_rows | {
            code for line in self._lines for text in _names_in_capitals(line) for code in CODE.findall(text.replace("_", " "))
        }

    def has_witness_for(self, name: str) -> bool:
        if CODE.fullmatch(name):
            return name in self.hex_codes
        return not self._stems.isdisjoint(stems_of_words([name]))


def _names_in_capitals(line: nodes.Node) -> Iterator[str]:
    for part in descendants(line):
        for text in (getattr(part, "name", None), getattr(part, "text", None), *getattr(part, "at", ())):
            if isinstance(text, str):
                yield text.upper()


def _common_stems(book_index: BookIndex) -> frozenset[str]:
    """Return the stems that any text of the book may use: of terms, sources, games, months, and words in lower case in the ledger."""
    book = book_index.book
    names = [node.name for node in (declared.node for declared in book.declarations) if isinstance(node, nodes.Term)]
    names += [also for declared in book.declarations if isinstance(declared.node, nodes.Term) for also in declared.node.also]
    names += [measure.title for measure in (declared.node for declared in book.declarations) if isinstance(measure, nodes.Measure)]
    names += [source.title for source in book.sources.values()] + [game.title for game in book.games] + [book.front.title]
    plain = (word for row in book.ledger for word in split_words(row.summary) if word.islower())
    return stems_of_words(word for name in names for word in split_words(name.replace("_", " "))) | stems_of_words(plain) | CALENDAR


def _names_in(text: str) -> Iterator[str]:
    plain = REFERENCE.sub(lambda match: " " * len(match[0]), text)
    yield from NAME.findall(plain)
    yield from (code for code in CODE.findall(plain) if not YEAR.fullmatch(code))


def _report_name(check_input: CheckInput, account: Account, line: nodes.Node, name: str, witnesses: _Witnesses) -> Diagnostic:
    spellings = witnesses.hex_codes if CODE.fullmatch(name) else [word for word in witnesses.spelt if word[:1].isupper()]
    return CHECK.finding(
        f"`{name}` in the text of {account.cases[0]} is in no statement and no rule of it",
        [
            account.label_at(line, f"`{name}` here"),
            *(at_row(check_input.book, row, "a statement of the case") for row in witnesses.rows[:1]),
        ],
        help=did_you_mean(name, spellings) or "write the name that the source has; where it is right, accept it with the reason",
        cases=account.cases,
    )
