"""The page on deciding gives the limits by number: they are those of the code."""

from __future__ import annotations

import pytest

from rulewright.decision.encode import encoder as encode
from rulewright.decision.encode import stages as encode_stages
from rulewright.decision.encode import standing, world
from rulewright.decision.formula import symbolic
from rulewright.decision.judge import context, editions
from rulewright.decision.judge import rules as judge_rules
from rulewright.decision.solve import solver as solve
from rulewright.interpreter import standing as one_standing
from rulewright.resources import site_folder


@pytest.mark.parametrize(
    "said",
    [
        f"has not decided after {solve.BUDGET} nodes",
        f"`--budget N` changes the {solve.BUDGET}.",
        f"the search spends {solve.SHORT} nodes on each",
        f"{solve.BUDGET} nodes ({solve.SHORT} where many are asked at once), then z3 with its own limit; {context.NOTE_BUDGET} nodes and no z3 for",
        f"decided in groups of {editions.PIECE}",
        f"up to {encode.MOST_DEPTH} deep",
        f"more than {symbolic.MOST_CASES} different values of one term, more than {encode_stages.MOST_STATES} ways to reach a value",
        f"numbers of more than {world.MOST_VALUES:,} values",
        f"{encode.MOST_FORMULAS:,} formulas for one question, and {encode.FORMULAS_A_RULE} more for each of its rules",
        f"more than {judge_rules.MOST_COMPARED} rules on a question",
        f"{('no', 'one', 'two', 'three', 'four')[world.MOST_THINGS]} things of a kind (more only",
        f"more than {standing.MOST_CHOICES} open conditions, statements or clashes in one stage",
        f"more than {standing.MOST_WAYS} ways in which such rules may stand",
        f"cycles of precedence that are not the same in more than {standing.MOST_CELLS} sets of situations",
        f"only with more than {one_standing.MOST_TRIED:,} tries",
    ],
)
def test_the_page_gives_the_limits_as_they_are(said: str) -> None:
    page = (site_folder() / "pages" / "project" / "decision.md").read_text("utf-8")
    assert said in " ".join(page.split())


def test_the_page_on_meaning_gives_the_limits_of_the_interpreter() -> None:
    page = (site_folder() / "pages" / "language" / "meaning.md").read_text("utf-8")
    assert f"after {one_standing.MOST_TRIED:,} tries" in " ".join(page.split())
