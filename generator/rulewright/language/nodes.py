"""The syntax tree of a `.case` file: frozen nodes in closed unions, each with its span.

A node says what was written, nothing about what it means: names are text here, and become facts, values or variables in
`rulewright.semantics`. Spans take no part in comparison, so two trees are equal when they say the same; `parse(format(x)) == parse(x)`.
Numbers of cases are text (`6.11` is never a fraction). Prose is kept with its white space folded.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from fractions import Fraction
from typing import TypeAlias

from rulewright.records import record
from rulewright.source import Place, Span
from rulewright.words import Comparison, Gather, Operator, Permission, Pick, Rounding, StageVerb, Verb

NO_SPAN = Span(1, 1, 1, 1)


@record(kw_only=True)
class Node:
    """What every node has: its place in its block."""

    span: Span = field(default=NO_SPAN, compare=False, repr=False)


@record
class Tag(Node):
    """`@GA-013b`: a statement of the source's ledger (or a row of its cases) that a line accounts for; `name` is without the `@`."""

    name: str


@record
class CaseRef(Node):
    """`8.6`, `14.43.b`, `14 and below`: a case, or one rule of a case; with `and below` its sub-cases too."""

    number: str
    and_below: bool = False


@record
class Prose(Node):
    """`"Mud takes 2 MP …"`: one paragraph; white space is folded to single blanks. `[9.13]` in it refers to a case, `[zone of control]`
    to a term.
    """

    text: str
    tags: tuple[Tag, ...] = ()


# ---- expressions and conditions ----------------------------------------------------------------------------------------------------


@record
class Number(Node):
    """`3 hex`, `7`, `3/2 point`: exact, with the measure's name or None."""

    value: Fraction
    unit: str | None = None


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
    """`allowance(u)`, `weather`, `u`, `cavalry`: a name, with arguments or without. What it names is decided later."""

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
    """`500 percent of a` (word `percent`), `6 times a` (`times`), `1/2 of a` (`of`): a known factor times an expression."""

    factor: Fraction
    word: str
    of: Expr


@record
class Rounded(Node):
    """`a / b rounded down`; halves go up in `to nearest`."""

    of: Expr
    rounding: Rounding


@record
class UpTo(Node):
    """`defence(u) up to terrain`: a value as it is after the named stage."""

    of: Expr
    stage: str


@record
class AsIf(Node):
    """`defence(u) as if supplied(u)`: worked out with one fact or predicate set, all else the same."""

    of: Expr
    supposed: Expr


@record
class PickOf(Node):
    """`the greatest of (a, b)`."""

    pick: Pick
    args: tuple[Expr, ...]


