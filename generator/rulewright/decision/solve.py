"""Whether a formula can hold, and where: by the box search, by corners where arithmetic is left, by z3 where the budget is spent."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from rulewright.decision import z3_solve
from rulewright.decision.branch import Branching, Effort, Undecided
from rulewright.decision.formula import FALSE, LITERAL, TRUE, Formula, Space
from rulewright.decision.search import Search

Box: TypeAlias = dict[int, int]
"""Variable -> mask of the values left to it (a wide variable: the number that it is). Variables that are not told are free."""

BUDGET = 20_000


class Spent(Exception):
    """Neither the search nor z3 could decide within the budget; `why` says what gave out."""

    def __init__(self, why: str) -> None:
        super().__init__(why)
        self.why = why


class Solver:
    """Satisfiability of the formulas of one space. Deterministic: the same calls give the same models.

    `budget` is how many nodes one question may take before it goes to z3, which has a limit of its own; then `Spent` is raised.
    """

    def __init__(self, space: Space, budget: int = BUDGET) -> None:
        self.space = space
        self.budget = budget
        self.effort = Effort()
        self._orders: dict[Formula, tuple[Formula, ...]] = {}
        self._models: dict[Formula, Box | None] = {}

    # ---- questions -----------------------------------------------------------------------------------------------------------------------

    def model(self, formula: Formula, fixed: Mapping[int, int] | None = None) -> Box | None:
        """A box inside `fixed` in every point of which the formula holds; None if there is none. Raises `Spent`."""
        if formula <= TRUE:
            return None if formula == FALSE else dict(fixed or {})
        if fixed:
            return self._model(formula, fixed)
        if formula not in self._models:
            self._models[formula] = self._model(formula, {})
        found = self._models[formula]
        return None if found is None else dict(found)

    def _model(self, formula: Formula, fixed: Mapping[int, int]) -> Box | None:
        self.effort.questions += 1
        search = Search(self.space, fixed, {}, self._orders)
        try:
            found = Branching(search, self.effort, self.budget).first(formula)
        except Undecided:
            return self._by_z3(formula, fixed)
        return found

    def smallest(self, formula: Formula, given: Mapping[int, int] | None = None, fixed: Mapping[int, int] | None = None) -> Box | None:
        """A model that restricts as few variables as can be, beyond `fixed`; raises `Spent` if none is found at all.

        Of the variables of `given` (variable -> index of a value) only those count whose value the box loses. Least, unless looking for
        it takes more than a few thousand nodes: then the least found, and no single variable in it could be freed.
        """
        given, fixed = given or {}, fixed or {}
        if formula <= TRUE:
            return None if formula == FALSE else dict(fixed)
        self.effort.questions += 1
        search = Search(self.space, fixed, given, self._orders)
        run = Branching(search, self.effort, self.budget, _ignored(given, fixed))
        try:
            found = run.least(formula)
        except Undecided:
            found = self._by_z3(formula, fixed)
        return None if found is None else self.widened(formula, found, given, fixed)

    def holds_everywhere(self, formula: Formula, box: Mapping[int, int]) -> bool:
        """Whether it holds in every point of a box. Raises `Spent`."""
        value = self.settled(formula, box)
        return self.model(self.space.negate(formula), box) is None if value is None else value

    def settled(self, formula: Formula, box: Mapping[int, int]) -> bool | None:
        """Its three-valued value under a box: quick; None does not mean that it takes both values."""
        if formula <= TRUE:
            return formula == TRUE
        search = Search(self.space, box, {}, self._orders)
        if self.space.kind[formula] == LITERAL:
            variable, mask = self.space.parts[formula]
            there = search.box[variable]
            return False if not there & mask else None if there & ~mask else True
        search.round = 1
        return search.value(formula, search.touched)

    # ---- boxes ---------------------------------------------------------------------------------------------------------------------------

    def widened(self, formula: Formula, box: Box, given: Mapping[int, int], fixed: Mapping[int, int]) -> Box:
        """The box with every variable freed that can be: one after the other, those that lose a given value first."""

        def rank(variable: int) -> tuple[bool, int]:
            return (variable in given and bool(box[variable] >> given[variable] & 1), variable)

        for variable in sorted((v for v in box if v not in fixed), key=rank):
            less = {v: mask for v, mask in box.items() if v != variable}
            if self.settled(formula, less) is True:
                box = less
        return box

    def _by_z3(self, formula: Formula, fixed: Mapping[int, int]) -> Box | None:
        self.effort.to_z3 += 1
        point = z3_solve.point(self.space, formula, fixed)
        if isinstance(point, str):
            raise Spent(point)
        if point is None:
            return None
        box = self.around(formula, point)
        return box | {v: mask if self.space.values[v] is None else mask & box.get(v, mask) for v, mask in fixed.items()}

    def around(self, formula: Formula, point: Mapping[int, int]) -> Box:
        """A box around a point in which a formula holds: the literals that make it hold, and the numbers of its hard atoms."""
        space = self.space
        box: Box = {}
        holds = space.evaluated(formula, point)
        waiting = [formula]
        seen = {formula}
        while waiting:
            found = waiting.pop()
            parts = space.parts[found]
            match space.kind[found]:
                case 1:
                    box[parts[0]] = box.get(parts[0], space.full[parts[0]]) & parts[1]
                case 2:
                    for variable in space.atoms[parts[0]].variables:
                        box[variable] = point[variable] if space.values[variable] is None else 1 << point[variable]
                case 3:
                    waiting += [part for part in parts if part not in seen]
                    seen.update(parts)
                case _:
                    first = next(part for part in parts if holds[part])
                    if first not in seen:
                        seen.add(first)
                        waiting.append(first)
        return box


def _ignored(given: Mapping[int, int], fixed: Mapping[int, int]) -> int:
    """The variables that may be restricted at no cost."""
    found = 0
    for variable in (*given, *fixed):
        found |= 1 << variable
    return found
