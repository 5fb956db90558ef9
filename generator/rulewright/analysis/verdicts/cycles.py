"""Cycles of precedence that some situation reaches: there nothing settles which of the rules stands."""

from __future__ import annotations

from collections.abc import Sequence

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.verdict_keys import statement_name
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.solver.questions.question import EncodedRule, Region
from rulewright.engines.solver.questions.statements import Statement, reachable_cycles


def judge_cycles(context: Context) -> None:
    """Report each cycle of precedence that some situation reaches."""
    for rules, statements, region in reachable_cycles(context.formulas):
        _judge_cycle(context, rules, statements, region)


def _judge_cycle(context: Context, rules: list[EncodedRule], statements: Sequence[Statement], region: Region) -> None:
    what = "whether some situation reaches its circle of precedence"
    case = context.find_case(region, _has_cycle, what, rules[0], Doubts(circle=True))
    if case is None:
        return
    situation, result = case
    context.report_finding(
        FindingKind.OVERRIDE_CYCLE,
        dict.fromkeys(address.rule.id for live in rules for address in live.core.addresses),
        sorted({live.rule.case for live in rules}),
        situation,
        context.rule_statements(_rules_on_cycle(rules, result), result),
        authors=dict.fromkeys(map(statement_name, statements)),
        answers=Doubts(circle=True),
    )


def _has_cycle(result: Evaluation) -> bool:
    return any(weighed.is_cyclic for weighed in result.claims)


def _rules_on_cycle(rules: list[EncodedRule], result: Evaluation) -> list[EncodedRule]:
    """Return the rules on the cycle that the situation reaches."""
    cycle_numbers = {weighed.live.number for weighed in result.claims if weighed.is_cyclic}
    return [live for live in rules if live.core.number in cycle_numbers]
