"""Expressions and conditions."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from rulewright.base.dates import Date
from rulewright.base.keywords import AdviceTest, Comparison, Gather, OfTwo, Operator, Permission, Pick, Rounding
from rulewright.base.records import record
from rulewright.syntax.nodes.base import Node


@record
class Number(Node):
    """`3 hex`, `7`, `3/2 point`, `2.5 MP`: exact, with the measure's name or None; `decimal` places as it is written, else 0."""

    value: Fraction
    unit: str | None = None
    decimal: int = 0


@record
class MonthDate(Node):
    """`May 1942`, `II May 1942`, `3 May 1942`: a turn of a calendar by its date."""

    date: Date


@record
class Quoted(Node):
    """`"1-5"`: a value of an enum or scale whose name is not a plain word."""

    text: str


@record
class Truth(Node):
    """`yes` or `no`."""

    value: bool


@record
class Nothing(Node):
    """`none`."""


@record
class Call(Node):
    """`allowance(u)`, `weather`, `u`, `cavalry`: a name, with or without arguments. Names are resolved later."""

    name: str
    args: tuple[Expr, ...] = ()


@record
class Field(Node):
    """`u.arm`."""

    of: Expr
    name: str


@record
class Arithmetic(Node):
    """`a + b`, `a - b`, `a * b`, `a / b`."""

    operator: Operator
    left: Expr
    right: Expr


@record
class Minus(Node):
    """`- a`."""

    of: Expr


@record
class Scaled(Node):
    """`500 percent of a` (word `percent`), `6 times a` (`times`), `1/2 of a` and `0.5 of a` (`of`): a known factor times an expression."""

    factor: Fraction
    word: str
    of: Expr
    decimal: bool = False


@record
class Rounded(Node):
    """`a / b rounded down`, `a rounded up to 0.1 euro`; halves go up in `to nearest`. `step` is None for whole numbers."""

    of: Expr
    rounding: Rounding
    step: Number | None = None


@record
class Rate(Node):
    """`0.20 euro for each day of i.late`: an amount, times the number of `count` `unit` in another one."""

    rate: Expr
    unit: str | None
    amount: Expr
    count: Fraction = Fraction(1)


@record
class UpTo(Node):
    """`defence(u) up to terrain`: a value as it is after the named stage."""

    of: Expr
    stage: str


@record
class AsIf(Node):
    """`defence(u) as if supplied(u)`: evaluated with one fact or predicate set, everything else unchanged."""

    of: Expr
    supposed: Expr


@record
class PickOf(Node):
    """`the greatest of (a, b)`."""

    pick: Pick
    args: tuple[Expr, ...]


@record
class Pair(Node):
    """`the larger of a and b`, `the difference between a and b` (their distance, never less than 0), `the years from b to d`."""

    word: OfTwo
    left: Expr
    right: Expr


@record
class Binder(Node):
    """`unit v among units_in(h) with v.arm is leader`, `n from 1 to 6`: a variable over a finite set.

    Either `type_name` or `low` and `high` define the set; `among` is the call of a group (then `type_name` may be missing).
    `with_` is the condition on members, or None.
    """

    variable: str
    type_name: str | None = None
    among: Expr | None = None
    low: int | None = None
    high: int | None = None
    with_: Expr | None = None


@record
class Aggregate(Node):
    """`the number of units u with (…)`, `the sum of strength(u) over units u …`; `term` is None for a plain number and for `the only`.

    `most` is the number of members counted in `the sum of the greatest 3 of …`; None otherwise.
    """

    gather: Gather
    binder: Binder
    term: Expr | None = None
    most: Expr | None = None


@record
class Rank(Node):
    """`the least distance(u, v)`: an amount by which things are ranked, with the end that comes first."""

    pick: Pick
    of: Expr


