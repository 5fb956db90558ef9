"""The typed program of an edition: facts, questions, rules, and the statements of precedence among them.

A `Program` is plain, frozen data: it can be pickled, compared and walked, and holds no syntax tree. Cases are identified by their number as
text. Rules, settings-aside and missing clauses have a `uid`, a number unique in this program, and an `id`, which is shown to people.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from enum import StrEnum
from fractions import Fraction
from typing import Any, TypeAlias

from rulewright.base.enablement import Scope
from rulewright.base.keywords import Expected, FactKind, FactSource, Force, RelationKind, Rounding, StageVerb, Verb
from rulewright.base.records import record
from rulewright.base.source import Location
from rulewright.semantics.calendars import Calendar
from rulewright.semantics.measures import Conversion
from rulewright.semantics.terms import FactKey, Plain, Term
from rulewright.semantics.types import Numeric, Type


@record(kw_only=True)
class Written:
    """A statement written in the book: its location, and its tags, which name the statements of the source that it encodes."""

    location: Location | None = None
    tags: tuple[str, ...] = ()


@record
class Param:
    """A parameter of a fact, a question or a group, with its type."""

    name: str
    type: Type


@record
class Enum(Written):
    """An enum or, if `ordered`, a scale, lowest value first; `clamp_*`: a shift beyond the end stays at the end.

    `titles` are by value.
    """

    name: str
    values: tuple[str, ...]
    titles: Mapping[str, str]
    ordered: bool = False
    clamp_below: bool = False
    clamp_above: bool = False


@record
class UsualValue:
    """The value that a question assumes of a fact that is not given; checks and engines assume nothing."""

    value: Plain


@record
class FactDecl(Written):
    """A fact of play; the field `arm` of the record `unit` is the fact `unit.arm` of one thing.

    `usual` is the value assumed if the fact is not given, `found` the place where a player sees it, `by` the player who decides it.

    A `symmetric` fact has the same value for its two arguments in either order; one that is `never_of_itself` is no if they are equal.
    The day asked (`day_asked`) has in each edition the days on which that is in force.
    """

    name: str
    kind: FactKind
    params: tuple[Param, ...]
    type: Type
    phrase: str | None = None
    asks: str | None = None
    by: str | None = None
    lasts: str | None = None
    hidden: str | None = None
    not_held: bool = False
    usual: UsualValue | None = None
    found: FactSource | None = None
    symmetric: bool = False
    never_of_itself: bool = False
    day_asked: bool = False

    def key(self, args: tuple[Plain, ...]) -> FactKey:
        """Return the key of the fact for these arguments; for a symmetric fact, they are sorted by name or number."""
        if self.symmetric and None not in args:
            first, last = args
            return (self.name, (last, first) if _sorts_after(first, last) else args)
        return (self.name, args)

    def is_about(self, args: tuple[Plain, ...]) -> bool:
        """Return False if no situation has such a fact: an argument is `none` where there must be something, or a number out of range."""
        return all(_is_lawful(param.type, arg) for param, arg in zip(self.params, args, strict=True))

    def is_of_itself(self, args: tuple[Plain, ...]) -> bool:
        """Return True if the fact is never yes for these arguments, because both are the same thing."""
        return self.never_of_itself and args[0] is not None and args[0] == args[1]


def _is_lawful(kind: Type, arg: Plain) -> bool:
    if arg is None:
        return getattr(kind, "or_none", False)
    if not isinstance(kind, Numeric) or isinstance(arg, str):
        return True
    return (kind.low is None or arg >= kind.low) and (kind.high is None or arg <= kind.high)


def _sorts_after(first: Plain, last: Plain) -> bool:
    assert first is not None and last is not None
    return str(first) > str(last) if isinstance(first, str) or isinstance(last, str) else first > last


class QuestionKind(StrEnum):
    VALUE = "value"
    VERDICT = "verdict"
    PREDICATE = "predicate"
    TABLE = "table"


@record
class Stage:
    """A stage of a value: all rules of it do the same, as `verb` says."""

    name: str
    verb: StageVerb
    tags: tuple[str, ...] = ()


@record
class KindOf:
    """A general action of which another is a kind; `args` are terms over the kind's own arguments. `says`: as written, `move(u)`."""

    question: str
    args: tuple[Term, ...]
    says: str


