"""Every act of amendment, on text and on rules: what is in force afterwards, and what the history says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import get_args

import pytest

from rulebook.books import acts, book_of, build, case_of, ids, words
from rulewright.base.keywords import Verb
from rulewright.rulebook.model import CaseId
from rulewright.rulebook.text_edits import Region, find_words
from rulewright.syntax import nodes

VOCABULARY = """\
measure MP "movement point"
enum weather: clear, mud, snow
record unit
fact weather: weather
value allowance(u: unit): 0..20 MP
verdict forage(u: unit)
"""
MUD = 'case 8.6 "Weather"\n  "Mud takes two points from every unit. Snow takes one, however deep it lies."\n'


def after(act: str, base: str = MUD, part: str = "") -> str:
    return f"{base}\namend 8.6 {part} in errata as correction\n  {act}\n"


@pytest.mark.parametrize(
    ("act", "part", "text", "sentence"),
    [
        (
            'strikes "from every unit"',
            "",
            "Mud takes two points. Snow takes one, however deep it lies.",
            "strikes “from every unit”",
        ),
        (
            'strikes "two"',
            "",
            "Mud takes points from every unit. Snow takes one, however deep it lies.",
            "strikes “two”",
        ),
        (
            'replaces "two" with "three"',
            "",
            "Mud takes three points from every unit. Snow takes one, however deep it lies.",
            "replaces “two” with “three”",
        ),
        (
            'inserts "or ice" after "Mud"',
            "first sentence",
            "Mud or ice takes two points from every unit. Snow takes one, however deep it lies.",
            "inserts “or ice” after “Mud” in the first sentence",
        ),
        (
            'strikes from "however" to the end',
            "last sentence",
            "Mud takes two points from every unit. Snow takes one.",
            "strikes from “however” to the end in the last sentence",
        ),
        (
            'strikes from "Snow" to the end',
            "",
            "Mud takes two points from every unit.",
            "strikes from “Snow” to the end",
        ),
        (
            'strikes from "Mud" to the end',
            "first sentence",
            "Snow takes one, however deep it lies.",
            "strikes from “Mud” to the end in the first sentence",
        ),
        (
            'appends "Ice takes none."',
            "",
            "Mud takes two points from every unit. Snow takes one, however deep it lies. Ice takes none.",
            "appends “Ice takes none.”",
        ),
        (
            'appends "Leaders too."',
            "first sentence",
            "Mud takes two points from every unit. Leaders too. Snow takes one, however deep it lies.",
            "appends “Leaders too.” in the first sentence",
        ),
        ("deletes the part", "second sentence", "Mud takes two points from every unit.", "deletes the second sentence"),
        ('confirms "Mud takes two"', "", None, "confirms “Mud takes two”"),
        ("confirms", "", None, "confirms the case"),
    ],
)
def test_acts_on_words(act: str, part: str, text: str | None, sentence: str) -> None:
    case = case_of(after(act, part=part), "8.6")
    before = words(case_of(MUD, "8.6"))
    assert words(case) == (before if text is None else [text])
    assert acts(case) == [(sentence, True)]


@pytest.mark.parametrize(
    "act",
    [
        'confirms "Mud takes three"',
        'strikes "snow takes"',
        'replaces "Ice" with "x"',
        'inserts "x" after "Ice"',
        'strikes from "Ice" to the end',
    ],
)
def test_words_that_are_not_there_are_reported_by_every_act_that_names_some(act: str) -> None:
    [finding] = build(after(act))[1]
    assert finding.code == "RW113"
    assert finding.message == f"the words `{act.split(chr(34))[3 if act.startswith('inserts') else 1]}` are not in the text of case 8.6"


@pytest.mark.parametrize(
    "body",
    [
        'step 1 "In woods."\n  step 2 "In towns."\n  step 3 "In friendly forts."',
        '"Not (a) in friendly woods; (b) in friendly towns; (c) in friendly forts."',
        '"Not 1. in friendly woods, 2. in friendly towns, 3. in friendly forts."',
    ],
)
def test_the_third_exception_of_a_list(body: str) -> None:
    text = (
        f"case 12.73\n  {body}\namend 12.73 third exception in errata as correction\n"
        '  replaces "friendly" with "enemy"\namend 12.73 second item in second as correction\n  deletes the part\n'
    )
    before, after = words(case_of(text, "12.73", "errata")), words(case_of(text, "12.73"))
    assert " ".join(before).count("enemy forts") == 1
    assert "towns" in " ".join(before)
    assert "towns" not in " ".join(after)
    assert "enemy forts" in " ".join(after)


def test_a_new_tail_takes_the_place_of_the_struck_one() -> None:
    case = case_of(after('strikes from "however" to the end\n  replaces the tail with "but not more"', part="second sentence"), "8.6")
    assert words(case) == ["Mud takes two points from every unit. Snow takes one but not more."]


def test_a_part_is_counted_in_what_is_in_force_without_what_is_struck_or_a_comment() -> None:
    base = 'case 8.6\n  "One."\n  "Two."\n  "Three."\n'
    gone = f"{base}amend 8.6 first paragraph in errata as correction\n  deletes the part\n"
    later = 'amend 8.6 second paragraph in second as correction\n  replaces "Three" with "Four"\n'
    assert words(case_of(gone + later, "8.6")) == ["Two.", "Four."]
    spoken = f'{base}  note "Three are many."\n'
    last = 'amend 8.6 last paragraph in second as correction\n  replaces "Three" with "Four"\n'
    assert words(case_of(spoken + last, "8.6")) == ["One.", "Two.", "Four.", "Three are many."]


def test_acts_on_words_that_are_not_held_are_recorded() -> None:
    base = 'case 8.6 "Weather"\n  not held\n'
    lines = (
        'strikes "a"',
        'replaces "b" with "c"',
        'inserts "d" after "e"',
        "redirects 9.12 to 9.13",
        "deletes the part",
        "adds words not held",
    )
    case = case_of(after("\n  ".join(lines), base), "8.6")
    assert not case.held
    assert words(case) == []
    assert [carried for _, carried in acts(case)] == [False] * len(lines)


def test_typographic_quotes_do_not_matter() -> None:
    base = 'case 8.6\n  "The defender’s side — if any — rolls."\n'
    assert words(case_of(after('replaces "defender\'s side - if any -" with "attacker"', base), "8.6")) == ["The attacker rolls."]


def test_an_amendment_adds_text_rules_and_examples_in_the_order_of_sources() -> None:
    text = VOCABULARY + (
        'case 8.6 "Weather"\n  "Mud."\n  take 2 MP from allowance(u) when weather is mud\n'
        'amend 8.6 in second as addition\n  "Ice."\n  take 3 MP from allowance(u) when weather is clear\n'
        'amend 8.6 in errata as addition\n  "Snow."\n  take 1 MP from allowance(u) when weather is snow\n'
        '  example "snow"\n    given weather is snow\n    then allowance(u) is 1 MP\n'
    )
    case = case_of(text, "8.6")
    assert words(case) == ["Mud.", "Snow.", "Ice."]
    assert ids(case) == ["8.6.1", "8.6.2", "8.6.3"]
    assert [one.origin.source for one in case.provisions] == ["printed", "errata", "second"]
    assert [example.title for example, _ in case.examples] == ["snow"]
    assert acts(case) == [("adds text", True), ("adds a rule", True), ("adds an example", True), ("adds text", True), ("adds a rule", True)]
    assert ids(case_of(text, "8.6", "printed")) == ["8.6.1"]


def test_steps_go_behind_their_step() -> None:
    text = (
        'case 5.0 "Sequence"\n  step 1 "Move."\n  step 4 "Skirmish."\n  step 5 "Fight."\n'
        'amend 5.0 step 4 in errata as addition\n  "Cavalry comes on."\n'
        'amend 5.0 in errata as addition\n  step 3 "Rally."\n  note "As ever."\n'
    )
    case = case_of(text, "5.0")
    assert [(one.step, one.text) for one in case.text] == [
        ("1", "Move."),
        ("3", "Rally."),
        ("4", "Skirmish."),
        ("4", "Cavalry comes on."),
        ("5", "Fight."),
        (None, "As ever."),
    ]
    assert case.text[-1].commentary


def test_a_step_is_deleted() -> None:
    text = 'case 5.0\n  step 1 "Move."\n  step 2 "Fight."\namend 5.0 step 2 in errata as correction\n  deletes the part\n'
    case = case_of(text, "5.0")
    assert words(case) == ["Move."]
    assert [one.struck for one in case.text] == [False, True]


def test_replacing_a_case_takes_out_its_text_and_every_earlier_rule() -> None:
    text = VOCABULARY + (
        'case 14.43 "Forage"\n  not held\n  may forage(u)\n  example "old"\n    given weather is mud\n    then permitted forage(u)\n'
        'amend 14.43 in errata as correction\n  replaces the case\n  "Nobody forages in mud."\n  may not forage(u) when weather is mud\n'
    )
    before, case = case_of(text, "14.43", "printed"), case_of(text, "14.43", "errata")
    assert (before.held, case.held) == (False, True)
    assert words(case) == ["Nobody forages in mud."]
    assert [one.id.text for one in case.provisions] == ["14.43.1"]
    node = case.provisions[0].node
    assert isinstance(node, nodes.Rule)
    assert node.verb is Verb.MAY_NOT
    assert not case.examples
    assert acts(case) == [("replaces the case", True), ("adds text", True), ("adds a rule", True)]


def test_rules_and_statements_of_precedence_that_an_amendment_adds_are_counted_together() -> None:
    text = after("overrides 8.7\n  take 1 MP from allowance(u) when weather is snow", VOCABULARY + MUD + 'case 8.7 "More"\n  "More."\n')
    assert acts(case_of(text, "8.6")) == [("adds 2 rules", True)]


def test_a_case_replaced_by_words_that_are_not_held_is_not_held() -> None:
    case = case_of(after("replaces the case words not held"), "8.6")
    assert not case.held
    assert words(case) == []
    assert acts(case) == [("replaces the case (its words are not held)", False)]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("foot", ["foot"]),
        ("on foot", ["on foot"]),
        ("bare", []),
        ("foot on", []),
        ("t on", []),
        ("on foo", []),
        ("“on”", ['"on"']),
        ("(at", ["(at"]),
        ("MP", ["MP"]),
    ],
)
def test_words_are_found_as_whole_words(words: str, found: list[str]) -> None:
    text = 'Barefoot on foot, afoot or footing: 2 MPs, 3 MP (all "on" (at all)).'
    (paragraph,) = case_of(MUD, "8.6").text
    where = find_words((replace(paragraph, text=text),), (Region(0, 0, len(text)),), words)
    assert [text[one.start : one.end] for one in where] == found


@pytest.mark.parametrize(("typed", "plain"), list(zip("’‘“”–—\u00a0\u2011", "''\"\"-- -", strict=True)))
def test_words_are_found_however_their_quotes_dashes_and_blanks_were_typed(typed: str, plain: str) -> None:
    (paragraph,) = case_of(MUD, "8.6").text
    for here, there in ((typed, plain), (plain, typed), (typed, typed)):
        text = f"a unit{here}s move"
        assert find_words((replace(paragraph, text=text),), (Region(0, 0, len(text)),), f"unit{there}s") == (Region(0, 2, 8),)


@pytest.mark.parametrize(
    ("act", "held"),
    [
        ('replaces the case\n  "New words."', True),
        ("replaces the case by 8.61", True),
        ('replaces the case\n  note "A comment."', False),
        ("replaces the case\n  may not forage(u) when weather is mud", False),
        ('replaces the case words not held\n  "What it comes to."', False),
        ("replaces the case by 8.61 words not held", False),
    ],
)
def test_a_replaced_case_is_held_where_its_new_words_are(act: str, held: bool) -> None:
    more = f'{MUD}\ncase 8.61 "More" new in errata\n  "More."\n'
    assert case_of(after(act, more), "8.6").held is held


def test_one_case_replaced_by_several() -> None:
    text = (
        'case 12.77 "River"\n  "Old."\n'
        "amend 12.77 in errata as correction\n  replaces the case by 12.77, 12.78\n"
        'case 12.77 "River crossing" new in errata\n  "New."\n'
        'case 12.78 "Second line" new in errata\n  "Second."\n'
    )
    book = book_of(text)
    case = book.views["errata"].find_case("12.77")
    assert case is not None
    assert words(case) == ["New."]
    assert (case.title, case.held, case.deleted, case.first_number) == ("River crossing", True, False, "12.77")
    assert [act for act, _ in acts(case)] == ["replaces the case by 12.77 and 12.78"]
    second = book.views["errata"].find_case("12.78")
    assert second is not None
    assert (second.new, acts(second)) == (True, [("new case", True)])


def test_a_case_replaced_by_others_is_deleted() -> None:
    text = 'case 3.1\n  "Old."\namend 3.1 in errata as correction\n  replaces the case by 3.2\ncase 3.2 new in errata\n  "New."\n'
    view = book_of(text).views["errata"]
    old = view.find_case("3.1")
    assert old is not None
    assert old.deleted
    assert list(view.cases) == [CaseId("3.1"), CaseId("3.2")]


def test_a_deleted_case_stays_with_its_history_and_says_nothing() -> None:
    text = VOCABULARY + 'case 8.32 "Ferries"\n  "Ferries."\n  may forage(u)\namend 8.32 in errata as correction\n  deletes the case\n'
    view = book_of(text).views["latest"]
    case = view.find_case("8.32")
    assert case is not None
    assert case.deleted
    assert case.provisions == ()
    assert view.provisions_in_force() == ()
    assert words(case) == []
    assert acts(case) == [("deletes the case", True)]


def test_a_deleted_number_may_be_used_again_by_a_later_source() -> None:
    text = 'case 8.32\n  "Old."\namend 8.32 in errata as correction\n  deletes the case\ncase 8.32 new in second\n  "New."\n'
    case = case_of(text, "8.32")
    assert not case.deleted
    assert words(case) == ["New."]
    assert [act for act, _ in acts(case)] == ["deletes the case", "new case"]


def test_redirecting_turns_text_rules_and_lines() -> None:
    text = VOCABULARY + (
        'case 9.11\n  "Stacking."\n  may forage(u)\ncase 9.13\n  "Concentration."\n  may not forage(u)\n'
        'case 9.5 "Reserves"\n  "Reserves are free of [9.11] and of case 9.11; see 9.11."\n  refers to 9.11\n  overrides 9.11\n'
        "amend 9.5 in errata as correction\n  redirects 9.11 to 9.13\n"
    )
    case = case_of(text, "9.5")
    assert words(case) == ["Reserves are free of [9.13] and of case 9.13; see 9.13."]
    node = case.provisions[0].node
    assert isinstance(node, nodes.Relation)
    assert [one.number for one in node.targets] == ["9.13"]
    refers = case.other[0][0]
    assert isinstance(refers, nodes.Refers)
    assert [one.number for one in refers.cases] == ["9.13"]
    assert acts(case) == [("redirects the reference to 9.11 to 9.13", True)]


def test_renumbering_carries_references_and_addresses_along() -> None:
    text = VOCABULARY + (
        'case 14.3 "Depots"\n  "Depots feed."\n  may forage(u) when weather is clear\n'
        'case 14.4 "Forage"\n  "Beside [14.3] and cases 14.3 to 14.4."\n  may not forage(u) when weather is mud\n    overrides 14.3.1\n'
        'scenario 19.1 "One"\n  "Here."\ncase 19.2\n  scenario 19.1\n  may forage(u)\n'
        '  example "one"\n    with scenario 19.1\n    given weather is mud\n    then permitted forage(u)\n'
        "amend 14.3 in errata as correction\n  renumbers to 14.5\n"
        "amend 19.1 in errata as correction\n  renumbers to 19.3\n"
        'reading H_1 on 14.3 "Which?"\n  choice one in play\n  choice two\n'
    )
    book = book_of(text)
    view = book.views["latest"]
    moved, teller = view.find_case("14.5"), view.find_case("14.4")
    assert moved is not None
    assert teller is not None
    assert (moved.number, moved.first_number, moved.id) == ("14.5", "14.3", CaseId("14.5"))
    assert ids(moved) == ["14.5.1"]
    assert moved.provisions[0].case == CaseId("14.5")
    assert words(teller) == ["Beside [14.5] and cases 14.5 to 14.4."]
    rule = teller.provisions[0].node
    assert isinstance(rule, nodes.Rule)
    assert rule.relations[0].targets[0].number == "14.5.1"
    assert view.find_case("14.3") is moved
    assert view.renumbered == {"14.3": "14.5", "19.1": "19.3"}
    assert view.readings["H_1"].cases == (CaseId("14.5"),)
    scened = view.find_case("19.2")
    assert scened is not None
    assert scened.provisions[0].scope.scenario == "19.3"
    assert scened.examples[0][0].scenario == "19.3"
    assert next(iter(view.cases)) == CaseId("14.4")


def test_a_source_that_renumbers_speaks_in_the_new_numbers() -> None:
    text = VOCABULARY + (
        'case 8.5\n  "Printed [8.6]."\n  refers to 8.6\n  may forage(u)\n    overrides 8.6\ncase 8.6\n  "Mud."\ncase 8.7\n  "Ice."\n'
        "amend 8.6 in errata as correction\n  renumbers to 8.7\namend 8.7 in errata as correction\n  renumbers to 8.6\n"
        'amend 8.5 in errata as addition\n  "New [8.6]."\n  refers to 8.6\n  may not forage(u)\n    overrides 8.6\n'
    )
    case = case_of(text, "8.5")
    assert words(case) == ["Printed [8.7].", "New [8.6]."]
    assert [ref.number for line, _ in case.other if isinstance(line, nodes.Refers) for ref in line.cases] == ["8.7", "8.6"]
    rules = [one.node for one in case.provisions if isinstance(one.node, nodes.Rule)]
    assert [rule.relations[0].targets[0].number for rule in rules] == ["8.7", "8.6"]


def test_two_cases_swap_their_numbers() -> None:
    text = (
        'case 8.6\n  "Mud, not [8.7]."\ncase 8.7\n  "Ice, not [8.6]."\n'
        "amend 8.6 in errata as correction\n  renumbers to 8.7\namend 8.7 in errata as correction\n  renumbers to 8.6\n"
    )
    view = book_of(text).views["errata"]
    assert {str(key): words(case) for key, case in view.cases.items()} == {"8.6": ["Ice, not [8.7]."], "8.7": ["Mud, not [8.6]."]}


def test_a_joint_head_gives_text_to_all_and_rules_once() -> None:
    text = VOCABULARY + (
        'case 12.55\n  "One."\ncase 12.56\n  "Two."\namend 12.55, 12.56 in errata as clarification\n  "Both."\n  may forage(u)\n'
    )
    view = book_of(text).views["errata"]
    first, second = view.find_case("12.55"), view.find_case("12.56")
    assert first is not None
    assert second is not None
    assert words(first) == ["One.", "Both."]
    assert words(second) == ["Two.", "Both."]
    assert ids(first) == ["12.55.1"]
    assert first.provisions[0].also_of == (CaseId("12.56"),)
    assert second.provisions == ()
    assert len(view.provisions_in_force()) == 1
    assert [act for act, _ in acts(second)] == ["adds text", "adds a rule"]


def test_a_head_with_and_below_reaches_sub_cases() -> None:
    text = 'case 14.0\n  "All."\ncase 14.1\n  "One."\ncase 15.1\n  "Other."\namend 14.0 and below in errata as clarification\n  "Also."\n'
    view = book_of(text).views["errata"]
    assert {str(key): words(case) for key, case in view.cases.items()} == {
        "14.0": ["All.", "Also."],
        "14.1": ["One.", "Also."],
        "15.1": ["Other."],
    }


def test_an_amendment_of_one_rule_can_delete_it() -> None:
    text = VOCABULARY + (
        'case 8.6\n  "Mud."\n  take 2 MP from allowance(u) when weather is mud\n  take 1 MP from allowance(u) when weather is snow\n'
        "amend 8.6.1 in errata as correction\n  deletes the part\n"
    )
    case = case_of(text, "8.6")
    assert ids(case) == ["8.6.1"]
    rule = case.provisions[0].node
    assert isinstance(rule, nodes.Rule)
    assert rule.effect == nodes.Number(Fraction(1), "MP")
    assert acts(case) == [("deletes rule 1", True)]


def test_an_amendment_of_one_ground_can_delete_it() -> None:
    text = VOCABULARY + (
        "case 14.43\n  may forage(u) when any of\n    a. weather is mud\n    b. weather is snow\n"
        "amend 14.43.b in errata as correction\n  deletes the part\n"
    )
    case = case_of(text, "14.43")
    rule = case.provisions[0].node
    assert isinstance(rule, nodes.Rule)
    assert [item.label for item in rule.guards[0].items] == ["a"]
    assert acts(case) == [("deletes ground b", True)]


def test_a_rule_that_has_a_letter_as_its_name_is_a_rule() -> None:
    text = VOCABULARY + (
        "case 14.43\n  c: may forage(u) when weather is mud\n  d: may forage(u) when weather is snow\n"
        "amend 14.43.d in errata as correction\n  deletes the part\n  d: may not forage(u) when weather is snow\n"
    )
    assert acts(case_of(text, "14.43")) == [("deletes rule d", True), ("adds a rule", True)]


def test_extending_widens_the_games_of_a_case() -> None:
    text = VOCABULARY + (
        'case 57.1\n  applies to campaign\n  "Here."\n  may forage(u)\ncase 57.2\n  "Everywhere."\n'
        "amend 57.1, 57.2 in errata as correction\n  extends to battle\n"
    )
    view = book_of(text).views["errata"]
    case, everywhere = view.find_case("57.1"), view.find_case("57.2")
    assert case is not None
    assert everywhere is not None
    assert case.scope.games == case.provisions[0].scope.games == ("campaign", "battle")
    assert everywhere.scope.games == ()
    assert acts(case) == [("extends the case to battle", True)]


def test_scopes_of_a_case_and_of_what_amends_it() -> None:
    text = VOCABULARY + (
        'scenario 19.4 "1806"\n  "Here."\n  may forage(u)\ncase 8.6\n  applies to campaign\n  "Mud."\n  may forage(u)\n'
        "amend 8.6 in errata as addition\n  option ney\n  scenario 19.4\n  may not forage(u)\n"
    )
    view = book_of(text).views["errata"]
    case, scenario = view.find_case("8.6"), view.find_case("19.4")
    assert case is not None
    assert scenario is not None
    assert scenario.provisions[0].scope.scenario == "19.4"
    own, added = (one.scope for one in case.provisions)
    assert (own.option, own.scenario, own.games) == (None, None, ("campaign",))
    assert (added.option, added.scenario, added.games) == ("ney", "19.4", ("campaign",))


WRITTEN: dict[type[nodes.Node], str] = {
    nodes.ReplacesCase: "replaces the case",
    nodes.DeletesCase: "deletes the case",
    nodes.DeletesPart: "deletes the part",
    nodes.Adds: "adds",
    nodes.Appends: "appends",
    nodes.Strikes: "strikes",
    nodes.StrikesFrom: "strikes from",
    nodes.Inserts: "inserts",
    nodes.ReplacesWords: "replaces",
    nodes.ReplacesInRule: "8.6.mud replaces",
    nodes.ReplacesTail: "replaces the tail",
    nodes.Redirects: "redirects",
    nodes.Renumbers: "renumbers",
    nodes.Extends: "extends",
    nodes.Confirms: "confirms",
    nodes.Withdraws: "withdraws",
    nodes.Renames: "renames",
    nodes.CorrectsPiece: "corrects",
    nodes.CorrectsCell: "corrects",
    nodes.AddsRow: "adds row",
    nodes.DeletesRow: "deletes row",
}


def test_every_kind_of_act_is_tried_in_these_files() -> None:
    """A new kind of act must come with a test: its words stand in the texts of this folder."""
    from pathlib import Path

    assert set(WRITTEN) == set(get_args(nodes.Act))
    told = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("*") if path.suffix in (".py", ".md"))
    told = told.replace(Path(__file__).read_text(encoding="utf-8").partition("WRITTEN:")[2], "")
    for word in WRITTEN.values():
        assert f"  {word}" in told or f'"{word}' in told or f"'{word}" in told, word
