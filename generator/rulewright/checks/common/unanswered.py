"""Declared questions on which no rule speaks, with the cases that read them."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.dependencies.model import EdgeKind, VertexKind, incoming_edges, vertex_at
from rulewright.checks.common.check import CheckInput
from rulewright.rulebook.model import Declared
from rulewright.syntax import nodes


def questions_without_rules(check_input: CheckInput) -> Iterator[tuple[str, Declared, tuple[str, ...]]]:
    """Yield each question that has no rule in any edition, no missing case that bears on it, and is not said to be not held.

    With it come the cases whose rules have no answer where they read it: none if it has an `otherwise`.
    """
    answered = set(check_input.book_index.uses.in_rules.heads)
    for edition_index in check_input.edition_indexes.values():
        answered |= edition_index.rules_by_question.keys()
        for provision in edition_index.provisions:
            if isinstance(provision.node, nodes.NotHeld):
                answered |= {call.name for call in provision.node.bears_on}
    for name, declared in check_input.book_index.questions.items():
        if name not in answered and not (isinstance(declared.node, nodes.Predicate) and declared.node.not_held):
            has_default = isinstance(declared.node, nodes.Value | nodes.Verdict) and declared.node.otherwise is not None
            yield name, declared, () if has_default else _cases_that_read(check_input, name)


def _cases_that_read(check_input: CheckInput, question: str) -> tuple[str, ...]:
    key = f"{VertexKind.QUESTION.value}:{question}"
    graphs = [index.graph for index in check_input.edition_indexes.values() if key in index.graph]
    tails = (vertex_at(graph, edge.tail) for graph in graphs for edge in incoming_edges(graph, key, [EdgeKind.USES]))
    return tuple(dict.fromkeys(tail.case or tail.key.partition(":")[2] for tail in tails))
