"""Whether a formula can hold, and where: at a sampled point, by the box search, by corners where arithmetic is left, by z3 at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias, TypeVar

from rulewright.base.limits import USUAL, Z3_STEPS
from rulewright.engines.solver.formula.leaves import Reach
from rulewright.engines.solver.formula.leaves import variables as variables_in
from rulewright.engines.solver.formula.named_numbers import completed, ways_of
from rulewright.engines.solver.formula.space import FALSE, LITERAL, TRUE, Exact, Formula, Holding, Space
from rulewright.engines.solver.search.box_search import Mark, Search, State
from rulewright.engines.solver.search.box_values import Values, narrow_names, value
from rulewright.engines.solver.search.branch import Branching, Effort, Undecided
from rulewright.engines.solver.search.clauses import Compiled
from rulewright.engines.solver.search.sample import Sample
from rulewright.engines.solver.search.z3_solver import Points

__all__ = ["BUDGET", "Box", "Effort", "Solver", "Spent", "Spot"]

Box: TypeAlias = dict[int, int]
"""Variable -> mask of the values left to it (a wide variable: the number that it is). Variables that are not given are free."""
Spot: TypeAlias = Mapping[int, Exact]
"""Variable -> place of the value that it has (a wide variable: the number that it is). One that is not given has its first."""

T = TypeVar("T")

BUDGET = USUAL
SHORT = 60
"""How many nodes one of many questions may take that go to z3 together."""
PATIENCE = 60
"""How few nodes a question may take after many of the same solver had to go to z3."""


class Spent(Exception):
    """Neither the search nor z3 could decide within the budget; `why` says what gave out."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


@dataclass(slots=True)
class _Level:
    """A formula that was pushed, what it left, and how to get back to before."""

    formula: Formula
    state: State | None
    mark: Mark


