"""One search for a box in which a formula holds, or for the proof that there is none.

The state is a mask of the values left to each variable. What must hold is pushed into it: literals at once, conjunctions part by part;
a disjunction is *pending* until one of its alternatives is seen to hold. After each change the pending ones that mention a changed variable
are valued again, three-valued; one alternative left is pushed too, none is a dead end. Then the disjunction with the fewest alternatives
left is branched on.

Why this is cheap: under the full box no formula is settled (see `formula`), and going down only shrinks the box. So what was open before a
change and mentions no changed variable is still open, and what was settled stays settled until the search goes back.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from rulewright.decision.formula import BOTH, EITHER, FALSE, HARD, LITERAL, Formula, Space
from rulewright.decision.numbers import Reaches

Pending: TypeAlias = list[tuple[Formula, Sequence[Formula]]]
"""Disjunctions that must hold and do not yet, each with the alternatives that are still open."""
State: TypeAlias = tuple[Pending, list[Formula]]
"""What is pending, and the hard atoms that must hold and are not settled by the box."""

DEEP = 300
"""Formulas of a greater height are valued without recursion."""


class Search:
    """A box that shrinks and grows again. `box` is indexed by variable; `touched` and `off` are bit sets of variables.

    `given` (variable -> index) are values to keep: `off` holds those of them that the box has lost.
    """

    __slots__ = ("box", "given", "known", "numbers", "off", "orders", "round", "seen", "space", "touched", "trail")

    def __init__(
        self, space: Space, fixed: Mapping[int, int], given: Mapping[int, int], orders: dict[Formula, tuple[Formula, ...]]
    ) -> None:
        self.space = space
        self.box = space.full.copy()
        self.given = given
        self.touched = 0
        self.off = 0
        self.known: dict[Formula, bool] = {}
        self.seen: dict[Formula, int] = {}
        self.round = 0
        self.trail: list[tuple[int, int]] = []
        self.orders = orders
        self.numbers: dict[int, int] = {}
        for variable, mask in fixed.items():
            if space.values[variable] is None:
                self.numbers[variable] = mask
            else:
                self.box[variable] &= mask
            if self.box[variable] != space.full[variable] or variable in self.numbers:
                self.touched |= 1 << variable

    # ---- pushing -------------------------------------------------------------------------------------------------------------------------

    def push(self, waiting: list[Formula], pending: Pending, hard: list[Formula]) -> State | None:
        """Make formulas hold beside what is pending; None if that cannot be. `waiting` is used up."""
        space, box, known, trail, given = self.space, self.box, self.known, self.trail, self.given
        kinds, parts, opposites = space.kind, space.parts, space.opposite
        fresh: Pending = []
        while True:
            changed = 0
            while waiting:
                formula = waiting.pop()
                kind = kinds[formula]
                if kind == LITERAL:
                    variable, mask = parts[formula]
                    old = box[variable]
                    mask &= old
                    if mask != old:
                        if not mask:
                            return None
                        trail.append((variable, old))
                        box[variable] = mask
                        changed |= 1 << variable
                        if given and variable in given and not mask >> given[variable] & 1:
                            self.off |= 1 << variable
                    continue
                value = known.get(formula)
                if value is None:
                    # From here on it counts as true wherever else it stands: it will be, when nothing is pending any more.
                    known[formula] = True
                    trail.append((~formula, 0))
                    other = opposites[formula]
                    if other >= 0 and other not in known:
                        known[other] = False
                        trail.append((~other, 0))
                    if kind == BOTH:
                        waiting.extend(parts[formula])
                    elif kind == EITHER:
                        fresh.append((formula, self.orders.get(formula) or self.ordered(formula)))
                    elif kind == HARD:
                        hard = [*hard, formula]
                        changed |= space.support[formula] & self.touched
                elif value is False or formula == FALSE:
                    return None
            if not changed and not fresh:
                return pending, hard
            self.touched |= changed
            kept = self.look_again(pending, fresh, changed, waiting)
            if kept is None:
                return None
            pending = kept
            fresh = []
            if hard and changed:
                left = self.hard_again(hard, changed)
                if left is None:
                    return None
                hard = left

    def ordered(self, formula: Formula) -> tuple[Formula, ...]:
        """The alternatives of a disjunction in the order in which they are tried: literals, then small ones."""
        kinds, parts = self.space.kind, self.space.parts
        made = self.orders[formula] = tuple(sorted(parts[formula], key=lambda part: (kinds[part], len(parts[part]), part)))
        return made

    def look_again(self, pending: Pending, fresh: Pending, changed: int, units: list[Formula]) -> Pending | None:
        """The disjunctions that are still pending; a last alternative goes to `units`. None if one cannot hold any more."""
        support = self.space.support
        self.round += 1
        kept: Pending = []
        for entries, since in ((pending, changed), (fresh, self.touched)):
            for entry in entries:
                formula = entry[0]
                if not support[formula] & since:
                    kept.append(entry)
                    continue
                left = self.left(entry[1], since)
                if left is None:
                    continue
                if len(left) == 1:
                    units.append(left[0])
                elif not left:
                    return None
                else:
                    kept.append((formula, left) if len(left) < len(entry[1]) else entry)
        return kept

    def left(self, alternatives: Sequence[Formula], since: int) -> list[Formula] | None:
        """The alternatives that are open; None if one holds."""
        space, box, known = self.space, self.box, self.known
        kinds, parts = space.kind, space.parts
        left: list[Formula] = []
        for part in alternatives:
            if kinds[part] == LITERAL:
                variable, mask = parts[part]
                there = box[variable]
                if there & mask:
                    if not there & ~mask:
                        return None
                    left.append(part)
                continue
            value = known.get(part)
            if value is None:
                value = self.value(part, since)
            if value is None:
                left.append(part)
            elif value:
                return None
        return left

    def hard_again(self, hard: list[Formula], changed: int) -> list[Formula] | None:
        """The hard atoms that the box does not settle; None if one cannot hold."""
        left: list[Formula] = []
        for formula in hard:
            value = self.under(formula) if self.space.support[formula] & changed else None
            if value is None:
                left.append(formula)
            elif not value:
                return None
        return left

    def undo(self, mark: int) -> None:
        """Take back what was done since the trail was `mark` long; `touched` and `off` are the caller's to restore."""
        trail, box, known = self.trail, self.box, self.known
        while len(trail) > mark:
            variable, old = trail.pop()
            if variable >= 0:
                box[variable] = old
            else:
                del known[~variable]

    # ---- three-valued ----------------------------------------------------------------------------------------------------------------

    def value(self, formula: Formula, since: int) -> bool | None:
        """The value of a formula that is no literal and not in `known`, where only variables of `since` changed since it was valued."""
        space = self.space
        if not space.support[formula] & since or self.seen.get(formula) == self.round:
            return None
        if space.height[formula] > DEEP:
            return self.value_deep(formula, since)
        kinds, parts, box, known = space.kind, space.parts, self.box, self.known
        kind = kinds[formula]
        if kind == HARD:
            return self.settled(formula, self.under(formula))
        deciding = kind == EITHER
        opened = False
        for part in parts[formula]:
            if kinds[part] == LITERAL:
                variable, mask = parts[part]
                there = box[variable]
                if not there & mask:
                    value: bool | None = False
                elif there & ~mask:
                    opened = True
                    continue
                else:
                    value = True
            else:
                value = known.get(part)
                if value is None:
                    value = self.value(part, since)
                    if value is None:
                        opened = True
                        continue
            if value is deciding:
                return self.settled(formula, value)
        return self.settled(formula, None if opened else not deciding)

    def settled(self, formula: Formula, value: bool | None) -> bool | None:
        if value is None:
            self.seen[formula] = self.round
        else:
            self.known[formula] = value
            self.trail.append((~formula, 0))
        return value

    def value_deep(self, formula: Formula, since: int) -> bool | None:
        """As `value`, parts first: every formula inside that is not too high is then settled or seen when those above it are valued."""
        space = self.space
        waiting = [formula]
        order: list[Formula] = []
        visited = {formula}
        while waiting:
            found = waiting.pop()
            order.append(found)
            for part in space.parts[found]:
                if space.height[part] > DEEP and part not in visited and part not in self.known and space.support[part] & since:
                    visited.add(part)
                    waiting.append(part)
        for found in sorted(order):
            if self.seen.get(found) != self.round:
                self.value_flat(found, since)
        return self.known.get(formula)

    def value_flat(self, formula: Formula, since: int) -> None:
        """The value of one formula whose high parts have been valued."""
        space = self.space
        deciding = space.kind[formula] == EITHER
        opened = False
        for part in space.parts[formula]:
            if space.kind[part] == LITERAL:
                variable, mask = space.parts[part]
                there = self.box[variable]
                value = False if not there & mask else None if there & ~mask else True
            else:
                value = self.known.get(part)
                if value is None and space.height[part] <= DEEP:
                    value = self.value(part, since)
            if value is deciding:
                self.settled(formula, value)
                return
            opened = opened or value is None
        self.settled(formula, None if opened else not deciding)

    def under(self, formula: Formula) -> bool | None:
        """What the box says about a hard atom."""
        space = self.space
        atom = space.atoms[space.parts[formula][0]]
        box = {variable: self.box[variable] for variable in atom.variables if space.values[variable] is not None}
        return atom.under(Reaches(space, box | self.numbers))
