"""The parts of any node of the syntax tree, without knowing its kind."""

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
    """The nodes directly below one; its tags are left out."""
    found: list[nodes.Node] = []
    for part in (_GETTERS.get(node.__class__) or _getter(node.__class__))(node):
        if part.__class__ is tuple:
            found.extend(part)
        elif part is not None:
            found.append(part)
    return found


def descendants(top: nodes.Node) -> Iterator[nodes.Node]:
    """A node and everything below it; tags are left out."""
    pending = [top]
    while pending:
        node = pending.pop()
        yield node
        for part in (_GETTERS.get(node.__class__) or _getter(node.__class__))(node):  # as `children`, which would make a list of each
            if part.__class__ is tuple:
                pending.extend(part)
            elif part is not None:
                pending.append(part)


_GETTERS: dict[type, Callable[[nodes.Node], tuple[Any, ...]]] = {}


def _getter(kind: type[nodes.Node]) -> Callable[[nodes.Node], tuple[Any, ...]]:
    """The same of a kind of node that is met for the first time."""
    found = _GETTERS[kind] = _made(kind)
    return found


def _made(kind: type[nodes.Node]) -> Callable[[nodes.Node], tuple[Any, ...]]:
    """How to read all parts of a kind of node that hold nodes; `Setup.fields` holds pairs and is taken apart."""
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
    """`Verb | ShortVerb`, `Rounding | None` and the like: closed lists of words, which are no nodes."""
    names = [name for name in str(annotation).split(" | ") if name != "None"]
    return all(isinstance(getattr(keywords, name, getattr(nodes, name, None)), EnumType) for name in names)
