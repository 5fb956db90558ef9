"""Parsing of input from outside: a question as text, facts as texts or plain values, switches.

Raises `WrongInput` for input that does not fit the core.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, assert_never

from rulewright.base.control_characters import spell_out
from rulewright.base.dates import Date, date_text, read_date, read_day
from rulewright.base.errors import WrongInput
from rulewright.base.limits import MAX_NAME_LENGTH, MAX_QUOTED_LENGTH
from rulewright.base.names import NAME, is_name
from rulewright.base.prose_lists import listing
from rulewright.base.suggestions import closest_names
from rulewright.core.model import Core
from rulewright.core.query import Switches
from rulewright.core.wording import call_text
from rulewright.semantics import types
from rulewright.semantics.calendars import Calendar, date_help, date_of, first_turn_text, no_turn_text, turn_of
from rulewright.semantics.measures import singulars, unit_factor
from rulewright.semantics.model import FactDecl, Param, Question, QuestionKind
from rulewright.semantics.terms import FactKey, Term
from rulewright.semantics.types import Type

_CALL = re.compile(rf"^\s*({NAME})\s*(?:\(([^()]*)\))?\s*$")
_FIELD = re.compile(rf"^\s*({NAME})\s*\.\s*({NAME})\s*$")
_NUMBER = re.compile(rf"^\s*(-?\s*[0-9]+(?:\s*/\s*[0-9]+|\.[0-9]+)?)\s*({NAME})?\s*$")


@dataclass(slots=True)
class PreparedQuestion:
    """A parsed question with its operands, the things of each kind, and the keys of its facts.

    `names_things`: the value of a fact may be a thing that is named nowhere else. `free_term` is the term of an expression as question;
    `question` is then its text. `kind` is the type of the answer, None for a verdict.
    """

    question: str
    args: tuple[Any, ...]
    things: dict[str, tuple[str, ...]]
    keys: tuple[tuple[FactKey, bool], ...]
    names_things: bool = False
    free_term: Term | None = None
    unit: str | None = None
    kind: types.Type | None = None


def simple_call(text: str) -> tuple[str, tuple[str, ...]] | None:
    """Parse `allowance(u)` into name and arguments; None for any other text."""
    match = _CALL.match(text)
    if match is None:
        return None
    arg_text = (match[2] or "").strip()
    return match[1], tuple(part.strip() for part in arg_text.split(",")) if arg_text else ()


def check_switches(
    core: Core,
    options: Iterable[str],
    readings: Mapping[str, str],
    scenario: str | None,
    games: Iterable[str] | None,
) -> Switches:
    """Return the switches. Raises `WrongInput` if the core lacks one or excludes their combination."""
    selected = frozenset(options)
    for option in sorted(selected):
        if option not in core.options:
            raise _unknown_name_error("option", option, core.options)
    for exclusive in core.exclusions:
        if len(selected & set(exclusive)) > 1:
            raise WrongInput(f"at most one of {listing([f'`{excluded}`' for excluded in exclusive], 'and')} may be chosen")
    for name, choice in readings.items():
        if name not in core.readings:
            raise _unknown_name_error("reading", name, core.readings)
        choices = [declared.name for declared in core.readings[name].choices]
        if choice not in choices:
            raise WrongInput(
                f"`{name}` has no choice `{choice}`; its choices are {listing(choices, 'and')}", closest_names(choice, choices)
            )
    if scenario is not None and scenario not in core.scenarios:
        raise _unknown_name_error("scenario", scenario, core.scenarios)
    for game in games or ():
        if game not in core.games:
            raise _unknown_name_error("game", game, core.games)
    return Switches(selected, scenario, None if games is None else frozenset(games), tuple(sorted(readings.items())))


def _unknown_name_error(what: str, name: str, names: Iterable[str]) -> WrongInput:
    suggestions = closest_names(name, names)
    return WrongInput(f"there is no {what} `{name}`", suggestions)


def parse_world(core: Core, world: str | Mapping[str, str] | None) -> dict[str, str]:
    """Parse things with their kinds from `u, v: unit; h: hex`."""
    if world is None:
        return {}
    if not isinstance(world, str):
        pairs = list(world.items())
    else:
        pairs = []
        for part in filter(None, (part.strip() for part in world.split(";"))):
            names, colon, kind = part.partition(":")
            if not colon:
                raise WrongInput(f"`{part}` does not say what kind of things these are; write `u, v: unit`")
            pairs.extend((name.strip(), kind.strip()) for name in names.split(","))
    kinds: dict[str, str] = {}
    for name, kind in pairs:
        record = next((form for form in singulars(kind) if form in core.records), None)
        if record is None:
            raise _unknown_name_error("kind of thing", kind, core.records)
        kinds[_thing_name(core, name)] = record
    return kinds


def _thing_name(core: Core, text: str, param: str = "") -> str:
    """Return the name of a thing, which may be that of a kind only if the parameter it stands for is called so. Raises `WrongInput`."""
    if not is_name(text) or len(text) > MAX_NAME_LENGTH:
        letters = spell_out(text.encode("utf-8", "backslashreplace").decode("utf-8"))
        raise WrongInput(
            f"`{_shortened(letters)}` is no name of a thing: it is one word of letters, digits and `_`, and begins with a letter"
        )
    if text in core.records and text != param:
        raise WrongInput(f"`{text}` is a kind of thing, and not the name of one; write for example `{text}1`")
    return text


def declared_types(core: Core, text: str) -> tuple[Type | None, ...]:
    """Return the types that a fact or an answer of that name may have, one for each kind of thing. Raises `WrongInput` for no such name."""
    return tuple(declared.type for declared in NameReader(core, {}).find_declarations(text))


def parameter_names(core: Core, question: str) -> frozenset[str]:
    """Return the names of the parameters of the question that a text calls; none for another text."""
    call = simple_call(question)
    declared = None if call is None else core.questions.get(call[0])
    return frozenset() if declared is None else frozenset(param.name for param in declared.params)


def find_question(core: Core, name: str) -> Question:
    """Return the question of that name. Raises `WrongInput`."""
    question = core.questions.get(name)
    if question is None:
        if name in core.facts:
            raise WrongInput(f"`{name}` is a fact: it is given, not asked")
        raise WrongInput(f"there is no question `{name}`", closest_names(name, core.questions))
    return question


def record_thing_kinds(core: Core, things: dict[str, str], params: tuple[Param, ...], args: tuple[str, ...], name: str) -> None:
    """Record the kinds of the things that are operands."""
    if len(params) != len(args):
        usage = f"{name}({', '.join(param.name for param in params)})" if params else name
        raise WrongInput(
            f"`{name}` takes {len(params)} argument{'' if len(params) == 1 else 's'}, and {len(args)} were given; write `{usage}`"
        )
    for param, arg in zip(params, args, strict=True):
        if isinstance(param.type, types.Thing) and arg != "none":
            _record_kind(things, _thing_name(core, arg, arg if arg in things else param.name), param.type.record)


def _record_kind(things: dict[str, str], name: str, record: str) -> None:
    if things.setdefault(name, record) != record:
        raise WrongInput(f"`{name}` is a {things[name]}, but a {record} is expected")


def read_argument(core: Core, param: Param, text: str) -> Any:
    """Read an operand as a plain value."""
    if isinstance(param.type, types.Thing):
        return None if text == "none" and param.type.or_none else text
    return read_value(core, param.type, text, param.name)


def check_between_two(core: Core, key: FactKey, value: Any, facts: Mapping[FactKey, Any]) -> None:
    """Reject a true fact that is never of itself, and two values for both orders of a symmetric fact. Raises `WrongInput`."""
    decl = core.facts[key[0]]
    if value is True and decl.is_of_itself(key[1]):
        raise WrongInput(f"`{call_text(*key)}` is never so: the book says that `{decl.name}` is never of itself")
    if decl.symmetric and key in facts and facts[key] != value:
        reversed_call = call_text(decl.name, key[1][::-1])
        raise WrongInput(f"`{call_text(*key)}` and `{reversed_call}` are one fact, and two values are given for it")


@dataclass(slots=True)
class NameReader:
    """Resolves names of facts and answers; the kinds of things are settled when all names are read."""

    core: Core
    things: dict[str, str]

    def infer_thing_kinds(self, texts: Iterable[str]) -> None:
        """Infer the kind of each thing from all names together: its fields, and the parameters it is passed to."""
        kinds: dict[str, set[str]] = {}
        for text in texts:
            for thing, records in self._candidate_kinds(text):
                kinds[thing] = kinds[thing] & records if thing in kinds else records
        for thing, records in kinds.items():
            if len(records) == 1 and thing not in self.things:
                self.things[_thing_name(self.core, thing)] = next(iter(records))

    def _candidate_kinds(self, text: str) -> Iterator[tuple[str, set[str]]]:
        """Yield the things in a name, each with the kinds that this name allows."""
        field = _FIELD.match(text)
        if field is not None:
            owners = (fact.params[0].type for fact in self.core.facts.values() if _is_field(fact, field[2]))
            yield field[1], {owner.record for owner in owners if isinstance(owner, types.Thing)}
            return
        call = simple_call(text)
        declaration = None if call is None else self.core.facts.get(call[0]) or self.core.questions.get(call[0])
        if call is not None and declaration is not None and len(declaration.params) == len(call[1]):
            for param, arg in zip(declaration.params, call[1], strict=True):
                if isinstance(param.type, types.Thing):
                    yield arg, {param.type.record}

    def find_declarations(self, text: str) -> list[FactDecl] | list[Question]:
        """Return the declarations that a name may mean: those of a field for each kind of thing, else one. Raises `WrongInput`."""
        field = _FIELD.match(text)
        if field is not None:
            return self._owners_of_field(text, field[1], field[2])
        call = simple_call(text)
        if call is None:
            raise WrongInput(f"`{_shortened(text)}` names no fact", hints=_path_hint(text))
        if call[0] in self.core.facts:
            return [self.core.facts[call[0]]]
        if call[0] in self.core.questions:
            return [self.core.questions[call[0]]]
        everything = [*(fact for fact in self.core.facts if "." not in fact), *self.core.questions]
        raise WrongInput(f"there is no fact `{_shortened(call[0])}`", closest_names(call[0], everything))

    def resolve_name(self, text: str) -> tuple[str, tuple[str, ...], FactDecl | Question]:
        """Return the name of a fact or question, its arguments as text, and its declaration."""
        field = _FIELD.match(text)
        if field is not None:
            return self._resolve_field(text, field[1], field[2])
        declaration = self.find_declarations(text)[0]
        name, args = simple_call(text) or ("", ())
        record_thing_kinds(self.core, self.things, declaration.params, args, name)
        return name, args, declaration

    def _owners_of_field(self, text: str, thing: str, name: str) -> list[FactDecl]:
        core = self.core
        owners = [fact for fact in core.facts.values() if _is_field(fact, name)]
        if thing in self.things:
            owners = [fact for fact in owners if fact.params[0].type == types.Thing(self.things[thing])]
        if not owners:
            fields = [declaration.name.rsplit(".", 1)[-1] for declaration in core.facts.values() if declaration.kind in {"field", "status"}]
            raise WrongInput(
                f"nothing has a field `{name}`, as in `{text}`",
                tuple(f"{thing}.{suggestion}" for suggestion in closest_names(name, fields)),
            )
        return owners

    def _resolve_field(self, text: str, thing: str, name: str) -> tuple[str, tuple[str, ...], FactDecl]:
        owners = self._owners_of_field(text, thing, name)
        if len(owners) > 1:
            kinds = [types.type_text(owner.params[0].type) for owner in owners]
            raise WrongInput(f"`{thing}` may be {listing([f'a {kind}' for kind in kinds])}; say which with `world`")
        fact = owners[0]
        assert isinstance(fact.params[0].type, types.Thing)
        _record_kind(self.things, _thing_name(self.core, thing, thing if thing in self.things else ""), fact.params[0].type.record)
        return fact.name, (thing,), fact


def _path_hint(text: str) -> Sequence[str]:
    """Return the hint for a path of fields, `a.round.event`: the thing at its end needs a name."""
    *path, last = text.split(".")
    if len(path) < 2 or not all(map(is_name, (*path, last))):
        return ()
    return (f"name what `{'.'.join(path)}` is, and say it of that: `{'.'.join(path)}={path[-1]}1 {path[-1]}1.{last}=…`",)


def _is_field(fact: FactDecl, name: str) -> bool:
    return (fact.kind == "field" and fact.name.rsplit(".", 1)[-1] == name) or (fact.kind == "status" and fact.name == name)


def read_value(core: Core, kind: Type, raw_value: Any, name: str) -> Any:
    """Read a value of a type from text (`7 MP`, `yes`, `cavalry`) or a plain value. Raises `WrongInput` outside the domain."""
    value = _parse_value(core, kind, raw_value)
    if value is _WRONG or (value is None and not getattr(kind, "or_none", False)):
        raise _domain_error(core, kind, raw_value, name)
    if isinstance(kind, types.Numeric):
        low, high = kind.low, kind.high
        if (low is not None and value < low) or (high is not None and value > high) or not kind.is_on_step(value):
            raise _domain_error(core, kind, raw_value, name)
    return value


def is_value(core: Core, kind: Type, text: str) -> bool:
    """Return True if a text is a value of a type, in or out of its range."""
    return _parse_value(core, kind, text) is not _WRONG


_WRONG = object()


def _parse_value(core: Core, kind: Type, raw_value: Any) -> Any:
    text = raw_value.strip().strip('"') if isinstance(raw_value, str) else raw_value
    if raw_value is None or text == "none":
        return None
    match kind:
        case types.YesNo():
            return (
                {"yes": True, "no": False, "true": True, "false": False}.get(text, _WRONG)
                if isinstance(text, str)
                else _parse_boolean(text)
            )
        case types.Numeric():
            return _parse_number(core, kind, text)
        case types.Enumerated():
            return text if text in core.enums[kind.name].values else _WRONG
        case types.PlaceOf():
            lawful = any(first <= str(text) <= last and len(str(text)) == len(first) for first, last in core.maps[kind.map])
            return text if lawful else _WRONG
        case types.Thing():
            return _thing_name(core, text) if isinstance(text, str) else _WRONG
        case types.NoneType():
            return text if isinstance(text, str) else _WRONG
        case _:
            assert_never(kind)


def _parse_boolean(value: Any) -> Any:
    return value if isinstance(value, bool) else _WRONG


def _parse_number(core: Core, kind: types.Numeric, raw_value: Any) -> Any:
    if isinstance(raw_value, bool):
        return _WRONG
    if isinstance(raw_value, int):
        return raw_value
    if isinstance(raw_value, Fraction):
        return int(raw_value) if raw_value.denominator == 1 else raw_value
    date = read_date(raw_value) if isinstance(raw_value, str) else None
    if date is not None and kind.calendar is not None:
        return _turn_of_date(core.calendars[kind.calendar], date)
    match = _NUMBER.match(raw_value) if isinstance(raw_value, str) else None
    if match is None:
        return _WRONG
    factor = _conversion_factor(core, kind, match[2], raw_value)
    try:
        number = Fraction(match[1].replace(" ", "")) * factor
    except (ZeroDivisionError, ValueError):  # a ValueError is what Python says of thousands of digits
        return _WRONG
    return int(number) if number.denominator == 1 else number


def _turn_of_date(calendar: Calendar, date: Date) -> int:
    """Return the turn of a given date. Raises `WrongInput` for a date outside the calendar."""
    if not calendar.has_date(date):
        raise WrongInput(no_turn_text(calendar, date), hints=[date_help(calendar)])
    turn = turn_of(calendar, date)
    if turn < calendar.turn:
        raise WrongInput(f"`{date_text(date)}` is before turn {calendar.turn} of {calendar.title}: {first_turn_text(calendar)}")
    return turn


def _conversion_factor(core: Core, kind: types.Numeric, measure: str | None, raw_value: str) -> Fraction:
    """Return the factor from the measure of a given number to the unit of its type. Raises `WrongInput` if there is none."""
    factor = unit_factor(core.conversions, measure, kind.unit)
    if factor is not None:
        return factor
    unit = types.unit_text(kind.unit)
    raise WrongInput(f"`{raw_value}` is in {measure}, but {f'{unit} is' if unit else 'a bare number is'} expected")


def _domain_error(core: Core, kind: Type, raw_value: Any, name: str) -> WrongInput:
    from rulewright.core.wording import domain_text

    suggestions: tuple[str, ...] = ()
    if isinstance(kind, types.Enumerated):
        suggestions = closest_names(str(raw_value), core.enums[kind.name].values)
    hints = [date_help(core.calendars[kind.calendar])] if isinstance(kind, types.Numeric) and kind.calendar is not None else []
    decl = core.facts.get(name)
    day = read_day(raw_value) if isinstance(raw_value, str) else None
    if decl is not None and decl.day_asked and day is not None and isinstance(kind, types.Numeric) and kind.calendar is not None:
        ends = [f"{word} {date_of(core.calendars[kind.calendar], end)}" for word, end in (("from", kind.low), ("to", kind.high))]
        return WrongInput(
            f"`{name}` is the day that is asked, and {_quote_value(raw_value)} is no day of the edition `{core.edition}`, {' '.join(ends)}",
            hints=[f"leave out the edition and the day: `--on {day}` gives both"],
        )
    return WrongInput(f"{_quote_value(raw_value)} is not a value of `{name}`, which is {domain_text(core, kind)}", suggestions, hints)


def _quote_value(raw_value: Any) -> str:
    """Quote a given value, shortened; Python refuses to write numbers of thousands of digits."""
    if isinstance(raw_value, int | Fraction) and abs(raw_value) > 10**MAX_QUOTED_LENGTH:
        return "so large a number"
    return f"`{_shortened(str(raw_value))}`"


def _shortened(text: str) -> str:
    return text if len(text) <= MAX_QUOTED_LENGTH else f"{text[:MAX_QUOTED_LENGTH]}…"


def read_answer(core: Core, question: Question, raw_value: Any) -> Any:
    """Read a given answer: a verdict's word, or a value of the question's type."""
    if question.kind is QuestionKind.VERDICT:
        words = {"permitted": "permitted", "forbidden": "forbidden", "required": "required", "may": "permitted", "may not": "forbidden"}
        words |= {"must": "required", "yes": "permitted", "no": "forbidden"}
        if isinstance(raw_value, bool):
            raw_value = "yes" if raw_value else "no"
        if raw_value not in words:
            raise WrongInput(
                f"`{raw_value}` is not a verdict; write permitted, forbidden or required", closest_names(str(raw_value), words)
            )
        return words[raw_value]
    assert question.type is not None
    return read_value(core, question.type, raw_value, question.name)
