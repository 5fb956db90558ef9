"""The calculator of a page outside of a browser: its scripts in an embedded interpreter, with as much of a document as they need."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from pages.books import campaign
from pages.find.engine import Search
from rulewright.engines.page.engine import script_files
from rulewright.resources import site_folder
from rulewright.site.asking.script import ask_script
from rulewright.site.asking.scripts import PARTS
from rulewright.site.given import BookOfSite

FOLDER = "campaign"
LINKS = (
    "q=allowance&a=u&f=unit.arm~u~cavalry&f=printed_allowance~u~7&f=weather~snow&o=ney&e=printed",
    "q=forage&a=u&a=t&e=errata&t=unit~v&f=distance~u~t~5&s=1805&r=H_1~no_mud&n=1&c=1",
    "q=cost&a=mud&a=cavalry&g=big",
)
_STACK = 2 * 1024 * 1024
SECONDS = 20


def shown(link: str) -> str | None:
    """The sentence that the page shows where its address ends so; None where it asks nothing. Raises what its scripts raise."""
    found: str | None = _page()(FOLDER, link)
    return found


def found(text: str) -> list[dict[str, Any]]:
    """What the search of the pages finds."""
    return _search().found(text, FOLDER)


@cache
def _search() -> Search:
    return Search([BookOfSite(campaign())])


@cache
def _page() -> Any:
    import quickjs

    context = quickjs.Context()
    context.set_max_stack_size(_STACK)
    context.set_time_limit(SECONDS)
    ask = [site_folder() / "assets" / "ask" / f"{name}.js" for name in PARTS["ask"] if name != "questions"]
    for path in (Path(__file__).with_name("document.js"), *script_files(), *ask):
        context.eval(path.read_text("utf-8"))
    context.eval(ask_script(BookOfSite(campaign())))
    return context.get("shown")
