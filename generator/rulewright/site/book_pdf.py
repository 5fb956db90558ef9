"""A book as one PDF: its page for paper, with numbers on the pages and in the contents, an outline and links.

Chromium prints it, the browser of the pages: the same style sheet, fonts and pictures hold on paper, and its PDF is tagged for screen
readers. Another engine (WeasyPrint) would be a second one to be right for. It takes two runs: the numbers of pages are known after the
first, and where the two are not alike, a further one. What is not of the chapters is no link on paper.

It is an extra: `rulewright[pdf]` has Playwright, which drives the browser, and pypdf, which reads where chapters begin.
"""

from __future__ import annotations

import io
import re
import shutil
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from rulewright.base.errors import Error
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.escape import EMPTY, Html
from rulewright.site.whole.print_page import anchors_of, render_whole
from rulewright.site.whole.whole_book import BuiltPages, WholeBook, gather_book
from rulewright.site.wording.words import spell_out

if TYPE_CHECKING:
    from playwright.sync_api import Page
    from pypdf import PdfReader

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
_STYLES = re.compile(r'<link rel="stylesheet" href="[^"]*">')
_NODE = re.compile(rb"\(node(\d{8})\)")
_RUNS = 6  # with the numbers of pages; one is enough unless the browser falls short
_FOOT = '<div style="width:100%;font:9px sans-serif;text-align:center"><span class="pageNumber"></span></div>'


def refuse_without_extra() -> None:
    """Raise `Error` where no PDF can be made: what is missing, and how it is had."""
    try:
        import playwright.sync_api
        import pypdf  # noqa: F401
    except ImportError:
        raise Error("a PDF needs the extra `pdf`, which is not installed", ['install it with `pip install "rulewright[pdf]"`']) from None
    if _find_browser() is None:
        with playwright.sync_api.sync_playwright() as driver:
            if not Path(driver.chromium.executable_path).is_file():
                hints = ["install Chromium (`apt install chromium`), or run `playwright install chromium`"]
                raise Error("a PDF is printed by Chromium, which is not installed", hints)


def _find_browser() -> str | None:
    return next((path for name in BROWSERS if (path := shutil.which(name))), None)


def pdf_name(site_book: BookOfSite) -> str:
    """The file of a book's PDF in the folder of its pages."""
    return f"{site_book.folder}.pdf"


def write_pdfs(site: Path, books: Sequence[BookOfSite]) -> None:
    """Print every book of a built site into its folder."""
    with _open_browser_page() as page:
        for site_book in books:
            (site / site_book.folder / pdf_name(site_book)).write_bytes(_print_book(page, site / site_book.folder, site_book))


@contextmanager
def _open_browser_page() -> Iterator[Page]:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=_find_browser(), args=["--no-sandbox", "--disable-gpu"])
        yield browser.new_page(color_scheme="light", java_script_enabled=False)
        browser.close()


def _print_book(page: Page, folder: Path, site_book: BookOfSite) -> bytes:
    """The PDF of one book: printed once to learn the numbers of pages, and again with them, until two runs say that they are whole.

    Raises:
        Error: the browser hands over another file each time.
    """
    book = gather_book(site_book, BuiltPages(folder), site_book.edition)
    anchors = anchors_of(book)
    render = _book_renderer(folder, site_book, book)
    earlier = _read_pdf(_print_page(page, folder, render(dict.fromkeys(anchors, 0))))
    for _ in range(_RUNS):
        printed = _print_page(page, folder, render(_page_numbers(earlier, anchors)))
        reader = _read_pdf(printed)
        if _outline_shape(reader) == _outline_shape(earlier) and set(anchors) <= set(_named_destinations(reader)):
            return _finish_pdf(printed, site_book)
        earlier = reader
    hints = ["build again when the machine has less to do"]
    raise Error(f"the browser printed “{site_book.title}” differently each time, so that no PDF of it can be trusted", hints)


def _book_renderer(folder: Path, site_book: BookOfSite, book: WholeBook) -> Callable[[Mapping[str, int]], str]:
    """A function from the numbers of pages to the one page that is printed: that of the whole book, in the styles of the others."""
    beside = next(folder.glob("*.html"), None)
    styles = Html("".join(_STYLES.findall(beside.read_text(encoding="utf-8")))) if beside is not None else EMPTY

    def render_with_numbers(numbers: Mapping[str, int]) -> str:
        text = render_whole(site_book, book, numbers)
        return site_book.templates.render_html("parts/pdf.html", book=book, styles=styles, text=text)

    return render_with_numbers


def _print_page(page: Page, folder: Path, html: str) -> bytes:
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


def _read_pdf(printed: bytes) -> PdfReader:
    from pypdf import PdfReader

    return PdfReader(io.BytesIO(printed))


def _outline_shape(reader: PdfReader) -> tuple[int, int]:
    """The number of objects and of pages: on a machine at its limit the browser has left out half of a book without a word."""
    return cast("int", reader.trailer["/Size"]), len(reader.pages)


def _named_destinations(reader: PdfReader) -> dict[str, Any]:
    return {name.lstrip("/"): place for name, place in reader.named_destinations.items()}


def _page_numbers(reader: PdfReader, anchors: Iterable[str]) -> dict[str, int]:
    """The page on which each line of the contents begins, counted from 1."""
    places = _named_destinations(reader)
    numbers = {}
    for anchor in anchors:
        place = places.get(anchor)
        number = reader.get_destination_page_number(place) if place is not None else None
        numbers[anchor] = 1 + (number or 0)
    return numbers


def _finish_pdf(printed: bytes, site_book: BookOfSite) -> bytes:
    """With the book's title, and nothing in it of the clock or of the browser's memory: the same book is the same file."""
    from pypdf import PdfWriter

    writer = PdfWriter(clone_from=io.BytesIO(printed))
    writer.metadata = {"/Title": site_book.title, "/Subject": spell_out(site_book.edition), "/Creator": "Rulewright"}
    out = io.BytesIO()
    writer.write(out)
    return _renumber_nodes(out.getvalue())


def _renumber_nodes(printed: bytes) -> bytes:
    """The browser names cells by a count of all that it has ever shown; they are counted from 0 here, in the same order and width."""
    numbers = {node: b"(node%08d)" % index for index, node in enumerate(sorted(set(_NODE.findall(printed))))}
    return _NODE.sub(lambda match: numbers[match[1]], printed)
