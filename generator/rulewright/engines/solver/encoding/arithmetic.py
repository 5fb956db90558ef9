"""Arithmetic on the guarded numbers of values: functions of numbers, quotients, and the values at ranks of a scale."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction

from rulewright.engines.solver.encoding.encoder_part import EncoderPart
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.named_numbers import can_be_named, name_number
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Cases, Leaf, Value, is_number
from rulewright.semantics.model import Enum


class NumberEncoder(EncoderPart):
    """An encoder of functions of numbers."""

    def lift_numbers(self, function: Callable[..., Leaf], values: Sequence[Value]) -> Value:
        """Encode a function of numbers: undefined where one of them is undefined or `none`."""
        bad, is_total = self.algebra.any_conflict(values), all(map(_is_always_a_number, values))

        def cases_of(operands: Iterable[Value]) -> Cases:
            return ((guard, function(*leaves)) for guard, leaves in self._combine_numbers(operands))

        return self.algebra.list_or_name(
            lambda: cases_of(values), lambda: cases_of(map(self.algebra.with_named_numbers, values)), bad, is_total
        )

    def _combine_numbers(self, values: Iterable[Value]) -> Iterator[tuple[Formula, tuple[Leaf, ...]]]:
        """Yield all combinations of numbers, each with its guard."""
        combinations: Iterable[tuple[Formula, tuple[Leaf, ...]]] = [(TRUE, ())]
        # The last operand is combined lazily: whoever finds too many numbers stops there and renames them.
        *earlier, last = values
        for value in earlier:
            combinations = list(self._extend_combinations(combinations, value))
        yield from self._extend_combinations(combinations, last)

    def _extend_combinations(
        self, combinations: Iterable[tuple[Formula, tuple[Leaf, ...]]], value: Value
    ) -> Iterator[tuple[Formula, tuple[Leaf, ...]]]:
        """Extend each combination by each number of one more value."""
        for guard, leaves in combinations:
            for value_guard, leaf in value.cases:
                if is_number(leaf) and (joint := self.space.conjunction(guard, value_guard)) != FALSE:
                    yield joint, (*leaves, leaf)

    def divide_numbers(self, dividend: Value, divisor: Value) -> Value:
        """Encode a quotient; division by zero is undefined."""
        # Zero is cut out before the quotient is made: what is left may be multiplied out when it is compared.
        nonzero_divisor = self._nonzero_part(divisor)
        is_total = nonzero_divisor.is_total and _is_always_a_number(dividend) and _is_always_a_number(divisor)

        def cases_of(first: Value, second: Value) -> Cases:
            return [(guard, numbers.divide(*leaves)) for guard, leaves in self._combine_numbers([first, second])]  # type: ignore[arg-type]

        return self.algebra.list_or_name(
            lambda: cases_of(dividend, nonzero_divisor),
            lambda: cases_of(self.algebra.with_named_numbers(dividend), self._named_divisor(nonzero_divisor)),
            self.algebra.any_conflict([dividend, divisor]),
            is_total,
        )

    def _nonzero_part(self, value: Value) -> Value:
        """Restrict a value to numbers other than zero; total if it is one everywhere."""
        cases: list[tuple[Formula, Leaf]] = []
        is_total = True
        for guard, leaf in value.cases:
            is_zero = numbers.compare(self.space, "=", leaf, 0) if is_number(leaf) else TRUE  # type: ignore[arg-type]
            is_total = is_total and is_zero == FALSE
            if (nonzero_guard := self.space.conjunction(guard, self.space.negate(is_zero))) != FALSE:
                cases.append((nonzero_guard, leaf))
        return Value(tuple(cases), value.conflict, is_total)

    def _named_divisor(self, divisor: Value) -> Value:
        """Give the positive part of a divisor a name, so that a comparison of the quotient can multiply by it."""
        cases: list[tuple[Formula, Leaf]] = []
        for guard, leaf in self.algebra.with_named_numbers(divisor).cases:
            is_positive = numbers.compare(self.space, ">", leaf, 0)  # type: ignore[arg-type]
            for sign in (is_positive, self.space.negate(is_positive)):
                half_guard = self.space.conjunction(guard, sign)
                if half_guard != FALSE:
                    has_name = can_be_named(self.space, leaf)  # type: ignore[arg-type]
                    cases.append((half_guard, name_number(self.space, [(half_guard, leaf)]) if has_name else leaf))  # type: ignore[list-item]
        return Value(tuple(cases), divisor.conflict, divisor.is_total)

    def value_at_rank(self, scale: Enum, rank: Value) -> Value:
        """Encode the value of a scale at a rank; of a rank that depends on variables, for each rank the region in which it is this one."""
        cases: list[tuple[Formula, Leaf]] = []
        is_total = rank.is_total
        for guard, leaf in rank.cases:
            if isinstance(leaf, int | Fraction):
                place = int(leaf)
                is_on_scale = 0 <= leaf <= len(scale.values) - 1
                cases += [(guard, scale.values[place])] if is_on_scale else []
                is_total = is_total and is_on_scale
            elif is_number(leaf):
                is_total = False
                for place, name in enumerate(scale.values):
                    is_here = numbers.compare(self.space, "=", leaf, place)  # type: ignore[arg-type]
                    cases.append((self.space.conjunction(guard, is_here), name))
        return self.algebra.make_value(cases, rank.conflict, is_total=is_total)


def _is_always_a_number(value: Value) -> bool:
    """Return True if a value is a number everywhere: never undefined and never `none`."""
    return value.is_total and all(is_number(leaf) for _, leaf in value.cases)
