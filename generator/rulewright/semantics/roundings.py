"""Lowering of what is said of whole numbers and steps to rounding, which every engine has: `n is odd`, `a rounded down to 0.1 euro`."""

from __future__ import annotations

from fractions import Fraction

from rulewright.base.keywords import Comparison, Operator, Rounding
from rulewright.base.numerals import plain_number
from rulewright.semantics.terms import Arithmetic, Compare, Const, Rounded, Term

PARITIES = frozenset({"odd", "even"})


def parity(number: Term, *, is_odd: bool) -> Compare:
    """Return the condition that a number is odd or even; a number that is not whole is neither."""
    counted = Arithmetic(Operator.ADD, number, Const(1)) if is_odd else number
    return Compare(Comparison.IS, round_to_step(counted, Rounding.DOWN, 2), counted)


def round_to_step(amount: Term, rounding: Rounding, step: int | Fraction) -> Term:
    """Return an amount rounded to a multiple of a step."""
    exact = plain_number(Fraction(step))
    if exact == 1:
        return Rounded(amount, rounding)
    return Arithmetic(Operator.TIMES, Const(exact), Rounded(Arithmetic(Operator.DIVIDED, amount, Const(exact)), rounding))
