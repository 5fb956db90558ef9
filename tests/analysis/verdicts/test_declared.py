"""What is declared impossible is worked out for the questions on which it may bear, and for all where it may bear on anything."""

from __future__ import annotations

import pytest

from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.engines.solver.cone import Cones
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.world import Declarations
from rulewright.semantics.model import Impossible
from semantics.small import core_of

WORDS = """
enum arm: foot, horse
record unit "a unit"
  heavy: yes/no
  arm: arm
  size: 0..9
fact depth: 0..9
fact width: 0..9
fact breadth: 0..5
fact rain: yes/no
fact near(u: unit, v: unit): yes/no
  never of itself
value load(u: unit): 0..9
"""
RULES = "case 1.1\n  load(u) is 1 when u.heavy\n  load(u) is 2 when not u.heavy\n"


def dead(impossible: str) -> list[str]:
    """The rules about heavy units that stand nowhere where something is impossible."""
    return [one.rules[0] for one in decide(core_of(f"{WORDS}{impossible}\n{RULES}")).findings if one.kind is FindingKind.DEAD_RULE]


@pytest.mark.parametrize(
    "impossible",
    [
        "impossible when depth is at most 9",
        "impossible when rain or not rain",
        "impossible when depth is 3 or depth is not 3",
        "impossible when breadth is less than 6 and width is at least 0",
        "impossible for u: unit when not near(u, u)",
    ],
)
def test_what_leaves_no_situation_is_about_every_question(impossible: str) -> None:
    assert dead(impossible) == ["1.1.1", "1.1.2"]


@pytest.mark.parametrize(
    ("impossible", "wanted"),
    [
        ("impossible when rain", []),
        ("impossible when depth is more than width", []),
        ("impossible for u: unit when u.heavy", ["1.1.1"]),
        ("impossible for u: unit when u.heavy and rain\nimpossible when not rain", ["1.1.1"]),
        ("impossible for u: unit when u.heavy and u.arm is foot\nimpossible for u: unit when u.arm is horse", ["1.1.1"]),
        ("impossible for u: unit when u.heavy and u.size is at least 5\nimpossible for u: unit when u.size is less than 5", ["1.1.1"]),
    ],
)
def test_what_bears_on_a_question_is_found_through_other_declarations(impossible: str, wanted: list[str]) -> None:
    assert dead(impossible) == wanted


def test_what_does_not_bear_is_not_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[str] = []
    of_things = Declarations._statement_formulas

    def noting(self: Declarations, statement: Impossible) -> object:
        worked_out.append(statement.says)
        return of_things(self, statement)

    monkeypatch.setattr(Declarations, "_statement_formulas", noting)
    core = core_of(f"{WORDS}impossible when rain\nimpossible when depth is more than width\nimpossible for u: unit when u.heavy\n{RULES}")
    encoder = Encoder(core, Cones(core).world_needs())
    asked = encoder.encode_with_budget("load", encoder.world.question_arguments(core.questions["load"]))
    about = encoder.space.variables_of(asked.stages[0].rules[0].condition.yes)
    encoder.possible_situations(about)
    assert worked_out == ["u.heavy"]
    encoder.possible_situations(about)
    assert worked_out == ["u.heavy"]
