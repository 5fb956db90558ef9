"""The difference between two editions, case by case."""

from __future__ import annotations

import pytest

from rulebook.books import book_of
from rulewright.rulebook.edition_diff import ChangeKind, WordStatus, diff_editions, diff_words, difference_json

TEXT = """\
measure MP "point"
enum weather: clear, mud
fact weather: weather
record unit
value allowance(u: unit): 0..20 MP
case 8.5
  "Same."
case 8.6 "Weather"
  "Mud takes two points."
  take 2 MP from allowance(u) when weather is mud  @GA-1
  take 1 MP from allowance(u) when weather is clear
case 8.7
  "Moved."
case 8.8 "Gone"
  "Gone."
  take 1 MP from allowance(u)
case 8.9
  "Kept."
"""
ACTS = """\
amend 8.6 in errata as correction
  replaces "two points" with "three"
  take 3 MP from allowance(u) when weather is mud
amend 8.6.1 in errata as correction
  deletes the part
amend 8.7 in errata as correction
  renumbers to 8.71
amend 8.8 in errata as correction
  deletes the case
amend 8.9 in errata as clarification
  confirms
case 8.1 "New" new in errata
  "Newly."
  table cost(w: weather): 1..6
    | mud | 5 |
"""


def test_each_change_is_told_once_in_the_order_of_the_book() -> None:
    book = book_of(TEXT + ACTS)
    found = diff_editions(book, "printed", "errata")
    assert [(one.number, one.change) for one in found.cases] == [
        ("8.1", ChangeKind.ADDED),
        ("8.6", ChangeKind.CHANGED),
        ("8.71", ChangeKind.RENUMBERED),
        ("8.8", ChangeKind.DELETED),
        ("8.9", ChangeKind.CHANGED),
    ]
    new, weather, moved, gone, confirmed = found.cases
    assert (new.acts, new.sources, new.title) == (("new case",), ("errata",), "New")
    assert new.rules_in[0].startswith("table cost(w: weather): 1..6")
    assert [(one.step, one.text) for one in weather.words] == [
        (WordStatus.KEPT, "Mud takes"),
        (WordStatus.REMOVED, "two points."),
        (WordStatus.ADDED, "three."),
    ]
    assert weather.rules_out == ("take 2 MP from allowance(u) when weather is mud",)
    assert weather.rules_in == ("take 3 MP from allowance(u) when weather is mud",)
    assert set(weather.acts) == {"replaces “two points” with “three”", "adds a rule", "deletes rule 1"}
    assert (moved.was, moved.acts, moved.words) == ("8.7", ("renumbers the case to 8.71",), ())
    assert (gone.acts, gone.rules_out) == (("deletes the case",), ("take 1 MP from allowance(u)",))
    assert (confirmed.acts, confirmed.words, confirmed.rules_in) == (("confirms the case",), (), ())


def test_backwards_what_was_added_is_deleted() -> None:
    book = book_of(TEXT + ACTS)
    found = {one.number: one for one in diff_editions(book, "errata", "printed").cases}
    assert found["8.1"].change is ChangeKind.DELETED
    assert found["8.8"].change is ChangeKind.ADDED
    assert found["8.7"].was == "8.71"


def test_an_edition_does_not_differ_from_itself() -> None:
    book = book_of(TEXT + ACTS)
    assert diff_editions(book, "errata", "errata").cases == ()


def test_json_is_plain() -> None:
    book = book_of(TEXT + ACTS)
    document = difference_json(diff_editions(book, "printed", "errata"))
    assert set(document) == {"book", "from", "to", "cases", "meaning"}
    assert (document["from"], document["to"], document["meaning"]) == ("printed", "errata", [])
    changed = document["cases"][1]
    assert (changed["case"], changed["change"], changed["was"]) == ("8.6", "changed", None)
    assert changed["text"][1] == {"step": "out", "text": "two points."}


def test_words_and_paragraphs() -> None:
    assert diff_words("a b", "a b") == ()
    assert [(one.step.value, one.text) for one in diff_words("One two.\nThree.", "One two.\nThree.\nFour.")] == [
        ("same", "One two.\nThree."),
        ("in", "\nFour."),
    ]
    assert [(one.step.value, one.text) for one in diff_words("", "All new.")] == [("in", "All new.")]


def runs(old: str, new: str) -> list[tuple[str, str, bool]]:
    return [(run.step.value, run.text, run.is_paragraph) for run in diff_words(old, new)]


def test_a_paragraph_of_which_little_stays_is_told_whole() -> None:
    old = "When the gate is shut the guard is called; nobody passes it otherwise."
    new = "Pins may be moved at the gate; this is no call."
    assert runs(old, new) == [("out", old, True), ("in", new, True)]
    assert runs(f"First things.\n{old}", f"First things.\n{new}") == [
        ("same", "First things.\n", False),
        ("out", old, True),
        ("in", new, True),
    ]


def test_words_that_stay_here_and_there_among_new_ones_are_not_marked() -> None:
    old = "A wagon crosses the ford, and then the guns, in the order of the train."
    new = "A boat with a crew crosses at the ferry, or then by the bridge, and the guns go in any order that the staff of the train likes."
    assert runs(old, new) == [("out", old, True), ("in", new, True)]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("The fee is 3 euro.", "The fee is 5 euro."),
        ("Foot pay 2 at the bridge.", "Foot pay 2 at the bridge. Guns pay 5, and wagons with four wheels or more pay 7 for each of them."),
        ("Foot pay 2 at the bridge, but nothing at all on a day of the fair or when the river is low.", "Foot pay 2 at the bridge."),
        (
            "Who has changed a unit may move it before the first battle of a year.",
            "Who has a unit may move it only before the first battle.",
        ),
    ],
)
def test_small_changes_are_marked_word_by_word(old: str, new: str) -> None:
    found = diff_words(old, new)
    assert any(run.step is WordStatus.KEPT for run in found)
    assert not any(run.is_paragraph for run in found)


def test_paragraphs_are_compared_with_what_they_became() -> None:
    """The second paragraph is amended, one before it is new, and the last is gone."""
    old = "Foot pay 2 at the bridge.\nThe guard opens the gate at dawn.\nNobody fishes here."
    new = "Foot pay 2 at the bridge.\nDogs are led on a leash.\nThe guard opens the gate at noon."
    assert runs(old, new) == [
        ("same", "Foot pay 2 at the bridge.\n", False),
        ("in", "Dogs are led on a leash.\n", True),
        ("same", "The guard opens the gate at", False),
        ("out", "dawn.\n", False),
        ("in", "noon.", False),
        ("out", "Nobody fishes here.", True),
    ]


def test_both_texts_are_made_of_the_runs() -> None:
    old = "One two three four.\nAlpha beta gamma.\nLast words here."
    new = "One two three five.\nNothing of that at all.\nMore.\nLast words here."
    for text, other in ((old, WordStatus.ADDED), (new, WordStatus.REMOVED)):
        told = " ".join(run.text for run in diff_words(old, new) if run.step is not other)
        assert told.split() == text.split()
