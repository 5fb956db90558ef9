"""Things that only a path in the givens of an example names: `a.round.event is bf5` is about the round of a, whichever that is.

Where neither the example nor its backgrounds say which round it is, it becomes a thing of the example, as if `a.round is a_round`
had been given.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeAlias

from rulewright.base.keywords import Comparison
from rulewright.base.source import Place
from rulewright.semantics import terms, types
from rulewright.semantics.expressions import ExpressionElaborator
from rulewright.semantics.faults import Faults, Unresolved
from rulewright.semantics.given_parts import given_parts
from rulewright.semantics.model import Fix
from rulewright.semantics.symbols import Vocabulary
from rulewright.semantics.terms import Plain, Term
from rulewright.semantics.types import Type
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

Key: TypeAlias = tuple[str, tuple[Plain, ...]]


def name_linked_things(
    reader: ExpressionElaborator, layers: tuple[tuple[Place, tuple[nodes.Expr, ...]], ...], things: dict[str, Type]
) -> tuple[tuple[Fix, ...], Mapping[Key, Plain]]:
    """Add the things at the ends of open links to `things`, which the reader shares.

    Return these links as givens, and the values of all links that are given in any layer, in the nearest one if in several. The farthest
    layer is the first.
    """
    if not any(_has_path(expression) for _, expressions in layers for expression in expressions):
        return (), {}
    given_terms = tuple(term for place, expressions in layers for term in _read_quietly(reader, place, expressions))
    naming = _LinkNaming(reader.vocabulary, things, dict(_given_links(given_terms)))
    for term in given_terms:
        for part in terms.walk(term):
            if isinstance(part, terms.FactOf):
                for arg in part.args:
                    naming.value_of(arg)
    return tuple(naming.links), naming.values


def _has_path(expression: nodes.Expr) -> bool:
    return any(isinstance(node, nodes.Field) and isinstance(node.of, nodes.Field) for node in (expression, *descendants(expression)))


def _read_quietly(reader: ExpressionElaborator, place: Place, expressions: tuple[nodes.Expr, ...]) -> Iterator[Term]:
    """Yield the givens that can be read; what is wrong with the others is reported when they are read for good."""
    faults = Faults(reader.context.faults.book, reader.context.faults.edition)
    quiet_reader = replace(reader, context=replace(reader.context, faults=faults, place=place)).as_observed()
    for expression in expressions:
        for part in given_parts(reader.vocabulary, reader.things or {}, expression):
            try:
                yield quiet_reader.read_condition(part)
            except Unresolved:
                continue


def _given_links(given_terms: Iterable[Term]) -> Iterator[tuple[Key, Plain]]:
    for term in given_terms:
        if isinstance(term, terms.Compare) and term.op is Comparison.IS:
            for link, value in ((term.left, term.right), (term.right, term.left)):
                if isinstance(link, terms.FactOf) and isinstance(value, terms.Const):
                    yield (link.fact, tuple(arg.value for arg in link.args if isinstance(arg, terms.Const))), value.value


class _LinkNaming:
    def __init__(self, vocabulary: Vocabulary, things: dict[str, Type], values: dict[Key, Plain]) -> None:
        self.vocabulary, self.things, self.values = vocabulary, things, values
        self.links: list[Fix] = []

    def value_of(self, term: Term) -> Term:
        """Return the thing that a link leads to, which gets a name if nothing says which it is; any other term as it is."""
        if not isinstance(term, terms.FactOf):
            return term
        kind = self.vocabulary.facts[term.fact].type
        owner, _, field = term.fact.rpartition(".")
        args = tuple(arg.value for arg in map(self.value_of, term.args) if isinstance(arg, terms.Const))
        if not owner or not isinstance(kind, types.Thing) or len(args) < len(term.args):
            return term
        if (term.fact, args) not in self.values:
            name = self._free_name(f"{args[0]}_{field}")
            self.things[name] = types.Thing(kind.record)
            self.values[term.fact, args] = name
            self.links.append(Fix(term.fact, args, name))
        return terms.Const(self.values[term.fact, args])

    def _free_name(self, name: str) -> str:
        """Return the name, with underscores behind it where the example or the book has it already."""
        while name in self.things or name in self.vocabulary.facts or name in self.vocabulary.questions:
            name += "_"
        return name
