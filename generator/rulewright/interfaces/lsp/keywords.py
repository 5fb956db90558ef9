"""What the manual says of a word of the language at a place: the most words in a row that it knows, `may only` before `may`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.interfaces.api.manual import Explained, explain_word
from rulewright.interfaces.lsp.draft import Draft

_WORD = re.compile(r"[A-Za-z]\w*")
_SAID = re.compile(r'"[^"]*"|“[^”]*”|#[^\n]*')
"""Texts and comments, in which no word is one of the language."""
IN_A_ROW = 3


def explained_at(draft: Draft, path: str, line: int, column: int) -> Explained | None:
    """What is explained at a place; None in texts and comments, and at words that are none of the language."""
    code = _line(draft, path, line)
    words = list(_WORD.finditer(code))
    at = next((nth for nth, one in enumerate(words) if one.start() < column <= one.end()), None)
    if at is None:
        return None
    return next((found for said in _rows([one[0] for one in words], at) if (found := explain_word(said)) is not None), None)


def _rows(words: list[str], at: int) -> Iterator[str]:
    """The word and those next to it, the most words first; of as many, those that begin first."""
    for many in range(IN_A_ROW, 0, -1):
        for start in range(max(0, at - many + 1), min(at, len(words) - many) + 1):
            yield " ".join(words[start : start + many])


def _line(draft: Draft, path: str, line: int) -> str:
    """A line with blanks for what is a text or a comment in its block."""
    first = max((number for there, number in draft.block_texts if there == path and number <= line), default=None)
    if first is None:
        return ""
    code = _SAID.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), draft.block_texts[path, first]).split("\n")
    return code[line - first] if line - first < len(code) else ""
