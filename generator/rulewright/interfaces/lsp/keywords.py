"""The manual's explanation of a keyword at a position: the longest known phrase, `may only` before `may`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.names import NAME
from rulewright.interfaces.api.manual import Explained, explain_word
from rulewright.interfaces.lsp.draft import Draft

_WORD = re.compile(NAME)
_TEXT_OR_COMMENT = re.compile(r'"[^"]*"|“[^”]*”|#[^\n]*')
"""Texts and comments, which contain no keywords."""
MAX_PHRASE_WORDS = 3


def explained_at(draft: Draft, path: str, line: int, column: int) -> Explained | None:
    """Return the explanation at a position; None in texts and comments, and for other words."""
    code = _code_line(draft, path, line)
    words = list(_WORD.finditer(code))
    index = next((nth for nth, word_match in enumerate(words) if word_match.start() < column <= word_match.end()), None)
    if index is None:
        return None
    return next(
        (
            explanation
            for phrase in _phrases([word_match[0] for word_match in words], index)
            if (explanation := explain_word(phrase)) is not None
        ),
        None,
    )


def _phrases(words: list[str], index: int) -> Iterator[str]:
    """Yield the phrases that contain a word, the longest first; of equal length, the leftmost first."""
    for length in range(MAX_PHRASE_WORDS, 0, -1):
        for start in range(max(0, index - length + 1), min(index, len(words) - length) + 1):
            yield " ".join(words[start : start + length])


def _code_line(draft: Draft, path: str, line: int) -> str:
    """Return a line with its texts and comments blanked out."""
    first = max((number for block_path, number in draft.block_texts if block_path == path and number <= line), default=None)
    if first is None:
        return ""
    code = _TEXT_OR_COMMENT.sub(lambda text_match: re.sub(r"[^\n]", " ", text_match[0]), draft.block_texts[path, first]).split("\n")
    return code[line - first] if line - first < len(code) else ""
