"""a slip of the print is repaired that the text does not have

## What it does
Looks for the first words of `reads "…" as "…"` in the text of the clause in which it stands.

## Why it matters
The line says what is printed and what is meant. Where the text has the word that is meant already, or the slip is spelt otherwise, a
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
A source with a ledger is restated in other words than its own, so nothing is compared there; nor where the text is not held.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.checks.base import Check, CheckInput, at_node
from rulewright.checks.edition_index import Clause, clause_number
from rulewright.diagnostics import Diagnostic, Severity
from rulewright.language import nodes
from rulewright.rulebook.model import CaseInForce, Origin
from rulewright.suggest import did_you_mean

CHECK = Check("RW324", "misquoted-word", Severity.WARNING, by_absence=True)
_WORD = re.compile(r"\w+")
_PROSE = (nodes.Prose, nodes.Step, nodes.AsksQuestion, nodes.Answers)


def find(given: CheckInput) -> Iterator[Diagnostic]:
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
