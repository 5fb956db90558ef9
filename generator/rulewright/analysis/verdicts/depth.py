"""The depths to which the rules of a book are looked into."""

from __future__ import annotations

from enum import IntEnum


class Depth(IntEnum):
    """A depth to which questions are looked into; each takes in those before it, and adds findings of its own."""

    ERRORS = 0
    """Errors and warnings."""
    NOTES = 1
    """Notes that an editor will want: rules that can be left out."""
    ALL = 2
    """Notes that come by the dozen and ask for nothing to be mended: overlaps with the same answer, readings that matter."""

    @property
    def title(self) -> str:
        return self.name.lower()
