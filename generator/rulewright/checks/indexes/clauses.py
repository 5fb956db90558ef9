"""Clauses as checks see them: their lines, the cases that they are about, and the tags that they carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from rulewright.base.source import Place
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class TagUse:
    """A tag, the node at whose line end it stands, its file, whether that is part of an example, and the clause or declaration.

    `choice` is the choice of a reading in which it stands: choices share tags.
    """

    tag: nodes.Tag
    owner: nodes.Node
    place: Place
    in_example: bool
    clause: nodes.Block
    choice: str | None


def clause_numbers(block: nodes.Block) -> tuple[str, ...]:
    """The numbers (of a reading: its name) that a clause speaks of: its own, or of an amendment those of its targets."""
    if not isinstance(block, nodes.ClauseBlock):
        return ()
    match block:
        case nodes.Case() | nodes.Ruling() | nodes.Scenario():
            return (block.number,)
        case nodes.Amendment():
            return tuple(ref.number for ref in block.targets)
        case nodes.Reading():
            return (block.name,)
        case _:
            assert_never(block)


def body(block: nodes.Block) -> tuple[nodes.BodyLine, ...]:
    """The lines of a clause; none for a declaration."""
    return block.body if isinstance(block, nodes.ClauseBlock) else ()
