"""Branching over the pending disjunctions of a `Search`: to the first satisfying state, or to the cheapest box."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice, product
from math import ceil, floor

from rulewright.base.limits import MAX_CORNERS, MAX_MOVES, MAX_NODES_SMALLER, MAX_SLIDES
from rulewright.engines.solver.formula.leaves import Linear, evaluate
from rulewright.engines.solver.formula.named_numbers import definition_cases
from rulewright.engines.solver.formula.numbers import NumericAtom, holds
from rulewright.engines.solver.formula.space import LITERAL, Exact, Formula, Space, bits
from rulewright.engines.solver.search.box_search import Mark, Pending, Search, State
from rulewright.engines.solver.search.box_values import Values, narrow_names, true_in_box, value_in_box
from rulewright.engines.solver.search.clauses import Clause, alternatives
from rulewright.engines.solver.search.number_moves import NumberMoves


@dataclass
class Effort:
    """The effort of a solver: questions, those answered by a sampled point, nodes, and those passed on to corners and z3."""

    questions: int = 0
    by_sample: int = 0
    nodes: int = 0
    most_nodes: int = 0
    by_corner: int = 0
    to_z3: int = 0

    def add(self, other: Effort) -> None:
        self.questions += other.questions
        self.by_sample += other.by_sample
        self.nodes += other.nodes
        self.most_nodes = max(self.most_nodes, other.most_nodes)
        self.by_corner += other.by_corner
        self.to_z3 += other.to_z3


@dataclass(slots=True)
class ChoicePoint:
    """A choice point: the remaining alternatives (the next one last) and the mark for backtracking to it."""

    alternatives: list[Formula]
    exclusions: list[Formula]
    pending: Pending
    hard: list[Formula]
    mark: Mark
    satisfied: frozenset[Formula]
    """The disjunctions that were pending and satisfied by the spot."""


class Undecided(Exception):
    """The box search gave up: the budget is exhausted, or no corner satisfies the remaining arithmetic."""


class Branching:
    """One run of branching, from a state of a search. The search keeps its last state: a caller that continues with it must undo that.

    `find_cheapest` counts the variables that the box restricts but those in `ignored` (bits). With `pointed` disjunctions true at the spot
    stay pending, at no cost.
    With `moves_numbers` facts are moved where arithmetic is left that no corner satisfies: a point is found more often, and another one.
    """

    def __init__(
        self,
        search: Search,
        effort: Effort,
        budget: int,
        ignored: int = 0,
        pointed: bool = True,
        *,
        moves_numbers: bool = False,
    ) -> None:
        self.search = search
        self.space = search.space
        self.effort = effort
        self.budget = budget
        self.ignored = ignored
        self.pointed = pointed
        self.moves_left = MAX_MOVES if moves_numbers else 0
        self.sparing = False
        self.nodes = 0
        self.best: dict[int, int] | None = None
        self.cost = 1 << 30
        self.choices: list[ChoicePoint] = []

    # ---- runs ----------------------------------------------------------------------------------------------------------------------------

    def find_state(self, state: State | None) -> State | None:
        """Return the first state whose spot satisfies everything; None if there is none. Raises `Undecided`."""
        try:
            while state is not None:
                open_clauses = self.open_clauses(state)
                if open_clauses:
                    self.add_choice_point(state, open_clauses)
                elif self.repair_spot(state):
                    return state
                elif not self.excludes_arithmetic(state) and not self.split_name(state) and not self.split_variable(state):
                    raise Undecided
                state = self.next_state()
            return None
        finally:
            self.report_effort()

    def open_clauses(self, state: State) -> Pending:
        """Return the disjunctions to branch on: those that the spot violates; where boxes count, all."""
        if not self.pointed:
            return state[0]
        if not self.choices:
            return self.search.violated_clauses(state[0])
        # Clauses satisfied at the last choice point still are, unless the spot moved in one of their variables.
        choice = self.choices[-1]
        shifted = self.search.shifted_variables(choice.mark)
        satisfied = choice.satisfied
        return self.search.violated_clauses([clause for clause in state[0] if clause[1] & shifted or clause[0] not in satisfied])

    def find_cheapest(self, state: State | None) -> dict[int, int] | None:
        """Return the cheapest box; None if there is none. Raises `Undecided` if none was found within the budget."""
        self.sparing = True
        try:
            while state is not None:
                open_clauses = self.open_clauses(state)
                cost = self.estimate_cost(open_clauses)
                if cost < self.cost:
                    if open_clauses:
                        self.add_choice_point(state, open_clauses)
                    else:
                        self.keep_best(state, cost)
                state = self.next_state()
        except Undecided:
            if self.best is None:
                raise
        finally:
            self.report_effort()
        return self.best

    def keep_best(self, state: State, cost: int) -> None:
        """Keep the box of a state if it is the cheapest so far; if arithmetic makes it dearer than `cost`, continue in its halves."""
        mark = self.search.current_mark()
        if self.repair_spot(state):
            box, full_cost = self.box_at_spot(state), self.estimate_cost([])
            if full_cost < self.cost:
                self.best, self.cost = box, full_cost
                self.budget = min(self.budget, self.nodes + MAX_NODES_SMALLER)
            self.search.undo_to(mark)
            if full_cost > cost:
                self.split_variable(state)
        elif not self.split_variable(state):
            raise Undecided

    def report_effort(self) -> None:
        self.effort.nodes += self.nodes
        self.effort.most_nodes = max(self.effort.most_nodes, self.nodes)

    # ---- steps ---------------------------------------------------------------------------------------------------------------------------

    def add_choice_point(self, state: State, open_clauses: Pending) -> None:
        """Branch on the open disjunction with the fewest alternatives alive; if sparing, cheap alternatives come first."""
        pending, hard = state
        search = self.search
        fewest_alternatives = self.live_alternatives(open_clauses[0])
        chosen_clause = open_clauses[0]
        for entry in open_clauses[1:]:
            if len(fewest_alternatives) <= 2:
                break
            alternatives = self.live_alternatives(entry)
            if len(alternatives) < len(fewest_alternatives):
                chosen_clause, fewest_alternatives = entry, alternatives
        if self.sparing:
            support, free = self.space.support, ~(search.touched | self.ignored)
            fewest_alternatives.sort(key=lambda part: (support[part] & free).bit_count())
        fewest_alternatives.reverse()
        remaining = [entry for entry in pending if entry is not chosen_clause]
        satisfied = frozenset(entry[0] for entry in pending).difference(entry[0] for entry in open_clauses)
        self.choices.append(ChoicePoint(fewest_alternatives, [], remaining, hard, search.current_mark(), satisfied))

    def live_alternatives(self, clause: Clause) -> list[Formula]:
        """Return the alternatives that the box does not exclude; where boxes count and one holds in all of it, only that one."""
        search = self.search
        alternatives = [literal for variable, mask, literal in clause[2] if search.box[variable] & mask]
        alternatives += [part for part in clause[3] if search.may_hold(part)]
        if not self.pointed:
            entailed = next((part for part in alternatives if true_in_box(search, part, {})), None)
            return alternatives if entailed is None else [entailed]
        return alternatives

    def next_state(self) -> State | None:
        """Return the state after the next alternative without a conflict; None if all are exhausted."""
        search, space, choices = self.search, self.space, self.choices
        while choices:
            choice = choices[-1]
            search.undo_to(choice.mark)
            if not choice.alternatives:
                choices.pop()
                continue
            self.nodes += 1
            if self.nodes > self.budget:
                raise Undecided
            alternative = choice.alternatives.pop()
            state = search.push([*choice.exclusions, alternative], choice.pending, choice.hard)
            if space.kinds[alternative] == LITERAL and not self.sparing:
                # The boxes where it holds are explored: later alternatives exclude them. (But excluding restricts, which may cost.)
                choice.exclusions.append(space.negate(alternative))
            if state is not None:
                return state
        return None

    def estimate_cost(self, open_clauses: Pending) -> int:
        """Return a lower bound of the cost of the box: the cost so far, plus one for each open disjunction over new variables only."""
        search = self.search
        cost = (search.touched & ~self.ignored).bit_count()
        counted = search.touched | self.ignored
        for _, support, _, _ in open_clauses:
            if not support & counted:
                counted |= support
                cost += 1
        return cost

    # ---- arithmetic ----------------------------------------------------------------------------------------------------------------------

    def repair_spot(self, state: State) -> bool:
        """Return True if the spot satisfies the hard atoms, perhaps after moving to a corner of the box, and all pending clauses."""
        pending, hard = state
        search = self.search
        if search.are_satisfied(hard):
            return True
        mark = search.current_mark()
        for point in self.candidate_points(hard):
            search.move_to_point(point)
            if search.are_satisfied(hard) and search.satisfies_clauses(pending):
                self.effort.by_corner += 1
                return True
            search.undo_to(mark)
        return False

    def candidate_points(self, hard: list[Formula]) -> Iterator[Mapping[int, Exact]]:
        """Yield points at which all hard atoms may hold: moved to satisfy each sum; for other atoms, the corners of the box."""
        search = self.search
        point: dict[int, Exact] = {}
        spot = search.spot.copy()
        nonlinear: list[Formula] = []
        for formula in hard:
            compiled = search.compiled.arithmetic.compile_sum(formula)
            if compiled is None:
                nonlinear.append(formula)
            elif not compiled.holds_at(spot):
                for variable, mask in compiled.find_corner(search.box, spot) or ():
                    spot[variable] = mask
                    point[variable] = mask.bit_length() - 1
        if not nonlinear:
            yield point
            return
        yield point | self.slide_numbers(nonlinear, {variable: mask.bit_length() - 1 for variable, mask in enumerate(spot) if mask})
        variables: set[int] = set()
        for formula in nonlinear:
            variables |= search.compiled.arithmetic.atom_of(formula).variables
        choices = [list(dict.fromkeys(_trial_values(self.space, search, variable))) for variable in sorted(variables)]
        for indexes in islice(product(*choices), MAX_CORNERS):
            yield point | dict(zip(sorted(variables), indexes, strict=True))
        if self.moves_left:
            self.moves_left -= 1
            moved = NumberMoves(search, hard).find_point()
            if moved is not None:
                yield moved

    def slide_numbers(self, hard: list[Formula], point: dict[int, Exact]) -> dict[int, Exact]:
        """Return wide variables moved, one by one, towards satisfying the sums they are in."""
        space, fixed = self.space, self.search.numbers
        assignment = {variable: space.default_index(variable) for variable in space.wide_bounds} | self.search.place | point | fixed
        moved: dict[int, Exact] = {}
        for formula in hard * MAX_SLIDES:
            atom = self.search.compiled.arithmetic.atom_of(formula)
            if not isinstance(atom, NumericAtom) or not isinstance(atom.leaf, Linear):
                continue
            for variable, factor in atom.leaf.terms:
                total = evaluate(space, atom.leaf, assignment)
                if total is None or holds(atom.op, total):
                    break
                if variable in space.wide_bounds and variable not in fixed:
                    assignment[variable] = moved[variable] = _slide_number(
                        assignment[variable], space.wide_bounds[variable], atom.op, total, Fraction(factor)
                    )
        return moved

    def split_variable(self, state: State) -> bool:
        """Halve the values of a variable of a hard atom; False if none is left that has two."""
        pending, hard = state
        search, space = self.search, self.space
        variables = {v for formula in hard for v in search.compiled.arithmetic.atom_of(formula).variables if v not in space.wide_bounds}
        sizes = [(-search.box[v].bit_count(), v) for v in sorted(variables) if search.box[v] & (search.box[v] - 1)]
        if not sizes:
            return False
        variable = min(sizes)[1]
        mask = search.box[variable]
        middle = list(bits(mask))[mask.bit_count() // 2]
        upper = mask >> middle << middle
        halves = [space.literal(variable, upper), space.literal(variable, mask ^ upper)]
        if search.spot[variable] & upper:
            halves.reverse()
        self.choices.append(ChoicePoint(halves, [], pending, hard, search.current_mark(), frozenset(clause[0] for clause in pending)))
        return True

    def excludes_arithmetic(self, state: State) -> bool:
        """Return True if facts are moved and a hard atom cannot hold in the box, by the numbers that the names in it may have there."""
        if not self.moves_left:
            return False
        search = self.search
        mark = search.current_mark()
        try:
            narrow_names(search, self.space.joint_support(state[1]), {}, {})
            return any(search.atom_truth(formula) is False for formula in state[1])
        finally:
            search.undo_to(mark)
            search.reaches.clear()

    def split_name(self, state: State) -> bool:
        """Choose the way in which a name is defined on which a hard atom depends, if facts are moved; False if all are decided."""
        if not self.moves_left:
            return False
        pending, hard = state
        search, space = self.search, self.space
        known_values: Values = {}
        for name in bits(self.support_of_violated(hard) & space.name_bits):
            truths = {guard: value_in_box(search, guard, known_values) for guard, _ in definition_cases(space, name)}
            guards = [guard for guard, truth in truths.items() if truth is None]
            if len(guards) > 1 and True not in truths.values():
                unused = space.conjunction(*[space.negate(guard) for guard in guards])
                satisfied = frozenset(clause[0] for clause in pending)
                self.choices.append(ChoicePoint([unused, *reversed(guards)], [], pending, hard, search.current_mark(), satisfied))
                return True
        return False

    def support_of_violated(self, hard: list[Formula]) -> int:
        """Return the variables (bits) of the hard atoms that do not hold at the spot."""
        return self.space.joint_support(formula for formula in hard if not self.search.are_satisfied([formula]))

    # ---- the end of a branch -------------------------------------------------------------------------------------------------------------

    def box_at_spot(self, state: State) -> dict[int, int]:
        """Return a box around the spot where everything holds, by pushing alternatives that are true at the spot."""
        pending, hard = state
        search, space = self.search, self.space
        while pending:
            parts, remaining = alternatives(pending[0]), pending[1:]
            memo: dict[Formula, bool] = {}
            if any(true_in_box(search, part, {}) for part in parts):
                pending = remaining
                continue
            satisfied_part = next(part for part in parts if self.holds_at_spot(part, memo))
            pushed = search.push([satisfied_part], remaining, hard)
            assert pushed is not None, "the spot satisfies it"
            pending, hard = pushed
        for formula in hard:
            self.pin_atom(formula)
        return {v: mask for v, mask in enumerate(search.box) if mask != space.full[v]} | search.numbers | search.place

    def pin_atom(self, formula: Formula) -> None:
        """Cut the variables of a hard atom down to the spot, until it holds in all of the box; wide ones get their number."""
        search = self.search
        for variable in sorted(search.compiled.arithmetic.atom_of(formula).variables):
            if search.atom_truth(formula):
                return
            if variable in self.space.wide_bounds:
                search.place[variable] = int(search.spot_point().get(variable, self.space.default_index(variable)))
            elif search.box[variable] != search.spot[variable]:
                search.trail.append((variable, search.box[variable], search.spot[variable]))
                search.box[variable] = search.spot[variable]
                search.touched |= 1 << variable

    def holds_at_spot(self, part: Formula, memo: dict[Formula, bool]) -> bool:
        if self.space.kinds[part] == LITERAL:
            variable, mask = self.space.parts[part]
            return self.search.spot[variable] & mask != 0
        return self.search.holds_at_spot(part, memo)


def _slide_number(number: Exact, ends: tuple[int | None, int | None], op: str, total: Exact, factor: Fraction) -> int:
    """Return the nearest number within the bounds that satisfies `total op 0`, or comes closest."""
    target = 1 if op in (">", "!=") else 0
    upwards = (factor > 0) is (op != "<=")
    moved = int(number) + (ceil if upwards else floor)((target - total) / factor)
    low, high = ends
    moved = moved if low is None else max(low, moved)
    return moved if high is None else min(high, moved)


def _trial_values(space: Space, search: Search, variable: int) -> list[int]:
    """Return indexes of a variable to try: the lowest and the highest number in the box, and for a wide one some near 0."""
    if variable in space.wide_bounds:
        if variable in search.numbers:
            return [search.numbers[variable]]
        low, high = space.wide_bounds[variable]
        small_numbers = [number for number in (0, 1, -1) if (low is None or low <= number) and (high is None or number <= high)]
        return [*(() if low is None else (low,)), *(() if high is None else (high,)), *small_numbers]
    ordered = sorted(bits(search.box[variable]), key=lambda index: space.number_at(variable, index))
    return [search.spot[variable].bit_length() - 1, ordered[0], ordered[-1]]
