"""A book as one PDF: its chapters as the pages print them, with a table of contents, numbers on the pages, an outline and links.

Chromium prints it, the browser of the pages: the same style sheet, fonts and pictures hold on paper, and its PDF is tagged for screen
readers. Another engine (WeasyPrint) would be a second one to be right for. It takes two runs: the numbers of pages are known after the
first, and where the two are not alike, a further one. What is not of the chapters is no link on paper.

It is an extra: `rulewright[pdf]` has Playwright, which drives the browser, and pypdf, which reads where chapters begin.
"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from rulewright.base.errors import Error
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.escape import Html, el, join
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import worded

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pypdf import PdfReader

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
_ARTICLE = re.compile(r'<article class="md-content__inner[^>]*>(.*?)</article>', re.DOTALL)
_LINK = re.compile(r'<a ([^>]*?)href="([^"]*)"')
_ID = re.compile(r' id="([^"]*)"')
_HEAD = re.compile(r"<h1[^>]*>")
_STYLES = re.compile(r'<link rel="stylesheet" href="[^"]*">')
_NODE = re.compile(rb"\(node(\d{8})\)")
_RUNS = 6  # with the numbers of pages; one is enough unless the browser falls short
_FOOT = '<div style="width:100%;font:9px sans-serif;text-align:center"><span class="pageNumber"></span></div>'


@dataclass(frozen=True, slots=True)
class _Chapter:
    name: str
    title: str

    @property
    def anchor(self) -> str:
        return f"chapter-{self.name}"


def refuse_without_extra() -> None:
    """Raise `Error` where no PDF can be made: what is missing, and how it is had."""
    try:
        import playwright.sync_api
        import pypdf  # noqa: F401
    except ImportError:
        raise Error("a PDF needs the extra `pdf`, which is not installed", ['install it with `pip install "rulewright[pdf]"`']) from None
    if _browser() is None:
        with playwright.sync_api.sync_playwright() as driver:
            if not Path(driver.chromium.executable_path).is_file():
                hints = ["install Chromium (`apt install chromium`), or run `playwright install chromium`"]
                raise Error("a PDF is printed by Chromium, which is not installed", hints)


def _browser() -> str | None:
    return next((found for name in BROWSERS if (found := shutil.which(name))), None)


def pdf_name(of: BookOfSite) -> str:
    """The file of a book's PDF in the folder of its pages."""
    return f"{of.folder}.pdf"


def write_pdfs(site: Path, books: Sequence[BookOfSite]) -> None:
    """Print every book of a built site into its folder."""
    with _printer() as page:
        for of in books:
            (site / of.folder / pdf_name(of)).write_bytes(_printed(page, site / of.folder, of))


@contextmanager
def _printer() -> Iterator[Page]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_browser(), args=["--no-sandbox", "--disable-gpu"])
        yield browser.new_page(color_scheme="light", java_script_enabled=False)
        browser.close()


def _printed(page: Page, folder: Path, of: BookOfSite) -> bytes:
    """The PDF of one book: printed once to learn the numbers of pages, and again with them, until two runs say that they are whole.

    Raises:
        Error: the browser hands over another file each time.
    """
    chapters = [
        _Chapter(name, " ".join(filter(None, chapter_title(of, stem))))
        for stem, name in of.addresses.chapters.items()
        if (folder / f"{name}.html").is_file()
    ]
    whole = _whole(folder, of, chapters)
    before = _read(_run(page, folder, whole(dict.fromkeys((one.anchor for one in chapters), 0))))
    for _ in range(_RUNS):
        printed = _run(page, folder, whole(_numbers(before, chapters)))
        after = _read(printed)
        if _shape(after) == _shape(before) and {one.anchor for one in chapters} <= set(_places(after)):
            return _finished(printed, of)
        before = after
    hints = ["build again when the machine has less to do"]
    raise Error(f"the browser printed “{of.title}” differently each time, so that no PDF of it can be trusted", hints)


