"""Which rules a statement of precedence is about."""

from __future__ import annotations

import pytest

from rulewright.engines.interpreter.ask import ask
from rulewright.semantics.model import Program
from semantics.small import core_of, resolved

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


def test_each_of_two_amendments_goes_before_the_rest_of_the_case_and_not_before_the_other() -> None:
    text = "".join(f"amend 8.6 in errata as change\n  pace(u) is {pace}\n  overrides 8.6\n" for pace in (4, 5))
    assert overridden(text) == [(["8.6.2"], ["8.6.1"]), (["8.6.3"], ["8.6.1"])]


def test_what_is_written_on_a_rule_sets_aside_under_the_conditions_of_the_rule() -> None:
    (one,) = program('case 8.7 "Horse"\n  pace(u) is 4 when u.arm is horse\n    sets aside 8.6\n').set_asides
    assert [(on.question, list(on.targets), on.when is None) for on in one.on] == [("pace", [0], False)]


PAIRS = """
record player "a player"
  club: 1..9
verdict pair(a: player, b: player)
predicate large(a: player, b: player)
case 1.1 "Clubs"
  clubs: may not pair(p, q) when p.club is q.club
case 1.3 "Leave"
  leave: may pair(p, q)
"""


@pytest.mark.parametrize(
    "line",
    [
        "sets aside 1.1.clubs when p.club is 3",
        "1.3.leave goes before 1.1.clubs when p.club is 3",
        "large(p, q) when p.club is 3\n    sets aside 1.1.clubs",
        "large(q, p) when p.club is 3\n    sets aside 1.1.clubs",
        "may pair(p, q) when p.club is 3\n    overrides 1.1",
    ],
)
@pytest.mark.meaning("override.variables")
def test_of_two_players_the_names_of_the_head_tell_which_is_meant(line: str) -> None:
    core = core_of(f'{PAIRS}case 1.2 "Third club"\n  {line}\n', policy="  stated\n  may not over may")
    statuses = {
        (first, second): str(ask(core, "pair(x, y)", {"x.club": first, "y.club": second}).value) for first, second in ((3, 3), (4, 4))
    }
    assert statuses == {(3, 3): "permitted", (4, 4): "forbidden"}


def test_the_first_and_the_second_are_told_apart() -> None:
    bar = PAIRS.replace("when p.club is q.club", "when q.club is 5")
    core = core_of(f'{bar}case 1.2 "Third club"\n  sets aside 1.1.clubs when p.club is 3\n', policy="  stated\n  may not over may")
    assert str(ask(core, "pair(x, y)", {"x.club": 3, "y.club": 5}).value) == "permitted"
    assert str(ask(core, "pair(x, y)", {"x.club": 5, "y.club": 5}).value) == "forbidden"


@pytest.mark.meaning("override.variables")
def test_a_name_that_the_heads_do_not_share_is_not_guessed() -> None:
    text = f'{PAIRS}case 1.4 "Twins"\n  may not pair(q, p) when q.club is 1\ncase 1.2 "Third"\n  sets aside 1.1, 1.4 when p.club is 3\n'
    (finding,) = resolved(text)[1]
    assert (finding.code, finding.help) == (
        "RW217",
        "give the arguments the same names in the head of each rule on `pair` here, or name one rule of them",
    )
    (finding,) = resolved(f'{PAIRS}case 1.2 "Third"\n  sets aside 1.1 when u.club is 3\n')[1]
    assert (finding.code, finding.help) == ("RW217", "use the names of the rule's head: `p` or `q`")