@record
class Question(Written):
    """A question. `type` is yes/no for a predicate and None for a verdict; a verdict's `otherwise` is `forbidden` or `permitted`.

    A predicate's is `undetermined`, or None if it is *no* where no rule speaks.

    `total`: some rule must always apply. `not_held`: the definition of a predicate is not held, so silence is undetermined. `kind_of`: the
    actions of which a verdict is a kind. `advice`: the value that holds the advice about a verdict, None where nothing advises.
    """

    name: str
    kind: QuestionKind
    params: tuple[Param, ...]
    type: Type | None
    stages: tuple[Stage, ...] = ()
    otherwise: Term | str | None = None
    phrase: str | None = None
    total: bool = False
    not_held: bool = False
    kind_of: tuple[KindOf, ...] = ()
    advice: str | None = None

    @property
    def default_answer(self) -> Term | str | bool | None:
        """The answer where no rule speaks; None if there is none."""
        if self.kind is QuestionKind.PREDICATE:
            return False if self.otherwise is None else None
        return self.otherwise


@record
class Group(Written):
    """A group: the things of a kind that satisfy `with_`; the member is in the slot after the parameters."""

    name: str
    params: tuple[Param, ...]
    record: str
    with_: Term | None
    phrase: str | None = None


@record
class Impossible(Written):
    """A constraint: no situation in which `when` is true of such things is possible."""

    params: tuple[Param, ...]
    when: Term
    says: str


class TableVerb(StrEnum):
    """The verb of a table's own rule, whose effect is the cell at the keys."""

    LOOK_UP = "look up"


@record
class Part:
    """A condition of a rule, as written; `label` is `b` in a block of conditions, else empty.

    `implied`: the reason of silence where a condition is false that is not written, but that the amount implies; else empty.
    """

    term: Term
    text: str
    label: str = ""
    tags: tuple[str, ...] = ()
    implied: str = ""


@record
class Through:
    """The origin of an inherited bar: the uid of the bar on the general action, and that action as written, `move(u)`."""

    rule: int
    says: str


@record
class Rule(Written):
    """One rule on one question, at one stage.

    `heads`: for each argument a `Free` variable (in the slot of its position), or a constant if the rule is about that value only. The
    rule's condition is that all `parts` are true. `about` are the cases to which it belongs. `restates` are rules of which this is a second
    address; `besides` are rules that it adds to; `rests_on` are cases not held that it refers to. `table` names the table whose cell is the
    effect. `through` is the origin of a bar that is inherited from a general action. A rounding rounds to multiples of
    `step`, None for whole numbers. Of the amounts of one `of_kind` only the best counts.
    """

    uid: int
    id: str
    case: str
    question: str
    verb: Verb | TableVerb
    heads: tuple[Plain | Free, ...]
    parts: tuple[Part, ...]
    effect: Term | None
    stage: int
    says: str
    scope: Scope
    source: str
    clause: str
    about: tuple[str, ...]
    force: Force | None = None
    rounding: Rounding | None = None
    otherwise: bool = False
    formed_by: tuple[str, ...] = ()
    restates: tuple[int, ...] = ()
    besides: tuple[int, ...] = ()
    rests_on: tuple[str, ...] = ()
    table: str | None = None
    label: str = ""
    through: Through | None = None
    step: int | Fraction | None = None
    of_kind: str | None = None

    @property
    def written_at(self) -> str:
        """The address of the rule's line; for a ground, that of the list."""
        return self.id.removesuffix(f".{self.label}") if self.label else self.id


@record
class Free:
    """An argument of a rule's head that is a variable."""

    name: str


@record
class AnyKey:
    """The key `any` in a table, which matches all values."""


@record
class OneOf:
    """A key in a table that matches some values."""

    values: tuple[Plain, ...]


@record
class From:
    """A range of numbers, both ends included; None is unbounded."""

    low: int | Fraction | None
    high: int | Fraction | None


Key: TypeAlias = AnyKey | OneOf | From


