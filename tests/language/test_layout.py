"""Where a text has no beginning: the place that is said of a file that is empty, or begins with blanks."""

from __future__ import annotations

import pytest

from rulewright.language.parse import parse_source
from rulewright.source import Source


@pytest.mark.parametrize(
    ("text", "code", "place"),
    [
        ("", "RW019", (1, 1, 1, 1)),
        ("\n\n# nothing\n", "RW019", (1, 1, 1, 1)),
        ("\n  case 1\n", "RW003", (2, 3, 2, 9)),
        ("\n\n\u00a0case 1\n", "RW003", (3, 1, 3, 8)),
    ],
)
def test_the_place_of_what_is_wrong_with_the_beginning(text: str, code: str, place: tuple[int, int, int, int]) -> None:
    _, findings = parse_source(Source("a.case", text))
    at = findings[0].labels[0].location
    assert (findings[0].code, (at.line, at.column, at.end_line, at.end_column)) == (code, place)
