"""Values as text for people, `yes`, `5 MP`, `6 air points`, and what is said where facts are missing."""

from __future__ import annotations

from fractions import Fraction

from rulewright.base.numerals import number_text
from rulewright.core.query import Plain
from rulewright.core.wording import NO_WORDING, Wording
from rulewright.engines.interpreter.answer import Answer


def value_text(value: Plain, unit: str | None, *, decimal: int = 0, date: str | None = None, words: Wording = NO_WORDING) -> str:
    """Return a value as text: `yes`, `5 MP`, `3/2`, `2.5 MP`, `6 air points`, `33 turn (May 1942)`, `none`; by its title in `words`."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return words.values.get(value, value)
    text = number_text(value, decimal=decimal) if isinstance(value, Fraction) else str(value)
    larger = "" if date or not unit else words.in_larger_measure(text, unit)
    counted = f" {spoken_unit(unit, value, words)}{larger}" if unit else ""
    return text + counted + (f" ({date})" if date else "")


def spoken_unit(unit: str, value: Plain, words: Wording = NO_WORDING) -> str:
    """Return a unit as people read it: `MP` unchanged, `air_point` as `air points`, `hex_step` by its title as `hexes`."""
    if unit in words.units:
        return words.units[unit][value != 1]
    spelled = unit.replace("_", " ")
    return spelled if spelled == unit or value == 1 or spelled.endswith("s") else f"{spelled}s"


def missing_text(answer: Answer) -> str:
    """Return that facts are missing; where all of them are decisions of one person, that it is for that person to decide."""
    places = {fact.found for fact in answer.missing}
    deciders = [place.removeprefix("decided by ") for place in places if place.startswith("decided by ")]
    return f"open, the {deciders[0].replace('_', ' ')} decides" if len(deciders) == len(places) == 1 else "facts are missing"
