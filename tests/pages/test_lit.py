"""The cell that an answer comes from is marked in its table: by a calculator on the page, and by an address."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.browser import opened
from pages.test_calculator import answer, choose

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

PAGE = "campaign/movement.html"


def lit(page: Page) -> list[str]:
    """What is marked: the words of each cell."""
    return page.locator(".rw-lit-cell").all_inner_texts()


def test_an_address_marks_a_cell(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / PAGE).as_uri() + "#rule-8.3.cost~1~2")
        assert lit(page) == ["4"] and page.locator(".rw-lit-cell").get_attribute("aria-current") == "true"
        page.evaluate("location.hash = 'rule-8.3.cost~0~0'")
        page.wait_for_function("document.querySelector('.rw-lit-cell').textContent !== '4'")
        assert len(lit(page)) == 1


@pytest.mark.parametrize(
    "place", ["rule-8.3.cost~9~9", "rule-8.3.cost~1", "rule-nowhere~1~1", "<img src=x onerror=alert(1)>~1~1", "%E0%A4%A"]
)
def test_an_address_that_names_no_cell_marks_none(site_folder: Path, browser: Browser, place: str) -> None:
    with opened(browser) as page:
        page.goto((site_folder / PAGE).as_uri() + f"#{place}")
        assert not lit(page)


def test_a_calculator_marks_the_cell_of_its_answer_and_leads_there(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / PAGE).as_uri())
        page.locator(".rw-asks a[href*='q=cost']").first.click()
        box = page.locator(".rw-calculator")
        box.wait_for()
        assert not lit(page)
        choose(page, "Weather", "mud")
        choose(page, "Arm", "infantry")
        assert answer(page).endswith("2 movement points.") and lit(page) == ["2"]
        choose(page, "Arm", "horse artillery")
        assert lit(page) == ["4"]
        choose(page, "Arm", "cavalry")
        assert "the table has nothing there" in answer(page).lower() and not lit(page), "nothing is there"
        choose(page, "Arm", "infantry")
        link = box.get_by_role("link", name="see the cell in its table")
        assert (link.get_attribute("href") or "").endswith("movement.html#rule-8.3.cost~1~0")


def test_an_answer_of_another_edition_marks_nothing_in_the_table_of_today(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / PAGE).as_uri())
        page.locator(".rw-asks a[href*='q=cost']").first.click()
        page.locator(".rw-calculator").wait_for()
        choose(page, "Weather", "mud")
        choose(page, "Arm", "infantry")
        page.locator(".rw-calculator [data-fold=settings] > summary").click()
        page.get_by_label("Edition", exact=True).select_option(label="As printed")
        assert answer(page).endswith("2 movement points.") and not lit(page)
