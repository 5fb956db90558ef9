"""The vocabulary of a book: measures, enums, kinds of things, facts and questions, terms of the glossary."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

from rulewright.base.keywords import FactKind, FactSource, Period, StageVerb
from rulewright.base.records import record
from rulewright.syntax.nodes.base import CaseRef, Node, Tagged
from rulewright.syntax.nodes.expressions import Call, Expr, MonthDate, Number


@record
class YesNo(Node):
    """`yes/no`."""


@record
class Range(Node):
    """A range of numbers: `0..40 SP`, `0..99 by 1/2 point`; `high` is None for `0..` (only for values).

    The numbers are multiples of `step`; `decimal` if it is written with a dot, `0..8 by 0.5 MP`, so that the numbers are too. `calendar`:
    in `1..80 turn in campaign` the numbers are turns of that calendar.
    """

    low: int | Fraction
    high: int | Fraction | None
    unit: str | None = None
    step: Fraction = Fraction(1)
    decimal: bool = False
    calendar: str | None = None


@record
class Named(Node):
    """An enum, scale, record or map by name; `or_none` for `corps or none`."""

    name: str
    or_none: bool = False


TypeExpr: TypeAlias = YesNo | Range | Named


@record
class Param(Node):
    """`u: unit`: a declared parameter."""

    name: str
    type: TypeExpr


@record
class Stage(Tagged):
    """`terrain times the greatest`: a stage in the calculation of a value.

    `starts`: written `is the sum` (the start of the value) instead of `plus the sum`.
    """

    name: str
    verb: StageVerb
    starts: bool = False


@record
class Measure(Tagged):
    """`measure MP "movement point"`; `amount` is its size in another measure, as in `is 2 turn`, or None."""

    name: str
    title: str
    amount: Number | None = None


@record
class Calendar(Tagged):
    """`calendar campaign "the calendar of the campaign"`, with the line `turn 1 is September 1939, by month`.

    `leap_day` are the two dates of `29 February is 1 March in other years`.
    """

    name: str
    title: str
    turn: int
    first: MonthDate
    period: Period
    leap_day: tuple[MonthDate, MonthDate] | None = None


@record
class EnumValue(Tagged):
    """`horse_artillery "horse artillery"`; a value written only in quotes (`"1-5"`) has that text as name and no title."""

    name: str
    title: str | None = None
    formerly: tuple[str, ...] = ()


@record
class Enum(Tagged):
    """`enum weather: clear, mud, snow`."""

    name: str
    values: tuple[EnumValue, ...]


@record
class Scale(Tagged):
    """`scale odds: "1-2", "1-1", "2-1"`: an enum with ordered values, the lowest first. `clamp_*`: a shift beyond an end stops at it."""

    name: str
    values: tuple[EnumValue, ...]
    clamp_below: bool = False
    clamp_above: bool = False


@record
class Class(Tagged):
    """`class train: supply_train, bridge_train`: a named set of values of one enum (or of other classes)."""

    name: str
    members: tuple[str, ...]


@record(kw_only=True)
class SaidOfFact(Tagged):
    """The properties in the declaration of a fact: its phrase, its prompt, and its source for a player.

    `usually no` is its default value; `found on the map`, `found decided by red_player` (with `found_by`) is its source; `formerly` are the
    names that it had before.
    """

    phrase: str | None = None
    asks: str | None = None
    hidden: str | None = None
    not_held: bool = False
    usual: Expr | None = None
    found: FactSource | None = None
    found_by: str | None = None
    formerly: tuple[str, ...] = ()


@record
class FieldDecl(SaidOfFact):
    """`strength: 0..40 SP "the strength of {it}"` in a record: a fact about each thing of that kind."""

    name: str
    type: TypeExpr


@record
class Record(Tagged):
    """`record unit "a unit"` with its fields: a kind of thing in a situation."""

    name: str
    title: str | None
    fields: tuple[FieldDecl, ...]
    formerly: tuple[str, ...] = ()


@record
class Map(Tagged):
    """`map europe "Map of Europe": A0101..A6050, D0101..D2032`: the valid names of places.

    A range is (first, last); last may equal first.
    """

    name: str
    title: str
    ranges: tuple[tuple[str, str], ...]


@record
class Fact(SaidOfFact):
    """`fact distance(u: unit, t: town): 0..200 hex "…"`.

    Dice (`type` is `1..6`), choices (`by`) and statuses (one parameter `it`, yes/no) are facts too. `symmetric` and `never of itself`
    apply to facts with two arguments of one kind; `is the day asked` to a day without arguments.
    """

    kind: FactKind
    name: str
    params: tuple[Param, ...]
    type: TypeExpr
    by: str | None = None
    dice: str | None = None
    lasts: str | None = None
    symmetric: bool = False
    never_of_itself: bool = False
    day_asked: bool = False


@record
class Value(Tagged):
    """`value allowance(u: unit): 0..20 MP "the movement allowance of {u}"`.

    Without stages it has `base one` and `changes sum`. `total`: some rule must apply in any situation.
    """

    name: str
    params: tuple[Param, ...]
    type: TypeExpr
    phrase: str | None = None
    stages: tuple[Stage, ...] = ()
    otherwise: Expr | None = None
    total: bool = False
    formerly: tuple[str, ...] = ()


@record
class Verdict(Tagged):
    """`verdict forage(u: unit, t: town) "{u} draws forage at {t}"`; `otherwise` is "forbidden", "permitted" or None.

    `kind_of` are the more general actions: `is a kind of move(u)`.
    """

    name: str
    params: tuple[Param, ...]
    phrase: str | None = None
    otherwise: str | None = None
    total: bool = False
    kind_of: tuple[Call, ...] = ()
    formerly: tuple[str, ...] = ()


@record
class Predicate(Tagged):
    """`predicate friendly(t: town, s: side) "{t} is friendly to {s}"`; `silence` is "undetermined", or None where it is *no*.

    `not_held`: without its definition, silence is undetermined.
    """

    name: str
    params: tuple[Param, ...]
    phrase: str | None = None
    not_held: bool = False
    formerly: tuple[str, ...] = ()
    silence: str | None = None
    total: bool = False


@record
class Group(Tagged):
    """`group corps_in(h: hex): units u with u.hex is h`; `type_name` may be a record's name or its plural."""

    name: str
    params: tuple[Param, ...]
    type_name: str
    variable: str
    with_: Expr | None = None
    phrase: str | None = None


