"""Pairs of rules of a question that can disagree, for the solver, which examines the pairs of every stage.

A test ensures that it equals the pairs of the graph (`rulewright.analysis.dependencies.queries.pairs_on`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rulewright.core.model import CoreQuestion, CoreRule
from rulewright.core.precedence_policy import can_clash, may_clash
from rulewright.semantics.model import Rule


def can_contradict(rule: Rule, rival: Rule) -> bool:
    """Return True if two rules of a stage can contradict each other: both ordinary or both `otherwise`, and not halves of one rule."""
    return rule.otherwise == rival.otherwise and rule.written_at != rival.written_at and may_clash(rule, rival)


def contradicting_pairs(core_question: CoreQuestion) -> Iterator[tuple[CoreRule, CoreRule]]:
    """Yield the pairs of rules in one stage of a question that can contradict each other."""
    for rule, rival in combinations([rule for rule in core_question.rules if can_clash(rule.first)], 2):
        if rule.stage == rival.stage and can_contradict(rule.first, rival.first):
            yield rule, rival
