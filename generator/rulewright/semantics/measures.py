"""Conversion of measures: a week is two turns, so that weeks and turns can be compared and added, exactly.

A measure that converts is a multiple of a base measure. Two units are compatible if they are equal once both are expressed in base
measures; the factor between them is then a number, and an amount is converted by multiplication with it.
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
    """A conversion: a measure is `times` of the base measure `of`, which does not convert itself."""

    times: int | Fraction
    of: str


def conversion_factor(conversions: Mapping[str, Conversion], source: Unit, target: Unit) -> Fraction | None:
    """Return the factor that converts an amount from one unit to another; None if they are incompatible.

    >>> week = {"week": Conversion(2, "turn")}
    >>> week_to_turn = conversion_factor(week, (("week", 1),), (("turn", 1),))
    >>> turn_to_week = conversion_factor(week, (("turn", 1),), (("week", 1),))
    >>> week_to_turn, turn_to_week, conversion_factor({}, (("hex", 1),), ())
    (Fraction(2, 1), Fraction(1, 2), None)
    """
    if source == target:
        return Fraction(1)
    times, plain = _in_plain_measures(conversions, source)
    target_times, target_plain = _in_plain_measures(conversions, target)
    return times / target_times if plain == target_plain else None


def unit_factor(conversions: Mapping[str, Conversion], measure: str | None, unit: Unit | None) -> Fraction | None:
    """Return the factor that converts a number, written with a measure or without one, to a unit; None if they are incompatible."""
    if measure is None:
        return Fraction(1)
    factors = (conversion_factor(conversions, ((form, 1),), unit or ()) for form in singulars(measure))
    return next((factor for factor in factors if factor is not None), None)


def singulars(name: str) -> Iterator[str]:
    """Yield the words of which a word may be the plural, itself first."""
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


def multiply_term(term: Term, times: Fraction) -> Term:
    """Return the product of a term and a number; of a constant, as a constant."""
    if times == 1:
        return term
    if isinstance(term, terms.Const) and isinstance(term.value, int | Fraction):
        return terms.Const(plain_number(Fraction(term.value) * times))
    return terms.Arithmetic(Operator.TIMES, terms.Const(plain_number(times)), term)