def is_last_row(keys: tuple[Key, ...]) -> bool:
    """Return True for the keys of a row `otherwise`: it holds where no other row does, and at the empty cells of the others."""
    return all(isinstance(key, AnyKey) for key in keys)


@record
class CellSource:
    """An amendment that gave a cell of a row its value: the place of the cell, or None for the whole row, the source, and the act.

    `tags` name the statements of the source that the act encodes.
    """

    cell: int | None
    source: str
    amendment: str
    location: Location | None = None
    tags: tuple[str, ...] = ()


@record
class TableRow:
    """A row: its text as written, one key for each row parameter, one cell for each column (None: empty).

    `formed_by` are the amendments that corrected one of its cells, `corrections` the same cell by cell, in the order of the sources.
    """

    text: str
    keys: tuple[Key, ...]
    cells: tuple[Term | None, ...]
    location: Location | None = None
    tags: tuple[str, ...] = ()
    formed_by: tuple[str, ...] = ()
    corrections: tuple[CellSource, ...] = ()

    def source_of_cell(self, cell: int) -> CellSource | None:
        """Return the amendment that a cell has its value from, None if it is as it was first written."""
        return next((source for source in reversed(self.corrections) if source.cell in (None, cell)), None)


@record
class Table(Written):
    """A table. `row_slots` and `column_slots`: slots of the parameters that key rows and columns; `columns`: the keys of each column.

    `column_texts` has these keys as written.
    """

    id: str
    question: str
    case: str
    row_slots: tuple[int, ...]
    column_slots: tuple[int, ...]
    columns: tuple[tuple[Key, ...], ...]
    rows: tuple[TableRow, ...]
    held: bool = True
    clamp_below: bool = False
    clamp_above: bool = False
    column_texts: tuple[str, ...] = ()


@record
class OverrideOn:
    """An override on one question: the rules `by` go before the rules `targets` if `when` is true of its arguments."""

    question: str
    by: tuple[int, ...]
    targets: tuple[int, ...]
    not_held: tuple[int, ...]
    when: Term | None


@record
class Override(Written):
    """A statement `overrides` or `except` in `case`; `of` and `cases` name the cases that go before and those that yield.

    `on` may be empty: the statement then has no effect.
    """

    uid: int
    id: str
    word: RelationKind
    case: str
    of: tuple[str, ...]
    cases: tuple[str, ...]
    on: tuple[OverrideOn, ...]
    says: str
    scope: Scope
    source: str
    unheld: tuple[str, ...] = ()
    rule: int | None = None


@record
class SetAsideOn:
    """A setting-aside on one question: the rules `targets` and missing clauses `not_held` are out of the contest where `when` is true."""

    question: str
    targets: tuple[int, ...]
    not_held: tuple[int, ...]
    when: Term | None


@record
class SetAside(Written):
    """A statement `sets aside` in `case`; `setters` are the uids of the settings-aside in the cases that it names."""

    uid: int
    id: str
    case: str
    cases: tuple[str, ...]
    on: tuple[SetAsideOn, ...]
    setters: tuple[int, ...]
    says: str
    scope: Scope
    source: str


@record
class NotHeld(Written):
    """A missing clause: a case without text that bears on a question unless `when` is false."""

    uid: int
    id: str
    case: str
    about: tuple[str, ...]
    question: str
    heads: tuple[Plain | Free, ...]
    when: Term | None
    scope: Scope


@record
class PolicyLine:
    """A line of the precedence policy; `over` None is the line `stated`."""

    over: str | None
    under: str | None
    text: str


@record
class Option:
    """An option of the book, off unless a game has it on; `needs` is the condition on other switches under which it may be on."""

    name: str
    title: str
    needs: Term | None
    needs_text: str = ""


@record
class Choice:
    """A choice of a reading; `in_play`: the one that a game uses unless it names another."""

    name: str
    title: str | None
    in_play: bool


@record
class Reading(Written):
    """A reading of the cases `on`, with its choices. `settled_as`: the choice that the book settles on, by the ruling `settled_by`."""

    name: str
    title: str
    on: tuple[str, ...]
    choices: tuple[Choice, ...]
    settled_as: str | None = None
    settled_by: str | None = None
    """The ruling that settles it."""

    @property
    def in_play(self) -> str | None:
        """The choice that a game uses unless it names another."""
        return next((choice.name for choice in self.choices if choice.in_play), None)


