"""What can be seen of conditions without deciding them: which must hold together, and which two plainly cannot."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from rulewright.language import nodes
from rulewright.language.nodes import Comparison, GuardForm


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
    """Two conjuncts that exclude each other: `x` and `not x`, `x is a` and `x is b`, `x is a` and `x is not a`, `x in {a}` and `x is b`.

    `values` are the names of values of enums: `weather is wanted` may hold beside `weather is mud` if `wanted` is a fact.
    """
    parts = list(conjuncts(conditions))
    if len(parts) < 2:
        return None
    seen: dict[nodes.Expr, nodes.Expr] = {}
    chosen: dict[nodes.Expr, tuple[frozenset[nodes.Expr], nodes.Expr]] = {}
    for part in parts:
        opposite: nodes.Expr = part.of if isinstance(part, nodes.Not) else nodes.Not(part)
        if opposite in seen:
            return seen[opposite], part
        seen[part] = part
        choice = _choice(part, values)
        if choice is None:
            continue
        what, chosen_here = choice
        if what in chosen and not chosen[what][0] & chosen_here:
            return chosen[what][1], part
        if what not in chosen or len(chosen_here) < len(chosen[what][0]):
            chosen[what] = (chosen_here, part)
    return _denied(parts, chosen)


def _choice(condition: nodes.Expr, values: Container[str]) -> tuple[nodes.Expr, frozenset[nodes.Expr]] | None:
    """`x is a` and `x in {a, b}` as x and the values left to it."""
    match condition:
        case nodes.Compare(comparison=Comparison.IS, left=left, right=right) if _is_value(right, values):
            return left, frozenset((right,))
        case nodes.In(of=of, members=members, braces=True, negated=False) if all(
            m.high is None and _is_value(m.low, values) for m in members
        ):
            return of, frozenset(m.low for m in members)
        case _:
            return None


def _is_value(expr: nodes.Expr, values: Container[str]) -> bool:
    """Something whose difference in spelling is a difference in fact: a number, a quoted value, a value of an enum, yes or no."""
    return isinstance(expr, nodes.Number | nodes.Quoted | nodes.Truth | nodes.Nothing) or (
        isinstance(expr, nodes.Call) and not expr.args and expr.name in values
    )


def _denied(
    parts: list[nodes.Expr], chosen: dict[nodes.Expr, tuple[frozenset[nodes.Expr], nodes.Expr]]
) -> tuple[nodes.Expr, nodes.Expr] | None:
    """`x is a` beside `x is not a`."""
    for part in parts:
        match part:
            case nodes.Compare(comparison=Comparison.IS_NOT, left=left, right=right) if left in chosen and chosen[left][0] == {right}:
                return chosen[left][1], part
            case nodes.Not(of=nodes.Compare(comparison=Comparison.IS, left=left, right=right)) if left in chosen and chosen[left][0] == {
                right
            }:
                return chosen[left][1], part
            case _:
                continue
    return None
