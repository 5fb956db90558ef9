"""Pairs of rules of one question: where two stand together and disagree, or agree, and where a principle settles them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import TypeAlias

from rulewright.base.keywords import Comparison
from rulewright.core.model import PrecedenceKind
from rulewright.engines.solver.formula.overlaps import overlapping_pairs
from rulewright.engines.solver.formula.space import TRUE
from rulewright.engines.solver.questions.question import NOWHERE, EncodedRule, QuestionFormulas, Region, Stage
from rulewright.semantics.model import Rule

RulePair: TypeAlias = tuple[EncodedRule, EncodedRule]
Meeting: TypeAlias = tuple[EncodedRule, EncodedRule, Region, str]
"""Two rules, the region where they meet, and why it is not decided whether it can hold (empty: it can)."""


def _overlapping_rules(question: QuestionFormulas, stage: Stage, conditions: Iterable[Region]) -> Iterator[RulePair]:
    """Yield the pairs of a stage whose regions share a point, as far as their necessary parts show."""
    boxes = [question.space.bounding_box(condition) for condition in conditions]
    return ((stage.rules[first], stage.rules[second]) for first, second in overlapping_pairs(boxes, question.space))


def standing_pairs(question: QuestionFormulas, stage: Stage) -> Iterator[RulePair]:
    """Yield the pairs of a stage that may stand together."""
    return _overlapping_rules(question, stage, (status.yes for status in stage.statuses))


def find_contradictions(
    question: QuestionFormulas, stage: Stage, is_candidate: Callable[[EncodedRule, EncodedRule], bool]
) -> Iterator[Meeting]:
    """Yield the pairs that can stand together and disagree; a rule is solved with all that it meets at once.

    Pairs that exceed the search budget come last, all at once.
    """
    postponed: list[tuple[RulePair, Region]] = []
    for rule, pairs in groupby(standing_pairs(question, stage), itemgetter(0)):
        clashes: dict[Region, list[tuple[EncodedRule, Region]]] = {}
        for _, rival in pairs:
            if is_candidate(rule, rival):
                clash, stands = disagreement_region(question, rule, rival), question.standing_region(rival, rule)
                region = stands if clash == TRUE else question.both(stands, clash)
                if region != NOWHERE:
                    clashes.setdefault(question.standing_region(rule, rival), []).append((rival, region))
        for stands, rivals in clashes.items():
            answers = question.solver.satisfiable_with(stands, [shared for _, shared in rivals])
            for (rival, shared), possible in zip(rivals, answers, strict=True):
                if possible:
                    yield rule, rival, question.both(stands, shared), ""
                elif possible is None:
                    postponed.append(((rule, rival), question.both(stands, shared)))
    yield from decided_meetings(question, postponed)


def decided_meetings(question: QuestionFormulas, postponed: list[tuple[RulePair, Region]]) -> Iterator[Meeting]:
    """Yield those pairs that can meet, or that stay undecided, of those that exceeded the search budget."""
    answers = question.decided_together({region: None for _, region in postponed})
    for pair, region in postponed:
        answer = answers[region]
        if answer:
            yield *pair, region, answer if isinstance(answer, str) else ""


def disagreement_region(question: QuestionFormulas, rule: EncodedRule, rival: EncodedRule) -> Region:
    """Return the region where two clashing rules have different answers."""
    previous = question.encode_outcome(rule.core.stage - 1) if rule.core.rounds_to != rival.core.rounds_to else None
    return question.encoder.rules.precedence.clash_condition(rule, rival, previous).yes


def agreement_region(question: QuestionFormulas, rule: EncodedRule, rival: EncodedRule) -> Region:
    """Return the region where two rules stand and set the same."""
    same_effect = TRUE
    if rule.effect is not None and rival.effect is not None:
        same_effect = question.algebra.compare_values(Comparison.IS, rule.effect, rival.effect).yes
    return question.both(question.standing_region(rule), question.standing_region(rival), same_effect)


def settling_pairs(
    question: QuestionFormulas, is_candidate: Callable[[Rule, Rule], bool]
) -> Iterator[tuple[Stage, EncodedRule, EncodedRule]]:
    """Yield the pairs of rules whose conditions share a point, as far as their necessary parts show."""
    for stage in question.stages:
        for rule, rival in _overlapping_rules(question, stage, (live.condition.yes for live in stage.rules)):
            if is_candidate(rule.rule, rival.rule):
                yield stage, rule, rival


def ways_to_settle(question: QuestionFormulas, stage: Stage, rule: EncodedRule, rival: EncodedRule) -> Iterator[tuple[Region, str, str]]:
    """Yield (region, principle, winner) for two clashing rules; the last region has no principle."""
    clash = disagreement_region(question, rule, rival)
    shared = question.both(rule.condition.yes, rival.condition.yes, clash)
    setters = [setter for setter in question.encoded.suspensions if not setter.targets.isdisjoint((rule.core.number, rival.core.number))]
    gone = [setter.active.yes for setter in setters]
    earlier_by_rule: dict[int, list[Region]] = {rule.index: gone.copy(), rival.index: gone.copy()}
    for edge in stage.attack_edges:
        if {edge.winner, edge.target} == {rule.index, rival.index}:
            if edge.kind is PrecedenceKind.CARRIED and rule.core.otherwise is not rival.core.otherwise:
                continue  # that an `otherwise` rule gives way says it all
            # A line yields to earlier ones.
            earlier = question.either(*earlier_by_rule[edge.winner]) if edge.kind is PrecedenceKind.POLICY else NOWHERE
            region = question.both(shared, edge.condition.yes, question.without(earlier))
            yield region, edge.principle, stage.rules[edge.winner].rule.id
            earlier_by_rule[edge.winner].append(edge.condition.yes)
    for setter in setters:
        yield question.both(shared, setter.active.yes), "set aside", setter.statement.id
    yield question.both(question.standing_region(rule, rival), question.standing_region(rival, rule), clash), "", ""
