"""The site of the campaign, built once for all tests that look at the whole of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages.books import campaign
from rulewright.site import SiteReport, build_site


@pytest.fixture(scope="session")
def campaign_site(tmp_path_factory: pytest.TempPathFactory) -> SiteReport:
    return build_site([campaign()], tmp_path_factory.mktemp("site") / "out")


@pytest.fixture(scope="session")
def site_folder(campaign_site: SiteReport) -> Path:
    return campaign_site.index.parent
