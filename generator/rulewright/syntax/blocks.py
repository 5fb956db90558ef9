"""A file is cut into blocks before anything is read: a block is a line at the margin with everything indented under it.

So a mistake costs at most its own block, and a block that was read before need not be read again.
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
    """The blocks of a file in order; what stands above the first line at the margin (comments) belongs to the first block.

    >>> split_blocks('case 1 "One"\\n  "Text."\\n\\ncase 2 "Two"\\n')
    [Block(first_line=1, text='case 1 "One"\\n  "Text."\\n'), Block(first_line=4, text='case 2 "Two"\\n')]
    """
    blocks: list[Block] = []
    line = 1
    parts = _MARGIN.split(text)
    if len(parts) > 1 and not _says_something(parts[0]):
        parts[0:2] = [parts[0] + "\n" + parts[1]]
    for at, part in enumerate(parts):
        if at or _says_something(part):  # all but the first begin with a word at the margin
            blocks.append(Block(line, part))
        line += part.count("\n") + 1
    return blocks


def _says_something(part: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in part.split("\n"))
