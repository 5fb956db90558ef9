"""An entry that begins with the number of its case: `[5.2] …`, `5.2 (correction) …`, `Rule 5.2: …`, `3.0[D] ADDITION …`."""

from __future__ import annotations

import re

from rulewright.importing.readers import parts
from rulewright.importing.readers.case_numbers import Numbers, numbers_at
from rulewright.importing.readers.passage import Passage
from rulewright.importing.readers.points import POINT
from rulewright.importing.readers.questions import NUMBERED_QUESTION
from rulewright.importing.readers.titles import title_and_label
from rulewright.importing.sheet.labels import EXTENDED, label_at, leading_label
from rulewright.importing.sheet.model import Head, Kind
from rulewright.importing.sheet.numbers import CASE_WORD, NUMBER

RANGE = re.compile(rf"[^\w]{{0,4}}(?:(?:Rules?|Cases?|Sections?) )?({NUMBER})[\])]?\s?(?:-|–|—|to|through|thru)\s?[\[(]?({NUMBER})")
RANGE_WITHIN = re.compile(
    rf"(?:rules|cases|sections|articles|laws|clauses|§§)\s?({NUMBER})\s?(?:-|–|—|to|through|thru)\s?({NUMBER})", re.IGNORECASE
)
QUOTATION = re.compile(r"[\"“:]")
SUBJECT = re.compile(
    rf"[*_]*(?:(?i:{CASE_WORD})\s?({NUMBER})"
    rf"(?:\s(?:no longer|is|has|now|does|may|must|should|also|only|can(?:not)?|[a-z]+s)\b)"
    rf"|({NUMBER})\s(?:no longer|refers|applies|does|contains|mentions|lacks|omits|has)\b"
    rf"|In (?i:{CASE_WORD})\s?({NUMBER}|\d{{1,3}}[a-z]?)[\s,]|In [*_]*({NUMBER})[*_]*[\s,])"
)
"""A sentence that begins with its case: `Rule 1.4 no longer mentions the ferry.`"""

SECOND_NUMBER = re.compile(r"[^.:]{0,60}?\b(?:Section|Article|Rule|Paragraph|Chapter)\s\d")


def read_number(passage: Passage) -> Head | None:
    """Read a number, or a label or the point of a list and then a number; after it a question, a title, a label, a part."""
    numbers, label = _numbers_and_label(passage.text, passage.offset, passage.end)
    if numbers is None and (point := POINT.match(passage.text, passage.offset, passage.end)):
        numbers, label = _numbers_and_label(passage.text, point.end(), passage.end)
    if numbers is None:
        subject = SUBJECT.match(passage.text, passage.offset, passage.end)
        return Head(passage.offset, (next(filter(None, subject.groups())),), in_words=True) if subject else None
    return head_after(passage, numbers, label)


def head_after(passage: Passage, numbers: Numbers, label: Kind | None, *, creates: bool = False) -> Head:
    """Return the head of an entry that begins with numbers: what follows them is a question, a title, a label, a part, or words."""
    text, offset, end = passage.text, numbers.end, passage.end
    if question := NUMBERED_QUESTION.match(text, offset, end):
        return Head(question.end(), numbers.numbers, question=True)
    first_part, offset = parts.part_before_label(text, offset, end)
    title, own_label, offset = title_and_label(text, offset, end, titles=True)
    label = label or own_label
    part, offset = parts.part_at(text, offset, end)
    if label is None and (later := label_at(text, offset, end)):
        label, offset = later
    if label is None and EXTENDED.match(text, offset, end):
        label = Kind.ADDITION
    doubt = "it names several numbers: which of them is the case?" if _has_more_numbers(text, numbers, end) else ""
    doubt = range_doubt(passage) or doubt
    return Head(
        offset,
        numbers.numbers,
        title=title,
        label=label,
        part=", ".join(filter(None, (numbers.part, first_part, part))),
        page=bool(passage.page),
        creates=creates,
        doubt=doubt,
    )


def range_doubt(passage: Passage) -> str:
    """Return the doubt of numbers that are the first and the last of several; empty if they are not."""
    quotation = QUOTATION.search(passage.text, passage.offset, passage.end)
    to = RANGE.match(passage.text, passage.offset, passage.end) or RANGE_WITHIN.search(
        passage.text, passage.offset, quotation.start() if quotation else passage.end
    )
    return f"it is on all cases from {to[1]} to {to[2]}" if to else ""


def _has_more_numbers(text: str, numbers: Numbers, end: int) -> bool:
    """Return True for numbers such as `Rule 6 Passing – Article 8`: neither of them alone is the case."""
    line_end = text.find("\n", numbers.end, end)
    return (
        all("." not in number for number in numbers.numbers)
        and SECOND_NUMBER.match(text, numbers.end, line_end if line_end >= 0 else end) is not None
    )


def _numbers_and_label(text: str, offset: int, end: int) -> tuple[Numbers | None, Kind | None]:
    """Return the numbers at an offset, and the label before them."""
    if numbers := numbers_at(text, offset, end):
        return numbers, None
    if (label := leading_label(text, offset, end)) and (numbers := numbers_at(text, label[1], end)):
        return numbers, label[0]
    return None, None
