"""The pages of the manual on the site that has them, and what a site without them does not have."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

import pytest

from pages.browser import opened
from rulewright.base import resources
from rulewright.base.samples import sample_books
from rulewright.site.nav import manual_parts
from rulewright.site.output.own_pages import named_in
from rulewright.site.output.statement_marks import statement_ids


def test_a_table_of_a_hand_written_page_is_reachable_by_keyboard(manual_site: Path) -> None:
    page = (manual_site / "language/meaning.html").read_text(encoding="utf-8")
    assert page.count("<table>") == page.count('<div class="rw-scroll" tabindex="0" role="group" aria-label="Table"><table>') > 0


def test_comments_for_the_tests_of_the_manual_do_not_reach_the_pages(manual_site: Path) -> None:
    for path in (manual_site / "language").glob("*.html"):
        assert "<!-- prelude" not in path.read_text(encoding="utf-8"), path.name


def test_each_statement_of_the_meaning_has_its_address_on_the_page(manual_site: Path) -> None:
    page = _text(manual_site / "language/meaning.html")
    ids = statement_ids((resources.site_folder() / "pages/language/meaning.md").read_text("utf-8"))
    assert ids and [name for name in ids if page.count(f'<p><a class="rw-statement" id="{name}" href="#{name}">{name}</a>') != 1] == []


def test_findings_and_commands_lead_to_the_manual_where_it_is(manual_site: Path, site_folder: Path) -> None:
    """A site of a book alone greets its players with no commands of a tool that they do not have."""
    for path, has_manual in ((manual_site, True), (site_folder, False)):
        assert (
            "$ rulewright" in _text(path / "campaign/index.html") or "rulewright ask" in _text(path / "campaign/index.html")
        ) == has_manual
        assert ("rulewright ask" in _text(path / "campaign/ask.html")) == has_manual
        assert (path / "checks/index.html").is_file() == has_manual
    assert 'href="../checks/' in _text(manual_site / "decided/findings.html")


def test_every_page_of_the_manual_is_in_the_navigation_beside_each(manual_site: Path) -> None:
    pages = [path.removesuffix(".md") for path in named_in(manual_parts())]
    for shown in pages:
        nav = _text(manual_site / f"{shown}.html").partition('class="rw-nav"')[2].partition("</nav>")[0]
        folder = shown.partition("/")[0]
        hrefs = [f"{page.partition('/')[2]}.html" if page.startswith(f"{folder}/") else f"../{page}.html" for page in pages]
        places = [nav.find(f'href="{href}"') for href in hrefs]
        assert -1 not in places and places == sorted(places), shown


def test_each_page_of_the_manual_leads_to_the_one_before_and_the_one_after(manual_site: Path) -> None:
    """In the order of the navigation; the first has none before it, the last none after it, and pages of books have neither."""
    pages = [path.removesuffix(".md") for path in named_in(manual_parts())]
    for at, page in enumerate(pages):
        around = dict(re.findall(r'<a href="([^"]*)" rel="(prev|next)">', _text(manual_site / f"{page}.html")))
        found = {rel: (Path(page).parent / href) for href, rel in around.items()}
        wanted = {"prev": pages[at - 1] if at else None, "next": pages[at + 1] if at + 1 < len(pages) else None}
        assert {rel: os.path.normpath(path) for rel, path in found.items()} == {rel: f"{one}.html" for rel, one in wanted.items() if one}
    assert "rw-around" not in _text(manual_site / "campaign/index.html")


def test_every_entry_of_the_search_leads_to_a_heading_that_is_there(manual_site: Path) -> None:
    data = json.loads(_text(manual_site / "assets/search/pages.js").partition("]=")[2].strip().removesuffix(";"))
    addresses = {entry["u"] for entry in data["entries"] if "u" in entry}
    pages = {page: _text(manual_site / page) for page in {address.partition("#")[0] for address in addresses}}
    assert len(addresses) > 300
    for page, _, anchor in (address.partition("#") for address in addresses):
        assert not anchor or f'id="{anchor}"' in pages[page], (page, anchor)


@pytest.mark.parametrize("width", [1280, 390])
def test_the_box_of_the_manual_opens_the_heading_that_answers(manual_site: Path, browser: Any, width: int) -> None:
    with opened(browser, width=width) as page:
        page.goto((manual_site / "language/rules.html").as_uri())
        page.get_by_role("link", name="Find in the manual").click()
        page.get_by_role("searchbox").fill("return code")
        page.locator(".rw-search-results a").first.wait_for()
        assert page.locator("dialog.rw-search").get_attribute("aria-label") == "Find in the manual"
        page.keyboard.press("Enter")
        page.wait_for_url("**/language/answers.html#exit-status")
        assert page.locator("#exit-status").is_visible()


def test_the_box_of_a_book_asks_and_finds_and_reaches_the_manual(manual_site: Path, browser: Any) -> None:
    """What a book does not say may be said in the manual; the first page of the site finds it too."""
    for path in ("campaign/index.html", "index.html"):
        with opened(browser) as page:
            page.goto((manual_site / path).as_uri())
            page.get_by_role("link", name="Ask or find").click()
            page.get_by_role("searchbox").fill("syntax highlighting")
            page.locator(".rw-search-results a[href*='project/editors.html']").first.wait_for()


def test_a_block_is_copied_with_the_book_that_it_stands_on(manual_site: Path, browser: Any) -> None:
    with opened(browser) as page:
        page.add_init_script("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); };")
        page.goto((manual_site / "language/ferry.html").as_uri())
        lines = page.locator(".rw-sample")
        assert lines.first.inner_text().startswith("a whole book")
        assert lines.nth(1).inner_text().startswith("in the ferry")
        lines.nth(1).get_by_role("button", name="Copy the whole").click()
        lines.nth(1).get_by_text("Copied").wait_for()
        block = page.locator(".rw-sample + .highlight").nth(1).locator("code").inner_text()
        assert page.evaluate("window.copied") == sample_books()["ferry"] + "\n" + block and "case 9.1" in block
        page.get_by_role("link", name="the ferry").first.click()
        page.wait_for_url("**/language/ferry.html#the-ferry")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("language/vocabulary.html#calendars-of-game-turns", "language/dates.html#a-calendar"),
        ("language/rules.html#the-moment-of-a-rule", "language/rules.html#rules-of-one-phase-or-moment"),
        ("language/tour.html#one-case", "writing/first-book.html#3-two-cases"),
        ("language/tour.html#nothing", "language/ferry.html"),
    ],
)
def test_an_old_address_leads_on(manual_site: Path, browser: Any, old: str, new: str) -> None:
    """Of a section that is elsewhere, on its page or another, and of a page that is gone."""
    with opened(browser) as page:
        page.goto(f"{manual_site.as_uri()}/{old}")
        page.wait_for_url(f"**/{new}")
        assert not page.locator(".rw-moved:visible").count()


def test_without_scripts_an_old_address_has_a_line_that_leads_on(manual_site: Path, browser: Any) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{manual_site.as_uri()}/language/vocabulary.html#calendars-of-game-turns")
    line = page.locator(".rw-moved:visible")
    assert line.inner_text() == "This is on Dates."
    line.get_by_role("link").click()
    page.wait_for_url("**/language/dates.html#a-calendar")
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_address_of_a_form_shows_which_row_it_is(manual_site: Path, browser: Any, scheme: Any) -> None:
    with opened(browser, width=390, scheme=scheme) as page:
        page.goto(f"{manual_site.as_uri()}/language/rules.html#a-line-of-a-case-may-pu-when-c")
        row, other = (page.locator("tr", has_text=words).locator("td") for words in ("may always P(u)", "may never P(u)"))
        assert row.first.is_visible() and page.evaluate("scrollY") > 0
        colours = [cell.evaluate("one => getComputedStyle(one).backgroundColor") for cell in (row.first, row.last, other.first)]
        assert colours[0] == colours[1] != colours[2]


def test_a_form_that_is_found_opens_its_row(manual_site: Path, browser: Any) -> None:
    with opened(browser) as page:
        page.goto((manual_site / "writing/install.html").as_uri())
        page.get_by_role("link", name="Find in the manual").click()
        page.get_by_role("searchbox").fill("need not")
        page.locator(".rw-search-results a[href*='#a-line-of-a-case-must']").first.click()
        page.wait_for_url("**/language/rules.html#a-line-of-a-case-must-pu")
        assert page.locator("td:target").is_visible()


def test_no_line_ends_within_the_name_of_an_option(manual_site: Path, browser: Any) -> None:
    with opened(browser, width=390) as page:
        page.goto((manual_site / "project/commands.html").as_uri())
        lines = page.locator("p .rw-option").evaluate_all("all => all.map(one => one.getClientRects().length)")
        assert len(lines) > 10 and set(lines) == {1}


@pytest.mark.parametrize("width", [1280, 390])
def test_no_page_of_the_manual_is_wider_than_its_window(manual_site: Path, browser: Any, width: int) -> None:
    """Nor any table of forms."""
    with opened(browser, width=width) as page:
        for name in named_in(manual_parts()):
            page.goto((manual_site / name.replace(".md", ".html")).as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width, name
            wide = page.locator(".rw-scroll:has(td[id])").evaluate_all("all => all.filter(one => one.scrollWidth > one.clientWidth).length")
            assert not wide, name


def _text(path: Path) -> str:
    return path.read_text(encoding="utf-8")
