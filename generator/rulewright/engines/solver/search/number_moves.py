"""A point at which arithmetic holds, found by moving one fact after another; the numbers of names follow from their definitions.

The search leaves arithmetic to the end: then it is known which atoms must hold, and a point at which some do not. Each name is replaced
by the number that its definition gives it at the point, so that an atom speaks of facts alone. One fact at a time is then moved to where
an atom holds. That no moves lead to such a point proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import ceil, floor

from rulewright.base.limits import MAX_MOVES_PER_ATOM
from rulewright.engines.solver.formula.leaves import Leaf, Linear, evaluate, multiply, substitute, variables
from rulewright.engines.solver.formula.named_numbers import complete_point, definition_cases, units_of_name
from rulewright.engines.solver.formula.numbers import NumericAtom, holds
from rulewright.engines.solver.formula.space import Exact, Formula, Numbers, PointTruths, bits
from rulewright.engines.solver.search.box_search import Search


class NumberMoves:
    """The facts at the spot of a search, by index or number, and the hard atoms that are to hold."""

    def __init__(self, search: Search, hard: list[Formula]) -> None:
        space = search.space
        self.search = search
        self.space = space
        self.atoms = [atom for formula in hard if isinstance(atom := search.compiled.arithmetic.atom_of(formula), NumericAtom)]
        self.variables = list(bits(space.dependencies_of(space.joint_support(hard))))
        start = search.spot_point()
        self.facts = {
            variable: start.get(variable, space.default_index(variable)) for variable in self.variables if not self._is_name(variable)
        }

    def find_point(self) -> Mapping[int, Exact] | None:
        """Return a point in the box at which all atoms hold; None if the moves lead to none. No fact is moved to one place twice."""
        past_moves: set[tuple[int, Exact]] = set()
        for _ in range(MAX_MOVES_PER_ATOM * len(self.atoms)):
            point = complete_point(self.space, self.facts, self.variables)
            numbers = Numbers(self.space, point)
            violated = [atom for atom in self.atoms if not atom.evaluate(numbers)]
            if not violated:
                return point if all(self._is_in_box(variable, index) for variable, index in point.items()) else None
            move = next((move for atom in violated for move in self._moves_for_atom(atom, point) if move not in past_moves), None)
            if move is None:
                return None
            past_moves.add(move)
            self.facts.update([move])
        return None

    def _is_name(self, variable: int) -> bool:
        return self.space.name_bits >> variable & 1 == 1

    def _is_in_box(self, variable: int, index: Exact) -> bool:
        if self.space.values[variable] is None:
            return self.search.numbers.get(variable, index) == index
        return self.search.box[variable] >> int(index) & 1 == 1

    def _moves_for_atom(self, atom: NumericAtom, point: Mapping[int, Exact]) -> Iterator[tuple[int, Exact]]:
        """Yield moves of one fact that make an atom hold, numbers with too many values to list first."""
        space = self.space
        leaf = self._in_facts(atom.leaf, PointTruths(space, point))
        for variable in [] if leaf is None else sorted(variables(leaf), key=lambda fact: (space.values[fact] is not None, fact)):
            others = {fact: space.number_at(fact, index) for fact, index in self.facts.items() if fact != variable}
            leaf_of_fact = None if leaf is None else substitute(leaf, others)
            if leaf_of_fact is not None:
                for index in self._indexes_to_try(variable, leaf_of_fact):
                    if self._is_in_box(variable, index) and holds(atom.op, evaluate(space, leaf_of_fact, {variable: index})):
                        yield variable, index

    def _in_facts(self, leaf: Leaf, truths: PointTruths) -> Leaf | None:
        """Return a leaf with each name replaced by the number that its definition gives it; None if there is none."""
        in_facts: Leaf | None = leaf
        while in_facts is not None and (names := [variable for variable in variables(in_facts) if self._is_name(variable)]):
            numbers: dict[int, Leaf] = {}
            for name in names:
                number = next((number for guard, number in definition_cases(self.space, name) if truths[guard]), None)
                if number is None:
                    return None
                numbers[name] = multiply(units_of_name(self.space, name), number)
            in_facts = substitute(in_facts, numbers)
        return in_facts

    def _indexes_to_try(self, variable: int, leaf_of_fact: Leaf) -> Iterator[Exact]:
        """Yield indexes of a fact, or numbers, on both sides of where a leaf of this fact alone is 0, then the ends of the box."""
        space, mask = self.space, self.search.box[variable]
        is_wide = space.values[variable] is None
        low, high = space.wide_bounds[variable] if is_wide else ((mask & -mask).bit_length() - 1, mask.bit_length() - 1)
        progression: tuple[Exact, Exact] | None = (0, 1) if is_wide else space.arithmetic_progression(variable)
        if isinstance(leaf_of_fact, Linear) and progression is not None and progression[1]:
            root = Fraction(-leaf_of_fact.constant) / leaf_of_fact.terms[0][1]
            place = (root - progression[0]) / progression[1]
            for index in (floor(place), ceil(place), floor(place) + 1, ceil(place) - 1):
                if (low is None or low <= index) and (high is None or index <= high):
                    yield index
        yield from (end for end in (low, high) if end is not None)
