"""Truths and values over all situations at once: in which situations a condition is true, false or open; which value a term has in which.

The three-valued logic is that of the interpreter: a false part makes `and` false, a true part makes `or` true, else what is open spreads.
What is open is so by conflict or without; only that much of the reason is kept, for two outcomes are the same when status and value are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypeAlias

from rulewright.base.keywords import SIGNS, Comparison
from rulewright.base.records import record
from rulewright.engines.solver.formula import named_numbers, numbers
from rulewright.engines.solver.formula.numbers import Expression, Linear
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula, Space, bits
from rulewright.semantics.terms import Plain

Leaf: TypeAlias = "bool | int | Fraction | str | Linear | Expression | None"


class UnnamedThing(str):
    """A thing that stands for what is not named: two of them are one thing or two."""


@record
class OneThing:
    """The key of a variable: two unnamed things are one."""

    one: str
    other: str


@record
class Truth:
    """Where something is true and where false; elsewhere it is open, and by a conflict where `bad` holds too."""

    yes: Formula
    no: Formula
    bad: Formula = FALSE


@record
class Value:
    """The values of something: pairs of (where, value), no two together. Where none holds it is open, by conflict if `bad`.

    `whole`: it is known from how it was made to be nowhere open, which is often hard to see from the formulas.
    """

    cases: tuple[tuple[Formula, Leaf], ...]
    bad: Formula = FALSE
    whole: bool = False


Sign: TypeAlias = "Truth | Value"

ALWAYS, NEVER = Truth(TRUE, FALSE), Truth(FALSE, TRUE)
UNDETERMINED = Truth(FALSE, FALSE)
NOTHING = Value(())
MOST_CASES = 128
"""More different values of one term are not distinguished."""
MOST_NUMBERS = 128
"""So many different numbers of one term are told apart; of more, a name stands for all."""
MOST_WAYS = 1_024
"""A name does not come about in more ways than this."""


class TooManyValues(NotAnalysable):
    """More different values than are distinguished."""


def constant(leaf: Leaf) -> Value:
    return Value(((TRUE, leaf),), whole=True)


def is_number(leaf: Leaf) -> bool:
    return isinstance(leaf, int | Fraction | Linear | Expression) and not isinstance(leaf, bool)


def in_order(leaves: Iterable[Leaf]) -> list[Leaf]:
    """Some leaves in an order that is the same in every run, as that of a set of words is not."""
    several = list(leaves)
    return several if len(several) < 2 else sorted(several, key=repr)


def parts(value: Value) -> tuple[Formula, ...]:
    """The formulas of a value: where it is what, and where it is open by conflict."""
    return (*[where for where, _ in value.cases], value.bad)


def support(space: Space, value: Value) -> frozenset[int]:
    """The variables that it depends on whether a value is what, or open."""
    return frozenset().union(*[space.variables_of(where) for where in parts(value)])


def support_with_numbers(space: Space, value: Value) -> frozenset[int]:
    """The same with the variables that its numbers are worked out from."""
    found = 0
    for _, leaf in value.cases:
        if isinstance(leaf, Linear | Expression):
            for variable in numbers.variables(leaf):
                found |= 1 << variable
    return support(space, value).union(bits(space.bearing(found)))


def restricted(space: Space, value: Value, variable: int, mask: int) -> Value:
    """A value where it is known that a variable, which stands in no arithmetic, has one of these values."""
    worked = [leaf for _, leaf in value.cases if isinstance(leaf, Linear | Expression)]
    (bad, *wheres), made = named_numbers.restricted(space, [value.bad, *(where for where, _ in value.cases)], worked, variable, mask)
    others = iter(made)
    leaves = [next(others) if isinstance(leaf, Linear | Expression) else leaf for _, leaf in value.cases]
    return Value(tuple((where, leaf) for where, leaf in zip(wheres, leaves, strict=True) if where != FALSE), bad, value.whole)


class Algebra:
    """Working with truths and values in one space of formulas; `names`: whether a name may stand for many numbers."""

    def __init__(self, space: Space, *, names: bool = False) -> None:
        self.space = space
        self.names = names
        self.apart: set[frozenset[str]] = set()
        """Pairs of unnamed things that are known to be two."""
        self._compared: dict[tuple[Comparison, Value, Value], Truth] = {}

    # ---- formulas -------------------------------------------------------------------------------------------------------------------

    def where(self, condition: Formula, then: Formula, otherwise: Formula) -> Formula:
        """`then` where the condition holds, else `otherwise`."""
        if then == otherwise:
            return then
        both, negate = self.space.both, self.space.negate
        return self.space.either(both(condition, then), both(negate(condition), otherwise))

    def open(self, sign: Sign) -> Formula:
        """Where a truth or value is open."""
        return self.space.negate(self.defined(sign))

    def defined(self, sign: Sign) -> Formula:
        if self.is_whole(sign):
            return TRUE
        if isinstance(sign, Truth):
            return self.space.either(sign.yes, sign.no)
        return self.space.either(*[where for where, _ in sign.cases])

    def is_whole(self, sign: Sign) -> bool:
        """Whether a truth or value is known to be nowhere open from how it was made."""
        if isinstance(sign, Value):
            return sign.whole
        return self.space.are_opposite(sign.yes, sign.no)

    def ill(self, sign: Sign) -> Formula:
        """Where a truth or value is open by conflict."""
        return FALSE if sign.bad == FALSE else self.space.both(self.open(sign), sign.bad)

    # ---- truths ---------------------------------------------------------------------------------------------------------------------

    def fact(self, formula: Formula) -> Truth:
        """A truth that is nowhere open."""
        return Truth(formula, self.space.negate(formula))

    def opposite(self, one: Truth) -> Truth:
        return Truth(one.no, one.yes, one.bad)

    def all_of(self, parts: Iterable[Truth]) -> Truth:
        several = list(parts)
        if len(several) == 1:
            return several[0]
        yes = self.space.both(*[part.yes for part in several])
        if all(map(self.is_whole, several)):
            return self.fact(yes)
        no = self.space.either(*[part.no for part in several])
        return Truth(yes, no, self.space.either(*[self.ill(part) for part in several if part.bad != FALSE]))

    def any_of(self, parts: Iterable[Truth]) -> Truth:
        return self.opposite(self.all_of([self.opposite(part) for part in parts]))

    def only_where(self, sign: Sign, condition: Formula, bad: Formula) -> Sign:
        """The same where a condition holds; elsewhere open, by conflict where `bad` holds."""
        if condition == TRUE:
            return sign
        both = self.space.both
        ill = self.where(condition, sign.bad, bad)
        if isinstance(sign, Truth):
            return Truth(both(sign.yes, condition), both(sign.no, condition), ill)
        return self.value([(both(where, condition), leaf) for where, leaf in sign.cases], ill)

    # ---- values ---------------------------------------------------------------------------------------------------------------------

    def value(self, cases: Iterable[tuple[Formula, Leaf]], bad: Formula = FALSE, *, whole: bool = False, naming: bool = True) -> Value:
        """A value of these cases, equal ones taken together; `whole` where it is known that some case always holds.

        If they are too many, a name stands for those that are numbers. Raises `TooManyValues` if none can, or without `naming`.
        """
        together: dict[tuple[bool, Leaf], list[Formula]] = {}
        numbers, most = 0, MOST_WAYS if naming and self.names else MOST_NUMBERS
        for where, leaf in cases:
            if where != FALSE:
                several = together.setdefault((isinstance(leaf, bool), leaf), [])
                numbers += not several and is_number(leaf)
                several.append(where)
                if numbers > most:
                    raise TooManyValues(f"a term with more than {MOST_CASES} different values")
        many = numbers > MOST_NUMBERS
        found = Value(tuple((self.space.either(*several), leaf) for (_, leaf), several in together.items()), bad, whole)
        return _not_too_many(self.named(found) if many else found)

    def named(self, value: Value) -> Value:
        """The same with one name for all of its numbers, where there can be one."""
        cases = tuple(self.with_name(value.cases))
        return value if len(cases) == len(value.cases) else Value(cases, value.bad, value.whole)

    def with_name(self, cases: Sequence[tuple[Formula, Leaf]]) -> list[tuple[Formula, Leaf]]:
        """Cases, no two together, with one name for all of their numbers, where there can be one."""
        several = [(where, leaf) for where, leaf in cases if is_number(leaf) and named_numbers.can_be_named(self.space, leaf)]  # type: ignore[arg-type]
        if len(several) < 2:
            return list(cases)
        others = [case for case in cases if case not in several]
        return [*others, (self.space.either(*[where for where, _ in several]), self.one_name(several))]

    def one_name(self, several: Sequence[tuple[Formula, Leaf]]) -> Leaf:
        """One leaf for numbers of which each can have a name; no two hold together."""
        together: dict[Leaf, list[Formula]] = {}
        for where, leaf in several:
            together.setdefault(leaf, []).append(where)
        if len(together) == 1:
            return several[0][1]
        return named_numbers.named(self.space, [(self.space.either(*wheres), leaf) for leaf, wheres in together.items()])  # type: ignore[misc]

    def as_value(self, sign: Sign) -> Value:
        if isinstance(sign, Value):
            return sign
        return self.value([(sign.yes, True), (sign.no, False)], sign.bad, whole=self.is_whole(sign))

    def as_truth(self, sign: Sign) -> Truth:
        if isinstance(sign, Truth):
            return sign
        return self.split(sign, lambda leaf: leaf is True)

    def split(self, value: Value, holds: Callable[[Leaf], bool]) -> Truth:
        """Where a value is one of those for which something holds."""
        yes = self.space.either(*[where for where, leaf in value.cases if holds(leaf)])
        if value.whole:
            return self.fact(yes)
        no = self.space.either(*[where for where, leaf in value.cases if not holds(leaf)])
        return Truth(yes, no, value.bad)

    def listed(self, value: Value) -> Value:
        """The same with numbers that depend on variables written out, number by number."""
        if not any(isinstance(leaf, Linear | Expression) for _, leaf in value.cases):
            return value
        cases: dict[tuple[bool, Leaf], list[Formula]] = {}
        for where, leaf in value.cases:
            if not isinstance(leaf, Linear | Expression):
                cases.setdefault((isinstance(leaf, bool), leaf), []).append(where)
                continue
            for inside, number in self.numbers_of(leaf):
                here = self.space.both(where, inside)
                if here != FALSE:
                    cases.setdefault((False, number), []).append(here)
        return _not_too_many(
            Value(tuple((self.space.either(*several), leaf) for (_, leaf), several in cases.items()), value.bad, value.whole)
        )

    def numbers_of(self, leaf: Linear | Expression) -> Iterator[tuple[Formula, int | Fraction]]:
        """Every number that an expression can be, with where it is so."""
        variables = sorted(numbers.variables(leaf))
        sizes = [len(self.space.values[one] or ()) for one in variables]  # nought: too many to list
        if not all(sizes) or prod(sizes) > 4 * MOST_CASES:
            raise NotAnalysable("a number with too many values used as an argument or a key")
        for indexes in product(*map(range, sizes)):
            assignment: dict[int, int] = dict(zip(variables, indexes, strict=True))
            where = self.space.both(*[self.space.literal(one, 1 << index) for one, index in assignment.items()])
            number = numbers.evaluate(self.space, leaf, assignment)
            if number is not None:  # None: a quotient by nought, which the caller has excluded
                yield where, number

    def spread(self, values: Sequence[Value]) -> Iterator[tuple[Formula, tuple[Plain, ...]]]:
        """Every combination of plain values, with where it is so."""
        count = 0
        for several in product(*[self.listed(value).cases for value in values]):
            where = self.space.both(*[inside for inside, _ in several])
            if where == FALSE:
                continue
            count += 1
            if count > 4 * MOST_CASES:
                raise NotAnalysable("arguments with too many values together")
            yield where, tuple(leaf for _, leaf in several)  # type: ignore[misc]

    def merged(self, parts: Iterable[tuple[Formula, Sign]], bad: Formula = FALSE, *, covering: bool = False) -> Sign:
        """What each part says where its condition holds, some of which always does if they are `covering`; elsewhere open, by conflict
        where `bad`."""
        several = list(parts)
        both, either = self.space.both, self.space.either
        whole = covering and all(self.is_whole(sign) for _, sign in several)
        ill = either(bad, *[both(where, sign.bad) for where, sign in several if sign.bad != FALSE])
        if several and all(isinstance(sign, Truth) for _, sign in several):
            yes = either(*[both(where, sign.yes) for where, sign in several if isinstance(sign, Truth)])
            if whole:
                return self.fact(yes)
            no = either(*[both(where, sign.no) for where, sign in several if isinstance(sign, Truth)])
            return Truth(yes, no, ill)
        cases = [(both(where, inside), leaf) for where, sign in several for inside, leaf in self.as_value(sign).cases]
        return self.value(cases, ill, whole=whole)

    # ---- comparing ------------------------------------------------------------------------------------------------------------------

    def leaves_equal(self, one: Leaf, other: Leaf) -> Formula:
        """Where two leaves are the same value."""
        if isinstance(one, Linear | Expression) or isinstance(other, Linear | Expression):
            if not (is_number(one) and is_number(other)):
                return FALSE
            return numbers.compare(self.space, "=", one, other)  # type: ignore[arg-type]
        if one == other:
            return TRUE
        if isinstance(one, UnnamedThing) and isinstance(other, UnnamedThing) and frozenset((one, other)) not in self.apart:
            return self.space.literal(self.space.variable(OneThing(*sorted((one, other))), (True, False)), 1)
        return FALSE

    def _may_be_equal(self, one: Leaf, other: Leaf) -> bool:
        """Two leaves may be the same value, though they may differ as they are written."""
        if isinstance(one, UnnamedThing) and isinstance(other, UnnamedThing):
            return one == other or frozenset((one, other)) not in self.apart
        return one == other or any(isinstance(leaf, Linear | Expression) for leaf in (one, other))

    def same(self, one: Value, other: Value) -> Formula:
        """Where both are defined and equal."""
        both = self.space.both
        return self.space.either(
            *[both(a, b, self.leaves_equal(x, y)) for a, x in one.cases for b, y in other.cases if self._may_be_equal(x, y)]
        )

    def differing(self, one: Value, other: Value) -> Formula:
        """Where both are defined and different."""
        return self.space.both(self.defined(one), self.defined(other), self.space.negate(self.same(one, other)))

    def outcomes_differ(self, one: Value, other: Value) -> Formula:
        """Where two outcomes are not the same: another value, or one is open and the other not, or they are open in different ways.

        Written value by value, so that what both have in common is removed at once.
        """
        space = self.space
        both, either, negate = space.both, space.either, space.negate
        theirs = {(isinstance(leaf, bool), leaf): where for where, leaf in other.cases}
        parts: list[Formula] = []
        for where, leaf in one.cases:
            same = [theirs.get((isinstance(leaf, bool), leaf), FALSE)]
            if same[0] == where:
                continue
            same += [both(b, self.leaves_equal(leaf, y)) for b, y in other.cases if y != leaf and self._may_be_equal(leaf, y)]
            parts.append(both(where, negate(either(*same))))
        first, second = self.open(one), self.open(other)
        parts.append(both(first, negate(second)))
        if one.bad != other.bad:
            parts.append(both(first, second, self._unequal(one.bad, other.bad)))
        return either(*parts)

    def _unequal(self, one: Formula, other: Formula) -> Formula:
        return self.where(one, self.space.negate(other), other)

    def compare(self, op: Comparison, left: Value, right: Value) -> Truth:
        """A comparison: open where a side is (the left one's reason first), or where an order is asked of `none`."""
        key = (op, left, right)
        made = self._compared.get(key)
        if made is None:
            made = self._compared[key] = self._worked_out(op, left, right)
        return made

    def _worked_out(self, op: Comparison, left: Value, right: Value) -> Truth:
        space = self.space
        yes: list[Formula] = []
        no: list[Formula] = []
        ordered = op not in {Comparison.IS, Comparison.IS_NOT}
        whole = left.whole and right.whole and not (ordered and any(leaf is None for _, leaf in (*left.cases, *right.cases)))
        for a, x in left.cases:
            for b, y in right.cases:
                if whole and op is Comparison.IS and not self._may_be_equal(x, y):
                    continue  # where it does not hold is where it does not
                where = space.both(a, b)
                if where == FALSE or (ordered and (x is None or y is None)):
                    continue
                holds = self._holds(op, x, y)
                yes.append(space.both(where, holds))
                if not whole:
                    no.append(space.both(where, space.negate(holds)))
        if whole:
            return self.fact(space.either(*yes))
        return Truth(space.either(*yes), space.either(*no), self.any_bad([left, right]))

    def _holds(self, op: Comparison, one: Leaf, other: Leaf) -> Formula:
        if is_number(one) and is_number(other):
            return numbers.compare(self.space, SIGNS[op], one, other)  # type: ignore[arg-type]
        if op in {Comparison.IS, Comparison.IS_NOT}:
            alike = self.leaves_equal(one, other)
            return alike if op is Comparison.IS else self.space.negate(alike)
        raise NotAnalysable("an order between values that have none")

    def any_bad(self, values: Sequence[Sign]) -> Formula:
        """Where some of these is open by conflict."""
        return self.space.either(*[self.ill(value) for value in values])


def _not_too_many(value: Value) -> Value:
    """The value, if its cases are few enough. Raises `TooManyValues`."""
    if len(value.cases) > MOST_CASES:
        raise TooManyValues(f"a term with more than {MOST_CASES} different values")
    return value
