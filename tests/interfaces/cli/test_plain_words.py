"""`rulewright ask BOOK "may a horse cross in mud?"`: a question in plain words, with and without a terminal, as text and as JSON."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import FRONT, RULES, write_book

WAYS = """
enum way: by_ford "by the ford", by_bridge "by the bridge"
value toll(w: way, u: unit): 0..9 MP "the toll {w} for {u}"
verdict wait_alone(u: unit) "{u} waits alone"
verdict wait_together(u: unit) "{u} waits together with others"
"""
RULES_OF_WAYS = """
case 1.6 "Tolls"
  "The bridge costs two, the ford nothing, and horse pays one more."
  toll(w, u) is 2 MP when w is by_bridge and u.arm is foot
  toll(w, u) is 3 MP when w is by_bridge and u.arm is horse
  toll(w, u) is 0 MP when w is by_ford

case 1.7 "Waiting"
  "A unit may wait."
  may wait_alone(u) when weather is clear
  may wait_together(u)
"""


@pytest.fixture(scope="module")
def ways(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small book with questions that fit equally well, and one about values."""
    return write_book(tmp_path_factory.mktemp("plain") / "ferry", RULES + RULES_OF_WAYS, FRONT + WAYS)


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    def tell(*replies: str) -> None:
        given = iter(replies)
        monkeypatch.setattr("builtins.input", lambda prompt="": next(given))

    return tell


def test_the_first_line_says_what_the_words_are_taken_as(run: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "What is the allowance of a horse in the mud?")
    lines = done.out.split("\n")
    assert done.status == 0
    assert lines[0] == "taken as: what is the allowance of the unit, the arm of the unit is horse, the weather is mud"
    assert lines[1] == f'  rulewright ask {ferry} "allowance(u)" u.arm=horse weather=mud'
    assert "the allowance of u: 6 MP" in lines[2]


def test_a_question_in_the_language_is_not_taken_as_words(run: Callable[..., Any], ferry: Path) -> None:
    for question in ("allowance(u)", "weather is mud", "allowance(u) is at least 6 MP"):
        assert "taken as" not in run("ask", ferry, question, "u.arm=horse", "weather=mud").out
    assert "did you mean" in run("ask", ferry, "alowance(u)").err


def test_what_is_missing_is_listed_with_the_words_that_give_it(run: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "What is the allowance of a unit in mud?")
    assert done.status == 3
    assert "facts are missing" in done.out
    assert "add what you know, for example:\n  u.arm=foot   Is it foot or horse?" in done.out


def test_what_is_given_goes_before_what_the_words_give(run: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "What is the allowance of a horse in mud?", "weather=clear")
    assert done.status == 0
    assert "8 MP" in done.out


def test_words_that_are_not_read_are_named(run: Callable[..., Any], ferry: Path) -> None:
    """And nothing is answered: what is not read may change the answer."""
    done = run("ask", ferry, "What is the allowance of a purple horse in mud?")
    assert (done.status, done.out) == (2, "")
    assert "nothing is answered, since `purple` in the question is not read" in done.err
    assert f'rulewright ask {ferry} "allowance(u)" u.arm=horse weather=mud\n     not read: purple\n' in done.err
    assert "the book does not speak of `purple`" in done.err


def test_figures_are_read_or_named(run: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "What is the allowance of a horse 3 times in mud?")
    assert "since `3` and `times` in the question are not read" in done.err


def test_words_that_begin_as_a_question_are_never_answered_with_the_grammar(run: Callable[..., Any], ferry: Path) -> None:
    for words in ("can cannons shoot over a hill", "what if the captain dies", "is it a tie if nobody lands", "how many guys in a boat"):
        done = run("ask", ferry, words)
        assert done.status == 2
        assert "no line of the language" not in done.err and "expected" not in done.err


def test_words_that_fit_two_questions_list_both_and_answer_none(run: Callable[..., Any], ways: Path) -> None:
    done = run("ask", ways, "May a horse wait?")
    assert done.status == 2
    assert done.out == ""
    assert "it is not clear which question of the book `May a horse wait?` means" in done.err
    for call in ('"wait_alone(u)"', '"wait_together(u)"'):
        assert f"rulewright ask {ways} {call}" in done.err


def test_a_person_chooses_by_number_and_is_asked_for_what_is_missing(
    run: Callable[..., Any], ways: Path, told: Callable[..., None]
) -> None:
    listed = run("ask", ways, "May a horse wait?").err
    number = next(line.strip()[0] for line in listed.split("\n") if "waits alone" in line or "wait alone" in line)
    told("9", number, "clear")
    done = run("ask", ways, "May a horse wait?", "--interview")
    assert done.status == 0
    assert "taken as: may the unit wait alone" in done.out
    assert "Which weather is it?" in done.out
    assert "permitted" in done.out


def test_a_person_who_quits_gets_no_answer(run: Callable[..., Any], ways: Path, told: Callable[..., None]) -> None:
    told("quit")
    assert run("ask", ways, "May a horse wait?", "--interview").status == 2


def test_an_argument_that_the_words_do_not_give_is_asked_for(run: Callable[..., Any], ways: Path, told: Callable[..., None]) -> None:
    done = run("ask", ways, "What is the toll for a horse?")
    assert done.status == 3
    assert "  w=by_ford   Which way?" in done.out
    assert "3 MP" in run("ask", ways, "What is the toll for a horse?", "w=by_bridge").out
    assert "3 MP" in run("ask", ways, "What is the toll by the bridge for a horse?").out
    told("?", "by_bridge")
    assert "3 MP" in run("ask", ways, "What is the toll for a horse?", "--interview").out


