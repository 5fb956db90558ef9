"""Facts and questions of a book's examples, with the facts of the backgrounds they rest on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulewright.base.source import Location, Place
from rulewright.rulebook.backgrounds import Backgrounds
from rulewright.semantics.advice import advice_name
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants


@dataclass(frozen=True, slots=True)
class GivenFact:
    """A given fact with its location, in the example or in a background."""

    node: nodes.Expr
    location: Location
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class TestedExample:
    """An example of a case: the names in its expectations, and its given facts."""

    number: str
    example: nodes.Example
    asked_names: frozenset[str]
    given_facts: tuple[GivenFact, ...]


def collect_tested_examples(
    examples: Iterable[tuple[str, nodes.Example, nodes.Placed]], backgrounds: Backgrounds
) -> Iterator[TestedExample]:
    """Yield the examples, in the order of the book."""
    of_background: dict[int, tuple[GivenFact, ...]] = {}
    for number, example, clause in examples:
        facts = list(_given_facts(example.given, clause.place))
        for level in backgrounds.levels_of_example(example, clause.block, clause.place):
            for background in level:
                if id(background.node) not in of_background:
                    of_background[id(background.node)] = tuple(_given_facts(background.node.given, background.place))
                facts += of_background[id(background.node)]
        asked_names = frozenset[str]().union(*(names_in(expectation.about) for expectation in example.then))
        yield TestedExample(number, example, asked_names, tuple(facts))


def _given_facts(facts: tuple[nodes.Expr, ...], place: Place) -> Iterator[GivenFact]:
    for fact in facts:
        yield GivenFact(fact, place.location_of(fact.span), names_in(fact))


def names_in(node: nodes.Node) -> frozenset[str]:
    """Return the names of the calls and fields in an expression, and of the advice that it asks for."""
    parts = tuple(descendants(node))
    advice = (advice_name(part.call.name) for part in parts if isinstance(part, nodes.Advised))
    return frozenset((*(part.name for part in parts if isinstance(part, nodes.Call | nodes.Field)), *advice))
