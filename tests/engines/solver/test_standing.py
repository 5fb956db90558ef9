"""Which rules stand, over all situations at once: in each situation as the interpreter settles it there.

Rules are nodes with a condition, and arrows lead from a rule to those that it goes before. In each of a dozen situations conditions and
arrows are drawn: true, false, open, or open by conflict. What `core.standing` makes of them as formulas is held, situation by situation,
against what it makes of them there, with circles of every length.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from rulewright.core.standing import settle_nodes
from rulewright.engines.interpreter.kleene import KLEENE
from rulewright.engines.interpreter.unknown import CONFLICT, SILENT, Unknown
from rulewright.engines.solver.encoding.labelling import number_choices
from rulewright.engines.solver.formula.space import BOTH, EITHER, FALSE, LITERAL, TRUE, Formula, Space
from rulewright.engines.solver.formula.symbolic import Algebra, Truth

SITUATIONS = 12


class Situations:
    """So many situations as one variable, and formulas that hold in some of them."""

    def __init__(self) -> None:
        self.space = Space()
        self.variable = self.space.variable("situation", tuple(range(SITUATIONS)))

    def where(self, holds: Sequence[bool]) -> Formula:
        """The formula that holds in these."""
        mask = sum(1 << number for number, one in enumerate(holds) if one)
        return FALSE if not any(holds) else TRUE if all(holds) else self.space.literal(self.variable, mask)

    def truth(self, drawn: Sequence[Any]) -> Truth:
        """What has these truths, situation by situation."""
        bad = [isinstance(one, Unknown) and one.conflict for one in drawn]
        return Truth(self.where([one is True for one in drawn]), self.where([one is False for one in drawn]), self.where(bad))

    def holds(self, formula: Formula, number: int) -> bool:
        """Whether a formula holds in a situation."""
        parts = self.space.parts[formula]
        match self.space.kinds[formula]:
            case found if found == BOTH:
                return all(self.holds(part, number) for part in parts)
            case found if found == EITHER:
                return any(self.holds(part, number) for part in parts)
            case found if found == LITERAL:
                return bool(parts[1] >> number & 1)
            case _:  # open: no other kinds are made here
                return formula == TRUE


def drawn(rng: Random, false: float) -> list[Any]:
    """A truth for each situation; `false` says how often it is no."""
    rest = (True, True, True, SILENT, CONFLICT)
    return [False if rng.random() < false else rng.choice(rest) for _ in range(SITUATIONS)]


def said(conditions: list[Any], arrows: dict[tuple[int, int], Any]) -> list[str]:
    """How each node stands in one situation, as the interpreter settles it."""
    attackers = [
        [(by, edge) for (by, node), edge in arrows.items() if node == this and edge is not False] for this in range(len(conditions))
    ]
    words = {True: "stands", False: "out"}
    return [words.get(truth) or ("conflict" if truth.conflict else "open") for truth in settle_nodes(KLEENE, conditions, attackers)]


def agree(conditions: list[list[Any]], arrows: dict[tuple[int, int], list[Any]]) -> None:
    """Hold the formulas against the interpreter, in every situation."""
    made = Situations()
    attackers = [[(by, made.truth(truths)) for (by, node), truths in arrows.items() if node == this] for this in range(len(conditions))]
    settled = settle_nodes(Algebra(made.space), [made.truth(one) for one in conditions], attackers)
    for number in range(SITUATIONS):
        wanted = said([one[number] for one in conditions], {arrow: truths[number] for arrow, truths in arrows.items()})
        words = []
        for one in settled:
            stands, out, bad = (made.holds(formula, number) for formula in (one.yes, one.no, one.conflict))
            assert not (stands and out)
            words.append("stands" if stands else "out" if out else "conflict" if bad else "open")
        assert words == wanted


@pytest.mark.parametrize("seed", range(12))
def test_rules_stand_as_the_interpreter_settles_them_in_each_situation(seed: int) -> None:
    rng = Random(seed)
    for _ in range(12):
        count = rng.randint(1, 7)
        pairs = [(by, node) for by in range(count) for node in range(count)]
        arrows = {pair: drawn(rng, 0.4) for pair in rng.sample(pairs, rng.randint(0, min(len(pairs), 2 * count)))}
        agree([drawn(rng, 0.25) for _ in range(count)], arrows)


@pytest.mark.parametrize("length", range(1, 9))
def test_a_long_circle_that_something_breaks_is_settled_to_its_end(length: int) -> None:
    """Each step of a circle waits for the one before it: what breaks it in one place is known in the last after as many steps."""
    rng = Random(length)
    order = rng.sample(range(length), length)
    arrows = {(by, node): [True] * SITUATIONS for by, node in zip(order, order[1:] + order[:1], strict=True)}
    conditions: list[list[Any]] = [[True] * SITUATIONS for _ in range(length)]
    for number in range(SITUATIONS - 1):
        conditions[rng.randrange(length)][number] = rng.choice((False, False, SILENT, CONFLICT))
    agree(conditions, arrows)


def test_what_is_open_in_a_region_is_chosen_together_where_it_is_never_open_together() -> None:
    space = Space()
    place = space.variable("place", tuple(range(6)))

    def at(*places: int) -> Formula:
        return space.literal(place, sum(1 << one for one in places))

    opened = {"a": at(0), "b": at(1, 2), "c": at(2, 3), "d": at(4), "e": at(0, 4)}
    # `d` is not open here, where it alone is open together with `e`.
    assert number_choices(Algebra(space), opened, at(0, 1, 2, 3)) == {"a": 0, "b": 0, "c": 1, "e": 1}
    assert number_choices(Algebra(space), opened, at(5)) == {}
