"""What a reader can find of a formal line in prose: the numbers of every kind of node, and the words."""

from __future__ import annotations

import pytest

from rulewright.checks.indexes.sentence_words import numbers_in_node, words_in_node, written_numbers
from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_source, source_of


def of_a_case(line: str) -> nodes.Node:
    """The node of a line of a case."""
    (placed,), faults = parse_source(source_of("x.case", f"case 1\n  {line}\n"))
    assert not faults, [fault.message for fault in faults]
    assert isinstance(placed.block, nodes.Case)
    return placed.block.body[0]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("v is 5", {"5", "500", "1/20"}),
        ("v is -5", {"5", "500", "1/20"}),
        ("v is 1/2", {"1/2", "50", "1/200"}),
        ("may go when n is at least 5", {"4", "5", "6", "500", "1/20"}),
        ("v is 50 percent of n", {"1/2", "50", "2"}),
        ("v is 3 times n", {"3", "300", "1/3"}),
        ("may go when n in {2, 7}", {"2", "200", "1/50", "7", "700", "7/100"}),
        ("may go when some t from 4 to 6 with hot(t)", {"4", "6"}),
        ("component 12 \"Counters\"", {"12"}),
        ("may go when hill_27", {"27"}),
    ],
)  # fmt: skip
def test_numbers_of_every_kind(line: str, said: set[str]) -> None:
    assert {str(one) for one in numbers_in_node(of_a_case(line))} == said


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("may go when the number of units u is at least 2", []),
        ("may go when the number of units u is at least 3", ["3"]),
        ("may go when the number of units u is at most 2", ["2"]),
        ("may go when the greatest u.steps over units u is at least 2", ["2"]),
        ("may go when n is at least 2", ["2"]),
    ],
)
def test_at_least_two_of_a_count_says_several(line: str, written: list[str]) -> None:
    assert [str(one.value) for one in written_numbers(of_a_case(line))] == written


def test_names_are_taken_apart() -> None:
    assert {"force", "march", "old", "guard"} <= set(words_in_node(of_a_case("may force_march(u) when old_guard")))
