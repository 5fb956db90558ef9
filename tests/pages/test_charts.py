"""The page of the charts, and the card that it is on paper."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.books import CHAPTER, FRONT, campaign, pages_of
from pages.browser import opened
from pages.test_pages import words
from rulewright.base.resources import shipped_books, site_folder
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.pages.charts import LAYOUTS, MAX_NAMED, charts_page
from rulewright.workspace.open_book import load

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BLOCK = re.compile(r"^(?=<)", re.MULTILINE)


def test_charts_have_the_tables_and_modifiers_in_force_with_their_cases() -> None:
    page = pages_of(campaign())["charts"]
    assert page.count("<caption>") == 2 and '<a href="movement.html#case-8.3" class="rw-ref">8.3</a>' in page
    assert "3 movement points are taken from the movement allowance of the unit when the weather is mud" in words(page) or (
        "2 movement points are taken from the movement allowance of the unit when the weather is mud" in words(page)
    )
    assert "Not on this card" not in page


def test_a_book_without_tables_and_modifiers_has_no_charts() -> None:
    pages = pages_of(campaign('case 8.2 "Weather"\n  "Mud is wet."\n  may forage(u, t) when weather is mud\n'))
    assert "charts" not in pages and "charts.html" not in pages["index"]


def test_what_has_no_room_on_the_card_is_named() -> None:
    rows = "".join(f"    | {number} | 1 |\n" for number in range(max(layout.lines for layout in LAYOUTS) + 1))
    tables = "".join(f'\ncase 9.{case} "Long"\n  table long_{case}(n: 0..999): 0..9 MP\n{rows}' for case in range(1, MAX_NAMED + 3))
    page = pages_of(campaign(CHAPTER + tables, FRONT))["charts"]
    assert page.count('<section class="rw-off-card">') == MAX_NAMED + 2
    assert "Not on this card: Long 1 (9.1); Long 10 (9.10)" in words(page) and "; and 2 charts more." in words(page)


@pytest.mark.browser
@pytest.mark.parametrize("name", shipped_books())
def test_the_card_of_a_shipped_book_is_one_side_of_a4(name: str, browser: Browser, tmp_path: Path) -> None:
    """On the page as it is, in the styles as they are; the frame around it is not printed."""
    from material import __file__ as theme

    site_book = BookOfSite(load(name), compare=False)
    page = charts_page(site_book, CaseWriter(site_book))
    assert page is not None
    material = next((Path(theme).parent / "templates/assets/stylesheets").glob("main.*.min.css"))
    sheets = "".join(f'<link rel="stylesheet" href="{path.as_uri()}">' for path in (material, site_folder() / "assets/rulewright.css"))
    body = page.markdown.split("# Charts", 1)[1]
    file = tmp_path / "charts.html"
    file.write_text(
        f'<!doctype html><html dir="ltr">{sheets}<body data-md-color-scheme="default"><article class="md-content__inner md-typeset">'
        f"<h1>Charts</h1>{body}</article></body></html>",
        encoding="utf-8",
    )
    with opened(browser) as window:
        window.goto(file.as_uri())
        printed = window.pdf(prefer_css_page_size=True)
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1
        window.emulate_media(media="print")
        window.set_viewport_size({"width": 741, "height": 1070})  # A4 within its margins
        assert window.evaluate(CUT) == [], "nothing on the card is cut off or lies beside it"


CUT = """() => {
  const card = document.querySelector('.rw-table-card').getBoundingClientRect();
  return Array.from(document.querySelectorAll('.rw-table-card > :not(.rw-off-card), .rw-table-card section:not(.rw-off-card) :is(td, th)'))
    .filter((one) => { const box = one.getBoundingClientRect(); return box.right > card.right + 1 || box.bottom > card.bottom + 1; })
    .map((one) => one.textContent.slice(0, 60));
}"""
