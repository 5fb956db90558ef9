"""Look-up of the block, the statement and the node of the syntax tree at a position."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.base.source import Location, Place
from rulewright.interfaces.lsp.draft import Draft
from rulewright.syntax import nodes
from rulewright.syntax.traversal import children, descendants


def end_of(node: nodes.Node) -> int:
    """Return the last line, in its block, of a node with all below it."""
    return max(descendant.span.end_line for descendant in descendants(node))


def block_at(draft: Draft, path: str, line: int) -> nodes.Placed | None:
    """Return the block of a file that contains a line."""
    blocks = [placed_block for placed_block in draft.blocks if placed_block.place.path == path and placed_block.place.first_line <= line]
    return blocks[-1] if blocks else None


def full_location(node: nodes.Node, place: Place) -> Location:
    """Return the location of a node with all below it."""
    last = max((descendant.span for descendant in descendants(node)), key=lambda span: (span.end_line, span.end_column))
    first = place.location_of(node.span)
    return Location(first.path, first.line, first.column, place.first_line - 1 + last.end_line, last.end_column)


def enclosing_nodes(placed_block: nodes.Placed, line: int) -> Iterator[nodes.Node]:
    """Yield the nodes of a block that contain a line, from the block inwards."""
    node: nodes.Node | None = placed_block.block
    block_line = line - placed_block.place.first_line + 1
    while node is not None:
        yield node
        node = next((child for child in children(node) if child.span.line <= block_line <= end_of(child)), None)


def clause_number(block: nodes.Node) -> str | None:
    """Return the number of a block: of a case, scenario, ruling or reading; of an amendment its target case."""
    match block:
        case nodes.Case() | nodes.Ruling() | nodes.Scenario():
            return block.number
        case nodes.Reading():
            return block.name
        case nodes.Amendment():
            return block.targets[0].number if block.targets else None
        case _:  # open: other blocks are no clause
            return None
