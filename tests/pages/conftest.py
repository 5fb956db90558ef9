"""Sites that are built once for all tests that look at the whole of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages.books import CHAPTER, FRONT, campaign
from rulewright.site import SiteReport, SiteSettings, build_site

WITH_MANUAL = SiteSettings({"site_name": "Rulewright", "plugins": [{"rulewright": {"manual": True}}]})


@pytest.fixture(scope="session")
def campaign_site(tmp_path_factory: pytest.TempPathFactory) -> SiteReport:
    return build_site([campaign()], tmp_path_factory.mktemp("site") / "out")


@pytest.fixture(scope="session")
def site_folder(campaign_site: SiteReport) -> Path:
    return campaign_site.index.parent


@pytest.fixture(scope="session")
def manual_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The manual with three books: the campaign, one with findings, precedence, changes and a sequence of play, one with odds."""
    from pages.test_decided_pages import decided
    from pages.test_odds import CHAPTER as ODDS
    from pages.test_odds import FRONT as FRONT_OF_ODDS
    from pages.test_play import DECLARED as PHASES
    from pages.test_play import RULES as PLAYED

    books = (campaign(), decided(campaign(CHAPTER + PLAYED, FRONT + PHASES, "decided")), campaign(ODDS, FRONT_OF_ODDS, "odds"))
    return build_site(books, tmp_path_factory.mktemp("three") / "out", settings=WITH_MANUAL).index.parent
