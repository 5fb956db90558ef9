"""The site of the campaign, built once for all tests that look at the whole of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pages.books import campaign, short_manual
from rulewright.site import SiteReport, build_site


@pytest.fixture(scope="session")
def campaign_site(tmp_path_factory: pytest.TempPathFactory) -> SiteReport:
    return build_site([campaign()], tmp_path_factory.mktemp("site") / "out")


@pytest.fixture(scope="session")
def site_folder(campaign_site: SiteReport) -> Path:
    return campaign_site.index.parent


@pytest.fixture(autouse=True)
def _short_manual() -> Iterator[None]:
    """A site that one test alone builds has a short manual; those that several share are whole."""
    with short_manual():
        yield
