"""The served site as an app: a book that was visited is kept whole, and read, searched and asked without a network."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pages.browser import opened, served
from pages.test_calculator import CAVALRY
from rulewright.site.output.offline import MANIFEST, SHELL, WORKER, kept_files

if TYPE_CHECKING:
    from playwright.sync_api import Browser

KEPT = "html[data-rw-kept=campaign]"


def test_the_list_names_every_file_of_a_page_once_and_none_that_is_not_there(site_folder: Path) -> None:
    groups = kept_files(site_folder)
    listed = [file for group in groups.values() for file in group["files"]]  # type: ignore[attr-defined]
    assert len(listed) == len(set(listed)) and all((site_folder / file).is_file() for file in listed)
    pages = {path.relative_to(site_folder).as_posix() for path in site_folder.rglob("*.html")}
    assert pages <= set(listed) and {"assets/rulewright.css", "campaign/ask-data.js", "assets/search/book-campaign.js"} <= set(listed)
    assert set(groups) >= {SHELL, "campaign"}


def test_a_group_has_another_version_when_a_file_of_it_is_another(tmp_path: Path) -> None:
    for name in ("one/index.html", "two/index.html", "index.html"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("a", encoding="utf-8")
    before = kept_files(tmp_path)
    (tmp_path / "one/index.html").write_text("b", encoding="utf-8")
    after = kept_files(tmp_path)
    assert [name for name in before if before[name]["version"] != after[name]["version"]] == ["one"]


def test_the_manifest_and_the_worker_are_right_below_any_path(site_folder: Path) -> None:
    manifest = json.loads((site_folder / MANIFEST).read_text("utf-8"))
    assert manifest["scope"] == "./" and (site_folder / manifest["start_url"]).is_file()
    assert all((site_folder / icon["src"]).is_file() for icon in manifest["icons"])
    assert '"/' not in (site_folder / WORKER).read_text("utf-8").split("GROUPS = ")[1].split(";\n")[0]


@pytest.mark.browser
def test_a_visited_book_is_read_searched_and_asked_without_a_network(site_folder: Path, browser: Browser) -> None:
    with served(site_folder) as home, opened(browser, home=home) as page:
        page.goto(home + "campaign/index.html")
        page.locator(KEPT).wait_for(state="attached")
        assert page.evaluate("document.querySelector('link[rel=manifest]').href") == home + MANIFEST
        page.context.set_offline(True)
        page.goto(home + "campaign/movement.html#case-8.2")
        assert "Mud takes" in page.locator("article").inner_text()
        page.keyboard.press("/")
        page.get_by_role("searchbox").fill("8.11")
        page.locator(".rw-search-results a").first.wait_for()
        page.keyboard.press("Enter")
        page.wait_for_url("**/campaign/movement.html#case-8.11")
        page.goto(f"{home}campaign/ask.html#{CAVALRY}")
        page.locator(".rw-answer").wait_for()
        page.goto(home)
        assert "The Campaign" in page.locator("article").inner_text()


@pytest.mark.browser
def test_from_a_disk_nothing_is_registered(site_folder: Path, browser: Browser) -> None:
    with opened(browser) as page:
        page.goto((site_folder / "campaign/index.html").as_uri())
        page.wait_for_timeout(200)
        assert page.locator("link[rel=manifest]").count() == 0 and page.locator(KEPT).count() == 0
