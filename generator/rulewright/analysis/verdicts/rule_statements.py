"""The statements of rules in a situation, as texts: a verdict, or the value that a rule sets there."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, assert_never

from rulewright.analysis.verdicts.findings import RuleStatement
from rulewright.analysis.verdicts.witness import Witnesses
from rulewright.base.keywords import Verb
from rulewright.base.numerals import number_text
from rulewright.core.model import CoreRule
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.semantics.model import Question, Rule, TableVerb


def rule_statements(witnesses: Witnesses, question: Question, rules: Iterable[CoreRule], result: Evaluation) -> tuple[RuleStatement, ...]:
    """Return the statements of rules of a question in an evaluation of it, in their order."""
    effects = {claim.live.number: claim.effect for claim in reversed(result.claims)}
    return tuple(
        RuleStatement(rule.first.id, rule.first.case, _statement_text(witnesses, question, rule.first, effects.get(rule.number)))
        for rule in rules
    )


def _statement_text(witnesses: Witnesses, question: Question, rule: Rule, effect: Any) -> str:
    """Return the statement of a rule as a text: a verdict, or its value."""
    match rule.verb:
        case Verb.MAY:
            return "permitted"
        case Verb.MAY_NOT:
            return "forbidden"
        case Verb.MUST:
            return "required"
        case Verb.NEED_NOT:
            return "not required"
        case Verb.YES:
            return "yes"
        case Verb.NO:
            return "no"
        case Verb.ROUNDED:
            return f"rounded {rule.rounding}" + ("" if rule.step is None else f" to {number_text(rule.step, decimal=1)}")
        case Verb.IS | TableVerb.LOOK_UP | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST:
            return witnesses.outcome_text(question, effect)
        case _:
            assert_never(rule.verb)
