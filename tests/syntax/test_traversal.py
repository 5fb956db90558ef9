"""The parts of a node are found by its declaration: what holds nodes is walked, and nothing else is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import Any, get_args, get_type_hints

import pytest

from rulewright.base.source import Source
from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_source
from rulewright.syntax.traversal import _make_getter, descendants

KINDS = [kind for name in nodes.__all__ if isinstance(kind := getattr(nodes, name), type) and issubclass(kind, nodes.Node)]


def named(annotation: Any) -> Iterator[Any]:
    """Every class that an annotation names."""
    within = get_args(annotation)
    if not within:
        yield annotation
    for one in within:
        yield from named(one)


class Watched:
    """Says which of its fields are read."""

    def __init__(self) -> None:
        self.read: set[str] = set()

    def __getattr__(self, name: str) -> tuple[()]:
        self.read.add(name)
        return ()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_every_part_that_holds_nodes_is_walked(kind: type[nodes.Node]) -> None:
    hints = get_type_hints(kind)
    hold_nodes = {
        field.name
        for field in fields(kind)
        if field.name != "tags" and any(isinstance(one, type) and issubclass(one, nodes.Node) for one in named(hints[field.name]))
    }
    watched: Any = Watched()
    _make_getter(kind)(watched)
    assert watched.read == hold_nodes


def test_a_date_is_no_node() -> None:
    blocks, found = parse_source(Source("x.case", 'calendar campaign "the calendar"\n  turn 1 is September 1939, by month\n'))
    assert not found
    assert all(isinstance(node, nodes.Node) for one in blocks for node in descendants(one.block))
