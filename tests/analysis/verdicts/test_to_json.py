"""What was decided, as JSON: of each question once, and under the right name."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from rulewright.analysis.comparison.amendments import AmendmentEffect, Meaning
from rulewright.analysis.comparison.answer_change import Change, Effect, Outcome
from rulewright.analysis.comparison.comparison_json import impact_json, meaning_json, outcome_json
from rulewright.analysis.comparison.core_difference import Differences, QuestionDifference
from rulewright.analysis.comparison.impact import Dependent, Impact
from rulewright.analysis.comparison.paired_cores import DeclarationDifference
from rulewright.analysis.verdicts.findings import Witness
from rulewright.base.source import Location
from rulewright.core.query import Status
from rulewright.rulebook.model import ClauseKind

SITUATION = Witness(
    "cost(u)", (("u", "unit"),), (("weather", "mud"),), options=("fog",), scenario="s1", readings=(("tow", "left"), ("way", "up"))
)
NO_POINT: Any = None  # it is no part of the document
CHANGE = Change(
    "cost(u)", Effect.SETTLES, SITUATION, Outcome(Status.UNDETERMINED), Outcome(Status.ANSWERED, 2, "MP"), ("1.2",), NO_POINT, SITUATION
)
CHANGED, EQUAL = QuestionDifference("cost", (CHANGE,)), QuestionDifference("rest")
LEFT = QuestionDifference("cross", reason="it is too much")
CHANGE_JSON = {
    "question": "cost(u)",
    "facts": {"weather": "mud"},
    "world": {"u": "unit"},
    "options": ["fog"],
    "scenario": "s1",
    "readings": {"tow": "left", "way": "up"},
    "effect": "settles",
    "from": {"status": "undetermined"},
    "to": {"status": "answered", "value": 2, "unit": "MP"},
    "cases": ["1.2"],
}


@pytest.mark.parametrize(
    ("outcome", "document"),
    [
        (Outcome(Status.ANSWERED, Fraction(1, 2), "MP"), {"status": "answered", "value": "1/2", "unit": "MP"}),
        (Outcome(Status.ANSWERED, True), {"status": "answered", "value": True, "unit": None}),
        (Outcome(Status.CONFLICT, 3), {"status": "conflict"}),
    ],
)
def test_an_outcome(outcome: Outcome, document: dict[str, object]) -> None:
    assert outcome_json(outcome) == document


def test_two_editions_and_the_amendments_between_them() -> None:
    amendment = AmendmentEffect(
        ClauseKind.AMENDMENT, "1.2", "errata", "Mud", Location("a.case", 7, 1, 7, 2), "change", (EQUAL, CHANGED, LEFT), ("extra",)
    )
    found = Meaning(
        Differences((CHANGED, EQUAL, LEFT), ("new",), ("old",), (DeclarationDifference("fact", "depth", "0..9", "0..8"),)),
        (amendment,),
        ((0,),),
    )
    assert meaning_json(found) == {
        "meaning": [{**CHANGE_JSON, "amendments": [0]}],
        "equal": ["rest"],
        "added": ["new"],
        "removed": ["old"],
        "unlike": [{"kind": "fact", "name": "depth", "from": "0..9", "to": "0..8"}],
        "not_analysed": [{"question": "cross", "reason": "it is too much"}],
        "amendments": [
            {
                "kind": "amendment",
                "case": "1.2",
                "source": "errata",
                "title": "Mud",
                "as": "change",
                "path": "a.case",
                "line": 7,
                "effect": "settles",
                "effects": ["settles"],
                "changes": [CHANGE_JSON],
                "equal": ["rest"],
                "added": ["extra"],
                "not_analysed": [{"question": "cross", "reason": "it is too much"}],
            }
        ],
    }


def test_what_depends_on_a_case() -> None:
    found = Impact("1.2", "errata", (Dependent("1.4", "Rest", "refers to it", "1.4.a", 2),), ("cost", "rest"), (CHANGED, EQUAL, LEFT))
    assert impact_json(found) == {
        "edition": "errata",
        "case": "1.2",
        "dependents": [{"case": "1.4", "label": "Rest", "relation": "refers to it", "by": "1.4.a", "steps": 2}],
        "questions": ["cost", "rest"],
        "changes": [CHANGE_JSON],
        "unaffected": ["rest"],
        "not_analysed": [{"question": "cross", "reason": "it is too much"}],
    }
