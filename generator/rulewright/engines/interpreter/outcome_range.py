"""The outcomes that a question can still have, whatever the facts are that are not given."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulewright.base.limits import MAX_OUTCOMES_LISTED
from rulewright.base.records import fields_json, record
from rulewright.base.runtime import nests_deep
from rulewright.core.query import Plain, Status
from rulewright.engines.interpreter.answer import plain_json
from rulewright.engines.interpreter.ask import AskedQuestion
from rulewright.engines.interpreter.step_budget import OutOfSteps


@record
class PossibleOutcome:
    """An outcome that a question can have: a status and a value, as answers have them."""

    status: Status
    value: Plain = None

    def to_json(self) -> dict[str, Any]:
        """An entry of `outcomes`."""
        return {"status": self.status.value, "value": plain_json(self.value)}


@record
class OutcomeRange:
    """The outcomes that a question can still have, those with a value in their order, then the others.

    `lowest` and `highest` are the ends of their amounts, None if they are no amounts. Not `complete`: there may be others, since not every
    situation was gone through.
    """

    question: str
    outcomes: tuple[PossibleOutcome, ...]
    unit: str | None = None
    lowest: int | Fraction | None = None
    highest: int | Fraction | None = None
    complete: bool = True

    def to_json(self) -> dict[str, Any]:
        """Return the range as a JSON document."""
        return {
            **fields_json(self, "question", "unit", "complete"),
            "lowest": plain_json(self.lowest),
            "highest": plain_json(self.highest),
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
        }


@nests_deep
def find_outcome_range(question: AskedQuestion) -> OutcomeRange:
    """Return the outcomes over all completions of what is not given. Raises `WrongInput` if no situation is possible."""
    _, assumed_inquiry = question.start()
    inquiry = assumed_inquiry.inquiry
    keys: dict[Any, None] = {}
    is_complete = True
    inquiry.start_search()
    try:
        for key, completion in inquiry.completion_outcomes({}, {}):
            if key is None or len(keys) >= MAX_OUTCOMES_LISTED:
                is_complete = False
                if key is not None:
                    break
            elif key not in keys and inquiry.may_be_possible(completion):
                keys[key] = None
    except OutOfSteps:
        is_complete = False
    outcomes = [PossibleOutcome(Status(status), *value) for status, *value in keys]
    values = [outcome.value for outcome in outcomes]
    amounts = sorted(value for value in values if isinstance(value, int | Fraction) and not isinstance(value, bool))
    if amounts:
        by_amount = {value: outcome for outcome in outcomes if (value := outcome.value) is not None}
        outcomes = [by_amount[value] for value in amounts] + [outcome for outcome in outcomes if outcome.value not in by_amount]
    lowest, highest = (amounts[0], amounts[-1]) if amounts else (None, None)
    return OutcomeRange(question.text, tuple(outcomes), question.prepared.unit if amounts else None, lowest, highest, is_complete)
