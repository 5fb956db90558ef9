"""How soon a calculator answers after a change, on a processor four times slower: a sample of the examples of all books of a built site.

Chromium tells the processor time of the page's own thread, which it is slowed down by, so what other work the machine does counts little:
what the scripts take, the styles and the layout, from the change to the page being laid out anew. Of some changes the quickest counts.
"""

from __future__ import annotations

import html
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from benchmarks.frame import Row, choose_size
from rulewright.site.book_pdf import BROWSERS

if TYPE_CHECKING:
    from playwright.sync_api import Browser

EXAMPLES, FACTS, TIMES = choose_size((100, 2, 3), (1, 1, 1))
SLOWER = 4
AT_ONCE = 50
_STATE = re.compile(r'ask\.html#(q=[^"]*&amp;f=[^"]*)"')
_COUNTED = ("ScriptDuration", "RecalcStyleDuration", "LayoutDuration")
_SCRIPT = Path(__file__).with_name("asking.js")


class Change(NamedTuple):
    """One change, and the milliseconds from it to the answer."""

    taken: float
    book: str
    fact: str


def browser_path() -> str | None:
    """Chromium, or None where it is not there."""
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def rows_of(site: Path) -> Iterator[Row]:
    """The median, the 90th of 100 and the slowest; nothing where there is no Chromium."""
    chromium = browser_path()
    if chromium is None:
        print("pages: no answer of a calculator is timed, since Chromium is not installed")
        return
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        books = sorted(path.parent.resolve() for path in site.glob("*/ask-data.js"))
        changes = sorted(one for book in books for one in _changes(browser, book, -(-EXAMPLES // len(books))))
        browser.close()
    slowest = changes[-1]
    yield Row("pages: a calculator after a change, median", changes[len(changes) // 2].taken, "ms", AT_ONCE, note=f"{len(changes)} changes")
    yield Row("pages: a calculator after a change, the 90th of 100", changes[len(changes) * 9 // 10].taken, "ms", AT_ONCE)
    yield Row("pages: a calculator after a change, the slowest", slowest.taken, "ms", AT_ONCE, note=f"{slowest.book}: {slowest.fact}")


def examples_of(book: Path, most: int) -> list[str]:
    """The addresses of some examples that give facts, spread evenly over all of them, as what is behind `#`."""
    found = {html.unescape(one) for path in book.glob("*.html") for one in _STATE.findall(path.read_text(encoding="utf-8"))}
    return sorted(found)[:: max(1, -(-len(found) // most))]


def _changes(browser: Browser, book: Path, most: int) -> Iterator[Change]:
    """Every change that was made in the examples of a book."""
    examples = examples_of(book, most)
    if not examples:
        return
    page = browser.new_page(viewport={"width": 390, "height": 844})
    page.goto(f"{(book / 'ask.html').as_uri()}#{examples[0]}")
    page.locator(".rw-calculator .rw-answer").first.wait_for()
    session = page.context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    asking = page.evaluate_handle(_SCRIPT.read_text(encoding="utf-8"))
    for example in examples:
        for fact in asking.evaluate("(asking, example) => asking.open(example)", example)[:FACTS]:
            taken = [one for time in range(TIMES) if (one := _taken(session, asking, fact, time)) is not None]
            if taken:
                yield Change(min(taken), book.name, f"{fact.removeprefix('f:')} in {example}")
    page.close()


def _taken(session: Any, asking: Any, fact: str, time: int) -> float | None:
    """The milliseconds of one change; None where it cannot be made."""
    asking.evaluate("(asking) => asking.settled()")
    before = _counted(session)
    is_changed = asking.evaluate("(asking, [fact, time]) => asking.change(fact, time)", [fact, time])
    return (_counted(session) - before) * 1000 if is_changed else None


def _counted(session: Any) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(sum(one["value"] for one in metrics if one["name"] in _COUNTED))
