"""Exact numbers as people read them."""

from __future__ import annotations

from fractions import Fraction


def number_text(value: int | Fraction, *, decimal: bool = False) -> str:
    """`3`, `5/2`; with `decimal` `2.5`, where the number has an end so.

    >>> number_text(Fraction(5, 2)), number_text(Fraction(-5, 4), decimal=True), number_text(Fraction(1, 3), decimal=True)
    ('5/2', '-1.25', '1/3')
    """
    exact = Fraction(value)
    places = _places(exact.denominator) if decimal else None
    if not places:
        return str(exact)
    digits = str(abs(exact) * 10**places).rjust(places + 1, "0")
    return f"{'-' if exact < 0 else ''}{digits[:-places]}.{digits[-places:]}"


MOST_BITS = 10_000
"""The most binary digits of a number, or of a part of a fraction: some 3,000 decimal digits."""


def is_long(value: int | Fraction) -> bool:
    """Whether a number has more digits than are worth working with: squares of squares soon have millions."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS


def plain_number(value: Fraction) -> int | Fraction:
    """Whole fractions as integers."""
    return int(value) if value.denominator == 1 else value


def _places(denominator: int) -> int | None:
    """How many places behind the dot a number with this denominator has; None where they have no end."""
    places = 0
    for prime in (2, 5):
        power = 0
        while denominator % prime == 0:
            denominator //= prime
            power += 1
        places = max(places, power)
    return places if denominator == 1 else None
