"""Chromium for the tests of the site: headless, offline by itself, and told on for every request that leaves the disk."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import TYPE_CHECKING, Any, Literal

from patience import PATIENCE

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
def opened(
    browser: Browser, *, width: int = 1440, height: int = 900, scheme: Scheme = "light", touch: bool = False, home: str = "file:"
) -> Iterator[Page]:
    """A page in a window of its own; leaving it fails if a script failed, the console had an error, or anything but the disk was asked.

    `home` is where addresses may begin where the site is served; no page asks for anything else there either.
    """
    complaints: list[str] = []
    context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, has_touch=touch)
    page = context.new_page()
    page.on("console", lambda message: complaints.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("request", lambda request: None if request.url.startswith((home, "data:")) else complaints.append(request.url))
    page.on("requestfailed", lambda request: complaints.append(f"{request.url}: {request.failure}") if _really(request.failure) else None)
    yield page
    context.close()
    assert not complaints, complaints


def until(page: Page, expression: str) -> None:
    """Wait until an expression is true there. Playwright's own way to wait asks the second time by `eval`, which our policy refuses."""
    end = monotonic() + PATIENCE
    while not page.evaluate(f"!!({expression})"):
        assert monotonic() < end, f"it does not come: {expression}"
        page.wait_for_timeout(20)


def _really(failure: str | None) -> bool:
    """A picture that was still loading when the test went on to the next page has not failed."""
    return failure != "net::ERR_ABORTED"


@contextmanager
def served(folder: Path, prefix: str = "rules/of/war") -> Iterator[str]:
    """A site served from a path below the top of a host, as `http://127.0.0.1:…/rules/of/war/`; nothing else is there."""

    class Quiet(SimpleHTTPRequestHandler):
        def translate_path(self, path: str) -> str:
            inside = path.removeprefix(f"/{prefix}/")
            return super().translate_path(f"/{inside}" if inside != path else "/nothing here")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder))) as server:
        Thread(target=server.serve_forever, args=[0.01], daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/{prefix}/"
        server.shutdown()


def violations(page: Page, rules: Sequence[str] = ()) -> list[str]:
    """What axe-core finds, by all of its rules or by these, one line each with the first places of it."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE.read_text(encoding="utf-8") + "; null")  # past the policy of the page, which lets no script into it
    found: list[dict[str, Any]] = page.evaluate(
        """async (rules) => {
             const run = rules.length ? {runOnly: rules} : {};
             return (await axe.run(document, {resultTypes: ['violations'], preload: false, ...run})).violations;
           }""",
        list(rules),
    )
    return [
        f"{one['id']} ({one['impact']}): {one['help']}: {place['html'][:200]} {place.get('failureSummary', '')[:200]}"
        for one in found
        for place in one["nodes"][:3]
    ]
