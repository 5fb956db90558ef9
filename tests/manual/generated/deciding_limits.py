"""What is not decided, and from which size on: the limits of the solver and of the interpreter."""

from __future__ import annotations

from rulewright.base import limits
from rulewright.base.limits import note_budget, steps_of
from rulewright.base.numerals import MOST_BITS
from rulewright.engines.solver.encoding.abstract_world import SHARE_COUNTS
from rulewright.engines.solver.encoding.crowd_world import CROWDS

_NODES, _Z3_STEPS = note_budget(limits.DEFAULT_BUDGET)
ROWS = {
    f"{limits.MAX_THINGS_OF_KIND} things of a kind, for notes (more if a question has more arguments of it)": "a note that needs more at "
    "once is not found, or listed",
    f"{SHARE_COUNTS[-1]} things that are alike, or {CROWDS[-1].min_things} that each stand for up to {CROWDS[-1].steps[-1]}, in a situation "
    "that is looked for": "listed, if it is not ruled out",
    f"{limits.MAX_THINGS_IN_RANGE} things whose sum outgrows a range": "not looked for; write `0..` if there may be any number",
    f"{limits.MAX_CASES_OF_TERM} values of one term, {limits.MAX_STATES_OF_STAGE} ways to a value, where no name can stand for them: words, "
    "quotients of two unknowns": "listed",
    f"{limits.MAX_CASES_OF_NAME:,} ways to a value with a name": "listed",
    f"{limits.MAX_LISTED_VALUES:,} values of a number, and products and quotients of two such": "z3 takes them; listed if it gives up",
    f"{limits.MAX_FORMULAS_OF_QUESTION:,} formulas for a question, and {limits.MAX_FORMULAS_PER_RULE} for each of its rules": "listed",
    f"{limits.DEFAULT_BUDGET} nodes ({limits.MAX_QUICK_NODES} if many are asked at once), then z3": "listed; try a larger `--budget`",
    f"{_NODES} nodes for a note, then {_Z3_STEPS * 100 // limits.MAX_Z3_STEPS} percent of z3's limit": "listed; with a larger `--budget` z3 "
    "has its whole limit",
    f"{limits.MAX_FORMULAS_COMPARED:,} formulas of whole answers, where {limits.MAX_THINGS_OF_KIND} things prove nothing": "z3 does not "
    "compare them",
    f"{limits.MAX_MEMBERS:,} things, numbers and values that conditions go through, one within the other": "listed",
    f"{limits.MAX_CALL_DEPTH} questions that ask one another": "listed",
    f"{MOST_BITS:,} binary digits of a number": "listed; the interpreter does not answer it either",
    f"{limits.MAX_RULES_COMPARED} rules on a question": "none is tested for redundancy by comparing whole answers; each is named",
    f"{limits.MAX_DIAGRAM_NODES:,} nodes of a diagram, {limits.MAX_LABELLINGS} ways in which open rules may stand, "
    f"{limits.MAX_CELLS} sets of situations in which cycles differ": "where it matters which stand, the answer counts as not known, and what "
    "depends on it is listed",
    f"{limits.MAX_LABELLING_TRIALS:,} tries of the interpreter for open rules": "each is taken by itself: an answer that all choices share "
    "may be a conflict or undetermined",
    f"{steps_of(None):,} steps of the interpreter for a question, some half a minute": "not answered, and an example does not pass",
}


def make() -> str:
    return "\n".join(("| up to | beyond it |", "|---|---|", *(f"| {limit} | {beyond} |" for limit, beyond in ROWS.items())))
