"""What all tests share: a cache of their own, the browser, and no skips where none are allowed.

With `RULEWRIGHT_NO_SKIP=1`, as in continuous integration, a skipped test counts as failed, and Hypothesis tries the same examples each time:
there a change is judged, and not the luck of a draw. How long an example takes is nowhere a reason to fail.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
"""Where there is no window to show, the browser without windows takes half the time."""
NO_SKIP = bool(os.environ.get("RULEWRIGHT_NO_SKIP"))
ROOT = Path(__file__).resolve().parents[1]
CACHE = ROOT / "build" / "cache"

UNHURRIED = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("unhurried", UNHURRIED)
settings.register_profile("the same again", UNHURRIED, derandomize=True, database=None)
settings.load_profile("the same again" if NO_SKIP else "unhurried")


def chromium_path() -> str | None:
    """The browser of this machine, or None."""
    told = os.environ.get("RULEWRIGHT_CHROMIUM")
    return told or next((found for name in BROWSERS if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of Chromium; a test that needs it and is marked `browser` is skipped where there is none."""
    found = chromium_path()
    if found is None:
        pytest.skip("Chromium is not installed")
    return found


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Any]:
    """One browser for all tests of a process: there cannot be a second."""
    from pages.browser import started

    with started(chromium) as running:
        yield running


@pytest.fixture(scope="session")
def root() -> Path:
    """The top folder of the checkout."""
    return ROOT


@pytest.fixture(scope="session", autouse=True)
def _one_cache_of_their_own() -> Iterator[None]:
    """Tests neither read nor write the user's cache; all that run in this checkout, now and later, share another.

    What is in it is named by content, the tool's own code included, so a result of other code is never read.
    """
    before = os.environ.get("RULEWRIGHT_CACHE")
    os.environ["RULEWRIGHT_CACHE"] = str(CACHE)
    yield
    if before is None:
        del os.environ["RULEWRIGHT_CACHE"]
    else:
        os.environ["RULEWRIGHT_CACHE"] = before


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--thorough", action="store_true", help="also what takes long: `make thorough`")
    parser.addoption("--edits", type=int, default=10, help="after how many random edits the language server is held against `check`")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("thorough"):
        longer = [item for item in items if item.get_closest_marker("thorough")]
        items[:] = [item for item in items if not item.get_closest_marker("thorough")]
        config.hook.pytest_deselected(items=longer)
    if chromium_path() is None and not NO_SKIP:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason="Chromium is not installed"))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    outcome: Any = yield
    _no_skip(outcome.get_result())


@pytest.hookimpl(hookwrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Iterator[None]:
    outcome: Any = yield
    _no_skip(outcome.get_result())


def _no_skip(report: Any) -> None:
    if NO_SKIP and report.skipped and not hasattr(report, "wasxfail"):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        report.outcome = "failed"
        report.longrepr = f"skipped where nothing may be skipped: {reason}"


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """The last lines say what was not tried, and why."""
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if "Chromium" in str(report.longrepr)]
    if skipped:
        terminalreporter.section("Chromium is not installed", yellow=True)
        terminalreporter.line(f"{len(skipped)} browser tests were skipped; on Debian: apt install chromium-headless-shell")
        for report in skipped:
            terminalreporter.line(f"  {report.nodeid}")
