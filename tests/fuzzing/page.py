"""Scripts of the pages outside of a browser, in an embedded interpreter: the calculator, the search, the data of a book, and what a device
keeps for a reader. They are given as much of a document as they need."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from itertools import count
from typing import Any

from pages.books import CHAPTER, campaign
from pages.copying import PARTS as PARTS_OF_COPIES
from pages.find.engine import Search
from rulewright.base.resources import site_folder
from rulewright.engines.page.engine import script_files
from rulewright.site.asking.scripts import PARTS
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.pages.asking_script import ask_script
from rulewright.site.pages.own_copy_script import copy_script

FOLDER = "campaign"
LINKS = (
    "q=allowance&a=u&f=unit.arm~u~cavalry&f=printed_allowance~u~7&f=weather~snow&o=ney&e=printed",
    "q=forage&a=u&a=t&e=errata&t=unit~v&f=distance~u~t~5&s=1805&r=H_1~no_mud&n=1&c=1",
    "q=cost&a=mud&a=cavalry&g=big",
)
_STACK = 2 * 1024 * 1024
_MEMORY = 512 * 1024 * 1024
SECONDS = 20
_ENDED = ("interrupted", "out of memory")
"""What the interpreter says where a script does not end by itself."""
_RENEWED = 1_000
"""After so many inputs that make an engine each, an interpreter is made anew: it never frees all that an engine leaves behind."""
_given = count()


def shown(link: str) -> str | None:
    """The sentence that the page shows where its address ends so; None where it asks nothing. Raises what its scripts raise."""
    found: str | None = _page()(FOLDER, link)
    return found


def found(text: str) -> list[dict[str, Any]]:
    """What the search of the pages finds."""
    return _search().found(text, FOLDER)


def opened(data: str) -> str | None:
    """What becomes of the data of a book: what the page's scripts say of it, or None where they work. Raises where they do not end."""
    import quickjs

    try:
        said: str | None = _data(next(_given) // _RENEWED)(data)
    except quickjs.JSException as fault:
        if any(word in str(fault) for word in _ENDED):
            raise
        return str(fault)
    return said


def own_copy(kept: str) -> None:
    """What the device keeps as a reader's copy is laid over the book, written as a file, and kept again."""
    _device("ownCopy")(FOLDER, kept)


def pasted(text: str) -> None:
    """A text is pasted on the page of the reader's own copy, or is the file that they give it."""
    _device("pasted")(FOLDER, text)


def pinned(kept: str) -> list[dict[str, Any]]:
    """What the device keeps as pinned cases, and as the last ones read."""
    made: list[dict[str, Any]] = json.loads(_device("pinned")(kept))
    return made


def edition(kept: str) -> str:
    """What the device keeps as the edition that is read: the choice that the page then shows."""
    made: str = _device("edition")(kept)
    return made


@cache
def _search() -> Search:
    return Search([BookOfSite(campaign())])


def _context() -> Any:
    import quickjs

    context = quickjs.Context()
    context.set_max_stack_size(_STACK)
    context.set_memory_limit(_MEMORY)
    context.set_time_limit(SECONDS)
    context.eval("var window = globalThis;")
    return context


def _own(context: Any, name: str) -> None:
    context.eval((site_folder().parent / "tests" / "fuzzing" / name).read_text("utf-8"))


@cache
def _page() -> Any:
    context = _context()
    _own(context, "document.js")
    ask = [site_folder() / "assets" / "ask" / f"{name}.js" for name in PARTS["ask"] if name != "questions"]
    for path in (*script_files(), *ask):
        context.eval(path.read_text("utf-8"))
    context.eval(ask_script(BookOfSite(campaign())))
    return context.get("shown")


@lru_cache(maxsize=1)
def _data(turn: int) -> Any:
    context = _context()
    for path in script_files():
        context.eval(path.read_text("utf-8"))
    _own(context, "data.js")
    return context.get("opened")


@cache
def _device(name: str) -> Any:
    return _device_context().get(name)


@cache
def _device_context() -> Any:
    context = _context()
    _own(context, "document.js")
    _own(context, "device.js")
    for part in (*PARTS_OF_COPIES, "copy/store", "pins"):
        context.eval((site_folder() / "assets" / f"{part}.js").read_text("utf-8"))
    context.set("editionsOfPages", (site_folder() / "assets" / "editions.js").read_text("utf-8"))
    unheld = campaign(CHAPTER.replace('  "Mud takes 2 MP, `always`."\n', "  not held\n").replace('  "See [8.1]."\n', "  not held\n"))
    context.eval(copy_script(BookOfSite(unheld)) or "")
    return context
