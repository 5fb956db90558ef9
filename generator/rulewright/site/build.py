"""From rulebooks to a folder of pages that works from a disk: Markdown first, then MkDocs, then the swap that makes it the site.

The site is written whole or not at all, and nothing is lost that others put next to it: `folder`.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from rulewright.base import resources
from rulewright.base.runtime import garbage_collector
from rulewright.site.asking.scripts import put_scripts
from rulewright.site.book.book_data import BookData, BookOfSite
from rulewright.site.book_pdf import write_pdfs
from rulewright.site.carried import carried_files
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page
from rulewright.site.front import front_page
from rulewright.site.output.folder import put_in_place, refuse_foreign, scratch_folder
from rulewright.site.output.mkdocs_run import Rendered, run_mkdocs
from rulewright.site.output.nav import Nav, build_navigation
from rulewright.site.output.offline import add_offline
from rulewright.site.output.spare import spare_sheets
from rulewright.site.pages.amendments import amendments_page
from rulewright.site.pages.asking import ask_page
from rulewright.site.pages.asking_script import ask_script
from rulewright.site.pages.case_index import index_page
from rulewright.site.pages.changes import changes_pages
from rulewright.site.pages.chapter import chapter_pages
from rulewright.site.pages.check_pages import check_pages
from rulewright.site.pages.coverage import coverage_page
from rulewright.site.pages.findings import findings_page
from rulewright.site.pages.glossary import glossary_page
from rulewright.site.pages.graph_page import graph_page
from rulewright.site.pages.graph_picture import STYLE
from rulewright.site.pages.own_copy import copy_page
from rulewright.site.pages.own_copy_script import SCRIPT, copy_script
from rulewright.site.pages.play import play_page
from rulewright.site.pages.precedence import precedence_page
from rulewright.site.pages.readings import readings_page
from rulewright.site.pages.rule_page import rule_page
from rulewright.site.pages.scenarios import scenarios_page
from rulewright.site.search.search_index import search_scripts
from rulewright.site.since import sheet_pages
from rulewright.site.start import manual_pages, start_page

if TYPE_CHECKING:
    from rulewright.analysis.coverage import Coverage

TITLE = "Rulewright"
"""The name of an installed site."""
Progress = Callable[[str, int, int], None]
NONE_BEFORE: Mapping[str, Coverage] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SiteReport:
    """The result of a build: pages, seconds, the page to open, and the warnings of MkDocs (broken links of the manual)."""

    pages: int
    seconds: float
    index: Path
    warnings: tuple[str, ...] = ()


def build_site(
    loaded: Sequence[BookData],
    out: Path,
    progress: Progress | None = None,
    *,
    compare: bool = True,
    rendered: Rendered | None = None,
    covered: Mapping[str, Coverage] = NONE_BEFORE,
    pdf: bool = False,
) -> SiteReport:
    """Build the site of these rulebooks into `out`. Raises `SiteError` where `out` is not ours to replace; what is there then stays.

    `compare`: whether editions are compared where that is not kept from before; without it their pages are then left out. `rendered`: the
    pages of the build before this one, of which those that are as they were are used again. `covered`: by book, the coverage of an earlier
    state, which is shown in place of its own. `pdf`: whether each book is printed too.
    """
    began = time.perf_counter()
    say = progress or (lambda stage, done, total: None)
    goal = out.resolve()
    refuse_foreign(goal)
    books = [BookOfSite(open_book, compare, covered.get(open_book.name), pdf) for open_book in loaded]
    with garbage_collector(running=False), scratch_folder(goal) as scratch:
        pages_folder, site_folder = scratch / "pages", scratch / "site"
        count, nav = write_pages(books, pages_folder, say)
        say("building the site", 0, count)
        warnings = run_mkdocs(pages_folder, site_folder, nav, lambda done: say("building the site", done, count), rendered)
        spare_sheets(site_folder)
        if pdf:
            say("printing the books", 0, 0)
            write_pdfs(site_folder, books)
        add_offline(site_folder, TITLE)
        put_in_place(site_folder, goal, scratch)
    say("building the site", count, count)
    return SiteReport(count, time.perf_counter() - began, goal / "index.html", warnings)


def write_pages(books: Sequence[BookOfSite], folder: Path, say: Progress) -> tuple[int, Nav]:
    """The Markdown pages, assets and search data, for any generator that reads Markdown: how many pages, and the navigation."""
    copy_manual(folder)
    shutil.copytree(resources.site_folder() / "assets", folder / "assets")
    put_scripts(folder / "assets")
    _add_style(folder / "assets" / "rulewright.css", STYLE)
    pages: list[Page] = []
    chapters: dict[str, list[Page]] = {}
    for index, site_book in enumerate(books):
        say(f"writing the pages of {site_book.title}", index, len(books))
        chapters[site_book.folder] = list(book_pages(site_book))
        pages += chapters[site_book.folder]
        (folder / site_book.folder).mkdir(exist_ok=True)
        (folder / site_book.folder / "ask-data.js").write_text(ask_script(site_book), encoding="utf-8")
        if (data := copy_script(site_book)) is not None:
            (folder / site_book.folder / SCRIPT).write_text(data, encoding="utf-8")
        for name, content in carried_files(site_book):
            (folder / site_book.folder / name).write_text(content, encoding="utf-8")
    manual = manual_pages(folder)
    checks = list(check_pages())
    pages += [*checks, start_page(folder, books)]
    for page in pages:
        _write_page(folder, page)
    _write_search(folder / "assets" / "search", search_scripts(books, [*manual, *checks]))
    return len(pages) + len(manual), build_navigation(books, chapters, manual, checks)


def copy_manual(folder: Path) -> None:
    """Copy the hand-written pages to a folder that is not there yet."""
    shutil.copytree(resources.site_folder() / "pages", folder)


def book_pages(site_book: BookOfSite) -> Iterator[Page]:
    """Yield the pages of one book: the front page, the chapters in order, then the pages about the whole."""
    writer = CaseWriter(site_book)
    yield front_page(site_book, writer)
    yield from chapter_pages(site_book, writer)
    makers = (
        play_page,
        scenarios_page,
        readings_page,
        amendments_page,
        glossary_page,
        ask_page,
        copy_page,
        index_page,
        rule_page,
        graph_page,
        coverage_page,
        findings_page,
        precedence_page,
    )
    yield from changes_pages(site_book, writer)
    yield from sheet_pages(site_book, writer)
    for make in makers:
        page = make(site_book, writer)
        if page is not None:
            yield page


def _add_style(sheet: Path, rules: str) -> None:
    """A page holds no style of its own: that of pictures made elsewhere comes after ours, in the one sheet."""
    sheet.write_text(sheet.read_text(encoding="utf-8") + rules, encoding="utf-8")


def _write_search(folder: Path, scripts: Iterable[tuple[str, str]]) -> None:
    folder.mkdir()
    for name, script in scripts:
        (folder / name).write_text(script, encoding="utf-8")


def _write_page(folder: Path, page: Page) -> None:
    path = folder / page.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page.markdown, encoding="utf-8")
