"""A sentence that orders a change and names its case: `In 5.3, "two" should be "three".`, `Delete 5.6.`, `New rule 7.2: …`."""

from __future__ import annotations

import re

from rulewright.importing.readers.case_numbers import numbers_at
from rulewright.importing.readers.numbered import range_doubt
from rulewright.importing.readers.passage import Passage
from rulewright.importing.sheet.amending import LIST_MARK, amending_of
from rulewright.importing.sheet.labels import label_at
from rulewright.importing.sheet.model import Head, Kind
from rulewright.importing.sheet.sentences import split_statements

FIGURE = re.compile(r"\d")
LONGEST_NAME = 30
"""The most letters of a sentence that only names a new case: `New rule 7.2.`"""


def read_amendment(passage: Passage) -> Head | None:
    """Read an order by the grammar of amending, if it has another case than the number that it begins with."""
    mark = LIST_MARK.match(passage.text[passage.offset : passage.end])
    first = next(split_statements(passage.text, passage.offset + (mark.end() if mark else 0), passage.end), None)
    if first is None or not FIGURE.search(passage.text, passage.offset, first[1]):
        return None
    amending = amending_of(passage.text[passage.offset : first[1]])
    if amending is None or not amending.numbers:
        return None
    doubt = range_doubt(passage)
    begins = numbers_at(passage.text, passage.offset, passage.end)
    is_new = amending.creates and not (begins and label_at(passage.text, begins.end, passage.end))
    if begins and (doubt or (set(amending.numbers) <= set(begins.numbers) and not is_new)):
        return None
    if amending.creates and first[1] - passage.offset < LONGEST_NAME:
        return Head(first[1], amending.numbers, label=Kind.ADDITION, creates=True)
    label = Kind.ADDITION if amending.creates else None
    return Head(passage.offset, amending.numbers, part=amending.part, label=label, creates=amending.creates, in_words=True, doubt=doubt)
