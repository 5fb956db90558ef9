"""One wrong line is one thing to mend: what follows from it says so, and is counted under it."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.books import findings, found_in, write
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.checks.causes import cause_key, consequences_by_cause, with_causes

FRONT = """\
rulebook example "Example"

source printed "Rules"
  dated "{printed}"

source errata "Errata"
  amends printed
  dated "{errata}"

edition printed = printed
edition errata  = {order}{since}
"""
CASES = """\
case 8.6 "Mud"
  "Mud slows everyone."

case 8.7 "Snow"
  "Snow does, see [8.6]."

amend 8.6 in errata as clarification
  "So it does."

amend 8.7 in errata as clarification
  "See [8.6]."
"""


def front(order: str = "printed + errata", printed: str = "1974", errata: str = "March 1976", since: str = "") -> str:
    return FRONT.format(order=order, printed=printed, errata=errata, since=since)


def orders(folder: Path, text: str) -> list[Diagnostic]:
    return [one for one in found_in(write({"rulebook.case": text, "rules.case": CASES}, folder)) if one.code == "RW326"]


def test_a_wrong_order_explains_what_is_wrong_in_its_edition_alone(tmp_path: Path) -> None:
    text = CASES + '\ncase 8.8 "Ice"\n  "See [8.9]."\n'
    found = found_in(write({"rulebook.case": front("errata + printed"), "rules.case": text}, tmp_path))
    (cause,) = [one for one in found if one.code == "RW326"]
    assert cause.severity is Severity.ERROR and not cause.follows
    under = consequences_by_cause(found)[cause_key(cause)]
    assert {one.edition for one in under} == {"errata"} and "case-not-there" in {one.name for one in under}
    (apart,) = [one for one in found if one.name == "dangling-reference"]
    assert apart.edition == "" and not apart.follows


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, None),
        ({"printed": "May 1976"}, "the edition `errata` lays `errata` of March 1976 over `printed` of May 1976"),
        ({"printed": "1976"}, None),
        ({"printed": "on 3 March 1976", "errata": "2nd of March, 1976"}, "the edition `errata` lays `errata` of 2nd of March, 1976 over"),
        ({"since": " from 1976-02-01"}, "the edition `errata` is in force from 1976-02-01, and its source `errata` is of March 1976"),
        ({"since": " from 1976-03-01"}, None),
        ({"printed": "long ago"}, None),
    ],
)
def test_dates_are_compared_as_far_as_they_are_given(changes: dict[str, str], message: str | None, tmp_path: Path) -> None:
    found = orders(tmp_path, front(**changes))
    assert [one.severity for one in found] == ([] if message is None else [Severity.WARNING])
    assert all(one.message.startswith(message or "") for one in found)


def test_what_is_not_there_is_reported_once_in_full(tmp_path: Path) -> None:
    text = 'case 8.6 "Mud"\n  "See [8.9], and [8.9] again."\n  note "See [8.8]."\n\ncase 8.7 "Snow"\n  "See [8.9]."\n'
    found = [one for one in findings(text, tmp_path) if one.name == "dangling-reference"]
    assert [bool(one.follows) for one in found] == [False, *(one.message.split("`")[1] == "8.9" for one in found[1:])]
    assert {one.follows for one in found if one.follows} == {cause_key(found[0])}


def test_other_findings_have_causes_of_their_own() -> None:
    at = Location("a.case", 1, 1, 1, 2)
    found = [Diagnostic("RW404", "untested-case", Severity.WARNING, "no example reaches `8.6`", (Label(at),)) for _ in range(2)]
    assert with_causes(found) == found


def test_a_contradiction_of_two_lines_is_one(tmp_path: Path) -> None:
    text = """\
fact wet: yes/no
fact cold: yes/no
predicate slow

case 8.6 "Mud"
  slow when any of
    a. wet
    b. cold
  not slow when wet or cold
"""
    found = [one for one in findings(text, tmp_path) if one.name == "contradiction"]
    assert len(found) == 1 and any(note.endswith("likewise") for note in found[0].notes)


def test_two_cases_overlap_once(tmp_path: Path) -> None:
    text = """\
