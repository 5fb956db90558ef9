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
from collections.abc import Iterator, Sequence
from functools import cached_property

from rulewright.base.dates import MONTHS
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, Judged
from rulewright.checks.indexes.accounts import Account
from rulewright.checks.indexes.book_index import BookIndex
from rulewright.checks.indexes.ledgers import at_row
from rulewright.checks.indexes.sentence_words import stems, words
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

CHECK = Check("RW353", "name-differs", Severity.WARNING, Judged.BOOK)
REFERENCE = re.compile(r"\[[^\]]*\]")
CODE = re.compile(r"\b[A-Z]{0,2}\d{4}\b")
YEAR = re.compile(r"1[5-9]\d\d")
NAME = re.compile(r"(?<![.!?:;\"“”(] )(?<!^)(?<![\"“(])\b[A-ZÀ-Þ][a-zà-ÿ]{2,}\b")
CALENDAR = stems(MONTHS)


def find(given: CheckInput) -> Iterator[Diagnostic]:
    accounts = given.whole.accounts
    common = _common(given.whole)
    for account in accounts.all:
        family = accounts.family(account)
        if account.is_reading or not any(one.rows for one in family):
            continue
        said = [one for one in account.sentences if not one.is_note and not one.is_question]
        names = {(name, sentence.line): None for sentence in said for name in _names(sentence.text) if stems([name]).isdisjoint(common)}
        witnesses = _Witnesses(given.whole, family) if names else None
        for name, line in names:
            if witnesses is not None and not witnesses.know(name):
                yield _finding(given, account, line, name, witnesses)


class _Witnesses:
    """What the statements and rules of a family of clauses call things."""

    def __init__(self, whole: BookIndex, family: Sequence[Account]) -> None:
        rows = [row for one in family for row in one.rows]
        self.rows = rows
        self.spelt = [word for row in rows for word in words(" ".join((row.summary, row.ocr_note, row.locator, row.section)))]
        self._lines = [line for one in family for line in one.formal]
        self.spelt += [word for one in family for word in one.words_of_rules]
        asked = frozenset[str]().union(*(one.names_asked for one in family))
        self.spelt += [word for name in sorted(asked) for word in words(_phrase(whole, name))]
        self._stems = stems(self.spelt)

    @cached_property
    def codes(self) -> set[str]:
        """The numbers of hexes that they name; few texts do."""
        found = {code for row in self.rows for code in CODE.findall(f"{row.summary} {row.ocr_note}")}
        return found | {code for line in self._lines for text in _written(line) for code in CODE.findall(text.replace("_", " "))}

    def know(self, name: str) -> bool:
        if CODE.fullmatch(name):
            return name in self.codes
        return not self._stems.isdisjoint(stems([name]))


def _phrase(whole: BookIndex, name: str) -> str:
    declared = whole.questions.get(name)
    return "" if declared is None else getattr(declared.node, "phrase", None) or ""


def _written(line: nodes.Node) -> Iterator[str]:
    for part in descendants(line):
        for text in (getattr(part, "name", None), getattr(part, "text", None), *getattr(part, "at", ())):
            if isinstance(text, str):
                yield text.upper()


def _common(whole: BookIndex) -> frozenset[str]:
    """Words that any text of the book may use: its terms, sources and games, months, what the ledger writes without a capital."""
    book = whole.book
    named = [node.name for node in (declared.node for declared in book.declarations) if isinstance(node, nodes.Term)]
    named += [also for declared in book.declarations if isinstance(declared.node, nodes.Term) for also in declared.node.also]
    named += [one.title for one in (declared.node for declared in book.declarations) if isinstance(one, nodes.Measure)]
    named += [source.title for source in book.sources.values()] + [game.title for game in book.games] + [book.front.title]
    plain = (word for row in book.ledger for word in words(row.summary) if word.islower())
    return stems(word for name in named for word in words(name.replace("_", " "))) | stems(plain) | CALENDAR


def _names(text: str) -> Iterator[str]:
    plain = REFERENCE.sub(lambda found: " " * len(found[0]), text)
    yield from NAME.findall(plain)
    yield from (code for code in CODE.findall(plain) if not YEAR.fullmatch(code))


def _finding(given: CheckInput, account: Account, line: nodes.Node, name: str, witnesses: _Witnesses) -> Diagnostic:
    known = witnesses.codes if CODE.fullmatch(name) else [word for word in witnesses.spelt if word[:1].isupper()]
    return CHECK.finding(
        f"`{name}` in the text of {account.cases[0]} is in no statement and no rule of it",
        [account.at(line, f"`{name}` here"), *(at_row(given.book, row, "a statement of the case") for row in witnesses.rows[:1])],
        help=did_you_mean(name, known) or "write the name that the source has; where it is right, accept it with the reason",
        cases=account.cases,
    )
