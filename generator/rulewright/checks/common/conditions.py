"""What can be seen of conditions without deciding them: which must hold together, and which two plainly cannot."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias, assert_never

from rulewright.base.keywords import Comparison
from rulewright.base.numerals import plain_number
from rulewright.syntax import nodes
from rulewright.syntax.nodes import GuardForm


def conditions_of(rule: nodes.Rule) -> list[nodes.Expr]:
    """Conditions that must all hold for the rule to apply; a block of `any of` counts as one disjunction."""
    found: list[nodes.Expr] = []
    for guard in rule.guards:
        parts = [item.condition for item in guard.items]
        whole: list[nodes.Expr] = parts if guard.form is not GuardForm.ANY or len(parts) == 1 else [nodes.Or(tuple(parts))]
        if guard.unless:
            found.append(nodes.Not(whole[0] if len(whole) == 1 else nodes.And(tuple(whole))))
        else:
            found.extend(whole)
    return found


def guard_key(rule: nodes.Rule) -> tuple[object, ...]:
    """What two rules have in common when they apply under the same condition; labels and tags do not count."""
    return tuple((guard.unless, guard.form, tuple(item.condition for item in guard.items)) for guard in rule.guards)


def conjuncts(conditions: Iterable[nodes.Expr]) -> Iterator[nodes.Expr]:
    """The parts of `and`, however deep; everything else is a part by itself."""
    for condition in conditions:
        if isinstance(condition, nodes.And):
            yield from conjuncts(condition.parts)
        else:
            yield condition


def exclude(conditions: Iterable[nodes.Expr], values: Container[str]) -> bool:
    """Whether conditions that must hold together plainly cannot: see `clash`."""
    return clash(conditions, values) is not None


def clash(conditions: Iterable[nodes.Expr], values: Container[str]) -> tuple[nodes.Expr, nodes.Expr] | None:
    """The first two conjuncts that exclude each other, whatever the facts.

    Compared are statements about the same thing, written alike: `x` and `not x`, `x is a` and `x is b`, `x is a` and `x is not a`,
    `x in {a, b}` and `x is c`, `x is at least 5` and `x is at most 3`. `values` are the names of values of enums: `weather is wanted` may
    hold together with `weather is mud` if `wanted` is a fact.
    """
    parts = list(conjuncts(conditions))
    if len(parts) < 2:
        return None
    said: dict[Key, list[tuple[Limit, nodes.Expr]]] = {}
    for part in parts:
        limited = _limit(part, values)
        if limited is None:
            continue
        thing, limit = limited
        for earlier, other in said.setdefault(thing, []):
            if _apart(earlier, limit):
                return other, part
        said[thing].append((limit, part))
    return None


Key: TypeAlias = tuple[object, ...]
Value: TypeAlias = str | int | Fraction | bool | None


class Limit(NamedTuple):
    """What a condition leaves to a thing: `only` these values, none of `never`, numbers from `low` to `high` (`open_*`: without it)."""

    only: frozenset[Value] | None = None
    never: frozenset[Value] = frozenset()
    low: int | Fraction | None = None
    high: int | Fraction | None = None
    open_low: bool = False
    open_high: bool = False


YES, NO = Limit(only=frozenset((True,))), Limit(only=frozenset((False,)))


def _limit(condition: nodes.Expr, values: Container[str]) -> tuple[Key, Limit] | None:
    """What a simple condition says, and of what."""
    match condition:
        case nodes.Call() | nodes.Field():
            return _about(condition, values, YES)
        case nodes.Not(of=nodes.Call() | nodes.Field() as inner):
            return _about(inner, values, NO)
        case nodes.Compare(left=left, right=right):
            return _about(left, values, _compared(condition.comparison, _value(right, values)))
        case nodes.Not(of=nodes.Compare(comparison=Comparison.IS, left=left, right=right)):
            return _about(left, values, _compared(Comparison.IS_NOT, _value(right, values)))
        case nodes.In(of=of, members=members, braces=True):
            values_of = [_value(member.low, values) if member.high is None else UNKNOWN for member in members]
            known = frozenset(one for one in values_of if not isinstance(one, _Unknown))
            if len(known) < len(set(values_of)):
                return None
            return _about(of, values, Limit(never=known) if condition.negated else Limit(only=known))
        case _:  # open: what is not simple is not looked into
            return None


class _Unknown:
    """A value that only the facts tell."""


UNKNOWN = _Unknown()


def _about(thing: nodes.Expr, values: Container[str], limit: Limit | None) -> tuple[Key, Limit] | None:
    key = _key(thing, values) if limit is not None else None
    return None if key is None or limit is None else (key, limit)


def _compared(comparison: Comparison, value: Value | _Unknown) -> Limit | None:
    if isinstance(value, _Unknown):
        return None
    number = value if isinstance(value, int | Fraction) and not isinstance(value, bool) else None
    match comparison:
        case Comparison.IS:
            return Limit(only=frozenset((value,)))
        case Comparison.IS_NOT:
            return Limit(never=frozenset((value,)))
        case Comparison.AT_LEAST | Comparison.MORE:
            return None if number is None else Limit(low=number, open_low=comparison is Comparison.MORE)
        case Comparison.AT_MOST | Comparison.LESS:
            return None if number is None else Limit(high=number, open_high=comparison is Comparison.LESS)
        case _:
            assert_never(comparison)


def _value(expr: nodes.Expr, values: Container[str]) -> Value | _Unknown:
    """A value whose difference in spelling is a difference in fact; units are the resolver's matter."""
    match expr:
        case nodes.Number(value=number):
            return plain_number(number)
        case nodes.Quoted(text=text):
            return text
        case nodes.Truth(value=truth):
            return truth
        case nodes.Nothing():
            return None
        case nodes.Call(name=name, args=()) if name in values:
            return name
        case _:  # open: the facts tell what else there is
            return UNKNOWN


def _key(thing: nodes.Expr, values: Container[str]) -> Key | None:
    """What two mentions of one thing have in common; None for anything but names, fields and calls of these."""
    if isinstance(thing, nodes.Field):
        of = _key(thing.of, values)
        return None if of is None else (".", of, thing.name)
    if not isinstance(thing, nodes.Call) or thing.name in values:
        return None
    args = [_key(arg, values) or _value(arg, values) for arg in thing.args]
    return None if any(isinstance(arg, _Unknown) for arg in args) else (thing.name, *args)


def _apart(one: Limit, other: Limit) -> bool:
    """Whether nothing is left of what both leave."""
    for a, b in ((one, other), (other, one)):
        if a.only is not None and all(not _within(value, b) for value in a.only):
            return True
    low, high = (one, other) if one.low is not None else (other, one)
    if low.low is None or high.high is None:
        return False
    return low.low >= high.high if low.open_low or high.open_high else low.low > high.high


def _within(value: Value, limit: Limit) -> bool:
    if (limit.only is not None and value not in limit.only) or value in limit.never:
        return False
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return True
    below = limit.low is not None and (value < limit.low or (limit.open_low and value == limit.low))
    above = limit.high is not None and (value > limit.high or (limit.open_high and value == limit.high))
    return not below and not above
