"""Which declarations share a name: types one set, what rules speak of another, measures and terms each their own."""

from __future__ import annotations

from itertools import combinations, combinations_with_replacement

import pytest

from rulebook.books import build

BEFORE = "record unit\n  tired: yes/no\n"
TYPES = ("enum same: one, two", 'scale same: "1-2", "1-1"', "record same\n  old: yes/no", 'map same "A map": A0101..A0202')
SPOKEN_OF = ("fact same: yes/no", "value same: 0..9", "predicate same", "group same: units u with u.tired", "verdict same")
ALONE = ('measure same "a measure"', 'term "same" "A word."')


def twice(one: str, other: str) -> list[str]:
    """What is said of two declarations."""
    _, findings = build(f"{BEFORE}{one}\n{other}\n")
    return [found.message for found in findings if found.code == "RW103"]


@pytest.mark.parametrize(
    ("one", "other"),
    [pair for several in (TYPES, SPOKEN_OF, *((one,) for one in ALONE)) for pair in combinations_with_replacement(several, 2)],
)
def test_a_name_is_declared_once_among_its_own(one: str, other: str) -> None:
    (said,) = twice(one, other)
    kinds = [text.split()[0] for text in (one, other)]
    two_kinds = kinds[0] != kinds[1] and one not in TYPES
    assert said == f"`same` is declared as a {kinds[0]} and as a {kinds[1]}" if two_kinds else said.endswith("`same` is declared twice")


@pytest.mark.parametrize(("one", "other"), list(combinations((TYPES[0], SPOKEN_OF[2], *ALONE), 2)))
def test_a_name_may_be_of_several_sorts(one: str, other: str) -> None:
    assert not twice(one, other)
