"""Satisfiability and models of formulas: by sampled points, the box search, corners of boxes for remaining arithmetic, and finally z3."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from rulewright.base.limits import DEFAULT_BUDGET, MAX_NODES_NEAR_POINT, MAX_QUICK_NODES, MAX_Z3_STEPS, MIN_NODES
from rulewright.engines.solver.formula.leaves import Reach
from rulewright.engines.solver.formula.leaves import variables as variables_in
from rulewright.engines.solver.formula.named_numbers import complete_point, definition_cases
from rulewright.engines.solver.formula.space import FALSE, LITERAL, TRUE, Exact, Formula, PointTruths, Space
from rulewright.engines.solver.search.box_search import Mark, Search, State
from rulewright.engines.solver.search.box_values import Values, narrow_names, true_in_box
from rulewright.engines.solver.search.branch import Branching, Effort, Undecided
from rulewright.engines.solver.search.clauses import CompiledFormulas
from rulewright.engines.solver.search.sample import Sample
from rulewright.engines.solver.search.z3_solver import Points

__all__ = ["Assignment", "Box", "BudgetExhausted", "Effort", "Solver"]

Box: TypeAlias = dict[int, int]
"""Variable -> mask of its remaining values (for a wide variable: its number). Missing variables are free."""
Assignment: TypeAlias = Mapping[int, Exact]
"""Variable -> index of its value (for a wide variable: its number). A missing variable has its first value."""

T = TypeVar("T")


class BudgetExhausted(Exception):
    """Neither the search nor z3 decided within the budget; `why` names the limit."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.reason = why


@dataclass(slots=True)
class _Level:
    """A pushed formula, the state after it, and the mark for undoing it."""

    formula: Formula
    state: State | None
    mark: Mark


