"""What comes from outside: a question as text, facts as texts or plain values, switches.

What does not fit the core is a `WrongInput`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, assert_never

from rulewright.base.dates import Date, date_text, read_date
from rulewright.base.errors import WrongInput
from rulewright.base.prose_lists import listing
from rulewright.base.suggestions import closest
from rulewright.core.model import Core
from rulewright.core.query import Switches
from rulewright.core.wording import call_text
from rulewright.semantics import types
from rulewright.semantics.calendars import Calendar, first_turn_text, how_written, turn_of
from rulewright.semantics.measures import singulars, times_of
from rulewright.semantics.model import FactDecl, Param, Question, QuestionKind
from rulewright.semantics.terms import FactKey, Term
from rulewright.semantics.types import Type

LONGEST = 100
"""So many letters or digits of a wrong value are repeated."""

_NAME = r"[A-Za-z_]\w*"
_CALL = re.compile(rf"^\s*({_NAME})\s*(?:\(([^()]*)\))?\s*$")
_FIELD = re.compile(rf"^\s*({_NAME})\s*\.\s*({_NAME})\s*$")
_NUMBER = re.compile(rf"^\s*(-?\s*\d+(?:\s*/\s*\d+|\.\d+)?)\s*({_NAME})?\s*$")


@dataclass(slots=True)
class PreparedQuestion:
    """A question and the names of its facts, worked out once: the kinds of things, and for each name what it is.

    `names_things`: the value of a fact may be a thing that is named nowhere else. `free` is the term of a question that is more than a name
    with its arguments; `question` is then its text. `kind` is the type of its answers, None for a verdict.
    """

    question: str
    args: tuple[Any, ...]
    things: dict[str, tuple[str, ...]]
    keys: tuple[tuple[FactKey, bool], ...]
    names_things: bool = False
    free: Term | None = None
    unit: str | None = None
    kind: types.Type | None = None


def simple_call(text: str) -> tuple[str, tuple[str, ...]] | None:
    """`allowance(u)` as name and arguments; None where it is anything else."""
    found = _CALL.match(text)
    if found is None:
        return None
    inside = (found[2] or "").strip()
    return found[1], tuple(part.strip() for part in inside.split(",")) if inside else ()


def check_switches(
    core: Core,
    options: Iterable[str],
    readings: Mapping[str, str],
    scenario: str | None,
    games: Iterable[str] | None,
) -> Switches:
    """The switches, if the core has them all and allows them together."""
    chosen = frozenset(options)
    for option in sorted(chosen):
        if option not in core.options:
            raise _unknown("option", option, core.options)
    for together in core.exclusions:
        if len(chosen & set(together)) > 1:
            raise WrongInput(f"at most one of {listing([f'`{one}`' for one in together], 'and')} may be chosen")
    for name, choice in readings.items():
        if name not in core.readings:
            raise _unknown("reading", name, core.readings)
        choices = [one.name for one in core.readings[name].choices]
        if choice not in choices:
            raise WrongInput(f"`{name}` has no choice `{choice}`; its choices are {listing(choices, 'and')}", closest(choice, choices))
    if scenario is not None and scenario not in core.scenarios:
        raise _unknown("scenario", scenario, core.scenarios)
    for game in games or ():
        if game not in core.games:
            raise _unknown("game", game, core.games)
    return Switches(chosen, scenario, None if games is None else frozenset(games), tuple(sorted(readings.items())))


def _unknown(what: str, name: str, known: Iterable[str]) -> WrongInput:
    near = closest(name, known)
    return WrongInput(f"there is no {what} `{name}`", near)


def world_of(core: Core, world: str | Mapping[str, str] | None) -> dict[str, str]:
    """Things with their kinds, from `u, v: unit; h: hex`."""
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
    found: dict[str, str] = {}
    for name, kind in pairs:
        record = next((form for form in singulars(kind) if form in core.records), None)
        if record is None:
            raise _unknown("kind of thing", kind, core.records)
        found[name] = record
    return found


def question_named(core: Core, name: str) -> Question:
    """The question of that name."""
    question = core.questions.get(name)
    if question is None:
        if name in core.facts:
            raise WrongInput(f"`{name}` is a fact: it is given, not asked")
        raise WrongInput(f"there is no question `{name}`", closest(name, core.questions))
    return question


def note_things(things: dict[str, str], params: tuple[Param, ...], args: tuple[str, ...], name: str) -> None:
    """Notes the kinds of the things that stand as arguments."""
    if len(params) != len(args):
        shown = f"{name}({', '.join(param.name for param in params)})" if params else name
        raise WrongInput(
            f"`{name}` takes {len(params)} argument{'' if len(params) == 1 else 's'}, and {len(args)} were given; write `{shown}`"
        )
    for param, arg in zip(params, args, strict=True):
        if isinstance(param.type, types.Thing) and arg != "none":
            _note(things, arg, param.type.record)


def _note(things: dict[str, str], name: str, record: str) -> None:
    if things.setdefault(name, record) != record:
        raise WrongInput(f"`{name}` is a {things[name]}, but a {record} is expected")


def argument(core: Core, param: Param, text: str) -> Any:
    """An argument as a plain value."""
    if isinstance(param.type, types.Thing):
        return None if text == "none" and param.type.or_none else text
    return read_value(core, param.type, text, param.name)


def check_between_two(core: Core, key: FactKey, value: Any, known: Mapping[FactKey, Any]) -> None:
    """Refuses a fact that is never of itself and is given as yes, and a symmetric one that is given in both orders with two values."""
    decl = core.facts[key[0]]
    if value is True and decl.of_itself(key[1]):
        raise WrongInput(f"`{call_text(*key)}` is never so: the book says that `{decl.name}` is never of itself")
    if decl.symmetric and key in known and known[key] != value:
        other = call_text(decl.name, key[1][::-1])
        raise WrongInput(f"`{call_text(*key)}` and `{other}` are one fact, and two values are given for it")


@dataclass(slots=True)
class Names:
    """Reads names of facts and answers; what is a thing is settled when all are read."""

    core: Core
    things: dict[str, str]

    def narrow(self, texts: Iterable[str]) -> None:
        """Settles what kind each thing is by all that is said of it together: its fields, and the arguments that it is."""
        kinds: dict[str, set[str]] = {}
        for text in texts:
            for thing, records in self._tells(text):
                kinds[thing] = kinds[thing] & records if thing in kinds else records
        for thing, records in kinds.items():
            if len(records) == 1:
                self.things.setdefault(thing, next(iter(records)))

    def _tells(self, text: str) -> Iterator[tuple[str, set[str]]]:
        """The things in a name, each with the kinds that it may be as far as this name shows."""
        field = _FIELD.match(text)
        if field is not None:
            owners = (fact.params[0].type for fact in self.core.facts.values() if _is_field(fact, field[2]))
            yield field[1], {owner.record for owner in owners if isinstance(owner, types.Thing)}
            return
        call = simple_call(text)
        found = None if call is None else self.core.facts.get(call[0]) or self.core.questions.get(call[0])
        if call is not None and found is not None and len(found.params) == len(call[1]):
            for param, arg in zip(found.params, call[1], strict=True):
                if isinstance(param.type, types.Thing):
                    yield arg, {param.type.record}

    def of(self, text: str) -> tuple[str, tuple[str, ...], FactDecl | Question]:
        """The fact or question that a name is about, with its arguments as text."""
        field = _FIELD.match(text)
        if field is not None:
            return self._field(text, field[1], field[2])
        call = simple_call(text)
        if call is None:
            raise WrongInput(f"`{text}` names no fact")
        name, args = call
        found: FactDecl | Question | None = self.core.facts.get(name) or self.core.questions.get(name)
        if found is None:
            everything = [*(fact for fact in self.core.facts if "." not in fact), *self.core.questions]
            raise WrongInput(f"there is no fact `{name}`", closest(name, everything))
        note_things(self.things, found.params, args, name)
        return name, args, found

    def _field(self, text: str, thing: str, name: str) -> tuple[str, tuple[str, ...], FactDecl]:
        core = self.core
        owners = [fact for fact in core.facts.values() if _is_field(fact, name)]
        if thing in self.things:
            owners = [fact for fact in owners if fact.params[0].type == types.Thing(self.things[thing])]
        if not owners:
            fields = [one.name.rsplit(".", 1)[-1] for one in core.facts.values() if one.kind in {"field", "status"}]
            raise WrongInput(f"nothing has a field `{name}`, as in `{text}`", tuple(f"{thing}.{one}" for one in closest(name, fields)))
        if len(owners) > 1:
            kinds = [types.type_text(owner.params[0].type) for owner in owners]
            raise WrongInput(f"`{thing}` may be {listing([f'a {kind}' for kind in kinds])}; say which with `world`")
        fact = owners[0]
        assert isinstance(fact.params[0].type, types.Thing)
        _note(self.things, thing, fact.params[0].type.record)
        return fact.name, (thing,), fact


def _is_field(fact: FactDecl, name: str) -> bool:
    return (fact.kind == "field" and fact.name.rsplit(".", 1)[-1] == name) or (fact.kind == "status" and fact.name == name)


def read_value(core: Core, kind: Type, given: Any, name: str) -> Any:
    """A value of a type from text (`7 MP`, `yes`, `cavalry`) or from a plain value; outside the domain is a `WrongInput`."""
    value = _plain(core, kind, given)
    if value is _WRONG or (value is None and not getattr(kind, "or_none", False)):
        raise _outside(core, kind, given, name)
    if isinstance(kind, types.Numeric):
        low, high = kind.low, kind.high
        whole = kind.step is None or (Fraction(value) / Fraction(kind.step)).denominator == 1
        if (low is not None and value < low) or (high is not None and value > high) or not whole:
            raise _outside(core, kind, given, name)
    return value


_WRONG = object()


def _plain(core: Core, kind: Type, given: Any) -> Any:
    text = given.strip().strip('"') if isinstance(given, str) else given
    if given is None or text == "none":
        return None
    match kind:
        case types.YesNo():
            return {"yes": True, "no": False, "true": True, "false": False}.get(text, _WRONG) if isinstance(text, str) else _boolean(text)
        case types.Numeric():
            return _number(core, kind, text)
        case types.Enumerated():
            return text if text in core.enums[kind.name].values else _WRONG
        case types.PlaceOf():
            lawful = any(first <= str(text) <= last and len(str(text)) == len(first) for first, last in core.maps[kind.map])
            return text if lawful else _WRONG
        case types.Thing() | types.NoneType():
            return text if isinstance(text, str) else _WRONG
        case _:
            assert_never(kind)


def _boolean(value: Any) -> Any:
    return value if isinstance(value, bool) else _WRONG


def _number(core: Core, kind: types.Numeric, given: Any) -> Any:
    if isinstance(given, bool):
        return _WRONG
    if isinstance(given, int):
        return given
    if isinstance(given, Fraction):
        return int(given) if given.denominator == 1 else given
    date = read_date(given) if isinstance(given, str) else None
    if date is not None and kind.calendar is not None:
        return _turn(core.calendars[kind.calendar], date)
    found = _NUMBER.match(given) if isinstance(given, str) else None
    if found is None:
        return _WRONG
    times = _times(core, kind, found[2], given)
    try:
        number = Fraction(found[1].replace(" ", "")) * times
    except (ZeroDivisionError, ValueError):  # a ValueError is what Python says of thousands of digits
        return _WRONG
    return int(number) if number.denominator == 1 else number


def _turn(calendar: Calendar, date: Date) -> int:
    """The turn of a date that was given."""
    if not calendar.has(date):
        raise WrongInput(f"`{date_text(date)}` is no turn of {calendar.title}, which goes by {calendar.period}", (how_written(calendar),))
    turn = turn_of(calendar, date)
    if turn < calendar.turn:
        raise WrongInput(f"`{date_text(date)}` is before turn {calendar.turn} of {calendar.title}: {first_turn_text(calendar)}")
    return turn


def _times(core: Core, kind: types.Numeric, measure: str | None, given: str) -> Fraction:
    """By what a number is multiplied that was given in the unit of a type, or in a measure that converts into it."""
    found = times_of(core.conversions, measure, kind.unit)
    if found is not None:
        return found
    wanted = types.unit_text(kind.unit)
    raise WrongInput(f"`{given}` is in {measure}, but {f'{wanted} is' if wanted else 'a bare number is'} expected")


def _outside(core: Core, kind: Type, given: Any, name: str) -> WrongInput:
    from rulewright.core.wording import domain_text

    near: tuple[str, ...] = ()
    if isinstance(kind, types.Enumerated):
        near = closest(str(given), core.enums[kind.name].values)
    return WrongInput(f"{_quoted(given)} is not a value of `{name}`, which is {domain_text(core, kind)}", near)


def _quoted(given: Any) -> str:
    """What was given, cut short; Python refuses to write numbers of thousands of digits."""
    if isinstance(given, int | Fraction) and abs(given) > 10**LONGEST:
        return "so large a number"
    text = str(given)
    return f"`{text}`" if len(text) <= LONGEST else f"`{text[:LONGEST]}…`"


def read_answer(core: Core, question: Question, given: Any) -> Any:
    """A given answer: a verdict's word, or a value of the question's type."""
    if question.kind is QuestionKind.VERDICT:
        words = {"permitted": "permitted", "forbidden": "forbidden", "required": "required", "may": "permitted", "may not": "forbidden"}
        words |= {"must": "required", "yes": "permitted", "no": "forbidden"}
        if isinstance(given, bool):
            given = "yes" if given else "no"
        if given not in words:
            raise WrongInput(f"`{given}` is not a verdict; write permitted, forbidden or required", closest(str(given), words))
        return words[given]
    assert question.type is not None
    return read_value(core, question.type, given, question.name)
