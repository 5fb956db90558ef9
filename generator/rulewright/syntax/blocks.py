"""Splitting a file into blocks before parsing: a block is a line at the margin with everything indented under it.

So a mistake affects at most its own block, and an unchanged block need not be parsed again.
"""

from __future__ import annotations

import re
from typing import NamedTuple

_MARGIN = re.compile(r"\n(?=[^\s#])")


class Block(NamedTuple):
    """The text of one block, with the comments and blank lines that follow it, and the number of its first line in the file."""

    first_line: int
    text: str


def split_blocks(text: str) -> list[Block]:
    """Return the blocks of a file in order; comments above the first line at the margin belong to the first block.

    >>> split_blocks('case 1 "One"\\n  "Text."\\n\\ncase 2 "Two"\\n')
    [Block(first_line=1, text='case 1 "One"\\n  "Text."\\n'), Block(first_line=4, text='case 2 "Two"\\n')]
    """
    blocks: list[Block] = []
    line = 1
    parts = _MARGIN.split(text)
    if len(parts) > 1 and not _has_statement(parts[0]):
        parts[0:2] = [parts[0] + "\n" + parts[1]]
    for index, part in enumerate(parts):
        if index or _has_statement(part):  # all parts but the first begin with a word at the margin
            blocks.append(Block(line, part))
        line += part.count("\n") + 1
    return blocks


def _has_statement(part: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in part.split("\n"))
