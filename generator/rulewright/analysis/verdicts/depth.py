"""The depths of analysis of a book's rules."""

from __future__ import annotations

from enum import IntEnum


class Depth(IntEnum):
    """A depth of analysis; each includes the findings of those before it."""

    ERRORS = 0
    """Errors and warnings."""
    ALL = 1
    """Notes that ask for no change: redundant rules, overlaps with the same answer, readings that matter."""

    @property
    def title(self) -> str:
        return self.name.lower()
