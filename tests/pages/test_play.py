"""The page of the turn: the steps that a book prints and the phases that it declares, with the rules of each; and ticks, turns and notes."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.books import CHAPTER, FRONT, campaign, pages_of
from pages.browser import opened
from rulewright.base.resources import shipped_books
from rulewright.rulebook.model import Provision
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.pages.turn_steps import TurnPart, turn_of
from rulewright.workspace.open_book import load

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

DECLARED = """
enum phase: supply_phase "the Supply Phase", movement, another_phase "another phase"
class any_phase: supply_phase, movement
fact phase: phase "the phase"
predicate supplied_now(u: unit) "{u} is supplied now"
"""
RULES = """
case 8.20 "Order of play"
  step 1 "Look at the [8.21] <b>weather</b>."
  step 2 "Supply Phase. All are fed."
  step 4 "The end."

case 8.21 "In its phase"
  may forage(u, t) when phase is supply_phase and u.arm is cavalry
  may not forage(u, t) when phase is not supply_phase
  allowance(u) is at least 3 MP when phase in any_phase
  may forage(u, t) unless phase is movement
  supplied_now(u) means phase is supply_phase and u.arm is leader
  must forage(u, t) when supplied_now(u)

case 8.22 "In the errata"
  not held

amend 8.22 in errata as addition
  may not forage(u, t) when phase is movement
