"""Cases by letters under headings: `(D) (Clarification): …`, also after their heading: `SEA MOVEMENT (D) (Clarification): …`."""

from __future__ import annotations

import re

from rulewright.importing.readers import titles
from rulewright.importing.readers.passage import Passage, label_after, skip_loose
from rulewright.importing.sheet.headings import is_in_capitals, is_title_case
from rulewright.importing.sheet.labels import label_at
from rulewright.importing.sheet.model import UNREADABLE, Head
from rulewright.importing.sheet.numbers import LETTER

HEADED = re.compile(r"[*_]*([A-Z][\w '’&/-]{2,60}?)[*_]*\s*\(([A-Z]|\d{1,2}[a-z]?)\)\s*(?=[(\[])")
HEADED_ONLY = re.compile(r"[*_]*([A-Z][A-Z '’&/-]{3,60}?)[*_]*\s*\(([A-Z])\)[*_]*:[*_]*\s+(?=\S)")
"""The same without a label: `SEA MOVEMENT (D): …`"""

GARBAGE = re.compile(r"[A-Za-z]{1,3}\s+(?=[A-Za-z]{8,15}\))")
"""The remains of `(A) (` before a label in a bad scan."""


def read_headed(passage: Passage) -> Head | None:
    """Read a heading, a letter and a label in one line."""
    if plain := HEADED_ONLY.match(passage.text, passage.offset, passage.end):
        return Head(plain.end(), letter=plain[2], section=plain[1].strip())
    match = HEADED.match(passage.text, passage.offset, passage.end)
    if match is None or not (is_in_capitals(match[1]) or is_title_case(match[1])):
        return None
    label = label_after(passage.text, match.end(), passage.end)
    return Head(label[1], letter=match[2], label=label[0], section=match[1].strip()) if label else None


def read_letter(passage: Passage) -> Head | None:
    """Read a letter, and the title and the label after it."""
    text, end = passage.text, passage.end
    if match := LETTER.match(text, passage.offset, end):
        letter, offset = match[1], skip_loose(text, match.end(), end)
    elif (match := GARBAGE.match(text, passage.offset, end)) and label_at(text, match.end(), end):
        letter, offset = UNREADABLE if match[0][0].isupper() else "", match.end()
    else:
        return None
    title, label, body = titles.title_and_label(text, offset, end, titles=passage.titles)
    return Head(body, letter=letter, title=title, label=label)
