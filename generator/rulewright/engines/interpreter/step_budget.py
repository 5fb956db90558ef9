"""How much one question may take: counted in steps, not in time, so that every machine gives the same answer or the same refusal.

A step is a rule that is weighed, or one thing, number or value that a condition goes through.
"""

from __future__ import annotations

from rulewright.base.errors import WrongInput
from rulewright.base.limits import steps_of


class Steps:
    """The steps that are left of those that a budget allows. All passes of a question share them."""

    __slots__ = ("left", "most")

    def __init__(self, budget: int | None = None) -> None:
        self.left = self.most = steps_of(budget)

    def anew(self) -> Steps:
        """The full number again, for work whose result is kept: it must not depend on what was left to whoever asked first."""
        found = Steps()
        found.left = found.most = self.most
        return found

    def take(self, count: int) -> None:
        """Takes so many steps. Raises `WrongInput` where no more are left."""
        self.left -= count
        if self.left < 0:
            raise OutOfSteps.of(self.most)


class OutOfSteps(WrongInput):
    """The steps of a question are used up."""

    @classmethod
    def of(cls, most: int) -> OutOfSteps:
        """What is said of it."""
        said = too_much(f"the question takes more than {most:,} steps", "`--budget N` allows more than the usual 500")
        return cls(said.message, hints=said.hints)


def too_much(why: str, *hints: str) -> WrongInput:
    """What is said of a question that is given up."""
    return WrongInput(f"{why}, so it is not answered", hints=["give fewer things or more facts, or ask for a part of it", *hints])
