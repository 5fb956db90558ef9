"""Which block, which statement and which node of the syntax tree is at a place."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.source import Location, Place
from rulewright.interfaces.lsp.draft import Draft
from rulewright.syntax import nodes
from rulewright.syntax.traversal import children, descendants


def end_of(node: nodes.Node) -> int:
    """The last line, in its block, of a node with all below it."""
    return max(one.span.end_line for one in descendants(node))


def block_at(draft: Draft, path: str, line: int) -> nodes.Placed | None:
    """The block of a file in which a line is."""
    before = [one for one in draft.blocks if one.place.path == path and one.place.first_line <= line]
    return before[-1] if before else None


def whole(node: nodes.Node, place: Place) -> Location:
    """Where a node is, with all below it."""
    last = max((one.span for one in descendants(node)), key=lambda span: (span.end_line, span.end_column))
    first = place.at(node.span)
    return Location(first.path, first.line, first.column, place.first_line - 1 + last.end_line, last.end_column)


def around(placed: nodes.Placed, line: int) -> Iterator[nodes.Node]:
    """The nodes of a block, from the block inwards, in whose lines a line is."""
    node: nodes.Node | None = placed.block
    inside = line - placed.place.first_line + 1
    while node is not None:
        yield node
        node = next((one for one in children(node) if one.span.line <= inside <= end_of(one)), None)


def clause_number(block: nodes.Node) -> str | None:
    """The number by which a block is shown: of a case, scenario, ruling or reading; of an amendment the case that it is on."""
    match block:
        case nodes.Case() | nodes.Ruling() | nodes.Scenario():
            return block.number
        case nodes.Reading():
            return block.name
        case nodes.Amendment():
            return block.targets[0].number if block.targets else None
        case _:  # open: other blocks are no clause
            return None
