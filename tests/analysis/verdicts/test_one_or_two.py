"""Questions about two things of one kind, which may be one thing: what is found only there, and that it is looked for only where it is told."""

from __future__ import annotations

import pytest

from rulewright.analysis.comparison.core_difference import compare_cores
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.engines.interpreter.ask import ask
from rulewright.engines.solver.cone import Cones
from semantics.small import core_of

WORDS = """
record unit "a unit"
  tired: yes/no
  leader: unit
fact near(u: unit, v: unit): yes/no
  never of itself
fact far(u: unit, v: unit): yes/no
predicate weary(u: unit)
verdict move(u: unit, v: unit)
verdict rest(u: unit, v: unit or none)
value pay(u: unit, v: unit): 0..9
"""


def found(rules: str) -> list[tuple[str, str]]:
    """The rules of each finding, with the question that shows it."""
    lines = "".join(f"  {line}\n" for line in rules.splitlines())
    kinds = (FindingKind.CONTRADICTION, FindingKind.DEAD_RULE)
    return [
        (" ".join(rule.removeprefix("1.1.") for rule in one.rules), "" if one.situation is None else one.situation.question)
        for one in decide(core_of(f"{WORDS}case 1.1\n{lines}")).findings
        if one.kind in kinds
    ]


@pytest.mark.parametrize(
    ("rules", "wanted"),
    [
        ("may move(u, v) when u.tired\nmay not move(u, v) when u is v", [("1 2", "move(u, u)")]),
        ("may move(u, v) when u.tired\nmay not move(u, v) when u is not v", [("1 2", "move(u, v)")]),
        ("may move(u, v) when near(u, v)\nmay not move(u, v) when u is v", []),
        ("may move(u, v) when far(u, v)\nmay not move(u, v) when u is v", [("1 2", "move(u, u)")]),
        ("may move(u, v) when near(u, v) and u is v", [("1", "")]),
        ("may move(u, v) when u.tired\nmay not move(u, v) when v.tired", [("1 2", "move(u, v)")]),
        ("may move(u, v) when u.leader is u and v.leader is u\nmay not move(u, v) when v is u.leader", [("1 2", "move(u, u)")]),
        (
            "may move(u, v) when u.tired and v.tired\nmay not move(u, v) when the number of units w with (w.tired) is 1",
            [("1 2", "move(u, u)")],
        ),
        (
            "weary(w) when w.tired\nmay move(u, v) when (weary(v) as if (not u.tired)) and v.tired\nmay not move(u, v) when v.tired and not (weary(v) as if (not u.tired))",
            [],
        ),
        ("may rest(u, v) when u.tired\nmay not rest(u, v) when v is u", [("1 2", "rest(u, u)")]),
        ("may rest(u, v) when u.tired\nmay not rest(u, v) when v is none", [("1 2", "rest(u, none)")]),
    ],
)
def test_what_holds_of_one_thing_twice_is_found(rules: str, wanted: list[tuple[str, str]]) -> None:
    assert found(rules) == wanted


def test_what_supposes_something_of_one_thing_changes_the_other_where_they_are_one() -> None:
    core = core_of(
        f"{WORDS}case 1.1\n  weary(u) when u.tired\n  may move(u, v) when u.tired and v.tired and not (weary(v) as if (not u.tired))\n"
    )
    assert decide(core).findings == ()
    assert ask(core, "move(x, x)", {"x.tired": True}).value == "permitted"


def test_two_editions_that_differ_for_one_thing_alone_are_not_called_equal() -> None:
    before, after = (
        core_of(f"{WORDS}case 1.1\n  may move(u, v) when u.tired\n  may not move(u, v) when not u.tired{more}\n")
        for more in ("", "\n  may not move(u, v) when u is v\n    overrides 1.1.1")
    )
    (change,) = compare_cores(before, after).changes
    assert (change.situation.question, change.outcome_before.text, change.outcome_after.text) == ("move(u, u)", "permitted", "forbidden")


def test_two_things_are_one_only_where_that_is_told_apart() -> None:
    rules = "  may move(u, v) when u is v\n  may rest(u, v) when u.tired\n  pay(u, v) is 3 when far(u, v)\n"
    assert Cones(core_of(f"{WORDS}case 1.1\n{rules}")).world_needs().mergeable_kinds == {"move": frozenset({"unit"})}
