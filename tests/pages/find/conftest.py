"""The shipped books and the manual in the search, once for all tests."""

from __future__ import annotations

import pytest

from pages.find.engine import Search
from rulewright.base.resources import site_folder
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.output.own_pages import in_order, page_from
from rulewright.site.pages.check_pages import check_pages
from rulewright.workspace.open_book import load

BOOKS = ("armee-du-nord", "la-grande-armee", "leipzig", "leipzig-lite", "war-in-europe")


@pytest.fixture(scope="session")
def shipped() -> dict[str, BookOfSite]:
    return {name: BookOfSite(load(name)) for name in BOOKS}


@pytest.fixture(scope="session")
def search(shipped: dict[str, BookOfSite]) -> Search:
    pytest.importorskip("quickjs")
    folder = site_folder() / "pages"
    pages = [page_from(path.relative_to(folder).as_posix(), path.read_text("utf-8")) for path in folder.rglob("*.md")]
    manual = in_order(page for page in pages if page.path != "index.md")
    return Search(shipped.values(), [*manual, *check_pages()])