@record
class Impossible(Tagged):
    """`impossible for u: unit when u.arm is leader and u.strength is more than 0 SP`: no such situation exists."""

    params: tuple[Param, ...]
    when: Expr


@record
class OneOf(Tagged):
    """`exactly one of u.foot, u.horse, u.guns for u: unit`; `at most one of …` if none of them may hold, too."""

    exactly: bool
    of: tuple[Expr, ...]
    params: tuple[Param, ...] = ()


@record
class Term(Tagged):
    """`term "zone of control" "…"`, `also "zoc"`, `in 10.1`: an entry of the glossary."""

    name: str
    text: str
    also: tuple[str, ...] = ()
    cases: tuple[CaseRef, ...] = ()


@record
class Word(Tagged):
    """`word control means friendly in 6.62, 7.73`: for prose only; rules of those cases must not use the first name."""

    name: str
    means: str
    cases: tuple[CaseRef, ...]


@record
class Also(Tagged):
    """`also unit.arm: "branch"`, `also arm.cavalry: "horse", "riders"`: what people call something, for questions in plain words."""

    subject: str
    texts: tuple[str, ...]


Declaration: TypeAlias = (
    Measure
    | Calendar
    | Enum
    | Scale
    | Class
    | Record
    | Map
    | Fact
    | Value
    | Verdict
    | Predicate
    | Group
    | Impossible
    | OneOf
    | Term
    | Word
    | Also
)
"""A block of the vocabulary."""
