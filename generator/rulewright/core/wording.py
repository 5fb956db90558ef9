"""Text of values, facts, domains and questions for readers, and the store for the sentences of rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import zip_longest
from typing import Any, assert_never

from rulewright.base.keywords import FactSource
from rulewright.base.numerals import number_text
from rulewright.base.prose_lists import listing
from rulewright.base.records import fields_json, record
from rulewright.core.model import Core
from rulewright.semantics import types
from rulewright.semantics.calendars import date_of
from rulewright.semantics.measures import Conversion
from rulewright.semantics.model import FactDecl, Param, Question
from rulewright.semantics.terms import FactKey

LargerMeasure = tuple[int, str, str]
"""A measure that is so many of another one, and what one and several of it are called: 60 seconds are a minute."""


def larger_measures(core: Core, forms: Mapping[str, tuple[str, str]]) -> dict[str, tuple[LargerMeasure, ...]]:
    """Return, by measure, those that are a whole number of it, the largest first, and last itself; only for measures that have some.

    `forms` is what one and several of each measure are called.
    """
    plain = {name: core.conversions.get(name) or Conversion(1, name) for name in core.measures}
    larger: dict[str, tuple[LargerMeasure, ...]] = {}
    for unit, base in plain.items():
        sizes = {name: Fraction(each.times) / base.times for name, each in plain.items() if each.of == base.of}
        multiples = [(int(size), *forms[name]) for name, size in sizes.items() if name == unit or (size > 1 and size.denominator == 1)]
        if len(multiples) > 1:
            larger[unit] = tuple(sorted(multiples, reverse=True))
    return larger


@dataclass(frozen=True)
class TableWords:
    """A table for readers: its title, and labels of rows and columns from their keys; no columns if they have no heads."""

    title: str
    rows: tuple[str, ...]
    columns: tuple[str, ...]


@dataclass(frozen=True)
class Wording:
    """Sentences of `rules` by address, clauses of `conditions` by their text in the language, and words of `tables` by address.

    `sources`: the titles of sources by name. `units`: one and several of what a measure counts, by its name, for those that are not
    abbreviations. `larger`: by measure, those that are a whole number of it and last the measure itself, as of `larger_measures`.
    `values`: the titles of values of enums, for those that have the same one in each enum. `as_of`: the day on which the last of what
    the edition brings in comes into force, if that is not its first day.
    """

    rules: dict[str, str]
    conditions: dict[str, str]
    tables: dict[str, TableWords] = field(default_factory=dict)
    sources: dict[str, str] = field(default_factory=dict)
    units: dict[str, tuple[str, str]] = field(default_factory=dict)
    larger: dict[str, tuple[LargerMeasure, ...]] = field(default_factory=dict)
    values: dict[str, str] = field(default_factory=dict)
    as_of: str = ""

    def rule_sentence(self, address: str, fallback: str) -> str:
        """Return the sentence of a rule; for a ground (`14.43.3.b`) that of its rule; else `fallback`."""
        return self.rules.get(address) or self.rules.get(address.rpartition(".")[0]) or fallback

    def condition_clause(self, text: str) -> str:
        """Return the clause of a condition, else its text. A label before it (`b. …`) is kept."""
        if text in self.conditions:
            return self.conditions[text]
        label, dot, clause = text.partition(" ")
        return f"{label} {self.conditions[clause]}" if dot and clause in self.conditions else text

    def with_unit_in_words(self, effect: str) -> str:
        """Return an amount with the title of its unit in place of its name: `at most 2 hexes`."""
        amount, _, unit = effect.rpartition(" ")
        if not amount or unit not in self.units:
            return effect
        number = amount.lstrip("+-").rpartition(" ")[2]
        return f"{amount} {self.units[unit][number != '1']}{self.in_larger_measure(number, unit)}"

    def in_larger_measure(self, number: str, unit: str) -> str:
        """Return an amount in the largest measure of which it is a whole number, ` (10 minutes)` for 600 seconds, else in several,
        ` (5 minutes 30 seconds)` for 330; empty if it fills none."""
        digits, point, places = number.partition(".")
        remaining = int(digits) if digits.isdigit() else 0
        filled = [measure for measure in self.larger.get(unit, ()) if measure[0] <= remaining]
        if len(filled) < 2:
            return ""
        exact, parts = [measure for measure in filled[:-1] if remaining % measure[0] == 0 and not point][:1], []
        for size, title, plural_title in exact or filled:
            count, remaining = divmod(remaining, size)
            text = f"{count}{point}{places}" if size == 1 else str(count)
            if text != "0":
                parts.append(f"{text} {title if text == '1' else plural_title}")
        return f" ({' '.join(parts)})"


NO_WORDING = Wording({}, {})
_ARTICLES = ("the", "a", "an")


def value_text(value: Any, *, decimal: int = 0) -> str:
    """Return a value as text: `yes`, `5`, `700/3`, `none`, `cavalry`; with `decimal` `2.5`."""
    if value is True:
        return "yes"
    if value is False:
        return "no"
    if value is None:
        return "none"
    if isinstance(value, Fraction):
        return number_text(value, decimal=decimal)
    return str(value)


def with_unit(value: Any, unit: str | None, *, decimal: int = 0, date: str | None = None) -> str:
    """Return a value with its unit: `5 MP`, `33 turn (May 1942)`."""
    text = value_text(value, decimal=decimal)
    counted = f"{text} {unit}" if unit and not isinstance(value, str | bool | None) else text
    return f"{counted} ({date})" if date else counted


def typed_text(core: Core, kind: types.Type, value: Any) -> str:
    """Return a value of a type as a reader writes it: `5 MP`, `2.5 MP`, and a turn of a calendar by its date, `May 1942`."""
    return date_in(core, kind, value) or with_unit(value, types.unit_of_type(kind), decimal=types.written_decimals(kind))


def date_in(core: Core, kind: types.Type | None, value: Any) -> str | None:
    """Return the date of a turn, or None if the type's numbers are not turns of a calendar."""
    calendar = types.calendar_of(kind)
    return None if calendar is None else date_of(core.calendars[calendar], value)


