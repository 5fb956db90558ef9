"""Links to a rule from outside: by its number and an edition, whatever page it is on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.books import CHAPTER, campaign, pages_of
from pages.browser import opened, served
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried import carried_files
from rulewright.site.html.addresses import rule_link

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


def test_the_page_of_rules_has_each_number_once_and_what_it_meant_in_another_edition() -> None:
    moved = "\namend 8.3 in errata as correction\n  renumbers to 8.9\n"
    markdown = pages_of(campaign(CHAPTER + moved))["cases"]
    assert '<li id="8.2"><a href="movement.html#case-8.2" class="rw-number">8.2</a>' in markdown
    assert markdown.count('<li id="8.2') == 1
    assert '<li id="8.9"><a href="movement.html#case-8.3" class="rw-number">8.9</a>' in markdown
    assert '<li id="8.3@printed"><a href="movement.html#case-8.3" class="rw-number">8.3</a>' in markdown
    assert '<li id="8.3"' not in markdown


def test_a_link_escapes_what_an_address_cannot_hold() -> None:
    assert rule_link("8.2", "printed") == "rule.html#8.2@printed"
    assert rule_link("19.4/9") == "rule.html#19.4/9"
    assert rule_link('8"<2') == "rule.html#8%22%3C2"


def test_what_a_book_gives_to_programs_names_no_page_of_a_chapter_as_its_link() -> None:
    files = dict(carried_files(BookOfSite(campaign())))
    cases = [case for chapter in json.loads(files["rules.json"])["chapters"] for case in chapter["cases"]]
    assert {case["link"] for case in cases if case["number"] == "8.2"} == {"rule.html#8.2@errata"}
    assert "movement.html" not in files["feed.xml"] and 'href="rule.html#8.2@errata"' in files["feed.xml"]


def _follow(page: Page, address: str) -> tuple[str, str]:
    """Return the address to which a link leads, and the edition that is read there."""
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_url("**/movement.html#*")
    page.locator("[data-rw-editions]").wait_for()
    return page.url.rpartition("/")[2], page.locator("[data-rw-editions]").input_value()


@pytest.mark.browser
def test_a_link_leads_to_the_rule_in_its_edition_from_a_disk(site_folder: Path, browser: Browser) -> None:
    base = (site_folder / "campaign/rule.html").as_uri()
    with opened(browser) as page:
        assert _follow(page, f"{base}#8.2@printed") == ("movement.html#case-8.2", "as printed")
        assert _follow(page, f"{base}#8.11@errata") == ("movement.html#case-8.11", "")
        assert _follow(page, f"{base}#8.2.mud") == ("movement.html#case-8.2", "")
        page.goto("about:blank")
        page.goto(f"{base}#99.9@printed")
        page.wait_for_url("**/cases.html#99.9@printed")
        assert page.get_by_role("heading", name="All cases").is_visible()
    with opened(browser) as page:  # what a link asked for is not remembered
        page.goto((site_folder / "campaign/movement.html").as_uri())
        assert page.locator("[data-rw-editions]").input_value() == ""


@pytest.mark.browser
def test_a_link_leads_to_the_rule_on_a_web_server(site_folder: Path, browser: Browser) -> None:
    with served(site_folder) as home, opened(browser, home=home) as page:
        assert _follow(page, f"{home}/campaign/rule.html#8.2@printed") == ("movement.html#case-8.2", "as printed")