class Solver:
    """Satisfiability of the formulas of one space, in all points where `given` holds. The same calls in the same order, the same models.

    `budget` is how many nodes one question may take before it goes to z3, which has a limit of its own; then `Spent` is raised. Questions
    that begin with the same formulas are cheaper one after the other: what `given` and these exclude is worked out once.
    """

    def __init__(self, space: Space, budget: int = BUDGET, given: Formula = TRUE) -> None:
        plain = given
        self.space = space
        self.budget = budget
        self.given = given = space.closed(given)
        self._plain_given = plain
        self.z3_steps = Z3_STEPS
        """How many steps z3 may take for one question."""
        self._patience = budget
        self.effort = Effort()
        self._compiled = Compiled(space)
        self._sample: Sample | None = None
        self._search = Search(self._compiled, {}, {})
        self._free = Search(self._compiled, {}, {})
        self._levels: list[_Level] = []
        self._points: Points | None = None
        self._base: State | None = self._search.push([given], [], [])
        if given != TRUE:
            self._place_spot()

    def _place_spot(self) -> None:
        """Put the spot at a point where what is given holds."""
        search = self._search
        mark = search.mark()
        try:
            found = Branching(search, self.effort, self._nodes()).reach(self._base)
        except Undecided:
            found = None
        spot = search.spot.copy()
        search.undo(mark)
        if found is not None:
            search.spot = spot

    # ---- questions -----------------------------------------------------------------------------------------------------------------------

    def possible(self, *formulas: Formula) -> bool:
        """Whether all of these formulas can hold together (and with what is given). Raises `Spent`."""
        self.effort.questions += 1
        formulas = tuple([self.space.closed(formula) for formula in formulas])
        if self.sampled(*formulas):
            self.effort.by_sample += 1
            return True
        return self._found(formulas or (TRUE,), {}, None) is not None

    def possible_shortly(self, formula: Formula, nodes: int | None = None) -> bool | None:
        """Whether a formula can hold; None where that takes longer (than so many nodes): `which` can decide it."""
        self.effort.questions += 1
        if formula == FALSE:
            return False
        formula = self.space.closed(formula)
        if self.sampled(formula):
            self.effort.by_sample += 1
            return True
        return self._searched((formula,), nodes)

    def reached(self, formula: Formula, nodes: int) -> Spot | None:
        """A point where a formula holds, and what is given, by the search within so many nodes; None if there is none. Raises `Spent`."""
        self.effort.questions += 1
        try:
            return self._reached((self.space.closed(formula),), nodes, lambda *_: self._search.point())
        except Undecided:
            raise Spent(f"not decided within {nodes:,} steps: `--budget N` allows more") from None

    def somewhere(self, formula: Formula, nodes: int) -> Spot | None:
        """The same by the search or by z3."""
        try:
            return self.reached(formula, nodes)
        except Spent:  # by the search
            return self._point(self.space.closed(formula), {})

    def possible_with(self, formula: Formula, others: Sequence[Formula]) -> list[bool | None]:
        """For each of the others whether it can hold together with a formula; None where the search cannot decide it: `which` can."""
        self.effort.questions += len(others)
        closed = self.space.closed
        formula, others = closed(formula), [closed(other) for other in others]
        opposite, read = self.space.opposite, self._compiled.conjunction
        against, own = opposite[formula], read(formula)[3]
        asked = [other for other in others if opposite[other] not in own and against not in read(other)[3]]
        found: dict[Formula, bool | None] = {}
        for other, at_once in (self._at_once(formula, asked) if asked else {}).items():
            found[other] = at_once or self._searched((formula, other))
        return [found.get(other, False) for other in others]

    def _searched(self, formulas: Sequence[Formula], nodes: int | None = None) -> bool | None:
        """Whether all of some formulas can hold; None where the search cannot decide it (within so many nodes)."""
        try:
            return self._reached(formulas, nodes or min(self._nodes(), SHORT), lambda *_: True) is not None
        except Undecided:
            return None

    def which(self, several: Iterable[Formula]) -> tuple[set[Formula], dict[Formula, str]]:
        """Of formulas that are too much for the search: those that can hold, and the undecided ones, with the limit that was reached.

        They are asked all at once, and again for the rest while there is one: that takes hardly longer than for one of them.
        """
        asked = {one: self.space.closed(one) for one in several}
        found, undecided = self._which(set(asked.values()))
        return {one for one, closed in asked.items() if closed in found}, {
            one: undecided[closed] for one, closed in asked.items() if closed in undecided
        }

    def _which(self, left: set[Formula]) -> tuple[set[Formula], dict[Formula, str]]:
        """The same of formulas that have the definitions of all of their names with them."""
        found = set[Formula]()
        try:
            while left:
                whole = self.space.either(*sorted(left))
                point = self._point(whole, {})
                if point is None:
                    break
                holding = Holding(self.space, point)
                new = {one for one in left if holding[one]}
                found |= new
                left -= new
            return found, {}
        except Spent as spent:
            if len(left) == 1:
                return found, {left.pop(): spent.why}
        together = [self._which({one}) for one in sorted(left)]
        return found.union(*(possible for possible, _ in together)), {one: why for _, spent in together for one, why in spent.items()}

    def _at_once(self, formula: Formula, others: Sequence[Formula]) -> dict[Formula, bool]:
        """For each of the others whether a spot of the formula, moved into their literals, is enough for both; {} if it cannot hold."""
        search = self._search
        base = self._pushed(())
        spot = self._spot_of(formula, base)
        if base is None or spot is None:
            return {}
        mark = search.mark()
        literals, clauses, rest, _ = self._compiled.conjunction(formula)
        search.go(spot)
        search.cut_all(literals)
        state = ([*base[0], *clauses], [*base[1], *rest])
        found: dict[Formula, bool] = {}
        for other in others:
            here = search.mark()
            found[other] = search.at_once(other, state)
            search.undo(here)
        search.undo(mark)
        return found

    def _spot_of(self, formula: Formula, base: State | None) -> list[int] | None:
        """A spot where a formula holds, and what is given; None if there is none. If the search cannot decide it, any spot."""
        search = self._search
        if base is None:
            return None
        mark = search.mark()
        try:
            if not search.at_once(formula, base):
                search.undo(mark)
                if Branching(search, self.effort, min(self._nodes(), SHORT)).reach(search.push([formula], *base)) is None:
                    return None
        except Undecided:
            pass
        finally:
            spot = search.spot.copy()
            search.undo(mark)
        return spot

    def sampled(self, *formulas: Formula) -> int:
        """The sampled points in which all of these formulas hold (and what is given): a bit for each. 0 says nothing."""
        sample = self.sample()
        if any(self.space.support[formula] & self.space.named for formula in formulas):
            return 0  # each variable is drawn for itself, names too
        points = sample.satisfying(self.given)
        for formula in formulas:
            points &= sample.satisfying(formula)
        return points

    def sample(self) -> Sample:
        """The points that are looked at first."""
        if self._sample is None:
            self._sample = Sample(self.space, self._search.spot.copy() if self.given != TRUE else None)
        return self._sample

    def model(self, formula: Formula, fixed: Mapping[int, int] | None = None, at: Iterable[Spot] = ()) -> Box | None:
        """A box inside `fixed` in every point of which the formula holds, and what is given; None if there is none. Raises `Spent`.

        Where the search cannot decide it, the points `at` which it may hold are looked at before z3 is asked.
        """
        self.effort.questions += 1
        fixed = fixed or {}
        if self._numbers(fixed):
            return self._apart(formula, {}, fixed)
        return self._found((*self._literals(fixed), self.space.closed(formula)), fixed, formula, at)

    def smallest(self, formula: Formula, given: Mapping[int, int] | None = None, fixed: Mapping[int, int] | None = None) -> Box | None:
        """A model that restricts as few variables as can be, beyond `fixed`; raises `Spent` if none is found at all.

        Of the variables of `given` (variable -> index of a value) only those count whose value the box loses. Least, unless looking for
        it takes more than a few thousand nodes: then the least found, and no single variable in it could be freed. Quickest where every
        variable has a given value. Wide variables have none.
        """
        self.effort.questions += 1
        given = {v: index for v, index in (given or {}).items() if self.space.values[v] is not None}
        fixed = fixed or {}
        found = self._apart(formula, given, fixed, sparing=True)
        return None if found is None else self.widened(formula, found, given, fixed)

    def holds_everywhere(self, formula: Formula, box: Mapping[int, int]) -> bool:
        """Whether it holds in every point of a box in which what is given holds, too. Raises `Spent`."""
        box = {variable: mask for variable, mask in box.items() if not self.space.named >> variable & 1}  # they are as facts make them
        return self.truth_in(formula, box) is True or self.model(self.space.negate(formula), box) is None

    def truth_in(
        self, formula: Formula, box: Mapping[int, int], known: Values | None = None, names: dict[int, Reach] | None = None
    ) -> bool | None:
        """Its three-valued value under a box that is not empty: quick; None does not mean that it takes both values there.

        `known` has the values of formulas in it that are known already, and gets those that are worked out; `names` the same of the numbers
        between which names are, as facts in the box make them.
        """
        numbers = self._numbers(box)
        search = Search(self._compiled, {}, numbers) if numbers else self._free
        search.grow()
        known = {} if known is None else known
        mark = search.mark()
        search.push(self._literals(box), [], [])
        narrow_names(search, self.space.support[formula], known, {} if names is None else names)
        found = value(search, formula, known)
        search.undo(mark)
        search.reaches.clear()
        return found

    def freed(self, formula: Formula, box: Box, variables: Iterable[int]) -> Box:
        """The box without those of the variables, one after the other, that the formula can do without: it holds in all of both.

        What a variable is not in keeps its value when that one is freed, and is not worked out again.
        """
        known: Values = {}
        names: dict[int, Reach] = {}
        box = {variable: mask for variable, mask in box.items() if not self.space.named >> variable & 1}
        if self.truth_in(formula, box, known, names) is not True:
            return box
        support, bearing = self.space.support, self.space.bearing
        about = bearing(support[formula])
        for variable in variables:
            less = {other: mask for other, mask in box.items() if other != variable}
            if not about >> variable & 1:
                box = less
                continue
            kept = {part: one for part, one in known.items() if not bearing(support[part]) >> variable & 1}
            kept_names = {name: reach for name, reach in names.items() if not bearing(1 << name) >> variable & 1}
            if self.truth_in(formula, less, kept, kept_names) is True:
                box, known, names = less, kept, kept_names
        return box

    # ---- the search ----------------------------------------------------------------------------------------------------------------------

    def _nodes(self) -> int:
        """How many nodes the next question may take."""
        return min(self.budget, self._patience)

    def _numbers(self, box: Mapping[int, int]) -> dict[int, int]:
        return {variable: number for variable, number in box.items() if self.space.values[variable] is None}

    def _literals(self, box: Mapping[int, int]) -> list[Formula]:
        return [self.space.literal(variable, mask) for variable, mask in box.items() if self.space.values[variable] is not None]

    def _found(self, formulas: Sequence[Formula], fixed: Mapping[int, int], boxed: Formula | None, at: Iterable[Spot] = ()) -> Box | None:
        """A box (an empty one without `boxed`) where all of some formulas hold; `boxed` is the last without definitions."""

        def box(branching: Branching, state: State) -> Box:
            if boxed is None:
                return {}
            whole = self.space.both(self._plain_given, *formulas[:-1], boxed)
            return self.around(whole, self._search.point()) if self._has_names(whole) else branching.box(state)

        try:
            return self._reached(formulas, min(self._nodes(), SHORT) if self._has_names(formulas[-1]) else self._nodes(), box)
        except Undecided:
            whole = self.space.both(*formulas)
            if boxed is None:
                return None if self._hard_point(whole, fixed) is None else {}
            found = next((there for spot in at if (there := self._box_at(spot, whole, fixed, boxed)) is not None), None)
            return self._by_z3(whole, fixed, boxed) if found is None else found

    def _box_at(self, spot: Spot, formula: Formula, fixed: Mapping[int, int], plain: Formula) -> Box | None:
        """A box around a point, if a formula (`plain` without definitions) holds there, and what is given."""
        space, whole = self.space, self.space.both(self._plain_given, plain)
        known = {variable: place for variable, place in spot.items() if not space.named >> variable & 1}
        point = completed(space, known, space.variables_of(whole))
        if not space.evaluate(space.both(self.given, formula), point):
            return None
        return self._with_fixed(self.around(whole, point), fixed)

    def _reached(self, formulas: Sequence[Formula], nodes: int, made: Callable[[Branching, State], T]) -> T | None:
        """What is made of the first state in which all of some formulas hold at the spot; None if there is none. Raises `Undecided`.

        All but the last formula stay pushed, as the next question may begin so.
        """
        search = self._search
        state = self._pushed(formulas[:-1])
        if state is None or search.known.get(formulas[-1]) is False:
            return None
        mark = search.mark()
        state = search.push([formulas[-1]], *state)
        try:
            if state is None:
                return None
            branching = Branching(search, self.effort, nodes)
            found = branching.reach(state)
            return None if found is None else made(branching, found)
        finally:
            search.undo(mark)

    def _pushed(self, formulas: Sequence[Formula]) -> State | None:
        """What is left of some formulas after pushing them, one after the other, in addition to what is given."""
        search, levels = self._search, self._levels
        search.grow()
        common = 0
        for level, formula in zip(levels, formulas, strict=False):
            if level.formula != formula:
                break
            common += 1
        if common < len(levels):
            search.undo(levels[common].mark)
            del levels[common:]
        state = levels[-1].state if levels else self._base
        for formula in formulas[common:]:
            if state is None:
                return None
            level = _Level(formula, None, search.mark())
            state = level.state = search.push([formula], *state)
            levels.append(level)
        return state

    def _apart(self, formula: Formula, given: Mapping[int, int], fixed: Mapping[int, int], sparing: bool = False) -> Box | None:
        """A model by a search of its own, with the spot at given values; with `sparing` the one that costs least."""
        space = self.space
        plain, formula = formula, space.closed(formula)
        search = Search(self._compiled, given, self._numbers(fixed))
        ignored, kept = _bits(fixed), _bits(given)
        pointed = not sparing or not (space.support[formula] | space.support[self.given]) & ~(ignored | kept)
        branching = Branching(search, self.effort, self._nodes(), ignored, kept, pointed)
        # What is fixed comes first: it restricts at no cost, so alternatives that hold in it cost nothing.
        state = search.push(self._literals(fixed), [], [])
        state = state and search.push([self.given, formula], *state)
        try:
            if sparing:
                return branching.least(state)
            found = branching.reach(state)
            whole = space.both(self._plain_given, plain)
            if found is None or not self._has_names(whole):
                return None if found is None else branching.box(found)
            return self._with_fixed(self.around(whole, search.point()), fixed)
        except Undecided:
            return self._by_z3(formula, fixed, plain)

    def _has_names(self, formula: Formula) -> bool:
        return self.space.support[formula] & self.space.named != 0

    def _by_z3(self, formula: Formula, fixed: Mapping[int, int], plain: Formula) -> Box | None:
        """A box where a formula holds that is `plain` without definitions."""
        point = self._hard_point(formula, fixed)
        if point is None:
            return None
        return self._with_fixed(self.around(self.space.both(self._plain_given, plain), point), fixed)

    def _hard_point(self, formula: Formula, fixed: Mapping[int, int]) -> Spot | None:
        """A point by z3, where the search gave up: what is asked next is likely to be as hard."""
        self._patience = max(self._patience // 2, min(PATIENCE, self.budget))
        return self._point(formula, fixed)

    def _with_fixed(self, box: Box, fixed: Mapping[int, int]) -> Box:
        return box | {v: mask if self.space.values[v] is None else mask & box.get(v, mask) for v, mask in fixed.items()}

    def _point(self, formula: Formula, fixed: Mapping[int, int]) -> Spot | None:
        """A point where a formula holds, and what is given; by z3. Raises `Spent`."""
        if not self.z3_steps:
            raise Spent("z3 may take no steps")
        whole = self.space.both(self.given, formula)
        self.effort.to_z3 += 1
        self._points = self._points or Points(self.space)
        point = self._points.point(whole, fixed, self.z3_steps)
        if isinstance(point, str):
            raise Spent(point)
        return point

    # ---- boxes ---------------------------------------------------------------------------------------------------------------------------

    def around(self, formula: Formula, point: Mapping[int, Exact]) -> Box:
        """A box around a point in which a formula holds: the literals that make it hold, and the numbers of its hard atoms.

        The point is one where the definitions hold, too. A name is no part of the box: what makes it the number that it is takes its place.
        """
        space = self.space
        box: Box = {}
        names = 0
        waiting = [formula]
        holding = Holding(space, point)
        while True:
            for one in waiting:
                for leaf in space.needed(one, holding):
                    parts = space.parts[leaf]
                    if space.kind[leaf] == LITERAL:
                        box[parts[0]] = box.get(parts[0], space.full[parts[0]]) & parts[1]
                        continue
                    for variable in space.atoms[parts[0]].variables:
                        self._pin(box, variable, point)
            for variable in [variable for variable in box if space.named >> variable & 1]:
                names |= 1 << variable
                del box[variable]
            if not names:
                return box
            name = names.bit_length() - 1  # the youngest: none that comes later depends on it
            names ^= 1 << name
            way = next((way for way in ways_of(space, name) if holding[way[0]]), None)
            waiting = [] if way is None else [way[0]]
            for variable in () if way is None else variables_in(way[1]):
                self._pin(box, variable, point)

    def _pin(self, box: Box, variable: int, point: Mapping[int, Exact]) -> None:
        place = point.get(variable, self.space.first(variable))
        box[variable] = int(place) if self.space.values[variable] is None else 1 << int(place)

    def widened(self, formula: Formula, box: Box, given: Mapping[int, int], fixed: Mapping[int, int]) -> Box:
        """The box with every variable freed that can be, one after the other, those that keep their given value last.

        The formula, and what the solver takes as given, still hold in all of it.
        """
        whole = self.space.both(self.given, formula)

        def rank(variable: int) -> tuple[bool, int]:
            return (variable in given and box[variable] >> given[variable] & 1 == 1, variable)

        return self.freed(whole, box, sorted((v for v in box if v not in fixed), key=rank))


def _bits(variables: Mapping[int, int]) -> int:
    found = 0
    for variable in variables:
        found |= 1 << variable
    return found