def test_json_has_what_the_words_are_taken_as_and_what_each_candidate_needs(
    run: Callable[..., Any], valid: Callable[..., Any], ferry: Path
) -> None:
    done = run("ask", ferry, "What is the allowance of a unit in mud?", "--format", "json")
    document = valid("ask", done.json)
    assert done.status == 3
    assert document["status"] == "missing"
    assert document["taken"]["question"] == "allowance(u)"
    assert document["taken"]["facts"] == {"weather": "mud"}
    assert [(need["fact"], need["certain"]) for need in document["candidates"][0]["needs"]] == [("u.arm", True)]


def test_json_of_words_that_fit_two_questions(run: Callable[..., Any], valid: Callable[..., Any], ways: Path) -> None:
    done = run("ask", ways, "May a horse wait?", "--format", "json")
    document = valid("ask", done.json)
    assert done.status == 2
    assert document["status"] == "unclear"
    assert "taken" not in document
    needs = {candidate["question"]: [need["fact"] for need in candidate["needs"]] for candidate in document["candidates"]}
    assert needs["wait_alone(u)"] == ["weather"]
    assert needs["wait_together(u)"] == []


def test_json_of_a_question_whose_argument_is_missing(run: Callable[..., Any], valid: Callable[..., Any], ways: Path) -> None:
    done = run("ask", ways, "What is the toll for a horse?", "--format", "json")
    document = valid("ask", done.json)
    assert done.status == 3
    assert [fact["fact"] for fact in document["missing"]] == ["w"]
    assert document["candidates"][0]["arguments"][0]["values"] == ["by_ford", "by_bridge"]


def test_words_of_which_the_book_has_none_are_named(run: Callable[..., Any], ferry: Path) -> None:
    done = run("ask", ferry, "qwertz asdf?")
    assert done.status == 2
    assert "`qwertz asdf?` is not a question that the book answers" in done.err
    assert "the book does not speak of `qwertz` or `asdf`" in done.err
    assert f"`rulewright questions {ferry}` lists what there is" in done.err


TERM = """
term "ferryman" "Who rows across."
  also "boatman"
  in 1.7
"""


@pytest.fixture(scope="module")
def termed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small book with a term that is said to be in one case, and that the text of another has."""
    rules = RULES + RULES_OF_WAYS + '\ncase 1.8 "Pay"\n  "The boatman is paid."\n'
    return write_book(tmp_path_factory.mktemp("termed") / "ferry", rules, FRONT + WAYS + TERM)


def test_a_term_that_is_asked_for_is_shown_with_its_cases(run: Callable[..., Any], valid: Callable[..., Any], termed: Path) -> None:
    done = run("ask", termed, "What is a boatman good for?")
    assert done.status == 0
    assert done.out.split("\n")[:4] == ["ferryman: Who rows across.", "also boatman", "  1.7 Waiting", "  1.8 Pay"]
    document = valid("ask", run("ask", termed, "what does ferryman mean", "--format", "json").json)
    assert document["status"] == "term"
    assert document["term"]["name"] == "ferryman"
    assert [case["name"] for case in document["term"]["cases"]] == ["1.7", "1.8"]


def test_what_is_supposed_shows_the_questions_that_depend_on_it(run: Callable[..., Any], valid: Callable[..., Any], ways: Path) -> None:
    done = run("ask", ways, "what if the weather is purple?")
    assert done.status == 2
    assert "1. Which weather is it? `weather`, not read: purple" in done.err
    assert "May the unit wait alone? `wait_alone(u)`" in done.err
    (depends, *_) = valid("ask", run("ask", ways, "what if the weather is mud", "--format", "json").json)["depends"]
    assert depends["fact"] == "weather" and depends["unread"] == []
    assert depends["questions"]["wait_alone(u)"] == "May the unit wait alone?"


def test_json_of_words_that_nothing_answers_has_the_places_that_speak_of_them(
    run: Callable[..., Any], valid: Callable[..., Any], ways: Path
) -> None:
    document = valid("ask", run("ask", ways, "is there a ford for elephants?", "--format", "json").json)
    assert {(place["kind"], place["name"]) for place in document["mentions"]} >= {("case", "1.6")}
    assert document["unknown"] == ["elephants"]


# What players ask, in their own words, and the questions that answer it.
SAID = [
    ("leipzig", "May my cavalry retreat before combat?", "retreat_before(u, b)"),
    ("leipzig", "May my reinforcements come on?", "come_on_at(u, h)"),
    ("la-grande-armee", "How much extra does it cost to cross?", "river_cost(k)"),
    ("la-grande-armee", "Does my garrison suffer attrition?", "undergo_attrition(u)"),
    ("armee-du-nord", "From which turn do I have to roll for Ney?", "first_turn_for_ney"),
    ("war-in-europe", "How many replacement points do I get back for it?", "replacements_gained(u)"),
    ("leipzig-lite", "How many men are in my division?", "men(d)"),
    ("leipzig-lite", "How many dice do I roll?", "dice_thrown(q)"),
]


@pytest.mark.parametrize(("book", "words", "question"), SAID)
def test_what_players_say_leads_to_the_question(book: str, words: str, question: str) -> None:
    from rulewright.interfaces.api.book import load

    assert question in [candidate.question for candidate in load(book).find_questions(words).candidates]


@pytest.mark.parametrize("control", ["\x1b[2Jmay a horse cross?", "may a \x07 horse wait\x1b]0;x\x07?"])
def test_words_cannot_steer_a_terminal(run: Callable[..., Any], ways: Path, control: str) -> None:
    done = run("ask", ways, control)
    assert not {"\x1b", "\x07"} & set(done.out + done.err)
