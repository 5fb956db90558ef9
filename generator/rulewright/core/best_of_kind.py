"""Lowering of kinds of amounts: of the amounts of one kind only the best counts, of those that add and of those that take away.

It is a precedence between two rules of a stage and a kind, in force where both amounts have the same sign and one is beyond the other, or
as far and first. It takes the other out of the sum, and nothing else: a rule that does not count goes before others all the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction

from rulewright.base.keywords import Comparison, Verb
from rulewright.core.model import CoreRule, Precedence, PrecedenceKind
from rulewright.core.switches import ALWAYS
from rulewright.semantics.terms import And, Compare, Const, Minus, Or, Term


def best_precedences(rules: Sequence[CoreRule]) -> Iterator[Precedence]:
    """Yield the precedences among the amounts of each kind; the farthest constants go first, so that an answer names them."""
    by_kind: dict[tuple[int, str], list[CoreRule]] = defaultdict(list)
    for rule in rules:
        if rule.first.of_kind is not None:
            by_kind[rule.stage, rule.first.of_kind].append(rule)
    for rivals in by_kind.values():
        amounts = [(rule.number, _signed_amount(rule)) for rule in rivals]
        for winner, amount in sorted(amounts, key=lambda entry: abs(_constant_of(entry[1]) or Fraction(0)), reverse=True):
            losers: list[int] = []
            for number, rival in amounts:
                condition = False if number == winner else _is_better(amount, rival, is_first=winner < number)
                if condition is True:
                    losers.append(number)
                elif condition is not False:
                    yield _best_precedence(winner, (number,), condition)
            if losers:
                yield _best_precedence(winner, tuple(losers), None)


def _best_precedence(winner: int, targets: tuple[int, ...], condition: Term | None) -> Precedence:
    return Precedence(PrecedenceKind.BEST, (winner,), targets, ALWAYS, condition, PrecedenceKind.BEST.value)


def _signed_amount(rule: CoreRule) -> Term:
    """Return what a rule adds: less than nothing if it takes away."""
    effect = rule.first.effect
    assert effect is not None  # guaranteed by the grammar
    return Minus(effect) if rule.verb is Verb.TAKE else effect


def _constant_of(amount: Term) -> Fraction | None:
    if isinstance(amount, Minus):
        constant = _constant_of(amount.of)
        return None if constant is None else -constant
    return Fraction(amount.value) if isinstance(amount, Const) and isinstance(amount.value, int | Fraction) else None


def _is_better(amount: Term, rival: Term, *, is_first: bool) -> Term | bool:
    """Return the condition that an amount counts and not the rival: both add or both take away, and it is farther, or as far and first."""
    first, second = _constant_of(amount), _constant_of(rival)
    if first is not None and second is not None:
        return first * second > 0 and (abs(first) > abs(second) or (is_first and first == second))
    above, below = (Comparison.AT_LEAST, Comparison.AT_MOST) if is_first else (Comparison.MORE, Comparison.LESS)
    adds = And((Compare(Comparison.MORE, rival, Const(0)), Compare(above, amount, rival)))
    return Or((adds, And((Compare(Comparison.LESS, rival, Const(0)), Compare(below, amount, rival)))))
