"""The words of a sheet that no statement and no heading has: the guarantee that nothing is lost does not depend on any reader."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

WORD = re.compile(r"[^\W_]")


def unread_stretches(text: str, ranges: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the stretches with a word that lie in none of the ranges, in order."""
    offset = 0
    for start, end in (*sorted(ranges), (len(text), len(text))):
        if start > offset and WORD.search(text, offset, start):
            lead = text[offset:start]
            yield offset + len(lead) - len(lead.lstrip()), offset + len(lead.rstrip())
        offset = max(offset, end)
