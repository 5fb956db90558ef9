"""The page on deciding tells the limits by number: they are those of the code."""

from __future__ import annotations

import pytest

from rulewright.decision.encode import encoder as encode
from rulewright.decision.encode import stages as encode_stages
from rulewright.decision.encode import world
from rulewright.decision.formula import symbolic
from rulewright.decision.judge import editions, frame
from rulewright.decision.judge import rules as judge_rules
from rulewright.decision.solve import solver as solve
from rulewright.resources import site_folder


@pytest.mark.parametrize(
    "told",
    [
        f"has not settled after {solve.BUDGET} nodes",
        f"`--budget N` changes the {solve.BUDGET}.",
        f"the search gives each {solve.SHORT} nodes",
        f"{solve.BUDGET} nodes ({solve.SHORT} where many are asked at once), then z3 with its own limit; {frame.NOTE_BUDGET} nodes and no z3 for",
        f"decided in pieces of {editions.PIECE}",
        f"up to {encode.MOST_DEPTH} deep",
        f"more than {symbolic.MOST_CASES} different values of one term, more than {encode_stages.MOST_STATES} ways to come to a value",
        f"numbers of more than {world.MOST_VALUES:,} values",
        f"{encode.MOST_FORMULAS:,} formulas for one question, and {encode.FORMULAS_A_RULE} more for each of its rules",
        f"more than {judge_rules.MOST_COMPARED} rules to a question",
        f"{('no', 'one', 'two', 'three', 'four')[world.MOST_THINGS]} things of a kind in all",
    ],
)
def test_the_page_tells_the_limits_as_they_are(told: str) -> None:
    page = (site_folder() / "pages" / "project" / "decision.md").read_text("utf-8")
    assert told in " ".join(page.split())
