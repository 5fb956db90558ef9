"""Facts of a situation as people and files give them, by their names in the book."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulewright.base.dates import day_text, read_day
from rulewright.base.documents import DocumentError, read_document
from rulewright.base.errors import WrongInput

if TYPE_CHECKING:
    from rulewright.core.model import Core

WORLD = "world"
"""The key under which things are declared with their kinds; it is no fact."""


def read_facts(path: str | Path) -> dict[str, Any]:
    """Return the facts of a JSON file in the form that `ask` takes. Raises `DocumentError` if it does not match `facts.schema.json`."""
    document = read_document(Path(path), "facts")
    try:
        return flat_facts(document)
    except WrongInput as error:
        raise DocumentError(f"`{path}`: {error.message}", [error.message], place=str(path)) from None


def flat_facts(facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return facts by their full names: those in a nested mapping of a thing are keyed by the names of its fields. Raises `WrongInput`.

    >>> flat_facts({"u": {"arm": "cavalry", "tired": False}, "weather": "mud"})
    {'u.arm': 'cavalry', 'u.tired': False, 'weather': 'mud'}
    """
    flat: dict[str, Any] = {}
    for name, value in facts.items():
        if isinstance(value, Mapping) and name != WORLD:
            for field, inner in value.items():
                _add_fact(flat, f"{name}.{field}", inner)
        else:
            _add_fact(flat, name, value)
    return flat


def _add_fact(flat: dict[str, Any], name: str, value: Any) -> None:
    if name in flat:
        raise WrongInput(f"`{name}` is given twice, as `{flat[name]}` and as `{value}`")
    flat[name] = value


def split_world(
    facts: Mapping[str, Any] | None, world: str | Mapping[str, str] | None
) -> tuple[dict[str, Any], str | Mapping[str, str] | None]:
    """Return the facts by their full names, and the world, which may be declared among the facts or separately."""
    fact_values = flat_facts(facts or {})
    if WORLD not in fact_values:
        return fact_values, world
    if world is not None:
        raise WrongInput(f"`{WORLD}` is given twice, among the facts and beside them")
    return fact_values, fact_values.pop(WORLD)


def with_day_asked(core: Core, asked_on: str | date | None, facts: Mapping[str, Any]) -> dict[str, Any]:
    """Return the facts with the day on which an edition is asked (an existing day), for the fact that is the day asked."""
    day = None if asked_on is None else read_day(f"{asked_on}")
    if day is None:
        return dict(facts)
    day_facts = [name for name, fact in core.facts.items() if fact.day_asked]
    for name in day_facts:
        if name in facts and read_day(f"{facts[name]}") != day:
            raise WrongInput(f"`{name}` is the day asked, and two days are given: {facts[name]} and {asked_on}")
    return {**facts, **dict.fromkeys(day_facts, day_text(day))}
