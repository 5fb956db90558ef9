"""The menu of a phone: closed it takes no stop of the Tab key, and a key opens it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.browser import opened, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

_IN_MENU = "document.activeElement.closest('.md-sidebar--primary') !== null"


def _tab_stops(page: Page, count: int) -> list[bool]:
    """Return of the next stops of the Tab key whether each is in the menu."""
    stops = []
    for _ in range(count):
        page.keyboard.press("Tab")
        stops.append(bool(page.evaluate(_IN_MENU)))
    return stops


def test_a_closed_menu_takes_no_tab_stop_and_a_key_opens_it(site_folder: Path, browser: Browser) -> None:
    with opened(browser, width=390, height=844) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        assert not any(_tab_stops(page, 25))
        opener = page.locator("[data-rw-drawer]")
        opener.focus()
        page.keyboard.press("Enter")
        assert opener.get_attribute("aria-expanded") == "true"
        assert page.evaluate(_IN_MENU) and all(_tab_stops(page, 3))
        page.keyboard.press("Escape")
        assert opener.get_attribute("aria-expanded") == "false"
        assert page.evaluate("document.activeElement.matches('[data-rw-drawer]')")
        until(page, "getComputedStyle(document.querySelector('.md-sidebar--primary')).visibility === 'hidden'")
        assert not any(_tab_stops(page, 10))


def test_the_menu_of_a_wide_window_is_always_there(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/movement.html").as_uri())
        assert not page.locator("[data-rw-drawer]").is_visible()
        page.locator(".md-sidebar--primary .rw-nav a:visible").first.focus()
        assert page.evaluate(_IN_MENU)