@record
class Binder(Node):
    """`unit v among units_in(h) with v.arm is leader`, `n from 1 to 6`: a variable over a finite set.

    One of `type_name` and `low`/`high` may stand alone; `among` is the call of a group (then `type_name` may be missing).
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
    """`the number of units u with (…)`, `the sum of strength(u) over units u …`; `term` is None for a plain number."""

    gather: Gather
    binder: Binder
    term: Expr | None = None


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
class Member(Node):
    """One member of a set: a value, or a range when `high` is there."""

    low: Expr
    high: Expr | None = None


@record
class In(Node):
    """`u.arm in {cavalry, leader}`, `total in 712..719`, `u.arm in train`, `u not in corps_in(h)`. `braces` tells `{a}` from `a`."""

    of: Expr
    members: tuple[Member, ...]
    braces: bool
    negated: bool = False


@record
class Not(Node):
    of: Expr


@record
class And(Node):
    parts: tuple[Expr, ...]


@record
class Or(Node):
    parts: tuple[Expr, ...]


class Quantifier(StrEnum):
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
    """`may forage(u, t)` inside a condition: what the verdict says."""

    permission: Permission
    call: Call


Expr: TypeAlias = (
    Number
    | Quoted
    | Truth
    | Nothing
    | Call
    | Field
    | Arithmetic
    | Minus
    | Scaled
    | Rounded
    | UpTo
    | AsIf
    | PickOf
    | Aggregate
    | Compare
    | Between
    | In
    | Not
    | And
    | Or
    | Quantified
    | Asks
)


# ---- vocabulary --------------------------------------------------------------------------------------------------------------------


@record
class YesNo(Node):
    """`yes/no`."""


@record
class Range(Node):
    """`0..40 SP`, `0..99 by 1/2 point`; `high` None for `0..` (only for values). `step` is what the numbers of the range are multiples
    of.
    """

    low: int
    high: int | None
    unit: str | None = None
    step: Fraction = Fraction(1)


@record
class Named(Node):
    """An enum, scale, record or map by name; `or_none` for `corps or none`."""

    name: str
    or_none: bool = False


TypeExpr: TypeAlias = YesNo | Range | Named


@record
class Param(Node):
    name: str
    type: TypeExpr


@record
class Stage(Node):
    """`terrain times the greatest`: a step in which a value is built. `starts`: written `is the sum` (starts the value) and not `plus
    the sum`.
    """

    name: str
    verb: StageVerb
    starts: bool = False
    tags: tuple[Tag, ...] = ()


@record
class Measure(Node):
    """`measure MP "movement point"`."""

    name: str
    title: str
    tags: tuple[Tag, ...] = ()


@record
class EnumValue(Node):
    """`horse_artillery "horse artillery"`; a value written only in quotes (`"1-5"`) has that text as name and no title."""

    name: str
    title: str | None = None
    tags: tuple[Tag, ...] = ()


@record
class Enum(Node):
    """`enum weather: clear, mud, snow`."""

    name: str
    values: tuple[EnumValue, ...]
    tags: tuple[Tag, ...] = ()


@record
class Scale(Node):
    """`scale odds: "1-2", "1-1", "2-1"`: an enum whose values are ordered, the first the lowest. `clamp_*`: a shift beyond the end
    stays at the end.
    """

    name: str
    values: tuple[EnumValue, ...]
    clamp_below: bool = False
    clamp_above: bool = False
    tags: tuple[Tag, ...] = ()


@record
class Class(Node):
    """`class train: supply_train, bridge_train`: a named set of values of one enum (or of other classes)."""

    name: str
    members: tuple[str, ...]
    tags: tuple[Tag, ...] = ()


@record
class FieldDecl(Node):
    """`strength: 0..40 SP "the strength of {it}"` in a record; a fact of each thing of that kind."""

    name: str
    type: TypeExpr
    phrase: str | None = None
    asks: str | None = None
    hidden: str | None = None
    not_held: bool = False
    tags: tuple[Tag, ...] = ()


@record
class Record(Node):
    """`record unit "a unit"` with its fields: a kind of thing that a situation has some of."""

    name: str
    title: str | None
    fields: tuple[FieldDecl, ...]
    tags: tuple[Tag, ...] = ()


@record
class Map(Node):
    """`map europe "Map of Europe": A0101..A6050, D0101..D2032`: the lawful names of places. A range is (first, last), last may equal
    first.
    """

    name: str
    title: str
    ranges: tuple[tuple[str, str], ...]
    tags: tuple[Tag, ...] = ()


class FactKind(StrEnum):
    FACT = "fact"
    DIE = "die"
    CHOICE = "choice"
    STATUS = "status"


@record
class Fact(Node):
    """`fact distance(u: unit, t: town): 0..200 hex "…"`; dice (`type` is `1..6`), choices (`by`) and statuses (one parameter `it`,
    yes/no) are facts too.
    """

    kind: FactKind
    name: str
    params: tuple[Param, ...]
    type: TypeExpr
    phrase: str | None = None
    asks: str | None = None
    by: str | None = None
    dice: str | None = None
    lasts: str | None = None
    hidden: str | None = None
    not_held: bool = False
    tags: tuple[Tag, ...] = ()


@record
class Value(Node):
    """`value allowance(u: unit): 0..20 MP "the movement allowance of {u}"`. No stages: `base one`, `changes sum`. `total`: some rule
    must always speak.
    """

    name: str
    params: tuple[Param, ...]
    type: TypeExpr
    phrase: str | None = None
    stages: tuple[Stage, ...] = ()
    otherwise: Expr | None = None
    total: bool = False
    tags: tuple[Tag, ...] = ()


@record
class Verdict(Node):
    """`verdict forage(u: unit, t: town) "{u} draws forage at {t}"`; `otherwise` is "forbidden", "permitted" or None."""

    name: str
    params: tuple[Param, ...]
    phrase: str | None = None
    otherwise: str | None = None
    total: bool = False
    tags: tuple[Tag, ...] = ()


@record
class Predicate(Node):
    """`predicate friendly(t: town, s: side) "{t} is friendly to {s}"`; `not_held`: its definition is not held, so silence is
    undetermined.
    """

    name: str
    params: tuple[Param, ...]
    phrase: str | None = None
    not_held: bool = False
    tags: tuple[Tag, ...] = ()


@record
class Group(Node):
    """`group corps_in(h: hex): units u with u.hex is h`; `type_name` may be a record's name or its plural."""

    name: str
    params: tuple[Param, ...]
    type_name: str
    variable: str
    with_: Expr | None = None
    phrase: str | None = None
    tags: tuple[Tag, ...] = ()


