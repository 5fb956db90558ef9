"""Variables with few values, and Boolean formulas over them in which equal formulas are one and the same number.

A `Space` holds both. A formula is an index into it and is always in negation normal form: a *literal* (a variable has one of the values
of a mask), a *hard atom* (arithmetic that is not worth listing, see `numbers`), or `both`/`either` over smaller formulas. What can be
simplified cheaply is simplified as it is built, so with nothing assumed no formula but `TRUE` and `FALSE` is decided by its parts alone:
the search relies on that. No function recurses over a formula: they may be many thousands deep.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Protocol, TypeAlias

from rulewright.semantics.terms import Plain

Formula: TypeAlias = int
"""An index into a space."""
Joins: TypeAlias = dict[tuple[Formula, ...], Formula]
Exact: TypeAlias = int | Fraction

FALSE: Formula = 0
TRUE: Formula = 1

CONSTANT, LITERAL, HARD, BOTH, EITHER = range(5)
"""What a formula is (`Space.kind`)."""

FLATTENED = 128
"""A conjunction in a conjunction is dissolved up to this many parts: longer ones, grown one part at a time, would cost the square."""


class TooLarge(Exception):
    """The formulas of one space have more nodes than its limit."""


class Atom(Protocol):
    """An arithmetic condition: hashable, and equal where it is the same condition."""

    @property
    def variables(self) -> frozenset[int]: ...
    def opposite(self) -> Atom: ...
    def evaluate(self, numbers: Mapping[int, Exact]) -> bool:
        """Whether it holds, given the number that each of its variables is."""
        ...

    def under(self, reach: Mapping[int, tuple[Exact | None, Exact | None]]) -> bool | None:
        """Whether it holds wherever each variable is in its reach (lowest, highest); None if that settles nothing."""
        ...

    def renamed(self, others: Mapping[int, int]) -> Atom:
        """The same of other variables in place of some."""
        ...


REDUCED = 16
"""Joins of more parts than this, and parts that have more themselves, are not looked into for what they have in common."""


class Space:
    """Variables and formulas. `kind`, `parts` and `support` are indexed by formula and read by the solvers; nobody else writes them.

    `parts` of a literal are (variable, mask), of a hard atom its number in `atoms`, of `both` and `either` the formulas in it, ascending,
    all smaller than itself. `support` has a bit for each variable, `opposite` the negation where it was ever asked for (else -1), `height`
    how deep it is. `full`, by variable, is the mask of all of its values, 0 for a wide one. `definitions` of names (`named`) say what they
    are; `named` has their bits.
    """

    def __init__(self, limit: int = 400_000) -> None:
        self.limit = limit
        self.keys: list[Hashable] = []
        self.values: list[Sequence[Plain] | None] = []
        self.full: list[int] = []
        self.ends: dict[int, tuple[int | None, int | None]] = {}
        self.definitions: dict[int, Formula] = {}
        self.named = 0
        self.atoms: list[Atom] = []
        self.kind: list[int] = [CONSTANT, CONSTANT]
        self.parts: list[tuple[int, ...]] = [(), ()]
        self.support: list[int] = [0, 0]
        self.height: list[int] = [0, 0]
        self.opposite: list[Formula] = [TRUE, FALSE]
        self.memo: dict[Hashable, Formula] = {}
        self.limits: dict[Hashable, tuple[Exact | None, Exact | None]] = {}
        """Of amounts that are not linear the lowest and the highest number, None where there is no end."""
        self._variables: dict[Hashable, int] = {}
        self._literals: list[dict[int, Formula]] = []
        self._atoms: dict[Atom, Formula] = {}
        self._joined: tuple[Joins, Joins] = ({}, {})
        self._asked: tuple[Joins, Joins] = ({}, {})
        self._numbers: dict[int, tuple[Exact, ...]] = {}
        self._rows: dict[int, tuple[Exact, Exact] | None] = {}
        self._spans: dict[int, tuple[Exact | None, Exact | None]] = {}
        self._variables_of: dict[int, frozenset[int]] = {0: frozenset()}
        self._bearing: dict[int, int] = {}
        self._closed: dict[Formula, Formula] = {}

    # ---- variables -----------------------------------------------------------------------------------------------------------------------

    def variable(self, key: Hashable, values: Sequence[Plain]) -> int:
        """The variable of this key, one of `values`. Raises `ValueError` if the key is known with other values."""
        known = self._variables.get(key)
        if known is None:
            return self._enter(key, tuple(values))
        if self.values[known] != tuple(values):
            raise ValueError(f"{key!r} has different values already")
        return known

    def variable_named(self, key: Hashable) -> int:
        """The variable of a key that is known. Raises `KeyError`."""
        return self._variables[key]

    def wide(self, key: Hashable, low: int | None, high: int | None) -> int:
        """A whole number from `low` to `high` (None: no end) with too many values to list: it stands in hard atoms only."""
        known = self._variables.get(key)
        if known is None:
            known = self._enter(key, None)
            self.ends[known] = (low, high)
        elif self.ends.get(known) != (low, high):
            raise ValueError(f"{key!r} has different values already")
        return known

    def _enter(self, key: Hashable, values: Sequence[Plain] | None) -> int:
        variable = len(self.keys)
        self._variables[key] = variable
        self.keys.append(key)
        self.values.append(values)
        self.full.append(0 if values is None else (1 << len(values)) - 1)
        self._literals.append({})
        return variable

    def define(self, variable: int, definition: Formula) -> None:
        """Say what holds of a variable that stands for a number: in every situation, and with exactly one value where it is asked for.

        The definition has no variable that is younger than it.
        """
        self.definitions[variable] = definition
        self.named |= 1 << variable

    def bearing(self, support: int) -> int:
        """Some variables (bits), and all that the names among them depend on, through other names, too."""
        waiting = names = support & self.named
        if not names:
            return support
        found = self._bearing.get(names)
        if found is None:
            found = 0
            while waiting:
                name = waiting.bit_length() - 1  # the youngest: none that comes later depends on it
                waiting ^= 1 << name
                found |= self.support[self.definitions[name]]
                waiting |= found & self.named & ((1 << name) - 1)
                waiting &= (1 << name) - 1
            self._bearing[names] = found
        return support | found

    def closed(self, formula: Formula) -> Formula:
        """The formula together with the definitions of all names that it depends on."""
        if not self.support[formula] & self.named:
            return formula
        found = self._closed.get(formula)
        if found is None:
            names = bits(self.bearing(self.support[formula]) & self.named)
            found = self._closed[formula] = self.both(formula, *[self.definitions[name] for name in names])
        return found

    # ---- making formulas -----------------------------------------------------------------------------------------------------------------

    def literal(self, variable: int, mask: int) -> Formula:
        """The variable has one of the values whose bits are set."""
        made = self._literals[variable].get(mask)
        if made is not None:
            return made
        full = self.full[variable]
        mask &= full
        if mask == 0:
            return FALSE
        if mask == full:
            return TRUE
        made = self._literals[variable].get(mask)
        if made is None:
            made = self._literals[variable][mask] = self._add(LITERAL, (variable, mask), 1 << variable)
        return made

    def hard(self, atom: Atom) -> Formula:
        made = self._atoms.get(atom)
        if made is None:
            support = 0
            for variable in atom.variables:
                support |= 1 << variable
            made = self._atoms[atom] = self._add(HARD, (len(self.atoms),), support)
            self.atoms.append(atom)
        return made

    def _add(self, kind: int, parts: tuple[int, ...], support: int, height: int = 1) -> Formula:
        made = len(self.kind)
        if made >= self.limit:
            raise TooLarge(f"more than {self.limit} formulas")
        self.kind.append(kind)
        self.parts.append(parts)
        self.support.append(support)
        self.height.append(height)
        self.opposite.append(-1)
        return made

    def both(self, *formulas: Formula) -> Formula:
        """All of them; of none: true."""
        made = self._asked[0].get(formulas)  # most are asked for again and again
        return self._join(BOTH, formulas) if made is None else made

    def either(self, *formulas: Formula) -> Formula:
        """At least one of them; of none: false."""
        made = self._asked[1].get(formulas)
        return self._join(EITHER, formulas) if made is None else made

    def _join(self, kind: int, formulas: tuple[Formula, ...]) -> Formula:
        """The join of some formulas."""
        if len(formulas) == 1:
            return formulas[0]
        known = self._asked[kind - BOTH]
        made = known.get(formulas)
        if made is None:
            neutral, zero = (TRUE, FALSE) if kind == BOTH else (FALSE, TRUE)
            if zero in formulas:
                made = zero
            elif neutral in formulas or not formulas:
                rest = tuple([formula for formula in formulas if formula != neutral])
                made = self._join(kind, rest) if rest else neutral
            else:
                made = self._simplified(kind, formulas)
            known[formulas] = made
        return made

    def _simplified(self, kind: int, formulas: Iterable[Formula]) -> Formula:
        """Nested ones flattened, literals of one variable merged, constants, repetitions and complements gone."""
        neutral, zero = (TRUE, FALSE) if kind == BOTH else (FALSE, TRUE)
        masks: dict[int, int] = {}
        literals: dict[int, Formula] = {}
        rest: set[Formula] = set()
        waiting = list(formulas)
        kinds, parts, opposite = self.kind, self.parts, self.opposite
        while waiting:
            for formula in waiting:
                what = kinds[formula]
                if what == LITERAL:
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
                elif what == CONSTANT:
                    if formula == zero:
                        return zero
                elif what == kind and len(parts[formula]) <= FLATTENED:
                    waiting.extend(parts[formula])
                else:
                    rest.add(formula)
            waiting = self._reduced(kind, masks, rest) if rest else []
        for formula in rest:
            if opposite[formula] in rest:
                return zero
        chosen = [*literals.values(), *rest]
        if len(chosen) < 2:
            return chosen[0] if chosen else neutral
        chosen.sort()
        return self._joining(kind, tuple(chosen))

    def _joining(self, kind: int, chosen: tuple[Formula, ...]) -> Formula:
        known = self._joined[kind - BOTH]
        made = known.get(chosen)
        if made is None:
            support = height = 0
            for formula in chosen:
                support |= self.support[formula]
                if self.height[formula] > height:
                    height = self.height[formula]
            made = known[chosen] = self._add(kind, chosen, support, height + 1)
        return made

    def _reduced(self, kind: int, masks: dict[int, int], rest: set[Formula]) -> list[Formula]:
        """Take out of `rest` what the literals and the other parts already decide; returns what is left of parts of which one part is left.

        In `a and (a or b)` the second part says nothing; in `a and (not a or b)` it says `b`. In an `either` the same, the other way
        round: there a literal is known to be false in the other parts. Longer parts are not shortened: `not (b and c)` in them is then
        still seen to be the opposite of `b and c` elsewhere, which is worth more than a shorter formula.
        """
        if len(rest) + len(masks) < 2 or len(rest) > REDUCED:
            return []
        kinds, parts_of, opposite, full = self.kind, self.parts, self.opposite, self.full
        shortened: list[Formula] = []
        dual = BOTH + EITHER - kind
        for formula in sorted(rest):
            if kinds[formula] != dual:
                continue
            parts = parts_of[formula]
            if len(parts) > REDUCED:
                continue
            count = 0
            last = FALSE if kind == BOTH else TRUE
            for part in parts:
                # Idle parts: in a conjunction those that are false where the other parts hold, in a disjunction true where they fail.
                # A deciding part is the other way round, and nothing is left to say.
                if kinds[part] != LITERAL:
                    if opposite[part] in rest:
                        continue
                    if part in rest:
                        rest.discard(formula)
                        break
                else:
                    variable, mask = parts_of[part]
                    known = masks.get(variable)
                    if known is not None:
                        if (known & mask == 0) if kind == BOTH else (known | mask == full[variable]):
                            continue
                        if (known & ~mask == 0) if kind == BOTH else (mask & ~known == 0):
                            rest.discard(formula)
                            break
                count += 1
                last = part
            else:
                if count < 2:
                    rest.discard(formula)
                    shortened.append(last)
        return shortened

    def negate(self, formula: Formula) -> Formula:
        opposite = self.opposite
        if opposite[formula] >= 0:
            return opposite[formula]
        waiting = [formula]
        while waiting:
            found = waiting[-1]
            if opposite[found] >= 0:
                waiting.pop()
                continue
            kind, parts = self.kind[found], self.parts[found]
            if kind == LITERAL:
                made = self.literal(parts[0], self.full[parts[0]] ^ parts[1])
            elif kind == HARD:
                made = self.hard(self.atoms[parts[0]].opposite())
            else:
                before = [part for part in parts if opposite[part] < 0]
                if before:
                    waiting += before
                    continue
                made = self._join(BOTH + EITHER - kind, tuple([opposite[part] for part in parts]))
            opposite[found] = made
            if opposite[made] < 0:
                opposite[made] = found
        return opposite[formula]

    def are_opposite(self, one: Formula, other: Formula) -> bool:
        """Whether one formula is known to be the negation of the other; False says nothing."""
        return self.opposite[one] == other or self.opposite[other] == one

    def at_least(self, count: int, formulas: Sequence[Formula]) -> Formula:
        """At least `count` of the formulas hold; each entry counts, even if it stands there twice."""
        row = [TRUE] + [FALSE] * max(count, 0)
        for formula in formulas:
            for place in range(len(row) - 1, 0, -1):
                row[place] = self.either(row[place], self.both(row[place - 1], formula))
        return row[max(count, 0)]

    # ---- reading formulas ----------------------------------------------------------------------------------------------------------------

    def variables_of(self, formula: Formula) -> frozenset[int]:
        """The variables that it depends on, by way of names, too."""
        support = self.support[formula]
        found = self._variables_of.get(support)
        if found is None:
            found = self._variables_of[support] = frozenset(bits(self.bearing(support)))
        return found

    def necessary(self, formula: Formula) -> dict[int, int]:
        """A box in which the formula lies: its own literals, variable by variable. Of FALSE no value is left of some variable."""
        kind = self.kind[formula]
        if kind == LITERAL:
            return dict([self.parts[formula]])  # type: ignore[list-item]
        if kind == BOTH:
            return dict(self.parts[part] for part in self.parts[formula] if self.kind[part] == LITERAL)  # type: ignore[misc]
        return {0: 0} if formula == FALSE and self.keys else {}

    def restricted(self, formulas: Iterable[Formula], variable: int, mask: int, others: Mapping[int, int] | None = None) -> list[Formula]:
        """The formulas where it is known that the variable has one of these values.

        Hard atoms over the variable stay as they are: this is for switches and other variables that stand in no arithmetic. `others` has
        other variables of the same values in place of some.
        """
        others = others or {}
        bearing = 1 << variable
        for other in others:
            bearing |= 1 << other
        made: dict[Formula, Formula] = {}
        wanted = list(formulas)
        for formula in wanted:
            for part in self.cone(formula, bearing) if formula not in made else ():
                if part in made:
                    continue
                kind, inner = self.kind[part], self.parts[part]
                if kind == LITERAL and inner[0] in others:
                    made[part] = self.literal(others[inner[0]], inner[1])
                elif kind == HARD and others:
                    made[part] = self.hard(self.atoms[inner[0]].renamed(others))
                elif kind == LITERAL:
                    made[part] = TRUE if mask & ~inner[1] == 0 else self.literal(variable, inner[1] & mask)
                elif kind in (BOTH, EITHER):
                    made[part] = self._join(kind, tuple([made.get(one, one) for one in inner]))
                else:
                    made[part] = part
        return [made.get(formula, formula) for formula in wanted]

    def cone(self, formula: Formula, about: int = -1) -> list[Formula]:
        """The formula and every formula in it, once each, parts before what they are part of; only those that depend on some variables."""
        seen = {formula} if self.support[formula] & about or about == -1 else set()
        waiting = list(seen)
        while waiting:
            found = waiting.pop()
            if self.kind[found] >= BOTH:
                for part in self.parts[found]:
                    if part not in seen and (self.support[part] & about or about == -1):
                        seen.add(part)
                        waiting.append(part)
        return sorted(seen)

    def evaluate(self, formula: Formula, assignment: Mapping[int, Exact]) -> bool:
        """Whether it holds; `assignment` gives the index of a variable's value, or the number that a wide variable is.

        A variable that is not given has its first value (a wide one: its lowest number, or 0).
        """
        return Holding(self, assignment)[formula]

    def needed(self, formula: Formula, holds: Holding) -> list[Formula]:
        """Literals and atoms that make a formula hold at a point; it must."""
        waiting, seen, found = [formula], {formula}, []
        for one in waiting:
            kind, parts = self.kind[one], self.parts[one]
            if kind in (LITERAL, HARD):
                found.append(one)
            elif kind != CONSTANT:
                more = parts if kind == BOTH else [next(part for part in parts if holds[part])]
                waiting += [part for part in more if part not in seen]
                seen.update(more)
        return found

    def number(self, variable: int, index: Exact) -> Exact:
        """The number that a variable is at a place of its values; a wide variable is that number itself."""
        return index if self.values[variable] is None else self.numbers(variable)[int(index)]

    def span(self, variable: int) -> tuple[Exact | None, Exact | None]:
        """The least and the greatest number that a variable can be; None where there is no end."""
        found = self._spans.get(variable)
        if found is None:
            numbers = self.numbers(variable)
            found = self._spans[variable] = (min(numbers), max(numbers)) if numbers else self.ends[variable]
        return found

    def numbers(self, variable: int) -> tuple[Exact, ...]:
        """The numbers that the values of a finite variable are. Words are 0, true is 1."""
        found = self._numbers.get(variable)
        if found is None:
            values = self.values[variable] or ()
            found = self._numbers[variable] = tuple([value if isinstance(value, int | Fraction) else 0 for value in values])
        return found

    def row(self, variable: int) -> tuple[Exact, Exact] | None:
        """First number and step, where the numbers of a finite variable's values are a row with one step; None where they are not."""
        if variable not in self._rows:
            numbers = self.numbers(variable)
            first, step = numbers[0], Fraction(numbers[-1] - numbers[0]) / max(len(numbers) - 1, 1)
            is_one = all(number == first + step * index for index, number in enumerate(numbers))
            self._rows[variable] = (first, step.numerator if step.denominator == 1 else step) if is_one else None
        return self._rows[variable]

    def first(self, variable: int) -> Exact:
        """What stands for a variable that is not given: index 0, or a wide variable's lowest number, or 0."""
        low, high = self.ends.get(variable, (0, 0))
        return low if low is not None else 0 if high is None or high >= 0 else high


