"""The headings of a sheet: their levels, and the chain of those above a place."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from rulewright.importing.sheet.headings import SHEETS, STANDALONE, VERSIONS, is_in_capitals
from rulewright.importing.sheet.model import Block, Heading, Kind

TITLE, STEP, CAPITALS, SMALL, CODED, VERSION, NUMBERED, TABLE = 0, 10, 70, 80, 83, 85, 90, 95
"""Levels of headings. One marked by its layout, such as `## …`, has `STEP` times the number of its marks."""

CODE = re.compile(r"\([A-Z]{0,3}\d{1,4}\)$|\(?#\d{1,4}\)?$")
CONTENTS = re.compile(r"(?:table of )?contents|index", re.IGNORECASE)
"""The heading of a list of the sheet's parts."""


@dataclass
class Outline:
    """The headings met so far. A heading ends those of its own level and below."""

    headings: list[Heading] = field(default_factory=list)
    chain: tuple[Heading, ...] = ()

    @property
    def section(self) -> str:
        """The innermost heading that names cases."""
        return next((heading.words for heading in reversed(self.chain) if heading.names_cases and not heading.is_title), "")

    @property
    def is_begun(self) -> bool:
        """True after the first heading that is not the sheet's title."""
        return any(not heading.is_title for heading in self.headings)

    def push_heading(self, heading: Heading, *, recorded: bool = True, follows_at_once: bool = False) -> None:
        """Put a heading into the chain. One that is not recorded has its words in a statement.

        A heading without marks that follows another one of its level at once, with no words between, stands under it.
        """
        if follows_at_once and self.chain and self.chain[-1].level == heading.level and heading.level in (CAPITALS, SMALL):
            heading = replace(heading, level=heading.level + 1)
        if recorded:
            self.headings.append(heading)
        self.chain = (*(above for above in self.chain if above.level < heading.level), heading)

    def end_table(self) -> None:
        """Leave a table: its head is above no other words."""
        self.chain = tuple(heading for heading in self.chain if heading.level != TABLE)

    def leave_numbers(self, numbers: tuple[str, ...]) -> None:
        """Leave the numbered headings that an entry with numbers is not under."""
        while self.chain and self.chain[-1].numbers and not any(_is_under(number, self.chain[-1]) for number in numbers):
            self.chain = self.chain[:-1]

    def leave_label(self) -> None:
        """Leave a heading that is a label, such as `Notes:`."""
        if self.chain and self.chain[-1].label:
            self.chain = self.chain[:-1]

    def kind_above(self) -> Kind | None:
        """Return the kind that the innermost heading with one gives to the words under it."""
        return next((heading.label for heading in reversed(self.chain) if heading.label), None)


def _is_under(number: str, heading: Heading) -> bool:
    """Return True if a number is that of a heading or of a case under it: 13.2 is under 13.0 and 13, and 13a is not."""
    stem = heading.numbers[0].removesuffix(".0")
    return number == stem or number.startswith(stem if "." in stem else f"{stem}.")


def level_of(block: Block, words: str) -> int:
    """Return the level of a heading by its marks or its letters."""
    if block.level:
        return block.level * STEP
    if CODE.search(words):
        return CODED
    if VERSIONS.fullmatch(words):
        return VERSION
    return CAPITALS if is_in_capitals(words) else SMALL


def is_component(text: str) -> bool:
    """Return True if a heading names a part of the game, such as `Counters`: it is not the sheet's title."""
    return STANDALONE.fullmatch(text) is not None and not SHEETS.search(text)