@record
class Impossible(Node):
    """`impossible for u: unit when u.arm is leader and u.strength is more than 0 SP`: no such situation exists."""

    params: tuple[Param, ...]
    when: Expr
    tags: tuple[Tag, ...] = ()


@record
class Term(Node):
    """`term "zone of control" "…"`, `also "zoc"`, `in 10.1`: an entry of the glossary."""

    name: str
    text: str
    also: tuple[str, ...] = ()
    cases: tuple[CaseRef, ...] = ()
    tags: tuple[Tag, ...] = ()


@record
class Word(Node):
    """`word control means friendly in 6.62, 7.73`: prose only; rules of those cases must not use the first name."""

    name: str
    means: str
    cases: tuple[CaseRef, ...]
    tags: tuple[Tag, ...] = ()


# ---- the front page ----------------------------------------------------------------------------------------------------------------


@record
class RulebookDecl(Node):
    """`rulebook la_grande_armee "La Grande Armée"`; `headings` is the order of headings where numbering is by heading, else None."""

    name: str
    title: str
    headings: tuple[str, ...] | None = None
    credit: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    tries: tuple[str, ...] = ()
    players: tuple[int, int] | None = None
    tags: tuple[Tag, ...] = ()


@record
class Game(Node):
    name: str
    title: str
    tags: tuple[Tag, ...] = ()


@record
class SourceDecl(Node):
    """`source errata "Errata and clarifications"`; `known`: a version that exists and is not ranked, with the reason."""

    name: str
    title: str
    held: bool = True
    amends: str | None = None
    ledger: str | None = None
    publisher: str | None = None
    dated: str | None = None
    known: str | None = None
    tags: tuple[Tag, ...] = ()


@record
class Edition(Node):
    """`edition errata "…" = printed + errata`: a fold in this order."""

    name: str
    title: str | None
    sources: tuple[str, ...]
    tags: tuple[Tag, ...] = ()


@record
class PolicyLine(Node):
    """`stated` (both sides None) or `never over may`: sides are the words as written, joined by blanks."""

    over: str | None
    under: str | None


@record
class Precedence(Node):
    lines: tuple[PolicyLine, ...]
    tags: tuple[Tag, ...] = ()


@record
class Option(Node):
    """`option ney "Marshal Ney rule" needs players in {2, 3} by the_prussian alone`."""

    name: str
    title: str
    needs: Expr | None = None
    by: str | None = None
    alone: bool = False
    tags: tuple[Tag, ...] = ()


@record
class Exclusion(Node):
    """`at most one of a, b`."""

    options: tuple[str, ...]
    tags: tuple[Tag, ...] = ()


@record
class Chapter(Node):
    """`chapter 8.0 "Movement"`: the heading of the file it stands in; `text` is an introduction."""

    number: str | None
    title: str
    text: str | None = None
    tags: tuple[Tag, ...] = ()


# ---- rules -------------------------------------------------------------------------------------------------------------------------


class RelationKind(StrEnum):
    OVERRIDES = "overrides"
    SETS_ASIDE = "sets aside"
    EXCEPT = "except"
    RESTATES = "restates"
    BESIDES = "besides"
    AS_IN = "as in"


