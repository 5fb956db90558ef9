"""Nodes of conditions and expressions, made as the parser reduces."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulewright.dates import read_date
from rulewright.language import nodes as n
from rulewright.language.building import between, every_other, is_decimal, span_of
from rulewright.language.faults import BuildError
from rulewright.language.tokens import Token
from rulewright.words import Comparison, Gather, OfTwo, Operator, Permission, Pick, Rounding

Children = list[Any]


def _arithmetic(operator: Operator) -> Any:
    def build(_: object, c: Children) -> n.Expr:
        return n.Arithmetic(operator, c[0], c[2], span=between(c[0], c[2]))

    return build


def _compare(comparison: Comparison) -> Any:
    def build(_: object, c: Children) -> n.Expr:
        return n.Compare(comparison, c[0], c[-1], span=between(c[0], c[-1]))

    return build


def _permission(permission: Permission) -> Any:
    def build(_: object, c: Children) -> n.Expr:
        return n.Asks(permission, c[-1], span=between(c[0], c[-1]))

    return build


def _gather_over(gather: Gather, at: int) -> Any:
    def build(_: object, c: Children) -> n.Expr:
        return n.Aggregate(gather, c[-1], c[at], span=between(c[0], c[-1]))

    return build


def _sum_of(gather: Gather) -> Any:
    def build(_: object, c: Children) -> n.Expr:
        return n.Aggregate(gather, c[-1], c[7], c[5], span=between(c[0], c[-1]))

    return build


def _pick_of(pick: Pick) -> Any:
    def build(_: object, c: Children) -> n.Expr:
        return n.PickOf(pick, c[4], span=between(c[0], c[-1]))

    return build


def _pair(word: OfTwo) -> Any:
    def build(_: object, c: Children) -> n.Expr:
        return n.Pair(word, c[3], c[5], span=between(c[0], c[5]))

    return build


def _rank(pick: Pick) -> Any:
    def build(_: object, c: Children) -> n.Rank:
        return n.Rank(pick, c[2], span=between(c[0], c[2]))

    return build


def _quantified(quantifier: n.Quantifier) -> Any:
    def build(_: object, c: Children) -> n.Expr:
        body = c[3] if quantifier is n.Quantifier.EVERY else None
        return n.Quantified(quantifier, c[1], body, span=between(c[0], c[-1]))

    return build


def _whole(bound: tuple[int | Fraction, Token, Token]) -> int:
    """An end of `n from 1 to 6`, which counts."""
    value, last, first = bound
    if isinstance(value, Fraction):
        raise BuildError("not whole", between(first, last))
    return value


class Expressions:
    """The callbacks for conditions and expressions; a method is named after its rule or alias in the grammar."""

    add = _arithmetic(Operator.ADD)
    subtract = _arithmetic(Operator.SUBTRACT)
    times = _arithmetic(Operator.TIMES)
    divided = _arithmetic(Operator.DIVIDED)

    is_equal = _compare(Comparison.IS)
    is_not_equal = _compare(Comparison.IS_NOT)
    is_at_least = _compare(Comparison.AT_LEAST)
    is_at_most = _compare(Comparison.AT_MOST)
    is_more_than = _compare(Comparison.MORE)
    is_less_than = _compare(Comparison.LESS)

    asks_may = _permission(Permission.MAY)
    asks_may_not = _permission(Permission.MAY_NOT)
    asks_must = _permission(Permission.MUST)

    number_of_different = _gather_over(Gather.DIFFERENT, 4)
    sum_of = _gather_over(Gather.SUM, 3)
    greatest_over = _gather_over(Gather.GREATEST, 2)
    least_over = _gather_over(Gather.LEAST, 2)
    sum_of_greatest = _sum_of(Gather.SUM_OF_GREATEST)
    sum_of_least = _sum_of(Gather.SUM_OF_LEAST)
    greatest_of = _pick_of(Pick.GREATEST)
    least_of = _pick_of(Pick.LEAST)
    larger_of = _pair(OfTwo.LARGER)
    smaller_of = _pair(OfTwo.SMALLER)
    difference_between = _pair(OfTwo.DIFFERENCE)

    rank_greatest = _rank(Pick.GREATEST)
    rank_least = _rank(Pick.LEAST)

    some = _quantified(n.Quantifier.SOME)
    every = _quantified(n.Quantifier.EVERY)
    none_such = _quantified(n.Quantifier.NO)

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
