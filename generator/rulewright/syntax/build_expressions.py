"""Builders of the nodes of conditions and expressions, called at each reduction."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum
from fractions import Fraction
from typing import Any

from rulewright.base.dates import read_date
from rulewright.base.keywords import Advice, AdviceTest, Comparison, Gather, OfTwo, Operator, Permission, Pick, Rounding
from rulewright.base.numerals import number_of_word
from rulewright.syntax import nodes as n
from rulewright.syntax.builder_values import every_other, is_decimal, span_between, span_of, written_places
from rulewright.syntax.syntax_errors import BuildError
from rulewright.syntax.tokens import Token

Children = list[Any]


def _node_builder(kind: Callable[..., n.Node], word: StrEnum, *positions: int) -> Any:
    """Return a callback for nodes of a kind with this word, followed by the children at these positions."""

    def build(_: object, c: Children) -> n.Node:
        return kind(word, *[c[position] for position in positions], span=span_between(c[0], c[-1]))

    return build


def _whole_number(number: tuple[int | Fraction, Token, Token]) -> int:
    """Return a bound of `n from 1 to 6`. Raises `BuildError` if it is not whole."""
    value, last, first = number
    if isinstance(value, Fraction):
        raise BuildError("not whole", span_between(first, last))
    return value


def _build_rate(c: Children, unit: str | None) -> n.Rate:
    """Return `a for each 3 SP of b`. Raises `BuildError` if the number is zero."""
    count = Fraction(1) if c[3] is None else Fraction(c[3][0].value)
    if not count:
        raise BuildError("no step", span_of(c[3][0]))
    return n.Rate(c[0], unit, c[-1], count, span=span_between(c[0], c[-1]))


def _advice_builder(test: AdviceTest) -> Any:
    """Return a callback for `… is advised`, which is said of a verdict; of anything else `advised` is a value, which has that name."""

    def build_test(_: object, c: Children) -> n.Expr:
        span = span_between(c[0], c[-1])
        if isinstance(c[0], n.Call):
            return n.Advised(test, c[0], span=span)
        if c[-1].value != Advice.ADVISED:
            raise BuildError("not advised", c[0].span, f"… {test}")
        comparison = Comparison.IS_NOT if test.is_negated else Comparison.IS
        return n.Compare(comparison, c[0], n.Call(c[-1].value, span=span_of(c[-1])), span=span)

    return build_test


class Expressions:
    """The callbacks for conditions and expressions; a method is named after its rule or alias in the grammar."""

    add = _node_builder(n.Arithmetic, Operator.ADD, 0, 2)
    subtract = _node_builder(n.Arithmetic, Operator.SUBTRACT, 0, 2)
    times = _node_builder(n.Arithmetic, Operator.TIMES, 0, 2)
    divided = _node_builder(n.Arithmetic, Operator.DIVIDED, 0, 2)

    is_equal = _node_builder(n.Compare, Comparison.IS, 0, -1)
    is_not_equal = _node_builder(n.Compare, Comparison.IS_NOT, 0, -1)
    is_at_least = _node_builder(n.Compare, Comparison.AT_LEAST, 0, -1)
    is_at_most = _node_builder(n.Compare, Comparison.AT_MOST, 0, -1)
    is_more_than = _node_builder(n.Compare, Comparison.MORE, 0, -1)
    is_less_than = _node_builder(n.Compare, Comparison.LESS, 0, -1)

    asks_may = _node_builder(n.Asks, Permission.MAY, -1)
    asks_may_not = _node_builder(n.Asks, Permission.MAY_NOT, -1)
    asks_must = _node_builder(n.Asks, Permission.MUST, -1)
    asks_should = _node_builder(n.Advised, AdviceTest.SHOULD, -1)
    asks_should_not = _node_builder(n.Advised, AdviceTest.SHOULD_NOT, -1)
    is_advised = _advice_builder(AdviceTest.ADVISED)
    is_advised_against = _advice_builder(AdviceTest.ADVISED_AGAINST)
    is_not_advised = _advice_builder(AdviceTest.NOT_ADVISED)
    is_not_advised_against = _advice_builder(AdviceTest.NOT_ADVISED_AGAINST)

    number_of_different = _node_builder(n.Aggregate, Gather.DIFFERENT, -1, 4)
    sum_of = _node_builder(n.Aggregate, Gather.SUM, -1, 3)
    greatest_over = _node_builder(n.Aggregate, Gather.GREATEST, -1, 2)
    least_over = _node_builder(n.Aggregate, Gather.LEAST, -1, 2)
    sum_of_greatest = _node_builder(n.Aggregate, Gather.SUM_OF_GREATEST, -1, 7, 5)
    sum_of_least = _node_builder(n.Aggregate, Gather.SUM_OF_LEAST, -1, 7, 5)
    greatest_of = _node_builder(n.PickOf, Pick.GREATEST, 4)
    least_of = _node_builder(n.PickOf, Pick.LEAST, 4)
    larger_of = _node_builder(n.Pair, OfTwo.LARGER, 3, 5)
    smaller_of = _node_builder(n.Pair, OfTwo.SMALLER, 3, 5)
    difference_between = _node_builder(n.Pair, OfTwo.DIFFERENCE, 3, 5)
    years_between = _node_builder(n.Pair, OfTwo.YEARS, 3, 5)
    months_between = _node_builder(n.Pair, OfTwo.MONTHS, 3, 5)

    rank_greatest = _node_builder(n.Rank, Pick.GREATEST, 2)
    rank_least = _node_builder(n.Rank, Pick.LEAST, 2)

    some = _node_builder(n.Quantified, n.Quantifier.SOME, 1)
    every = _node_builder(n.Quantified, n.Quantifier.EVERY, 1, 3)
    none_such = _node_builder(n.Quantified, n.Quantifier.NO, 1)

    def number_of(self, c: Children) -> n.Expr:
        return n.Aggregate(Gather.NUMBER, c[3], span=span_between(c[0], c[3]))

    def only_one(self, c: Children) -> n.Expr:
        return n.Aggregate(Gather.ONLY, c[2], span=span_between(c[0], c[2]))

    def foremost(self, c: Children) -> n.Expr:
        ranks, chooser = c[5] or ((), None)
        last = chooser or (ranks[-1] if ranks else c[4])
        return n.Foremost(c[1], (c[4], *ranks), chooser, span=span_between(c[0], last))

    def if_none(self, c: Children) -> n.Expr:
        return n.IfNone(c[0], c[2], span=span_between(c[0], c[-1]))

    def if_none_in_brackets(self, c: Children) -> n.Expr:
        return n.IfNone(c[1], c[3], span=span_between(c[0], c[-1]))

    def tied_rank(self, c: Children) -> tuple[tuple[n.Rank, ...], n.Expr | None]:
        """Return the tie-breaks: the ranks that follow, and the final choice after them, or None."""
        ranks, chooser = c[2] or ((), None)
        return (c[1], *ranks), chooser

    def tied_chosen(self, c: Children) -> tuple[tuple[n.Rank, ...], n.Expr | None]:
        return (), c[1]

    def atom(self, c: Children) -> n.Expr:
        """Return an expression in brackets; the brackets only widen its span."""
        inner: n.Expr = c[1]
        return replace(inner, span=span_between(c[0], c[2]))

    def number(self, c: Children) -> n.Expr:
        return n.Number(Fraction(int(c[0].value)), c[1] and c[1].value, span=span_between(c[0], c[1] or c[0]))

    def fraction(self, c: Children) -> n.Expr:
        return n.Number(Fraction(c[0].value), c[1] and c[1].value, span=span_between(c[0], c[1] or c[0]))

    def decimal(self, c: Children) -> n.Expr:
        return n.Number(Fraction(c[0].value), c[1] and c[1].value, written_places(c[0]), span=span_between(c[0], c[1] or c[0]))

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
        return n.Call(c[0].value, c[2], span=span_between(c[0], c[3]))

    def exprs(self, c: Children) -> tuple[n.Expr, ...]:
        return every_other(c)

    def calls(self, c: Children) -> tuple[n.Call, ...]:
        return every_other(c)

    def field_of(self, c: Children) -> n.Expr:
        return n.Field(c[0], c[2].value, span=span_between(c[0], c[2]))

    def up_to(self, c: Children) -> n.Expr:
        return n.UpTo(c[0], c[3].value, span=span_between(c[0], c[3]))

    def as_if(self, c: Children) -> n.Expr:
        return n.AsIf(c[0], c[3], span=span_between(c[0], c[3]))

    def minus(self, c: Children) -> n.Expr:
        return n.Minus(c[1], span=span_between(c[0], c[1]))

    def percent_of(self, c: Children) -> n.Expr:
        return n.Scaled(Fraction(c[0].value) / 100, "percent", c[3], span=span_between(c[0], c[3]))

    def times_of(self, c: Children) -> n.Expr:
        return n.Scaled(Fraction(c[0].value), "times", c[2], span=span_between(c[0], c[2]))

    def fraction_of(self, c: Children) -> n.Expr:
        return n.Scaled(Fraction(c[0].value), "of", c[2], is_decimal(c[0]), span=span_between(c[0], c[2]))

    def rounded(self, c: Children) -> n.Expr:
        rounding, last = c[2]
        return n.Rounded(c[0], rounding, span=span_between(c[0], last))

    def rounding(self, c: Children) -> tuple[Rounding, Token]:
        return Rounding(" ".join(token.value for token in c)), c[-1]

    def rounding_step(self, c: Children) -> tuple[Rounding, n.Number]:
        """Return a rounding with its step: `down to 0.1 euro`, `to nearest 5`."""
        words = [token.value for token in c[:-1] if token.type != "STEP_TO"]
        if not c[-1].value:
            raise BuildError("no step", c[-1].span)
        return Rounding(" ".join(words)), c[-1]

    def rounded_to(self, c: Children) -> n.Expr:
        rounding, step = c[2]
        return n.Rounded(c[0], rounding, step, span=span_between(c[0], step))

    def for_each_of(self, c: Children) -> n.Expr:
        return _build_rate(c, c[4].value)

    def for_each_number_of(self, c: Children) -> n.Expr:
        return _build_rate(c, None)

    # ---- conditions ------------------------------------------------------------------------------------------------------------------

    def negate(self, c: Children) -> n.Expr:
        return n.Not(c[1], span=span_between(c[0], c[1]))

    def conjunction(self, c: Children) -> n.Expr:
        return n.And(every_other(c), span=span_between(c[0], c[-1]))

    def disjunction(self, c: Children) -> n.Expr:
        return n.Or(every_other(c), span=span_between(c[0], c[-1]))

    def either_or(self, c: Children) -> n.Expr:
        return n.Or(every_other(c[1:]), n.Idiom.EITHER_OR, span=span_between(c[0], c[-1]))

    def neither_nor(self, c: Children) -> n.Expr:
        parts = tuple(n.Not(part, span=part.span) for part in every_other(c[1:]))
        return n.And(parts, n.Idiom.NEITHER_NOR, span=span_between(c[0], c[-1]))

    def but_not(self, c: Children) -> n.Expr:
        last = n.Not(c[-1], span=span_between(c[-2], c[-1]))
        return n.And((*every_other(c[:-3]), last), n.Idiom.BUT_NOT, span=span_between(c[0], c[-1]))

    def at_least_of_listed(self, c: Children) -> n.Expr:
        return n.AtLeast(c[2], c[5], span=span_between(c[0], c[-1]))

    def how_many(self, c: Children) -> int:
        """Return how many of a list: a number, or a word for one."""
        number = number_of_word(c[0].value)
        if number is None:
            raise BuildError("not a number", span_of(c[0]), c[0].value)
        return number

    def is_between(self, c: Children) -> n.Expr:
        return n.Between(c[0], c[3], c[5], span=span_between(c[0], c[5]))

    def is_within_after(self, c: Children) -> n.Expr:
        return n.WithinReach(c[0], c[3], c[5], is_before=False, span=span_between(c[0], c[5]))

    def is_within_before(self, c: Children) -> n.Expr:
        return n.WithinReach(c[0], c[3], c[5], is_before=True, span=span_between(c[0], c[5]))

    def is_in(self, c: Children) -> n.Expr:
        members, braces, last = c[2]
        return n.In(c[0], members, braces, span=span_between(c[0], last))

    def is_not_in(self, c: Children) -> n.Expr:
        members, braces, last = c[3]
        return n.In(c[0], members, braces, True, span=span_between(c[0], last))

    def set_of(self, c: Children) -> tuple[tuple[n.Member, ...], bool, Any]:
        return c[1], True, c[2]

    def set_range(self, c: Children) -> tuple[tuple[n.Member, ...], bool, Any]:
        return (self.member(c),), False, c[2] or c[0]

    def members(self, c: Children) -> tuple[n.Member, ...]:
        return every_other(c)

    def member(self, c: Children) -> n.Member:
        return n.Member(c[0], c[2], span=span_between(c[0], c[2] or c[0]))

    def links(self, c: Children) -> n.Expr:
        return n.Links(c[3], span=span_between(c[0], c[3]))

    # ---- binders ---------------------------------------------------------------------------------------------------------------------

    def binder(self, c: Children) -> n.Binder:
        domain: n.Binder = c[0]
        return domain if c[2] is None else replace(domain, with_=c[2], span=span_between(domain, c[2]))

    def domain_type(self, c: Children) -> n.Binder:
        return n.Binder(c[1].value, c[0].value, span=span_between(c[0], c[1]))

    def domain_among(self, c: Children) -> n.Binder:
        return n.Binder(c[1].value, c[0].value, c[3], span=span_between(c[0], c[3]))

    def domain_of(self, c: Children) -> n.Binder:
        return n.Binder(c[0].value, None, c[2], span=span_between(c[0], c[2]))

    def domain_range(self, c: Children) -> n.Binder:
        return n.Binder(c[0].value, low=_whole_number(c[2]), high=_whole_number(c[4]), span=span_between(c[0], c[4][1]))

    def bound(self, c: Children) -> tuple[int | Fraction, Token, Token]:
        """Return a signed number with its last and first token, for spans."""
        exact = Fraction(c[1].value)
        value = int(exact) if exact.denominator == 1 else exact
        return (value if c[0] is None else -value), c[1], c[0] or c[1]
