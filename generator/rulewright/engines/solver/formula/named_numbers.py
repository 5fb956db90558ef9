"""Named numbers: a variable stands for an amount with too many cases to list.

The variable is defined by its *ways*: under a guard, it is that number, a sum of facts and of other names, a rounding, the greatest
of several. So the sum of two amounts has as many cases as both together, and not as many as pairs of them. The guards of a name are
disjoint; where none holds, the number is not used. A definition holds in every situation: the satisfiability of a formula is decided
together with the definitions of the names in it (`Space.closed`).

A name depends only on the variables of its ways; equal ways share one name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import ceil, floor, lcm, prod
from typing import TypeAlias

from rulewright.base.limits import MAX_DENOMINATOR, MAX_LISTED_VALUES
from rulewright.base.records import record
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.leaves import ROUNDINGS, Expression, Leaf, Linear, Reaches, evaluate, exact, reach_of, renamed
from rulewright.engines.solver.formula.linearize import parts_of
from rulewright.engines.solver.formula.space import FALSE, Exact, Formula, PointTruths, Space, bits

Ways: TypeAlias = tuple[tuple[Formula, Leaf], ...]


@record
class NamedNumber:
    """The key of a name: its guarded numbers, and its bounds (None: no bound) in units of `1 / parts`."""

    ways: Ways
    low: int | None
    high: int | None
    parts: int


def can_be_named(space: Space, leaf: Leaf) -> bool:
    """Return True if a name can stand for a number: its denominator is known and small enough."""
    return (common_denominator(space, leaf) or MAX_DENOMINATOR) < MAX_DENOMINATOR


def name_number(space: Space, ways: Iterable[tuple[Formula, Leaf]]) -> Leaf:
    """Introduce a variable that equals a guarded choice of numbers, each of which can be named."""
    ordered_ways = tuple(sorted(ways, key=lambda way: way[0]))
    parts = lcm(*(common_denominator(space, leaf) or 1 for _, leaf in ordered_ways))
    lows: list[Exact | None] = []
    highs: list[Exact | None] = []
    for guard, leaf in ordered_ways:
        low, high = reach_of(leaf, Reaches(space, space.bounding_box(guard)))
        lows.append(low)
        highs.append(high)
    lowest = None if None in lows else floor(min(low for low in lows if low is not None) * parts)
    highest = None if None in highs else ceil(max(high for high in highs if high is not None) * parts)
    return _number_of_name(space, _name_variable(space, NamedNumber(ordered_ways, lowest, highest, parts)))


def _name_variable(space: Space, key: NamedNumber) -> int:
    """Return the variable of a key, defining it first if it is new."""
    low, high, parts = key.low, key.high, key.parts
    if low is not None and high is not None and high - low < MAX_LISTED_VALUES:
        variable = space.variable(key, [exact(Fraction(number, parts)) for number in range(low, high + 1)])
    else:
        variable = space.numeric_variable(key, low, high)
    if variable not in space.definitions:
        number = _number_of_name(space, variable)
        defined = [space.disjunction(space.negate(guard), numbers.compare(space, "=", number, leaf)) for guard, leaf in key.ways]
        space.define_name(variable, space.conjunction(*defined))
    return variable


def _number_of_name(space: Space, variable: int) -> Leaf:
    """Return the number of a name: a wide one counts units of `1 / parts`."""
    number = numbers.variable_number(variable)
    return numbers.multiply(Fraction(1, units_of_name(space, variable)), number)


def units_of_name(space: Space, variable: int) -> int:
    """Return the number of units in 1 that the variable of a name counts: a listed name counts ones."""
    return _name_key(space, variable).parts if space.values[variable] is None else 1


def _name_key(space: Space, variable: int) -> NamedNumber:
    key = space.keys[variable]
    assert isinstance(key, NamedNumber)
    return key


def common_denominator(space: Space, leaf: Leaf) -> int | None:
    """Return a common denominator of the possible numbers of a leaf; None if it is not known."""
    match leaf:
        case int() | Fraction():
            return leaf.denominator
        case Linear(terms=terms, constant=constant):
            return lcm(constant.denominator, *((Fraction(factor) / parts_of(space, v)).denominator for v, factor in terms))
        case Expression(op=op, args=args):
            if op in ROUNDINGS:
                return 1
            part_counts = [common_denominator(space, arg) for arg in args]
            known_counts = [parts for parts in part_counts if parts is not None]
            if op == "/" or len(known_counts) < len(part_counts):
                return None
            return prod(known_counts) if op == "*" else lcm(*known_counts)


# ---- points ------------------------------------------------------------------------------------------------------------------------------


def complete_point(space: Space, point: Mapping[int, Exact], variables: Iterable[int]) -> dict[int, Exact]:
    """Extend a point by the names among some variables, and the names they depend on, as their definitions require."""
    completion = dict(point)
    support = 0
    for variable in variables:
        support |= 1 << variable
    truths = PointTruths(space, completion)
    for name in bits(space.dependencies_of(support) & space.name_bits):
        if name not in completion:  # ascending: what a name depends on is older than it
            completion[name] = index_at_point(
                space, name, next((leaf for guard, leaf in _name_key(space, name).ways if truths[guard]), None), completion
            )
    return completion


def index_at_point(space: Space, name: int, leaf: Leaf | None, point: Mapping[int, Exact]) -> Exact:
    """Return the index, in the domain of a name, of a leaf's number at a point; the default index if it has none."""
    number = None if leaf is None else evaluate(space, leaf, point)
    if number is None:
        return space.default_index(name)
    key = _name_key(space, name)
    place = number * key.parts
    return exact(place if space.values[name] is None else place - (key.low or 0))


