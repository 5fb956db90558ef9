"""The pictures of the page on a site of your own: its settings make the sites of its pictures. `RULEWRIGHT_REWRITE=1` takes the pictures anew."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.books import campaign
from pages.browser import opened
from rulewright.base.resources import site_folder
from rulewright.site import build_site
from rulewright.site.output.settings import settings_of_book

if TYPE_CHECKING:
    from playwright.sync_api import Browser

MANUAL = site_folder() / "pages/writing/site.md"
SITES = re.findall(r"!\[[^]]*\]\(pictures/(gallery-\w+)\.png\).*?```yaml\n(.*?)```", MANUAL.read_text("utf-8"), re.DOTALL)
BARS = {"gallery-club": "rgb(0, 0, 0)", "gallery-print": "rgb(121, 86, 73)", "gallery-dark": "rgb(146, 110, 16)"}
MOST_BYTES = 45_000


def test_the_gallery_has_three_sites() -> None:
    assert [name for name, _ in SITES] == [*BARS]


@pytest.mark.browser
@pytest.mark.parametrize(("name", "settings"), SITES)
def test_the_settings_of_the_gallery_make_the_site_of_its_picture(name: str, settings: str, tmp_path: Path, browser: Browser) -> None:
    (tmp_path / "mkdocs.yml").write_text(settings, "utf-8")
    site = build_site([campaign()], tmp_path / "build/site", settings=settings_of_book(tmp_path)).index.parent
    with opened(browser, width=390, height=480, scheme="light") as page:
        page.goto((site / "campaign/movement.html").as_uri())
        assert page.locator(".rw-wordmark").inner_text().strip() in settings
        assert page.evaluate("getComputedStyle(document.querySelector('.rw-header')).backgroundColor") == BARS[name]
        is_dark = page.evaluate("document.body.dataset.mdColorScheme") == "slate"
        assert is_dark is ("scheme: slate" in settings)
        picture = MANUAL.parent / f"pictures/{name}.png"
        if os.environ.get("RULEWRIGHT_REWRITE"):
            picture.parent.mkdir(exist_ok=True)
            picture.write_bytes(page.screenshot())
    assert 5_000 < picture.stat().st_size < MOST_BYTES
