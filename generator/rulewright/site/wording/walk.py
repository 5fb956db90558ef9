"""Traversal of the syntax tree; the fields that can hold nodes are looked up once for each class."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.syntax import nodes

_FIELDS: dict[type, tuple[str, ...]] = {}


def walk_nodes(node: object) -> Iterator[nodes.Node]:
    """The node and every node in it, in the order in which they are written; a tuple stands for its members."""
    stack = [node]
    while stack:
        current = stack.pop()
        if isinstance(current, tuple):
            stack.extend(reversed(current))
        elif isinstance(current, nodes.Node):
            yield current
            names = _FIELDS.get(type(current))
            if names is None:
                names = _FIELDS[type(current)] = tuple(name for name in reversed(type(current).__dataclass_fields__) if name != "span")
            stack.extend([value for name in names if type(value := getattr(current, name)) is not str and value])