@record
class Foremost(Node):
    """`the unit v with (enemy(u, v)) that has the least distance(u, v) then the greatest v.strength then target(u)`.

    `ranks` are in written order, at least one; `chosen` is the choice if all of them tie, or None.
    """

    binder: Binder
    ranks: tuple[Rank, ...]
    chosen: Expr | None = None


@record
class IfNone(Node):
    """`the greatest u.rating over units u with (…), 0 if there is none`: a choice, and the value where there is none to choose from."""

    choice: Expr
    none: Expr


@record
class Compare(Node):
    """`a is at least b`; also equality of any two things of one type."""

    comparison: Comparison
    left: Expr
    right: Expr


@record
class Between(Node):
    """`a is between 3 and 5`: both ends belong to it."""

    of: Expr
    low: Expr
    high: Expr


@record
class WithinReach(Node):
    """`l.back is within 30 day after l.lent`: from that day to 30 days later; `before` it: from so much earlier to that day."""

    date: Expr
    reach: Number
    day: Expr
    is_before: bool

    @property
    def range_ends(self) -> tuple[Expr, Expr]:
        """The first and the last turn of the range: both belong to it."""
        operator = Operator.SUBTRACT if self.is_before else Operator.ADD
        other_end = Arithmetic(operator, self.day, self.reach, span=self.span)
        return (other_end, self.day) if self.is_before else (self.day, other_end)


@record
class Member(Node):
    """A member of a set: a value, or a range if `high` is set."""

    low: Expr
    high: Expr | None = None


@record
class In(Node):
    """`u.arm in {cavalry, leader}`, `total in 712..719`, `u.arm in train`, `u not in corps_in(h)`; `braces` if written `{a}`, not `a`."""

    of: Expr
    members: tuple[Member, ...]
    braces: bool
    negated: bool = False


@record
class Not(Node):
    """`not a`."""

    of: Expr


class Idiom(StrEnum):
    """A further way to write conditions that are joined: `either a or b`, `neither a nor b` (not a and not b), `a but not b`."""

    PLAIN = ""
    EITHER_OR = "either"
    NEITHER_NOR = "neither"
    BUT_NOT = "but not"


@record
class Joined(Node):
    """Conditions joined by `and` or `or`; `idiom` is how they are written."""

    parts: tuple[Expr, ...]
    idiom: Idiom = Idiom.PLAIN


@record
class And(Joined):
    """`a and b`."""


@record
class Or(Joined):
    """`a or b`."""


@record
class AtLeast(Node):
    """`at least two of (a, b, c)`: so many of these conditions hold, or more."""

    count: int
    parts: tuple[Expr, ...]


class Quantifier(StrEnum):
    """The quantifier of a condition over a set."""

    SOME = "some"
    EVERY = "every"
    NO = "no"


@record
class Quantified(Node):
    """`some unit v among s with (…)`, `every stand t among of(d) satisfies (…)`, `no unit v with (…)`. `body` only for `every`."""

    quantifier: Quantifier
    binder: Binder
    body: Expr | None = None


@record
class Asks(Node):
    """`may forage(u, t)` inside a condition: a test of the verdict."""

    permission: Permission
    call: Call


@record
class Advised(Node):
    """`should forage(u, t)`, `forage(u, t) is advised`: a test of the advice about a verdict."""

    test: AdviceTest
    call: Call


@record
class Links(Node):
    """`any number of next_to(h, k)`: the transitive closure of a relation; one or more links lead from the first to the second."""

    call: Call


Expr: TypeAlias = (
    Number
    | MonthDate
    | Quoted
    | Truth
    | Nothing
    | Call
    | Field
    | Arithmetic
    | Minus
    | Scaled
    | Rounded
    | Rate
    | UpTo
    | AsIf
    | PickOf
    | Pair
    | Aggregate
    | Foremost
    | IfNone
    | Compare
    | Between
    | WithinReach
    | In
    | Not
    | And
    | Or
    | AtLeast
    | Quantified
    | Asks
    | Advised
    | Links
)
