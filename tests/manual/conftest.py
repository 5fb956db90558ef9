"""The search of the manual's pages, as a browser makes it, once for all tests."""

from __future__ import annotations

import pytest

from pages.find.engine import Search
from rulewright.base.resources import site_folder
from rulewright.site.output.own_pages import page_from
from rulewright.site.pages.check_pages import check_pages


@pytest.fixture(scope="session")
def manual_search() -> Search:
    pytest.importorskip("quickjs")
    folder = site_folder() / "pages"
    paths = sorted(path for path in folder.rglob("*.md") if path.parent != folder)
    return Search((), [*(page_from(path.relative_to(folder).as_posix(), path.read_text("utf-8")) for path in paths), *check_pages()])
