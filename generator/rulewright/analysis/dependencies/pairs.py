"""Which two rules of a question can disagree: an index next to the graph, for the decision, which looks at every pair of every stage.

A test holds it equal to the pairs of the graph (`rulewright.analysis.dependencies.queries.pairs_on`).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from rulewright.core.model import CoreQuestion, CoreRule
from rulewright.core.precedence_policy import may_clash
from rulewright.semantics.model import Rule


def opposed(one: Rule, other: Rule) -> bool:
    """Whether two rules of a stage can contradict each other: both ordinary or both `otherwise`, and not the halves of one rule."""
    return one.otherwise == other.otherwise and one.written_at != other.written_at and may_clash(one, other)


def pairs(on: CoreQuestion) -> Iterator[tuple[CoreRule, CoreRule]]:
    """Each two rules of one stage of a question that can contradict each other."""
    for one, other in combinations(on.rules, 2):
        if one.stage == other.stage and opposed(one.first, other.first):
            yield one, other
