"""Access to clauses: their lines, the cases that they are about, and their tags."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from typing import assert_never

from rulewright.base.source import Place
from rulewright.syntax import nodes


@dataclass(frozen=True, slots=True)
class TagUse:
    """A tag, the node whose line it ends, its file, a flag for examples, and the clause or declaration that contains it.

    `choice` is the enclosing choice of a reading, if any: choices share tags.
    """

    tag: nodes.Tag
    owner: nodes.Node
    place: Place
    in_example: bool
    clause: nodes.Block
    choice: str | None


def clause_numbers(block: nodes.Block) -> tuple[str, ...]:
    """Return the number of a clause (of a reading: its name; of an amendment: the numbers of its targets)."""
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


def case_of_address(address: str, case_numbers: Container[str]) -> str:
    """Return the case that contains the part with this address: `9.13` for `9.13.leaving`; the address itself if none does."""
    prefix = address
    while prefix and prefix not in case_numbers:
        prefix = prefix.rpartition(".")[0]
    return prefix or address


def body_lines(block: nodes.Block) -> tuple[nodes.BodyLine, ...]:
    """Return the lines of a clause; none for a declaration."""
    return block.body if isinstance(block, nodes.ClauseBlock) else ()