def definition_cases(space: Space, name: int) -> Ways:
    """Return the guarded numbers of a name."""
    return _name_key(space, name).ways


def places_between(space: Space, name: int, low: Exact | None, high: Exact | None) -> tuple[int | None, int | None]:
    """Return the first and the last index of a wide name between two numbers (None: no bound)."""
    parts = _name_key(space, name).parts
    return None if low is None else ceil(low * parts), None if high is None else floor(high * parts)


def listed_between(space: Space, name: int, low: Exact | None, high: Exact | None) -> int:
    """Return the mask of the numbers of a listed name between two others; the full mask if there are none."""
    first, last = places_between(space, name, low, high)
    start, full = _name_key(space, name).low or 0, space.full[name]
    mask = full if first is None else full >> max(first - start, 0) << max(first - start, 0)
    return mask & (full if last is None else (1 << max(last - start + 1, 0)) - 1) or full


# ---- restriction -------------------------------------------------------------------------------------------------------------------------


def restricted(
    space: Space, formulas: Sequence[Formula], leaves: Sequence[Leaf], variable: int, mask: int
) -> tuple[list[Formula], list[Leaf]]:
    """Restrict formulas and numbers to a variable, outside arithmetic, having one of the values of a mask.

    Names that depend on it become other names.
    """
    support = space.joint_support(formulas)
    for leaf in leaves:
        for number_variable in numbers.variables(leaf):
            support |= 1 << number_variable
    replacements: dict[int, int] = {}
    for name in bits(space.dependencies_of(support) & space.name_bits):
        if space.dependencies_of(1 << name) >> variable & 1:
            key = _name_key(space, name)
            guards = space.restrict_formulas([guard for guard, _ in key.ways], variable, mask, replacements)
            ways = tuple((guard, renamed(leaf, replacements)) for guard, (_, leaf) in zip(guards, key.ways, strict=True) if guard != FALSE)
            replacements[name] = _name_variable(
                space, NamedNumber(tuple(sorted(ways, key=lambda way: way[0])), key.low, key.high, key.parts)
            )
    return space.restrict_formulas(formulas, variable, mask, replacements), [renamed(leaf, replacements) for leaf in leaves]
