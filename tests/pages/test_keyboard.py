"""Pages by keyboard, by finger and by ear: keys, one ring, targets that are large enough, and words for what is struck."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.browser import opened, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PAGES = ("index", "movement", "cases", "ask", "amendments", "charts", "glossary", "readings", "coverage", "graph", "own-copy")
SMALL = """() => {
  const inText = (one) => one.matches('a') && one.closest('p, dd, td, th, .rw-text, li, dt, caption, h2, h3, h4')
    && (one.closest('h2, h3, h4') || Array.from(one.closest('p, dd, td, th, .rw-text, dt, caption, li').childNodes)
      .some((node) => node !== one && !node.contains(one) && node.textContent.trim()));
  return Array.from(document.querySelectorAll('a[href], button, summary, select, input:not([type=checkbox], [type=radio]), textarea'))
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('svg') && !inText(one))
    .map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.width && box.bottom > 0 && (box.height < 43.5 || box.width < 43.5))
    .map(([one, box]) => `${one.tagName} .${one.className} "${one.textContent.trim().slice(0, 30)}" ${Math.round(box.width)}x${Math.round(box.height)} in ${one.parentNode.tagName}.${one.parentNode.className}`);
}"""


@pytest.mark.parametrize("name", PAGES)
def test_what_is_pressed_is_44_pixels_high_on_a_phone(manual_site: Path, browser: Browser, name: str) -> None:
    with opened(browser, width=390, height=844, touch=True) as page:
        page.goto((manual_site / f"campaign/{name}.html").as_uri())
        assert page.evaluate(SMALL) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


RING = """() => {
  const one = document.activeElement, style = getComputedStyle(one.matches('.rw-pills input') ? one.nextElementSibling : one);
  return [one === document.body, style.outlineStyle, style.outlineWidth, one.outerHTML.slice(0, 80)];
}"""


@pytest.mark.parametrize("name", ["index", "movement", "ask", "graph"])
def test_all_that_the_keyboard_reaches_has_the_same_ring(manual_site: Path, browser: Browser, name: str) -> None:
    with opened(browser) as page:
        page.goto((manual_site / f"campaign/{name}.html").as_uri())
        reached = 0
        for _ in range(150):
            page.keyboard.press("Tab")
            is_body, style, width, shown = page.evaluate(RING)
            if is_body:
                break
            reached += 1
            assert (style, width) == ("solid", "2px"), shown
        assert reached > 20


def test_words_that_were_struck_and_put_in_are_said_to_be_so(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        spoken = page.locator('[id="case-8.2"] + .rw-case-body .rw-now').aria_snapshot()
        assert "removed: 2 end of removed" in spoken and "added: 3 end of added" in spoken
        assert "removed:" not in page.locator('[id="case-8.2"] + .rw-case-body .rw-now').inner_text(), "it is not seen"


def _case_with_the_keyboard(page: Page) -> str:
    return str(page.evaluate("(document.activeElement.closest('.rw-case') || {}).id || ''"))


def test_n_and_p_go_from_case_to_case_and_a_question_mark_lists_the_keys(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        seen = []
        for key in "nnnp":
            page.keyboard.press(key)
            seen.append(_case_with_the_keyboard(page))
        assert seen == ["case-8.1", "case-8.11", "case-8.2", "case-8.11"]
        page.keyboard.press("?")
        dialog = page.get_by_role("dialog", name="Keys")
        assert dialog.is_visible() and "the next case of this page" in dialog.inner_text()
        page.keyboard.press("n")
        page.keyboard.press("Escape")
        assert _case_with_the_keyboard(page) == "case-8.11", "the dialog gives back what it took, and keys are its own while it is open"


def test_keys_write_while_one_types_and_can_be_turned_off(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        page.keyboard.press("/")
        page.get_by_role("searchbox").press_sequentially("n?p/")
        assert page.get_by_role("searchbox").input_value() == "n?p/" and _case_with_the_keyboard(page) == ""
        for _ in range(2):  # the first takes back what was typed
            page.keyboard.press("Escape")
        page.get_by_role("button", name="Keys").click()
        page.get_by_label("Keys of one letter or sign are on").uncheck()
        page.get_by_role("button", name="Close").click()
        page.reload()
        for key in "n?/":
            page.keyboard.press(key)
        assert _case_with_the_keyboard(page) == "" and page.locator("dialog[open]").count() == 0
        page.get_by_role("button", name="Keys").click()
        page.get_by_label("Keys of one letter or sign are on").check()
        page.keyboard.press("Escape")
        page.keyboard.press("n")
        until(page, "document.activeElement.closest('.rw-case')")


def test_the_graph_is_a_list_first_on_a_small_screen(site_folder: Path, browser: Browser) -> None:
    places = "['.rw-picture', '#precedence'].map((one) => document.querySelector(one).getBoundingClientRect().top + scrollY)"
    for width, list_first in ((390, True), (1280, False)):
        with opened(browser, width=width) as page:
            page.goto((site_folder / "campaign/graph.html").as_uri())
            picture, words = page.evaluate(places)
            assert (words < picture) is list_first
    with opened(browser, width=390) as page:  # who was sent to a case in the picture finds it there
        page.goto((site_folder / "campaign/graph.html").as_uri() + "#of-8.11")
        picture, words = page.evaluate(places)
        assert picture < words
