"""Exact numbers as people read them."""

from __future__ import annotations

from fractions import Fraction


def number_text(value: int | Fraction, *, decimal: int = 0) -> str:
    """Return a number as text: `3`, `5/2`; with `decimal` `2.5`, if the decimal expansion is finite.

    A number that is not whole has at least `decimal` places: 4.50 with 2.

    >>> number_text(Fraction(5, 2)), number_text(Fraction(-5, 4), decimal=True), number_text(Fraction(1, 3), decimal=True)
    ('5/2', '-1.25', '1/3')
    """
    exact = Fraction(value)
    places = _decimal_places(exact.denominator) if decimal else None
    if not places:
        return str(exact)
    places = max(places, decimal)
    digits = str(abs(exact) * 10**places).rjust(places + 1, "0")
    return f"{'-' if exact < 0 else ''}{digits[:-places]}.{digits[-places:]}"


_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number_of_word(word: str) -> int | None:
    """Return the number that a word or its digits name, up to twelve in words; None for another word."""
    if word.isdigit():
        return int(word)
    return _WORDS.index(word) if word in _WORDS else None


def word_of_number(number: int) -> str:
    """Return a whole number as a word, from thirteen on in digits."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


MOST_BITS = 10_000
"""The most binary digits of a number, or of a part of a fraction: some 3,000 decimal digits."""


def is_long(value: int | Fraction) -> bool:
    """Return True if a number has too many digits to work with: repeated squares soon have millions."""
    return max(value.numerator.bit_length(), value.denominator.bit_length()) > MOST_BITS


def plain_number(value: Fraction) -> int | Fraction:
    """Return whole fractions as integers, others unchanged."""
    return int(value) if value.denominator == 1 else value


def decimal_places(value: int | Fraction) -> int:
    """Return the number of decimal places of a number, at least 1; 1 also where its decimal expansion is infinite."""
    return _decimal_places(Fraction(value).denominator) or 1


def _decimal_places(denominator: int) -> int | None:
    """The number of decimal places of a fraction with this denominator; None if the expansion is infinite."""
    places = 0
    for prime in (2, 5):
        power = 0
        while denominator % prime == 0:
            denominator //= prime
            power += 1
        places = max(places, power)
    return places if denominator == 1 else None
