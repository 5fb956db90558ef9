"""How much work one question may take, in one place: counted in steps and never in time, so that every machine says the same.

`--budget N` gives how many nodes of the search a question to the solver may take. What else stops work grows with it in proportion: the
steps of the interpreter, and what is spent on a note.
"""

from __future__ import annotations

USUAL = 500
"""Nodes of the search that one question to the solver may take before it goes to z3."""
Z3_STEPS = 10_000_000
"""Steps of z3 for one question (a second or so): steps, not time, so that every machine gives the same answer."""
STEPS_A_NODE = 4_000
"""Steps of the interpreter for each of them: with the usual budget some half a minute for one question.

Of all examples of the shipped books none takes a twentieth of it.
"""


def steps_of(budget: int | None) -> int:
    """How many steps the interpreter may take for one question; None is the usual budget."""
    return (USUAL if budget is None else budget) * STEPS_A_NODE


def for_a_note(budget: int) -> tuple[int, int]:
    """The nodes of the search, and the steps of z3, for what is worth no more than a note.

    z3 has as many as it has for everything else where somebody wants more than the usual budget.
    """
    return max(1, budget * 12 // 100), Z3_STEPS * (10 if budget > USUAL else 7) // 10


def for_a_glance(budget: int) -> int:
    """The nodes of the search for what can be decided later as well; z3 takes no step of it."""
    return max(1, budget // 50)
