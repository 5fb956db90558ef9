"""words that the source is said to have are not in it, as far as it is held

## What it does
Looks for the first words of `reads "…" as "…"`, which are those of the print, in the text of the clause in which it stands. In a book with
a ledger the text is a restatement; there the words are looked for among those that the statements of the clause quote from the print. The
same for the words of an act (`replaces "…" with "…" words not held there`) that cannot be held against a text.

## Why it matters
The line says what is printed and what is meant. Where the text has the word that is meant already, or the misprint is spelt otherwise, a
reader does not find what the line speaks of.

## Example
```case
case 8.1 "Clear weather"
  "All units may move, except in mud."
  reads "accept" as "except" because "nothing else makes sense"
```

## Use instead
```case
case 8.1 "Clear weather"
  "All units may move, accept in mud."
  reads "accept" as "except" because "nothing else makes sense"
```

## Limits
A statement quotes the print in the column `ocr_note` of the ledger, in quotation marks. Where a ledger
quotes nothing, nothing is compared; nor are misprints that are only of blanks and stops.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, at_node
from rulewright.checks.indexes.accounts import Account
from rulewright.checks.indexes.edition_index import Clause, clause_number
from rulewright.checks.indexes.ledgers import at_row
from rulewright.checks.indexes.sentence_words import split_words, stems_of_words
from rulewright.rulebook.model import CaseInForce, LedgerRow, Origin
from rulewright.syntax import nodes

CHECK = Check("RW324", "misquoted-word", Severity.WARNING, reports_absence=True)
_WORD = re.compile(r"\w+")
_PROSE = (nodes.Prose, nodes.Step, nodes.AsksQuestion, nodes.Answers)
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    yield from _check_texts(check_input)
    yield from _check_ledger(check_input)


# ---- the text itself is held -------------------------------------------------------------------------------------------------------


def _check_texts(check_input: CheckInput) -> Iterator[Diagnostic]:
    for clause, line, origin in check_input.edition_index.lines_in_force():
        if not isinstance(line, nodes.Reads) or not _is_compared(check_input, clause, origin):
            continue
        text = _clause_text(clause, origin)
        if text and not _contains_words(text, line.printed):
            number = clause_number(clause)
            yield CHECK.finding(
                f"`{line.printed}` is not in the text of {number}",
                [at_node(origin, line)],
                help=_help_for(text, line),
                cases=[number],
            )


def _is_compared(check_input: CheckInput, clause: Clause, origin: Origin) -> bool:
    """Return True if the text of the print itself is held."""
    text_is_held = not isinstance(clause, CaseInForce) or clause.held
    return text_is_held and check_input.book.sources[origin.source].ledger is None


def _clause_text(clause: Clause, origin: Origin) -> str:
    """Return the text that the line is about: the words of its own clause, as written and as in force."""
    written_texts = [line.text for line in origin.block.body if isinstance(line, _PROSE)]
    in_force = [paragraph.text for paragraph in clause.text if not paragraph.commentary and paragraph.origin.source == origin.source]
    return "\n".join((*written_texts, *in_force))


def _contains_words(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _help_for(text: str, line: nodes.Reads) -> str:
    if _contains_words(text, line.read):
        return f"the text has `{line.read}` already: take the line out, or write the text as it is printed"
    return did_you_mean(line.printed, _WORD.findall(text)) or "write the words as the text has them"


# ---- a ledger quotes the print -----------------------------------------------------------------------------------------------------


def _check_ledger(check_input: CheckInput) -> Iterator[Diagnostic]:
    accounts = check_input.book_index.accounts
    statements_of_families: dict[int, _Statements] = {}
    for account in accounts.all:
        lines = [line for line in account.formal_lines if isinstance(line, nodes.Reads | nodes.ActWithWords)]
        family = accounts.family_of(account)
        if lines and id(family) not in statements_of_families:
            statements_of_families[id(family)] = _Statements(_rows_of_sections(check_input, family.rows))
        for line in lines:
            statements = statements_of_families[id(family)]
            if isinstance(line, nodes.Reads):
                yield from _check_reads(check_input, account, line, statements.rows)
            elif line.words_held and not line.held_there:
                yield from _check_act(check_input, account, line, statements)


@dataclass(frozen=True)
class _Statements:
    """The statements that the lines of a family of clauses are compared with."""

    rows: list[LedgerRow]

    @cached_property
    def stems(self) -> frozenset[str]:
        """The stems of all their words."""
        return stems_of_words(word for row in self.rows for word in split_words(f"{row.summary} {row.ocr_note}"))


def _rows_of_sections(check_input: CheckInput, tagged: Sequence[LedgerRow]) -> list[LedgerRow]:
    """Return the statements of a clause, and the quoting ones of the same sections: a quotation is noted with the printed passage."""
    sections, items = {row.section for row in tagged}, {row.item for row in tagged}
    return [
        *tagged,
        *(row for row in check_input.book.ledger if row.section in sections and row.item not in items and _QUOTED.search(row.ocr_note)),
    ]


def _check_reads(check_input: CheckInput, account: Account, line: nodes.Reads, rows: Sequence[LedgerRow]) -> Iterator[Diagnostic]:
    printed, quoting = _words_only(line.printed), [row for row in rows if _QUOTED.search(row.ocr_note)]
    if not rows or printed == _words_only(line.read) or not any(_QUOTED.search(row.ocr_note) for row in check_input.book.ledger):
        return
    quotations = [_words_only(quote) for row in rows for text in (row.ocr_note, row.summary) for quote in _QUOTED.findall(text)]
    row_texts = (_words_only(" ".join((row.summary, row.ocr_note, row.locator, row.section))) for row in rows)
    if not any(_contain_each_other(printed, quote) for quote in quotations) and not any(printed in text for text in row_texts):
        yield CHECK.finding(
            f"`{line.printed}` is not among the words of the print that the statements of {account.cases[0]} quote",
            [account.label_at(line), *(at_row(check_input.book, row, "this statement quotes the print") for row in quoting[:1])],
            help='write the words as they are printed, or note them with their statement: `"wrong" = "right"`',
            cases=account.cases,
        )


def _check_act(check_input: CheckInput, account: Account, line: nodes.ActWithWords, statements: _Statements) -> Iterator[Diagnostic]:
    """Check that the statements contain some word of each text of an act, in any form."""
    if not statements.rows:
        return
    for text in (getattr(line, "old", None), getattr(line, "new", None)):
        if text and not stems_of_words(split_words(text)) & statements.stems and split_words(text):
            yield CHECK.finding(
                f"no statement of {account.cases[0]} speaks of `{text}`",
                [account.label_at(line), Label(at_row(check_input.book, statements.rows[0]).location, "a statement of the case")],
                help="write the words that the source strikes or brings",
                cases=account.cases,
            )


def _words_only(text: str) -> str:
    """Return the words of a text in lower case between single blanks, without punctuation."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _contain_each_other(first: str, second: str) -> bool:
    return bool(first.strip() and second.strip()) and (first in second or second in first)
