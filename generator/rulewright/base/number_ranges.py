"""Ranges of numbers as arithmetic progressions: none lists its numbers, so that a step of a hundredth costs what a step of one does."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import overload


class NumberRange(Sequence[int | Fraction]):
    """The numbers `low + step * place` for the places of a `range`, in order, whole ones as integers; `step` is more than 0.

    >>> hundredths = NumberRange.from_bounds(0, 7200, Fraction(1, 100))
    >>> len(hundredths), hundredths[1001], Fraction(25, 2) in hundredths
    (720001, Fraction(1001, 100), True)
    """

    __slots__ = ("_denominator", "_low", "_places", "_step")

    def __init__(self, low: int | Fraction, step: int | Fraction, places: range) -> None:
        self._denominator = lcm(low.denominator, step.denominator)
        self._low = int(low * self._denominator)
        self._step = int(step * self._denominator)
        self._places = places

    @classmethod
    def from_bounds(cls, low: int | Fraction, high: int | Fraction, step: int | Fraction) -> NumberRange:
        """Return the numbers from `low` to at most `high` in steps of `step`."""
        return cls(low, step, range(max((high - low) // step + 1, 0)))

    def __len__(self) -> int:
        return len(self._places)

    @overload
    def __getitem__(self, place: int) -> int | Fraction: ...
    @overload
    def __getitem__(self, place: slice) -> NumberRange: ...
    def __getitem__(self, place: int | slice) -> int | Fraction | NumberRange:
        if isinstance(place, slice):
            part = NumberRange(0, 1, self._places[place])
            part._denominator, part._low, part._step = self._denominator, self._low, self._step
            return part
        numerator = self._low + self._step * self._places[place]
        return numerator // self._denominator if numerator % self._denominator == 0 else Fraction(numerator, self._denominator)

    def __contains__(self, number: object) -> bool:
        if not isinstance(number, int | Fraction):
            return False
        place = (number * self._denominator - self._low) / Fraction(self._step)
        return place.denominator == 1 and int(place) in self._places
