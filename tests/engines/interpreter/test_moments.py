"""The moment of a rule: `while`, `only while`, held against the rules that they are short for, in every situation."""

from __future__ import annotations

from itertools import product

import pytest

from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from semantics.small import codes, core_of

VOCABULARY = """
enum phase: fire, march, rally
fact phase: phase
record unit
  ready: yes/no
  foot: yes/no
value reach(u: unit): 0..9
  base is the one
  late plus the sum
predicate free(u: unit)
verdict shoot(u: unit)
verdict rest(u: unit)
verdict roll(u: unit)
"""

SHORT = """
case 1
  while phase is fire
    near: reach(u) is 2 when u.ready
    reach(u) is 1 when not u.ready
  while phase in {fire, march} and u.foot
    add 3 to reach(u) at late unless u.ready
    free(u) always
    not free(u) when u.ready
      overrides 1.4
  only while phase is fire
    may shoot(u) when any of
      a. u.ready
      b. u.foot
  may rest(u) only while phase is rally unless u.foot
  may rest(u) when phase is rally and u.foot
  may roll(u)
  only while phase is rally
    must roll(u) when u.ready
"""

LONG = """
case 1
  near: reach(u) is 2 when phase is fire and u.ready
  reach(u) is 1 when phase is fire and not u.ready
  add 3 to reach(u) at late when phase in {fire, march} and u.foot and not u.ready
  free(u) when phase in {fire, march} and u.foot
  not free(u) when phase in {fire, march} and u.foot and u.ready
    overrides 1.4
  may shoot(u) when phase is fire and (u.ready or u.foot)
  may not shoot(u) when not (phase is fire)
  may rest(u) when phase is rally and not u.foot
  may not rest(u) when not (phase is rally)
  may rest(u) when phase is rally and u.foot
  may roll(u)
  must roll(u) when phase is rally and u.ready
  need not roll(u) when not (phase is rally)
"""

PHASES = ("fire", "march", "rally", None)
YES_NO = ("yes", "no", None)


def outcomes(text: str, question: str) -> list[tuple[object, ...]]:
    """The outcome of a question in every situation, known and unknown facts alike."""
    book = core_of(VOCABULARY + text)
    found: list[tuple[object, ...]] = []
    for phase, ready, foot in product(PHASES, YES_NO, YES_NO):
        facts = {name: value for name, value in (("phase", phase), ("u.ready", ready), ("u.foot", foot)) if value is not None}
        answer: Answer = ask(book, question, facts)
        found.append((*answer.outcome, tuple(fact.fact for fact in answer.missing)))
    return found


@pytest.mark.parametrize("question", ["reach(u)", "free(u)", "shoot(u)", "rest(u)", "roll(u)"])
def test_a_moment_is_short_for_conditions(question: str) -> None:
    short = outcomes(SHORT, question)
    assert short == outcomes(LONG, question)
    assert len(set(short)) >= 3


def test_a_leave_outside_its_moment_is_none_and_the_answer_says_why() -> None:
    answer = ask(core_of(VOCABULARY + SHORT), "shoot(u)", {"phase": "march", "u.ready": "yes"})
    assert (answer.value, [reason.rule for reason in answer.because]) == ("forbidden", ["1.6"])
    assert answer.because[0].says == "may shoot(u) only while phase is fire when any of: a. u.ready; b. u.foot"
    silent = ask(core_of(VOCABULARY + SHORT), "shoot(u)", {"phase": "fire", "u.ready": "no", "u.foot": "no"})
    assert silent.undetermined is not None


def test_a_moment_may_name_a_variable_of_its_rules_only() -> None:
    assert codes(VOCABULARY + "case 1\n  while v.ready\n    free(u) when u.foot\n") == ["RW206"]