def _whole(folder: Path, of: BookOfSite, chapters: Sequence[_Chapter]) -> Any:
    """A function from the numbers of pages to the one page that is printed."""
    pages = {one.name: (folder / f"{one.name}.html").read_text(encoding="utf-8") for one in chapters}
    styles = "".join(_STYLES.findall(next(iter(pages.values()), "")))
    seen: set[str] = set()
    body = "".join(_section(one, pages[one.name], {other.name for other in chapters}, seen) for one in chapters)
    edition = of.edition_title(of.edition)

    def with_numbers(numbers: Mapping[str, int]) -> str:
        lines = [
            el("li", el("a", one.title, href=f"#{one.anchor}"), el("span", str(numbers[one.anchor]), cls="rw-page")) for one in chapters
        ]
        front = [
            el("h1", of.title, cls="rw-pdf-title"),
            el("p", f"Edition: {edition}"),
            el("h2", "Contents"),
            el("ol", *lines, cls="rw-contents"),
        ]
        return (
            f'<!doctype html><html lang="en"><head><meta charset="utf-8">{el("title", of.title)}{styles}</head>'
            f'<body class="rw-pdf" data-md-color-scheme="default"><main class="md-typeset">{join(front)}{body}</main></body></html>'
        )

    return with_numbers


def _section(chapter: _Chapter, html: str, inside: set[str], seen: set[str]) -> Html:
    """A chapter's text, its links to other chapters made links within the book, every id there once."""
    found = _ARTICLE.search(html)
    text = found[1] if found is not None else ""
    text = _ID.sub(lambda one: "" if one[1] in seen or seen.add(one[1]) else one[0], text)  # type: ignore[func-returns-value]
    text = _LINK.sub(lambda one: _link(one, chapter.name, inside), text)
    text = _HEAD.sub(f'<h1 id="{chapter.anchor}">', text, count=1).replace("<details>", "<details open>")
    return Html(f"<section>{text}</section>")


def _link(found: re.Match[str], here: str, inside: set[str]) -> str:
    page, _, place = found[2].partition("#")
    name = page.removesuffix(".html") or here
    if name not in inside:
        return f"<a {found[1]}"
    return f'<a {found[1]}href="#{place or f"chapter-{name}"}"'


def _run(page: Page, folder: Path, html: str) -> bytes:
    """Print a page that lies in the folder for as long as that takes: from there it has its styles."""
    path = folder / ".printed.html"
    path.write_text(html, encoding="utf-8")
    try:
        page.goto(path.as_uri())
        return page.pdf(
            format="A4", margin={"top": "20mm", "bottom": "20mm", "left": "18mm", "right": "18mm"},
            outline=True, tagged=True, print_background=False,
            display_header_footer=True, header_template="<span></span>", footer_template=_FOOT,
        )  # fmt: skip
    finally:
        path.unlink()


def _read(printed: bytes) -> PdfReader:
    from pypdf import PdfReader

    return PdfReader(io.BytesIO(printed))


def _shape(reader: PdfReader) -> tuple[int, int]:
    """How many objects and pages there are: on a machine at its limit the browser has left out half of a book without a word."""
    return cast("int", reader.trailer["/Size"]), len(reader.pages)


def _places(reader: PdfReader) -> dict[str, Any]:
    return {name.lstrip("/"): place for name, place in reader.named_destinations.items()}


def _numbers(reader: PdfReader, chapters: Sequence[_Chapter]) -> dict[str, int]:
    """The page on which each chapter begins, counted from 1."""
    places = _places(reader)
    found = {}
    for one in chapters:
        place = places.get(one.anchor)
        number = reader.get_destination_page_number(place) if place is not None else None
        found[one.anchor] = 1 + (number or 0)
    return found


def _finished(printed: bytes, of: BookOfSite) -> bytes:
    """With the book's title, and nothing in it of the clock or of the browser's memory: the same book is the same file."""
    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=io.BytesIO(printed))
    writer.metadata = {"/Title": of.title, "/Subject": worded(of.edition), "/Creator": "Rulewright"}
    out = io.BytesIO()
    writer.write(out)
    return _renumbered(out.getvalue())


def _renumbered(printed: bytes) -> bytes:
    """The browser names cells by a count of all that it has ever shown; they are counted from 0 here, in the same order and width."""
    numbers = {one: b"(node%08d)" % at for at, one in enumerate(sorted(set(_NODE.findall(printed))))}
    return _NODE.sub(lambda found: numbers[found[1]], printed)
