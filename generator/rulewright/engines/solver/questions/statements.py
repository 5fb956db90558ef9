"""Statements of precedence on the rules of one question: where they defeat them, have an effect at all, and run in a circle."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from rulewright.base.cycles import is_acyclic
from rulewright.base.keywords import Verb
from rulewright.core.model import PrecedenceKind
from rulewright.engines.solver.formula.symbolic import Truth
from rulewright.engines.solver.questions.question import EncodedRule, QuestionFormulas, Region, Stage
from rulewright.semantics.model import Override, SetAside

Statement: TypeAlias = Override | SetAside


def find_defeats(question: QuestionFormulas, live: EncodedRule) -> Iterator[tuple[str, Statement | None, Region]]:
    """Yield (provision, statement, region) for each defeat of a rule; the statement is None if none is written.

    A `need not` defeats only the requirement of another rule.
    """
    stage = question.stages[live.rule.stage]
    for edge in stage.attack_edges:
        winner = stage.rules[edge.winner].rule
        if edge.target == live.index and (winner.verb is not Verb.NEED_NOT or live.rule.verb is Verb.NEED_NOT):
            yield winner.id, edge.statement, question.both(stage.statuses[edge.winner].yes, edge.condition.yes)
    for setter in question.encoded.suspensions:
        if live.core.number in setter.targets:
            yield setter.statement.id, setter.statement, setter.active.yes


def find_effects(question: QuestionFormulas) -> Iterator[tuple[Statement, Region]]:
    """Yield each statement that is about a rule of the question, with a region where both sides apply, or may, and it is in force.

    The first of the two rules need not stand: where another goes before it, the statement is still a link of the chain to the second, and
    it is what settles the two.
    """
    for stage in question.stages:
        for edge in stage.attack_edges:
            if edge.statement is not None:
                winner, target = stage.rules[edge.winner], stage.rules[edge.target]
                both_apply = question.both(question.without(winner.condition.no), question.without(target.condition.no))
                yield edge.statement, question.both(both_apply, question.without(edge.condition.no))
    for setter in question.encoded.suspensions:
        for live in question.rules:
            if live.core.number in setter.targets:
                yield setter.statement, question.both(question.without(setter.active.no), question.without(live.condition.no))


def reachable_cycles(question: QuestionFormulas) -> Iterator[tuple[list[EncodedRule], list[Statement], Region]]:
    """Yield the rules and the statements of each cycle of precedence, with the region where it is reached."""
    for stage in question.stages:
        for group in _find_cycles(stage):
            edges = [edge for edge in stage.attack_edges if edge.winner in group and edge.target in group]
            statements: list[Statement] = [edge.statement for edge in edges if edge.statement is not None]
            yield [stage.rules[place] for place in group], statements, _cycle_region(question, stage, group)


def _find_cycles(stage: Stage) -> list[list[int]]:
    """Return the groups of rules of a stage, by place, that attack one another."""
    pairs = [(edge.winner, edge.target) for edge in stage.attack_edges if edge.kind is not PrecedenceKind.BEST]
    if is_acyclic(pairs):  # as nearly always: to import networkx takes as long as to decide a small book
        return []
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph(pairs)
    return sorted(sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1)


def _cycle_region(question: QuestionFormulas, stage: Stage, group: list[int]) -> Region:
    """Return the region where all conditions of a cycle are certain, all attackers from outside are settled, and a rule on it is not."""

    def certain_region(truth: Truth) -> Region:
        return question.either(truth.yes, truth.no)

    settled_regions = [question.either(status.yes, status.no) for status in stage.statuses]
    parts = [certain_region(stage.rules[place].effective_condition) for place in group]
    for edge in stage.attack_edges:
        if edge.target in group:
            parts.append(certain_region(edge.condition))
            if edge.winner not in group:
                parts.append(settled_regions[edge.winner])
    return question.both(*parts, question.either(*[question.without(settled_regions[place]) for place in group]))
