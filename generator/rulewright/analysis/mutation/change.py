"""A change of one node: what was written, and what would be instead."""

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
    """What would be written: the words that differ, and the whole node with them; None where the whole of it is lost."""

    now: str
    node: nodes.Node | None


@record
class Change:
    """One slip in one node. `forms` are tried in turn: the first that the book can be read with is the slip."""

    kind: SlipKind
    was: str
    forms: tuple[Form, ...]

    def within(self, whole: Callable[[nodes.Node | None], nodes.Node | None]) -> Change:
        """The same change of a larger node, `whole` being that node with a changed part."""
        return Change(self.kind, self.was, tuple(Form(form.now, whole(form.node)) for form in self.forms))


def having(node: N, name: str, value: object) -> N:
    """A node with another value in one of its fields."""
    return replace(node, **{name: value})  # type: ignore[arg-type]  # a changed part is of the kind of the part


def lost(kind: SlipKind, was: str, node: nodes.Node | None) -> Change:
    """Something written is not there."""
    return Change(kind, was, (Form("", node),))


def each_within(
    several: tuple[nodes.Node, ...],
    changes: Callable[[nodes.Node], Iterator[Change]],
    whole: Callable[[tuple[nodes.Node, ...]], nodes.Node],
) -> Iterator[Change]:
    """The changes of each of several nodes, within what holds them all."""
    for place, one in enumerate(several):
        for change in changes(one):
            yield change.within(_put(several, place, whole))


def _put(
    several: tuple[nodes.Node, ...], place: int, whole: Callable[[tuple[nodes.Node, ...]], nodes.Node]
) -> Callable[[nodes.Node | None], nodes.Node]:
    def put(changed: nodes.Node | None) -> nodes.Node:
        there = () if changed is None else (changed,)
        return whole((*several[:place], *there, *several[place + 1 :]))

    return put