class Solver:
    """A solver for the formulas of one space, under an assumption. Deterministic: equal calls in the same order give equal models.

    `budget` is the number of nodes of one question before it goes to z3, which has a limit of its own; then `BudgetExhausted` is raised.
    Consecutive questions that begin with the same formulas are cheaper: these are propagated once. Solvers of one space may share
    `compiled`, which does not affect what they find.
    """

    def __init__(
        self, space: Space, budget: int = DEFAULT_BUDGET, assumption: Formula = TRUE, compiled: CompiledFormulas | None = None
    ) -> None:
        plain_assumption = assumption
        self.space = space
        self.budget = budget
        self.assumption = assumption = space.with_definitions(assumption)
        self._plain_assumption = plain_assumption
        self.z3_steps = MAX_Z3_STEPS
        """The limit on steps of z3 for one question."""
        self._patience = budget
        self.effort = Effort()
        self._compiled = compiled or CompiledFormulas(space)
        self._sample: Sample | None = None
        self._search = Search(self._compiled, {})
        self._free = Search(self._compiled, {})
        self._levels: list[_Level] = []
        self._points: Points | None = None
        self._base: State | None = self._search.push([assumption], [], [])
        if assumption != TRUE:
            self._seek_start_point()

    def _seek_start_point(self) -> None:
        """Move the spot to a point where the assumption holds, if the search finds one."""
        search = self._search
        mark = search.current_mark()
        try:
            state = Branching(search, self.effort, self._node_budget()).find_state(self._base)
        except Undecided:
            state = None
        point = search.spot.copy()
        search.undo_to(mark)
        if state is not None:
            search.spot = point

    # ---- questions -----------------------------------------------------------------------------------------------------------------------

    def is_satisfiable(self, *formulas: Formula) -> bool:
        """Return True if these formulas are satisfiable together, under the assumption. Raises `BudgetExhausted`."""
        self.effort.questions += 1
        formulas = tuple([self.space.with_definitions(formula) for formula in formulas])
        if self.sampled_points(*formulas):
            self.effort.by_sample += 1
            return True
        return self._find_box(formulas or (TRUE,), {}, None) is not None

    def is_satisfiable_shortly(self, formula: Formula, nodes: int | None = None) -> bool | None:
        """Return the satisfiability of a formula; None if it takes more than a small budget of nodes: `which` can decide it."""
        self.effort.questions += 1
        if formula == FALSE:
            return False
        formula = self.space.with_definitions(formula)
        if self.sampled_points(formula):
            self.effort.by_sample += 1
            return True
        return self._search_shortly((formula,), nodes)

    def find_point(self, formula: Formula, nodes: int) -> Assignment | None:
        """Return a point where a formula and the assumption hold, by the search within `nodes`; None if there is none. Raises
        `BudgetExhausted`."""
        self.effort.questions += 1
        try:
            return self._run_search(
                (self.space.with_definitions(formula),), nodes, lambda *_: self._search.spot_point(), moves_numbers=True
            )
        except Undecided:
            raise BudgetExhausted(f"not decided within {nodes:,} steps: `--budget N` allows more") from None

    def find_point_or_z3(self, formula: Formula, nodes: int) -> Assignment | None:
        """Return such a point by the search or by z3. Raises `BudgetExhausted`."""
        try:
            return self.find_point(formula, nodes)
        except BudgetExhausted:  # by the search
            return self._find_point_by_z3(self.space.with_definitions(formula), {})

    def points_near(self, formula: Formula, points: Iterable[Assignment]) -> Iterator[Assignment]:
        """Yield points where a formula and the assumption hold, by searches that begin at some points; no point proves nothing."""
        self.effort.questions += 1
        space, search, formula = self.space, self._search, self.space.with_definitions(formula)
        for point in points:
            base = self._push_prefix(())
            if base is None:
                return
            facts = {variable: index for variable, index in point.items() if self._is_possible_in_box(variable, index)}
            mark = search.current_mark()
            search.move_to_point(complete_point(space, facts, space.variables_of(formula)))
            try:
                branching = Branching(search, self.effort, MAX_NODES_NEAR_POINT, moves_numbers=True)
                nearby = search.spot_point() if branching.find_state(search.push([formula], *base)) is not None else None
            except Undecided:
                continue
            finally:
                search.undo_to(mark)
            if nearby is None:
                return
            yield nearby

    def _is_possible_in_box(self, variable: int, index: Exact) -> bool:
        """Return True if a fact may have a value under the assumption; the numbers of names follow from others."""
        is_wide = self.space.values[variable] is None
        return not self.space.name_bits >> variable & 1 and (is_wide or self._search.box[variable] >> int(index) & 1 == 1)

    def satisfiable_with(self, formula: Formula, companions: Sequence[Formula]) -> list[bool | None]:
        """Return for each companion the satisfiability of its conjunction with a formula; None if the search cannot decide."""
        self.effort.questions += len(companions)
        closed = self.space.with_definitions
        formula, companions = closed(formula), [closed(companion) for companion in companions]
        opposite, conjunction_of = self.space.opposite, self._compiled.compile_conjunction
        negation, own_parts = opposite[formula], conjunction_of(formula)[3]
        candidates = [
            companion for companion in companions if opposite[companion] not in own_parts and negation not in conjunction_of(companion)[3]
        ]
        results: dict[Formula, bool | None] = {}
        for companion, at_once in (self._try_companions(formula, candidates) if candidates else {}).items():
            results[companion] = at_once or self._search_shortly((formula, companion))
        return [results.get(companion, False) for companion in companions]

    def _search_shortly(self, formulas: Sequence[Formula], nodes: int | None = None) -> bool | None:
        """Return the satisfiability of a conjunction; None if the search cannot decide it within `nodes`."""
        try:
            return (
                self._run_search(formulas, nodes or min(self._node_budget(), MAX_QUICK_NODES), lambda *_: True, moves_numbers=True)
                is not None
            )
        except Undecided:
            return None

    def partition_satisfiable(self, formulas: Iterable[Formula]) -> tuple[set[Formula], dict[Formula, str]]:
        """Split formulas that are too hard for the search into the satisfiable ones, and the undecided ones with the limit reached.

        z3 gets their disjunction, and again that of the rest while a point is found: that takes hardly longer than one of them.
        """
        closed_formulas = {formula: self.space.with_definitions(formula) for formula in formulas}
        satisfiable, undecided = self._partition_by_points(set(closed_formulas.values()))
        return {formula for formula, closed in closed_formulas.items() if closed in satisfiable}, {
            formula: undecided[closed] for formula, closed in closed_formulas.items() if closed in undecided
        }

    def _partition_by_points(self, open_formulas: set[Formula]) -> tuple[set[Formula], dict[Formula, str]]:
        """Do the same for formulas that include the definitions of their names."""
        satisfiable = set[Formula]()
        try:
            while open_formulas:
                disjunction = self.space.disjunction(*sorted(open_formulas))
                point = self._find_point_by_z3(disjunction, {})
                if point is None:
                    break
                truths = PointTruths(self.space, point)
                satisfied = {formula for formula in open_formulas if truths[formula]}
                satisfiable |= satisfied
                open_formulas -= satisfied
            return satisfiable, {}
        except BudgetExhausted as spent:
            if len(open_formulas) == 1:
                return satisfiable, {open_formulas.pop(): spent.reason}
        splits = [self._partition_by_points({formula}) for formula in sorted(open_formulas)]
        return satisfiable.union(*(possible for possible, _ in splits)), {
            formula: why for _, spent in splits for formula, why in spent.items()
        }

    def _try_companions(self, formula: Formula, companions: Sequence[Formula]) -> dict[Formula, bool]:
        """Return for each companion True if the formula's spot, moved into its literals, satisfies both; {} if it is unsatisfiable."""
        search = self._search
        base = self._push_prefix(())
        spot = self._find_search_point(formula, base)
        if base is None or spot is None:
            return {}
        mark = search.current_mark()
        literals, clauses, remainder, _ = self._compiled.compile_conjunction(formula)
        search.go_to_spot(spot)
        search.cut_all(literals)
        state = ([*base[0], *clauses], [*base[1], *remainder])
        results: dict[Formula, bool] = {}
        for companion in companions:
            companion_mark = search.current_mark()
            results[companion] = search.satisfies_after_move(companion, state)
            search.undo_to(companion_mark)
        search.undo_to(mark)
        return results

    def _find_search_point(self, formula: Formula, base: State | None) -> list[int] | None:
        """Return a spot where a formula and the assumption hold; None if there is none, an arbitrary spot if the search cannot decide."""
        search = self._search
        if base is None:
            return None
        mark = search.current_mark()
        try:
            if not search.satisfies_after_move(formula, base):
                search.undo_to(mark)
                if (
                    Branching(search, self.effort, min(self._node_budget(), MAX_QUICK_NODES)).find_state(search.push([formula], *base))
                    is None
                ):
                    return None
        except Undecided:
            pass
        finally:
            spot = search.spot.copy()
            search.undo_to(mark)
        return spot

    def sampled_points(self, *formulas: Formula) -> int:
        """Return the sampled points (bits) that satisfy all these formulas and the assumption. 0 means unknown."""
        sample = self.get_sample()
        if any(self.space.support[formula] & self.space.name_bits for formula in formulas):
            return 0  # each variable is drawn for itself, names too
        points = sample.satisfying_points(self.assumption)
        for formula in formulas:
            points &= sample.satisfying_points(formula)
        return points

    def get_sample(self) -> Sample:
        """Return the sample of points, drawn on first use."""
        if self._sample is None:
            self._sample = Sample(self.space, self._search.spot.copy() if self.assumption != TRUE else None)
        return self._sample

    def forget_sample(self) -> None:
        """Forget the sample, which takes most of a solver's memory: a solver lies in reference cycles, and outlives its question."""
        self._sample = None

    def find_model(
        self, formula: Formula, fixed: Mapping[int, int] | None = None, candidate_points: Iterable[Assignment] = ()
    ) -> Box | None:
        """Return a box inside `fixed` in which the formula and the assumption hold everywhere; None if there is none. Raises
        `BudgetExhausted`.

        If the search cannot decide, `candidate_points` are tried before z3.
        """
        self.effort.questions += 1
        fixed = fixed or {}
        if self._fixed_numbers(fixed):
            return self._solve_separately(formula, fixed)
        return self._find_box((*self._box_literals(fixed), self.space.with_definitions(formula)), fixed, formula, candidate_points)

    def find_smallest_model(self, formula: Formula, fixed: Mapping[int, int] | None = None) -> Box | None:
        """Return a model that restricts the fewest variables beyond `fixed`; None if there is none. Raises `BudgetExhausted` if none is
        found.

        Minimal, unless it takes more than a few thousand nodes: then the smallest found, in which no single variable can be freed.
        """
        self.effort.questions += 1
        fixed = fixed or {}
        box = self._solve_separately(formula, fixed, sparing=True)
        if box is None:
            return None
        return self.free_variables(self.space.conjunction(self.assumption, formula), box, sorted(v for v in box if v not in fixed))

    def is_true_in(
        self,
        formula: Formula,
        box: Mapping[int, int],
        truths: dict[Formula, bool] | None = None,
        guards: Values | None = None,
        names: dict[int, Reach] | None = None,
    ) -> bool:
        """Return True if a formula is known to hold in all of a nonempty box: quick; False means unknown.

        What is worked out is kept, and may be given for a larger box as far as it still holds there: `truths` of subformulas, those of the
        `guards` that define names, and the reaches of `names`.
        """
        numbers = self._fixed_numbers(box)
        search = Search(self._compiled, numbers) if numbers else self._free
        search.add_new_variables()
        mark = search.current_mark()
        search.push(self._box_literals(box), [], [])
        narrow_names(search, self.space.support[formula], {} if guards is None else guards, {} if names is None else names)
        is_true = true_in_box(search, formula, {} if truths is None else truths)
        search.undo_to(mark)
        search.reaches.clear()
        return is_true

    def free_variables(self, formula: Formula, box: Box, variables: Iterable[int]) -> Box:
        """Free variables of a box, one after the other, as long as the formula still holds everywhere in it.

        Truths of formulas that do not depend on a freed variable are kept.
        """
        truths: dict[Formula, bool] = {}
        guards: Values = {}
        names: dict[int, Reach] = {}
        box = {variable: mask for variable, mask in box.items() if not self.space.name_bits >> variable & 1}
        if not self.is_true_in(formula, box, truths, guards, names):
            return box
        support, dependencies_of = self.space.support, self.space.dependencies_of
        relevant = dependencies_of(support[formula])
        for variable in variables:
            smaller_box = {other_variable: mask for other_variable, mask in box.items() if other_variable != variable}
            if not relevant >> variable & 1:
                box = smaller_box
                continue
            other_truths = {part: is_true for part, is_true in truths.items() if not dependencies_of(support[part]) >> variable & 1}
            other_guards = {part: truth for part, truth in guards.items() if not dependencies_of(support[part]) >> variable & 1}
            other_names = {name: reach for name, reach in names.items() if not dependencies_of(1 << name) >> variable & 1}
            if self.is_true_in(formula, smaller_box, other_truths, other_guards, other_names):
                box, truths, guards, names = smaller_box, other_truths, other_guards, other_names
        return box

    # ---- the search ----------------------------------------------------------------------------------------------------------------------

    def _node_budget(self) -> int:
        """Return the node budget of the next question."""
        return min(self.budget, self._patience)

    def _fixed_numbers(self, box: Mapping[int, int]) -> dict[int, int]:
        return {variable: number for variable, number in box.items() if self.space.values[variable] is None}

    def _box_literals(self, box: Mapping[int, int]) -> list[Formula]:
        return [self.space.literal(variable, mask) for variable, mask in box.items() if self.space.values[variable] is not None]

    def _find_box(
        self, formulas: Sequence[Formula], fixed: Mapping[int, int], boxed: Formula | None, candidate_points: Iterable[Assignment] = ()
    ) -> Box | None:
        """Return a box (an empty one without `boxed`) where some formulas hold; `boxed` is the last one without definitions."""

        def box(branching: Branching, state: State) -> Box:
            if boxed is None:
                return {}
            conjunction = self.space.conjunction(self._plain_assumption, *formulas[:-1], boxed)
            return self.box_around(conjunction, self._search.spot_point()) if self._has_names(conjunction) else branching.box_at_spot(state)

        try:
            return self._run_search(
                formulas, min(self._node_budget(), MAX_QUICK_NODES) if self._has_names(formulas[-1]) else self._node_budget(), box
            )
        except Undecided:
            conjunction = self.space.conjunction(*formulas)
            if boxed is None:
                return None if self._find_point_patiently(conjunction, fixed) is None else {}
            candidate_box = next(
                (candidate for point in candidate_points if (candidate := self._box_around(point, conjunction, fixed, boxed)) is not None),
                None,
            )
            return self._find_box_by_z3(conjunction, fixed, boxed) if candidate_box is None else candidate_box

    def _box_around(self, candidate: Assignment, formula: Formula, fixed: Mapping[int, int], plain: Formula) -> Box | None:
        """Return a box around a point, if a formula (`plain` without definitions) and the assumption hold there."""
        space, conjunction = self.space, self.space.conjunction(self._plain_assumption, plain)
        assignment = {variable: place for variable, place in candidate.items() if not space.name_bits >> variable & 1}
        point = complete_point(space, assignment, space.variables_of(conjunction))
        if not space.evaluate(space.conjunction(self.assumption, formula), point):
            return None
        return self._with_fixed(self.box_around(conjunction, point), fixed)

    def _run_search(
        self, formulas: Sequence[Formula], nodes: int, make_result: Callable[[Branching, State], T], *, moves_numbers: bool = False
    ) -> T | None:
        """Call `make_result` on the first state in which the formulas hold at the spot; None if there is none. Raises `Undecided`.

        All but the last formula stay pushed, as the next question may begin with them. `moves_numbers` as in `Branching`.
        """
        search = self._search
        state = self._push_prefix(formulas[:-1])
        if state is None or search.truths.get(formulas[-1]) is False:
            return None
        mark = search.current_mark()
        state = search.push([formulas[-1]], *state)
        try:
            if state is None:
                return None
            branching = Branching(search, self.effort, nodes, moves_numbers=moves_numbers)
            satisfied_state = branching.find_state(state)
            return None if satisfied_state is None else make_result(branching, satisfied_state)
        finally:
            search.undo_to(mark)

    def _push_prefix(self, formulas: Sequence[Formula]) -> State | None:
        """Push formulas in order on top of the assumption, reusing the common prefix with the last call; return the state."""
        search, levels = self._search, self._levels
        search.add_new_variables()
        common = 0
        for level, formula in zip(levels, formulas, strict=False):
            if level.formula != formula:
                break
            common += 1
        if common < len(levels):
            search.undo_to(levels[common].mark)
            del levels[common:]
        state = levels[-1].state if levels else self._base
        for formula in formulas[common:]:
            if state is None:
                return None
            level = _Level(formula, None, search.current_mark())
            state = level.state = search.push([formula], *state)
            levels.append(level)
        return state

    def _solve_separately(self, formula: Formula, fixed: Mapping[int, int], sparing: bool = False) -> Box | None:
        """Return a model by a separate search; with `sparing` the cheapest."""
        space = self.space
        plain, formula = formula, space.with_definitions(formula)
        search = Search(self._compiled, self._fixed_numbers(fixed))
        ignored = 0
        for variable in fixed:
            ignored |= 1 << variable
        pointed = not sparing or not (space.support[formula] | space.support[self.assumption]) & ~ignored
        branching = Branching(search, self.effort, self._node_budget(), ignored, pointed)
        # What is fixed comes first: it restricts at no cost, so alternatives that hold in it cost nothing.
        state = search.push(self._box_literals(fixed), [], [])
        state = state and search.push([self.assumption, formula], *state)
        try:
            if sparing:
                return branching.find_cheapest(state)
            state = branching.find_state(state)
            conjunction = space.conjunction(self._plain_assumption, plain)
            if state is None or not self._has_names(conjunction):
                return None if state is None else branching.box_at_spot(state)
            return self._with_fixed(self.box_around(conjunction, search.spot_point()), fixed)
        except Undecided:
            return self._find_box_by_z3(formula, fixed, plain)

    def _has_names(self, formula: Formula) -> bool:
        return self.space.support[formula] & self.space.name_bits != 0

    def _find_box_by_z3(self, formula: Formula, fixed: Mapping[int, int], plain: Formula) -> Box | None:
        """Return a box by z3 where a formula holds (`plain` without definitions)."""
        point = self._find_point_patiently(formula, fixed)
        if point is None:
            return None
        return self._with_fixed(self.box_around(self.space.conjunction(self._plain_assumption, plain), point), fixed)

    def _find_point_patiently(self, formula: Formula, fixed: Mapping[int, int]) -> Assignment | None:
        """Return a point by z3 after the search gave up, and lower the budget: the next question is likely to be as hard."""
        self._patience = max(self._patience // 2, min(MIN_NODES, self.budget))
        return self._find_point_by_z3(formula, fixed)

    def _with_fixed(self, box: Box, fixed: Mapping[int, int]) -> Box:
        return box | {v: mask if self.space.values[v] is None else mask & box.get(v, mask) for v, mask in fixed.items()}

    def _find_point_by_z3(self, formula: Formula, fixed: Mapping[int, int]) -> Assignment | None:
        """Return a point by z3 where a formula and the assumption hold. Raises `BudgetExhausted`."""
        if not self.z3_steps:
            raise BudgetExhausted("z3 may take no steps")
        conjunction = self.space.conjunction(self.assumption, formula)
        self.effort.to_z3 += 1
        self._points = self._points or Points(self.space)
        point = self._points.find_point(conjunction, fixed, self.z3_steps)
        if isinstance(point, str):
            raise BudgetExhausted(point)
        return point

    # ---- boxes ---------------------------------------------------------------------------------------------------------------------------

    def box_around(self, formula: Formula, point: Mapping[int, Exact]) -> Box:
        """Return a box around a point in which a formula holds: its supporting literals, and the numbers of its hard atoms.

        The definitions hold at the point, too. A name is no part of the box: the support of its definition replaces it.
        """
        space = self.space
        box: Box = {}
        names = 0
        pending = [formula]
        truths = PointTruths(space, point)
        while True:
            for subformula in pending:
                for leaf in space.supporting_leaves(subformula, truths):
                    parts = space.parts[leaf]
                    if space.kinds[leaf] == LITERAL:
                        box[parts[0]] = box.get(parts[0], space.full[parts[0]]) & parts[1]
                        continue
                    for variable in space.atoms[parts[0]].variables:
                        self._pin_variable(box, variable, point)
            for variable in [variable for variable in box if space.name_bits >> variable & 1]:
                names |= 1 << variable
                del box[variable]
            if not names:
                return box
            name = names.bit_length() - 1  # the youngest: no later one depends on it
            names ^= 1 << name
            way = next((way for way in definition_cases(space, name) if truths[way[0]]), None)
            pending = [] if way is None else [way[0]]
            for variable in () if way is None else variables_in(way[1]):
                self._pin_variable(box, variable, point)

    def _pin_variable(self, box: Box, variable: int, point: Mapping[int, Exact]) -> None:
        index = point.get(variable, self.space.default_index(variable))
        box[variable] = int(index) if self.space.values[variable] is None else 1 << int(index)
