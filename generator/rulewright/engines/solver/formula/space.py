"""Variables with finite domains, and interned Boolean formulas over them: equal formulas are the same number.

A `Space` holds both. A formula is an index into it and is always in negation normal form: a *literal* (a variable has one of the values
of a mask), a *hard atom* (arithmetic that is not worth listing, see `numbers`), or a conjunction or disjunction of smaller formulas.
Formulas are simplified cheaply as they are built, so without assumptions no formula but `TRUE` and `FALSE` is decided by its parts alone:
the search relies on that. No function recurses over a formula: they may be many thousands deep.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeAlias

from rulewright.base.limits import MAX_ABSORBING_PARTS, MAX_FLATTENED_PARTS
from rulewright.semantics.terms import Plain

Formula: TypeAlias = int
"""An index into a space."""
Joins: TypeAlias = dict[tuple[Formula, ...], Formula]
Exact: TypeAlias = int | Fraction

FALSE: Formula = 0
TRUE: Formula = 1

CONSTANT, LITERAL, HARD, BOTH, EITHER = range(5)
"""The kinds of formulas (`Space.kind`)."""


class TooLarge(Exception):
    """The formulas of one space have more nodes than its limit."""


class Atom(Protocol):
    """An arithmetic condition: hashable, and equal where it is the same condition."""

    @property
    def variables(self) -> frozenset[int]: ...
    def opposite(self) -> Atom: ...
    def evaluate(self, numbers: Mapping[int, Exact]) -> bool:
        """Return True if the atom holds for these numbers of its variables."""
        ...

    def truth_under(self, reach: Mapping[int, tuple[Exact | None, Exact | None]]) -> bool | None:
        """Return the truth of the atom for all numbers in the reaches (lowest, highest); None if it takes both values or is unknown."""
        ...

    def rename_variables(self, others: Mapping[int, int]) -> Atom:
        """Return the atom with some variables replaced."""
        ...


class Space:
    """Variables and formulas. `kind`, `parts` and `support` are indexed by formula; the solvers read them, only the space writes them.

    `parts` of a literal are (variable, mask), of a hard atom its number in `atoms`, of a join the formulas in it, ascending,
    all smaller than itself. `support` has a bit for each variable, `opposite` the negation where it was ever asked for (else -1), `height`
    how deep it is. `full`, by variable, is the mask of all of its values, 0 for a wide one. `definitions` of names (`named`) say what they
    are; `named` has their bits.
    """

    def __init__(self, limit: int = 400_000) -> None:
        self.limit = limit
        self.keys: list[Hashable] = []
        self.values: list[Sequence[Plain] | None] = []
        self.full: list[int] = []
        self.wide_bounds: dict[int, tuple[int | None, int | None]] = {}
        self.definitions: dict[int, Formula] = {}
        self.name_bits = 0
        self.atoms: list[Atom] = []
        self.kinds: list[int] = [CONSTANT, CONSTANT]
        self.parts: list[tuple[int, ...]] = [(), ()]
        self.support: list[int] = [0, 0]
        self.height: list[int] = [0, 0]
        self.opposite: list[Formula] = [TRUE, FALSE]
        self.memo: dict[Hashable, Formula] = {}
        self.limits: dict[Hashable, tuple[Exact | None, Exact | None]] = {}
        """The lowest and highest numbers of nonlinear amounts; None for no bound."""
        self._variables: dict[Hashable, int] = {}
        self._literals: list[dict[int, Formula]] = []
        self._atoms: dict[Atom, Formula] = {}
        self._interned_joins: tuple[Joins, Joins] = ({}, {})
        self._requested_joins: tuple[Joins, Joins] = ({}, {})
        self._numbers: dict[int, tuple[Exact, ...]] = {}
        self._rows: dict[int, tuple[Exact, Exact] | None] = {}
        self._spans: dict[int, tuple[Exact | None, Exact | None]] = {}
        self._variables_of: dict[int, frozenset[int]] = {0: frozenset()}
        self._bearing: dict[int, int] = {}
        self._closed: dict[Formula, Formula] = {}

    # ---- variables -----------------------------------------------------------------------------------------------------------------------

    def variable(self, key: Hashable, values: Sequence[Plain]) -> int:
        """Return the variable of a key, with the domain `values`. Raises `ValueError` if the key is known with another domain."""
        variable = self._variables.get(key)
        if variable is None:
            return self._add_variable(key, tuple(values))
        if self.values[variable] != tuple(values):
            raise ValueError(f"{key!r} has different values already")
        return variable

    def variable_named(self, key: Hashable) -> int:
        """Return the variable of a known key. Raises `KeyError`."""
        return self._variables[key]

    def known_variable(self, key: Hashable) -> int | None:
        """Return the variable of a key; None if there is none."""
        return self._variables.get(key)

    def numeric_variable(self, key: Hashable, low: int | None, high: int | None) -> int:
        """Return the variable of an integer from `low` to `high` (None: no bound) with too many values to list; for hard atoms only."""
        variable = self._variables.get(key)
        if variable is None:
            variable = self._add_variable(key, None)
            self.wide_bounds[variable] = (low, high)
        elif self.wide_bounds.get(variable) != (low, high):
            raise ValueError(f"{key!r} has different values already")
        return variable

    def _add_variable(self, key: Hashable, values: Sequence[Plain] | None) -> int:
        variable = len(self.keys)
        self._variables[key] = variable
        self.keys.append(key)
        self.values.append(values)
        self.full.append(0 if values is None else (1 << len(values)) - 1)
        self._literals.append({})
        return variable

    def define_name(self, variable: int, definition: Formula) -> None:
        """Set the definition of a variable that names a number: it holds in every situation, and with exactly one value where it is used.

        The definition has no variable that is younger than it.
        """
        self.definitions[variable] = definition
        self.name_bits |= 1 << variable

    def joint_support(self, formulas: Iterable[Formula]) -> int:
        """Return the variables (bits) on which some of these formulas depend."""
        support = 0
        for formula in formulas:
            support |= self.support[formula]
        return support

    def dependencies_of(self, support: int) -> int:
        """Return the variables (bits) together with all that the names among them depend on, also through other names."""
        pending = names = support & self.name_bits
        if not names:
            return support
        dependencies = self._bearing.get(names)
        if dependencies is None:
            dependencies = 0
            while pending:
                name = pending.bit_length() - 1  # the youngest: none that comes later depends on it
                pending ^= 1 << name
                dependencies |= self.support[self.definitions[name]]
                pending |= dependencies & self.name_bits & ((1 << name) - 1)
                pending &= (1 << name) - 1
            self._bearing[names] = dependencies
        return support | dependencies

    def with_definitions(self, formula: Formula) -> Formula:
        """Return the conjunction of a formula and the definitions of all names that it depends on."""
        if not self.support[formula] & self.name_bits:
            return formula
        closure = self._closed.get(formula)
        if closure is None:
            names = bits(self.dependencies_of(self.support[formula]) & self.name_bits)
            closure = self._closed[formula] = self.conjunction(formula, *[self.definitions[name] for name in names])
        return closure

    # ---- making formulas -----------------------------------------------------------------------------------------------------------------

    def literal(self, variable: int, mask: int) -> Formula:
        """Return the formula that the variable has one of the values whose bits are set."""
        formula = self._literals[variable].get(mask)
        if formula is not None:
            return formula
        full = self.full[variable]
        mask &= full
        if mask == 0:
            return FALSE
        if mask == full:
            return TRUE
        formula = self._literals[variable].get(mask)
        if formula is None:
            formula = self._literals[variable][mask] = self._add_formula(LITERAL, (variable, mask), 1 << variable)
        return formula

    def atom_formula(self, atom: Atom) -> Formula:
        formula = self._atoms.get(atom)
        if formula is None:
            support = 0
            for variable in atom.variables:
                support |= 1 << variable
            formula = self._atoms[atom] = self._add_formula(HARD, (len(self.atoms),), support)
            self.atoms.append(atom)
        return formula

    def _add_formula(self, kind: int, parts: tuple[int, ...], support: int, height: int = 1) -> Formula:
        formula = len(self.kinds)
        if formula >= self.limit:
            raise TooLarge(f"more than {self.limit} formulas")
        self.kinds.append(kind)
        self.parts.append(parts)
        self.support.append(support)
        self.height.append(height)
        self.opposite.append(-1)
        return formula

    def conjunction(self, *formulas: Formula) -> Formula:
        """Return the conjunction of formulas; the empty one is true."""
        joined = self._requested_joins[0].get(formulas)  # most are requested repeatedly
        return self._join_formulas(BOTH, formulas) if joined is None else joined

    def disjunction(self, *formulas: Formula) -> Formula:
        """Return the disjunction of formulas; the empty one is false."""
        joined = self._requested_joins[1].get(formulas)
        return self._join_formulas(EITHER, formulas) if joined is None else joined

    def _join_formulas(self, kind: int, formulas: tuple[Formula, ...]) -> Formula:
        """Return the conjunction or disjunction of formulas, memoized by the operands."""
        if len(formulas) == 1:
            return formulas[0]
        memo = self._requested_joins[kind - BOTH]
        joined = memo.get(formulas)
        if joined is None:
            neutral, zero = (TRUE, FALSE) if kind == BOTH else (FALSE, TRUE)
            if zero in formulas:
                joined = zero
            elif neutral in formulas or not formulas:
                remaining = tuple([formula for formula in formulas if formula != neutral])
                joined = self._join_formulas(kind, remaining) if remaining else neutral
            else:
                joined = self._simplify_join(kind, formulas)
            memo[formulas] = joined
        return joined

    def _simplify_join(self, kind: int, formulas: Iterable[Formula]) -> Formula:
        """Simplify a join: flatten nested ones, merge literals of one variable, drop constants, repetitions and complements."""
        neutral, zero = (TRUE, FALSE) if kind == BOTH else (FALSE, TRUE)
        masks: dict[int, int] = {}
        literals: dict[int, Formula] = {}
        remaining: set[Formula] = set()
        pending = list(formulas)
        kinds, parts, opposite = self.kinds, self.parts, self.opposite
        while pending:
            for formula in pending:
                kind_of_formula = kinds[formula]
                if kind_of_formula == LITERAL:
                    variable, mask = parts[formula]
                    old = masks.get(variable)
                    if old is None:
                        masks[variable] = mask
                        literals[variable] = formula
                        continue
                    mask = mask & old if kind == BOTH else mask | old
                    if mask != old:
                        if mask == 0 or mask == self.full[variable]:
                            return zero
                        masks[variable] = mask
                        literals[variable] = self.literal(variable, mask)
                elif kind_of_formula == CONSTANT:
                    if formula == zero:
                        return zero
                elif kind_of_formula == kind and len(parts[formula]) <= MAX_FLATTENED_PARTS:
                    pending.extend(parts[formula])
                else:
                    remaining.add(formula)
            pending = self._absorb_parts(kind, masks, remaining) if remaining else []
        for formula in remaining:
            if opposite[formula] in remaining:
                return zero
        joined_parts = [*literals.values(), *remaining]
        if len(joined_parts) < 2:
            return joined_parts[0] if joined_parts else neutral
        joined_parts.sort()
        return self._intern_join(kind, tuple(joined_parts))

    def _intern_join(self, kind: int, operands: tuple[Formula, ...]) -> Formula:
        memo = self._interned_joins[kind - BOTH]
        joined = memo.get(operands)
        if joined is None:
            support = height = 0
            for formula in operands:
                support |= self.support[formula]
                if self.height[formula] > height:
                    height = self.height[formula]
            joined = memo[operands] = self._add_formula(kind, operands, support, height + 1)
        return joined

    def _absorb_parts(self, kind: int, masks: dict[int, int], remaining: set[Formula]) -> list[Formula]:
        """Remove from `remaining` the parts decided by the literals and other parts; return the rest of those that shrink to one part.

        In `a and (a or b)` the second part is redundant; in `a and (not a or b)` it is `b`. In a disjunction the dual: there a literal
        is false in the other parts. Longer parts are not shortened: `not (b and c)` in them then remains recognizable as the opposite
        of `b and c` elsewhere, which is worth more than a shorter formula.
        """
        if len(remaining) + len(masks) < 2 or len(remaining) > MAX_ABSORBING_PARTS:
            return []
        kinds, parts_of, opposite, full = self.kinds, self.parts, self.opposite, self.full
        shortened: list[Formula] = []
        dual = BOTH + EITHER - kind
        for formula in sorted(remaining):
            if kinds[formula] != dual:
                continue
            parts = parts_of[formula]
            if len(parts) > MAX_ABSORBING_PARTS:
                continue
            count = 0
            last = FALSE if kind == BOTH else TRUE
            for part in parts:
                # Idle parts: in a conjunction those that are false where the other parts hold, in a disjunction true where they fail.
                # A deciding part is the other way round, and nothing is left to say.
                if kinds[part] != LITERAL:
                    if opposite[part] in remaining:
                        continue
                    if part in remaining:
                        remaining.discard(formula)
                        break
                else:
                    variable, mask = parts_of[part]
                    known_mask = masks.get(variable)
                    if known_mask is not None:
                        if (known_mask & mask == 0) if kind == BOTH else (known_mask | mask == full[variable]):
                            continue
                        if (known_mask & ~mask == 0) if kind == BOTH else (mask & ~known_mask == 0):
                            remaining.discard(formula)
                            break
                count += 1
                last = part
            else:
                if count < 2:
                    remaining.discard(formula)
                    shortened.append(last)
        return shortened

    def negate(self, formula: Formula) -> Formula:
        opposite = self.opposite
        if opposite[formula] >= 0:
            return opposite[formula]
        pending = [formula]
        while pending:
            current = pending[-1]
            if opposite[current] >= 0:
                pending.pop()
                continue
            kind, parts = self.kinds[current], self.parts[current]
            if kind == LITERAL:
                negation = self.literal(parts[0], self.full[parts[0]] ^ parts[1])
            elif kind == HARD:
                negation = self.atom_formula(self.atoms[parts[0]].opposite())
            else:
                unresolved = [part for part in parts if opposite[part] < 0]
                if unresolved:
                    pending += unresolved
                    continue
                negation = self._join_formulas(BOTH + EITHER - kind, tuple([opposite[part] for part in parts]))
            opposite[current] = negation
            if opposite[negation] < 0:
                opposite[negation] = current
        return opposite[formula]

    def are_opposite(self, first: Formula, second: Formula) -> bool:
        """Return True if one formula is known to be the negation of the other; False means unknown."""
        return self.opposite[first] == second or self.opposite[second] == first

    def at_least(self, count: int, formulas: Sequence[Formula]) -> Formula:
        """Return the formula that at least `count` of the formulas hold; duplicates count separately."""
        row = [TRUE] + [FALSE] * max(count, 0)
        for formula in formulas:
            for index in range(len(row) - 1, 0, -1):
                row[index] = self.disjunction(row[index], self.conjunction(row[index - 1], formula))
        return row[max(count, 0)]

    # ---- reading formulas ----------------------------------------------------------------------------------------------------------------

    def variables_of(self, formula: Formula) -> frozenset[int]:
        """Return the variables that a formula depends on, also through names."""
        support = self.support[formula]
        variables = self._variables_of.get(support)
        if variables is None:
            variables = self._variables_of[support] = frozenset(bits(self.dependencies_of(support)))
        return variables

    def bounding_box(self, formula: Formula) -> dict[int, int]:
        """Return a box that contains the formula: its own literals, variable by variable. For FALSE some variable has no value left."""
        kind = self.kinds[formula]
        if kind == LITERAL:
            return dict([self.parts[formula]])  # type: ignore[list-item]
        if kind == BOTH:
            return dict(self.parts[part] for part in self.parts[formula] if self.kinds[part] == LITERAL)  # type: ignore[misc]
        return {0: 0} if formula == FALSE and self.keys else {}

    def restrict_formulas(
        self, formulas: Iterable[Formula], variable: int, mask: int, replacements: Mapping[int, int] | None = None
    ) -> list[Formula]:
        """Restrict formulas to the variable having one of these values.

        Hard atoms over the variable are unchanged: this is for switches and other variables outside arithmetic. `replacements` maps
        variables to others with the same domain.
        """
        replacements = replacements or {}
        affected = 1 << variable
        for replaced in replacements:
            affected |= 1 << replaced
        rewritten: dict[Formula, Formula] = {}
        roots = list(formulas)
        for formula in roots:
            for part in self.subformulas(formula, affected) if formula not in rewritten else ():
                if part in rewritten:
                    continue
                kind, inner = self.kinds[part], self.parts[part]
                if kind == LITERAL and inner[0] in replacements:
                    rewritten[part] = self.literal(replacements[inner[0]], inner[1])
                elif kind == HARD and replacements:
                    rewritten[part] = self.atom_formula(self.atoms[inner[0]].rename_variables(replacements))
                elif kind == LITERAL:
                    rewritten[part] = TRUE if mask & ~inner[1] == 0 else self.literal(variable, inner[1] & mask)
                elif kind in (BOTH, EITHER):
                    rewritten[part] = self._join_formulas(kind, tuple([rewritten.get(operand, operand) for operand in inner]))
                else:
                    rewritten[part] = part
        return [rewritten.get(formula, formula) for formula in roots]

    def subformulas(self, formula: Formula, variables: int = -1) -> list[Formula]:
        """Return a formula and all its subformulas, once each, parts first; with `variables` (bits) only those that depend on one."""
        visited = {formula} if self.support[formula] & variables or variables == -1 else set()
        pending = list(visited)
        while pending:
            current = pending.pop()
            if self.kinds[current] >= BOTH:
                for part in self.parts[current]:
                    if part not in visited and (self.support[part] & variables or variables == -1):
                        visited.add(part)
                        pending.append(part)
        return sorted(visited)

    def evaluate(self, formula: Formula, assignment: Mapping[int, Exact]) -> bool:
        """Evaluate a formula; `assignment` gives the index of a variable's value, or the number of a wide variable.

        A variable without an assignment has its first value (a wide one its lowest number, or 0).
        """
        return PointTruths(self, assignment)[formula]

    def supporting_leaves(self, formula: Formula, holds: PointTruths) -> list[Formula]:
        """Return literals and atoms that make a formula hold at a point at which it holds."""
        pending, visited, leaves = [formula], {formula}, []
        for current in pending:
            kind, parts = self.kinds[current], self.parts[current]
            if kind in (LITERAL, HARD):
                leaves.append(current)
            elif kind != CONSTANT:
                chosen_parts = parts if kind == BOTH else [next(part for part in parts if holds[part])]
                pending += [part for part in chosen_parts if part not in visited]
                visited.update(chosen_parts)
        return leaves

    def number_at(self, variable: int, index: Exact) -> Exact:
        """Return the number of a variable at an index of its domain; for a wide variable the index itself."""
        return index if self.values[variable] is None else self.numbers_of(variable)[int(index)]

    def number_range(self, variable: int) -> tuple[Exact | None, Exact | None]:
        """Return the least and the greatest number of a variable; None for no bound."""
        bounds = self._spans.get(variable)
        if bounds is None:
            numbers = self.numbers_of(variable)
            bounds = self._spans[variable] = (min(numbers), max(numbers)) if numbers else self.wide_bounds[variable]
        return bounds

    def numbers_of(self, variable: int) -> tuple[Exact, ...]:
        """Return the numbers of the values of a finite variable. Words are 0, true is 1."""
        numbers = self._numbers.get(variable)
        if numbers is None:
            values = self.values[variable] or ()
            numbers = self._numbers[variable] = tuple([value if isinstance(value, int | Fraction) else 0 for value in values])
        return numbers

    def arithmetic_progression(self, variable: int) -> tuple[Exact, Exact] | None:
        """Return the first number and the step if the numbers of a finite variable are an arithmetic progression, else None."""
        if variable not in self._rows:
            numbers = self.numbers_of(variable)
            first, step = numbers[0], Fraction(numbers[-1] - numbers[0]) / max(len(numbers) - 1, 1)
            is_arithmetic = all(number == first + step * index for index, number in enumerate(numbers))
            self._rows[variable] = (first, step.numerator if step.denominator == 1 else step) if is_arithmetic else None
        return self._rows[variable]

    def default_index(self, variable: int) -> Exact:
        """Return the default of an unassigned variable: index 0, or a wide variable's lowest number, or 0."""
        low, high = self.wide_bounds.get(variable, (0, 0))
        return low if low is not None else 0 if high is None or high >= 0 else high


