"""What each example of a book gives, with the backgrounds behind it, and what it asks for."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.base.source import Location, Place
from rulewright.rulebook.backgrounds import Backgrounds
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants


@dataclass(frozen=True, slots=True)
class Given:
    """One thing that is given, and where that is written: in the example or in a background."""

    node: nodes.Expr
    location: Location
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class Tried:
    """An example of a case: the names in what it asks for, and what it gives."""

    number: str
    example: nodes.Example
    asked: frozenset[str]
    given: tuple[Given, ...]


def tried(examples: Iterable[tuple[str, nodes.Example, nodes.Placed]], backgrounds: Backgrounds) -> Iterator[Tried]:
    """Every example, in the order of the book."""
    of_background: dict[int, tuple[Given, ...]] = {}
    for number, example, placed in examples:
        given = list(_given(example.given, placed.place))
        for level in backgrounds.behind(example, placed.block, placed.place):
            for one in level:
                if id(one.node) not in of_background:
                    of_background[id(one.node)] = tuple(_given(one.node.given, one.place))
                given += of_background[id(one.node)]
        asked = frozenset[str]().union(*(names_in(then.about) for then in example.then))
        yield Tried(number, example, asked, tuple(given))


def _given(facts: tuple[nodes.Expr, ...], place: Place) -> Iterator[Given]:
    for fact in facts:
        yield Given(fact, place.at(fact.span), names_in(fact))


def names_in(node: nodes.Node) -> frozenset[str]:
    """The names of all that is called or read in an expression."""
    return frozenset(part.name for part in descendants(node) if isinstance(part, nodes.Call | nodes.Field))
