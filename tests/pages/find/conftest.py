"""The shipped books and the manual in the search, once for all tests."""

from __future__ import annotations

import pytest

from pages.find.engine import Search
from rulewright.base.resources import site_folder
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.pages.check_pages import check_pages
from rulewright.site.start import manual_pages
from rulewright.workspace.open_book import load

BOOKS = ("armee-du-nord", "la-grande-armee", "leipzig", "leipzig-lite", "war-in-europe")


@pytest.fixture(scope="session")
def shipped() -> dict[str, BookOfSite]:
    return {name: BookOfSite(load(name)) for name in BOOKS}


@pytest.fixture(scope="session")
def search(shipped: dict[str, BookOfSite]) -> Search:
    pytest.importorskip("quickjs")
    return Search(shipped.values(), [*manual_pages(site_folder() / "pages"), *check_pages()])
