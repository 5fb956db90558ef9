"""Values, facts, domains and questions as people read them, and a place for the sentences of rules."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import Any, assert_never

from rulewright.base.keywords import Found
from rulewright.base.numerals import number_text
from rulewright.base.prose_lists import listing
from rulewright.core.model import Core
from rulewright.semantics import types
from rulewright.semantics.calendars import date_of
from rulewright.semantics.model import FactDecl, Param, Question
from rulewright.semantics.terms import FactKey


@dataclass(frozen=True)
class TableWords:
    """A table for people: what it is called, and each row and column by its keys; no columns where they have no heads."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Wording:
    """`rules`: the sentence of each rule by its address; `conditions`: the clause of each condition by its text in the language; `tables`:
    the words of each table by its address."""

    rules: dict[str, str]
    conditions: dict[str, str]
    tables: dict[str, TableWords] = field(default_factory=dict)

    def rule(self, address: str, otherwise: str) -> str:
        """The sentence of a rule; of a ground (`14.43.3.b`) that of its rule; else what is given."""
        return self.rules.get(address) or self.rules.get(address.rpartition(".")[0]) or otherwise

    def condition(self, text: str) -> str:
        """The clause of a condition, else its text. A label before it (`b. …`) stays."""
        if text in self.conditions:
            return self.conditions[text]
        label, dot, rest = text.partition(" ")
        return f"{label} {self.conditions[rest]}" if dot and rest in self.conditions else text


NO_WORDING = Wording({}, {})


def value_text(value: Any, *, decimal: bool = False) -> str:
    """`yes`, `5`, `700/3`, `none`, `cavalry`; with `decimal` `2.5`."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if value is None:
        return "none"
    if isinstance(value, Fraction):
        return number_text(value, decimal=decimal)
    return str(value)


def with_unit(value: Any, unit: str | None, *, decimal: bool = False, date: str | None = None) -> str:
    """`5 MP`, `33 turn (May 1942)`."""
    text = value_text(value, decimal=decimal)
    counted = f"{text} {unit}" if unit and not isinstance(value, str | bool | None) else text
    return f"{counted} ({date})" if date else counted


def typed_text(core: Core, kind: types.Type, value: Any) -> str:
    """A value of a type as it is given: `5 MP`, `2.5 MP`, and a turn of a calendar by its date, `May 1942`."""
    return date_in(core, kind, value) or with_unit(value, types.unit_of_type(kind), decimal=types.is_decimal(kind))


def date_in(core: Core, kind: types.Type | None, value: Any) -> str | None:
    """The date of a turn, where a type's numbers are turns of a calendar."""
    calendar = types.calendar_of(kind)
    return None if calendar is None else date_of(core.calendars[calendar], value)


def unit_of(question: Question) -> str | None:
    """The unit of a question's answers; None where there is none."""
    return types.unit_of_type(question.type)


def call_text(name: str, args: tuple[Any, ...], params: tuple[Param, ...] = ()) -> str:
    """`allowance(u)`, `weather`; numbers as the parameters have them, where these are known."""
    return f"{name}({', '.join(_args(args, params))})" if args else name


def _args(args: tuple[Any, ...], params: tuple[Param, ...]) -> list[str]:
    return [value_text(arg, decimal=param is not None and types.is_decimal(param.type)) for arg, param in zip_longest(args, params)]


def fact_text(core: Core, fact: FactKey) -> str:
    """A fact as it is given: `u.arm`, `u.dispersed`, `distance(u, t)`."""
    name, args = fact
    decl = core.facts[name]
    if decl.kind in {"field", "status"} and len(args) == 1:
        return f"{value_text(args[0])}.{name.rsplit('.', 1)[-1]}"
    return call_text(name, args, decl.params)


def found_text(declared: FactDecl) -> str:
    """Where a player sees what a fact is: `on the map`, `decided by red_player`; empty where it is not said."""
    if declared.found is None:
        return ""
    return f"{declared.found} by {declared.by}" if declared.found is Found.DECIDED and declared.by else declared.found.value


def question_text(core: Core, name: str, args: tuple[Any, ...]) -> str:
    """A question as it is asked: `allowance(u)`, and `u.reserve` where rules speak about a field."""
    return fact_text(core, (name, args)) if name in core.facts else call_text(name, args, core.questions[name].params)


def filled(core: Core, phrase: str | None, params: tuple[Param, ...], args: tuple[Any, ...]) -> str:
    """A phrase with the arguments in their places; a turn of a calendar by its date."""
    text = phrase or ""
    for param, arg, shown in zip(params, args, _args(args, params), strict=True):
        text = text.replace("{" + param.name + "}", date_in(core, param.type, arg) or shown.replace("_", " "))
    return text


def domain_text(core: Core, kind: types.Type, things: dict[str, tuple[str, ...]] | None = None, *, others: bool = False) -> str:
    """A domain in words: `clear, mud or snow`, `0..40 SP`, `yes or no`, `h1 or h2`; with `others` things may be `h1 or another hex`."""
    match kind:
        case types.YesNo():
            return "yes or no"
        case types.Enumerated():
            return listing([*core.enums[kind.name].values, *(["none"] if kind.or_none else [])])
        case types.Thing():
            there = list((things or {}).get(kind.record, ()))
            other = [f"{'another' if there else 'a'} {kind.record}"] if others or not (there or kind.or_none) else []
            return listing([*there, *other, *(["none"] if kind.or_none else [])])
        case types.PlaceOf():
            return f"a place of {kind.map}" + (" or none" if kind.or_none else "")
        case types.Numeric() | types.NoneType():
            return types.type_text(kind)
        case _:
            assert_never(kind)