@record
class ForEach(Node):
    """`for every u among s`: how the variables of a setting-aside meet the arguments of what it reaches."""

    quantifier: Quantifier
    variable: str
    among: Expr


@record
class Relation(Node):
    """`overrides 14.42 when …`: on a rule, or on a whole case. `as_with` is (X, Y) of `as in 12.37 with X for Y`."""

    kind: RelationKind
    targets: tuple[CaseRef, ...]
    for_each: ForEach | None = None
    when: Expr | None = None
    as_with: tuple[str, str] | None = None
    tags: tuple[Tag, ...] = ()


class ShortVerb(StrEnum):
    """A verb that is short for others: `means` for yes and no, `may never` for a `may not` that no `may` goes before."""

    MEANS = "means"
    MAY_NEVER = "may never"
    MAY_ALWAYS = "may always"
    MAY_ONLY = "may only"


@record
class Item(Node):
    """`b. distance(u, t) is at most 3 hex  @GA-054b` in a block of conditions; `label` is without its full stop."""

    label: str
    condition: Expr
    tags: tuple[Tag, ...] = ()


class GuardForm(StrEnum):
    PLAIN = "plain"
    ALL = "all of"
    ANY = "any of"


@record
class Guard(Node):
    """`when C`, `unless any of …`. PLAIN has one item with label ""; the others have a block of items."""

    unless: bool
    form: GuardForm
    items: tuple[Item, ...]


@record
class Rule(Node):
    """One formal rule. `heads` are several only for verdicts (`may never move(u), attack(u) when …`).

    `effect` is what stands after `is`, `add`, `take`, `multiply … by`, `at most`; None otherwise. `rounding` only for ROUNDED. `stage`
    is the
    name after `at`. The guards hold together (`when A` and not `unless B`). YES without guards is `always`; MEANS has one guard.
    """

    verb: Verb | ShortVerb
    heads: tuple[Call, ...]
    effect: Expr | None = None
    rounding: Rounding | None = None
    otherwise: bool = False
    stage: str | None = None
    guards: tuple[Guard, ...] = ()
    relations: tuple[Relation, ...] = ()
    notes: tuple[Prose, ...] = ()
    tags: tuple[Tag, ...] = ()


# ---- what else stands in a case ----------------------------------------------------------------------------------------------------


@record
class Cell(Node):
    """One cell as it was written, white space folded; columns of its span are exact."""

    text: str


@record
class Row(Node):
    cells: tuple[Cell, ...]
    tags: tuple[Tag, ...] = ()


@record
class Table(Node):
    """`table to_hit(troop: troop): 1..6` and its rows.

    The first cell of a row holds the keys of the row parameters, parted by ` / `; a key is a value, a list `a, b`, a range `3..5`,
    `3..`, `..5`
    or `any`. If the first cell of the first row is empty, that row heads the columns with keys of the parameters named by `columns` (by
    default the last); else each row has one value cell. A cell `-` or empty holds nothing.
    """

    name: str
    params: tuple[Param, ...]
    type: TypeExpr
    rows: tuple[Row, ...]
    phrase: str | None = None
    columns: tuple[str, ...] = ()
    not_held: bool = False
    clamp_below: bool = False
    clamp_above: bool = False
    tags: tuple[Tag, ...] = ()


@record
class Commentary(Node):
    """`note "…"`: counts for coverage, not for answers."""

    text: str
    tags: tuple[Tag, ...] = ()


@record
class Step(Node):
    """`step 4 "First Player Skirmish Phase: …"`: a step of a procedure, in prose."""

    label: str
    text: str
    tags: tuple[Tag, ...] = ()


@record
class Component(Node):
    """`component 18 "rows of the record sheet"`."""

    text: str
    count: int | None = None
    tags: tuple[Tag, ...] = ()


@record
class NotHeld(Node):
    """`not held, bears on stack_with(u, v) when …` (held False), or `bears on …` of a case whose own text is held."""

    bears_on: tuple[Call, ...] = ()
    when: Expr | None = None
    held: bool = False
    tags: tuple[Tag, ...] = ()


