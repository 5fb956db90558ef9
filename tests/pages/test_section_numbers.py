"""The pages of a book whose sections are counted as a whole: their order and the levels of their headings."""

from __future__ import annotations

import re

from pages.books import FRONT, campaign, pages_of

RULES = 'chapter 8.0 "Movement"\n\n' + "\n".join(
    f'case {number} "Of {number}"\n  "All keep to it."\n' for number in ("8.11", "8.1", "8.10", "8.9")
)


def headings(front: str) -> list[tuple[int, str]]:
    """Return the level and the number of each heading of the chapter's page, in the order of the page."""
    page = pages_of(campaign(RULES, front))["movement"]
    found = re.findall(r"^(#+) .*?(8\\?(?:\.|&#46;)\d+)", page, re.MULTILINE)
    return [(len(marks), number.replace("&#46;", ".").replace("\\", "")) for marks, number in found]


def test_sections_come_in_their_order_and_on_one_level() -> None:
    by_section = FRONT.replace("  numbering decimal\n", "")
    assert headings(by_section) == [(2, "8.1"), (2, "8.9"), (2, "8.10"), (2, "8.11")]


def test_parts_of_an_outline_come_under_their_section() -> None:
    assert headings(FRONT) == [(2, "8.1"), (3, "8.10"), (3, "8.11"), (2, "8.9")]
