"""Every node in a node of the syntax tree, quickly: which fields can hold nodes is looked up once for each kind."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.syntax import nodes

_FIELDS: dict[type, tuple[str, ...]] = {}


def walk(node: object) -> Iterator[nodes.Node]:
    """The node and every node in it, in the order in which they are written; a tuple stands for its members."""
    stack = [node]
    while stack:
        one = stack.pop()
        if isinstance(one, tuple):
            stack.extend(reversed(one))
        elif isinstance(one, nodes.Node):
            yield one
            names = _FIELDS.get(type(one))
            if names is None:
                names = _FIELDS[type(one)] = tuple(name for name in reversed(type(one).__dataclass_fields__) if name != "span")
            stack.extend([value for name in names if type(value := getattr(one, name)) is not str and value])
