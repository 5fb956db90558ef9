"""The front page and what a book has without one; views, readings, rulings."""

from __future__ import annotations

import pytest

from rulebook.books import book_of, build, codes
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import CaseId, ClauseKind
from rulewright.syntax import nodes


def test_an_empty_folder_is_still_a_book() -> None:
    book, findings = build_rulebook(nodes.SyntaxTree("rules/my-book", ()), ledger=None, slug="my-book")
    assert codes(findings) == ["RW101"]
    assert findings[0].labels[0].location.path == "rules/my-book/rulebook.case"
    assert "rulebook my_book" in findings[0].help
    assert (book.front.name, list(book.sources), list(book.editions), book.default_edition) == ("my_book", ["rules"], ["rules"], "rules")


def test_without_a_front_page_the_other_faults_are_still_found() -> None:
    files = {"a.case": 'case 8.6\n  "Mud."\namend 8.7 in rules as correction\n  "x"\n'}
    from rulebook.books import copy

    _, findings = build_rulebook(copy(files), ledger=None, slug="x")
    assert sorted(codes(findings)) == ["RW101", "RW110"]


def test_a_front_page_alone_implies_one_source_and_one_edition() -> None:
    book = book_of('rulebook example "Example"\ncase 1.1\n  "One."\n')
    assert (list(book.sources), list(book.editions)) == (["rules"], ["rules"])
    found = book.views["rules"].find_case("1.1")
    assert found is not None
    assert (found.source, found.held, found.new, found.history) == ("rules", True, False, ())


def test_everything_of_the_front_page_arrives() -> None:
    text = """\
rulebook example "Example"
  numbering by heading movement, combat
  players 2 to 3
game campaign "Campaign"
source printed "Rules"
  not held
source old "Old errata"
  known "superseded by the second errata"
source errata "Errata"
  amends printed
edition errata = printed + errata
precedence
  stated
  never over may
option ney "Ney"
option crt "Table"
at most one of ney, crt
chapter "Moving"
"""
    book = book_of({"rulebook.case": text, "movement.case": 'chapter "Moving"\ncase movement.1\n  not held\n'})
    assert book.front.headings == ("movement", "combat")
    assert [game.name for game in book.games] == ["campaign"]
    assert list(book.options) == ["ney", "crt"]
    assert book.exclusions[0].options == ("ney", "crt")
    assert book.policy is not None
    assert len(book.policy.lines) == 2
    assert {stem: chapter.title for stem, chapter in book.chapters.items()} == {"movement": "Moving", "rulebook": "Moving"}
    assert book.front_place.path == "rulebook.case"


@pytest.mark.parametrize(("line", "players"), [("players 2", (2, 2)), ("players 2 to 2", (2, 2)), ("players 2 to 3", (2, 3))])
def test_one_number_of_players_is_both_ends(line: str, players: tuple[int, int]) -> None:
    assert book_of(f'rulebook example "Example"\n  {line}\n').front.players == players


def test_two_policies_are_told() -> None:
    _, findings = build('rulebook example "Example"\nprecedence\n  stated\nprecedence\n  never over may\n')
    assert codes(findings) == ["RW103"]


def test_a_case_of_a_source_that_is_not_held_has_text_only_if_it_is_written() -> None:
    text = (
        'rulebook example "Example"\nsource printed "Rules"\n  not held\ncase 1.1\ncase 1.2\n  "In our words."\ncase 1.3\n  note "Mind."\n'
    )
    view = book_of(text).views["printed"]
    assert {str(key): case.held for key, case in view.cases.items()} == {"1.1": False, "1.2": True, "1.3": False}


READINGS = """\
verdict forage(u: unit)
record unit
enum mood: calm, wild
value morale(u: unit): mood
case 9.9
  "Text."
  option ney
  may forage(u)
case 9.9a
  "Part."
reading H_42 on 9.9, 9.9a "Equal?"
  "Nobody says, see [9.9]."
  choice carry_on in play: morale(u) is calm
  choice fall_back
    morale(u) is wild
    overrides 9.9.1
    "As many do."
ruling Q10 on 9.9, 9.9a in errata
  asks "Which?"
  answers "The first."
  settles H_42 as carry_on
  may not forage(u)
reading H_43 on 9.8 "Later?"
  choice one
case 9.8 new in second
  "Late."
"""


def test_readings_and_their_choices() -> None:
    views = book_of(READINGS).views
    reading = views["errata"].readings["H_42"]
    assert reading.cases == (CaseId("9.9"), CaseId("9.9a"))
    assert (reading.default_choice, reading.settled_as, views["printed"].readings["H_42"].settled_as) == ("carry_on", "carry_on", None)
    assert [one.id.text for one in reading.provisions] == ["H_42.carry_on.1", "H_42.fall_back.1", "H_42.fall_back.overrides"]
    first = reading.provisions[0]
    assert (first.case, first.also_of) == (CaseId("9.9"), (CaseId("9.9a"),))
    assert (first.scope.reading, first.scope.choice, first.scope.option) == ("H_42", "carry_on", "ney")
    assert [one.text for one in reading.text] == ["Nobody says, see [9.9]."]


def test_a_reading_is_there_where_its_case_is() -> None:
    views = book_of(READINGS).views
    assert [list(views[name].readings) for name in ("printed", "errata", "latest")] == [["H_42"], ["H_42"], ["H_42", "H_43"]]


