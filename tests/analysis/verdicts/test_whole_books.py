"""Two whole books of kinds that none of the shipped ones has: `check` finds the contradictions that were put in, and no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from engines.solver.some_books import read
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.precedence_pairs import settle_pairs
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.ask import ask

WHOLE = Path(__file__).parent / "whole"
PUT_IN = {
    "relay": [
        ("speak", "1.9.1 1.9.2"),
        ("start", "1.3.1 1.4.1"),
        ("train", "1.5.injured 1.6.1"),
        ("train", "1.5.own 1.6.1"),
    ],
    "potluck": [
        ("begin", "1.3.1 1.4.1"),
        ("eat", "1.5.1 1.6.1"),
        ("praise", "2.2.1 2.2.3"),
        ("sit", "1.7.1 1.7.2"),
    ],
}
UNDECIDED = {"relay": [("appeal", "2.1.1"), ("win", "1.8.1")], "potluck": [("praise", "2.2.largest"), ("smallest", "")]}
"""What asks how two collections over one kind go together: the least and the greatest of the same things, a sum and one that adds to it."""


def core_of(name: str) -> Core:
    program, errors = read(
        {"rulebook.case": (WHOLE / name / "rulebook.case").read_text(encoding="utf-8")}, "rules" if name == "relay" else "letter"
    )
    assert not errors, errors
    return lower(program)


@pytest.mark.parametrize("name", PUT_IN)
def test_the_contradictions_that_were_put_in_are_found(name: str) -> None:
    core = core_of(name)
    decided = decide(core)
    wrong = [one for one in decided.findings if one.kind is not FindingKind.OVERLAP]
    assert {one.kind for one in wrong} == {FindingKind.CONTRADICTION}
    assert sorted((one.question, " ".join(one.rules)) for one in wrong) == PUT_IN[name]
    assert sorted((one.question, one.rule) for one in decided.not_analysed) == UNDECIDED[name]
    for finding in wrong:
        case = finding.situation
        assert case is not None
        answer = ask(core, case.question, dict(case.facts), world=dict(case.world), closed=True)
        assert answer.status == "conflict"


@pytest.mark.parametrize("name", PUT_IN)
def test_pairs_are_listed_or_said_to_be_undecided(name: str) -> None:
    """Each contradiction is a pair that nothing settles."""
    settled = settle_pairs(core_of(name))
    unsettled = sorted((one.question, " ".join(one.rules)) for one in settled.settled if not one.principle)
    assert unsettled == PUT_IN[name]
    assert {one.question for one in settled.not_analysed} <= {question for question, _ in UNDECIDED[name]}
