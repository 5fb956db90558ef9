"""Which facts matter, where more situations are possible than can be held against one another in pairs."""

from __future__ import annotations

import pytest

from rulewright.engines.interpreter import relevance
from rulewright.engines.interpreter.ask import ask
from semantics.small import core_of

CLOCKS = """
fact used(n: 1..2): 0..9
fact played: 0..9
impossible when used(1) + used(2) is more than played
predicate over
predicate late
case 1.1
  over when used(1) is at least 5
  over when used(2) is at least 5
case 1.2
  late when played is at least 5
"""
TWINS = """
fact a: yes/no
fact b: yes/no
fact c: yes/no
impossible when a and not b
impossible when b and not a
predicate over
case 1.1
  over when a and b
"""


def missing(text: str, question: str, pairs: int, monkeypatch: pytest.MonkeyPatch) -> dict[str, bool]:
    """The facts that are missing, each with whether it is certain that it matters."""
    monkeypatch.setattr(relevance, "MAX_PAIRS_COMPARED", pairs)
    return {one.fact: one.certain for one in ask(core_of(text), question, {}, assume_usual=False).missing}


@pytest.mark.parametrize("pairs", [0, 1, 50, 200_000])
def test_what_alone_matters_is_known_without_looking_at_every_pair(pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """`played` makes situations impossible and changes no answer."""
    assert missing(CLOCKS, "over", pairs, monkeypatch) == {"used(1)": True, "used(2)": True}
    assert missing(CLOCKS, "late", pairs, monkeypatch) == {"played": True}


@pytest.mark.parametrize("pairs", [0, 1, 50])
def test_what_matters_with_another_is_certain_only_where_every_pair_was_looked_at(pairs: int, monkeypatch: pytest.MonkeyPatch) -> None:
    assert missing(TWINS, "over", pairs, monkeypatch) == dict.fromkeys("ab", pairs > 0)


def test_many_kinds_of_situation_are_compared_pair_by_pair(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = missing(CLOCKS, "over", 200_000, monkeypatch)
    monkeypatch.setattr(relevance, "MAX_LEAF_KINDS", 0)
    assert missing(CLOCKS, "over", 200_000, monkeypatch) == expected
    assert set(missing(CLOCKS, "over", 1, monkeypatch)) >= set(expected)
