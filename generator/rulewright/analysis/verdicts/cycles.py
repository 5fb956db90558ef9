"""Rules that go before one another in a circle, and whether some situation reaches it: there nothing settles which of them stands.

A circle is reached where every condition in it and every statement round it is certain, everything that goes before it from outside is
settled, and a rule on it still neither stands nor is out.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import Kind
from rulewright.analysis.verdicts.verdict_keys import name_of
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.formula.symbolic import Truth
from rulewright.engines.solver.search.solver import Spent


def judge_cycles(context: Context) -> None:
    """Report each circle that some situation reaches."""
    for stage, group, reached in reached_circles(context):
        _judge(context, stage, group, reached)


def reached_circles(context: Context) -> Iterator[tuple[Stage, list[int], Formula]]:
    """Each circle of rules, by place, with where it is reached."""
    for stage in context.stages:
        for group in _circles(stage):
            yield stage, group, _reached(context, stage, group)


def _circles(stage: Stage) -> list[list[int]]:
    """The rules of a stage, by place, that go before one another."""
    if all(edge.by < edge.target for edge in stage.edges):
        return []
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_edges_from((edge.by, edge.target) for edge in stage.edges)
    return sorted(sorted(group) for group in networkx.strongly_connected_components(graph) if len(group) > 1)


def _judge(context: Context, stage: Stage, group: list[int], reached: Formula) -> None:
    on = [stage.rules[place] for place in group]
    try:
        box = None if reached == FALSE else context.small(reached)
    except Spent as spent:
        context.leave(on[0], f"whether some situation reaches its circle of precedence: {spent.why}", Doubts(circle=True))
        return
    if box is None:
        return
    try:
        situation, result = context.show(reached, box, _goes_round)
    except NotShown as fault:
        context.excused(reached, on[0], "whether some situation reaches its circle of precedence", fault, Doubts(circle=True))
        return
    context.find(
        Kind.OVERRIDE_CYCLE,
        dict.fromkeys(address.rule.id for live in on for address in live.core.addresses),
        sorted({live.rule.case for live in on}),
        situation,
        context.said_by(_shown(on, result), result),
        by=dict.fromkeys(
            name_of(edge.statement) for edge in stage.edges if edge.statement is not None and edge.by in group and edge.target in group
        ),
        answers=Doubts(circle=True),
    )


def _reached(context: Context, stage: Stage, group: list[int]) -> Formula:
    space = context.space
    settled = [space.either(one.stands, one.out) for one in stage.standing]
    parts = [_certain(context, stage.rules[place].held) for place in group]
    for edge in stage.edges:
        if edge.target in group:
            parts.append(_certain(context, edge.active))
            if edge.by not in group:
                parts.append(settled[edge.by])
    return space.both(*parts, space.either(*[space.negate(settled[place]) for place in group]))


def _certain(context: Context, truth: Truth) -> Formula:
    return context.space.either(truth.yes, truth.no)


def _goes_round(result: Result) -> bool:
    return any(weighed.cycle for weighed in result.weighed)


def _shown(on: list[EncodedRule], result: Result) -> list[EncodedRule]:
    """Those on the circle that the situation reaches."""
    round_it = {weighed.live.number for weighed in result.weighed if weighed.cycle}
    return [live for live in on if live.core.number in round_it]
