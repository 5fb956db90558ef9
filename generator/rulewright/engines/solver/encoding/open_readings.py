"""Answers where readings are left open: what all of their choices agree on."""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.world import SwitchVariable
from rulewright.engines.solver.formula.space import FALSE
from rulewright.engines.solver.formula.symbolic import Value, restricted, support


def left_open(encoder: Encoder, value: Value, chosen: Iterable[str]) -> Value:
    """The answer where readings other than those `chosen` are left open: what all of their choices agree on, else undetermined."""
    space = encoder.space
    wanted = set(chosen)
    for variable in sorted(support(space, value)):
        key = space.keys[variable]
        if isinstance(key, SwitchVariable) and key.what == "reading" and key.name not in wanted:
            value = _agreed(encoder, [restricted(space, value, variable, 1 << n) for n in range(len(space.values[variable] or ()))])
    return value


def _agreed(encoder: Encoder, several: list[Value]) -> Value:
    """What several answers agree on."""
    algebra, space = encoder.algebra, encoder.space
    first, others = several[0], several[1:]
    cases = []
    for where, leaf in first.cases:
        alike = [space.either(*[space.both(there, algebra.leaves_equal(leaf, found)) for there, found in other.cases]) for other in others]
        cases.append((space.both(where, *alike), leaf))
    bad = space.both(*[algebra.ill(one) for one in several])
    return Value(tuple((where, leaf) for where, leaf in cases if where != FALSE), bad)
