"""Nodes of conditions and expressions, made as the parser reduces."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rulewright.base.dates import read_date
from rulewright.base.keywords import Comparison, Gather, OfTwo, Operator, Permission, Pick, Rounding
from rulewright.syntax import nodes as n
from rulewright.syntax.builder_values import between, every_other, is_decimal, span_of
from rulewright.syntax.syntax_errors import BuildError
from rulewright.syntax.tokens import Token

Children = list[Any]


def _with(kind: Callable[..., n.Node], word: StrEnum, *places: int) -> Any:
    """Makes nodes of a kind that have this word and then the children at these places."""

    def build(_: object, c: Children) -> n.Node:
        return kind(word, *[c[place] for place in places], span=between(c[0], c[-1]))

    return build


def _whole(bound: tuple[int | Fraction, Token, Token]) -> int:
    """An end of `n from 1 to 6`, which counts."""
    value, last, first = bound
    if isinstance(value, Fraction):
        raise BuildError("not whole", between(first, last))
    return value


class Expressions:
    """The callbacks for conditions and expressions; a method is named after its rule or alias in the grammar."""

    add = _with(n.Arithmetic, Operator.ADD, 0, 2)
    subtract = _with(n.Arithmetic, Operator.SUBTRACT, 0, 2)
    times = _with(n.Arithmetic, Operator.TIMES, 0, 2)
    divided = _with(n.Arithmetic, Operator.DIVIDED, 0, 2)

    is_equal = _with(n.Compare, Comparison.IS, 0, -1)
    is_not_equal = _with(n.Compare, Comparison.IS_NOT, 0, -1)
    is_at_least = _with(n.Compare, Comparison.AT_LEAST, 0, -1)
    is_at_most = _with(n.Compare, Comparison.AT_MOST, 0, -1)
    is_more_than = _with(n.Compare, Comparison.MORE, 0, -1)
    is_less_than = _with(n.Compare, Comparison.LESS, 0, -1)

    asks_may = _with(n.Asks, Permission.MAY, -1)
    asks_may_not = _with(n.Asks, Permission.MAY_NOT, -1)
    asks_must = _with(n.Asks, Permission.MUST, -1)

    number_of_different = _with(n.Aggregate, Gather.DIFFERENT, -1, 4)
    sum_of = _with(n.Aggregate, Gather.SUM, -1, 3)
    greatest_over = _with(n.Aggregate, Gather.GREATEST, -1, 2)
    least_over = _with(n.Aggregate, Gather.LEAST, -1, 2)
    sum_of_greatest = _with(n.Aggregate, Gather.SUM_OF_GREATEST, -1, 7, 5)
    sum_of_least = _with(n.Aggregate, Gather.SUM_OF_LEAST, -1, 7, 5)
    greatest_of = _with(n.PickOf, Pick.GREATEST, 4)
    least_of = _with(n.PickOf, Pick.LEAST, 4)
    larger_of = _with(n.Pair, OfTwo.LARGER, 3, 5)
    smaller_of = _with(n.Pair, OfTwo.SMALLER, 3, 5)
    difference_between = _with(n.Pair, OfTwo.DIFFERENCE, 3, 5)

    rank_greatest = _with(n.Rank, Pick.GREATEST, 2)
    rank_least = _with(n.Rank, Pick.LEAST, 2)

    some = _with(n.Quantified, n.Quantifier.SOME, 1)
    every = _with(n.Quantified, n.Quantifier.EVERY, 1, 3)
    none_such = _with(n.Quantified, n.Quantifier.NO, 1)

    def number_of(self, c: Children) -> n.Expr:
        return n.Aggregate(Gather.NUMBER, c[3], span=between(c[0], c[3]))

    def only_one(self, c: Children) -> n.Expr:
        return n.Aggregate(Gather.ONLY, c[2], span=between(c[0], c[2]))

    def foremost(self, c: Children) -> n.Expr:
        ranks, chosen = c[5] or ((), None)
        last = chosen or (ranks[-1] if ranks else c[4])
        return n.Foremost(c[1], (c[4], *ranks), chosen, span=between(c[0], last))

    def tied_rank(self, c: Children) -> tuple[tuple[n.Rank, ...], n.Expr | None]:
        """What is looked at next where things tie: the ranks that follow, and what is chosen after all of them."""
        ranks, chosen = c[2] or ((), None)
        return (c[1], *ranks), chosen

    def tied_chosen(self, c: Children) -> tuple[tuple[n.Rank, ...], n.Expr | None]:
        return (), c[1]

    def atom(self, c: Children) -> n.Expr:
        """An expression in brackets: the brackets belong to its place, and to nothing else."""
        inner: n.Expr = c[1]
        return replace(inner, span=between(c[0], c[2]))

    def number(self, c: Children) -> n.Expr:
        return n.Number(Fraction(int(c[0].value)), c[1] and c[1].value, span=between(c[0], c[1] or c[0]))

    def fraction(self, c: Children) -> n.Expr:
        return n.Number(Fraction(c[0].value), c[1] and c[1].value, span=between(c[0], c[1] or c[0]))

    def decimal(self, c: Children) -> n.Expr:
        return n.Number(Fraction(c[0].value), c[1] and c[1].value, is_decimal(c[0]), span=between(c[0], c[1] or c[0]))

    def month_date(self, c: Children) -> n.Expr:
        date = read_date(c[0].value)
        assert date is not None
        return n.MonthDate(date, span=span_of(c[0]))

    def quoted(self, c: Children) -> n.Expr:
        return n.Quoted(c[0].value, span=span_of(c[0]))

    def yes(self, c: Children) -> n.Expr:
        return n.Truth(True, span=span_of(c[0]))

    def no(self, c: Children) -> n.Expr:
        return n.Truth(False, span=span_of(c[0]))

    def nothing(self, c: Children) -> n.Expr:
        return n.Nothing(span=span_of(c[0]))

    def call(self, c: Children) -> n.Call:
        if c[1] is None:
            return n.Call(c[0].value, span=span_of(c[0]))
        return n.Call(c[0].value, c[2], span=between(c[0], c[3]))

    def exprs(self, c: Children) -> tuple[n.Expr, ...]:
        return every_other(c)

    def calls(self, c: Children) -> tuple[n.Call, ...]:
        return every_other(c)

    def field_of(self, c: Children) -> n.Expr:
        return n.Field(c[0], c[2].value, span=between(c[0], c[2]))

    def up_to(self, c: Children) -> n.Expr:
        return n.UpTo(c[0], c[3].value, span=between(c[0], c[3]))

    def as_if(self, c: Children) -> n.Expr:
        return n.AsIf(c[0], c[3], span=between(c[0], c[3]))

    def minus(self, c: Children) -> n.Expr:
        return n.Minus(c[1], span=between(c[0], c[1]))

    def percent_of(self, c: Children) -> n.Expr:
        return n.Scaled(Fraction(c[0].value) / 100, "percent", c[3], span=between(c[0], c[3]))

    def times_of(self, c: Children) -> n.Expr:
        return n.Scaled(Fraction(c[0].value), "times", c[2], span=between(c[0], c[2]))

    def fraction_of(self, c: Children) -> n.Expr:
        return n.Scaled(Fraction(c[0].value), "of", c[2], is_decimal(c[0]), span=between(c[0], c[2]))

    def rounded(self, c: Children) -> n.Expr:
        rounding, last = c[2]
        return n.Rounded(c[0], rounding, span=between(c[0], last))

    def rounding(self, c: Children) -> tuple[Rounding, Token]:
        return Rounding(" ".join(token.value for token in c)), c[-1]

    # ---- conditions ------------------------------------------------------------------------------------------------------------------

    def negate(self, c: Children) -> n.Expr:
        return n.Not(c[1], span=between(c[0], c[1]))

    def conjunction(self, c: Children) -> n.Expr:
        return n.And(every_other(c), span=between(c[0], c[-1]))

    def disjunction(self, c: Children) -> n.Expr:
        return n.Or(every_other(c), span=between(c[0], c[-1]))

    def is_between(self, c: Children) -> n.Expr:
        return n.Between(c[0], c[3], c[5], span=between(c[0], c[5]))

    def is_in(self, c: Children) -> n.Expr:
        members, braces, last = c[2]
        return n.In(c[0], members, braces, span=between(c[0], last))

    def is_not_in(self, c: Children) -> n.Expr:
        members, braces, last = c[3]
        return n.In(c[0], members, braces, True, span=between(c[0], last))

    def set_of(self, c: Children) -> tuple[tuple[n.Member, ...], bool, Any]:
        return c[1], True, c[2]

    def set_range(self, c: Children) -> tuple[tuple[n.Member, ...], bool, Any]:
        return (self.member(c),), False, c[2] or c[0]

    def members(self, c: Children) -> tuple[n.Member, ...]:
        return every_other(c)

    def member(self, c: Children) -> n.Member:
        return n.Member(c[0], c[2], span=between(c[0], c[2] or c[0]))

    def links(self, c: Children) -> n.Expr:
        return n.Links(c[3], span=between(c[0], c[3]))

    # ---- binders ---------------------------------------------------------------------------------------------------------------------

    def binder(self, c: Children) -> n.Binder:
        domain: n.Binder = c[0]
        return domain if c[2] is None else replace(domain, with_=c[2], span=between(domain, c[2]))

    def domain_type(self, c: Children) -> n.Binder:
        return n.Binder(c[1].value, c[0].value, span=between(c[0], c[1]))

    def domain_among(self, c: Children) -> n.Binder:
        return n.Binder(c[1].value, c[0].value, c[3], span=between(c[0], c[3]))

    def domain_of(self, c: Children) -> n.Binder:
        return n.Binder(c[0].value, None, c[2], span=between(c[0], c[2]))

    def domain_range(self, c: Children) -> n.Binder:
        return n.Binder(c[0].value, low=_whole(c[2]), high=_whole(c[4]), span=between(c[0], c[4][1]))

    def bound(self, c: Children) -> tuple[int | Fraction, Token, Token]:
        """A number with its sign: the number, and its last and first token for places."""
        exact = Fraction(c[1].value)
        value = int(exact) if exact.denominator == 1 else exact
        return (value if c[0] is None else -value), c[1], c[0] or c[1]