def test_a_reading_of_a_source_is_there_where_that_source_is() -> None:
    text = 'case 9.9\n  "Text."\nreading H_1 on 9.9 in errata "Which?"\n  choice one\nreading H_2 on 9.9 "Which?"\n  choice one\n'
    views = book_of(text).views
    assert [sorted(views[name].readings) for name in ("printed", "errata")] == [["H_2"], ["H_1", "H_2"]]
    assert views["errata"].readings["H_1"].origin.source == "errata"
    _, findings = build(text + 'reading H_1 on 9.9 "Again?"\n  choice one\nreading H_3 on 9.9 in erata "?"\n  choice one\n')
    assert sorted(codes(findings)) == ["RW104", "RW115"]


def test_rulings_count_as_of_the_case_they_are_on() -> None:
    view = book_of(READINGS).views["errata"]
    ruling = view.rulings[CaseId("Q10")]
    assert (ruling.kind, ruling.ruled_cases) == (ClauseKind.RULING, (CaseId("9.9"), CaseId("9.9a")))
    assert [one.id.text for one in ruling.provisions] == ["Q10.settles", "Q10.1"]
    assert ruling.provisions[1].case == CaseId("9.9")
    assert ruling.provisions[1].also_of == (CaseId("9.9a"), CaseId("Q10"))
    assert [type(line).__name__ for line, _ in ruling.other] == ["AsksQuestion", "Answers"]
    assert len(view.provisions_in_force()) == 6


def test_what_amends_a_ruling_is_of_the_case_that_the_ruling_is_on() -> None:
    view = book_of(READINGS + "amend Q10 in second as change\n  may forage(u)\n").views["latest"]
    ruling = view.rulings[CaseId("Q10")]
    assert [(one.id.text, one.case) for one in ruling.provisions][2:] == [("Q10.2", CaseId("9.9"))]


def test_a_reading_written_in_old_numbers_follows_a_renumbering() -> None:
    text = READINGS + "amend 9.9 in second as correction\n  renumbers to 9.7\n"
    view = book_of(text).views["latest"]
    reading = view.readings["H_42"]
    assert reading.cases == (CaseId("9.7"), CaseId("9.9a"))
    assert reading.text[0].text == "Nobody says, see [9.7]."
    relation = reading.provisions[2].node
    assert isinstance(relation, nodes.Relation)
    assert relation.targets[0].number == "9.7.1"
    assert view.rulings[CaseId("Q10")].ruled_cases == (CaseId("9.7"), CaseId("9.9a"))


def test_the_order_of_a_source_is_that_of_its_ledger() -> None:
    text = 'case 8.6\n  "Base."\namend 8.6 in errata as addition\n  "Second."  @GA-2\namend 8.6 in errata as addition\n  "First."  @GA-1\n'
    ledger = "item,summary,computable\nGA-1,one,yes\nGA-2,two,yes\n"
    for given, expected in ((ledger, ["Base.", "First.", "Second."]), (None, ["Base.", "Second.", "First."])):
        case = book_of(text, ledger=given).views["errata"].find_case("8.6")
        assert case is not None
        assert [one.text for one in case.text] == expected


def test_text_made_by_an_act_points_at_its_amendment() -> None:
    text = 'case 8.6\n  not held\namend 8.6 in errata as addition\n  appends "More."\n'
    case = book_of(text).views["errata"].find_case("8.6")
    assert case is not None
    (paragraph,) = case.text
    assert (paragraph.node, paragraph.location.line) == (None, 3)


BASES = """\
rulebook example "Example"
source printed "Rules"
source charts "Charts"
source errata "Errata"
  amends printed, charts
source letter "A letter"
  amends printed
source second "A second letter"
  amends printed
edition first = printed + charts
edition errata = first + errata
edition all "All of it" = errata + letter + second
edition other = printed + letter + second
"""


def test_an_edition_may_begin_with_another() -> None:
    book, findings = build(BASES)
    assert codes(findings) == []
    assert {name: edition.sources for name, edition in book.editions.items()} == {
        "first": ("printed", "charts"),
        "errata": ("printed", "charts", "errata"),
        "all": ("printed", "charts", "errata", "letter", "second"),
        "other": ("printed", "letter", "second"),
    }


def test_an_edition_that_is_written_below_is_a_base_too() -> None:
    text = BASES + "edition late = later + second\nedition later = first + letter\n"
    assert book_of(text).editions["late"].sources == ("printed", "charts", "letter", "second")


def test_editions_that_begin_with_one_another_are_an_error() -> None:
    _, findings = build(BASES + "edition a = b + letter\nedition b = a + second\n")
    assert codes(findings) == ["RW105", "RW105"]
    assert findings[0].message == "these editions begin with one another: `a` = `b` = `a`"


def test_a_source_applied_by_the_base_is_not_applied_again() -> None:
    _, findings = build(BASES + "edition twice = errata + charts\n")
    assert codes(findings) == ["RW103"]


def test_a_source_may_amend_several() -> None:
    assert book_of(BASES).sources["errata"].amends == ("printed", "charts")
    assert codes(build(BASES.replace("amends printed, charts", "amends printed, maps"))[1]) == ["RW104"]
