"""a piece is set up on a hex that is not on the map

## What it does
Compares the places of set-up lines with the maps that the book declares.

## Why it matters
A set-up nobody can carry out; nearly always two digits have changed places.

## Example
```case
map europe "Map of Europe": A0101..A6050, B0101..B6050

scenario 19.32 "The campaign of 1809"
  place french_depot "French depot" at B4294
```

## Use instead
```case
map europe "Map of Europe": A0101..A6050, B0101..B6050

scenario 19.32 "The campaign of 1809"
  place french_depot "French depot" at B4249
```

## Limits
A name without digits (`fleurus`) is the name of a town, not of a hex, and is not looked up. A range `A0101..A6050` has columns 01 to 60 and
rows 01 to 50. Gaps inside the ranges (sea, margins) are not known.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.suggestions import did_you_mean
from rulewright.checks.common.check import Check, CheckInput, at_node
from rulewright.checks.indexes.edition_index import clause_number
from rulewright.syntax import nodes

CHECK = Check("RW314", "off-the-map", Severity.ERROR)
HEX = re.compile(r"([A-Za-z_]*)([0-9]+)")


def find(check_input: CheckInput) -> Iterator[Diagnostic]:
    maps = [declared.node for declared in check_input.book.declarations if isinstance(declared.node, nodes.Map)]
    if not maps:
        return
    ranges = [ends for map_node in maps for ends in map_node.ranges]
    for clause, line, origin in check_input.edition_index.lines_in_force():
        if not isinstance(line, nodes.Setup):
            continue
        for hex_name in line.at:
            if HEX.fullmatch(hex_name) and not any(is_in_range(hex_name, first, last) for first, last in ranges):
                number = clause_number(clause)
                yield CHECK.finding(
                    f"`{line.piece}` is set up on `{hex_name}`, and no map has such a hex",
                    [at_node(origin, line)],
                    help=did_you_mean(hex_name, [end for ends in ranges for end in ends]) or f"the maps have {_ranges_text(ranges)}",
                    cases=[number],
                )


def is_in_range(hex_name: str, first: str, last: str) -> bool:
    """Return True for a hex in a range of its map: same letters, as many digits, column and row (halves of the digits) between the ends."""
    if hex_name in (first, last):
        return True
    parts = [HEX.fullmatch(name) for name in (hex_name, first, last)]
    if not all(parts):
        return False
    (letters, digits), (low_letters, low), (high_letters, high) = (part.groups() for part in parts if part is not None)
    if not letters == low_letters == high_letters or not len(digits) == len(low) == len(high):
        return False
    half = len(digits) // 2 if len(digits) % 2 == 0 else 0
    return low[:half] <= digits[:half] <= high[:half] and low[half:] <= digits[half:] <= high[half:]


def _ranges_text(ranges: list[tuple[str, str]]) -> str:
    return ", ".join(first if first == last else f"{first} to {last}" for first, last in ranges)
