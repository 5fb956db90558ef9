"""Syntactic tests on conditions, without a solver: the conditions of a rule, and pairs of conditions that exclude each other."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple, TypeAlias, assert_never

from rulewright.base.keywords import Comparison
from rulewright.base.numerals import plain_number
from rulewright.syntax import nodes
from rulewright.syntax.nodes import GuardForm, guard_condition


def conditions_of(rule: nodes.Rule) -> list[nodes.Expr]:
    """Return the conditions that must all hold for the rule to apply; a block of `any of` counts as one disjunction."""
    conditions: list[nodes.Expr] = []
    for guard in rule.guards:
        required = [item.condition for item in guard.items] if guard.form is GuardForm.ALL else [guard_condition(guard)]
        if guard.unless:
            conditions.append(nodes.Not(required[0] if len(required) == 1 else nodes.And(tuple(required))))
        else:
            conditions.extend(required)
    return conditions


def guard_key(rule: nodes.Rule) -> tuple[object, ...]:
    """Return a key that is equal for two rules under the same condition; labels and tags do not count."""
    return tuple((guard.unless, guard.form, guard.count, tuple(item.condition for item in guard.items)) for guard in rule.guards)


def split_conjuncts(conditions: Iterable[nodes.Expr]) -> Iterator[nodes.Expr]:
    """Yield the operands of nested `and` expressions; any other condition is yielded as it is."""
    for condition in conditions:
        if isinstance(condition, nodes.And):
            yield from split_conjuncts(condition.parts)
        else:
            yield condition


def are_contradictory(conditions: Iterable[nodes.Expr], values: Container[str]) -> bool:
    """Return True if two of the conditions exclude each other; see `find_clash`."""
    return find_clash(conditions, values) is not None


def find_clash(conditions: Iterable[nodes.Expr], values: Container[str]) -> tuple[nodes.Expr, nodes.Expr] | None:
    """Return the first two conjuncts that exclude each other under all facts, or None.

    Only conditions on the same expression are compared: `x` and `not x`, `x is a` and `x is b`, `x is a` and `x is not a`,
    `x in {a, b}` and `x is c`, `x is at least 5` and `x is at most 3`. `values` are the names of values of enums: `weather is wanted` may
    hold together with `weather is mud` if `wanted` is a fact.
    """
    parts = list(split_conjuncts(conditions))
    if len(parts) < 2:
        return None
    limits_by_thing: dict[ThingKey, list[tuple[Limit, nodes.Expr]]] = {}
    for part in parts:
        limited = _limit_of(part, values)
        if limited is None:
            continue
        thing, limit = limited
        for earlier, earlier_condition in limits_by_thing.setdefault(thing, []):
            if _are_disjoint(earlier, limit):
                return earlier_condition, part
        limits_by_thing[thing].append((limit, part))
    return None


ThingKey: TypeAlias = tuple[object, ...]
LiteralValue: TypeAlias = str | int | Fraction | bool | None


class Limit(NamedTuple):
    """The values that a condition permits: only `allowed`, none of `excluded`, numbers from `low` to `high` (`open_*`: exclusive)."""

    allowed: frozenset[LiteralValue] | None = None
    excluded: frozenset[LiteralValue] = frozenset()
    low: int | Fraction | None = None
    high: int | Fraction | None = None
    open_low: bool = False
    open_high: bool = False


YES, NO = Limit(allowed=frozenset((True,))), Limit(allowed=frozenset((False,)))


def _limit_of(condition: nodes.Expr, values: Container[str]) -> tuple[ThingKey, Limit] | None:
    """Return the expression that a simple condition restricts, as a key, with the limit; None for any other condition."""
    match condition:
        case nodes.Call() | nodes.Field():
            return _limit_on_thing(condition, values, YES)
        case nodes.Not(of=nodes.Call() | nodes.Field() as inner):
            return _limit_on_thing(inner, values, NO)
        case nodes.Compare(left=left, right=right):
            return _limit_on_thing(left, values, _limit_of_comparison(condition.comparison, _literal_value(right, values)))
        case nodes.Not(of=nodes.Compare(comparison=Comparison.IS, left=left, right=right)):
            return _limit_on_thing(left, values, _limit_of_comparison(Comparison.IS_NOT, _literal_value(right, values)))
        case nodes.In(of=subject, members=members, braces=True):
            values_of = [_literal_value(member.low, values) if member.high is None else UNKNOWN for member in members]
            literals = frozenset(value for value in values_of if not isinstance(value, _Unknown))
            if len(literals) < len(set(values_of)):
                return None
            return _limit_on_thing(subject, values, Limit(excluded=literals) if condition.negated else Limit(allowed=literals))
        case _:  # open: compound conditions are not examined
            return None


class _Unknown:
    """A value that depends on the facts."""


UNKNOWN = _Unknown()


def _limit_on_thing(thing: nodes.Expr, values: Container[str], limit: Limit | None) -> tuple[ThingKey, Limit] | None:
    key = _thing_key(thing, values) if limit is not None else None
    return None if key is None or limit is None else (key, limit)


def _limit_of_comparison(comparison: Comparison, value: LiteralValue | _Unknown) -> Limit | None:
    if isinstance(value, _Unknown):
        return None
    number = value if isinstance(value, int | Fraction) and not isinstance(value, bool) else None
    match comparison:
        case Comparison.IS:
            return Limit(allowed=frozenset((value,)))
        case Comparison.IS_NOT:
            return Limit(excluded=frozenset((value,)))
        case Comparison.AT_LEAST | Comparison.MORE:
            return None if number is None else Limit(low=number, open_low=comparison is Comparison.MORE)
        case Comparison.AT_MOST | Comparison.LESS:
            return None if number is None else Limit(high=number, open_high=comparison is Comparison.LESS)
        case _:
            assert_never(comparison)


def _literal_value(expr: nodes.Expr, values: Container[str]) -> LiteralValue | _Unknown:
    """Return the value of a literal or enum value, where different spellings are different values; units are the resolver's matter."""
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
        case _:  # open: anything else depends on the facts
            return UNKNOWN


def _thing_key(thing: nodes.Expr, values: Container[str]) -> ThingKey | None:
    """Return a key that is equal for two mentions of one thing; None for anything but names, fields and calls of these."""
    if isinstance(thing, nodes.Field):
        base = _thing_key(thing.of, values)
        return None if base is None else (".", base, thing.name)
    if not isinstance(thing, nodes.Call) or thing.name in values:
        return None
    args = [_thing_key(arg, values) or _literal_value(arg, values) for arg in thing.args]
    return None if any(isinstance(arg, _Unknown) for arg in args) else (thing.name, *args)


def _are_disjoint(first: Limit, second: Limit) -> bool:
    """Return True if no value satisfies both limits."""
    for narrower, wider in ((first, second), (second, first)):
        if narrower.allowed is not None and all(not _is_allowed(value, wider) for value in narrower.allowed):
            return True
    low, high = (first, second) if first.low is not None else (second, first)
    if low.low is None or high.high is None:
        return False
    return low.low >= high.high if low.open_low or high.open_high else low.low > high.high


def _is_allowed(value: LiteralValue, limit: Limit) -> bool:
    if (limit.allowed is not None and value not in limit.allowed) or value in limit.excluded:
        return False
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return True
    below = limit.low is not None and (value < limit.low or (limit.open_low and value == limit.low))
    above = limit.high is not None and (value > limit.high or (limit.open_high and value == limit.high))
    return not below and not above
