"""Formulas in which some variables are forgotten: where they can hold, whichever values those variables have.

A formula is made a diagram of decisions (an ordered BDD) over the variables that are forgotten and over its largest parts that depend on
none of them. What rules choose is decided rule by rule in it, so it is about as wide as there are rules of which it still matters at one
time whether they stand; in the list of all choices together each would double all others. In the diagram a variable is forgotten at each
of its nodes alone.
"""

from __future__ import annotations

from collections.abc import Iterable

from rulewright.decision.formula.space import BOTH, FALSE, LITERAL, TRUE, Formula, Space, TooLarge

MOST_NODES = 20_000
"""A diagram does not grow larger."""
NO, YES = 0, 1
"""The nodes in which a diagram ends."""


class Forgetting:
    """Forgets the same variables (bits) in formulas of a space. They have two values, and stand in no arithmetic and in no definition."""

    def __init__(self, space: Space, variables: int) -> None:
        self.space = space
        self.variables = variables
        self._diagrams = _Diagrams()
        self._levels: dict[Formula, int] = {}
        self._decided: list[Formula] = []
        """What is decided at each level: a part that keeps its formula, or that a forgotten variable has its second value."""
        self._node_of: dict[Formula, int] = {FALSE: NO, TRUE: YES}
        self._less: dict[int, int] = {NO: NO, YES: YES}
        self._formula_of: dict[int, Formula] = {NO: FALSE, YES: TRUE}

    def of(self, formula: Formula) -> Formula:
        """Where a formula holds for some values of the variables. Raises `TooLarge`."""
        if not self.space.support[formula] & self.variables:
            return formula
        return self._formula(self._without(self._node(formula)))

    # ---- from a formula to its diagram ----------------------------------------------------------------------------------------------

    def _node(self, formula: Formula) -> int:
        """The diagram of a formula, made of those of its parts, the deepest first: what is deep is decided near the top."""
        space, known = self.space, self._node_of
        waiting = [formula]
        while waiting:
            found = waiting[-1]
            if found in known:
                waiting.pop()
            elif not space.support[found] & self.variables:
                known[found] = self._decision(found)
            elif space.kind[found] == LITERAL:
                known[found] = self._choice(found)
            else:
                parts = self._parts(found)
                left = [part for part in parts if part not in known]
                if left:
                    waiting.append(max(left, key=lambda part: (space.height[part], -part)))
                else:
                    known[found] = self._diagrams.joined(space.kind[found] == BOTH, [known[part] for part in parts])
        return known[formula]

    def _parts(self, formula: Formula) -> list[Formula]:
        """The parts of a formula, those together that depend on no variable that is forgotten."""
        space = self.space
        bearing = [part for part in space.parts[formula] if space.support[part] & self.variables]
        plain = [part for part in space.parts[formula] if not space.support[part] & self.variables]
        join = space.both if space.kind[formula] == BOTH else space.either
        return [*bearing, join(*plain)] if plain else bearing

    def _decision(self, formula: Formula) -> int:
        """A formula that is kept, or the opposite of one."""
        opposite = self.space.negate(formula)
        if formula in self._levels or opposite not in self._levels:
            return self._diagrams.node(self._level(formula), NO, YES)
        return self._diagrams.node(self._levels[opposite], YES, NO)

    def _choice(self, literal: Formula) -> int:
        variable, mask = self.space.parts[literal]
        level = self._level(self.space.literal(variable, 2))
        return self._diagrams.node(level, *((NO, YES) if mask == 2 else (YES, NO)))

    def _level(self, formula: Formula) -> int:
        found = self._levels.get(formula)
        if found is None:
            found = self._levels[formula] = len(self._decided)
            self._decided.append(formula)
        return found

    # ---- and back -------------------------------------------------------------------------------------------------------------------

    def _without(self, node: int) -> int:
        """A diagram in which no variable is chosen: it holds where it does one way or the other."""
        found = self._less.get(node)
        if found is None:
            level, low, high = self._diagrams.at[node]
            low, high = self._without(low), self._without(high)
            if self.space.support[self._decided[level]] & self.variables:
                found = self._diagrams.joined(False, [low, high])
            else:
                found = self._diagrams.node(level, low, high)
            self._less[node] = found
        return found

    def _formula(self, node: int) -> Formula:
        """The formula of a diagram; it says only once what holds either way."""
        found = self._formula_of.get(node)
        if found is None:
            space, decided = self.space, self._decided[self._diagrams.at[node][0]]
            _, low, high = self._diagrams.at[node]
            with_it, without = self._formula(high), self._formula(low)
            diagrams = self._diagrams
            if diagrams.implies(low, high):
                found = space.either(space.both(decided, with_it), without)
            elif diagrams.implies(high, low):
                found = space.either(space.both(space.negate(decided), without), with_it)
            else:
                found = space.either(space.both(decided, with_it), space.both(space.negate(decided), without))
            self._formula_of[node] = found
        return found


class _Diagrams:
    """Nodes that decide, one at a level; equal diagrams are one node. The level where something is decided grows from the top down."""

    def __init__(self) -> None:
        self.at: list[tuple[int, int, int]] = [(1 << 40, NO, NO), (1 << 40, YES, YES)]
        """The level of each node, and where it leads if what is decided there does not hold, and if it does."""
        self._known: dict[tuple[int, int, int], int] = {}
        self._pairs: dict[tuple[bool, int, int], int] = {}

    def node(self, level: int, low: int, high: int) -> int:
        """The node that decides so. Raises `TooLarge`."""
        if low == high:
            return low
        key = (level, low, high)
        found = self._known.get(key)
        if found is None:
            if len(self.at) > MOST_NODES:
                raise TooLarge(f"more than {MOST_NODES} nodes")
            found = self._known[key] = len(self.at)
            self.at.append(key)
        return found

    def joined(self, both: bool, several: Iterable[int]) -> int:
        """The diagram of all of some together, or of any of them."""
        found = YES if both else NO
        for one in several:
            found = self._pair(both, found, one)
        return found

    def _pair(self, both: bool, one: int, other: int) -> int:
        neutral, zero = (YES, NO) if both else (NO, YES)
        if zero in (one, other):
            return zero
        if one == other or other == neutral:
            return one
        if one == neutral:
            return other
        key = (both, min(one, other), max(one, other))
        found = self._pairs.get(key)
        if found is None:
            (first, *ones), (second, *others) = self.at[one], self.at[other]
            level = min(first, second)
            low, high = (
                self._pair(both, left, right)
                for left, right in zip(ones if first == level else (one, one), others if second == level else (other, other), strict=True)
            )
            found = self._pairs[key] = self.node(level, low, high)
        return found

    def implies(self, one: int, other: int) -> bool:
        """Whether one diagram holds only where the other does."""
        return self._pair(True, one, other) == one