def unit_of(question: Question) -> str | None:
    """Return the unit of a question's answers, or None."""
    return types.unit_of_type(question.type)


def call_text(name: str, args: tuple[Any, ...], params: tuple[Param, ...] = ()) -> str:
    """Return a call as text: `allowance(u)`, `weather`; numbers in the notation of the parameters, if given."""
    return f"{name}({', '.join(_arg_texts(args, params))})" if args else name


def _arg_texts(args: tuple[Any, ...], params: tuple[Param, ...]) -> list[str]:
    return [value_text(arg, decimal=param is not None and types.written_decimals(param.type)) for arg, param in zip_longest(args, params)]


def fact_text(core: Core, fact: FactKey) -> str:
    """Return a fact as a reader writes it: `u.arm`, `u.dispersed`, `distance(u, t)`."""
    name, args = fact
    decl = core.facts[name]
    if decl.kind in {"field", "status"} and len(args) == 1:
        return f"{value_text(args[0])}.{name.rsplit('.', 1)[-1]}"
    return call_text(name, args, decl.params)


def fact_source_text(declared: FactDecl) -> str:
    """Return the source of a fact for a player: `on the map`, `decided by red_player`; empty if the book gives none."""
    if declared.found is None:
        return ""
    return f"{declared.found} by {declared.by}" if declared.found is FactSource.DECIDED and declared.by else declared.found.value


def question_text(core: Core, name: str, args: tuple[Any, ...]) -> str:
    """Return a question as a reader writes it: `allowance(u)`, and `u.reserve` for a field that has rules."""
    return fact_text(core, (name, args)) if name in core.facts else call_text(name, args, core.questions[name].params)


Slots = tuple[tuple[str, str], ...]
"""What stands in each slot of a phrase."""


def phrase_slots(core: Core, phrase: str, params: tuple[Param, ...], args: tuple[Any, ...]) -> Slots:
    """Return the arguments in words: a turn of a calendar by its date, a value of an enum by its title, and a thing that the phrase has
    named already as `the same unit`."""
    slots = [
        (param, arg, date_in(core, param.type, arg) or _title_of(core, param.type, arg) or text.replace("_", " "))
        for param, arg, text in zip(params, args, _arg_texts(args, params), strict=True)
    ]
    mentioned: set[Any] = set()
    words = {param.name: text for param, _, text in slots}
    for param, arg, _ in sorted(slots, key=lambda slot: phrase.find(f"{{{slot[0].name}}}")):
        if isinstance(param.type, types.Thing) and f"{{{param.name}}}" in phrase and arg is not None:
            if arg in mentioned:
                words[param.name] = f"the same {param.type.record.replace('_', ' ')}"
            mentioned.add(arg)
    return tuple(words.items())


def fill_phrase(phrase: str, slots: Slots) -> str:
    """Return a phrase with its slots filled: no `by` twice before `by rail`, and no article before another one."""
    for name, words in slots:
        slot, first = f"{{{name}}}", words.partition(" ")[0]
        if first != words:
            for small in _ARTICLES if first in _ARTICLES else (first,):
                phrase = phrase.replace(f" {small} {slot}", f" {slot}")
        phrase = phrase.replace(slot, words)
    return phrase