record unit
  tired: yes/no
  lost: yes/no
verdict move(u: unit)
verdict fight(u: unit)

case 8.1 "Tired"
  may not move(u), fight(u) when u.tired

case 8.2 "Lost"
  may not move(u), fight(u) when u.lost
"""
    (found,) = [one for one in findings(text, tmp_path) if one.name == "overlap"]
    assert any("1 more pair of rules" in note for note in found.notes)


def test_a_rule_that_cannot_be_read_is_why_its_address_is_not_there(tmp_path: Path) -> None:
    text = (
        'verdict go "one goes"\n\ncase 5.1 "Going"\n  "One goes."\n  all: may go\n\n'
        'case 5.2 "Not"\n  "Not so."\n  overrides 5.1.all\n  may not go\n\ncase 5.3 "Nor"\n  "Nor so."\n  overrides 5.9\n  may not go\n'
    )
    found = findings(text, tmp_path)
    (cause,) = [one for one in found if one.name == "reserved-name"]
    missing = {one.message.split("`")[1]: one.follows for one in found if one.name == "dangling-reference"}
    assert missing == {"5.1.all": cause_key(cause), "5.9": ""}


def test_a_name_of_two_kinds_is_why_its_uses_do_not_fit(tmp_path: Path) -> None:
    text = 'fact hurt: yes/no\nverdict retreat\npredicate retreat\n\ncase 5.1 "Retreat"\n  "The hurt retreat."\n  retreat when hurt\n'
    found = findings(text, tmp_path)
    (cause,) = [one for one in found if one.name == "declared-twice"]
    assert cause.message == "`retreat` is declared as a verdict and as a predicate"
    assert [one.follows for one in found if one.name == "wrong-verb"] == [cause_key(cause)]


def test_what_an_amendment_does_not_delete_is_why_a_name_is_there_twice(tmp_path: Path) -> None:
    text = (
        'verdict go "one goes"\nfact wet: yes/no\n\ncase 5.1 "Going"\n  "One goes."\n  depot: may go\n  other: may go when wet\n\n'
        "amend 5.1 in errata as correction\n  deletes the part\n  other: may go when not wet\n"
    )
    found = findings(text, tmp_path)
    (cause,) = [one for one in found if one.name == "words-not-in-text"]
    assert cause.message == "the amendment does not say which part of case 5.1 it deletes"
    assert "`amend 5.1.other in errata …` for a rule" in (cause.help or "")
    assert [one.follows for one in found if one.name == "named-twice"] == [cause_key(cause)]


REFUSED_STAGE = """
fact song: yes/no
value damage: 0..99
  base is the one
  status plus the greatest
value harm: 0..99
case 1.1
  damage is 5
  add 2 to damage at status when song
  multiply damage by 2 when song
  harm is 5
  add 2 to harm at status when song
"""


def test_a_stage_of_a_refused_line_is_not_there_because_of_that_line(tmp_path: Path) -> None:
    front = FRONT.format(printed="1 May 1990", errata="1 May 1991", order="printed + errata", since="")
    found = found_in(write({"rulebook.case": front, "rules.case": REFUSED_STAGE}, tmp_path))
    (refused,) = [one for one in found if one.code == "RW020"]
    stages = [(one.message, one.follows) for one in found if one.code == "RW207" and one.edition in ("", "printed")]
    assert stages == [("`damage` has no stage for `multiply`", cause_key(refused))]


REFUSED = """\
source second "Second"
  amends printed
enum arm: foot, horse
scale size: small, large
record unit
  arm: arm
  speed: 0..9
fact wet: yes/no "wet"
fact age: 1..9
value pace(u: unit): 0..9 "pace"
  base is the one
  extra plus the sum
predicate slow(u: unit) "slow"
verdict march(u: unit) "march"
option fog "Fog"

