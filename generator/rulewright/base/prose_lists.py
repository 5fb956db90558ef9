"""Several words as a sentence lists them."""

from __future__ import annotations

from collections.abc import Iterable


def listing(words: Iterable[str], last: str = "or") -> str:
    """`clear, mud or snow`; empty where there are no words."""
    found = list(words)
    return found[0] if len(found) == 1 else f"{', '.join(found[:-1])} {last} {found[-1]}" if found else ""
