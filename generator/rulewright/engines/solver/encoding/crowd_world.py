"""A world in which a thing stands for several that are alike, so that numbers and sums of many things are shown by few.

All that is said of one of them is said of each. Where rules tell things that are alike apart, the several may do something else than the
one: what is found here is replayed with all of them before it is reported.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.base.records import record
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.world import Needs, World
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.space import TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Algebra, Leaf

SEVERAL = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 100)
"""So many things may be stood for by one."""


@record
class Crowd:
    """How many things there may be of each kind of which many may matter, and for how many each may stand; first few are tried.

    The things are so many more than a question has arguments of the kind, but at least `fewest`.
    """

    more: int
    fewest: int
    steps: tuple[int, ...]


CROWDS = (Crowd(1, 6, (1, 4)),)
"""The crowds that are tried, one after the other."""


@record
class SeveralVariable:
    """How many things a thing stands for."""

    thing: str


class CrowdWorld(World):
    """A world with more things of some kinds; those that are no argument of any question may stand for several."""

    def __init__(self, core: Core, algebra: Algebra, needs: Needs, arguments: Mapping[str, int]) -> None:
        self._arguments = arguments
        super().__init__(core, algebra, needs)

    def number_of(self, thing: str) -> Leaf:
        """How many things a thing stands for."""
        kind = self.kinds[thing]
        if thing in self.things[kind][: self._arguments.get(kind, 0)]:
            return 1
        return numbers.variable_number(self.space.variable(SeveralVariable(thing), SEVERAL))

    def is_single(self, thing: str) -> Formula:
        """Where a thing stands for itself alone."""
        if self.number_of(thing) == 1:
            return TRUE
        return self.space.literal(self.space.variable_named(SeveralVariable(thing)), 1)

    def at_most(self, most: int) -> Formula:
        """Where no thing stands for more than so many."""
        mask = (1 << sum(number <= most for number in SEVERAL)) - 1
        space = self.space
        several = [variable for variable, key in enumerate(space.keys) if isinstance(key, SeveralVariable)]
        return space.both(*[space.literal(variable, mask) for variable in several])

    def how_many(self, box: Mapping[int, int], shared_by: int) -> dict[str, int]:
        """For how many things each stands in a box."""
        space = self.space
        found = ((space.keys[variable], variable) for variable in box)
        return {
            key.thing: SEVERAL[(box[variable] & -box[variable]).bit_length() - 1]
            for key, variable in found
            if isinstance(key, SeveralVariable)
        }
