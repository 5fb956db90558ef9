"""Questions and answers: `Q. …`, `Question 1: …`, `1Q] …`, `1. Q: …`, a question in bold letters; with the case that it names."""

from __future__ import annotations

import re

from rulewright.importing.readers.case_numbers import numbers_at
from rulewright.importing.readers.passage import Passage
from rulewright.importing.readers.titles import title_at
from rulewright.importing.sheet.model import Head
from rulewright.importing.sheet.numbers import AT_END, QUOTED_FROM, numbers_in

COUNTED = r"(?:\(?\d{1,3}[.)]\s{1,3})?"
"""The question's number in a list: `1. Q: …`"""

QUESTION = re.compile(
    rf"{COUNTED}[*_]*(?:\(Q\s?#?\d{{1,3}}\)|(?:\d{{1,3}}\s?)?Q(?:uestion)?\s?#?\d{{0,3}}\s?[.:)\]](?!\d))[*_]*\s*|Q\s+(?=[A-Z(])"
)
NUMBERED_QUESTION = re.compile(r"[*_]*Q(?:uestion)?\s?\d*\s?[.:)][*_]*\s*")
"""A question after a number; a bare `Q` begins a name there."""

ANSWER = re.compile(r"[*_]*(?:\(A\s?#?\d{1,3}\)|(?:\d{1,3}\s?)?A(?:nswer)?\s?#?\d{0,3}\s?[.:)\]](?!\d))[*_]*\s*(?=\S)")
BARE_QUESTION = re.compile(r"(?:\(?\d{1,3}[.)]\s+)?[A-Z][^?!]{8,500}\?[ \t]*(?:\n|$)")
"""A question without a mark, on lines of its own: it is one where a heading says that questions follow."""

BOLD_QUESTION = re.compile(r"([*_]{1,3})(?=[^\s*_])[^*_]{4,400}\?\1(?=\s|$)")
"""A question in bold or slanted letters; the text after it is its answer."""


def read_bold(passage: Passage) -> Head | None:
    """Read a question that consists of bold letters."""
    return Head(passage.offset, question=True, bold=True) if BOLD_QUESTION.match(passage.text, passage.offset, passage.end) else None


def read_question(passage: Passage) -> Head | None:
    """Read a question, with the numbers before its words, in its words or at their end, or its topic."""
    text, end = passage.text, passage.end
    match = QUESTION.match(text, passage.offset, end)
    if match is None:
        return None
    offset = match.end()
    if numbers := numbers_at(text, offset, end):
        return Head(numbers.end, numbers.numbers, question=True, part=numbers.part)
    if quoted := QUOTED_FROM.match(text, offset, end):
        return Head(offset, (quoted[1],), question=True)
    if last := AT_END.search(text[offset:end]):
        return Head(offset, numbers_in(last[1]), question=True)
    title = title_at(text, offset, end)
    return Head(title[1], question=True, title=title[0]) if title else Head(offset, question=True)


def read_answer(passage: Passage) -> Head | None:
    """Read the mark of an answer."""
    match = ANSWER.match(passage.text, passage.offset, passage.end)
    return Head(match.end(), answer=True) if match else None
