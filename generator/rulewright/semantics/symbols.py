"""The symbol table: the declared enums, kinds of things, facts, questions and groups, with their types, before any rule is read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import assert_never

from rulewright.base.dates import Date
from rulewright.base.diagnostics import Label
from rulewright.base.keywords import DEFAULT_SOURCES, FactKind, Period, StageVerb
from rulewright.base.numerals import number_text
from rulewright.base.source import Location
from rulewright.base.suggestions import did_you_mean
from rulewright.rulebook.model import Declared, EditionView, Provision, Rulebook
from rulewright.semantics import terms, types
from rulewright.semantics.calendars import Calendar, date_fits, dated_year_help
from rulewright.semantics.faults import FaultContext, Faults, Unresolved
from rulewright.semantics.measures import Conversion, singulars
from rulewright.semantics.model import Enum, FactDecl, Param, Question, QuestionKind, Stage
from rulewright.syntax import nodes
from rulewright.syntax.node_text import text_of
from rulewright.syntax.traversal import walk_nodes

DEFAULT_STAGES = (Stage("base", StageVerb.ONE), Stage("changes", StageVerb.SUM))
BUILT_IN = {"shifted": 2, "overflow": 2}


@dataclass(frozen=True, slots=True)
class GroupHead:
    """The signature of a group, with its declaration; the condition is read later."""

    name: str
    params: tuple[Param, ...]
    record: str
    node: nodes.Group
    context: FaultContext


@dataclass(slots=True)
class Vocabulary:
    """The symbol table of an edition: declarations by name."""

    faults: Faults
    time: tuple[str | None, str | None] = (None, None)
    """The first and the last day on which the edition is in force."""
    measures: dict[str, str] = field(default_factory=dict)
    measure_lines: dict[str, tuple[nodes.Number, FaultContext]] = field(default_factory=dict)
    """The amount of another measure that a measure is declared to be, by measure."""
    conversions: dict[str, Conversion] = field(default_factory=dict)
    calendars: dict[str, Calendar] = field(default_factory=dict)
    enums: dict[str, Enum] = field(default_factory=dict)
    classes: dict[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict)
    records: dict[str, str | None] = field(default_factory=dict)
    maps: dict[str, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    facts: dict[str, FactDecl] = field(default_factory=dict)
    questions: dict[str, Question] = field(default_factory=dict)
    groups: dict[str, GroupHead] = field(default_factory=dict)
    declared_at: dict[str, Location] = field(default_factory=dict)
    otherwise: dict[str, tuple[nodes.Expr, FaultContext]] = field(default_factory=dict)
    usual: dict[str, tuple[nodes.Expr, FaultContext]] = field(default_factory=dict)
    kinds: dict[str, tuple[tuple[nodes.Call, ...], FaultContext]] = field(default_factory=dict)
    """The actions of which a verdict is declared to be a kind, by verdict."""
    impossible: list[tuple[nodes.Impossible | nodes.OneOf, FaultContext]] = field(default_factory=list)
    _enums_by_value: dict[str, tuple[str, ...]] | None = None
    _records_by_field: dict[str, tuple[str, ...]] | None = None

    def enums_with(self, value: str) -> tuple[str, ...]:
        """Return the names of the enums and scales that have this value."""
        if self._enums_by_value is None:
            self._enums_by_value = {}
            for enum in self.enums.values():
                for member in enum.values:
                    self._enums_by_value[member] = tuple(dict.fromkeys((*self._enums_by_value.get(member, ()), enum.name)))
        return self._enums_by_value.get(value, ())

    def field_of(self, record: str, name: str) -> FactDecl | None:
        """Return the field or status `name` of a kind of thing, or None."""
        own_field = self.facts.get(f"{record}.{name}")
        if own_field is not None:
            return own_field
        status = self.facts.get(name)
        if status is not None and status.kind is FactKind.STATUS and status.params[0].type == types.Thing(record):
            return status
        return None

    def owners_of(self, name: str) -> tuple[str, ...]:
        """Return the kinds of things that have a field or status of this name."""
        if self._records_by_field is None:
            self._records_by_field = {}
            for fact in self.facts.values():
                owner = fact.params[0].type if fact.kind in {FactKind.FIELD, FactKind.STATUS} else None
                if isinstance(owner, types.Thing):
                    short = fact.name.rsplit(".", 1)[-1]
                    self._records_by_field[short] = tuple(dict.fromkeys((*self._records_by_field.get(short, ()), owner.record)))
        return self._records_by_field.get(name, ())

    def record_named(self, name: str) -> str | None:
        """Return a kind of thing by its name or plural (`units` is `unit`, `armies` is `army`), or None."""
        return next((form for form in singulars(name) if form in self.records), None)

    def callable_names(self) -> Iterator[str]:
        """Yield the names that can be called, for suggestions."""
        yield from (name for name in self.facts if "." not in name)
        yield from self.questions
        yield from self.groups
        yield from BUILT_IN

    def has_place(self, map_name: str, place: str) -> bool:
        """Return True if a map has a place of this name."""
        return any(first <= place <= last and len(place) == len(first) for first, last in self.maps[map_name])


def tag_names(tags: tuple[nodes.Tag, ...]) -> tuple[str, ...]:
    """Return the names of tags."""
    return tuple(tag.name for tag in tags)


def read_vocabulary(book: Rulebook, view: EditionView, faults: Faults) -> Vocabulary:
    """Read the declarations of a book and the tables of an edition; kinds and enums come before signatures, which refer to them."""
    vocabulary = Vocabulary(faults, (view.edition.since, view.edition.until))
    for declared in book.declarations:
        _declare_kind(vocabulary, declared)
    for declared in book.declarations:
        _declare_class(vocabulary, declared)
    for declared in book.declarations:
        _declare_signature(vocabulary, declared)
    for provision in view.provisions_in_force():
        if isinstance(provision.node, nodes.Table):
            _declare_table(vocabulary, provision)
    for declared in book.declarations if view.edition.name == book.default_edition else ():
        if isinstance(declared.node, nodes.Also):
            _check_also(vocabulary, book, declared.node, FaultContext(vocabulary.faults, declared.place))
    return vocabulary


def _check_also(vocabulary: Vocabulary, book: Rulebook, node: nodes.Also, context: FaultContext) -> None:
    """Report an `also` of something that the last edition of the book does not have, unless it is a table or scenario of another one."""
    values = [f"{enum.name}.{value}" for enum in vocabulary.enums.values() for value in enum.values]
    scenarios = [f"scenario {clause.block.number}" for clause in book.clauses if isinstance(clause.block, nodes.Scenario)]
    names = [*vocabulary.facts, *vocabulary.questions, *vocabulary.records, *book.options, *scenarios, *values]
    if node.subject in names:
        return
    tables = [part.name for clause in book.clauses for part in walk_nodes(clause.block) if isinstance(part, nodes.Table)]
    if node.subject not in tables:
        help_ = did_you_mean(node.subject, [*names, *tables]) or "name a question, a fact, an option, `enum.value` or `record.field`"
        context.faults.add("RW201", f"nothing is called `{node.subject}`", context.location_of(node), help=help_)


def _claim_name(vocabulary: Vocabulary, name: str, context: FaultContext, node: nodes.Node, *, report: bool = False) -> bool:
    """Declare a name; return True for its first declaration. A second one is reported only with `report`: else the rulebook reports it."""
    location = context.location_of(node)
    kind = isinstance(node, nodes.Enum | nodes.Scale | nodes.Class | nodes.Record | nodes.Map)
    first = vocabulary.declared_at.setdefault(f"kind {name}" if kind else name, location)  # two namespaces: kinds and callable names
    if first != location and report:
        context.faults.add(
            "RW218", f"`{name}` is declared twice", location, Label(first, "first here"), help="give one of the two another name"
        )
    return first == location


def _declare_kind(vocabulary: Vocabulary, declared: Declared) -> None:
    context = FaultContext(vocabulary.faults, declared.place)
    node = declared.node
    match node:
        case nodes.Measure():
            if node.amount is not None and node.name not in vocabulary.measures:
                vocabulary.measure_lines[node.name] = (node.amount, context)
            vocabulary.measures.setdefault(node.name, node.title)
        case nodes.Calendar():
            _declare_calendar(vocabulary, node, context)
        case nodes.Enum() | nodes.Scale():
            if _claim_name(vocabulary, node.name, context, node):
                ordered = isinstance(node, nodes.Scale)
                vocabulary.enums[node.name] = Enum(
                    node.name,
                    tuple(value.name for value in node.values),
                    {value.name: value.title for value in node.values if value.title},
                    ordered,
                    node.clamp_below if isinstance(node, nodes.Scale) else False,
                    node.clamp_above if isinstance(node, nodes.Scale) else False,
                    location=context.location_of(node),
                    tags=tag_names(node.tags) + tuple(name for value in node.values for name in tag_names(value.tags)),
                )
        case nodes.Record():
            if _claim_name(vocabulary, node.name, context, node):
                vocabulary.records[node.name] = node.title
        case nodes.Map():
            if _claim_name(vocabulary, node.name, context, node):
                vocabulary.maps[node.name] = node.ranges
        case _:  # open: other declarations make no kind
            pass


_LEAP_DAY = Date(None, 2, day=29)
_IN_FEBRUARY, _IN_MARCH = (_LEAP_DAY, Date(None, 2, day=28)), (_LEAP_DAY, Date(None, 3, day=1))


def _declare_calendar(vocabulary: Vocabulary, node: nodes.Calendar, context: FaultContext) -> None:
    if not date_fits(node.period, node.first.date):
        message = f"turns by {node.period} cannot begin with `{text_of(node.first)}`"
        context.faults.add("RW203", message, context.location_of(node.first), help=dated_year_help(node.period))
        return
    leap_day = None if node.leap_day is None else tuple(date.date for date in node.leap_day)
    if node.leap_day is not None and (leap_day not in (_IN_FEBRUARY, _IN_MARCH) or node.period is not Period.DAY):
        message = "a calendar by day says which day 29 February is in other years, 28 February or 1 March"
        context.faults.add("RW203", message, context.location_of(node.leap_day[0]), help="write `29 February is 1 March in other years`")
    calendar = Calendar(node.title, node.period, node.turn, node.first.date, leap_day == _IN_MARCH)
    vocabulary.calendars.setdefault(node.name, calendar)


def _declare_class(vocabulary: Vocabulary, declared: Declared) -> None:
    node = declared.node
    if not isinstance(node, nodes.Class):
        return
    context = FaultContext(vocabulary.faults, declared.place)
    if not _claim_name(vocabulary, node.name, context, node):
        return
    values: list[str] = []
    enums: set[str] | None = None
    for member in node.members:
        if member in vocabulary.classes:
            enum, class_values = vocabulary.classes[member]
            values.extend(class_values)
            owners = {enum}
        else:
            values.append(member)
            owners = set(vocabulary.enums_with(member))
            if not owners:
                every = [value for declared_enum in vocabulary.enums.values() for value in declared_enum.values]
                context.faults.add(
                    "RW201", f"`{member}` is a value of no enum", context.location_of(node), help=did_you_mean(member, every)
                )
                return
        enums = owners if enums is None else enums & owners
    if not enums:
        context.faults.add("RW203", f"the members of `{node.name}` are not values of one enum", context.location_of(node))
        return
    vocabulary.classes[node.name] = (sorted(enums)[0], tuple(dict.fromkeys(values)))


def _declare_signature(vocabulary: Vocabulary, declared: Declared) -> None:
    context = FaultContext(vocabulary.faults, declared.place)
    node = declared.node
    try:
        match node:
            case nodes.Record():
                for member in node.fields:
                    _declare_field(vocabulary, node, member, context)
            case nodes.Fact():
                if _claim_name(vocabulary, node.name, context, node):
                    _declare_fact(vocabulary, node, context)
            case nodes.Value():
                if _claim_name(vocabulary, node.name, context, node):
                    _declare_value(vocabulary, node, context)
            case nodes.Verdict():
                if _claim_name(vocabulary, node.name, context, node):
                    params = read_params(vocabulary, node.params, context)
                    vocabulary.questions[node.name] = Question(
                        node.name, QuestionKind.VERDICT, params, None, (), node.otherwise, node.phrase, node.total, False,
                        location=context.location_of(node), tags=tag_names(node.tags),
                    )  # fmt: skip
                    if node.kind_of:
                        vocabulary.kinds[node.name] = (node.kind_of, context)
            case nodes.Predicate():
                if _claim_name(vocabulary, node.name, context, node):
                    params = read_params(vocabulary, node.params, context)
                    if node.total and node.silence is None:
                        help_ = "write `otherwise undetermined` too, so that silence is no answer, or take `total` out"
                        context.fail("RW219", f"`{node.name}` always has an answer: where no rule speaks it is *no*", node, help=help_)
                    vocabulary.questions[node.name] = Question(
                        node.name, QuestionKind.PREDICATE, params, types.YesNo(), (), node.silence, node.phrase, node.total,
                        node.not_held, location=context.location_of(node), tags=tag_names(node.tags),
                    )  # fmt: skip
            case nodes.Group():
                if _claim_name(vocabulary, node.name, context, node):
                    record = vocabulary.record_named(node.type_name)
                    if record is None:
                        raise context.fail(
                            "RW201",
                            f"`{node.type_name}` is not a kind of thing",
                            node,
                            help=did_you_mean(node.type_name, vocabulary.records),
                        )
                    vocabulary.groups[node.name] = GroupHead(
                        node.name, read_params(vocabulary, node.params, context), record, node, context
                    )
            case nodes.Impossible() | nodes.OneOf():
                vocabulary.impossible.append((node, context))
            case _:  # open: other declarations have no signature
                pass
    except Unresolved:
        pass


def _declare_field(vocabulary: Vocabulary, record: nodes.Record, node: nodes.FieldDecl, context: FaultContext) -> None:
    try:
        kind = read_type(vocabulary, node.type, context)
    except Unresolved:
        return
    name = f"{record.name}.{node.name}"
    if not _claim_name(vocabulary, name, context, node, report=True):
        return
    vocabulary.facts[name] = FactDecl(
        name, FactKind.FIELD, (Param("it", types.Thing(record.name)),), kind, node.phrase, node.asks, node.found_by, None,
        node.hidden, node.not_held, found=node.found, location=context.location_of(node), tags=tag_names(node.tags),
    )  # fmt: skip
    _note_usual(vocabulary, name, node, context)


def _declare_fact(vocabulary: Vocabulary, node: nodes.Fact, context: FaultContext) -> None:
    params = read_params(vocabulary, node.params, context)
    kind = read_type(vocabulary, node.type, context)
    if isinstance(kind, types.Numeric) and kind.high is None:
        raise context.fail("RW223", f"`{node.name}` has no greatest value", node.type, help="a fact has a finite domain: write `0..99`")
    symmetric, never_of_itself = _read_symmetry(node, params, kind, context)
    vocabulary.facts[node.name] = FactDecl(
        node.name, node.kind, params, kind, node.phrase, node.asks, node.found_by or node.by, node.lasts, node.hidden, node.not_held,
        found=node.found or DEFAULT_SOURCES.get(node.kind), location=context.location_of(node), tags=tag_names(node.tags),
        symmetric=symmetric, never_of_itself=never_of_itself, day_asked=_is_day_asked(vocabulary, node, kind, context),
    )  # fmt: skip
    _note_usual(vocabulary, node.name, node, context)


def _is_day_asked(vocabulary: Vocabulary, node: nodes.Fact, kind: types.Type, context: FaultContext) -> bool:
    """Return whether a fact is the day asked; report it of anything else than a day without arguments."""
    calendar = vocabulary.calendars.get(kind.calendar or "") if isinstance(kind, types.Numeric) else None
    is_day = not node.params and calendar is not None and calendar.period is Period.DAY
    if node.day_asked and not is_day:
        context.faults.add(
            "RW203", f"`is the day asked` is said of a day without arguments, and `{node.name}` is no such fact", context.location_of(node),
            help=f"declare it as a day of a calendar by day, `fact {node.name}: 1..99999 day in civil`",
        )  # fmt: skip
    return node.day_asked and is_day


def _note_usual(vocabulary: Vocabulary, name: str, node: nodes.Fact | nodes.FieldDecl, context: FaultContext) -> None:
    if node.usual is not None:
        vocabulary.usual[name] = (node.usual, context)


def _read_symmetry(node: nodes.Fact, params: tuple[Param, ...], kind: types.Type, context: FaultContext) -> tuple[bool, bool]:
    """Return whether a fact is symmetric and whether it is never of itself; report either without two arguments of one kind."""
    alike = len(params) == 2 and params[0].type == params[1].type
    for is_stated, words in ((node.symmetric, "symmetric"), (node.never_of_itself, "never of itself")):
        if is_stated and not alike:
            context.faults.add(
                "RW203", f"`{words}` is said of two arguments of one kind, and `{node.name}` has others", context.location_of(node),
                help=f"remove `{words}`, or give `{node.name}` two arguments of one kind",
            )  # fmt: skip
    if node.never_of_itself and alike and not isinstance(kind, types.YesNo):
        context.faults.add(
            "RW203", f"`never of itself` is said of a fact that is yes or no, and `{node.name}` is {types.type_text(kind)}",
            context.location_of(node), help="say what it is of a thing and itself in a rule",
        )  # fmt: skip
    return node.symmetric and alike, node.never_of_itself and alike and isinstance(kind, types.YesNo)


def _declare_value(vocabulary: Vocabulary, node: nodes.Value, context: FaultContext) -> None:
    params = read_params(vocabulary, node.params, context)
    kind = read_type(vocabulary, node.type, context)
    stages = tuple(Stage(item.name, item.verb, tag_names(item.tags)) for item in node.stages) or DEFAULT_STAGES
    for index, stage in enumerate(node.stages):
        if stage.verb is StageVerb.ONE and index:
            raise context.fail("RW208", f"`{stage.name} is the one` comes after another stage", stage, help="it can only come first")
        if index == 0 and stage.verb not in {StageVerb.ONE, StageVerb.SUM}:
            raise context.fail("RW208", f"`{stage.name}` has no value to work on", stage, help="start with `is the one` or `is the sum`")
    if node.otherwise is not None:
        vocabulary.otherwise[node.name] = (node.otherwise, context)
    vocabulary.questions[node.name] = Question(
        node.name,
        QuestionKind.VALUE,
        params,
        kind,
        stages,
        terms.Const(0) if stages[0].verb is StageVerb.SUM else None,  # a sum of nothing; a declared `otherwise` replaces it
        node.phrase,
        node.total,
        False,
        location=context.location_of(node),
        tags=tag_names(node.tags),
    )


def _declare_table(vocabulary: Vocabulary, provision: Provision) -> None:
    node = provision.node
    assert isinstance(node, nodes.Table)
    context = FaultContext.of(vocabulary.faults, provision)
    try:
        params = read_params(vocabulary, node.params, context)
        kind = read_type(vocabulary, node.type, context)
    except Unresolved:
        return
    question = vocabulary.questions.get(node.name)
    if question is not None and question.params == params and question.type == kind:
        return  # a value answered by a table, or a table replaced by a later one
    if not _claim_name(vocabulary, node.name, context, node, report=True):
        return
    vocabulary.questions[node.name] = Question(
        node.name,
        QuestionKind.TABLE,
        params,
        kind,
        DEFAULT_STAGES,
        None,
        node.phrase,
        False,
        False,
        location=context.location_of(node),
        tags=tag_names(node.tags),
    )


def read_params(vocabulary: Vocabulary, params: tuple[nodes.Param, ...], context: FaultContext) -> tuple[Param, ...]:
    """Read parameters with their types. Raises `Unresolved` after all errors are reported."""
    typed_params: list[Param] = []
    failed = False
    for param in params:
        try:
            typed_params.append(Param(param.name, read_type(vocabulary, param.type, context)))
        except Unresolved:
            failed = True
    if failed:
        raise Unresolved
    return tuple(typed_params)


def read_type(vocabulary: Vocabulary, node: nodes.TypeExpr, context: FaultContext) -> types.Type:
    """Return the type that a declaration names. Raises `Unresolved`."""
    match node:
        case nodes.YesNo():
            return types.YesNo()
        case nodes.Range():
            if node.high is not None and node.high < node.low:
                raise context.fail("RW223", f"the range {text_of(node)} is empty", node, help="write the smaller number first")
            for end in (node.low, node.high):
                if isinstance(end, Fraction) and end % node.step:
                    raise context.fail(
                        "RW223", _off_step_message(end), node, help=f"say in which steps it goes: `{text_of(_in_steps(node, end))}`"
                    )
            step = 1 if node.step == 1 else node.step
            decimal = node.decimal or (isinstance(step, Fraction) and any(isinstance(end, Fraction) for end in (node.low, node.high)))
            return types.Numeric(
                node.low, node.high, read_unit(vocabulary, node.unit, context, node), step, decimal, _calendar_of(vocabulary, node, context)
            )
        case nodes.Named():
            if node.name in vocabulary.enums:
                return types.Enumerated(node.name, node.or_none)
            if node.name in vocabulary.records:
                return types.Thing(node.name, node.or_none)
            if node.name in vocabulary.maps:
                return types.PlaceOf(node.name, node.or_none)
            everything = [*vocabulary.enums, *vocabulary.records, *vocabulary.maps]
            raise context.fail(
                "RW201", f"`{node.name}` is not an enum, scale, record or map", node, help=did_you_mean(node.name, everything)
            )
        case _:
            assert_never(node)


def _calendar_of(vocabulary: Vocabulary, node: nodes.Range, context: FaultContext) -> str | None:
    if node.calendar is None:
        return None
    calendar = vocabulary.calendars.get(node.calendar)
    if calendar is None:
        raise context.fail("RW201", f"`{node.calendar}` is not a calendar", node, help=did_you_mean(node.calendar, vocabulary.calendars))
    if calendar.last is not None and (node.high is None or node.high > calendar.last):
        message = f"the range {text_of(node)} goes beyond the year: turn {calendar.last} is the last of {calendar.title}"
        raise context.fail("RW223", message, node)
    return node.calendar


def _off_step_message(end: Fraction) -> str:
    return f"{number_text(end, decimal=True)} is not one of the numbers of this range, which go in steps"


def _in_steps(node: nodes.Range, end: Fraction) -> nodes.Range:
    """Return a range with steps fine enough for such an end."""
    return replace(node, step=Fraction(1, end.denominator), decimal=True)


COUNT_THE_SAME = "both must count the same thing"


def read_unit(vocabulary: Vocabulary, name: str | None, context: FaultContext, node: nodes.Node) -> types.Unit:
    """Return the unit of a measure, by its name or plural. Raises `Unresolved`."""
    if name is None:
        return types.NO_UNIT
    for form in singulars(name):
        if form in vocabulary.measures:
            return ((form, 1),)
    help = did_you_mean(name, vocabulary.measures) or f"declare it in a chapter: `measure {name}`"
    raise context.fail("RW201", f"`{name}` is not a measure", node, help=help)
