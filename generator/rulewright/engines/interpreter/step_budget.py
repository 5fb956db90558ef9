"""The budget of a question in steps, not in time, so that the answer or refusal is the same on all machines.

A step is a rule that is evaluated, or a thing, number or value that a condition ranges over.
"""

from __future__ import annotations

from rulewright.base.errors import WrongInput
from rulewright.base.limits import DEFAULT_BUDGET, steps_of
from rulewright.core.primitives import budget_error


class StepBudget:
    """The steps that remain of a budget. All passes of a question share them."""

    __slots__ = ("limit", "remaining")

    def __init__(self, budget: int | None = None) -> None:
        self.remaining = self.limit = steps_of(budget)

    def fresh_copy(self) -> StepBudget:
        """Return a full budget, for work that is memoized: it must not depend on the steps that the first caller had left."""
        copy = StepBudget()
        copy.remaining = copy.limit = self.limit
        return copy

    def take(self, count: int) -> None:
        """Spend steps. Raises `WrongInput` if too few remain."""
        self.remaining -= count
        if self.remaining < 0:
            raise OutOfSteps.of(self.limit)


class OutOfSteps(WrongInput):
    """The steps of a question are used up."""

    @classmethod
    def of(cls, limit: int) -> OutOfSteps:
        """Return the error for a budget of so many steps."""
        error = budget_error(
            f"the question takes more than {limit:,} steps",
            f"`--budget N`, in a program `load(…, budget=N)`, allows more: {DEFAULT_BUDGET} is the usual",
        )
        return cls(error.message, hints=error.hints)
