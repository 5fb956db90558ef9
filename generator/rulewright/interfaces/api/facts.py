"""Facts of a situation as people, programs and files give them, by their names in the book."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, SupportsFloat, SupportsIndex, TypeAlias

from rulewright.base.arguments import check_arguments, check_text, describe_value, is_shaped_as_array
from rulewright.base.dates import day_text, read_day
from rulewright.base.documents import DocumentError, read_document
from rulewright.base.errors import WrongInput
from rulewright.base.limits import MAX_DECIMAL_PLACES

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.core.query import Plain

FactValue: TypeAlias = "str | bool | int | float | Fraction | Decimal | date | SupportsIndex | SupportsFloat | None"
"""The value of a fact from a program; those of numpy and pandas are among them. `None`, `""`, NaN and NA are *not given*."""
Facts: TypeAlias = "Mapping[str, FactValue | Mapping[str, FactValue]]"
"""Facts by their names, `u.arm`; those of one thing may be in a mapping of its own. `world` declares things."""
World: TypeAlias = "str | Mapping[str, str]"
"""Things with their kinds: `u, v: unit; t: town`, or a mapping from thing to kind."""

WORLD = "world"
"""The key under which things are declared with their kinds; it is no fact."""
NOT_GIVEN = ""
"""The value of a fact that is not given: an empty cell, a NaN or NA."""
_EMPTY_TYPES = frozenset({"NAType", "NaTType", "MaskedConstant"})
"""The types by which pandas and numpy say that there is no value."""


@check_arguments
def read_facts(path: str | Path) -> dict[str, FactValue | Mapping[str, str]]:
    """Return the facts of a JSON file in the form that `ask` takes. Raises `DocumentError` if it does not match `facts.schema.json`."""
    document = read_document(Path(path), "facts")
    try:
        return {**flat_facts({name: value for name, value in document.items() if name != WORLD}), **_world_entry(document)}
    except WrongInput as error:
        raise DocumentError(f"`{path}`: {error.message}", [error.message], place=str(path)) from None


def _world_entry(facts: Mapping[str, object]) -> dict[str, str | Mapping[str, str]]:
    """Return the things that are declared among facts; empty if there are none."""
    world = facts.get(WORLD)
    if world is None or isinstance(world, str):
        return {} if not world else {WORLD: check_text(WORLD, world)}
    if isinstance(world, Mapping) and all(isinstance(text, str) for pair in world.items() for text in pair):
        return {WORLD: {check_text(WORLD, name): check_text(WORLD, kind) for name, kind in world.items()}}
    raise WrongInput(f"`{WORLD}` is {describe_value(world)}, but text (`u, v: unit`) or a mapping from things to their kinds is expected")


def flat_facts(facts: Facts) -> dict[str, Plain]:
    """Return facts by their full names: those in a nested mapping of a thing are keyed by the names of its fields. Raises `WrongInput`.

    >>> flat_facts({"u": {"arm": "cavalry", "tired": False}, "weather": "mud"})
    {'u.arm': 'cavalry', 'u.tired': False, 'weather': 'mud'}
    """
    flat: dict[str, Plain] = {}
    for name, value in facts.items():
        if isinstance(value, Mapping):
            if not value:
                raise WrongInput(f"`{name}` is an empty object: say what is known of it, as in `{name}.FIELD`, or leave it out")
            for field, inner in value.items():
                if not isinstance(field, str):
                    raise WrongInput(f"a key of `{name}` is {describe_value(field)}, but text is expected")
                _add_fact(flat, f"{name}.{field}", inner)
        else:
            _add_fact(flat, name, value)
    return flat


def _add_fact(flat: dict[str, Plain], name: str, value: FactValue) -> None:
    check_text("the name of a fact", name)
    if name in flat:
        raise WrongInput(f"`{name}` is given twice, as `{flat[name]}` and as `{value}`")
    flat[name] = plain_value(name, value)


def plain_value(name: str, value: object) -> Plain:
    """Return a value from a program as one of the language: a number is exact, what is empty is `NOT_GIVEN`. Raises `WrongInput`.

    >>> plain_value("x", Decimal("2.5")), plain_value("x", float("nan")), plain_value("x", 7.0)
    (Fraction(5, 2), '', 7)
    """
    if value is None or value.__class__ in (bool, int):
        return value
    if isinstance(value, str):
        return check_text(name, str(value))
    if type(value).__name__ in _EMPTY_TYPES:
        return NOT_GIVEN
    if is_shaped_as_array(value):
        return _value_of_array(name, value)
    if isinstance(value, float | Decimal):
        return _exact_number(name, value)
    if isinstance(value, Fraction):
        return value
    if isinstance(value, date):
        is_day = not isinstance(value, datetime) or (value.hour, value.minute, value.second, value.microsecond) == (0, 0, 0, 0)
        if is_day:
            return day_text(date(value.year, value.month, value.day))
        raise WrongInput(f"`{name}` is {value}, a time of a day, but a day is expected")
    try:
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise WrongInput(
            f"{describe_value(value)} is not a value of `{name}`: text, a number, True, False or a day is expected",
            hints=["what is not known is left out, or given as None"],
        ) from None


def _value_of_array(name: str, value: object) -> Plain:
    """Return a single value of numpy as one of the language."""
    kind = value.dtype.kind  # type: ignore[attr-defined]
    if kind == "M":  # a day may be counted in nanoseconds, which Python's own dates do not have
        value = value.astype("datetime64[us]")  # type: ignore[attr-defined]
    if kind in "biufMUO":
        return plain_value(name, value.item())  # type: ignore[attr-defined]
    raise WrongInput(f"{describe_value(value)} is not a value of `{name}`: text, a number, True, False or a day is expected")


def _exact_number(name: str, value: float | Decimal) -> Plain:
    """Return a number with a point as it is written, if it is exactly that."""
    if value != value:
        return NOT_GIVEN
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) > MAX_DECIMAL_PLACES:
        raise WrongInput(f"`{name}` is so large or small a number that it is not read")
    if not math.isfinite(value):
        raise WrongInput(f"`{name}` is {value}, which is no number of a rulebook")
    number = Fraction(value)
    if isinstance(value, float) and number != Fraction(repr(float(value))):
        text = repr(float(value))
        raise WrongInput(f'`{name}` is the decimal {text}, which a float does not have exactly: write it as text, such as "{text}"')
    return int(number) if number.denominator == 1 else number


def split_world(facts: Facts | None, world: World | None) -> tuple[dict[str, Plain], World | None]:
    """Return the facts by their full names, and the world, which may be declared among the facts or separately."""
    facts = facts or {}
    declared = _world_entry(facts)
    fact_values = flat_facts({name: value for name, value in facts.items() if name != WORLD})
    if not declared:
        return fact_values, world
    if world is not None:
        raise WrongInput(f"`{WORLD}` is given twice, among the facts and beside them")
    return fact_values, declared[WORLD]


def without_ungiven(core: Core, question: str, facts: Mapping[str, Plain]) -> Mapping[str, Plain]:
    """Return the facts that are given. The names of the others are checked as those of given ones are. Raises `WrongInput`.

    `None` for a fact that may be `none` is refused: it may mean that the value is not known, or that there is none.
    """
    given_facts: dict[str, Plain] = {name: value for name, value in facts.items() if value is not None and value != NOT_GIVEN}
    if len(given_facts) == len(facts):
        return given_facts
    from rulewright.engines.interpreter.former_names import PresentNames
    from rulewright.engines.interpreter.query_inputs import declared_types, parameter_names

    present = PresentNames(core.former_names)
    parameters = parameter_names(core, present.in_text(question))
    for name, value in facts.items():
        if name in given_facts or name in parameters:
            continue
        kinds = declared_types(core, present.in_text(name))
        if value is None and any(getattr(kind, "or_none", False) for kind in kinds):
            raise WrongInput(
                f"`{name}` is null (None), and this fact may be `none`: is it not known, or is there none?",
                hints=[f"leave `{name}` out, or give it as an empty text, if it is not known", 'write "none" if there is none'],
            )
    return given_facts


def with_day_asked(core: Core, asked_on: str | date | None, facts: Mapping[str, Plain]) -> dict[str, Plain]:
    """Return the facts with the day on which an edition is asked (an existing day), for the fact that is the day asked."""
    day = None if asked_on is None else read_day(f"{asked_on}")
    if day is None:
        return dict(facts)
    day_facts = [name for name, fact in core.facts.items() if fact.day_asked]
    for name in day_facts:
        if facts.get(name) not in (None, NOT_GIVEN) and read_day(f"{facts[name]}") != day:
            raise WrongInput(f"`{name}` is the day asked, and two days are given: {facts[name]} and {asked_on}")
    days: dict[str, Plain] = dict.fromkeys(day_facts, day_text(day))
    return {**facts, **days}