class Holding:
    """Whether formulas hold at one point, each worked out when it is first asked for, and no more of it than decides.

    The point is as in `Space.evaluate`. `truths` says of some atoms whether they are to hold.
    """

    def __init__(self, space: Space, assignment: Mapping[int, Exact], truths: Mapping[Atom, bool] | None = None) -> None:
        self.space = space
        self.assignment = assignment
        self.numbers = Numbers(space, assignment)
        self.truths = truths or {}
        self.known: dict[Formula, bool] = {FALSE: False, TRUE: True}

    def __getitem__(self, formula: Formula) -> bool:
        found = self.known.get(formula)
        return self._worked_out(formula) if found is None else found

    def _worked_out(self, formula: Formula) -> bool:
        known, parts_of = self.known, self.space.parts
        holds = self._at_once(formula)
        if holds is not None:
            return holds
        # What is being worked out, each in the one before, with the parts that were not looked at yet.
        open_ = [formula]
        left = [iter(parts_of[formula])]
        while open_:
            found = open_[-1]
            deciding = self.space.kind[found] == EITHER
            for part in left[-1]:
                holds = known.get(part)
                if holds is None:
                    holds = self._at_once(part)
                    if holds is None:
                        open_.append(part)
                        left.append(iter(parts_of[part]))
                        break
                if holds is deciding:
                    break
            else:
                holds = not deciding
            while holds is not None:
                known[open_.pop()] = holds
                left.pop()
                if not open_ or holds is not (self.space.kind[open_[-1]] == EITHER):
                    break
        return known[formula]

    def _at_once(self, formula: Formula) -> bool | None:
        """Whether a literal or a hard atom holds; None for what has parts."""
        space = self.space
        kind, parts = space.kind[formula], space.parts[formula]
        if kind == LITERAL:
            holds = parts[1] >> int(self.assignment.get(parts[0], 0)) & 1 == 1
        elif kind == HARD:
            atom = space.atoms[parts[0]]
            told = self.truths.get(atom)
            holds = atom.evaluate(self.numbers) if told is None else told
        else:
            return None
        self.known[formula] = holds
        return holds


class Numbers(Mapping[int, Exact]):
    """The numbers that variables are under an assignment of indices, looked up when asked for."""

    def __init__(self, space: Space, assignment: Mapping[int, Exact]) -> None:
        self.space = space
        self.assignment = assignment

    def __getitem__(self, variable: int) -> Exact:
        found = self.assignment.get(variable)
        return self.space.number(variable, self.space.first(variable) if found is None else found)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self.space.keys)))

    def __len__(self) -> int:
        return len(self.space.keys)


def bits(mask: int) -> Iterator[int]:
    """The places of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
