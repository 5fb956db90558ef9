"""Which parts of a core an answer looked at: only an example that touched a part can depend on it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rulewright.core.model import Core
from rulewright.engines.interpreter.situation import Situation
from rulewright.semantics.groups import terms_reached
from rulewright.semantics.model import Rule

Touched: TypeAlias = tuple[str, int | str | tuple[str, int]]
"""

"rule" or "override" or "set aside" or "not held" or "impossible", uid), ("row", (table, index)), ("question" or "group" or "fact", name).
"""


def touched_by(core: Core, situations: Iterable[Situation]) -> frozenset[Touched]:
    """Everything that was weighed, looked up or asked in these situations."""
    found: set[Touched] = {("impossible", index) for index in range(len(core.impossible))}
    rules: dict[int, Rule] = {}
    for situation in situations:
        found.update(("row", row) for row in situation.all_rows())
        for result in situation.results():
            plan = result.plan
            name = plan.question.name
            if ("question", name) not in found:
                found.add(("question", name))
                found.update(
                    ("override", edge.precedence.statement)
                    for stage in plan.stages
                    for edge in stage.edges
                    if edge.precedence.statement is not None
                )
                found.update(("set aside", live.aside.statement) for live in plan.asides)
                found.update(("not held", live.absent.clause.uid) for live in plan.absent)
            for weighed in result.weighed:
                rules.update((rule.uid, rule) for rule in (weighed.live.rule, *weighed.live.also))
    found.update(("rule", uid) for uid in rules)
    _add_names(core, rules.values(), found)
    return frozenset(found)


def _add_names(core: Core, rules: Iterable[Rule], found: set[Touched]) -> None:
    """The facts and groups that the rules name."""
    inside = [term for rule in rules for term in (*(part.term for part in rule.parts), *(() if rule.effect is None else (rule.effect,)))]
    for _, names in terms_reached(inside, core.groups):
        found.update(("fact", name) for name in names.facts)
        found.update(("group", name) for name in names.groups)