@record
class DoesNotMatter(Written):
    """A statement that a fact has no effect on questions, which the checks verify."""

    case: str
    fact: str
    questions: tuple[str, ...]
    scope: Scope


@record
class Fix:
    """A given: a fact, or the answer of a question, has this value for these things.

    `narrow`, instead of a value, is a condition on its values, with the candidate in slot 0.
    """

    name: str
    args: tuple[Plain, ...]
    value: Plain = None
    narrow: Term | None = None


@record
class Expectation(Written):
    """An expectation `then …`; `about` is a condition or a question."""

    expected: Expected
    about: Term
    text: str
    reading: str | None = None
    why: str | None = None
    lacks: tuple[str, ...] = ()


@record
class Example(Written):
    """An example of `case`: its closed world (thing, kind), the given facts, and the expectations.

    `as_usual`: a fact that is not given has its usual value, if it has one.
    """

    title: str
    case: str
    world: tuple[tuple[str, str], ...]
    given: tuple[Fix, ...]
    then: tuple[Expectation, ...]
    options: tuple[str, ...] = ()
    scenario: str | None = None
    readings: tuple[tuple[str, str], ...] = ()
    as_usual: bool = False


@record
class Outlived:
    """A ruling or reading, `clause`, on a case that a later source has since changed; `change` is `deleted`, `replaced` or `changed`."""

    clause: str
    case: str
    source: str
    change: str


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Declarations:
    """The declarations of an edition, shared by its program and its core.

    `sources` are in the order of the fold, the strongest of `later source over earlier source` last. `maps`: first and last names.
    `outlived`: by address, the rules and statements of rulings and readings that a later source has outlived.
    """

    book: str
    edition: str
    measures: Mapping[str, str]
    conversions: Mapping[str, Conversion]
    calendars: Mapping[str, Calendar]
    enums: Mapping[str, Enum]
    records: Mapping[str, str | None]
    maps: Mapping[str, tuple[tuple[str, str], ...]]
    classes: Mapping[str, tuple[str, tuple[str, ...]]]
    facts: Mapping[str, FactDecl]
    questions: Mapping[str, Question]
    groups: Mapping[str, Group]
    impossible: tuple[Impossible, ...]
    tables: Mapping[str, Table]
    policy: tuple[PolicyLine, ...]
    sources: tuple[str, ...]
    options: Mapping[str, Option]
    exclusions: tuple[tuple[str, ...], ...]
    games: tuple[str, ...]
    scenarios: tuple[str, ...]
    readings: Mapping[str, Reading]
    does_not_matter: tuple[DoesNotMatter, ...]
    examples: Sequence[Example]
    unheld_cases: frozenset[str] = field(default_factory=frozenset)
    former_names: Mapping[str, str] = field(default_factory=dict)
    outlived: Mapping[str, Outlived] = field(default_factory=dict)

    def is_settled_against(self, scope: Scope) -> bool:
        """Return True if an enablement requires a choice of a reading that a ruling has settled otherwise."""
        reading = self.readings.get(scope.reading or "")
        return reading is not None and reading.settled_as not in (None, scope.choice)

    @staticmethod
    def declaration_fields(declaring: Declarations) -> dict[str, Any]:
        """Return the declarations by field name, to build another record from them."""
        return {declared.name: getattr(declaring, declared.name) for declared in fields(Declarations)}


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Program(Declarations):
    """The program of an edition: its declarations, its rules, and the statements of precedence among them.

    `case_sources` has the source of each case, as which a policy counts what amends the case or rules on it; `parts_of` the source of
    which another is what it brings into force on a day of its own: a policy names the whole of it.
    """

    rules: tuple[Rule, ...]
    overrides: tuple[Override, ...]
    set_asides: tuple[SetAside, ...]
    not_held: tuple[NotHeld, ...]
    case_sources: Mapping[str, str] = field(default_factory=dict)
    parts_of: Mapping[str, str] = field(default_factory=dict)
