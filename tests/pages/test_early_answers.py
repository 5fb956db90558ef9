"""The calculator before all is given: outcomes side by side, the range, what is not held; the way back; the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.books import CHAPTER, FRONT, campaign
from pages.browser import opened, until, violations
from pages.test_calculator import address, answer, ask
from rulewright.site import build_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

WORDS = """
enum month: jan, feb, mar, apr, mai, jun, jul, aug, sep, oct, nov, dec, leap
fact month: month "the month"
fact strength(u: unit): 1..50 MP "the strength of {u}"
value burden(u: unit): 0..9 MP "the burden of {u}"
value fodder(u: unit): 0..99 MP "the fodder of {u}"
value thaw: 0..9 MP "the thaw"
verdict swim(u: unit) "{u} swims"
"""
CASES = """
case 8.43 "Boats"
  not held, bears on burden(u)

case 8.44 "Burden"
  burden(u) is 5 MP when u.arm is infantry
  burden(u) is 7 MP when u.arm is not infantry
  fodder(u) is strength(u) when u.arm is cavalry
  fodder(u) is 2 MP when u.arm is not cavalry

case 8.45 "Thaw"
  thaw is 3 MP when month is mar
  thaw is 1 MP when month is not mar

case 8.46 "Swimming"
  may swim(u) when strength(u) is at most 9 MP
  may not swim(u) when strength(u) is at least 10 MP
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site([campaign(CHAPTER + CASES, FRONT + WORDS)], tmp_path_factory.mktemp("early") / "out").index.parent


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    with opened(browser, width=390, height=844, touch=True) as page:
        yield page


def taps(page: Page) -> list[str]:
    return [" / ".join(text.split("\n")) for text in page.locator(".rw-early > li").all_inner_texts()]


# ---- the answer, early -------------------------------------------------------------------------------------------------------------------


def test_with_one_fact_missing_each_outcome_is_a_tap(page: Page, site: Path) -> None:
    ask(page, site, "q=burden&a=u")
    assert answer(page).startswith("Not known yet")
    assert taps(page) == [
        "5 movement points / the arm of the unit is infantry",
        "7 movement points / the arm of the unit is cavalry",
        "7 movement points / the arm of the unit is horse artillery",
        "7 movement points / the arm of the unit is leader",
    ]
    heights = page.locator(".rw-early button").evaluate_all("(all) => all.map((one) => one.getBoundingClientRect().height)")
    assert min(heights) >= 44 and violations(page) == []
    page.locator(".rw-early button").first.tap()
    assert answer(page) == "The burden of the unit is 5 movement points."
    assert page.locator(".rw-early").count() == 0 and "unit.arm%7Eu%7Einfantry" in address(page)


def test_numbers_with_one_outcome_are_told_together_and_are_no_tap(page: Page, site: Path) -> None:
    ask(page, site, "q=swim&a=u")
    answer(page)
    assert taps(page) == [
        "Permitted / the strength of the unit is 1 to 9 movement points",
        "Forbidden / the strength of the unit is 10 to 50 movement points",
    ]
    assert page.locator(".rw-early button").count() == 0


def test_with_more_missing_the_range_is_told(page: Page, site: Path) -> None:
    ask(page, site, "q=fodder&a=u")
    answer(page)
    assert "What may still come: 1 to 50 movement points." in page.locator(".rw-ask-answer").inner_text() and not taps(page)
    page.locator(".rw-ask-next").get_by_role("radio", name="cavalry", exact=True).tap()
    answer(page)
    assert not taps(page), "fifty outcomes are too many to show side by side"


def test_a_case_whose_words_are_not_held_stands_with_the_answer(page: Page, site: Path) -> None:
    ask(page, site, "q=burden&a=u&f=unit.arm~u~infantry")
    answer(page)
    box = page.locator(".rw-ask-answer")
    assert "Look it up: 8.43 Boats bears on this, and its words are not held here." in box.inner_text()
    assert box.locator("a[href$='movement.html#case-8.43']").count() == 1
    assert "not held here" not in page.locator(".rw-ask-why").inner_text(), "it is said once"
    ask(page, site, "q=thaw&f=month~mar")
    answer(page)
    assert page.locator(".rw-unheld").count() == 0


