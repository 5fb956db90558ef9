"""The pages give the limits by number: they are those of the code. What is beyond one is named and left."""

from __future__ import annotations

import pytest

from rulewright.analysis.verdicts.decide import decide
from rulewright.base import limits
from rulewright.base.resources import site_folder
from rulewright.engines.solver.cone import Cones
from rulewright.engines.solver.encoding import encoder as encode
from rulewright.engines.solver.formula.refusals import NotAnalysable
from semantics.small import core_of


def test_the_page_gives_the_groups_as_they_are() -> None:
    """Its limits are made from the code: `tests/manual/generated/deciding_limits.py`."""
    page = (site_folder() / "pages" / "project" / "decision.md").read_text("utf-8")
    assert f"decided in groups of {limits.MAX_QUESTIONS_OF_BATCH}" in " ".join(page.split())
    assert f"`--budget N`, usually {limits.DEFAULT_BUDGET}:" in " ".join(page.split())


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