case 1.1 "Pace"
  table load(n: 0..9): 0..9 "the load"
    | 1 | 2 |
  pace(u) is load(3) when u.arm is foot and wet
  add 1 to pace(u) at extra when u.speed is 3
  slow(u) when age is 3
  may march(u) when slow(u)
  march_barred: may not march(u) when u.arm is horse
    overrides 1.1, 1.2, how
  example "three"
    given u.arm is foot, wet, u.speed is 3
    then pace(u) is 3
    then permitted march(u)

reading how on 1.1 "How"
  choice a: may march(u)
  choice b: need not march(u)

case 1.2 "Fog"
  option fog
  may march(u) when wet

ruling Q1 on 1.1 in errata
  asks "?"
  answers "Yes."
  settles how as a
"""


@pytest.mark.parametrize(
    ("line", "refused"),
    [
        ('option fog "Fog"', 'option fog "Fog'),
        ("enum arm: foot, horse", "enum arm: foot, ho%rse"),
        ("record unit", "record unit %"),
        ("  arm: arm", "  arm: arm %"),
        ("  speed: 0..9", "  speed: 0..9x"),
        ('fact wet: yes/no "wet"', 'fact wet: yes/no "wet'),
        ("fact age: 1..9", "fact age: 1..99999999999999999999"),
        ("fact age: 1..9", "fact age: 9..1"),
        ('value pace(u: unit): 0..9 "pace"', 'valu pace(u unit): 0..9 "pace"'),
        ("  extra plus the sum", "  extra plus the som"),
        ('predicate slow(u: unit) "slow"', 'predicate slow(u: unit "slow"'),
        ('verdict march(u: unit) "march"', 'verdict march(u: unit) "march'),
        ('  table load(n: 0..9): 0..9 "the load"', '  table load(n: 0..9): 0..9x "the load"'),
        ('reading how on 1.1 "How"', 'reading how on 1.1 "How'),
        ("  choice a: may march(u)", "  choice a: may march(u) when %"),
    ],
)
def test_uses_of_a_name_whose_line_is_refused_are_not_reported(line: str, refused: str, tmp_path: Path) -> None:
    """An error of another name is."""
    text = REFUSED.replace(line, refused, 1) + '\ncase 1.9 "Last"\n  wet_too when nobody_knows\n'
    errors = [found for found in findings(text, tmp_path) if found.severity is Severity.ERROR]
    location = text[: text.index(refused)].count("\n") + 1
    assert [found.labels[0].location.line for found in errors[:1]] == [location], errors
    assert all("wet_too" in found.message for found in errors[1:]), errors
    assert len(errors) == 2
    assert not [found for found in findings(REFUSED, tmp_path) if found.severity is Severity.ERROR]


REFUSED_STAGES = """
fact late: 0..9 "how late it is"
value fee: 0..9 "the fee"
  cap at most
case 1.1 "The fee"
  "Each day costs one, and never more than five."
  fee is late
  fee is at most 5
  example "late"
    given late is 9
    then fee is 5
"""


def test_a_value_whose_stages_are_refused_makes_nothing_idle(tmp_path: Path) -> None:
    found = found_in(write({"rulebook.case": front(), "rules.case": REFUSED_STAGES}, tmp_path))
    assert [(one.code, one.message) for one in found if one.severity is not Severity.INFO] == [("RW208", "`cap` has no value to work on")]


REFUSED_RULE = """
enum sky: clear, fog
fact sky: sky "the sky"
fact late: 0..9 "how late it is"
value fee: 0..9 "the fee"
  otherwise 1
predicate kept "the day is kept"
case 1.1 "The fee"
  "The fee is how late it is, and half of it in fog."
  fee is late
  multiply fee by 1/2 when sky is fog
  kept means wether is clear
  example "late, in fog"
    given late is 8, sky is fog
    then fee is 4
"""


def test_a_refused_rule_makes_nothing_idle_or_missing(tmp_path: Path) -> None:
    """What a refused line reads would else seem to be read by nothing: `sky`, its value `clear`, `kept`."""
    found = found_in(write({"rulebook.case": front(), "rules.case": REFUSED_RULE}, tmp_path))
    assert [one.code for one in found] == ["RW207", "RW201"]
