"""A reader's own copy of printed text, laid over cases that are not held."""

from __future__ import annotations

from rulebook.books import FRONT, acts, build, case_of, codes, words
from rulewright.syntax import nodes

BASE = """\
case 9.11 "Stacking"
  not held, bears on stack(u)

case 9.5
  not held

case 9.9
  "Held."

verdict stack(u: unit)
record unit
enum troop: line, elite

case 5.1 "To hit"
  not held
  table to_hit(t: troop): 1..6
    not held

scenario 19.3 "1809"
  not held

amend 9.5 in errata as correction
  redirects 9.12 to 9.13

amend 9.11 in errata as correction
  replaces "four" with "six"
"""


def test_without_a_copy_acts_are_recorded() -> None:
    assert acts(case_of(BASE, "9.5")) == [("redirects the reference to 9.12 to 9.13", False)]


def test_an_empty_copy_changes_nothing() -> None:
    assert build(BASE, with_copy='# nothing\nchapter "Nine"\n') == build(BASE)


def test_acts_are_carried_out_on_the_copy() -> None:
    own = 'case 9.5 "Reserves"\n  "Free of 9.11 and 9.12."\ncase 9.11\n  "Up to four units."\n  note "Mine."\n'
    case = case_of(BASE, "9.5", with_copy=own)
    assert words(case) == ["Free of 9.11 and 9.13."]
    assert (case.held, case.title) == (True, "Reserves")
    stacking = case_of(BASE, "9.11", with_copy=own)
    assert words(stacking) == ["Up to six units.", "Mine."]
    assert acts(stacking) == [("replaces “four” with “six”", True)]
    assert stacking.text[0].location.path == "copy.case"


def test_a_table_of_the_copy_takes_the_place_of_the_one_of_its_name_alone() -> None:
    two = BASE.replace(
        "  table to_hit(t: troop): 1..6\n    not held\n",
        "  table to_hit(t: troop): 1..6\n    not held\n  table losses(t: troop): 1..6\n    not held\n",
    )
    own = 'case 5.1 "To hit"\n  "Own."\n  table to_hit(t: troop): 1..6\n    | line | 1 |\n    | elite | 2 |\n'
    tables = [one.node for one in case_of(two, "5.1", with_copy=own).provisions if isinstance(one.node, nodes.Table)]
    assert sorted((table.name, bool(table.rows)) for table in tables) == [("losses", False), ("to_hit", True)]


def test_acts_must_fit_the_copy() -> None:
    _, findings = build(BASE, with_copy='case 9.5\n  "Free of [9.11]."\ncase 9.11\n  "Up to five units."\n')
    assert codes(findings) == ["RW114", "RW113"]
    assert {one.cases for one in findings} == {("9.5",), ("9.11",)}
    assert all(one.labels[1].text == "the case" for one in findings)


APPENDED = """\
case 6.34
  not held

amend 6.34 in errata as clarification
  "Three words more."
  appends "detrain and fight" words not held there
"""


def test_words_appended_to_words_that_are_not_held_are_recorded() -> None:
    case = case_of(APPENDED, "6.34")
    assert words(case) == ["Three words more."]
    assert ("appends “detrain and fight”", False) in acts(case)


def test_words_appended_to_words_that_a_copy_has_are_appended() -> None:
    case = case_of(APPENDED, "6.34", with_copy='case 6.34\n  "A unit may"\n')
    assert words(case) == ["A unit may detrain and fight", "Three words more."]
    assert ("appends “detrain and fight”", True) in acts(case)


def test_an_act_whose_own_words_are_not_held_is_recorded_whatever_text_there_is() -> None:
    text = APPENDED.replace(" there", "")
    case = case_of(text, "6.34", with_copy='case 6.34\n  "A unit may"\n')
    assert words(case) == ["A unit may", "Three words more."]
    assert ("appends “detrain and fight” (its words are not held)", False) in acts(case)


def test_words_that_an_act_changes_must_fit_the_copy() -> None:
    text = 'case 9.5\n  not held\namend 9.5 in errata as correction\n  replaces "four" with "six" words not held there\n'
    assert build(text)[1] == ()
    assert codes(build(text, with_copy='case 9.5\n  "Five units."\n')[1]) == ["RW113"]
    assert words(case_of(text, "9.5", with_copy='case 9.5\n  "Up to four."\n')) == ["Up to six."]


def test_the_case_stays_not_held_for_answers_unless_the_copy_brings_rules() -> None:
    def unheld(own: str) -> bool:
        case = case_of(BASE, "9.11", with_copy=own)
        return any(isinstance(one.node, nodes.NotHeld) and not one.node.held for one in case.provisions)

    assert unheld('case 9.11\n  "Up to four units."\n')
    assert not unheld('case 9.11\n  "Up to four units."\n  may stack(u)\n')


def test_a_copy_fills_a_table() -> None:
    case = case_of(BASE, "5.1", with_copy="case 5.1\n  table to_hit(t: troop): 1..6\n    | line | 5 |\n")
    (table,) = [one.node for one in case.provisions if isinstance(one.node, nodes.Table)]
    assert not table.not_held
    assert [cell.text for cell in table.rows[0].cells] == ["line", "5"]


def test_what_has_no_place_is_told() -> None:
    own = (
        'case 9.9\n  "Again."\ncase 9.4\n  "Nothing."\nmeasure MP "point"\ncase 9.5\n  "One [9.12]."\ncase 9.5\n  "Two [9.12]."\n'
        'scenario 19.3 "1809"\n  place depot at B1\n'
    )
    _, findings = build(BASE, with_copy=own)
    assert sorted(codes(findings)) == ["RW115", "RW121", "RW121", "RW121"]
    by_line = {one.labels[0].location.line: one for one in findings}
    assert by_line[1].message == "the text of case 9.9 is held, so no copy is laid over it"
    assert by_line[3].help == "did you mean `9.9` or `9.5`?"
    assert by_line[5].message == "a reader's copy holds cases only"


def test_a_set_up_of_the_copy() -> None:
    text = BASE + "amend 19.3 in errata as correction\n  corrects hex of depot from B1 to B2\n"
    case = case_of(text, "19.3", with_copy='scenario 19.3 "1809"\n  place depot at B1\n')
    (line,) = [line for line, _ in case.other if isinstance(line, nodes.Setup)]
    assert line.at == ("B2",)
    _, findings = build({"rulebook.case": FRONT, "cases.case": text}, with_copy='scenario 19.3 "1809"\n  place depot at B7\n')
    assert codes(findings) == ["RW117"]
