"""Givens of an example, taken apart: what is said of every thing of a kind is a given for each of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from typing import Any

from rulewright.semantics import types
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.types import Type
from rulewright.syntax import nodes


def given_parts(vocabulary: Vocabulary, things: Mapping[str, Type], node: nodes.Expr) -> Iterator[nodes.Expr]:
    """Yield the single givens of an expression: those joined by `and`, and one for each thing of a kind that it is said of.

    `no unit u with disordered(u)` is `not disordered(a), not disordered(b)` in a world of the units a and b.
    """
    match node:
        case nodes.And():
            for part in node.parts:
                yield from given_parts(vocabulary, things, part)
        case nodes.Quantified():
            binder, condition = node.binder, _condition_on_each(node)
            record = vocabulary.record_named(binder.type_name) if binder.type_name is not None and binder.among is None else None
            if condition is None or record is None:
                yield node
                return
            for name, kind in things.items():
                if isinstance(kind, types.Thing) and kind.record == record:
                    yield from given_parts(vocabulary, things, _with_thing(condition, binder.variable, name))
        case _:  # open: any other expression is one given
            yield node


def _condition_on_each(node: nodes.Quantified) -> nodes.Expr | None:
    """Return what a condition says of each member, None if it says something of some of them only."""
    condition = node.binder.with_
    if node.quantifier is nodes.Quantifier.EVERY and condition is None:
        return node.body
    if node.quantifier is nodes.Quantifier.NO and condition is not None:
        return nodes.Not(condition, span=condition.span)
    return None


def _with_thing(value: Any, variable: str, thing: str) -> Any:
    """Return an expression with the name of a thing in place of a variable."""
    match value:
        case nodes.Call(name=name, args=()) if name == variable:
            return replace(value, name=thing)
        case tuple():
            return tuple(_with_thing(part, variable, thing) for part in value)
        case nodes.Node():
            parts = {part.name: _with_thing(getattr(value, part.name), variable, thing) for part in fields(value) if part.name != "span"}
            return replace(value, **parts)
        case _:  # open: names, numbers and words stay
            return value
