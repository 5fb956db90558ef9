"""Backtracking search by domain propagation: a domain per variable, and one candidate assignment inside.

The state is a mask of the remaining values of each variable (the box) and one point inside it: the *spot*. Formulas are pushed into the
box: literals at once, conjunctions part by part; a disjunction is *pending*. After a change the pending ones over a changed variable are
visited again: an alternative excluded by the box is dead; a single one alive is pushed, none is a conflict. Two alternatives alive are
watched, so that most visits touch two literals. A disjunction true at the spot needs no decision: the caller branches only on those that
the spot violates, and the spot moves only when the box leaves it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeAlias

from rulewright.base.limits import MAX_HEIGHT
from rulewright.engines.solver.formula.leaves import Reach
from rulewright.engines.solver.formula.space import BOTH, EITHER, FALSE, HARD, LITERAL, TRUE, Exact, Formula
from rulewright.engines.solver.search.clauses import Clause, CompiledFormulas, Literals

Pending: TypeAlias = list[Clause]
"""Disjunctions that must hold."""
State: TypeAlias = tuple[Pending, list[Formula]]
"""The pending disjunctions, and the hard atoms that must hold and are not decided by the box."""

Mark: TypeAlias = tuple[int, int, int]


class Search:
    """A box and a spot in it. `box` and `spot` (masks) are indexed by variable, `touched` is a bit set of variables.

    `touched` are those whose domain was cut. `numbers` fixes wide variables, `place` has
    their numbers at the spot. `truths` marks formulas excluded by the box (False), or pushed (True): a pushed formula counts as true in all
    other formulas, because it will be when nothing is pending.
    """

    __slots__ = (
        "box", "compiled", "marked", "numbers", "place", "reaches", "round", "seen_rounds", "space", "spot", "touched", "trail",
        "truths", "watched",
    )  # fmt: skip

    def __init__(self, compiled: CompiledFormulas, numbers: Mapping[int, int]) -> None:
        space = compiled.space
        self.space = space
        self.compiled = compiled
        self.numbers = dict(numbers)
        self.place: dict[int, int] = {}
        self.reaches: dict[int, Reach] = {}
        """The reaches of wide names."""
        self.box = space.full.copy()
        self.spot = [full & -full for full in space.full]
        self.touched = 0
        for variable in numbers:
            self.touched |= 1 << variable
        self.truths: dict[Formula, bool] = {FALSE: False, TRUE: True}
        self.seen_rounds: dict[Formula, int] = {}
        self.watched: dict[Formula, int] = {}
        self.round = 0
        self.trail: list[tuple[int, int, int]] = []
        self.marked: list[Formula] = []

    def add_new_variables(self) -> None:
        """Add the variables that are new in the space."""
        for full in self.space.full[len(self.box) :]:
            self.box.append(full)
            self.spot.append(full & -full)

    # ---- pushing -------------------------------------------------------------------------------------------------------------------------

    def push(self, units: list[Formula], pending: Pending, hard: list[Formula]) -> State | None:
        """Assert formulas and propagate, together with what is pending; None on a conflict. `units` is consumed."""
        space, truths, compiled = self.space, self.truths, self.compiled
        kinds = space.kinds
        fresh: Pending = []
        while True:
            changed = 0
            while units:
                formula = units.pop()
                kind = kinds[formula]
                if kind == LITERAL:
                    variable, mask = space.parts[formula]
                    cut_bits = self.cut_variable(variable, mask)
                    if cut_bits < 0:
                        return None
                    changed |= cut_bits
                    continue
                value = truths.get(formula)
                if value is None:
                    if kind == EITHER:
                        fresh.append(compiled.clauses.get(formula) or compiled.compile_clause(formula))
                        continue
                    self.assume_true(formula)
                    if kind == BOTH:
                        literals, clauses, others, _ = compiled.conjunctions.get(formula) or compiled.compile_conjunction(formula)
                        cut_bits = self.cut_all(literals)
                        if cut_bits < 0:
                            return None
                        changed |= cut_bits
                        for clause in clauses:
                            if truths.get(clause[0]) is False:
                                return None
                        fresh += clauses
                        units += others
                    elif kind == HARD:
                        hard = [*hard, formula]
                        changed |= space.support[formula]
                elif value is False:
                    return None
            if not changed and not fresh:
                return pending, hard
            self.touched |= changed
            if hard and changed:
                narrowed = self.narrow_hard(hard, changed)
                if narrowed is None:
                    return None
                hard, changed = narrowed
            still_pending = self.update_pending(pending, fresh, changed, units)
            if still_pending is None:
                return None
            pending = still_pending
            fresh = []

    def cut_variable(self, variable: int, mask: int) -> int:
        """Intersect a variable's domain with a mask; return its bit if it loses values, 0 if not, -1 if none is left."""
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
            self.move_spot(variable, mask, spot)
        return 1 << variable

    def cut_all(self, literals: Literals) -> int:
        """Cut the domains of several literals; return the changed variables (bits), -1 if one has no value left."""
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
                    self.move_spot(variable, mask, spot)
        return changed

    def assume_true(self, formula: Formula) -> None:
        """Mark a formula that is no literal as true wherever it occurs, and its negation as false."""
        truths, marked = self.truths, self.marked
        truths[formula] = True
        marked.append(formula)
        negation = self.space.opposite[formula]
        if negation >= 0 and negation not in truths:
            truths[negation] = False
            marked.append(negation)

    def move_spot(self, variable: int, mask: int, spot: int) -> None:
        """Move the spot to the nearest remaining value, preferably a later one."""
        later = mask & -spot
        self.spot[variable] = later & -later if later else 1 << mask.bit_length() - 1

    def update_pending(self, pending: Pending, fresh: Pending, changed: int, units: list[Formula]) -> Pending | None:
        """Return the disjunctions that are still pending; a single alternative alive goes to `units`. None if one has no alternative alive.

        Two alternatives alive are watched: a disjunction is visited only when one of their variables changes. Alternatives alive remain so
        after backtracking.
        """
        box, truths, watched, supports = self.box, self.truths, self.watched, self.space.support
        self.round += 1
        still_pending: Pending = []
        first_fresh = len(pending)
        for index, clause in enumerate((*pending, *fresh) if fresh else pending):
            formula, _, literals, others = clause
            if index < first_fresh:
                if not watched[formula] & changed:
                    still_pending.append(clause)
                    continue
            elif formula in truths:
                if truths[formula]:
                    continue
                return None
            last = count = watch = 0
            for variable, mask, literal in literals:
                domain = box[variable]
                allowed = domain & mask
                if allowed:
                    if allowed == domain:
                        break
                    last = literal
                    count += 1
                    if count < 3:
                        watch |= 1 << variable
            else:
                if count < 2:
                    for part in others:
                        if self.may_hold(part):
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
                still_pending.append(clause)
                watched[formula] = watch
                if index >= first_fresh:
                    self.assume_true(formula)
        return still_pending

    def may_hold(self, formula: Formula) -> bool:
        """Return False if the box excludes a formula that is no literal; True means unknown."""
        truths, space, compiled = self.truths, self.space, self.compiled
        value = truths.get(formula)
        if value is not None:
            return value
        if not space.support[formula] & self.touched or self.seen_rounds.get(formula) == self.round or space.height[formula] > MAX_HEIGHT:
            return True
        box = self.box
        kind = space.kinds[formula]
        if kind == BOTH:
            literals, clauses, others, _ = compiled.conjunctions.get(formula) or compiled.compile_conjunction(formula)
            for variable, mask, _ in literals:
                if not box[variable] & mask:
                    break
            else:
                for _, _, inner_literals, parts in clauses:
                    for variable, mask, _ in inner_literals:
                        if box[variable] & mask:
                            break
                    else:
                        for part in parts:
                            if self.may_hold(part):
                                break
                        else:
                            break
                else:
                    for part in others:
                        if not self.may_hold(part):
                            break
                    else:
                        self.seen_rounds[formula] = self.round
                        return True
        elif kind == EITHER:
            _, _, inner_literals, parts = compiled.clauses.get(formula) or compiled.compile_clause(formula)
            for variable, mask, _ in inner_literals:
                if box[variable] & mask:
                    return True
            for part in parts:
                if self.may_hold(part):
                    self.seen_rounds[formula] = self.round
                    return True
        elif self.atom_truth(formula) is not False:
            self.seen_rounds[formula] = self.round
            return True
        truths[formula] = False
        self.marked.append(formula)
        return False

    def narrow_hard(self, hard: list[Formula], changed: int) -> tuple[list[Formula], int] | None:
        """Propagate hard atoms to a fixpoint; return the undecided ones and the changed variables (bits); None on a conflict."""
        support = self.space.support
        recent, all_changed = changed, changed
        while recent:
            unsettled: list[Formula] = []
            cut_bits = 0
            for formula in hard:
                if not support[formula] & recent:
                    unsettled.append(formula)
                    continue
                cut = self.cut_by_atom(formula)
                if cut < 0:
                    return None
                cut_bits |= cut
                value = self.atom_truth(formula)
                if value is False:
                    return None
                if value is None:
                    unsettled.append(formula)
            hard, recent = unsettled, cut_bits
            all_changed |= cut_bits
        self.touched |= all_changed
        return hard, all_changed

    def cut_by_atom(self, formula: Formula) -> int:
        """Propagate one hard atom; return the variables (bits) that lost values, -1 if it cannot hold."""
        compiled = self.compiled.arithmetic.compile_sum(formula)
        if compiled is None:
            return 0
        cuts = compiled.narrow_box(self.box)
        if cuts is None:
            return -1
        changed = 0
        for variable, mask in cuts:
            changed |= self.cut_variable(variable, mask)
        return changed

    def atom_truth(self, formula: Formula) -> bool | None:
        """Return the three-valued truth of a hard atom in the box."""
        return self.compiled.arithmetic.truth_in(formula, self.box, self.numbers, self.reaches)

    def current_mark(self) -> Mark:
        """Return a mark of the current state, for backtracking."""
        return len(self.trail), len(self.marked), self.touched

    def undo_to(self, mark: Mark) -> None:
        """Backtrack to a mark."""
        trail, marked, truths = self.trail, self.marked, self.truths
        changes, marks, self.touched = mark
        if len(trail) > changes:
            box, spots = self.box, self.spot
            for variable, old, spot in reversed(trail[changes:]):
                box[variable] = old
                spots[variable] = spot
            del trail[changes:]
        if self.place:
            self.place = {}
        for formula in marked[marks:]:
            del truths[formula]
        del marked[marks:]

    # ---- at the spot ---------------------------------------------------------------------------------------------------------------------

    def violated_clauses(self, pending: Pending) -> Pending:
        """Return the pending disjunctions that are false at the spot."""
        memo: dict[Formula, bool] = {}
        return [clause for clause in pending if not self.is_satisfied(clause, memo)]

    def satisfies_clauses(self, pending: Pending) -> bool:
        """Return True if no pending disjunction is false at the spot."""
        memo: dict[Formula, bool] = {}
        return all(self.is_satisfied(clause, memo) for clause in pending)

    def shifted_variables(self, mark: Mark) -> int:
        """Return the variables (bits) whose spot moved since `mark`."""
        variables = 0
        for variable, _, spot in self.trail[mark[0] :]:
            if self.spot[variable] != spot:
                variables |= 1 << variable
        return variables

    def is_satisfied(self, clause: Clause, memo: dict[Formula, bool]) -> bool:
        spots = self.spot
        for variable, mask, _ in clause[2]:
            if spots[variable] & mask:
                return True
        for part in clause[3]:  # noqa: SIM110 (a generator would cost more than the loop)
            if self.holds_at_spot(part, memo):
                return True
        return False

    def satisfies_after_move(self, formula: Formula, state: State) -> bool:
        """Move the spot into a formula's literals; return True if it satisfies the formula and the state. False means unknown.

        The caller undoes the move.
        """
        literals, clauses, others, _ = self.compiled.conjunctions.get(formula) or self.compiled.compile_conjunction(formula)
        if self.cut_all(literals) < 0:
            return False
        memo: dict[Formula, bool] = {}
        spots = self.spot
        for clause_group in (clauses, state[0]):
            for clause in clause_group:
                for variable, mask, _ in clause[2]:
                    if spots[variable] & mask:
                        break
                else:
                    for part in clause[3]:
                        if self.holds_at_spot(part, memo):
                            break
                    else:
                        return False
        return (not others or all(self.holds_at_spot(part, memo) for part in others)) and (not state[1] or self.are_satisfied(state[1]))

    def are_satisfied(self, hard: list[Formula]) -> bool:
        """Return True if hard atoms (and formulas that were not pushed) hold at the spot."""
        for formula in hard:
            if self.space.kinds[formula] != HARD:
                if self.holds_at_spot(formula, {}):
                    continue
                return False
            if not self.atom_holds_at_spot(formula):
                return False
        return True

    def atom_holds_at_spot(self, formula: Formula) -> bool:
        """Return True if a hard atom holds at the spot."""
        arithmetic = self.compiled.arithmetic
        compiled = arithmetic.compile_sum(formula)
        if compiled is not None:
            return compiled.holds_at(self.spot)
        return self.space.evaluate(formula, self.spot_point(arithmetic.atom_of(formula).variables))

    def holds_at_spot(self, formula: Formula, memo: dict[Formula, bool]) -> bool:
        """Return True if a formula that is no literal holds at the spot; `memo` caches truths."""
        value = self.truths.get(formula)
        if value is None:
            value = memo.get(formula)
        if value is not None:
            return value
        space, spots = self.space, self.spot
        kind = space.kinds[formula]
        if kind == HARD:
            value = self.atom_holds_at_spot(formula)
        elif space.height[formula] > MAX_HEIGHT:
            value = space.evaluate(formula, self.spot_point())
        elif kind == EITHER:
            # Literals come first: they cost a look, and most often decide.
            _, _, literals, parts = self.compiled.clauses.get(formula) or self.compiled.compile_clause(formula)
            value = False
            for variable, mask, _ in literals:
                if spots[variable] & mask:
                    value = True
                    break
            else:
                for part in parts:
                    if self.holds_at_spot(part, memo):
                        value = True
                        break
        else:
            literals, clauses, parts, _ = self.compiled.conjunctions.get(formula) or self.compiled.compile_conjunction(formula)
            value = True
            for variable, mask, _ in literals:
                if not spots[variable] & mask:
                    value = False
                    break
            else:
                for part in (*parts, *[clause[0] for clause in clauses]):
                    if not self.holds_at_spot(part, memo):
                        value = False
                        break
        memo[formula] = value
        return value

    def go_to_spot(self, spot: list[int]) -> None:
        """Move the spot to another spot inside the box."""
        for variable, mask in enumerate(spot):
            if mask != self.spot[variable]:
                self.trail.append((variable, self.box[variable], self.spot[variable]))
                self.spot[variable] = mask

    def move_to_point(self, point: Mapping[int, Exact]) -> None:
        """Move the spot to a point inside the box: indexes of values, or numbers of wide variables."""
        for variable, index in point.items():
            if self.space.values[variable] is None:
                self.place[variable] = int(index)
            elif self.spot[variable] != 1 << int(index):
                self.trail.append((variable, self.box[variable], self.spot[variable]))
                self.spot[variable] = 1 << int(index)

    def spot_point(self, variables: Iterable[int] | None = None) -> dict[int, Exact]:
        """Return the spot as a point, of these variables at least: the index of each one's value, or the number of a wide one."""
        spots = self.spot
        requested = range(len(spots)) if variables is None else variables
        finite = {variable: spots[variable].bit_length() - 1 for variable in requested if spots[variable]}
        return {**finite, **self.place, **self.numbers}
