"""Lists of words in a sentence."""

from __future__ import annotations

from collections.abc import Iterable


def listing(words: Iterable[str], last: str = "or") -> str:
    """Join words as a sentence does: `clear, mud or snow`; empty if there are no words."""
    items = list(words)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}" if items else ""
