"""Limits on the work of one question, in one place: counted in steps and never in time, so that results are the same on every machine.

`--budget N` sets the number of search nodes that a question to the solver may take. The other limits grow in proportion: the
steps of the interpreter, and the work spent on a note.
"""

from __future__ import annotations

DEFAULT_BUDGET = 500
"""Search nodes that one question to the solver may take before it goes to z3."""
Z3_STEPS = 10_000_000
"""Steps of z3 for one question (a second or so): steps, not time, so that every machine gives the same answer."""
STEPS_A_NODE = 4_000
"""Steps of the interpreter per search node: with the usual budget about half a minute for one question.

No example of the shipped books takes a twentieth of it.
"""


def steps_of(budget: int | None) -> int:
    """Return the steps that the interpreter may take for one question; None is the usual budget."""
    return (DEFAULT_BUDGET if budget is None else budget) * STEPS_A_NODE


def note_budget(budget: int) -> tuple[int, int]:
    """Return the search nodes, and the steps of z3, for a finding that is at most a note.

    z3 gets its full number of steps if the budget is above the usual.
    """
    return max(1, budget * 12 // 100), Z3_STEPS * (10 if budget > DEFAULT_BUDGET else 7) // 10
