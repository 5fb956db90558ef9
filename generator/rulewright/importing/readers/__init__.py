"""The forms in which entries of a sheet begin, a file each; `read_head` asks them in turn.

A reader gets a `Passage` and returns the `Head` of an entry, or None if the text there has another form. It looks at nothing but the text
from that offset on: each can be tested alone, and added or changed without a look at the others. The order matters where one form is
the beginning of another: `Q. [4.3] …` is a question before it is a number.
"""

from __future__ import annotations

from rulewright.importing.readers import (
    amendments,
    change_log,
    everywhere,
    lettered,
    numbered,
    pages,
    pieces,
    points,
    questions,
    titles,
)
from rulewright.importing.readers.passage import Reader, passage_at
from rulewright.importing.sheet.model import Head

READERS: tuple[Reader, ...] = (
    questions.read_bold,
    questions.read_question,
    questions.read_answer,
    change_log.read_change_log,
    everywhere.read_everywhere,
    amendments.read_amendment,
    numbered.read_number,
    lettered.read_headed,
    lettered.read_letter,
    points.read_point,
    pieces.read_piece,
    pages.read_title_with_page,
    pages.read_page,
    titles.read_title,
)


def read_head(text: str, start: int, end: int, *, titles: bool) -> Head:
    """Return the head of the text between two offsets; with `titles`, words before a colon are one."""
    passage = passage_at(text, start, end, titles=titles)
    for reader in READERS:
        if head := reader(passage):
            return head
    return Head(start if titles or not passage.page else passage.offset)
