"""Cycles of precedence that some situation reaches: there nothing settles which of the rules stands.

A cycle is reached if all conditions in it and all its statements are certain, all attackers from outside are settled, and a rule on it
is still undecided.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.verdict_keys import statement_name
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.formula.symbolic import Truth
from rulewright.engines.solver.search.solver import BudgetExhausted


def judge_cycles(context: Context) -> None:
    """Report each cycle of precedence that some situation reaches."""
    for stage, group, region in reachable_cycles(context):
        _judge_cycle(context, stage, group, region)


def reachable_cycles(context: Context) -> Iterator[tuple[Stage, list[int], Formula]]:
    """Yield each cycle of rules, by place, with the region where it is reached."""
    for stage in context.stages:
        for group in _find_cycles(stage):
            yield stage, group, _cycle_region(context, stage, group)


def _find_cycles(stage: Stage) -> list[list[int]]:
    """Return the groups of rules of a stage, by place, that attack one another."""
    if all(edge.winner < edge.target for edge in stage.attack_edges):
        return []
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_edges_from((edge.winner, edge.target) for edge in stage.attack_edges)
    return sorted(sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1)


def _judge_cycle(context: Context, stage: Stage, group: list[int], region: Formula) -> None:
    rules = [stage.rules[place] for place in group]
    try:
        box = None if region == FALSE else context.find_small_box(region)
    except BudgetExhausted as spent:
        context.note_undecided(rules[0], f"whether some situation reaches its circle of precedence: {spent.reason}", Doubts(circle=True))
        return
    if box is None:
        return
    try:
        situation, result = context.find_witness(region, box, _has_cycle)
    except NotShown as fault:
        context.note_not_shown(region, rules[0], "whether some situation reaches its circle of precedence", fault, Doubts(circle=True))
        return
    context.report_finding(
        FindingKind.OVERRIDE_CYCLE,
        dict.fromkeys(address.rule.id for live in rules for address in live.core.addresses),
        sorted({live.rule.case for live in rules}),
        situation,
        context.rule_statements(_rules_on_cycle(rules, result), result),
        authors=dict.fromkeys(
            statement_name(edge.statement)
            for edge in stage.attack_edges
            if edge.statement is not None and edge.winner in group and edge.target in group
        ),
        answers=Doubts(circle=True),
    )


def _cycle_region(context: Context, stage: Stage, group: list[int]) -> Formula:
    space = context.space
    settled_regions = [space.disjunction(status.yes, status.no) for status in stage.statuses]
    parts = [_certain_region(context, stage.rules[place].effective_condition) for place in group]
    for edge in stage.attack_edges:
        if edge.target in group:
            parts.append(_certain_region(context, edge.condition))
            if edge.winner not in group:
                parts.append(settled_regions[edge.winner])
    return space.conjunction(*parts, space.disjunction(*[space.negate(settled_regions[place]) for place in group]))


def _certain_region(context: Context, truth: Truth) -> Formula:
    return context.space.disjunction(truth.yes, truth.no)


def _has_cycle(result: Evaluation) -> bool:
    return any(weighed.is_cyclic for weighed in result.claims)


def _rules_on_cycle(rules: list[EncodedRule], result: Evaluation) -> list[EncodedRule]:
    """Return the rules on the cycle that the situation reaches."""
    cycle_numbers = {weighed.live.number for weighed in result.claims if weighed.is_cyclic}
    return [live for live in rules if live.core.number in cycle_numbers]
