"""Pages under `rulewright serve`: they reload by themselves where one reads, and show what is wrong."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from functools import partial
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest

from pages.browser import opened
from rulewright.interfaces.cli.live import Quiet, State

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Route

WORDS = "Mud takes"
TOP = "document.getElementById('case-8.2').getBoundingClientRect().top"


@pytest.fixture
def live(site_folder: Path, tmp_path: Path) -> Iterator[tuple[str, Path, State]]:
    """A copy of the site under the server, its address, its folder and what the server says of it."""
    folder, state = Path(shutil.copytree(site_folder, tmp_path / "site")), State()
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder), state=state)) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/", folder, state
        server.shutdown()


@pytest.mark.browser
def test_a_page_reloads_where_one_reads(live: tuple[str, Path, State], browser: Browser) -> None:
    home, folder, state = live
    path = folder / "campaign" / "movement.html"
    with opened(browser, home=home, height=500) as page:
        page.goto(f"{home}campaign/movement.html")
        page.locator("details:not([open])").nth(1).evaluate("one => { one.open = true; }")
        folds = page.evaluate("Array.from(document.querySelectorAll('details'), one => one.open)")
        page.evaluate(f"window.scrollTo({{top: window.scrollY + {TOP} - 40, behavior: 'instant'}})")
        before = page.evaluate(TOP)
        text = path.read_text("utf-8").replace(WORDS, "Deep mud takes")
        more = "".join(f"<p>A line above {number}.</p>" for number in range(20))
        path.write_text(text.replace("<article", f"{more}<article", 1), "utf-8")
        state.built()
        page.get_by_text("Deep mud takes").first.wait_for(state="attached")
        page.wait_for_load_state("load")
        assert page.evaluate("Array.from(document.querySelectorAll('details'), one => one.open)") == folds
        assert abs(page.evaluate(TOP) - before) < 3
        assert page.evaluate("sessionStorage.length") == 0


@pytest.mark.browser
def test_a_page_that_was_sent_before_a_build_reloads_though_it_asks_after_it(live: tuple[str, Path, State], browser: Browser) -> None:
    home, folder, state = live
    path = folder / "campaign" / "movement.html"
    with opened(browser, home=home) as page:
        page.route("**/live.js", lambda route: _after_a_build(route, path, state))
        page.goto(f"{home}campaign/movement.html")
        page.get_by_text("Deep mud takes").first.wait_for(state="attached")


def _after_a_build(route: Route, path: Path, state: State) -> None:
    """A build that comes while a page is on its way; it comes once."""
    text = path.read_text("utf-8")
    if "Deep mud" not in text:
        path.write_text(text.replace(WORDS, "Deep mud takes"), "utf-8")
        state.built()
    route.continue_()


@pytest.mark.browser
def test_a_fault_is_a_panel_and_goes_with_its_cause(live: tuple[str, Path, State], browser: Browser) -> None:
    home, _, state = live
    with opened(browser, home=home) as page:
        page.goto(f"{home}campaign/movement.html")
        state.is_wrong(["error RW302 dangling-reference: no case `9.9` <img src=x>", "another"])
        panel = page.get_by_role("alert")
        panel.wait_for()
        assert "2 things are wrong" in panel.inner_text() and "no case `9.9` <img src=x>" in panel.inner_text()
        assert page.locator(".rw-live img").count() == 0
        panel.get_by_role("button", name="Close").click()
        assert panel.count() == 0
        state.is_wrong(["yet another"])
        panel.wait_for()
        state.is_wrong([])
        panel.wait_for(state="detached")
