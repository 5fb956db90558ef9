"""A reader's own copy and pins in Chromium: given, shown with its amendments, kept, exported, cleared and taken back; nothing leaves the page."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.books import campaign
from pages.browser import opened, served, violations
from rulewright.site import build_site

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

CHAPTER = """\
chapter "Movement"

case 8.1 "Marches"
  not held

case 8.2 "Rivers"
  not held

case 8.3 "Held"
  "The book has this."

amend 8.1 in errata as correction
  replaces "two" with "three" words not held there
  "See also [8.3]."

amend 8.2 in errata as correction
  strikes "on a bridge" words not held there
"""
PASTED = """\
8.1 MARCHES
A unit marches two hexes, <img src=x onerror=alert(1)> as 8.2 says.

8.2 Rivers
Rivers stop all units.

8.3 Held
Not this.

8.9 Unknown
Nor this.
"""
SIZES = [(1440, 900, "light"), (1440, 900, "dark"), (390, 844, "light"), (390, 844, "dark")]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site([campaign(CHAPTER)], tmp_path_factory.mktemp("copy") / "out").index.parent


@contextmanager
def at(site: Path, browser: Browser, way: str, **window: object) -> Iterator[tuple[Page, str]]:
    """A page, and where addresses begin; it asks for nothing but what lies there."""
    with served(site) as address:
        home = address if way == "served" else site.as_uri() + "/"
        with opened(browser, home=home, **window) as page:  # type: ignore[arg-type]
            yield page, home


def lay(page: Page, home: str, text: str = PASTED) -> str:
    page.goto(home + "campaign/own-copy.html")
    page.get_by_label("Text of your booklet").fill(text)
    page.get_by_role("button", name="Lay it over the book").click()
    return page.get_by_role("status").last.inner_text()


@pytest.mark.parametrize("way", ["disk", "served"])
def test_a_copy_is_laid_over_kept_exported_cleared_and_taken_back(site: Path, browser: Browser, way: str, tmp_path: Path) -> None:
    with at(site, browser, way) as (page, home):
        said = lay(page, home)
        assert said == (
            "The words of 2 cases are kept on this device. 1 number that the book holds itself was left out: 8.3. "
            "1 number that the book does not have was left out: 8.9."
        )
        assert page.get_by_text("Does not fit: 1").is_visible()
        for _ in range(2):  # the second time after a reload
            page.goto(home + "campaign/movement.html")
            body = page.locator('[id="case-8.1"] + .rw-case-body')
            body.locator(".rw-now .rw-own").wait_for()
            assert (
                body.locator(".rw-now .rw-own").inner_text() == "A unit marches two three hexes, <img src=x onerror=alert(1)> as 8.2 says."
            )
            assert (body.locator(".rw-now .rw-own del").inner_text(), body.locator(".rw-now .rw-own ins").inner_text()) == ("two", "three")
            assert body.locator(".rw-now a[href$='#case-8.2']").count() == 1 and body.locator("img").count() == 0
            assert "See also" in body.locator(".rw-now p").last.inner_text(), "what the errata add follows"
            assert "1 change of the errata made in it" in body.locator(".rw-copy-note").inner_text()
            unfit = page.locator('[id="case-8.2"] + .rw-case-body .rw-copy-note')
            assert "the words `on a bridge` are not in the text" in unfit.inner_text()
        page.get_by_label("Edition to read").select_option(label="As it was: As printed")
        assert body.locator(".rw-earlier").inner_text().startswith("A unit marches two hexes,")
        page.get_by_label("Edition to read").select_option(value="")

        page.goto(home + "campaign/own-copy.html")
        with page.expect_download() as download:
            page.get_by_role("button", name="Export").click()
        download.value.save_as(tmp_path / "copy.case")
        page.get_by_role("button", name="Clear").click()
        page.get_by_role("button", name="Clear the words of 2 cases").click()
        assert page.get_by_text("Still without words: 2").is_visible()
        page.goto(home + "campaign/movement.html")
        assert page.locator(".rw-own").count() == 0
        page.goto(home + "campaign/own-copy.html")
        page.get_by_label("or from a file").set_input_files(tmp_path / "copy.case")
        page.get_by_text("The words of 2 cases are kept").wait_for()
        assert page.evaluate("Object.keys(JSON.parse(localStorage['rulewright-copy-campaign']))") == ["8.1", "8.2"]


def test_the_words_of_one_case_are_changed_and_removed(site: Path, browser: Browser) -> None:
    with at(site, browser, "disk", width=390, height=844, touch=True) as (page, home):
        page.goto(home + "campaign/movement.html")
        page.get_by_role("link", name="Add the words from your own copy: 8.2").tap()
        page.get_by_label("The words of 8.2 Rivers").fill("Units wait on a bridge for a turn.\n\nStep 2. They go on.")
        page.get_by_role("button", name="Keep these words").tap()
        page.get_by_role("link", name="See 8.2 with the changes made").tap()
        page.locator(".rw-own").first.wait_for()
        assert page.locator(".rw-now .rw-own").all_inner_texts() == ["Units wait on a bridge for a turn.", "2. They go on."]
        page.locator('[id="case-8.2"] + .rw-case-body .rw-copy-note summary').tap()
        page.get_by_role("link", name="Change your words of 8.2").tap()
        page.get_by_role("button", name="Remove them").tap()
        assert page.get_by_text("Your words of 8.2 are removed").is_visible()


def test_a_device_that_keeps_nothing_says_so(site: Path, browser: Browser) -> None:
    with at(site, browser, "disk") as (page, home):
        page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('no', 'QuotaExceededError'); };")
        assert lay(page, home).startswith("There is no room for it")
        page.goto(home + "campaign/movement.html")
        page.get_by_role("button", name="Pin 8.1").click()
        assert page.get_by_role("button", name="Pin 8.1").get_attribute("title") == "This device keeps nothing for pages"


@pytest.mark.parametrize(
    ("width", "height", "scheme"), [SIZES[0], SIZES[3], *(pytest.param(*size, marks=pytest.mark.thorough) for size in SIZES[1:3])]
)
def test_no_fault_of_accessibility(site: Path, browser: Browser, width: int, height: int, scheme: str) -> None:
    with at(site, browser, "disk", width=width, height=height, scheme=scheme) as (page, home):
        lay(page, home)
        assert violations(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        page.goto(home + "campaign/movement.html#case-8.1")
        page.locator(".rw-own").first.wait_for()
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        assert violations(page) == []
        page.get_by_role("button", name="Pin 8.2").click()
        page.keyboard.press("/")
        page.get_by_role("heading", name="Read last").wait_for()
        assert violations(page) == []


def test_pins_and_cases_read_last_are_in_the_dialog(site: Path, browser: Browser) -> None:
    with at(site, browser, "disk", width=390, height=844, touch=True) as (page, home):
        page.goto(home + "campaign/movement.html#case-8.3")
        pin = page.get_by_role("button", name="Pin 8.2")
        box = pin.bounding_box()
        assert box is not None and min(box["width"], box["height"]) >= 24
        pin.tap()
        assert pin.get_attribute("aria-pressed") == "true"
        page.goto(home + "index.html")
        page.locator("[data-rw-search]").first.tap()
        page.get_by_role("heading", name="Pinned").wait_for()
        assert [one.split("\n")[0] for one in page.locator(".rw-search-results a").all_inner_texts()] == ["8.2", "8.3"]
        page.locator(".rw-search-results a").first.tap()
        page.wait_for_url("**/campaign/movement.html#case-8.2")
        page.locator("[data-rw-search]").first.tap()
        page.get_by_role("button", name="Unpin 8.2").tap()
        assert page.get_by_role("heading", name="Pinned").count() == 0
        assert page.get_by_role("button", name="Pin 8.2", exact=True, include_hidden=True).get_attribute("aria-pressed") == "false"
        page.get_by_role("searchbox").fill("rivers")
        page.locator(".rw-search-results a", has_text="Rivers").first.wait_for()
