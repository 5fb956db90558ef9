"""The depths of analysis of a book's rules."""

from __future__ import annotations

from enum import IntEnum


class Depth(IntEnum):
    """A depth of analysis; each includes the findings of those before it."""

    ERRORS = 0
    """Errors and warnings."""
    NOTES = 1
    """Notes for an editor: redundant rules."""
    ALL = 2
    """Notes that come by the dozen and ask for no change: overlaps with the same answer, readings that matter."""

    @property
    def title(self) -> str:
        return self.name.lower()
