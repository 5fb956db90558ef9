"""Answers under open readings: the answer common to all of their choices."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.world import SwitchVariable
from rulewright.engines.solver.formula.space import FALSE
from rulewright.engines.solver.formula.symbolic import Value, restrict_value, support_of


def common_answer_of_readings(encoder: Encoder, value: Value, fixed_readings: Iterable[str]) -> Value:
    """Return the answer common to all choices of the readings that are not in `fixed_readings`; undetermined where they disagree."""
    space = encoder.space
    fixed = set(fixed_readings)
    for variable in sorted(support_of(space, value)):
        key = space.keys[variable]
        if isinstance(key, SwitchVariable) and key.what == "reading" and key.name not in fixed:
            value = _common_answer(
                encoder, [restrict_value(space, value, variable, 1 << n) for n in range(len(space.values[variable] or ()))]
            )
    return value


def _common_answer(encoder: Encoder, answers: list[Value]) -> Value:
    """Return the answer on which several answers agree, undefined elsewhere."""
    algebra, space = encoder.algebra, encoder.space
    first, others = answers[0], answers[1:]
    cases = []
    for guard, leaf in first.cases:
        matches = [
            space.disjunction(
                *[space.conjunction(rest_guard, algebra.leaves_equal(leaf, rest_leaf)) for rest_guard, rest_leaf in other.cases]
            )
            for other in others
        ]
        cases.append((space.conjunction(guard, *matches), leaf))
    # All choices must clash for the answer to: where some have no value for another reason, it is undetermined.
    clash = space.conjunction(*[algebra.clash_region(answer) for answer in answers])
    outside = space.conjunction(*[algebra.outside_region(answer) for answer in answers])
    bad = space.disjunction(clash, algebra.marked_out_of_range(outside))
    return Value(tuple((guard, leaf) for guard, leaf in cases if guard != FALSE), bad)
