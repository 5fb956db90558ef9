"""Parts of a core that an answer used: only an example that used a part can depend on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rulewright.core.model import Core
from rulewright.engines.interpreter.situation import Situation
from rulewright.semantics.groups import reachable_terms
from rulewright.semantics.model import Rule

Touched: TypeAlias = tuple[str, int | str | tuple[str, int]]
"""

"rule" or "override" or "set aside" or "not held" or "impossible", uid), ("row", (table, index)), ("question" or "group" or "fact", name).
"""


def touched_parts(core: Core, situations: Iterable[Situation]) -> frozenset[Touched]:
    """Return the parts that were evaluated, looked up or called in these situations."""
    touched: set[Touched] = {("impossible", index) for index in range(len(core.impossible))}
    rules: dict[int, Rule] = {}
    for situation in situations:
        touched.update(("row", row) for row in situation.all_rows())
        for evaluation in situation.all_evaluations():
            plan = evaluation.plan
            name = plan.question.name
            if ("question", name) not in touched:
                touched.add(("question", name))
                touched.update(
                    ("override", edge.precedence.statement)
                    for stage in plan.stages
                    for edge in stage.attacks.pairs
                    if edge.precedence.statement is not None
                )
                touched.update(("set aside", live.suspension.statement) for live in plan.suspensions)
                touched.update(("not held", live.clause.clause.uid) for live in plan.missing_clauses)
            for claim in evaluation.claims:
                rules.update((rule.uid, rule) for rule in (claim.live.rule, *claim.live.restatements))
    touched.update(("rule", uid) for uid in rules)
    _add_names(core, rules.values(), touched)
    return frozenset(touched)


def _add_names(core: Core, rules: Iterable[Rule], touched: set[Touched]) -> None:
    """Add the facts and groups that the rules name."""
    rule_terms = [
        term for rule in rules for term in (*(part.term for part in rule.parts), *(() if rule.effect is None else (rule.effect,)))
    ]
    for _, names in reachable_terms(rule_terms, core.groups):
        touched.update(("fact", name) for name in names.facts)
        touched.update(("group", name) for name in names.groups)
