"""How much one question may take: counted in steps, not in time, so that every machine gives the same answer or the same refusal.

A step is a rule that is weighed, or one thing, number or value that a condition goes through.
"""

from __future__ import annotations

from rulewright.errors import WrongInput

MOST_STEPS = 2_000_000
"""So many steps are made for one question: half a minute or so. Of all examples of the shipped books none takes a tenth of it."""


class Steps:
    """The steps that are left. All passes of a question share them."""

    __slots__ = ("left",)

    def __init__(self, most: int = MOST_STEPS) -> None:
        self.left = most

    def take(self, count: int) -> None:
        """Takes so many steps. Raises `WrongInput` where no more are left."""
        self.left -= count
        if self.left < 0:
            raise too_much(f"the question takes more than {MOST_STEPS:,} steps")


def too_much(why: str) -> WrongInput:
    """What is said of a question that is given up."""
    return WrongInput(f"{why}, so it is not answered", hints=["give fewer things or more facts, or ask for a part of it"])
