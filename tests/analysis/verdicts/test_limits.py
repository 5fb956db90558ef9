"""The page on deciding gives the limits by number: they are those of the code."""

from __future__ import annotations

import pytest

from rulewright.analysis.verdicts.decide import decide
from rulewright.base import limits
from rulewright.base.limits import note_budget, steps_of
from rulewright.base.numerals import MOST_BITS
from rulewright.base.resources import site_folder
from rulewright.engines.solver.cone import Cones
from rulewright.engines.solver.encoding import encoder as encode
from rulewright.engines.solver.encoding.abstract_world import SHARE_COUNTS
from rulewright.engines.solver.encoding.crowd_world import CROWDS
from rulewright.engines.solver.formula.refusals import NotAnalysable
from semantics.small import core_of

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")


@pytest.mark.parametrize(
    "said",
    [
        f"has not decided after {limits.DEFAULT_BUDGET} nodes",
        f"`--budget N` changes the {limits.DEFAULT_BUDGET}.",
        f"the search spends {limits.MAX_QUICK_NODES} nodes on each",
        f"{limits.DEFAULT_BUDGET} nodes ({limits.MAX_QUICK_NODES} where many are asked at once), then z3 with its own limit; "
        f"{note_budget(limits.DEFAULT_BUDGET)[0]} nodes for notes, and z3 with {NUMBERS[note_budget(limits.DEFAULT_BUDGET)[1] * 10 // limits.MAX_Z3_STEPS]} tenths of its limit",
        f"where three things of a kind prove nothing, z3 compares whole answers of up to {limits.MAX_FORMULAS_COMPARED:,} formulas",
        f"decided in groups of {limits.MAX_QUESTIONS_OF_BATCH}",
        f"up to {limits.MAX_CALL_DEPTH} deep",
        f"more than {limits.MAX_CASES_OF_TERM} different values of one term, more than {limits.MAX_STATES_OF_STAGE} ways to reach a value",
        f"numbers of more than {limits.MAX_LISTED_VALUES:,} values",
        f"{limits.MAX_FORMULAS_OF_QUESTION:,} formulas for one question, and {limits.MAX_FORMULAS_PER_RULE} more for each of its rules",
        f"more than {limits.MAX_RULES_COMPARED} rules on a question",
        f"{NUMBERS[limits.MAX_THINGS_OF_KIND]} things of a kind (more only",
        f"up to {2**limits.MAX_SEPARATE_CHOICES} sets of choices are laid out one by one",
        f"a diagram of {limits.MAX_DIAGRAM_NODES:,} nodes, and more than {limits.MAX_LABELLINGS} ways in which such rules may stand",
        f"cycles of precedence that are not the same in more than {limits.MAX_CELLS} sets of situations",
        f"more than {limits.MAX_MEMBERS:,} things, numbers and values that the conditions of a question go through",
        f"a number with more than {MOST_BITS:,} binary digits",
        f"{steps_of(None):,} steps",
        f"only with more than {limits.MAX_LABELLING_TRIALS:,} tries",
        f"with up to {SHARE_COUNTS[-1]} things that are alike",
        f"with {NUMBERS[CROWDS[-1].min_things]} things of a kind, each of which stands for up to {NUMBERS[CROWDS[-1].steps[-1]]}",
        f"with more than {NUMBERS[limits.MAX_THINGS_IN_RANGE]} things",
    ],
)
def test_the_page_gives_the_limits_as_they_are(said: str) -> None:
    page = (site_folder() / "pages" / "project" / "decision.md").read_text("utf-8")
    assert said in " ".join(page.split())


@pytest.mark.meaning("open.limit")
def test_the_page_on_meaning_gives_the_limits_of_the_interpreter() -> None:
    page = (site_folder() / "pages" / "language" / "meaning.md").read_text("utf-8")
    assert f"after {limits.MAX_LABELLING_TRIALS:,} tries" in " ".join(page.split())


def test_what_is_too_much_for_one_question_is_named_and_left() -> None:
    values = "".join(f'value v{number}: 0.. "v{number}"\n' for number in range(40))
    squares = "".join(f"  v{number} is v{number - 1} * v{number - 1}\n" for number in range(1, 40))
    numbers = "  may go when some n from 1 to 30000 with (n is 7 and n is 8)\n"
    found = decide(core_of(f"{values}verdict go\ncase 1.1\n  v0 is 2\n{squares}{numbers}"))
    reasons = {left.question: left.reason for left in found.not_analysed}
    assert reasons["v39"] == "a number of thousands of digits"
    assert reasons["go"] == f"conditions that go through more than {limits.MAX_MEMBERS:,} things, numbers or values"
    assert "v5" not in reasons


def test_what_was_too_much_once_is_too_much_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Though much of it is made by then: what is said of a question does not depend on how often it was asked before."""
    monkeypatch.setattr(encode, "MAX_FORMULAS_OF_QUESTION", 100)
    monkeypatch.setattr(encode, "MAX_FORMULAS_PER_RULE", 0)
    facts = "".join(f"fact f{number}: 0..3\n" for number in range(6))
    lines = "".join(f"  add f{number} * f{number} to v when f{number} is less than f{number + 1}\n" for number in range(5))
    core = core_of(f"{facts}value v: 0..99\ncase 1\n  v is 1\n{lines}")
    encoder = encode.Encoder(core, Cones(core).world_needs())
    for _ in range(3):
        with pytest.raises(NotAnalysable, match="too many ways"):
            encoder.encode_answer("v", ())
