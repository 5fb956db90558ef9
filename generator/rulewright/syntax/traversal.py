"""Generic traversal of the syntax tree: the child nodes of a node of any kind, and all nodes below one, with or without tags."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields
from enum import EnumType
from operator import attrgetter
from typing import Any, cast

from rulewright.base import keywords
from rulewright.syntax import nodes

PLAIN = {
    "str",
    "int",
    "bool",
    "Fraction",
    "Span",
    "int | None",
    "str | None",
    "bool | None",
    "Date",
    "tuple[str, ...]",
    "tuple[str, ...] | None",
}
PLAIN |= {"int | Fraction", "int | Fraction | None"}
PLAIN |= {"tuple[str, str] | None", "tuple[int, int] | None", "tuple[tuple[str, str], ...]"}


def children(node: nodes.Node) -> list[nodes.Node]:
    """Return the child nodes of a node, without its tags."""
    child_nodes: list[nodes.Node] = []
    for part in (_GETTERS.get(node.__class__) or _cached_getter(node.__class__))(node):
        if part.__class__ is tuple:
            child_nodes.extend(part)
        elif part is not None:
            child_nodes.append(part)
    return child_nodes


def descendants(top: nodes.Node) -> Iterator[nodes.Node]:
    """Yield a node and all nodes below it, without tags."""
    pending = [top]
    while pending:
        node = pending.pop()
        yield node
        for part in (_GETTERS.get(node.__class__) or _cached_getter(node.__class__))(node):  # as in `children`, without a list per node
            if part.__class__ is tuple:
                pending.extend(part)
            elif part is not None:
                pending.append(part)


_FIELDS: dict[type, tuple[str, ...]] = {}
"""Field names by class of node, the last first; filled on demand."""


def walk_nodes(top: object) -> Iterator[nodes.Node]:
    """Yield a node and all nodes below it, tags among them, in the order of writing; a tuple stands for its members."""
    pending = [top]
    while pending:
        current = pending.pop()
        if isinstance(current, tuple):
            pending.extend(reversed(current))
        elif isinstance(current, nodes.Node):
            yield current
            names = _FIELDS.get(type(current))
            if names is None:
                names = _FIELDS[type(current)] = tuple(name for name in reversed(type(current).__dataclass_fields__) if name != "span")
            pending.extend([value for name in names if type(value := getattr(current, name)) is not str and value])


_GETTERS: dict[type, Callable[[nodes.Node], tuple[Any, ...]]] = {}


def _cached_getter(kind: type[nodes.Node]) -> Callable[[nodes.Node], tuple[Any, ...]]:
    """Create and cache the getter of a kind of node."""
    getter = _GETTERS[kind] = _make_getter(kind)
    return getter


def _make_getter(kind: type[nodes.Node]) -> Callable[[nodes.Node], tuple[Any, ...]]:
    """Return a function that reads the fields of a kind of node that hold nodes; of the pairs in `Setup.fields` it takes the values."""
    if kind is nodes.Setup:
        return lambda node: tuple(value for _, value in cast(nodes.Setup, node).fields)
    names = [f.name for f in fields(kind) if f.name != "tags" and str(f.type) not in PLAIN and not _is_enumeration(f.type)]
    if not names:
        return lambda node: ()
    if len(names) == 1:
        single = attrgetter(names[0])
        return lambda node: (single(node),)
    return cast("Callable[[nodes.Node], tuple[Any, ...]]", attrgetter(*names))


def _is_enumeration(annotation: object) -> bool:
    """Return True for an annotation such as `Verb | ShortVerb` or `Rounding | None`: enumerations, which are no nodes."""
    names = [name for name in str(annotation).split(" | ") if name != "None"]
    return all(isinstance(getattr(keywords, name, getattr(nodes, name, None)), EnumType) for name in names)
