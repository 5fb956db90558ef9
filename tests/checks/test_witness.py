"""What a statement, the prose and the rules say of one matter: each difference is found, and what is the same in other words is none."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checks.books import findings
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.evidence.bound_differs import ABOVE_IT, BELOW_IT

HEAD = "item,section,locator,kind,summary,refs,computable,shape,ocr_note\n"
WORLD = """\
measure MP "movement point"
measure SP "strength point"
enum weather: clear, mud
record unit
  mounted: yes/no
fact weather: weather
fact printed(u: unit): 0..20 MP
value allowance(u: unit): -20..20 MP
verdict forage(u: unit)
verdict rest(u: unit)

case 8.1 "Allowance"
  allowance(u) is printed(u)

"""


def witnesses(text: str, folder: Path, *rows: str) -> list[Diagnostic]:
    ledger = HEAD + "".join(f"{row}\n" for row in rows) if rows else ""
    return [one for one in findings(WORLD + text, folder, ledger) if one.code.startswith("RW35") or one.code == "RW324"]


def told(found: list[Diagnostic]) -> list[tuple[str, int]]:
    return [(one.name, one.labels[0].location.line - WORLD.count("\n")) for one in found]


MUD = 'case 8.6 "Mud"\n  "{prose}"\n  {rule}  @EX-001\n'
ROW = "EX-001,Movement,8.6,rule,{summary},,yes,modifier,"
TAKE = "take 2 MP from allowance(u) when weather is mud"


@pytest.mark.parametrize("prose", ["Mud takes 2 MP.", "Mud takes two movement points.", "In mud one has two less; see [8.1]."])
def test_the_same_number_in_other_words_is_no_difference(prose: str, tmp_path: Path) -> None:
    assert witnesses(MUD.format(prose=prose, rule=TAKE), tmp_path, ROW.format(summary="Mud: 2 MP less")) == []


def test_a_number_of_the_prose_alone(tmp_path: Path) -> None:
    (found,) = witnesses(MUD.format(prose="Mud takes three points.", rule=TAKE), tmp_path, ROW.format(summary="Mud: 2 MP less"))
    assert (found.name, found.severity) == ("number-differs", Severity.WARNING)
    assert found.message == "the text of 8.6 says `three` where `@EX-001` says `2`"
    assert [Path(label.location.path).name for label in found.labels] == ["rules.case", "ledger.csv"]


CLARIFIED = '\namend 8.6 in errata as clarification\n  "Three points, that is."\n'
READ = '\nreading deep on 8.6 "Which"\n  note "Mud takes {} points."\n  choice one\n    may forage(u)\n  choice other\n    may rest(u)\n'
UNSAID = "`{}` in the text of {} is in no statement and no rule of it"


def test_the_prose_of_an_amendment_vouches_for_no_number_of_the_case(tmp_path: Path) -> None:
    alone = witnesses(MUD.format(prose="Mud takes three points.", rule=TAKE), tmp_path, ROW.format(summary="Mud slows"))
    assert UNSAID.format("three", "8.6") in [one.message for one in alone]
    both = witnesses(MUD.format(prose="Mud takes three points.", rule=TAKE) + CLARIFIED, tmp_path, ROW.format(summary="Mud slows"))
    assert [one.message for one in both if "hree" in one.message] == [UNSAID.format("three", "8.6"), UNSAID.format("Three", "8.6")]


@pytest.mark.parametrize("number", ["two", "three"])
def test_the_prose_of_a_case_vouches_for_the_numbers_of_a_reading_and_its_own_for_none(number: str, tmp_path: Path) -> None:
    text = MUD.format(prose="Mud takes two points.", rule=TAKE) + READ.format(number)
    found = [one.message for one in witnesses(text, tmp_path, ROW.format(summary="Mud slows"))]
    assert [one for one in found if "deep" in one] == ([UNSAID.format("three", "deep")] if number == "three" else [])


def test_a_number_of_the_rule_alone(tmp_path: Path) -> None:
    rule = TAKE.replace("2", "3")
    found = witnesses(MUD.format(prose="Mud takes two points.", rule=rule), tmp_path, ROW.format(summary="Mud: 2 MP less"))
    assert ("number-differs", 3) in told(found)
    assert "`3` in a rule of 8.6 is in no statement and no text of it" in [one.message for one in found]


@pytest.mark.parametrize(("prose", "alone"), [("Mud takes 3 MP.", []), ("Mud takes some.", [("number-differs", 3)])])
def test_a_number_of_a_rule_may_be_said_by_the_text_where_the_statement_says_none(
    prose: str, alone: list[tuple[str, int]], tmp_path: Path
) -> None:
    text = MUD.format(prose=prose, rule="take 3 MP from allowance(u) when weather is mud")
    found = witnesses(text, tmp_path, "EX-001,Mud,8.6,modifier,Mud takes some,,yes,modifier,")
    assert [one for one in told(found) if one[1] == 3] == alone


def test_without_a_statement_it_is_a_note(tmp_path: Path) -> None:
    (found,) = witnesses(f'case 8.6 "Mud"\n  "Mud takes three points."\n  {TAKE}\n', tmp_path)
    assert (found.name, found.severity) == ("number-differs", Severity.INFO)


@pytest.mark.parametrize(("said", "found"), [("3", []), ("14", [("number-differs", 6)])])
def test_a_ruling_without_rules_says_the_numbers_of_its_example(said: str, found: list[tuple[str, int]], tmp_path: Path) -> None:
    example = f'  "With {said} points printed, the mud leaves one."\n  example "mud"\n    given printed(u) is 3 MP, weather is mud\n'
    ruling = f"ruling 8.6+ on 8.6 in errata as example\n{example}    then allowance(u) is 1 MP\n"
    mud = f'case 8.6 "Mud"\n  "Mud takes 2 MP."\n  {TAKE}\n\n'
    assert told(witnesses(mud + ruling, tmp_path)) == found


def test_a_number_is_accepted_by_what_is_written(tmp_path: Path) -> None:
    text = MUD.format(prose="Mud takes three points, or four.", rule=TAKE) + '  accepts number_differs at "three" because "it is so"\n'
    found = witnesses(text, tmp_path, ROW.format(summary="Mud: 2 MP less"))
    assert {(one.message.split("`")[1], one.accepted) for one in found} == {("three", True), ("four", False)}


@pytest.mark.parametrize(
    ("shape", "verb", "wrong"),
    [
        ("permission", "may", False),
        ("permission", "may not", True),
        ("permission", "must", True),
        ("prohibition", "may not", False),
        ("prohibition", "may only", False),
        ("prohibition", "may", True),
        ("obligation", "must", False),
        ("obligation", "may not", False),
        ("obligation", "may", True),
        ("ruling", "may", False),
    ],
)
def test_the_verb_of_a_rule_is_held_against_the_shape(shape: str, verb: str, wrong: bool, tmp_path: Path) -> None:
    text = f'case 8.7 "Foraging"\n  "About foraging."\n  {verb} forage(u) when u.mounted  @EX-001\n'
    found = witnesses(text, tmp_path, f"EX-001,Supply,8.7,rule,On foraging,,yes,{shape},")
    assert told(found) == ([("verb-differs", 3)] if wrong else [])


@pytest.mark.parametrize(("verb", "wrong"), [("may not forage", True), ("may forage", False), ("may forage only by day and", False)])
def test_the_verb_of_the_prose_is_held_against_the_shape(verb: str, wrong: bool, tmp_path: Path) -> None:
    text = f'case 8.7 "Foraging"\n  "Mounted units {verb} in towns."\n  may forage(u) when u.mounted  @EX-001\n'
    found = witnesses(text, tmp_path, "EX-001,Supply,8.7,rule,Mounted units can forage in towns,,yes,permission,")
    assert told(found) == ([("verb-differs", 2)] if wrong else [])


def test_a_unit_of_the_prose_alone(tmp_path: Path) -> None:
    (found,) = witnesses(f'case 8.6 "Mud"\n  "Mud takes 2 strength points."\n  {TAKE}\n', tmp_path)
    assert (found.name, found.message) == ("unit-differs", "`2 strength points` in the text of 8.6 is `2 MP` elsewhere in it")


@pytest.mark.parametrize(("name", "wrong"), [("Jena", False), ("Iena", True), ("B2825", False), ("B2852", True), ("Jena's", False)])
def test_a_name_of_the_prose_alone(name: str, wrong: bool, tmp_path: Path) -> None:
    text = f'case 8.7 "Foraging"\n  "Units at {name} forage."\n  may forage(u)  @EX-001\n'
    found = witnesses(text, tmp_path, "EX-001,Supply,8.7,rule,Units at Jena (B2825) can forage,,yes,permission,")
    assert told(found) == ([("name-differs", 2)] if wrong else [])


@pytest.mark.parametrize(
    "declared",
    [
        'term "Iena" "A town."\n',
        'term "the town" "A town."\n  also "Iena"\n',
        'measure stage "Iena"\n',
        "",
    ],
)
def test_a_name_that_the_book_declares_may_stand_in_any_prose(declared: str, tmp_path: Path) -> None:
    text = declared + 'case 8.7 "Foraging"\n  "Units at Iena forage."\n  may forage(u)  @EX-001\n'
    found = witnesses(text, tmp_path, "EX-001,Supply,8.7,rule,Units can forage,,yes,permission,")
    assert [one.name for one in found] == ([] if declared else ["name-differs"])


@pytest.mark.parametrize(
    "row",
    [
        "Moving,8.7,rule,At Jena,,no,prose,",
        "Moving,8.7 at Jena,rule,At it,,no,prose,",
        "Jena,8.7,rule,At it,,no,prose,",
        "Moving,8.7,rule,At it,,no,prose,read Jena",
    ],
)
def test_a_name_is_known_from_any_words_of_a_row(row: str, tmp_path: Path) -> None:
    text = 'case 8.7 "Foraging"\n  "Units at Jena and Iena forage."  @EX-001\n'
    assert [
        one.message for one in witnesses(text, tmp_path, f"EX-001,{row}") if "Jena" in one.message.partition("`")[2].partition("`")[0]
    ] == []
    assert told(witnesses(text, tmp_path, f"EX-001,{row}")) == [("name-differs", 2)]


def test_both_places_of_a_verb_that_differs_say_what_is_done_there(tmp_path: Path) -> None:
    text = 'case 8.7 "Foraging"\n  "Mounted units may not forage in towns."\n  may forage(u) when u.mounted  @EX-001\n'
    (found,) = witnesses(text, tmp_path, "EX-001,Supply,8.7,rule,Mounted units can forage in towns,,yes,permission,")
    assert [label.text for label in found.labels] == ["this forbids", "this permits: its shape is permission"]


TWO = 'case 8.7 "Foraging"\n  "Units forage."\n  may forage(u){first}\n\ncase 8.8 "Rest"\n  "Units rest."\n  may rest(u){second}\n'


@pytest.mark.parametrize(
    ("locator", "refs", "second", "wrong"),
    [
        ("8.7", "", "", False),
        ("8.7", "", "  @EX-001", True),
        ("8.7", "8.8", "  @EX-001", False),
        ("8.0", "", "  @EX-001", False),
        ("8.8 note 2", "", "  @EX-001", False),
        ("somewhere", "", "  @EX-001", False),
    ],
)
def test_a_tag_is_where_the_ledger_says(locator: str, refs: str, second: str, wrong: bool, tmp_path: Path) -> None:
    text = TWO.format(first="" if second else "  @EX-001", second=second)
    found = witnesses(text, tmp_path, f"EX-001,Supply,{locator},rule,Units forage,{refs},yes,permission,")
    assert told(found) == ([("statement-elsewhere", 7)] if wrong else [])


@pytest.mark.parametrize(
    ("locator", "case", "meant"),
    [
        ("8.7.1", "8.7", ""),  # the case above the one that the ledger names
        ("8.7", "8.7.1", ""),  # the one below it
        ("8.7/2", "8.7", ""),
        ("8.7", "8.7/2", ""),
        ("8.7.1", "8.71", "8.7.1"),  # that its number begins alike makes it neither
        ("8.71", "8.7.1", "8.71"),
        ("9.3", "9.3.1", ""),  # 9.3 is no case itself, it has cases
        ("9.3", "8.7", "9.3"),
    ],
)
def test_a_tag_may_be_a_case_above_or_below(locator: str, case: str, meant: str, tmp_path: Path) -> None:
    cases = "".join(
        f'case {number} "About"\n  "Units forage."\n  may forage(u){"  @EX-001" if number == case else ""}\n\n'
        for number in ("8.7", "8.71", "8.7.1", "8.7/2", "9.3.1")
    )
    found = witnesses(cases, tmp_path, f"EX-001,Supply,{locator},rule,Units forage,,yes,permission,")
    told = [one.message for one in found if one.name == "statement-elsewhere"]
    assert told == ([f"`@EX-001` is tagged in {case}, and its source has it in {meant}"] if meant else [])


def test_a_tag_is_where_the_words_are(tmp_path: Path) -> None:
    text = TWO.format(first="  @EX-001", second="  @EX-002").replace("8.", "supply.")
    text += '\ncase supply.9 "Bread"\n  "Bread is baked in ovens."\n  may never rest(u) when u.mounted  @EX-003\n'
    rows = ["Units forage", "Units rest", "Ovens bake bread"]
    right = [f"EX-00{number},Supply,s{number},rule,{row},,yes,ruling," for number, row in enumerate(rows, 1)]
    assert witnesses(text, tmp_path, *right) == []
    moved = text.replace("@EX-002", "@EX-002 @EX-003", 1).replace("u.mounted  @EX-003", "u.mounted")
    (found,) = witnesses(moved, tmp_path, *right)
    assert found.message == "`@EX-003` is tagged in supply.8, and its source has it in supply.9"


AMENDED = 'case 8.6 "Mud"\n  "Mud takes two points."\n  mud: {rule}\n\namend 8.6 in errata as correction\n{lines}'


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ('  replaces "two points" with "2 MP"\n', True),
        ('  replaces "two points" with "2 MP"\n  overrides 8.1\n', False),
        ("  take 2 MP from allowance(u) when u.mounted\n", True),
        ('  "Horses pay 2 MP more."\n  take 2 MP from allowance(u) when u.mounted\n', False),
        ('  "A note on mud."\n', False),
    ],
)
def test_words_and_rules_are_amended_together(lines: str, wrong: bool, tmp_path: Path) -> None:
    found = [one for one in witnesses(AMENDED.format(rule=TAKE, lines=lines), tmp_path) if one.name == "half-amended"]
    assert told(found) == ([("half-amended", 6)] if wrong else [])


@pytest.mark.parametrize(
    ("printed", "note", "wrong"),
    [
        ("accept in mud", '"accept" = except', False),
        ("acept in mud", '"accept" = except', True),
        ("acept in mud", "letters lost", False),
        ("mud .", '"accept" = except', False),
    ],
)
def test_a_misprint_is_among_the_words_quoted_of_the_print(printed: str, note: str, wrong: bool, tmp_path: Path) -> None:
    read = "mud." if printed == "mud ." else "except in mud"
    text = f'case 8.7 "Foraging"\n  "Units forage, though not in mud."\n  reads "{printed}" as "{read}" because "a misprint"\n'
    text += "  may forage(u)  @EX-001\n"
    quoted = note.replace('"', '""')
    found = witnesses(text, tmp_path, f'EX-001,Supply,8.7,rule,Units forage but not in mud,,yes,permission,"{quoted}"')
    in_ledger = [one for one in found if "quote" in one.message]
    assert bool(in_ledger) is wrong


@pytest.mark.parametrize(("brought", "names"), [("two", []), ("four", ["number-differs"])])
def test_the_words_that_an_act_brings_say_a_number(brought: str, names: list[str], tmp_path: Path) -> None:
    text = f'case 8.6 "Mud"\n  not held\n\namend 8.6 in errata as correction\n  replaces "three" with "{brought}"  @EX-001\n  {TAKE}  @EX-001\n'
    found = witnesses(text, tmp_path, "EX-001,Movement,8.6,correction,todo,,yes,modifier,")
    assert [one.name for one in found] == names


@pytest.mark.parametrize(
    ("patterns", "phrases"),
    [
        (
            BELOW_IT,
            "at least 3; no less than 3; not less than 3; no fewer than 3; less than three; fewer than 3; under a 3; below the three; 3 or more; "
            "three or better; 3 hexes or higher; 3 very long hexes or greater; 3 or over; 3 or above; 3 or later",
        ),
        (
            ABOVE_IT,
            "at most 3; more than 3; up to three; as many as 3; over 3; above the 3; exceed 3; exceeds a 3; exceeding 3; beyond 3; greater than 3; "
            "3 or less; 3 or fewer; three hexes or lower; 3 or under; 3 or below; 3 or earlier",
        ),
    ],
)
def test_each_way_to_say_a_bound_in_small_letters_and_in_capitals(patterns: tuple[re.Pattern[str], ...], phrases: str) -> None:
    for phrase in phrases.split("; "):
        for text in (f"it is {phrase}.", f"It is {phrase.upper()}.", phrase.capitalize()):
            found = [match["number"].lower() for pattern in patterns if (match := pattern.search(text))]
            assert found in (["3"], ["three"]), text
    assert not any(pattern.search("there are 3 of them, and more") for pattern in patterns)


def test_how_many_of_a_list_must_hold_is_a_number_of_its_rule(tmp_path: Path) -> None:
    text = 'case 8.2 "Foraging"\n  "At least {} of these hold."\n  may forage(u) when at least two of  @W-1\n    a. u.reserve\n    b. u.wet\n    c. allowance(u) is 1 MP\n'
    statement = "W-1,8.2,,rule,units forage,,yes,,"
    assert not [one for one in witnesses(text.format("two"), tmp_path, statement) if one.code == "RW350"]
    assert [one.code for one in witnesses(text.format("three"), tmp_path, statement) if one.code == "RW350"] == ["RW350"]


def test_a_bound_that_is_said_in_capitals_is_read(tmp_path: Path) -> None:
    text = 'case 8.2 "Foraging"\n  "AT LEAST 3 units forage."\n  may forage(u) when allowance(u) is {} 3 MP\n'
    assert not [one for one in witnesses(text.format("at least"), tmp_path) if one.code == "RW359"]
    assert [one.code for one in witnesses(text.format("at most"), tmp_path) if one.code == "RW359"] == ["RW359"]


@pytest.mark.parametrize(
    ("title", "words", "row"),
    [
        ("Pace", "The slowest of them sets the pace.", "pace"),
        ("The slowest of them", "They have a pace.", "pace"),
        ("Pace", "They have a pace.", "the slowest sets the pace"),
    ],
)
def test_the_end_that_is_spoken_of_may_be_in_the_text_its_heading_or_a_statement(title: str, words: str, row: str, tmp_path: Path) -> None:
    text = f'case 8.2 "{title}" @W-1\n  "{words}"\n  allowance(u) is the {{}} of printed(u) and 3 MP @W-1\n'
    statement = f"W-1,8.2,,rule,{row},,yes,,"
    assert [one.code for one in witnesses(text.format("larger"), tmp_path, statement) if one.code == "RW356"] == ["RW356"]
    assert not [one for one in witnesses(text.format("smaller"), tmp_path, statement) if one.code == "RW356"]


@pytest.mark.parametrize(("locator", "found"), [("the rule on depots", ["@W-5"]), ("another rule", [])])
def test_a_statement_belongs_where_the_others_of_its_place_in_the_source_are(locator: str, found: list[str], tmp_path: Path) -> None:
    """Not where those of another place are, of the same section."""
    rules = "".join(f"  may forage(u) when allowance(u) is {number} MP @W-{number}\n" for number in range(1, 5))
    text = f'case 8.2 "Depots"\n  "Of depots."\n{rules}case 8.3 "Rest"\n  "Of rest."\n  may rest(u) @W-5\n'
    statements = [f"W-{number},of supply,the rule on depots,rule,x,,yes,," for number in range(1, 5)]
    there = witnesses(text, tmp_path, *statements, f"W-5,of supply,{locator},rule,x,,yes,,")
    assert [one.message.split("`")[1] for one in there if one.code == "RW354"] == found


@pytest.mark.parametrize(
    ("old", "new", "found"), [("quartz", "feldspar", ["feldspar", "quartz"]), ("pace", "clay", ["clay"]), ("pace", "steps", [])]
)
def test_words_that_an_act_strikes_or_brings_are_spoken_of_by_a_statement(old: str, new: str, found: list[str], tmp_path: Path) -> None:
    """Where the text that it acts upon is not held."""
    case = 'case 8.2 "Pace"\n  "Words."\n  may rest(u)\n\n'
    text = f'{case}amend 8.2 in errata as correction @W-1\n  replaces "{old}" with "{new}" words not held there\n'
    there = witnesses(text, tmp_path, "W-1,8.2,,rule,the pace is two steps,,yes,,")
    assert [one.message for one in there if one.code == "RW324"] == [f"no statement of 8.2 speaks of `{one}`" for one in found]


@pytest.mark.parametrize(
    ("words", "pick"),
    [
        ("The pace is what is printed, but never less than 3.", "larger"),
        ("It is shorter in mud; it is no shorter than 3.", "larger"),
        ("It is lower by one third, but not below 3.", "larger"),
        ("What is printed, with a minimum of three.", "larger"),
        ("Three, or fewer where fewer are printed.", "smaller"),
        ("What is printed, however long: no more than 3.", "smaller"),
        ("It may not be greater than 3.", "smaller"),
        ("It is never to exceed three; the strongest unit goes no farther.", "smaller"),
        ("Up to three points.", "smaller"),
        ("What is printed, at most three; who goes longer is stopped.", "smaller"),
        ("Its pace is what is printed, to a maximum of three.", "smaller"),
        ("Lower results count as 3.", "larger"),
        ("Who no longer is supplied has not the lowest pace.", "larger"),
    ],
)
def test_a_floor_is_for_the_greatest_and_a_cap_for_the_least(words: str, pick: str, tmp_path: Path) -> None:
    text = f'case 8.2 "Pace"\n  "{words}"\n  allowance(u) is the {pick} of printed(u) and 3 MP\n'
    assert not [one for one in witnesses(text, tmp_path) if one.code == "RW356"]


@pytest.mark.parametrize(
    ("words", "pick"),
    [
        ("The lower of the two is taken.", "larger"),
        ("Three, or what is printed, whichever is lower.", "larger"),
        ("Whichever of the two is the higher.", "smaller"),
    ],
)
def test_what_is_chosen_of_two_is_no_limit(words: str, pick: str, tmp_path: Path) -> None:
    text = f'case 8.2 "Pace"\n  "{words}"\n  allowance(u) is the {pick} of printed(u) and 3 MP\n'
    assert [one.code for one in witnesses(text, tmp_path) if one.code == "RW356"] == ["RW356"]


def test_a_floor_does_not_hide_which_of_many_is_taken(tmp_path: Path) -> None:
    text = 'case 8.2 "Pace"\n  "The slowest of all sets the pace, but never less than 3."\n'
    text += "  allowance(u) is the greatest printed(v) over units v\n"
    assert [one.code for one in witnesses(text, tmp_path) if one.code == "RW356"] == ["RW356"]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("A unit has one point for each full 5 points that are printed.", "allowance(u) is 1 MP for each 5 MP of printed(u) rounded down"),
        ("A unit has 25 per cent more than is printed.", "allowance(u) is 125 percent of printed(u)"),
        ("A unit has a quarter more than is printed.", "allowance(u) is 1.25 * printed(u)"),
        ("A unit has a third less than is printed.", "allowance(u) is 2/3 of printed(u)"),
        ("Ten per cent are taken off.", "allowance(u) is 90 percent of printed(u)"),
        ("One is rounded to the nearest tenth, a half upwards.", "allowance(u) is printed(u) / 7 rounded to nearest 0.1 MP"),
        ("It has two decimals.", "allowance(u) is printed(u) / 7 rounded down to 0.01 MP"),
        ("What is printed is not halved, nor is it ever doubled.", "allowance(u) is printed(u) + 3 MP"),
        ("A unit has three, not two.", "allowance(u) is 3 MP"),
        ("A unit that is mounted has three rather than two; it has it without being doubled.", "allowance(u) is 3 MP when u.mounted"),
    ],
)
def test_a_number_in_a_rate_a_per_cent_or_a_rounding_is_one_of_its_rule(words: str, rule: str, tmp_path: Path) -> None:
    text = f'case 8.2 "Pace"\n  "{words}"\n  {rule}\n'
    assert not [one for one in witnesses(text, tmp_path) if one.code == "RW350"]
    wrong = text.replace(words, f"{words} There are 17 of them.")
    assert [one.message[:4] for one in witnesses(wrong, tmp_path / "wrong") if one.code == "RW350"] == ["`17`"]


SCOUTS = 'case 8.6 "Mud"\n  "Mud takes two points."\n  mud: take 2 MP from allowance(u) when weather is mud\n'
WORDS = '\namend 8.6 in errata as correction\n  replaces "two points" with "three points"\n'
RULES_OF_IT = "\namend 8.6.mud in errata as correction\n  deletes the part\n  mud: take 3 MP from allowance(u) when weather is mud\n"


@pytest.mark.parametrize(
    "amendments",
    [
        WORDS + RULES_OF_IT,
        RULES_OF_IT + WORDS,
        WORDS + RULES_OF_IT.replace("8.6.mud", "8.6").replace("  deletes the part\n  mud: ", "  deeper: ") + "    overrides 8.6.mud\n",
        WORDS + '\namend 8.6 in errata as correction\n  replaces the case\n  "Three."\n  take 3 MP from allowance(u) when weather is mud\n',
    ],
    ids=["the rule next", "the rule first", "a rule beside it", "the whole case"],
)
def test_two_amendments_of_one_source_may_change_words_and_rules(amendments: str, tmp_path: Path) -> None:
    assert not [one for one in witnesses(SCOUTS + amendments, tmp_path) if one.code == "RW355"]


def test_an_amendment_of_words_and_rules_does_not_make_good_another(tmp_path: Path) -> None:
    both = '\namend 8.6 in errata as correction\n  "Horses pay more."\n  take 1 MP from allowance(u) when u.mounted\n'
    assert [one.code for one in witnesses(SCOUTS + WORDS + both, tmp_path) if one.code == "RW355"] == ["RW355"]


@pytest.mark.parametrize(
    ("words", "rule"),
    [
        ("Who is to march for more than 17 hours rests.", "must rest(u) when long_march(u)"),
        ("Of the 12 kinds only the one is held as a mean of 3.", "may rest(u) when format is mo3 and kind is kind_12"),
        ("Half of them go out between two rounds.", "may rest(u) when half(u)"),
    ],
)
def test_a_number_in_the_name_or_the_words_of_what_a_rule_reads_is_one_of_it(words: str, rule: str, tmp_path: Path) -> None:
    declared = "enum format: mo3, ao5\nenum kind: kind_12, kind_13\nfact format: format\nfact kind: kind\nfact half(u: unit): yes/no\n"
    declared += 'fact long_march(u: unit): yes/no "{u} marches for more than 17 hours"\n'
    text = f'{declared}\ncase 8.2 "Rest"\n  "{words}"\n  {rule}\n  may forage(u) when allowance(u) is 9 MP\n'
    assert not [one.message for one in witnesses(text, tmp_path) if one.code == "RW350"]
    wrong = text.replace(words, f"{words} There are 23 of them.")
    assert [one.message[:4] for one in witnesses(wrong, tmp_path / "wrong") if one.code == "RW350"] == ["`23`"]
