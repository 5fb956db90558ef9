"""Chromium for the tests of the site: headless, offline by itself, and told on for every request that leaves the disk."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
AXE = Path(__file__).parent / "vendor" / "axe.min.js"
Scheme = Literal["light", "dark"]


@contextmanager
def started(chromium: str) -> Iterator[Browser]:
    """The browser itself; starting it takes a second, so that tests share one."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        browser.close()


@contextmanager
def opened(browser: Browser, *, width: int = 1440, height: int = 900, scheme: Scheme = "light", touch: bool = False) -> Iterator[Page]:
    """A page in a window of its own; leaving it fails if a script failed, the console had an error, or anything but the disk was asked."""
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=touch)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith(("file:", "data:")) else complaints.append(request.url))
    page.on("requestfailed", lambda request: complaints.append(f"{request.url}: {request.failure}") if _really(request.failure) else None)
    yield page
    context.close()
    assert not complaints, complaints


def _really(failure: str | None) -> bool:
    """A picture that was still loading when the test went on to the next page has not failed."""
    return failure != "net::ERR_ABORTED"


def violations(page: Page) -> list[str]:
    """What axe-core finds that is serious or critical, one line each with the first place of it."""
    page.add_script_tag(path=str(AXE))
    found: list[dict[str, Any]] = page.evaluate(
        "async () => (await axe.run(document, {resultTypes: ['violations'], preload: false})).violations"
    )
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: {place['html'][:200]} {place.get('failureSummary', '')[:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
        for place in one["nodes"][:3]
    ]