def _title_of(core: Core, kind: types.Type | None, value: Any) -> str | None:
    return core.enums[kind.name].titles.get(value) if isinstance(kind, types.Enumerated) else None


def domain_text(core: Core, kind: types.Type, things: dict[str, tuple[str, ...]] | None = None, *, others: bool = False) -> str:
    """Return a domain in words: `clear, mud or snow`, `0..40 SP`, `yes or no`, `h1 or h2`; with `others` `h1 or another hex`."""
    match kind:
        case types.YesNo():
            return "yes or no"
        case types.Enumerated():
            return listing([*core.enums[kind.name].values, *(["none"] if kind.or_none else [])])
        case types.Thing():
            members = list((things or {}).get(kind.record, ()))
            other_thing = [f"{'another' if members else 'a'} {kind.record}"] if others or not (members or kind.or_none) else []
            return listing([*members, *other_thing, *(["none"] if kind.or_none else [])])
        case types.PlaceOf():
            return f"a place of {kind.map}" + (" or none" if kind.or_none else "")
        case types.Numeric() | types.NoneType():
            return types.type_text(kind)
        case _:
            assert_never(kind)


@record
class DomainInfo:
    """The values of a fact, an argument or an answer, as data.

    `type` is `yes/no`, `value` (one of `values`), `number` (from `low` to `high`, None is no end, in steps of `step` and in `unit`),
    `thing` (of the kind `thing`, named by whoever gives it), `place` or `verdict`. `values` are all that may be written, where the book
    lists them, `none` among them; `or_none`: it may be `none`. `calendar`: a number may be given by its date too.
    """

    type: str
    values: tuple[str, ...] | None = None
    low: int | Fraction | None = None
    high: int | Fraction | None = None
    step: int | Fraction | None = None
    unit: str | None = None
    or_none: bool = False
    thing: str | None = None
    calendar: str | None = None

    def to_json(self) -> dict[str, Any]:
        """Return the entry `takes` of a fact."""
        numbers = {
            name: None if end is None else number_json(end) for name, end in (("low", self.low), ("high", self.high), ("step", self.step))
        }
        values = None if self.values is None else list(self.values)
        return {**fields_json(self, "type"), "values": values, **numbers, **fields_json(self, "unit", "or_none", "thing", "calendar")}


NO_DOMAIN = DomainInfo("")
"""The domain of what was named without a book."""


class HasDomain:
    """Something with a domain `takes`, of which it has the fields too."""

    __slots__ = ()
    takes: DomainInfo

    @property
    def values(self) -> tuple[str, ...] | None:
        """The values, if the book lists them."""
        return self.takes.values

    @property
    def low(self) -> int | Fraction | None:
        """The least number, if there is one."""
        return self.takes.low

    @property
    def high(self) -> int | Fraction | None:
        """The greatest number, if there is one."""
        return self.takes.high


def domain_of(core: Core, kind: types.Type | None) -> DomainInfo:
    """Return a domain as data; None is that of a verdict."""
    none = ("none",) if getattr(kind, "or_none", False) else ()
    match kind:
        case None:
            return DomainInfo("verdict", ("permitted", "forbidden", "required"))
        case types.YesNo():
            return DomainInfo("yes/no", ("yes", "no"))
        case types.Enumerated():
            return DomainInfo("value", (*core.enums[kind.name].values, *none), or_none=bool(none))
        case types.Thing():
            return DomainInfo("thing", or_none=bool(none), thing=kind.record)
        case types.PlaceOf():
            return DomainInfo("place", or_none=bool(none))
        case types.Numeric():
            return DomainInfo("number", None, kind.low, kind.high, kind.step, types.unit_of_type(kind), calendar=kind.calendar)
        case types.NoneType():
            return DomainInfo("value", ("none",), or_none=True)
        case _:
            assert_never(kind)


def number_json(number: int | Fraction) -> int | str:
    """Return a number as JSON has it: a fraction as text (`700/3`)."""
    return int(number) if number.denominator == 1 else f"{number.numerator}/{number.denominator}"


def reserved_names(core: Core) -> frozenset[str]:
    """Return the names that no thing may have in a core."""
    values = (value for enum in core.enums.values() for value in enum.values)
    return frozenset([*values, *core.facts, *core.questions, *core.groups])


def unused_name(taken_names: Iterable[str], base: str) -> str:
    """Return the base name, with a number appended if it is taken."""
    occupied = frozenset(taken_names)
    name, number = base, 1
    while name in occupied:
        number += 1
        name = f"{base}{number}"
    return name
