"""What a check does follows the rules and not the step of a range: the same book in whole numbers and in small steps, by counts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from rulewright.analysis.verdicts.decide import Decider
from rulewright.base.number_ranges import NumberRange
from rulewright.engines.solver.encoding.encoder import Encoder
from semantics.small import core_of

RACE = """
record competitor "a competitor"
record attempt "an attempt"
  competitor: competitor "the competitor of {{it}}"
  shown: 0..7200{step} "the result of {{it}}"
  faults: 0..5 "the faults of {{it}}"

value penalty(a: attempt): 0..99 "the penalty of {{a}}"
  each is the sum
value result(a: attempt): 0..7300{step} "the result of {{a}} with its penalty"
value mean(c: competitor): 0..7300{third} "the mean of {{c}}"
predicate ahead(c: competitor, d: competitor) "{{c}} is ranked before {{d}}"

case 1.1 "Penalties"
  "They are added."
  one: add 2 to penalty(a) when a.faults is at least 1
  two: add 2 to penalty(a) when a.faults is at least 2
  three: add 2 to penalty(a) when a.faults is at least 3
  many: add 10 to penalty(a) when a.faults is 5
  short: result(a) is a.shown + penalty(a) when a.shown is less than 600
  long: result(a) is (a.shown + penalty(a)) rounded to nearest 1 when a.shown is more than 600

case 1.2 "Means"
  "The smaller mean is better."
  mean(c) is (the sum of result(a) over attempts a with (a.competitor is c)) / 3
  ahead(c, d) when mean(c) is less than mean(d)
"""
STEPS = {"whole": ("", " by 1/3"), "hundredths": (" by 0.01", " by 1/300"), "thousandths": (" by 0.001", " by 1/3000")}


@pytest.fixture
def worked(monkeypatch: pytest.MonkeyPatch) -> dict[str, int]:
    """What deciding does: the numbers of ranges that are made, and the formulas that encoding makes."""
    counts = {"numbers": 0, "formulas": 0}
    number_at, encode = NumberRange.__getitem__, Encoder.encode_with_budget

    def counting_numbers(self: NumberRange, place: int | slice) -> int | Fraction | NumberRange:
        counts["numbers"] += isinstance(place, int)
        return number_at(self, place)

    def counting_formulas(self: Encoder, *args: object) -> object:
        before = len(self.space.kinds)
        encoded = encode(self, *args)  # type: ignore[arg-type]
        counts["formulas"] += len(self.space.kinds) - before
        return encoded

    monkeypatch.setattr(NumberRange, "__getitem__", counting_numbers)
    monkeypatch.setattr(Encoder, "encode_with_budget", counting_formulas)
    return counts


def test_small_steps_cost_what_whole_numbers_cost(worked: dict[str, int]) -> None:
    counted = {}
    for name, (step, third) in STEPS.items():
        worked.update(numbers=0, formulas=0)
        core = core_of(RACE.format(step=step, third=third))
        decider = Decider(core)
        verdicts = [decider.verdicts(core.questions[question])[0] for question in ("penalty", "result", "mean", "ahead")]
        counted[name] = {**worked, "nodes": sum(verdict.effort.nodes for verdict in verdicts)}
    for name in ("hundredths", "thousandths"):
        for what, number in counted["whole"].items():
            assert counted[name][what] <= 2 * number + 100, (name, what, counted)
        assert counted[name]["formulas"] < 1_000, "amounts with several numbers are not compared number by number"
