"""The Markdown files beside this one are tests: every finding stands on the line that says so, and no other (see README.md)."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

import pytest

from rulewright.syntax.parser import parse_source, source_of

_FENCE = re.compile(r"^```case\n(.*?)^```$", re.S | re.M)
_EXPECTED = re.compile(r" *# (error|warning): ((?:\[RW\d{3}\](?: \d+)?(?:, )?)+)$")
_ONE = re.compile(r"\[(RW\d{3})\](?: (\d+))?")


class Block(NamedTuple):
    """One block of a literate test, with the line of the Markdown file on which it begins."""

    file: str
    line: int
    text: str


def _blocks() -> list[Block]:
    found = []
    for path in sorted(Path(__file__).parent.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for match in _FENCE.finditer(text):
            found.append(Block(path.name, text.count("\n", 0, match.start(1)) + 1, match[1]))
    return found


@pytest.mark.parametrize("block", _blocks(), ids=lambda block: f"{block.file}:{block.line}")
def test_findings_are_where_the_text_says(block: Block) -> None:
    expected = set()
    lines = []
    for number, line in enumerate(block.text.split("\n"), 1):
        match = _EXPECTED.search(line)
        lines.append(line[: match.start()] if match else line)
        if match:
            expected |= {(number, match[1], code, int(column or 0)) for code, column in _ONE.findall(match[2])}
    _, diagnostics = parse_source(source_of("x.case", "\n".join(lines)))
    columns = {(number, code): column for number, _, code, column in expected}
    found = set()
    for one in diagnostics:
        place = one.labels[0].location
        column = place.column if columns.get((place.line, one.code)) else 0
        found.add((place.line, str(one.severity), one.code, column))
    assert found == expected, [(one.message, one.labels[0].location) for one in diagnostics]
    assert len(diagnostics) == len(expected)
