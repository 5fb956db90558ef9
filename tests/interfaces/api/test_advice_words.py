"""The first line of an answer tells what is advised beside it."""

from __future__ import annotations

import pytest

from rulewright.core.wording import NO_WORDING
from rulewright.engines.interpreter.ask import ask
from rulewright.interfaces.api.advice_words import advice_clause
from semantics.small import core_of

CORE = core_of("""
enum weather: clear, mud
fact weather: weather
fact tired: yes/no
fact elite: yes/no
verdict march "one marches"
case 4.1 "Marching" in printed
  may march
  should march when weather is clear
  may not march when elite
    overrides 4.1.1
case 4.2 "Rest" in printed
  should not march when tired
case 4.3 "The elite" in printed
  should march when elite
    overrides 4.2
""")


@pytest.mark.parametrize(
    ("given", "status", "clause"),
    [
        ({"weather": "mud", "tired": False, "elite": False}, "permitted", ""),
        ({"weather": "clear", "tired": False, "elite": False}, "permitted", ", and advised by 4.1.2"),
        ({"weather": "mud", "tired": True, "elite": False}, "permitted", ", and advised against by 4.2.1"),
        ({"weather": "clear", "tired": True, "elite": False}, "permitted", ", and the advice of 4.1.2 and 4.2.1 is in conflict"),
        ({"weather": "clear", "tired": True, "elite": True}, "forbidden", ", and advised by 4.1.2 and 4.3.1"),
        ({"weather": "mud", "elite": False}, "permitted", "; what is advised depends on tired"),
    ],
)
def test_advice_is_told_and_changes_no_status(given: dict[str, object], status: str, clause: str) -> None:
    answer = ask(CORE, "march", given)
    assert answer.value == status
    assert advice_clause(answer, NO_WORDING) == clause
