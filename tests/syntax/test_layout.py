"""Where a text has no beginning: the place that is said of a file that is empty, or begins with blanks."""

from __future__ import annotations

import pytest

from rulewright.base.source import Source
from rulewright.syntax.parser import parse_source


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


WORDS_AT_THE_END = ("a,", "not", "a and", "a or", "1 +", "1 -", "2 *", "4 /", "a is")
"""What a line may end with that only begins something: the next line goes on with it, however it begins."""


@pytest.mark.parametrize("end", WORDS_AT_THE_END)
def test_a_line_that_ends_with_what_something_follows_goes_on(end: str) -> None:
    left, right = ("p(", ")") if end == "a," else ("", " is 3") if end[0].isdigit() else ("", "")
    whole = f"case 1.1\n  may go when {left}{end} b{right}\n"
    parted = f"case 1.1\n  may go when {left}{end}\n    b{right}\n"
    (one,), found = parse_source(Source("a.case", whole))
    (other,), found_too = parse_source(Source("a.case", parted))
    assert not found and not found_too
    assert one.block == other.block


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("may go @AA-001, @AA-002", "tags are separated by spaces, without a comma"),
        ("may go @AA-001 , @AA-002", "tags are separated by spaces, without a comma"),
        ("may go @AA-001 when a", "the tag `@AA-001` is inside a line"),
        ("may go @aa-1", "`@aa-1` is not a tag"),
    ],
)
def test_what_is_said_of_tags_that_are_out_of_place(line: str, message: str) -> None:
    _, (found, *_) = parse_source(Source("a.case", f"case 1.1\n  {line}\n"))
    assert (found.code, found.message) == ("RW008", message)