class PointTruths:
    """Truths of formulas at one point, evaluated lazily and with short circuit.

    The point is as in `Space.evaluate`. `truths` fixes the truth of some atoms.
    """

    def __init__(self, space: Space, assignment: Mapping[int, Exact], truths: Mapping[Atom, bool] | None = None) -> None:
        self.space = space
        self.assignment = assignment
        self.numbers = Numbers(space, assignment)
        self.truths = truths or {}
        self.known: dict[Formula, bool] = {FALSE: False, TRUE: True}

    def __getitem__(self, formula: Formula) -> bool:
        truth = self.known.get(formula)
        return self._evaluate_truth(formula) if truth is None else truth

    def _evaluate_truth(self, formula: Formula) -> bool:
        truths, parts_of = self.known, self.space.parts
        holds = self._leaf_truth(formula)
        if holds is not None:
            return holds
        # A stack of formulas under evaluation, each a part of the one before, with the parts not yet visited.
        stack = [formula]
        remaining = [iter(parts_of[formula])]
        while stack:
            current = stack[-1]
            deciding = self.space.kinds[current] == EITHER
            for part in remaining[-1]:
                holds = truths.get(part)
                if holds is None:
                    holds = self._leaf_truth(part)
                    if holds is None:
                        stack.append(part)
                        remaining.append(iter(parts_of[part]))
                        break
                if holds is deciding:
                    break
            else:
                holds = not deciding
            while holds is not None:
                truths[stack.pop()] = holds
                remaining.pop()
                if not stack or holds is not (self.space.kinds[stack[-1]] == EITHER):
                    break
        return truths[formula]

    def _leaf_truth(self, formula: Formula) -> bool | None:
        """Return the truth of a literal or a hard atom; None for a join."""
        space = self.space
        kind, parts = space.kinds[formula], space.parts[formula]
        if kind == LITERAL:
            holds = parts[1] >> int(self.assignment.get(parts[0], 0)) & 1 == 1
        elif kind == HARD:
            atom = space.atoms[parts[0]]
            fixed_truth = self.truths.get(atom)
            holds = atom.evaluate(self.numbers) if fixed_truth is None else fixed_truth
        else:
            return None
        self.known[formula] = holds
        return holds


class Numbers(Mapping[int, Exact]):
    """A lazy mapping from variables to their numbers under an assignment of indexes."""

    def __init__(self, space: Space, assignment: Mapping[int, Exact]) -> None:
        self.space = space
        self.assignment = assignment

    def __getitem__(self, variable: int) -> Exact:
        index = self.assignment.get(variable)
        return self.space.number_at(variable, self.space.default_index(variable) if index is None else index)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.space.keys)))

    def __len__(self) -> int:
        return len(self.space.keys)


def bits(mask: int) -> Iterator[int]:
    """Yield the indexes of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