"""


def book() -> BookOfSite:
    return BookOfSite(campaign(CHAPTER + RULES, FRONT + DECLARED))


def addresses(provisions: tuple[Provision, ...]) -> list[str]:
    return [provision.id.text for provision in provisions]


def shape(turn: tuple[TurnPart, ...]) -> list[tuple[str, list[str]]]:
    return [(part.case.number if part.case else "phases", [step.anchor for step in part.steps]) for part in turn]


def test_steps_that_name_a_phase_are_of_it_and_the_others_a_list_of_their_own() -> None:
    site_book = book()
    order, phases = turn_of(site_book, site_book.edition)
    assert shape((order, phases)) == [("8.20", ["step-8.20-1", "step-8.20-3"]), ("phases", ["phase-supply_phase", "phase-movement"])]
    assert [paragraph.text for _, paragraph in phases.steps[0].printed] == ["Supply Phase. All are fed."] and not phases.steps[1].printed
    assert order.missing == ("3",) and phases.is_ordered


def test_a_step_has_the_rules_that_name_its_phase_and_those_of_the_cases_that_it_names() -> None:
    site_book = book()
    order, phases = turn_of(site_book, site_book.edition)
    supply, movement = phases.steps
    assert addresses(supply.provisions) == ["8.21.1", "8.21.3", "8.21.5", "8.21.6"]
    assert addresses(movement.provisions)[:2] == ["8.21.3", "8.22.1"] and "8.21.4" not in addresses(movement.provisions)[:2]
    assert "8.21.6" in addresses(order.steps[0].provisions) and not order.steps[1].provisions


def test_a_rule_that_only_an_edition_has_carries_its_name() -> None:
    page = pages_of(campaign(CHAPTER + RULES, FRONT + DECLARED))["play"]
    movement = page[page.index('id="phase-movement"') :]
    assert re.search(r'<li data-rw-in="errata"> ?The unit may not draw forage [^<]*<a href="movement.html#rule-8.22.1"', movement)


def test_an_edition_that_says_nothing_of_a_turn_says_so() -> None:
    late = (
        CHAPTER
        + '\ncase 8.21 "In the errata"\n  not held\n\namend 8.21 in errata as addition\n  may not forage(u, t) when phase is movement\n'
    )
    page = pages_of(campaign(late, FRONT + DECLARED))["play"]
    assert '<p data-rw-in="printed" hidden>In this edition' in page and 'data-rw-in="errata"' in page


def test_what_a_step_says_is_text() -> None:
    page = pages_of(campaign(CHAPTER + RULES, FRONT + DECLARED))["play"]
    assert "1. Look at the 8.21 &lt;b&gt;weather&lt;/b&gt;." in page and "<b>weather" not in page


def test_a_book_that_says_nothing_of_a_turn_has_no_such_page_and_a_game_without_steps_neither() -> None:
    assert "play" not in pages_of(campaign())
    game = pages_of(campaign(CHAPTER, FRONT.replace("numbering", "players 2 to 4\n  numbering", 1)))
    assert "play" not in game and "play.html" not in game["index"]


@pytest.mark.parametrize("name", shipped_books())
def test_the_shipped_books_have_a_turn(name: str) -> None:
    site_book = BookOfSite(load(name))
    steps = [step for part in turn_of(site_book, site_book.edition) for step in part.steps]
    assert len(steps) > 2 and any(step.provisions for step in steps) and len({step.anchor for step in steps}) == len(steps)


# ---- in a browser --------------------------------------------------------------------------------------------------------------------


@pytest.fixture
def phone(manual_site: Path, browser: Browser) -> Iterator[Page]:
    with opened(browser, width=390, height=844, touch=True) as page:
        page.goto((manual_site / "decided/play.html").as_uri())
        yield page


def ticked(page: Page) -> list[str]:
    return page.locator("[data-rw-turn] > li:has(input:checked)").evaluate_all("(all) => all.map((one) => one.id)")  # type: ignore[no-any-return]


def counted(page: Page) -> str:
    return page.locator(".rw-turn-count").inner_text().replace("\n", " ")


@pytest.mark.browser
def test_ticks_turn_and_notes_are_there_after_a_reload(phone: Page) -> None:
    phone.locator("#phase-supply_phase .rw-tick").tap()
    phone.locator("#phase-movement .rw-house > summary").tap()
    phone.locator("#phase-movement textarea").fill("<b>Ours</b>\nis so")
    phone.reload()
    assert ticked(phone) == ["phase-supply_phase"] and counted(phone) == "Turn 1 1 of 4 done"
    assert (
        phone.locator("#phase-movement textarea").input_value() == "<b>Ours</b>\nis so"
        and phone.locator("#phase-movement textarea").is_visible()
    )
    phone.locator("[data-rw-turn-next]").tap()
    assert ticked(phone) == [] and counted(phone) == "Turn 2 0 of 4 done"
    phone.reload()
    assert counted(phone) == "Turn 2 0 of 4 done"


@pytest.mark.browser
def test_the_next_turn_can_be_taken_back_and_every_edition_has_ticks_of_its_own(phone: Page) -> None:
    phone.locator("#step-8\\.20-1 .rw-tick").tap()
    phone.locator("[data-rw-turn-next]").tap()
    phone.locator("[data-rw-turn-undo]").tap()
    assert ticked(phone) == ["step-8.20-1"] and counted(phone) == "Turn 1 1 of 4 done" and phone.locator("[data-rw-turn-undo]").is_hidden()
    phone.locator("[data-rw-editions]").select_option("as printed")
    assert ticked(phone) == [] and counted(phone) == "Turn 1 0 of 4 done"
    phone.locator("[data-rw-editions]").select_option("")
    assert ticked(phone) == ["step-8.20-1"]


@pytest.mark.browser
def test_whatever_the_device_has_kept_the_page_works(phone: Page) -> None:
    for kept in (
        "",
        "null",
        "[]",
        "{",
        json.dumps({"turn": -3, "ticked": [{}, "phase-movement"]}),
        json.dumps({"turn": "<b>", "ticked": "x"}),
    ):
        phone.evaluate(
            "(kept) => Object.keys(localStorage).concat(['rulewright-turn-notes-decided']).forEach((key) => localStorage.setItem(key, kept))",
            kept,
        )
        phone.locator("[data-rw-turn-next]").tap()
        phone.reload()
        assert counted(phone).startswith("Turn ")


@pytest.mark.browser
def test_targets_are_large_enough_for_a_finger_and_keys_do_the_same(phone: Page) -> None:
    targets = phone.locator(".rw-tick, .rw-turn-rules a, .rw-turn summary, .rw-turn-bar button:visible")
    heights = targets.evaluate_all("(all) => all.filter((one) => one.offsetParent).map((one) => one.getBoundingClientRect().height)")
    assert len(heights) > 8 and min(heights) >= 44
    phone.locator("#phase-movement input").focus()
    phone.keyboard.press("Space")
    assert ticked(phone) == ["phase-movement"]
