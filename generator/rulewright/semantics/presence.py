"""Conditions that an amount implies: the greatest, the least or the only of several is chosen among some, not among none.

A rule whose amount is chosen among none has nothing to say: it does not apply. That is lowered to a condition of the rule, here as syntax,
`some unit u with (u.here)`, so that it is read, and shown, as if it had been written.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulewright.base.keywords import Gather
from rulewright.syntax import nodes

NONE_TO_CHOOSE_FROM = "none to choose from"
_CHOICES = {Gather.GREATEST, Gather.LEAST, Gather.ONLY}


def presence_conditions(amount: nodes.Expr | None) -> tuple[nodes.Expr, ...]:
    """Return the conditions under which there is one to choose from in each choice of an amount; none if it makes no choice."""
    return () if amount is None else tuple(dict.fromkeys(_conditions_of(amount)))


def _conditions_of(amount: nodes.Expr) -> Iterator[nodes.Expr]:
    match amount:
        case nodes.Aggregate():
            yield from _conditions_of_aggregate(amount)
        case nodes.Foremost():
            yield _some_of(amount.binder)
            yield from _for_every_member(amount.binder, tuple(rank.of for rank in amount.ranks))
        case nodes.IfNone():
            yield from _conditions_of(amount.none)
        case nodes.Arithmetic() | nodes.Pair():
            yield from _conditions_of(amount.left)
            yield from _conditions_of(amount.right)
        case nodes.Rate():
            yield from _conditions_of(amount.rate)
            yield from _conditions_of(amount.amount)
        case nodes.Minus() | nodes.Scaled() | nodes.Rounded() | nodes.UpTo() | nodes.Field():
            yield from _conditions_of(amount.of)
        case nodes.AsIf():
            for condition in _conditions_of(amount.of):
                yield replace(amount, of=condition)
        case nodes.PickOf() | nodes.Call():
            for arg in amount.args:
                yield from _conditions_of(arg)
        case _:  # open: a condition inside an amount is open where a choice in it is among none
            pass


def _conditions_of_aggregate(amount: nodes.Aggregate) -> Iterator[nodes.Expr]:
    if amount.gather in _CHOICES:
        yield _some_of(amount.binder)
    if amount.most is not None:
        yield from _conditions_of(amount.most)
    if amount.term is not None:
        yield from _for_every_member(amount.binder, (amount.term,))


def _some_of(binder: nodes.Binder) -> nodes.Quantified:
    return nodes.Quantified(nodes.Quantifier.SOME, binder, span=binder.span)


def _for_every_member(binder: nodes.Binder, amounts: tuple[nodes.Expr, ...]) -> Iterator[nodes.Expr]:
    """Yield the conditions of amounts that are worked out for each member, which some or all of them may have."""
    for amount in amounts:
        for condition in _conditions_of(amount):
            yield nodes.Quantified(nodes.Quantifier.EVERY, binder, condition, span=binder.span)
