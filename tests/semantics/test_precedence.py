"""Which rules a statement of precedence is about."""

from __future__ import annotations

from rulewright.semantics.model import Program
from semantics.small import resolved

VOCABULARY = """
enum arm: foot, horse
record unit "a unit"
  arm: arm
enum weather: clear, mud
fact weather: weather
value pace(u: unit): 0..9
case 8.6 "Mud"
  pace(u) is 3 when weather is mud
"""


def program(text: str) -> Program:
    """The program of a book with these lines in which nothing is at fault."""
    found, findings = resolved(VOCABULARY + text)
    assert not findings, [finding.message for finding in findings]
    return found


def overridden(text: str) -> list[tuple[list[str], list[str]]]:
    """For each statement, which rules go before which."""
    book = program(text)
    names = {rule.uid: str(rule.id) for rule in book.rules}
    return [([names[uid] for uid in on.by], [names[uid] for uid in on.targets]) for one in book.overrides for on in one.on]


def test_an_amendment_that_overrides_its_case_goes_before_what_was_there() -> None:
    text = "amend 8.6 in errata as change\n  pace(u) is 4 when u.arm is horse\n  overrides 8.6\n"
    assert overridden(text) == [(["8.6.2"], ["8.6.1"])]


def test_each_of_two_amendments_goes_before_the_rest_of_the_case() -> None:
    text = "".join(f"amend 8.6 in errata as change\n  pace(u) is {pace}\n  overrides 8.6\n" for pace in (4, 5))
    assert overridden(text) == [(["8.6.2"], ["8.6.1", "8.6.3"]), (["8.6.3"], ["8.6.1", "8.6.2"])]


def test_what_is_written_on_a_rule_sets_aside_under_the_conditions_of_the_rule() -> None:
    (one,) = program('case 8.7 "Horse"\n  pace(u) is 4 when u.arm is horse\n    sets aside 8.6\n').set_asides
    assert [(on.question, list(on.targets), on.when is None) for on in one.on] == [("pace", [0], False)]
