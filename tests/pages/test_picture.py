"""The picture of the README: what its alternative text says is on the page now, in the part that the picture shows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from supply.picture import BOOK, CHAPTER, HEIGHT, WIDTH, show

from pages.browser import opened
from rulewright.site import build_site, content, plugin
from rulewright.site.case.case import CaseWriter
from rulewright.site.pages.chapter import chapter_pages
from rulewright.workspace.open_book import load

if TYPE_CHECKING:
    from playwright.sync_api import Browser

IN_THE_PICTURE = """(words) => [...document.querySelectorAll("body *")].some((one) => {
  const said = one.matches("select") ? one.selectedOptions[0].text : one.textContent;
  const box = one.getBoundingClientRect();
  return said.trim() === words && box.height > 0 && box.top >= 0 && box.bottom <= innerHeight;
})"""


def image(root: Path) -> str:
    found = re.search(r"<img [^>]*>", (root / "README.md").read_text("utf-8"))
    assert found is not None
    return found[0]


def attribute(root: Path, name: str) -> str:
    found = re.search(rf'\b{name}="([^"]*)"', image(root))
    assert found is not None
    return found[1]


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The one page of the picture, with what its calculator reads."""
    loaded = load(BOOK)
    monkeypatch.setattr(content, "book_pages", lambda of: chapter_pages(of, CaseWriter(of), {CHAPTER}))
    monkeypatch.setattr(content, "carried_files", lambda of: ())
    monkeypatch.setattr(plugin, "search_scripts", lambda books, pages: ())
    monkeypatch.setattr(plugin, "fill_print_pages", lambda site, books: None)
    build_site([loaded], tmp_path / "site", compare=False)
    return tmp_path / "site"


@pytest.mark.browser
@pytest.mark.slow
def test_what_the_words_for_the_picture_say_is_in_it(site: Path, root: Path, browser: Browser) -> None:
    said = re.findall("“([^”]*)”", attribute(root, "alt"))
    assert said
    with opened(browser, width=WIDTH, height=HEIGHT) as page:
        show(page, site)
        assert [words for words in said if not page.evaluate(IN_THE_PICTURE, words)] == []


def test_the_picture_is_there_and_small(root: Path) -> None:
    data = (root / attribute(root, "src")).read_bytes()
    assert data.startswith(b"\x89PNG")
    assert (int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")) == (WIDTH, HEIGHT)
    assert len(data) < 200_000