@record
class InScenario(Node):
    number: str
    tags: tuple[Tag, ...] = ()


@record
class InOption(Node):
    name: str
    tags: tuple[Tag, ...] = ()


@record
class AppliesTo(Node):
    games: tuple[str, ...]
    tags: tuple[Tag, ...] = ()


@record
class Reads(Node):
    """`reads "accept" as "except" because "…"`: a slip of the print, repaired."""

    printed: str
    read: str
    because: str
    tags: tuple[Tag, ...] = ()


@record
class Accepts(Node):
    """`accepts contradiction with 12.7 because "…"`: a finding that stands in the source; `finding` is the check's name with `_` for
    `-`.
    """

    finding: str
    cases: tuple[CaseRef, ...]
    because: str
    tags: tuple[Tag, ...] = ()


@record
class DoesNotMatter(Node):
    """`does not matter: u.dispersed, for defence(u)`."""

    what: Expr
    questions: tuple[Call, ...]
    tags: tuple[Tag, ...] = ()


@record
class Refers(Node):
    """`refers to 9.3, 12.16`: a reference that prose does not carry."""

    cases: tuple[CaseRef, ...]
    tags: tuple[Tag, ...] = ()


class SetupKind(StrEnum):
    PLACE = "place"
    ENTERS = "enters"
    REMOVES = "removes piece"


@record
class Setup(Node):
    """`place ziethen "Ziethen" at fleurus or charleroi, the prussian_player chooses with strength 5 SP`; `turn` for `enters`."""

    kind: SetupKind
    piece: str
    title: str | None = None
    at: tuple[str, ...] = ()
    turn: str | None = None
    chooser: str | None = None
    fields: tuple[tuple[str, Expr], ...] = ()
    tags: tuple[Tag, ...] = ()


class Expected(StrEnum):
    HOLDS = "holds"
    PERMITTED = "permitted"
    FORBIDDEN = "forbidden"
    REQUIRED = "required"
    UNDETERMINED = "undetermined"
    CONFLICT = "conflict"
    MISSING = "missing"


@record
class Then(Node):
    """`then allowance(u) is 5 MP`, `then undetermined morale(e), open H_42`.

    HOLDS: `about` is a condition. The others: `about` is a question; `reading`, `why` ("silent" or "not held") and `lacks` narrow it.
    """

    expected: Expected
    about: Expr
    reading: str | None = None
    why: str | None = None
    lacks: tuple[Expr, ...] = ()
    tags: tuple[Tag, ...] = ()


@record
class Example(Node):
    """`example "cavalry in mud"` with its closed small world, its facts and what follows. A `given` may fix a derived answer too."""

    title: str
    world: tuple[tuple[str, str], ...] = ()  # (thing, kind)
    given: tuple[Expr, ...] = ()
    then: tuple[Then, ...] = ()
    edition: str | None = None
    options: tuple[str, ...] = ()
    scenario: str | None = None
    readings: tuple[tuple[str, str], ...] = ()
    tags: tuple[Tag, ...] = ()


class ActKind(StrEnum):
    REPLACES_CASE = "replaces the case"
    DELETES_CASE = "deletes the case"
    DELETES_PART = "deletes the part"
    ADDS = "adds"
    APPENDS = "appends"
    STRIKES = "strikes"
    STRIKES_FROM = "strikes from"
    INSERTS = "inserts"
    REPLACES = "replaces"
    REPLACES_TAIL = "replaces the tail"
    REDIRECTS = "redirects"
    RENUMBERS = "renumbers"
    EXTENDS = "extends"
    CONFIRMS = "confirms"
    CORRECTS_PIECE = "corrects piece"
    CORRECTS_CELL = "corrects cell"