# ---- back --------------------------------------------------------------------------------------------------------------------------------


def test_back_takes_the_last_answer_back(page: Page, site: Path) -> None:
    """By the button and by the browser; a number that is stepped several times is one answer."""
    ask(page, site)
    page.locator(".rw-question-list li[data-question='fodder'] > a").tap()
    button = page.get_by_role("button", name="take the last answer back")
    answer(page)
    assert not button.is_visible()
    page.locator(".rw-ask-next").get_by_role("radio", name="cavalry", exact=True).tap()
    field = page.locator(".rw-ask-next input")
    field.fill("20")
    field.press("Enter")
    assert answer(page) == "The fodder of the unit is 20 movement points."
    for _ in range(3):
        page.get_by_role("button", name="more: What is the strength of the unit?").tap()
    assert answer(page) == "The fodder of the unit is 23 movement points."
    button.tap()
    until(page, "document.querySelector('.rw-answer').textContent.startsWith('Not known yet')")
    assert "What is the strength of the unit?" in page.locator(".rw-ask-next").inner_text()
    page.go_forward()
    until(page, "document.querySelector('.rw-answer').textContent.includes('23')")
    page.go_back()
    until(page, "document.querySelector('.rw-answer').textContent.startsWith('Not known yet')")
    page.go_back()
    until(page, "document.querySelector('.rw-ask-next').textContent.includes('What is the arm')")
    assert not button.is_visible()
    page.go_back()
    page.locator(".rw-question-list").wait_for()


def test_a_question_in_a_case_takes_the_focus_and_gives_it_back(page: Page, site: Path) -> None:
    page.goto((site / "campaign/movement.html").as_uri())
    link = page.locator("[id='case-8.44'] + .rw-case-body .rw-asks a[href*='q=burden']")
    for close in ("Escape", "button"):
        link.focus()
        page.keyboard.press("Enter")
        until(page, "document.activeElement.matches('.rw-asks .rw-calculator h2')")
        page.locator(".rw-early button").first.tap()
        assert answer(page) == "The burden of the unit is 5 movement points."
        page.get_by_role("button", name="take the last answer back").tap()
        assert answer(page).startswith("Not known yet") and not page.get_by_role("button", name="take the last answer back").count()
        if close == "button":
            page.locator(".rw-asks").get_by_role("button", name="Close").tap()
        else:
            page.locator(".rw-calculator h2").focus()
            page.keyboard.press("Escape")
        until(page, "!document.querySelector('.rw-calculator')")
        assert link.evaluate("(one) => one === document.activeElement") and link.get_attribute("aria-expanded") == "false"


# ---- the keyboard ------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_arrows_move_through_what_is_asked_next_and_do_not_choose(page: Page, site: Path, key: str) -> None:
    ask(page, site, "q=burden&a=u")
    before = address(page)
    page.locator(".rw-ask-next input").first.focus()
    focused = "document.activeElement.parentElement.textContent"
    names = [page.evaluate(focused)]
    for arrow in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowDown", "ArrowUp", "ArrowLeft"):
        page.keyboard.press(arrow)
        names.append(page.evaluate(focused))
    assert names == ["infantry", "cavalry", "horse artillery", "leader", "infantry", "leader", "horse artillery"]
    assert address(page) == before and page.locator(".rw-ask-next input:checked").count() == 0
    page.keyboard.press(key)
    assert answer(page) == "The burden of the unit is 7 movement points."
    assert "unit.arm%7Eu%7Ehorse_artillery" in address(page)


def test_keys_move_through_a_list_of_what_is_asked_next_and_enter_chooses(page: Page, site: Path) -> None:
    ask(page, site, "q=thaw")
    before = address(page)
    page.locator(".rw-ask-next select").focus()
    for _ in range(3):
        page.keyboard.press("ArrowDown")
    assert address(page) == before and page.locator(".rw-ask-next select").evaluate("(one) => one.value") == "mar"
    page.keyboard.press("Enter")
    assert answer(page) == "The thaw is 3 movement points."
