"""What an answer says of a table's row in which an amendment has corrected a cell."""

from __future__ import annotations

import pytest

from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.ask import ask
from semantics.small import resolved

TABLE = """
enum troop: line, elite
case 5.1 "Hits"
  table to_hit(t: troop): 1..6
    | line  | 5 |
    | elite | 4 |

amend 5.1 in errata as correction
  corrects to_hit row "elite" column "to_hit" from 4 to 3
"""


def _core(text: str, edition: str = "after") -> Core:
    program, findings = resolved(text, edition)
    assert not findings
    return lower(program)


@pytest.mark.parametrize(
    ("edition", "troop", "value", "formed_by"),
    [("after", "elite", 3, ("errata, correction",)), ("after", "line", 5, ()), ("before", "elite", 4, ())],
)
def test_a_corrected_row_is_credited_to_the_amendment_as_well(edition: str, troop: str, value: int, formed_by: tuple[str, ...]) -> None:
    answer = ask(_core(TABLE, edition), f"to_hit({troop})", {})
    assert answer.value == value
    assert [(reason.rule, reason.source, reason.formed_by) for reason in answer.because] == [("5.1.to_hit", "printed", formed_by)]


def test_a_correction_of_a_row_twice_is_named_once() -> None:
    twice = TABLE + '  corrects to_hit row "elite" column "to_hit" from 3 to 2\n'
    (reason,) = ask(_core(twice), "to_hit(elite)", {}).because
    assert (reason.effect, reason.formed_by) == ("2", ("errata, correction",))