@record
class Act(Node):
    """One operation of an amendment.

    `old`/`new` are words: REPLACES old with new; STRIKES old; STRIKES_FROM old; INSERTS new after old; APPENDS new; REPLACES_TAIL new;
    CONFIRMS new;
    REDIRECTS old to new and RENUMBERS to new are numbers of cases. `cases`: of `replaces the case by`. `games` and `when`: EXTENDS.
    CORRECTS_PIECE: `field_name` of `thing` from/to; CORRECTS_CELL: `thing` is the table, with `row` and `column`. `words_held` False:
    recorded, never
    carried out.
    """

    kind: ActKind
    old: str | None = None
    new: str | None = None
    cases: tuple[CaseRef, ...] = ()
    games: tuple[str, ...] = ()
    when: Expr | None = None
    field_name: str | None = None
    thing: str | None = None
    row: str | None = None
    column: str | None = None
    from_: Expr | None = None
    to: Expr | None = None
    words_held: bool = True
    tags: tuple[Tag, ...] = ()


@record
class AsksQuestion(Node):
    """`asks "…"` of a ruling."""

    text: str
    tags: tuple[Tag, ...] = ()


@record
class Answers(Node):
    text: str
    tags: tuple[Tag, ...] = ()


@record
class Settles(Node):
    """`settles H_42 as carry_on`."""

    reading: str
    choice: str
    tags: tuple[Tag, ...] = ()


@record
class ReadingChoice(Node):
    """`choice carry_on in play: morale(e) is carry_on when …`: a way to read, with the rules that it brings."""

    name: str
    title: str | None = None
    in_play: bool = False
    rules: tuple[Rule, ...] = ()
    relations: tuple[Relation, ...] = ()
    prose: tuple[Prose, ...] = ()
    tags: tuple[Tag, ...] = ()


BodyLine: TypeAlias = (
    Prose
    | Commentary
    | Step
    | Component
    | NotHeld
    | InScenario
    | InOption
    | AppliesTo
    | Reads
    | Accepts
    | DoesNotMatter
    | Refers
    | Relation
    | Rule
    | Table
    | Setup
    | Example
    | Act
    | AsksQuestion
    | Answers
    | Settles
    | ReadingChoice
)


# ---- blocks that hold rules --------------------------------------------------------------------------------------------------------


@record
class Case(Node):
    """`case 8.6 "Effects of weather" new in errata`. `source` None: the book's first source."""

    number: str
    title: str | None = None
    new: bool = False
    source: str | None = None
    body: tuple[BodyLine, ...] = ()
    tags: tuple[Tag, ...] = ()


@record
class Amendment(Node):
    """`amend 5.0 step 4 in errata as addition "…"`; `part` is the words between the cases and `in`, or None."""

    targets: tuple[CaseRef, ...]
    source: str
    kind: str
    part: str | None = None
    title: str | None = None
    body: tuple[BodyLine, ...] = ()
    tags: tuple[Tag, ...] = ()


@record
class Ruling(Node):
    """`ruling Q10 on 9.9a in errata` with question and answer; a case of its own, counted as of the case it is on."""

    number: str
    on: tuple[CaseRef, ...]
    source: str
    body: tuple[BodyLine, ...] = ()
    tags: tuple[Tag, ...] = ()


@record
class Reading(Node):
    """`reading H_42 on morale.1 in errata "A roll equal to the hits"` with its choices; `source` None: the book's first source."""

    name: str
    on: tuple[CaseRef, ...]
    title: str
    body: tuple[BodyLine, ...] = ()
    tags: tuple[Tag, ...] = ()
    source: str | None = None


@record
class Scenario(Node):
    """`scenario 19.32 "The 1809 campaign"`: a case whose rules and set-up hold in that scenario only."""

    number: str
    title: str
    source: str | None = None
    body: tuple[BodyLine, ...] = ()
    tags: tuple[Tag, ...] = ()


Block: TypeAlias = (
    RulebookDecl
    | Game
    | SourceDecl
    | Edition
    | Precedence
    | Option
    | Exclusion
    | Chapter
    | Measure
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
    | Term
    | Word
    | Case
    | Amendment
    | Ruling
    | Reading
    | Scenario
)


@record
class Placed:
    """A block and where it stands."""

    block: Block
    place: Place = field(compare=False)
    chapter: str = ""  # the file's stem


@record
class SyntaxTree:
    """A whole rulebook as written: every block of every `.case` file of one folder, by file name and then by line."""

    folder: str
    blocks: tuple[Placed, ...]
