"""Three ways of rounding in one stage: which of them clash depends on the value, and so does which of them stand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from engines.interpreter.test_meaning import BY_OPTION, POSSIBLE, SWITCHES, THREE_WAYS, Meant, parts
from engines.solver.test_formulas import difference
from rulewright.analysis.verdicts.context import all_stand
from rulewright.analysis.verdicts.decide import Decider, decide
from rulewright.base.keywords import Verb
from rulewright.core.lower import lower
from rulewright.engines.solver.questions.point import Point
from rulewright.semantics.model import Program
from semantics.small import core_of

QUARTERS = THREE_WAYS.replace("1/2", "1/4")
UNSETTLED = THREE_WAYS.replace("    overrides 1.4.1\n", "")


def program_of(text: str) -> Program:
    """Under `snow` *to nearest* goes before *up* by the policy, *up* before *down* by a statement; no line has *to nearest* and *down*."""
    program: Program = parts(Meant("", text, "", ("", None), BY_OPTION, SWITCHES))[0]
    return program


def clashing(text: str) -> set[frozenset[str]]:
    """The ways of rounding of which it is reported that they contradict each other."""
    found = decide(lower(program_of(text))).findings
    return {frozenset(one.rules) for one in found if set(one.rules) < {"1.2.1", "1.3.1", "1.4.1"} and len(one.rules) == 2}


@pytest.mark.parametrize("text", [THREE_WAYS, QUARTERS, POSSIBLE, UNSETTLED])
def test_the_formulas_are_those_of_the_brute_force(text: str) -> None:
    assert difference(program_of(text)) == ""


def test_what_is_rounded_alike_goes_before_nothing() -> None:
    """Of halves *to nearest* and *up* are alike: *up* stands, and *down* gives way to it. Without that it contradicts both."""
    assert clashing(THREE_WAYS) == set()
    assert clashing(QUARTERS) == set()
    assert clashing(UNSETTLED) == {frozenset({"1.2.1", "1.4.1"}), frozenset({"1.3.1", "1.4.1"})}


WHOLE_OR_NOT = """
fact lots: 0..2 by 1/2
value worth: 0..9 by 1/2
  sum is the one
  whole rounded
case 1.1
  worth is lots
case 1.2
  worth is rounded up
case 1.3
  worth is rounded down
"""


@pytest.mark.parametrize(("lots", "contradict"), [(Fraction(1, 2), True), (1, False), (Fraction(3, 2), True), (2, False)])
def test_two_roundings_that_stand_are_shown_to_contradict_only_where_they_differ(lots: Fraction, contradict: bool) -> None:
    core = core_of(WHOLE_OR_NOT)
    with Decider(core).question_context(core.questions["worth"]) as context:
        one, other = [live for live in context.formulas.rules if live.rule.verb is Verb.ROUNDED]
        point = Point("worth", (), {("lots", ()): lots}, {})
        assert all_stand(one, other, alike=False)(context.witnesses.evaluate(point)) is contradict
