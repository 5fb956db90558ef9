"""A page for each edition that has the whole book, to read from one end to the other and to print.

It is made with the other pages as an empty frame, which is filled once they are built: the text is that of the built chapters.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, make_page
from rulewright.site.html.addresses import print_page_name
from rulewright.site.html.escape import Html
from rulewright.site.whole.whole_book import BuiltPages, WholeBook, gather_book

TITLE = "The whole book, to print"
TABLES, INDEX = "whole-tables", "whole-index"
_EMPTY_FRAME = '<div class="rw-whole"></div>'


def print_pages(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Page]:
    """Yield the frames of the pages, that of the edition in force first."""
    names = (site_book.edition, *(name for name in site_book.book.editions if name != site_book.edition))
    for edition in names:
        others = [(site_book.edition_title(other), f"{print_page_name(other)}.html") for other in names if other != edition]
        blocks = site_book.templates.render_blocks(
            "pages/print.html",
            title=site_book.title,
            edition=site_book.edition_title(edition),
            others=others,
            credit=[writer.prose.render_inline(paragraph, print_page_name(edition)) for paragraph in site_book.book.front.credit],
        )
        page = make_page(f"{site_book.folder}/{print_page_name(edition)}.md", site_book.title, (*blocks, Html(_EMPTY_FRAME)))
        yield Page(page.path, TITLE, page.markdown)


def fill_print_pages(site: Path, books: Iterable[BookOfSite]) -> None:
    """Put the text of every edition into its page of a built site."""
    for site_book in books:
        pages = BuiltPages(site / site_book.folder)
        for edition in site_book.book.editions:
            path = site / site_book.folder / f"{print_page_name(edition)}.html"
            frame = path.read_text(encoding="utf-8")
            filled_frame = f'<div class="rw-whole">{render_whole(site_book, gather_book(site_book, pages, edition))}</div>'
            path.write_text(frame.replace(_EMPTY_FRAME, filled_frame, 1), encoding="utf-8")


def render_whole(site_book: BookOfSite, book: WholeBook, numbers: Mapping[str, int] | None = None) -> Html:
    """The text of a whole book. `numbers`: the page of each line of the contents, where pages have numbers."""
    return site_book.templates.render_html(
        "parts/whole_book.html", book=book, contents=_contents_of(book), numbers=numbers or {}, tables=TABLES, index=INDEX
    )


def anchors_of(book: WholeBook) -> list[str]:
    """The places that the contents lead to."""
    return [anchor for anchor, _ in _contents_of(book)]


def _contents_of(book: WholeBook) -> list[tuple[str, str]]:
    """Anchor and words of each line of the contents."""
    lines = [(section.anchor, f"{section.number} {section.title}".strip()) for section in book.sections]
    return [*lines, *([(TABLES, "Tables")] if book.tables else []), *([(INDEX, "Index")] if book.index else [])]
