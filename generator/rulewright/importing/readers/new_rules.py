"""A case that the sheet calls new: `New rule 7.2: …`, `New article 4.4d: …`."""

from __future__ import annotations

import re

from rulewright.importing.readers.case_numbers import numbers_at
from rulewright.importing.readers.numbered import head_after
from rulewright.importing.readers.passage import Passage
from rulewright.importing.sheet.model import Head, Kind

NEW = re.compile(r"[*_]*(?:NEW|New|new)\s+(?=(?:[*_]*(?i:rules?|cases?|sections?|paragraphs?|articles?|§)[*_]*\s*)?\d)")


def read_new_case(passage: Passage) -> Head | None:
    """Read `New` and the number of a case."""
    match = NEW.match(passage.text, passage.offset, passage.end)
    numbers = numbers_at(passage.text, match.end(), passage.end) if match else None
    return head_after(passage, numbers, Kind.ADDITION, creates=True) if numbers else None
