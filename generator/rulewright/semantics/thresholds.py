"""Lowering of `at least two of (a, b, c)` to `and` and `or`, so that every engine reads it as it reads those.

It is true if so many of the conditions are true, whatever the others are, and false if so many cannot be true. The list is halved: so many
hold in all if some hold in the first half and the rest in the second. The size of the result grows with a power of the length of the list,
not with the number of its subsets.
"""

from __future__ import annotations

from rulewright.semantics.terms import And, Const, Or, Term

MOST_LISTED = 26
"""The longest list of which some are counted."""


def threshold_condition(count: int, parts: tuple[Term, ...]) -> Term:
    """Return the condition that at least `count` of these conditions hold."""
    if count <= 0:
        return Const(True)
    if count > len(parts):
        return Const(False)
    if count == len(parts):
        return parts[0] if count == 1 else And(parts)
    if count == 1:
        return Or(parts)
    half = len(parts) // 2
    first, second = parts[:half], parts[half:]
    splits = range(max(0, count - len(second)), min(count, len(first)) + 1)
    return Or(tuple(_conjunction(threshold_condition(number, first), threshold_condition(count - number, second)) for number in splits))


def _conjunction(first: Term, second: Term) -> Term:
    if first == Const(True):
        return second
    return first if second == Const(True) else And((first, second))
