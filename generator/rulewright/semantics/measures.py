"""Measures that convert: a week is two turns, so that weeks and turns are compared and added, exactly.

A measure that converts is so many of another that does not. Two units go together when they are the same once every such measure is put
into that other one; how many of the one are one of the other is then a known number, and an amount is converted by a product with it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rulewright.base.keywords import Operator
from rulewright.base.numerals import plain_number
from rulewright.base.records import record
from rulewright.semantics import terms
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Unit


@record
class Conversion:
    """A measure is `times` of the measure `of`, which is itself not so many of another."""

    times: int | Fraction
    of: str


def factor(conversions: Mapping[str, Conversion], found: Unit, wanted: Unit) -> Fraction | None:
    """By what an amount of one unit is multiplied to be of another; None where the two do not go together.

    >>> week = {"week": Conversion(2, "turn")}
    >>> factor(week, (("week", 1),), (("turn", 1),)), factor(week, (("turn", 1),), (("week", 1),)), factor({}, (("hex", 1),), ())
    (Fraction(2, 1), Fraction(1, 2), None)
    """
    if found == wanted:
        return Fraction(1)
    times, plain = _in_plain_measures(conversions, found)
    other, wanted_plain = _in_plain_measures(conversions, wanted)
    return times / other if plain == wanted_plain else None


def times_of(conversions: Mapping[str, Conversion], measure: str | None, wanted: Unit | None) -> Fraction | None:
    """By what a number is multiplied that is written with a measure or without one; None where it does not go with the unit."""
    if measure is None:
        return Fraction(1)
    found = (factor(conversions, ((form, 1),), wanted or ()) for form in singulars(measure))
    return next((one for one in found if one is not None), None)


def singulars(name: str) -> Iterator[str]:
    """The forms of which a word may be the plural, itself first."""
    yield name
    if name.endswith("ies"):
        yield name[:-3] + "y"
    if name.endswith("es"):
        yield name[:-2]
    if name.endswith("s"):
        yield name[:-1]


def _in_plain_measures(conversions: Mapping[str, Conversion], unit: Unit) -> tuple[Fraction, Unit]:
    times = Fraction(1)
    powers: dict[str, int] = {}
    for name, power in unit:
        conversion = conversions.get(name)
        if conversion is not None:
            times *= Fraction(conversion.times) ** power
        plain = name if conversion is None else conversion.of
        powers[plain] = powers.get(plain, 0) + power
    return times, tuple(sorted((name, power) for name, power in powers.items() if power))


def multiplied(term: Term, times: Fraction) -> Term:
    """A converted amount; that of a plain number is a plain number."""
    if times == 1:
        return term
    if isinstance(term, terms.Const) and isinstance(term.value, int | Fraction):
        return terms.Const(plain_number(Fraction(term.value) * times))
    return terms.Arithmetic(Operator.TIMES, terms.Const(plain_number(times)), term)
