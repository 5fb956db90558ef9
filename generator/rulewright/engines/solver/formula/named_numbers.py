"""Numbers with a name: where an amount comes about in too many ways to list, a variable stands for it.

The variable is defined by its *ways*: where a guard holds, it is that number, a sum of facts and of other names, a rounding, the greatest
of several. So the ways of two amounts that are added are as many as both have together, and not as many as pairs of them. No two guards of
a name hold together; where none does, nobody asks for the number. A definition holds in every situation: who asks whether a formula can
hold asks it with the definitions of the names in it (`Space.closed`).

What a name is depends on what its ways depend on, and on nothing else; equal ways are one name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, lcm, prod
from typing import TypeAlias

from rulewright.base.records import record
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.leaves import ROUNDINGS, Expression, Leaf, Linear, Reaches, evaluate, exact, reach_of, renamed
from rulewright.engines.solver.formula.linearize import parts_of
from rulewright.engines.solver.formula.space import FALSE, Exact, Formula, Holding, Space, bits

Ways: TypeAlias = tuple[tuple[Formula, Leaf], ...]

MOST_LISTED = 1_024
"""A name that can be more numbers than this is not listed, number by number."""
FINEST = 1_000
"""A number that is made of smaller parts of one than this is given no name."""


@record
class NamedNumber:
    """The key of a name: what it is where, and between which numbers (None: no end), counted in parts of one."""

    ways: Ways
    low: int | None
    high: int | None
    parts: int


def can_be_named(space: Space, leaf: Leaf) -> bool:
    """Whether a name can stand for a number: it is known of which parts of one it is made."""
    return (parts_in(space, leaf) or FINEST) < FINEST


def named(space: Space, ways: Iterable[tuple[Formula, Leaf]]) -> Leaf:
    """A name for what is this number here and that number there, of which each can have one."""
    several = tuple(sorted(ways, key=lambda way: way[0]))
    parts = lcm(*(parts_in(space, leaf) or 1 for _, leaf in several))
    lows: list[Exact | None] = []
    highs: list[Exact | None] = []
    for where, leaf in several:
        low, high = reach_of(leaf, Reaches(space, space.necessary(where)))
        lows.append(low)
        highs.append(high)
    least = None if None in lows else floor(min(low for low in lows if low is not None) * parts)
    most = None if None in highs else ceil(max(high for high in highs if high is not None) * parts)
    return _leaf(space, _name(space, NamedNumber(several, least, most, parts)))


def _name(space: Space, key: NamedNumber) -> int:
    """The variable of a key, and its definition with it."""
    low, high, parts = key.low, key.high, key.parts
    if low is not None and high is not None and high - low < MOST_LISTED:
        variable = space.variable(key, [exact(Fraction(number, parts)) for number in range(low, high + 1)])
    else:
        variable = space.wide(key, low, high)
    if variable not in space.definitions:
        number = _leaf(space, variable)
        defined = [space.either(space.negate(where), numbers.compare(space, "=", number, leaf)) for where, leaf in key.ways]
        space.define(variable, space.both(*defined))
    return variable


def _leaf(space: Space, variable: int) -> Leaf:
    """The number that a name is: a wide one counts parts of one."""
    number = numbers.variable_number(variable)
    return number if space.values[variable] is not None else numbers.multiply(Fraction(1, _key(space, variable).parts), number)


def _key(space: Space, variable: int) -> NamedNumber:
    key = space.keys[variable]
    assert isinstance(key, NamedNumber)
    return key


def parts_in(space: Space, leaf: Leaf) -> int | None:
    """Into how many parts of one the numbers that a leaf can be fall; None if that is not known."""
    match leaf:
        case int() | Fraction():
            return leaf.denominator
        case Linear(terms=terms, constant=constant):
            return lcm(constant.denominator, *((Fraction(factor) / parts_of(space, v)).denominator for v, factor in terms))
        case Expression(op=op, args=args):
            if op in ROUNDINGS:
                return 1
            found = [parts_in(space, arg) for arg in args]
            known = [parts for parts in found if parts is not None]
            if op == "/" or len(known) < len(found):
                return None
            return prod(known) if op == "*" else lcm(*known)


# ---- points ------------------------------------------------------------------------------------------------------------------------------


def completed(space: Space, point: Mapping[int, Exact], about: Iterable[int]) -> dict[int, Exact]:
    """A point with those of some variables that are names, as they are defined; a name may depend on others, which are put in, too."""
    found = dict(point)
    wanted = 0
    for variable in about:
        wanted |= 1 << variable
    holding = Holding(space, found)
    for name in bits(space.bearing(wanted) & space.named):
        if name not in found:  # ascending: what a name depends on is older than it
            found[name] = place_at(space, name, next((leaf for where, leaf in _key(space, name).ways if holding[where]), None), found)
    return found


def place_at(space: Space, name: int, leaf: Leaf | None, point: Mapping[int, Exact]) -> Exact:
    """The place of the number that a leaf is at a point among the numbers of a name; the first where there is none."""
    number = None if leaf is None else evaluate(space, leaf, point)
    if number is None:
        return space.first(name)
    key = _key(space, name)
    place = number * key.parts
    return exact(place if space.values[name] is None else place - (key.low or 0))


def ways_of(space: Space, name: int) -> Ways:
    """What a name is where."""
    return _key(space, name).ways


def places_between(space: Space, name: int, low: Exact | None, high: Exact | None) -> tuple[int | None, int | None]:
    """The first and the last place of a wide name whose number is not below or above two others (None: no end)."""
    parts = _key(space, name).parts
    return None if low is None else ceil(low * parts), None if high is None else floor(high * parts)


def listed_between(space: Space, name: int, low: Exact | None, high: Exact | None) -> int:
    """The places (bits) of the numbers of a listed name that are not below or above two others; all if there are none."""
    first, last = places_between(space, name, low, high)
    start, full = _key(space, name).low or 0, space.full[name]
    above = full if first is None else full >> max(first - start, 0) << max(first - start, 0)
    return above & (full if last is None else (1 << max(last - start + 1, 0)) - 1) or full


# ---- what is known of a variable ---------------------------------------------------------------------------------------------------------


def restricted(
    space: Space, formulas: Sequence[Formula], leaves: Sequence[Leaf], variable: int, mask: int
) -> tuple[list[Formula], list[Leaf]]:
    """Formulas and numbers where it is known that a variable, which stands in no arithmetic, has one of these values.

    Names that depend on it become other names.
    """
    about = 0
    for formula in formulas:
        about |= space.support[formula]
    for leaf in leaves:
        for one in numbers.variables(leaf):
            about |= 1 << one
    others: dict[int, int] = {}
    for name in bits(space.bearing(about) & space.named):
        if space.bearing(1 << name) >> variable & 1:
            key = _key(space, name)
            wheres = space.restricted([where for where, _ in key.ways], variable, mask, others)
            ways = tuple((where, renamed(leaf, others)) for where, (_, leaf) in zip(wheres, key.ways, strict=True) if where != FALSE)
            others[name] = _name(space, NamedNumber(tuple(sorted(ways, key=lambda way: way[0])), key.low, key.high, key.parts))
    return space.restricted(formulas, variable, mask, others), [renamed(leaf, others) for leaf in leaves]
