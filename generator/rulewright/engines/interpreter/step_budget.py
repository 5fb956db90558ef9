"""The budget of a question in steps, not in time, so that the answer or refusal is the same on all machines.

A step is a rule that is evaluated, or a thing, number or value that a condition ranges over.
"""

from __future__ import annotations

from rulewright.base.errors import WrongInput
from rulewright.base.limits import DEFAULT_BUDGET, MAX_STEPS_BETWEEN_LOOKS, steps_of
from rulewright.base.stopping import Watch
from rulewright.core.primitives import budget_error


class StepBudget:
    """The steps that remain of a budget. All passes of a question share them; its `watch` may end it before they are used up.

    `nested` are the steps of the evaluations that the one under way has called so far.
    """

    __slots__ = ("_last_look", "_next_look", "limit", "nested", "remaining", "watch")

    def __init__(self, budget: int | None = None, watch: Watch | None = None) -> None:
        self.watch = watch
        self._set_limit(steps_of(budget), 1)

    def _set_limit(self, limit: int, share: int) -> None:
        self.limit = limit
        self.remaining = self._last_look = limit if share == 1 else max(limit // share, 1)
        self._next_look = 0 if self.watch is None else self.remaining
        self.nested = 0

    @classmethod
    def of_steps(cls, limit: int, watch: Watch | None = None) -> StepBudget:
        """Return a budget of so many steps."""
        budget = cls(None, watch)
        budget._set_limit(limit, 1)
        return budget

    def fresh_copy(self, share: int = 1) -> StepBudget:
        """Return a full budget, or one part in `share` of it, for work that must not depend on the steps that its caller has left."""
        copy = StepBudget(watch=self.watch)
        copy._set_limit(self.limit, share)
        return copy

    def take(self, count: int) -> None:
        """Spend steps. Raises `OutOfSteps` if too few remain, and `Stopped` if the question is to end."""
        self.remaining -= count
        if self.remaining < self._next_look:
            self.look_at_clock()
            if self.remaining < 0:
                raise OutOfSteps.of(self.limit)

    def look_at_clock(self) -> None:
        """Raise `Stopped` if the question is to end."""
        if self.watch is not None:
            steps, self._last_look = self._last_look - self.remaining, self.remaining
            self._next_look = max(self.remaining - MAX_STEPS_BETWEEN_LOOKS, 0)
            self.watch.look(steps)


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
