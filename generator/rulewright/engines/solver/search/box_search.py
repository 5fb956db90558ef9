"""One box that shrinks until a formula holds in it, or that proves that it holds nowhere.

The state is a mask of the values left to each variable and, inside that box, one point: the *spot*. What must hold is pushed into the box:
literals at once, conjunctions part by part; a disjunction is *pending*. After a change the pending ones that mention a changed variable
are looked at again: an alternative is dead when the box excludes it; a last one alive is pushed too, none is a dead end. As soon as two
are found alive the rest is not looked at, so that most looks touch two literals. What the spot makes true needs no decision: the caller
branches only on disjunctions that the spot violates, and the spot moves only when the box leaves it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rulewright.engines.solver.formula.leaves import Reach
from rulewright.engines.solver.formula.space import BOTH, EITHER, FALSE, HARD, LITERAL, TRUE, Exact, Formula
from rulewright.engines.solver.search.clauses import Clause, Compiled, Literals

Pending: TypeAlias = list[Clause]
"""Disjunctions that must hold."""
State: TypeAlias = tuple[Pending, list[Formula]]
"""What is pending, and the hard atoms that must hold and are not settled by the box."""

Mark: TypeAlias = tuple[int, int, int, int]

DEEP = 300
"""Formulas of a greater height are taken to be alive, and valued without recursion: nothing is lost but an early end."""


class Search:
    """A box and a spot in it. `box` and `spot` (masks) are indexed by variable, `touched` and `moved` are bit sets of variables.

    `touched` are those whose values were cut, `moved` those whose spot had to leave its first place. `numbers` are what wide variables are
    fixed to, `place` what they are at the spot. `known` says of a formula that it is excluded by the box (False), or that it was pushed
    (True): then it counts as true wherever else it stands, because it will be when nothing is pending.
    """

    __slots__ = (
        "box", "compiled", "known", "marked", "moved", "numbers", "place", "reaches", "round", "seen", "space", "spot", "touched", "trail",
        "watched",
    )  # fmt: skip

    def __init__(self, compiled: Compiled, given: Mapping[int, int], numbers: Mapping[int, int]) -> None:
        space = compiled.space
        self.space = space
        self.compiled = compiled
        self.numbers = dict(numbers)
        self.place: dict[int, int] = {}
        self.reaches: dict[int, Reach] = {}
        """Between which numbers wide names are."""
        self.box = space.full.copy()
        self.spot = [full & -full for full in space.full]
        for variable, index in given.items():
            if space.values[variable] is not None:
                self.spot[variable] = 1 << index
        self.touched = 0
        for variable in numbers:
            self.touched |= 1 << variable
        self.moved = 0
        self.known: dict[Formula, bool] = {FALSE: False, TRUE: True}
        self.seen: dict[Formula, int] = {}
        self.watched: dict[Formula, int] = {}
        self.round = 0
        self.trail: list[tuple[int, int, int]] = []
        self.marked: list[Formula] = []

    def grow(self) -> None:
        """Take in variables that the space has got since."""
        for full in self.space.full[len(self.box) :]:
            self.box.append(full)
            self.spot.append(full & -full)

    # ---- pushing -------------------------------------------------------------------------------------------------------------------------

    def push(self, waiting: list[Formula], pending: Pending, hard: list[Formula]) -> State | None:
        """Make formulas hold together with what is pending; None if that is impossible. `waiting` is used up."""
        space, known, compiled = self.space, self.known, self.compiled
        kinds = space.kind
        fresh: Pending = []
        while True:
            changed = 0
            while waiting:
                formula = waiting.pop()
                kind = kinds[formula]
                if kind == LITERAL:
                    variable, mask = space.parts[formula]
                    now = self.cut(variable, mask)
                    if now < 0:
                        return None
                    changed |= now
                    continue
                value = known.get(formula)
                if value is None:
                    if kind == EITHER:
                        fresh.append(compiled.clauses.get(formula) or compiled.clause(formula))
                        continue
                    self.claim(formula)
                    if kind == BOTH:
                        literals, clauses, others, _ = compiled.conjunctions.get(formula) or compiled.conjunction(formula)
                        now = self.cut_all(literals)
                        if now < 0:
                            return None
                        changed |= now
                        for clause in clauses:
                            if known.get(clause[0]) is False:
                                return None
                        fresh += clauses
                        waiting += others
                    elif kind == HARD:
                        hard = [*hard, formula]
                        changed |= space.support[formula]
                elif value is False:
                    return None
            if not changed and not fresh:
                return pending, hard
            self.touched |= changed
            if hard and changed:
                left = self.narrow(hard, changed)
                if left is None:
                    return None
                hard, changed = left
            kept = self.look_again(pending, fresh, changed, waiting)
            if kept is None:
                return None
            pending = kept
            fresh = []

    def cut(self, variable: int, mask: int) -> int:
        """Leave a variable only values of a mask; its bit if it loses any, -1 if it has none left."""
        old = self.box[variable]
        mask &= old
        if mask == old:
            return 0
        if not mask:
            return -1
        spot = self.spot[variable]
        self.trail.append((variable, old, spot))
        self.box[variable] = mask
        if not mask & spot:
            self.move(variable, mask, spot)
        return 1 << variable

    def cut_all(self, literals: Literals) -> int:
        """As `cut`, for several literals."""
        box, spots = self.box, self.spot
        changed = 0
        for variable, mask, _ in literals:
            old = box[variable]
            mask &= old
            if mask != old:
                if not mask:
                    return -1
                spot = spots[variable]
                self.trail.append((variable, old, spot))
                box[variable] = mask
                changed |= 1 << variable
                if not mask & spot:
                    self.move(variable, mask, spot)
        return changed

    def claim(self, formula: Formula) -> None:
        """From here on a formula that is no literal counts as true wherever it stands, and its negation as false."""
        known, marked = self.known, self.marked
        known[formula] = True
        marked.append(formula)
        other = self.space.opposite[formula]
        if other >= 0 and other not in known:
            known[other] = False
            marked.append(other)

    def move(self, variable: int, mask: int, spot: int) -> None:
        """Put the spot at the nearest value that is left, rather a later one."""
        later = mask & -spot
        self.spot[variable] = later & -later if later else 1 << mask.bit_length() - 1
        self.moved |= 1 << variable

    def look_again(self, pending: Pending, fresh: Pending, changed: int, units: list[Formula]) -> Pending | None:
        """The disjunctions that are still pending; a last alternative alive goes to `units`. None if one has none.

        Of each, two alternatives are watched that were alive: as long as their variables do not change, it need not be looked at. What was
        alive is so after going back, too.
        """
        box, known, watched, supports = self.box, self.known, self.watched, self.space.support
        self.round += 1
        kept: Pending = []
        new = len(pending)
        for place, clause in enumerate((*pending, *fresh) if fresh else pending):
            formula, _, literals, others = clause
            if place < new:
                if not watched[formula] & changed:
                    kept.append(clause)
                    continue
            elif formula in known:
                if known[formula]:
                    continue
                return None
            last = count = watch = 0
            for variable, mask, literal in literals:
                there = box[variable]
                both = there & mask
                if both:
                    if both == there:
                        break
                    last = literal
                    count += 1
                    if count < 3:
                        watch |= 1 << variable
            else:
                if count < 2:
                    for part in others:
                        if self.alive(part):
                            last = part
                            count += 1
                            watch |= supports[part]
                            if count == 2:
                                break
                    if count < 2:
                        if not count:
                            return None
                        units.append(last)
                        continue
                kept.append(clause)
                watched[formula] = watch
                if place >= new:
                    self.claim(formula)
        return kept

    def alive(self, formula: Formula) -> bool:
        """False if the box excludes a formula that is no literal; True says nothing."""
        known, space, compiled = self.known, self.space, self.compiled
        value = known.get(formula)
        if value is not None:
            return value
        if not space.support[formula] & self.touched or self.seen.get(formula) == self.round or space.height[formula] > DEEP:
            return True
        box = self.box
        kind = space.kind[formula]
        if kind == BOTH:
            literals, clauses, others, _ = compiled.conjunctions.get(formula) or compiled.conjunction(formula)
            for variable, mask, _ in literals:
                if not box[variable] & mask:
                    break
            else:
                for _, _, inside, parts in clauses:
                    for variable, mask, _ in inside:
                        if box[variable] & mask:
                            break
                    else:
                        for part in parts:
                            if self.alive(part):
                                break
                        else:
                            break
                else:
                    for part in others:
                        if not self.alive(part):
                            break
                    else:
                        self.seen[formula] = self.round
                        return True
        elif kind == EITHER:
            _, _, inside, parts = compiled.clauses.get(formula) or compiled.clause(formula)
            for variable, mask, _ in inside:
                if box[variable] & mask:
                    return True
            for part in parts:
                if self.alive(part):
                    self.seen[formula] = self.round
                    return True
        elif self.under(formula) is not False:
            self.seen[formula] = self.round
            return True
        known[formula] = False
        self.marked.append(formula)
        return False

    def narrow(self, hard: list[Formula], changed: int) -> tuple[list[Formula], int] | None:
        """Cut what hard atoms leave no room for, again and again; those that the box does not settle, and all that changed."""
        support = self.space.support
        since, everything = changed, changed
        while since:
            left: list[Formula] = []
            now = 0
            for formula in hard:
                if not support[formula] & since:
                    left.append(formula)
                    continue
                cut = self.cut_by(formula)
                if cut < 0:
                    return None
                now |= cut
                value = self.under(formula)
                if value is False:
                    return None
                if value is None:
                    left.append(formula)
            hard, since = left, now
            everything |= now
        self.touched |= everything
        return hard, everything

    def cut_by(self, formula: Formula) -> int:
        """Cut what one hard atom leaves no room for: the variables (bits) that lost values; -1 if it cannot hold."""
        compiled = self.compiled.arithmetic.sum(formula)
        if compiled is None:
            return 0
        cuts = compiled.narrowed(self.box)
        if cuts is None:
            return -1
        changed = 0
        for variable, mask in cuts:
            changed |= self.cut(variable, mask)
        return changed

    def under(self, formula: Formula) -> bool | None:
        """What the box says about a hard atom."""
        return self.compiled.arithmetic.truth_in(formula, self.box, self.numbers, self.reaches)

    def mark(self) -> Mark:
        """Where the search is, to come back to."""
        return len(self.trail), len(self.marked), self.touched, self.moved

    def undo(self, mark: Mark) -> None:
        """Go back to where the search was."""
        trail, marked, known = self.trail, self.marked, self.known
        changes, marks, self.touched, self.moved = mark
        if len(trail) > changes:
            box, spots = self.box, self.spot
            for variable, old, spot in reversed(trail[changes:]):
                box[variable] = old
                spots[variable] = spot
            del trail[changes:]
        if self.place:
            self.place = {}
        for formula in marked[marks:]:
            del known[formula]
        del marked[marks:]

    # ---- at the spot ---------------------------------------------------------------------------------------------------------------------

    def violated(self, pending: Pending) -> Pending:
        """The pending disjunctions that are not true at the spot."""
        here: dict[Formula, bool] = {}
        return [clause for clause in pending if not self.satisfied(clause, here)]

    def shifted(self, mark: Mark) -> int:
        """The variables whose spot moved since the search was at `mark`."""
        found = 0
        for variable, _, spot in self.trail[mark[0] :]:
            if self.spot[variable] != spot:
                found |= 1 << variable
        return found

    def satisfied(self, clause: Clause, here: dict[Formula, bool]) -> bool:
        spots = self.spot
        for variable, mask, _ in clause[2]:
            if spots[variable] & mask:
                return True
        for part in clause[3]:  # noqa: SIM110 (a generator would cost more than the loop)
            if self.holds(part, here):
                return True
        return False

    def at_once(self, formula: Formula, state: State) -> bool:
        """Whether the spot, once it was moved into the formula's own literals, satisfies it and all that was pushed; False says nothing.

        The caller takes the move back.
        """
        literals, clauses, others, _ = self.compiled.conjunctions.get(formula) or self.compiled.conjunction(formula)
        if self.cut_all(literals) < 0:
            return False
        here: dict[Formula, bool] = {}
        spots = self.spot
        for several in (clauses, state[0]):
            for clause in several:
                for variable, mask, _ in clause[2]:
                    if spots[variable] & mask:
                        break
                else:
                    for part in clause[3]:
                        if self.holds(part, here):
                            break
                    else:
                        return False
        return (not others or all(self.holds(part, here) for part in others)) and (not state[1] or self.holding(state[1]))

    def holding(self, hard: list[Formula]) -> bool:
        """Whether hard atoms (and formulas that were not pushed) hold at the spot."""
        for formula in hard:
            if self.space.kind[formula] != HARD:
                if self.holds(formula, {}):
                    continue
                return False
            compiled = self.compiled.arithmetic.sum(formula)
            if not (compiled.at(self.spot) if compiled else self.space.evaluate(formula, self.point())):
                return False
        return True

    def holds(self, formula: Formula, here: dict[Formula, bool]) -> bool:
        """Whether a formula that is no literal is true at the spot; `here` remembers."""
        value = self.known.get(formula)
        if value is None:
            value = here.get(formula)
        if value is not None:
            return value
        space, spots = self.space, self.spot
        if space.kind[formula] == HARD:
            compiled = self.compiled.arithmetic.sum(formula)
            value = compiled.at(spots) if compiled is not None else space.evaluate(formula, self.point())
        elif space.height[formula] > DEEP:
            value = space.evaluate(formula, self.point())
        else:
            kinds, parts = space.kind, space.parts
            deciding = kinds[formula] == EITHER
            value = not deciding
            for part in parts[formula]:
                if kinds[part] == LITERAL:
                    variable, mask = parts[part]
                    there = spots[variable] & mask != 0
                else:
                    there = self.holds(part, here)
                if there is deciding:
                    value = deciding
                    break
        here[formula] = value
        return value

    def go(self, spot: list[int]) -> None:
        """Move the spot to another one of the box."""
        for variable, mask in enumerate(spot):
            if mask != self.spot[variable]:
                self.trail.append((variable, self.box[variable], self.spot[variable]))
                self.spot[variable] = mask
                self.moved |= 1 << variable

    def put(self, point: Mapping[int, Exact]) -> None:
        """Move the spot inside the box: to the index of a value, or the number of a wide variable."""
        for variable, index in point.items():
            if self.space.values[variable] is None:
                self.place[variable] = int(index)
            elif self.spot[variable] != 1 << int(index):
                self.trail.append((variable, self.box[variable], self.spot[variable]))
                self.spot[variable] = 1 << int(index)
                self.moved |= 1 << variable

    def point(self) -> dict[int, Exact]:
        """The spot as the index of each variable's value, or the number of a wide one."""
        finite = {variable: spot.bit_length() - 1 for variable, spot in enumerate(self.spot) if spot}
        return {**finite, **self.place, **self.numbers}
