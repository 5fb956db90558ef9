"""A world in which one thing represents several alike, so that a few things witness numbers and sums of many.

Facts of the representative hold for each of them. Where rules distinguish things that are alike, the several may behave differently from
the one: a witness from this world is replayed with all of them before it is reported.
"""

from __future__ import annotations

from collections.abc import Mapping

from rulewright.base.records import record
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.world import World, WorldNeeds
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.space import TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Algebra, Leaf

SEVERAL = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 30, 50, 100)
"""The numbers of things that one thing may represent."""


@record
class Crowd:
    """The number of things of each kind of which many may matter, and the numbers that each may represent, small ones first.

    There are `extra_things` things than a question has arguments of the kind, but at least `min_things`.
    """

    extra_things: int
    min_things: int
    steps: tuple[int, ...]


CROWDS = (Crowd(1, 6, (1, 4)),)
"""The crowds to try, in order."""


@record
class SeveralVariable:
    """The key of the variable that counts the things a thing represents."""

    thing: str


class CrowdWorld(World):
    """A world with more things of some kinds; things that are no argument of any question may represent several."""

    def __init__(self, core: Core, algebra: Algebra, needs: WorldNeeds, arguments: Mapping[str, int]) -> None:
        self._arguments = arguments
        super().__init__(core, algebra, needs)

    def number_of(self, member: Leaf) -> Leaf:
        kind = self.kinds.get(str(member))
        if kind is None or member in self.things[kind][: self._arguments.get(kind, 0)]:
            return 1
        return numbers.variable_number(self.space.variable(SeveralVariable(str(member)), SEVERAL))

    def is_single(self, thing: str) -> Formula:
        if self.number_of(thing) == 1:
            return TRUE
        return self.space.literal(self.space.variable_named(SeveralVariable(thing)), 1)

    def crowd_size_limit(self, max_count: int) -> Formula:
        """Return the region in which no thing represents more than `max_count`."""
        mask = (1 << sum(number <= max_count for number in SEVERAL)) - 1
        space = self.space
        variables = [variable for variable, key in enumerate(space.keys) if isinstance(key, SeveralVariable)]
        return space.conjunction(*[space.literal(variable, mask) for variable in variables])

    def represented_counts(self, box: Mapping[int, int], shared_by: int) -> dict[str, int]:
        """Return the number of things that each thing represents in a box."""
        space = self.space
        keyed = ((space.keys[variable], variable) for variable in box)
        return {
            key.thing: SEVERAL[(box[variable] & -box[variable]).bit_length() - 1]
            for key, variable in keyed
            if isinstance(key, SeveralVariable)
        }
