"""`faults.md`, executed: every finding stands on the line that the text says, and there are no others."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulebook.books import build

PAGE = Path(__file__).with_name("faults.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```rulewright\n(.*?)^```", re.MULTILINE | re.DOTALL)
MARK = re.compile(r"# (error|warning): ((?:\[RW\d+\] ?)+)")


def blocks() -> list[tuple[int, str]]:
    return [(PAGE.count("\n", 0, match.start()) + 1, match[1]) for match in BLOCK.finditer(PAGE)]


def expected(text: str) -> set[tuple[int, str, str]]:
    found: set[tuple[int, str, str]] = set()
    for number, line in enumerate(text.split("\n"), 1):
        for severity, listed in MARK.findall(line):
            found.update((number, code, severity) for code in re.findall(r"RW\d+", listed))
    return found


@pytest.mark.parametrize(("at", "text"), blocks(), ids=lambda value: str(value) if isinstance(value, int) else "")
def test_block(at: int, text: str) -> None:
    _, findings = build(text)
    found = {(one.labels[0].location.line, one.code, one.severity.value) for one in findings}
    assert found == expected(text), [(one.code, one.message, one.labels) for one in findings]


def test_there_are_blocks_of_both_kinds() -> None:
    assert sum(not expected(text) for _, text in blocks()) >= 8
    assert len({code for _, text in blocks() for _, code, _ in expected(text)}) >= 17


def test_a_number_used_again_and_again_is_one_finding_that_says_how_often() -> None:
    _, findings = build("".join(f'case 8.6 "Weather"\n  "{words}."\n' for words in ("Mud", "Snow", "Ice")))
    assert [one.message for one in findings] == ["the number 8.6 is used 3 times"]
