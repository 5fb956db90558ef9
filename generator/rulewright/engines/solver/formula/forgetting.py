"""Formulas in which some variables are forgotten: where they can hold, whichever values those variables have.

The formulas are made diagrams of decisions. At each node one variable is decided, and leads on by its value; arithmetic that is not listed
is decided as a whole. Equal diagrams are one node, so a diagram is about as wide as there are rules of which it still matters at one time
whether they stand; in a list of all sets of choices each choice would double all others. A variable is forgotten at each of its nodes.

Where that grows too large, parts that depend on no variable that is forgotten are decided as a whole, too: they may be long.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from rulewright.engines.solver.formula.space import BOTH, EITHER, FALSE, LITERAL, TRUE, Formula, Space, TooLarge

MOST_NODES = 6_000
"""A diagram does not grow larger."""
NO, YES = 0, 1
"""The nodes in which a diagram ends."""
Decided: TypeAlias = "tuple[int, Formula]"
"""What is decided at a level: a variable (and FALSE), or a formula as a whole (and -1)."""


def forgotten(space: Space, formulas: Sequence[Formula], variables: int) -> list[Formula]:
    """Where each formula holds for some values of these variables (bits), which stand in no arithmetic and in no definition.

    Raises `TooLarge`.
    """
    try:
        return _Forgetting(space, variables, formulas, deep=True).formulas()
    except TooLarge:
        return _Forgetting(space, variables, formulas, deep=False).formulas()


class _Forgetting:
    """Forgets variables in some formulas; `deep`: not only what depends on these variables is taken apart."""

    def __init__(self, space: Space, variables: int, wanted: Sequence[Formula], *, deep: bool) -> None:
        self.space = space
        self.variables = variables
        self.wanted = wanted
        self.deep = deep
        self._diagrams = _Diagrams()
        self._levels: dict[Decided, int] = {}
        self._decided: list[Decided] = []
        self._ways: dict[int, list[int]] = {}
        """The values of each variable in groups, as masks: those between which no literal makes a difference are together."""
        self._node_of: dict[Formula, int] = {FALSE: NO, TRUE: YES}
        self._less: dict[int, int] = {NO: NO, YES: YES}
        self._formula_of: dict[int, Formula] = {NO: FALSE, YES: TRUE}

    def formulas(self) -> list[Formula]:
        """Where each of the formulas holds for some values of the variables."""
        self._group()
        return [self._formula(self._without(self._node(formula))) for formula in self.wanted]

    def _group(self) -> None:
        space = self.space
        seen: set[Formula] = set()
        for formula in self.wanted:
            for one in space.cone(formula) if formula not in seen else ():
                if space.kind[one] == LITERAL and one not in seen:
                    variable, mask = space.parts[one]
                    groups = self._ways.setdefault(variable, [space.full[variable]])
                    self._ways[variable] = [part for group in groups for part in (group & mask, group & ~mask) if part]
                seen.add(one)

    # ---- from a formula to its diagram ----------------------------------------------------------------------------------------------

    def _node(self, formula: Formula) -> int:
        """The diagram of a formula, made of those of its parts, the deepest first: what is deep is decided near the top."""
        space, known = self.space, self._node_of
        waiting = [formula]
        while waiting:
            found = waiting[-1]
            if found in known:
                waiting.pop()
                continue
            parts = self._parts(found)
            left = [part for part in parts if part not in known]
            if left:
                waiting.append(max(left, key=lambda part: (space.height[part], -part)))
            elif parts:
                known[found] = self._diagrams.joined(space.kind[found] == BOTH, [known[part] for part in parts])
            else:
                known[found] = self._decision(found)
        return known[formula]

    def _bears(self, formula: Formula) -> bool:
        return self.space.support[formula] & self.variables != 0

    def _parts(self, formula: Formula) -> list[Formula]:
        """The parts of a formula that is taken apart; none of what is decided as a whole."""
        space = self.space
        if space.kind[formula] not in (BOTH, EITHER) or not (self.deep or self._bears(formula)):
            return []
        parts = list(space.parts[formula])
        if self.deep:
            return parts
        bearing, plain = [part for part in parts if self._bears(part)], [part for part in parts if not self._bears(part)]
        join = space.both if space.kind[formula] == BOTH else space.either
        return [*bearing, join(*plain)] if plain else bearing

    def _decision(self, formula: Formula) -> int:
        space = self.space
        if space.kind[formula] == LITERAL and (self.deep or self._bears(formula)):
            variable, mask = space.parts[formula]
            leads = [YES if mask & group else NO for group in self._ways[variable]]
            return self._diagrams.node(self._level((variable, FALSE)), tuple(leads))
        opposite = space.negate(formula)
        if (-1, opposite) in self._levels:
            return self._diagrams.node(self._levels[-1, opposite], (YES, NO))
        return self._diagrams.node(self._level((-1, formula)), (NO, YES))

    def _level(self, decided: Decided) -> int:
        found = self._levels.get(decided)
        if found is None:
            found = self._levels[decided] = len(self._decided)
            self._decided.append(decided)
        return found

    # ---- and back -------------------------------------------------------------------------------------------------------------------

    def _without(self, node: int) -> int:
        """A diagram in which no variable is chosen: it holds where it does one way or the other."""
        found = self._less.get(node)
        if found is None:
            level, leads = self._diagrams.at[node]
            less = [self._without(one) for one in leads]
            variable, _ = self._decided[level]
            forgotten = variable >= 0 and self.variables >> variable & 1
            found = self._diagrams.joined(False, less) if forgotten else self._diagrams.node(level, tuple(less))
            self._less[node] = found
        return found

    def _formula(self, node: int) -> Formula:
        """The formula of a diagram. Where all else implies what one value leads to, that is said without the value."""
        found = self._formula_of.get(node)
        if found is None:
            level, leads = self._diagrams.at[node]
            ways = [
                self._formula(lead)
                if all(self._diagrams.implies(lead, other) for other in leads)
                else self.space.both(self._where(level, leads, lead), self._formula(lead))
                for lead in dict.fromkeys(leads)
            ]
            found = self._formula_of[node] = self.space.either(*ways)
        return found

    def _where(self, level: int, leads: Sequence[int], lead: int) -> Formula:
        """Where what is decided at a level leads to a node."""
        variable, formula = self._decided[level]
        if variable < 0:
            return formula if leads[1] == lead else self.space.negate(formula)
        masks = [group for group, one in zip(self._ways[variable], leads, strict=True) if one == lead]
        return self.space.literal(variable, sum(masks))


class _Diagrams:
    """Nodes that decide, one at a level; equal diagrams are one node. The levels where something is decided grow from the top down."""

    def __init__(self) -> None:
        self.at: list[tuple[int, tuple[int, ...]]] = [(1 << 40, ()), (1 << 40, ())]
        """The level of each node, and where it leads, value by value."""
        self._known: dict[tuple[int, tuple[int, ...]], int] = {}
        self._pairs: dict[tuple[bool, int, int], int] = {}

    def node(self, level: int, leads: tuple[int, ...]) -> int:
        """The node that decides so. Raises `TooLarge`."""
        if all(one == leads[0] for one in leads):
            return leads[0]
        key = (level, leads)
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
            (first, ones), (second, others) = self.at[one], self.at[other]
            if first > second:
                found = self.node(second, tuple([self._pair(both, one, lead) for lead in others]))
            elif first < second:
                found = self.node(first, tuple([self._pair(both, lead, other) for lead in ones]))
            else:
                found = self.node(first, tuple([self._pair(both, left, right) for left, right in zip(ones, others, strict=True)]))
            self._pairs[key] = found
        return found

    def implies(self, one: int, other: int) -> bool:
        """Whether one diagram holds only where the other does."""
        return self._pair(True, one, other) == one
