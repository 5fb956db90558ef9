"""The advice about a verdict in words, for the first line of its answer."""

from __future__ import annotations

from typing import assert_never

from rulewright.base.prose_lists import listing
from rulewright.core.query import Status
from rulewright.core.wording import Wording
from rulewright.engines.interpreter.answer import Answer
from rulewright.interfaces.api.value_words import value_text


def advice_clause(answer: Answer, words: Wording) -> str:
    """Return what is advised beside an answer, as `, and advised by 4.2`; empty if nothing is."""
    advice = answer.advice
    if advice is None:
        return ""
    rules = listing(dict.fromkeys([*(clash.rule for clash in advice.conflict), *(reason.rule for reason in advice.because)]), "and")
    match advice.status:
        case Status.ANSWERED:
            advised = value_text(advice.value, None, words=words).replace("_", " ")
            return "" if advice.value is None else f", and {advised} by {rules}" if rules else f", and {advised}"
        case Status.CONFLICT:
            return f", and the advice of {rules} is in conflict" if rules else ", and the advice is in conflict"
        case Status.MISSING:
            return f"; what is advised depends on {listing((fact.fact for fact in advice.missing), 'and')}"
        case Status.UNDETERMINED | Status.OUT_OF_RANGE:
            return "; what is advised is undetermined"
        case _:
            assert_never(advice.status)
