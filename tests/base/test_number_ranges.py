"""A range is its first number, its step and its length: it is as the list of its numbers, and lists none."""

from __future__ import annotations

from bisect import bisect_left
from fractions import Fraction

import pytest

from rulewright.base.number_ranges import NumberRange


@pytest.mark.parametrize(
    ("low", "high", "step"), [(0, 7, 1), (-3, 4, 2), (0, 2, Fraction(1, 300)), (Fraction(1, 2), 9, Fraction(3, 4)), (5, 4, 1)]
)
def test_a_range_is_as_the_list_of_its_numbers(low: int, high: int, step: Fraction) -> None:
    numbers = NumberRange.from_bounds(low, high, step)
    listed: list[int | Fraction] = []
    while low + len(listed) * step <= high:
        listed.append(low + len(listed) * step)
    assert list(numbers) == listed
    assert all(type(number) is int for number in numbers if number.denominator == 1)
    assert list(numbers[2:5]) == listed[2:5] and list(numbers[1:][:-1]) == listed[1:][:-1]
    for number in (*listed, low - step, high + step, low + step / Fraction(7), "2"):
        assert (number in numbers) is (number in listed)


def test_a_long_range_is_not_listed() -> None:
    numbers = NumberRange.from_bounds(0, 10**15, Fraction(1, 100))
    assert len(numbers) == 10**17 + 1
    assert numbers[-1] == 10**15 and numbers[1] == Fraction(1, 100)
    assert Fraction(10**16 + 1, 100) in numbers and Fraction(1, 3) not in numbers
    assert bisect_left(numbers, 7) == 700
