"""Acts of amendment in the words that a book declares, and what a sheet of amendments cannot tell."""

from __future__ import annotations

import re

import pytest

from pages.books import CHAPTER, FRONT, campaign, pages_of
from pages.test_pages import words
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.acts import acts_said

ACTS = """
case 9.1 "Set-up"
  applies to great_war
  place saxe_weimar at quatre_bras with size brigade_size, strength 4 SP
  place ziethen_corps "Ziethen's corps" at fleurus_town
  second_line: printed_allowance(u) is 4 MP when u.reserve
  printed_allowance(u) is 5 MP when u.arm is horse_artillery

amend 9.1 in errata as correction "Saxe-Weimar"
  corrects at of saxe_weimar from quatre_bras to genappe_town
  corrects strength of saxe_weimar from 4 SP to 1 SP
  corrects size of saxe_weimar from brigade_size to division_size
  corrects at of ziethen_corps from fleurus_town to charleroi
  enters bridge_train_piece in turn_3 at genappe_town
  extends to small_war

amend 9.1.second_line in errata as omission
  deletes the part

amend 8.3 in errata as correction
  corrects cost row "mud" column "horse_artillery" from 4 to 3
  table river_cost(arm: arm): 0..9 MP "the cost of a river for {arm}"
    | infantry        | 1 |
    | horse_artillery | 3 |
"""
MORE = """
game great_war "The Great War"
game small_war "The Small War"
measure SP "strength point"
enum place: quatre_bras "Quatre Bras", genappe_town "Genappe", fleurus_town, charleroi
enum size: brigade_size "brigade", division_size "division"

record counter "a counter"
  size: size "the size of {it}"
  strength: 0..9 SP "the strength of {it}"
"""


def acts_of(number: str) -> list[str]:
    given = campaign(CHAPTER + ACTS, FRONT + MORE)
    case = given.book.views["errata"].find_case(number)
    assert case is not None
    of = BookOfSite(given)
    return [said for entry in case.history for said in acts_said(of, entry)]


def test_pieces_fields_values_and_units_are_said_as_the_book_calls_them() -> None:
    said = acts_of("9.1")
    assert "corrects the place of saxe weimar from Quatre Bras to Genappe" in said
    assert "corrects the strength of saxe weimar from 4 strength points to 1 strength point" in said
    assert "corrects the size of saxe weimar from brigade to division" in said
    assert "corrects the place of Ziethen's corps from fleurus town to charleroi" in said
    assert "brings in bridge train piece" in said


def test_games_parts_tables_and_their_rows_too() -> None:
    said = acts_of("9.1")
    assert "extends the case to The Small War" in said
    assert "deletes the rule “second line”" in said
    said = acts_of("8.3")
    assert "corrects row “mud”, column “horse artillery” of the table “cost” from 4 to 3" in said
    assert "adds the table “the cost of a river for the arm”" in said


def test_no_page_for_players_shows_a_name_of_the_language_in_an_act() -> None:
    pages = pages_of(campaign(CHAPTER + ACTS, FRONT + MORE))
    page = pages["amendments"]
    said = words(re.sub(r'<(\w+) [^>]*class="rw-editor"[^>]*>.*?</\1>', "", page[page.index("9.1") :]))
    assert not re.findall(r"\b[a-z]+_[a-z_]+\b", said)


def test_what_programs_read_keeps_the_names_of_the_language() -> None:
    case = campaign(CHAPTER + ACTS, FRONT + MORE).book.views["errata"].find_case("9.1")
    assert case is not None
    acts = [act for entry in case.history for act in entry.acts]
    assert "corrects the at of saxe_weimar from quatre_bras to genappe_town" in acts
    assert "extends the case to small_war" in acts and "brings in bridge_train_piece" in acts


@pytest.fixture(scope="module")
def sheets() -> dict[str, str]:
    """The pages of a book with a draft between, of which nothing is held, and a note, of which something is."""
    front = FRONT.replace(
        'edition printed "As printed" = printed\n',
        'source draft "Draft"\n  not held\n  amends printed\n\nsource leaflet "Leaflet"\n  amends printed\n\n'
        'edition printed "As printed" = printed\nedition draft "With the draft" = printed + draft\n'
        'edition leaflet "With the leaflet" = printed + leaflet\n',
    )
    chapter = CHAPTER + '\namend 8.2 in leaflet as change\n  replaces "2 MP" with "4 MP"\n'
    return pages_of(campaign(chapter, front))


def test_what_changed_since_an_edition_of_which_nothing_is_held_says_so(sheets: dict[str, str]) -> None:
    notes = re.findall(r'<p class="rw-note" data-rw-since-note="(\w+)" hidden>(.*?)</p>', sheets["amendments"])
    assert [edition for edition, _ in notes] == ["draft"], "of no other edition"
    assert "Nothing of “Draft” is held here, so it cannot be told what was changed there already" in words(notes[0][1])
    assert "here is all that is changed in “Rules booklet”" in words(notes[0][1])


def test_addresses_of_before_lead_to_what_changed_since_their_edition(sheets: dict[str, str]) -> None:
    for edition in ("printed", "draft", "leaflet"):
        assert f'<a href="amendments.html" data-rw-moved="since {edition}">' in sheets[f"since-{edition}"]
