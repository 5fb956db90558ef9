"""Names that declarations had before (`formerly`): what questions, facts and links of old are asked by today.

A former name stands for one present name in the whole book, so a word of an old question can be replaced wherever it occurs in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rulewright.base.diagnostics import Diagnostic, Label
from rulewright.base.source import Location
from rulewright.rulebook import faults
from rulewright.syntax import nodes
from rulewright.syntax.traversal import walk_nodes


class NamedDeclaration(NamedTuple):
    """A name that questions and facts may use, the names before it, and where it is declared."""

    name: str
    former_names: tuple[str, ...]
    location: Location


def named_declarations(blocks: Sequence[nodes.Placed]) -> Iterator[NamedDeclaration]:
    """Yield the facts, fields, questions, tables, kinds of things, values of enums, options and groups of a book."""
    for placed_block in blocks:
        for node in walk_nodes(placed_block.block):
            match node:
                case (
                    nodes.Fact() | nodes.FieldDecl() | nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Table()
                    | nodes.Record() | nodes.EnumValue() | nodes.Option()
                ):  # fmt: skip
                    yield NamedDeclaration(node.name, node.formerly, placed_block.place.location_of(node.span))
                case nodes.Enum() | nodes.Scale() | nodes.Group() | nodes.Class() | nodes.Map():
                    yield NamedDeclaration(node.name, (), placed_block.place.location_of(node.span))
                case _:  # open: declares no name that is asked with
                    pass


def former_names(blocks: Sequence[nodes.Placed]) -> dict[str, str]:
    """Return each former name with the present one."""
    return {former: declared.name for declared in named_declarations(blocks) for former in declared.former_names}


def find_former_name_faults(blocks: Sequence[nodes.Placed]) -> Iterator[Diagnostic]:
    """Yield a fault for each former name that is in use today, or that two declarations give."""
    declared = list(named_declarations(blocks))
    present_names = {entry.name: entry.location for entry in declared}
    first_giver: dict[str, tuple[str, Location]] = {}
    for entry in declared:
        for former in entry.former_names:
            if former in present_names:
                message = f"`{former}` is a former name of `{entry.name}` and the name of something else today"
                yield _report(message, entry.location, Label(present_names[former], f"has the name `{former}` today"))
            elif former in first_giver and first_giver[former][0] != entry.name:
                other, location = first_giver[former]
                message = f"`{former}` is a former name of both `{other}` and `{entry.name}`"
                yield _report(message, entry.location, Label(location, "first given here"))
            else:
                first_giver[former] = (entry.name, entry.location)


def _report(message: str, location: Location, other: Label) -> Diagnostic:
    help = "a former name stands for one present name in the whole book: take it out of one of the two lines"
    return faults.error("RW135", "former-name-in-use", message, (Label(location, "former name here"), other), help)
