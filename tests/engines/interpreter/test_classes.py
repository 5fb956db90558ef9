"""Which values of a fact are taken together: only such as every question answers alike, in whatever way it looks at them."""

from __future__ import annotations

import pytest

from rulewright.core.query import Switches
from rulewright.engines.interpreter.answer import answer_json
from rulewright.engines.interpreter.ask import ask, engine_of
from semantics.small import core_of

VALUES = range(12)
LOOKS = {
    "a range": "table of(k: 0..11): 0..9\n    | 3..6 | 2 |",
    "a range without a beginning": "table of(k: 0..11): 0..9\n    | ..6 | 2 |",
    "a range without an end": "table of(k: 0..11): 0..9\n    | 3.. | 2 |",
    "ranges apart": "table of(k: 0..11): 0..9\n    | 1..2 | 2 |\n    | 3..6 | 4 |\n    | 7 | 2 |",
    "a list": "table of(k: 0..11): 0..9\n    | 2, 5 | 3 |",
    "any": "table of(k: 0..11): 0..9\n    | any | 3 |",
    "columns": "table of(j: 0..1, k: 0..11): 0..9\n    |   | ..3 | 6..8 |\n    | 0 | 1 | 2 |",
    "a head": "of(4) is 3",
    "at least": "of(k) is 1 when k is at least 4",
    "more than": "of(k) is 1 when k is more than 4",
    "less than": "of(k) is 1 when k is less than 4",
    "between": "of(k) is 1 when k is between 3 and 5",
    "a set": "of(k) is 1 when k in {2, 7}",
    "a set of ranges": "of(k) is 1 when k in {2..4, 7}",
    "not": "of(k) is 1 when k is not 4",
    "the other side": "of(k) is 1 when 4 is at most k",
    "handed on": "of(k) is on(k)\n  on(k) is 1 when k is at least 8",
    "an effect": "of(k) is k when k is at most 9",
    "a sum": "of(k) is 1 when k + 1 is at least 4",
}


@pytest.mark.parametrize("looks", LOOKS.values(), ids=LOOKS)
def test_values_that_are_taken_together_have_one_answer(looks: str) -> None:
    args = "0, n" if "columns" in looks or "j:" in looks else "n"
    declared = "" if "table" in looks else "value of(k: 0..11): 0..9\n"
    declared += "value on(k: 0..11): 0..9\n" if "on(k)" in looks else ""
    core = core_of(f"fact n: 0..11\nvalue size: 0..9\n{declared}case 1.1\n  {looks}\ncase 1.2\n  size is of({args})\n")
    answers = [answer_json(ask(core, "size", {"n": value})) for value in VALUES]
    said = [(one["status"], one.get("value")) for one in answers]
    sensitivity = engine_of(core).sensitivity("size", Switches())
    groups = sensitivity.value_classes("n", VALUES)
    assert [value for group in groups for value in group] == list(VALUES)
    assert [{said[value] for value in group} for group in groups if len({said[value] for value in group}) > 1] == []
    assert list(sensitivity.representatives("n", VALUES)) == [group[0] for group in groups]


OTHERS = {
    "a rule of another question": "case 5.1\n  toll is (n + 3) / 2 rounded up",
    "a rule of an option that is off": "case 5.1\n  option tolls\n  size is 3 when n + 3 is at least 7",
    "a rule of a scenario that is not played": 'scenario 5.1 "A day"\n  size is 3 when n + 3 is at least 7',
}


@pytest.mark.parametrize("rule", OTHERS.values(), ids=OTHERS)
def test_what_cannot_bear_on_a_question_tells_no_values_apart(rule: str) -> None:
    core = core_of(
        f'fact n: 0..11\nvalue size: 0..9\nvalue toll: 0..9\noption tolls "Tolls"\ncase 1.1\n  size is 1 when n is at least 4\n{rule}\n'
    )
    assert list(engine_of(core).sensitivity("size", Switches()).representatives("n", VALUES)) == [0, 4, 5]
