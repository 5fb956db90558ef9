"""A change of one node: the words as written, and the replacements."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeVar

from rulewright.analysis.mutation.model import SlipKind
from rulewright.base.records import record
from rulewright.syntax import nodes

N = TypeVar("N", bound=nodes.Node)


@record
class Form:
    """A replacement: the words that differ, and the node with them; None if the node is removed."""

    now: str
    node: nodes.Node | None


@record
class Change:
    """One slip in one node. `forms` are tried in turn: the first with which the book can be read is the slip."""

    kind: SlipKind
    was: str
    forms: tuple[Form, ...]

    def embed_in(self, rebuild: Callable[[nodes.Node | None], nodes.Node | None]) -> Change:
        """Return the change embedded in a larger node; `rebuild` makes that node from the changed part."""
        return Change(self.kind, self.was, tuple(Form(form.now, rebuild(form.node)) for form in self.forms))


def set_field(node: N, name: str, value: object) -> N:
    """Return the node with another value in one field."""
    return replace(node, **{name: value})  # type: ignore[arg-type]  # a changed part is of the kind of the part


def removal(kind: SlipKind, was: str, node: nodes.Node | None) -> Change:
    """Return the change that removes `was`, leaving `node`."""
    return Change(kind, was, (Form("", node),))


def embed_changes(
    siblings: tuple[nodes.Node, ...],
    changes: Callable[[nodes.Node], Iterator[Change]],
    rebuild: Callable[[tuple[nodes.Node, ...]], nodes.Node],
) -> Iterator[Change]:
    """Yield the changes of sibling nodes, each embedded in their parent by `rebuild`."""
    for place, node in enumerate(siblings):
        for change in changes(node):
            yield change.embed_in(_sibling_setter(siblings, place, rebuild))


def _sibling_setter(
    siblings: tuple[nodes.Node, ...], place: int, rebuild: Callable[[tuple[nodes.Node, ...]], nodes.Node]
) -> Callable[[nodes.Node | None], nodes.Node]:
    def set_sibling(changed: nodes.Node | None) -> nodes.Node:
        replacement = () if changed is None else (changed,)
        return rebuild((*siblings[:place], *replacement, *siblings[place + 1 :]))

    return set_sibling
