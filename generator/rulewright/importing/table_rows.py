"""Rows of tables: their cells, and the tables that give an old and a new text of a case in each row."""

from __future__ import annotations

import re

WAS_AND_IS = re.compile(
    r"(?:rule|case|section|paragraph|number|no\.?|§|where|place|reference|item|component|chart|table)s?"
    r"\|(?:was|old|before|printed|original|current|existing|reads|says|error|now reads)\b[^|]*"
    r"\|(?:is|now|new|after|revised|proposed|should|correct|correction|corrected|read)\b[^|]*",
    re.IGNORECASE,
)
"""The head of a table with old and new texts."""

OF_CASES = re.compile(r"(?:rule|case|section|paragraph|number|no\.?|§)s?", re.IGNORECASE)
"""The head of a column with the numbers of cases."""

CORRECTED = re.compile(r"should|correct|read", re.IGNORECASE)
"""The head of the column with the new text in a table of corrections."""

PART_AT_END = re.compile(r",[^,]*\b(?:row|column|line|entry|cell)\b[^,]*$", re.IGNORECASE)
"""The part of a table named by the first cell of a row."""


def split_cells(row: str) -> list[str]:
    """Split a row at tabs or bars."""
    return [cell.strip() for cell in re.split(r"[|\t]", row.strip().removeprefix("|").removesuffix("|"))]
