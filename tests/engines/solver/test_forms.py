"""Each form of an amount and of a condition, alone in a small book: its formulas are those of the brute force in every situation."""

from __future__ import annotations

import pytest

from engines.solver.reach import field_of
from engines.solver.test_formulas import difference
from semantics.small import resolved

VOCABULARY = """
scale size: low, middle, high
record unit
  flag: yes/no
  strength: 0..2
fact fog: yes/no
fact depth: 0..2
fact load: 0..3
fact bulk: size
fact named: unit or none
value v: -20..20 by 1/6
predicate p
verdict q
value twice(n: 1..2): 0..9
case 1.1
  twice(n) is 2 * n
"""
AMOUNTS = (
    "the number of units y with (y.flag)",
    "the number of different y.strength over units y with (y.flag)",
    "the sum of (y.strength + 1) over units y with (y.flag)",
    "the greatest (y.strength * 2 - 3) over units y with (y.flag)",
    "the least y.strength over units y",
    "(the greatest y.strength over units y with (y.flag), load if there is none)",
    "1 + (the least y.strength over units y with (y.flag and y.strength is load), named.strength if there is none)",
    "(the only unit y with (y.flag), named if there is none).strength",
    "(the unit y with (y.flag) that has the least y.strength, named if there is none).strength",
    "the greatest of (1, the greatest y.strength over units y with (y.flag))",
    "the sum of (the least z.strength over units z with (z.strength is more than y.strength)) over units y with (y.flag)",
    "the sum of the greatest 1 of y.strength over units y with (y.flag)",
    "the sum of the least depth of y.strength over units y",
    "(the only unit y with (y.flag)).strength",
    "(the only unit y).strength",
    "(the unit y with (y.flag) that has the greatest y.strength).strength",
    "the number of n from 1 to 3 with (n is more than depth)",
    "named.strength",
    "depth / load",
    "depth * load / 3 rounded to nearest",
    "(depth - load) / 2 rounded down",
    "(depth - load) / 2 rounded up",
    "depth / 3 + load / 2 rounded down to 1/2",
    "depth * load / 3 rounded up to 2",
    "(depth - load) / 4 rounded to nearest 1/2",
    "1/2 for each 2 of (depth + load)",
    "depth for each 1/2 of load",
    "the greatest of (depth, load, 1)",
    "the least of (depth * 2, load)",
    "the larger of depth and load",
    "the smaller of depth and (load - 1)",
    "the difference between depth and load",
    "depth - 2 * load + 1",
    "depth * load",
    "twice(depth)",
    "twice(load)",
)
CONDITIONS = (
    "some unit y with (y.flag and y.strength is depth)",
    "every unit y satisfies y.strength is at least depth",
    "no unit y with (y.flag)",
    "named is none",
    "named.flag",
    "named is the only unit y with (y.flag)",
    "bulk is at least middle",
    "bulk in low..middle",
    "shifted(bulk, depth - 1) is high",
    "overflow(bulk, load) is at least 1",
    "load in {0, 2}",
    "load is between 1 and depth + 1",
    "depth * load is 2",
    "2 * depth is load",
    "load - depth is less than 1",
    "(load / 2 rounded down) is depth",
    "not (fog and load is more than depth)",
    "(fog or depth is 1) as if (load is 3)",
    "either fog or depth is 1",
    "neither fog nor depth is 1 nor load is 2",
    "depth is 1 and load is 3 but not fog",
    "at least two of (fog, depth is 1, load is 2)",
    "at least 3 of (fog, depth is at least 1, load is 2, named.flag, bulk is high)",
    "load is odd",
    "depth * load is not even",
    "load / 2 is odd",
)


def holds(text: str, *asked: str) -> None:
    """The formulas of these questions are those of the brute force, which looks at every one of their situations."""
    program, findings = resolved(VOCABULARY + text)
    assert not findings, [finding.message for finding in findings]
    for name in asked:
        assert field_of(program, name).instances  # raises where there are too many situations
    assert difference(program) == ""


@pytest.mark.parametrize("amount", AMOUNTS)
def test_an_amount(amount: str) -> None:
    holds(f"  v is {amount}\n  p means {amount} is at least 1\n", "v", "p")


@pytest.mark.parametrize("condition", CONDITIONS)
def test_a_condition(condition: str) -> None:
    holds(f"  may q when {condition}\n  may not q when depth is 2 and ({condition})\n", "q")


def test_what_forbids_a_kind_of_action() -> None:
    """Handed down where it stands, and not where it does not, or where what is named is not there."""
    kinds = "verdict move(u: unit, n: 1..2)\nverdict march(u: unit, n: 0..3)\n  is a kind of move(u, n)\n"
    rules = "case 2\n  may not move(u, n) when u.flag and n is depth\n  may march(u, n)\n  p when may not march(named, load)\n"
    holds(f"{kinds}{rules}", "march", "p")


def test_a_stage_that_rounds_to_steps() -> None:
    """Roundings to several steps are compared by what they make of the value, certain ones and open ones."""
    stages = "value w: -20..20 by 1/12\n  base is the one\n  whole rounded\ncase 2\n  w is depth / 3 + load / 4\n"
    rules = (
        "  w is rounded down to 1/2 when fog\n  w is rounded to nearest 1/2 when named.flag\n"
        "  w is rounded up to 0.25 when load is 3\n  v is w up to base\n"
    )
    holds(stages + rules, "w", "v")


@pytest.mark.parametrize("rules", ("  add 0 to w when may q\n", "  add load to w when may q\n  take 1 from w when may q\n"))
def test_a_sum_of_open_rules_alone(rules: str) -> None:
    """Their sums are possible beside the default, a sum of nought as well."""
    holds(f"value w: -20..20\n  base is the sum\n  otherwise 5\ncase 2\n  may q when fog\n{rules}", "w")
