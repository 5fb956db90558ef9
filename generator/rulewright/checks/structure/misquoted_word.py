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

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, at_node
from rulewright.checks.indexes.accounts import Account
from rulewright.checks.indexes.edition_index import Clause, clause_number
from rulewright.checks.indexes.ledgers import at_row
from rulewright.checks.indexes.sentence_words import stems, words
from rulewright.rulebook.model import CaseInForce, LedgerRow, Origin
from rulewright.syntax import nodes

CHECK = Check("RW324", "misquoted-word", Severity.WARNING, by_absence=True)
_WORD = re.compile(r"\w+")
_PROSE = (nodes.Prose, nodes.Step, nodes.AsksQuestion, nodes.Answers)
_QUOTED = re.compile(r"[\"“]([^\"“”]+)[\"”]")


def find(given: CheckInput) -> Iterator[Diagnostic]:
    yield from _in_text(given)
    yield from _in_ledger(given)


# ---- the text itself is held -------------------------------------------------------------------------------------------------------


def _in_text(given: CheckInput) -> Iterator[Diagnostic]:
    for clause, line, origin in given.here.lines():
        if not isinstance(line, nodes.Reads) or not _compared(given, clause, origin):
            continue
        text = _text(clause, origin)
        if text and not _has(text, line.printed):
            number = clause_number(clause)
            yield CHECK.finding(
                f"`{line.printed}` is not in the text of {number}",
                [at_node(origin, line)],
                help=_help(text, line),
                cases=[number],
            )


def _compared(given: CheckInput, clause: Clause, origin: Origin) -> bool:
    """Whether the text is the print's own and held."""
    held = not isinstance(clause, CaseInForce) or clause.held
    return held and given.book.sources[origin.source].ledger is None


def _text(clause: Clause, origin: Origin) -> str:
    """What the line speaks about: the words of its own clause, as they were written and as they are in force."""
    written = [line.text for line in origin.block.body if isinstance(line, _PROSE)]
    in_force = [one.text for one in clause.text if not one.commentary and one.origin.source == origin.source]
    return "\n".join((*written, *in_force))


def _has(text: str, words: str) -> bool:
    return re.search(rf"(?<!\w){re.escape(words)}(?!\w)", text, re.IGNORECASE) is not None


def _help(text: str, line: nodes.Reads) -> str:
    if _has(text, line.read):
        return f"the text has `{line.read}` already: take the line out, or write the text as it is printed"
    return did_you_mean(line.printed, _WORD.findall(text)) or "write the words as the text has them"


# ---- a ledger quotes the print -----------------------------------------------------------------------------------------------------


def _in_ledger(given: CheckInput) -> Iterator[Diagnostic]:
    accounts = given.whole.accounts
    for account in accounts.all:
        lines = [line for line in account.formal if isinstance(line, nodes.Reads | nodes.ActWithWords)]
        rows = _rows(given, [row for one in accounts.family(account) for row in one.rows]) if lines else []
        for line in lines:
            if isinstance(line, nodes.Reads):
                yield from _of_reads(given, account, line, rows)
            elif line.words_held and not line.held_there:
                yield from _of_act(given, account, line, rows)


def _rows(given: CheckInput, tagged: Sequence[LedgerRow]) -> list[LedgerRow]:
    """The statements of a clause, and those of the same sections of the source: a quotation is noted where it is printed."""
    sections, items = {row.section for row in tagged}, {row.item for row in tagged}
    return [
        *tagged,
        *(row for row in given.book.ledger if row.section in sections and row.item not in items and _QUOTED.search(row.ocr_note)),
    ]


def _of_reads(given: CheckInput, account: Account, line: nodes.Reads, rows: Sequence[LedgerRow]) -> Iterator[Diagnostic]:
    printed, quoting = _letters(line.printed), [row for row in rows if _QUOTED.search(row.ocr_note)]
    if not rows or printed == _letters(line.read) or not any(_QUOTED.search(row.ocr_note) for row in given.book.ledger):
        return
    quoted = [_letters(quote) for row in rows for text in (row.ocr_note, row.summary) for quote in _QUOTED.findall(text)]
    spoken_of = (_letters(" ".join((row.summary, row.ocr_note, row.locator, row.section))) for row in rows)
    if not any(_one_in_the_other(printed, quote) for quote in quoted) and not any(printed in text for text in spoken_of):
        yield CHECK.finding(
            f"`{line.printed}` is not among the words of the print that the statements of {account.cases[0]} quote",
            [account.at(line), *(at_row(given.book, row, "this statement quotes the print") for row in quoting[:1])],
            help='write the words as they are printed, or note them with their statement: `"wrong" = "right"`',
            cases=account.cases,
        )


def _of_act(given: CheckInput, account: Account, line: nodes.ActWithWords, rows: Sequence[LedgerRow]) -> Iterator[Diagnostic]:
    """The words of an act, each of which one of its statements must have in some form."""
    if not rows:
        return
    known = stems(word for row in rows for word in words(f"{row.summary} {row.ocr_note}"))
    for text in (getattr(line, "old", None), getattr(line, "new", None)):
        if text and not stems(words(text)) & known and words(text):
            yield CHECK.finding(
                f"no statement of {account.cases[0]} speaks of `{text}`",
                [account.at(line), Label(at_row(given.book, rows[0]).location, "a statement of the case")],
                help="write the words that the source strikes or brings",
                cases=account.cases,
            )


def _letters(text: str) -> str:
    """The words of a text between single blanks, without stops and marks."""
    return f" {' '.join(_WORD.findall(text.casefold()))} "


def _one_in_the_other(one: str, other: str) -> bool:
    return bool(one.strip() and other.strip()) and (one in other or other in one)
