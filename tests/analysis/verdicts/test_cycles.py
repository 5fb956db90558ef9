"""Circles of precedence: the decision against the interpreter asked in every situation."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.witness import Witnesses
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.solver.cone import Cones
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.world import FactVariable
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.symbolic import Value
from rulewright.engines.solver.questions.point import Point
from rulewright.semantics.terms import FactKey
from semantics.small import resolved

NAMES = ("a", "b", "c")
FACTS = "".join(f"fact {name}: yes/no\n" for name in NAMES)


def core_of(text: str) -> Core:
    program, findings = resolved(text)
    assert not findings, [found.message for found in findings]
    return lower(program)


def some_book(rng: Random, cases: int = 3) -> str:
    """Cases with one rule each, whose answers all differ, and statements between them with conditions."""
    text = FACTS + "value x: 0..9\n  otherwise 0\n"
    for number in range(1, cases + 1):
        text += f"case {number}.1\n  x is {number} when {condition(rng)}\n"
        for other in range(1, cases + 1):
            if other != number and rng.random() < 0.6:
                text += f"    overrides {other}.1 when {condition(rng)}\n"
    return text


def condition(rng: Random) -> str:
    return f" {rng.choice(('and', 'or'))} ".join(rng.choice(("", "not ")) + name for name in rng.sample(NAMES, rng.randint(1, 2)))


def goes_round(witnesses: Witnesses, values: tuple[bool, ...]) -> bool:
    """Whether the interpreter finds a rule on a circle in a situation."""
    facts: dict[FactKey, Any] = {(name, ()): value for name, value in zip(NAMES, values, strict=True)}
    return any(weighed.is_cyclic for weighed in witnesses.evaluate(Point("x", (), facts, {})).claims)


@pytest.mark.parametrize("seed", range(120))
def test_a_circle_is_found_where_some_situation_reaches_it(seed: int) -> None:
    core = core_of(some_book(Random(seed)))
    witnesses = Witnesses(core)
    reached = any(goes_round(witnesses, values) for values in product((True, False), repeat=len(NAMES)))
    found = [one for one in decide(core).findings if one.kind is FindingKind.OVERRIDE_CYCLE]
    assert bool(found) is reached
    for one in found:
        assert one.situation is not None
        assert ask(core, "x", dict(one.situation.facts)).status is Status.CONFLICT


@pytest.mark.parametrize("cases", [4, 5, 6])
def test_large_circles_are_looked_into(cases: int) -> None:
    """Most questions with circles of many rules are analysed, and their answers are the interpreter's in every situation."""
    refused = 0
    for seed in range(12):
        core = core_of(some_book(Random(seed), cases))
        encoder = Encoder(core, Cones(core).world_needs())
        try:
            answer = encoder.algebra.as_value(encoder.encode_answer("x", ()))
        except NotAnalysable:
            refused += 1
            continue
        refused += bool(encoder.holes)
        most = max([len(encoder.space.values[one] or ()) for one in encoder.holes], default=1)
        for values in product((True, False), repeat=len(NAMES)):
            asked = ask(core, "x", {name: "yes" if value else "no" for name, value in zip(NAMES, values, strict=True)})
            possible = {told(encoder, answer, values, number) for number in range(most)}
            assert (asked.value if asked.status is Status.ANSWERED else asked.status) in possible
            assert len(possible) == 1 or encoder.holes
    assert refused <= (1, 4, 6)[cases - 4]


def told(encoder: Encoder, answer: Value, values: tuple[bool, ...], hole: int) -> Any:
    """What a formula says of one situation, where what is not followed is taken in this way."""
    space = encoder.space
    variables = [space.variable_named(FactVariable(name, ())) for name in NAMES]
    point = {variable: (space.values[variable] or ()).index(value) for variable, value in zip(variables, values, strict=True)}
    point |= dict.fromkeys(encoder.holes, hole)
    found = [leaf for where, leaf in answer.cases if space.evaluate(where, point)]
    return found[0] if found else Status.CONFLICT if space.evaluate(answer.conflict, point) else Status.UNDETERMINED


def test_the_seeds_reach_both() -> None:
    kinds = {any(one.kind is FindingKind.OVERRIDE_CYCLE for one in decide(core_of(some_book(Random(seed)))).findings) for seed in range(20)}
    assert kinds == {True, False}
