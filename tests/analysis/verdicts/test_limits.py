"""The page on deciding gives the limits by number: they are those of the code."""

from __future__ import annotations

import pytest

from rulewright.analysis.verdicts import decide as decisions
from rulewright.analysis.verdicts import rules as judge_rules
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.unbounded import MAX_THINGS_IN_RANGE
from rulewright.base.limits import Z3_STEPS, note_budget, steps_of
from rulewright.base.numerals import MOST_BITS
from rulewright.base.resources import site_folder
from rulewright.engines.interpreter import fixpoint as one_standing
from rulewright.engines.solver.encoding import encoder as encode
from rulewright.engines.solver.encoding import labelling, world
from rulewright.engines.solver.encoding import rules as encode_rules
from rulewright.engines.solver.encoding import stages as encode_stages
from rulewright.engines.solver.encoding.abstract_world import SHARE_COUNTS
from rulewright.engines.solver.encoding.cone import Cones
from rulewright.engines.solver.encoding.crowd_world import CROWDS
from rulewright.engines.solver.formula import forgetting, symbolic
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.search import solver as solve
from semantics.small import core_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@pytest.mark.parametrize(
    "said",
    [
        f"has not decided after {solve.BUDGET} nodes",
        f"`--budget N` changes the {solve.BUDGET}.",
        f"the search spends {solve.SHORT} nodes on each",
        f"{solve.BUDGET} nodes ({solve.SHORT} where many are asked at once), then z3 with its own limit; "
        f"{note_budget(solve.BUDGET)[0]} nodes for notes, and z3 with {NUMBERS[note_budget(solve.BUDGET)[1] * 10 // Z3_STEPS]} tenths of its limit",
        f"where three things of a kind prove nothing, z3 compares whole answers of up to {judge_rules.MOST_UNPROVED:,} formulas",
        f"decided in groups of {decisions.BATCH_SIZE}",
        f"up to {encode.MOST_DEPTH} deep",
        f"more than {symbolic.MOST_CASES} different values of one term, more than {encode_stages.MOST_STATES} ways to reach a value",
        f"numbers of more than {world.MOST_VALUES:,} values",
        f"{encode.MOST_FORMULAS:,} formulas for one question, and {encode.FORMULAS_A_RULE} more for each of its rules",
        f"more than {judge_rules.MOST_COMPARED} rules on a question",
        f"{NUMBERS[world.MOST_THINGS]} things of a kind (more only",
        f"up to {2**encode_stages.FEW_CHOICES} sets of choices are laid out one by one",
        f"a diagram of {forgetting.MOST_NODES:,} nodes, and more than {encode_rules.MOST_WAYS} ways in which such rules may stand",
        f"cycles of precedence that are not the same in more than {labelling.MOST_CELLS} sets of situations",
        f"more than {encode.MOST_MEMBERS:,} things, numbers and values that the conditions of a question go through",
        f"a number with more than {MOST_BITS:,} binary digits",
        f"{steps_of(None):,} steps",
        f"only with more than {one_standing.MAX_LABELLING_TRIALS:,} tries",
        f"with up to {SHARE_COUNTS[-1]} things that are alike",
        f"with {NUMBERS[CROWDS[-1].min_things]} things of a kind, each of which stands for up to {NUMBERS[CROWDS[-1].steps[-1]]}",
        f"with more than {NUMBERS[MAX_THINGS_IN_RANGE]} things",
    ],
)
def test_the_page_gives_the_limits_as_they_are(said: str) -> None:
    page = (site_folder() / "pages" / "project" / "decision.md").read_text("utf-8")
    assert said in " ".join(page.split())


def test_the_page_on_meaning_gives_the_limits_of_the_interpreter() -> None:
    page = (site_folder() / "pages" / "language" / "meaning.md").read_text("utf-8")
    assert f"after {one_standing.MAX_LABELLING_TRIALS:,} tries" in " ".join(page.split())


def test_what_is_too_much_for_one_question_is_named_and_left() -> None:
    values = "".join(f'value v{number}: 0.. "v{number}"\n' for number in range(40))
    squares = "".join(f"  v{number} is v{number - 1} * v{number - 1}\n" for number in range(1, 40))
    numbers = "  may go when some n from 1 to 30000 with (n is 7 and n is 8)\n"
    found = decide(core_of(f"{values}verdict go\ncase 1.1\n  v0 is 2\n{squares}{numbers}"))
    reasons = {left.question: left.reason for left in found.not_analysed}
    assert reasons["v39"] == "a number of thousands of digits"
    assert reasons["go"] == f"conditions that go through more than {encode.MOST_MEMBERS:,} things, numbers or values"
    assert "v5" not in reasons


def test_what_was_too_much_once_is_too_much_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though much of it is made by then: what is said of a question does not depend on how often it was asked before."""
    monkeypatch.setattr(encode, "MOST_FORMULAS", 100)
    monkeypatch.setattr(encode, "FORMULAS_A_RULE", 0)
    facts = "".join(f"fact f{number}: 0..3\n" for number in range(6))
    lines = "".join(f"  add f{number} * f{number} to v when f{number} is less than f{number + 1}\n" for number in range(5))
    core = core_of(f"{facts}value v: 0..99\ncase 1\n  v is 1\n{lines}")
    encoder = encode.Encoder(core, Cones(core).world_needs())
    for _ in range(3):
        with pytest.raises(NotAnalysable, match="too many ways"):
            encoder.encode_answer("v", ())
