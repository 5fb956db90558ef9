"""What the manual says is refused without brackets is refused, line by line."""

from __future__ import annotations

import pytest

from rulewright.base.resources import site_folder
from rulewright.syntax.parser import parse_source, source_of

PAGE = site_folder() / "pages" / "language" / "expressions.md"
REFUSED = PAGE.read_text("utf-8").partition('case 9.6 "Refused"\n')[2].partition("```")[0].splitlines()


def test_there_are_refused_lines() -> None:
    assert len(REFUSED) == 8


@pytest.mark.parametrize("line", REFUSED, ids=str.strip)
def test_a_line_without_its_brackets_is_refused(line: str) -> None:
    _, found = parse_source(source_of("x.case", f'case 9.6 "Refused"\n{line}\n'))
    assert [one.code for one in found] == ["RW021"]
