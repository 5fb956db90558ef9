"""From rulebooks to a folder of pages that works from a disk: MkDocs with our plugin, then the swap that makes it the site.

The site is written whole or not at all, and nothing is lost that others put next to it: `folder`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from rulewright.base.runtime import garbage_collector
from rulewright.site.book.book_data import BookData, BookOfSite
from rulewright.site.book_pdf import write_pdfs
from rulewright.site.content import Progress
from rulewright.site.mkdocs_run import run_mkdocs
from rulewright.site.output.folder import put_in_place, refuse_foreign, scratch_folder
from rulewright.site.output.rendered import Rendered
from rulewright.site.output.settings import SiteSettings
from rulewright.site.plugin import BuildInput

if TYPE_CHECKING:
    from rulewright.analysis.coverage import Coverage

NONE_BEFORE: Mapping[str, Coverage] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class SiteReport:
    """The result of a build: pages, seconds, the page to open, and the warnings of MkDocs (broken links of hand-written pages)."""

    pages: int
    seconds: float
    index: Path
    warnings: tuple[str, ...] = ()


def build_site(
    loaded: Sequence[BookData],
    out: Path,
    progress: Progress | None = None,
    *,
    settings: SiteSettings | None = None,
    compare: bool = True,
    rendered: Rendered | None = None,
    covered: Mapping[str, Coverage] = NONE_BEFORE,
    pdf: bool = False,
) -> SiteReport:
    """Build the site of these rulebooks into `out`. Raises `SiteError` where `out` is not ours to replace; what is there then stays.

    `settings`: what an author says of the site; by default all is as usual. `compare`: whether editions are compared where that is not kept
    from before; without it their pages are then left out. `rendered`: the pages of the build before this one, of which those that are as
    they were are used again. `covered`: by book, the coverage of an earlier state, which is shown in place of its own. `pdf`: whether each
    book is printed too.
    """
    began = time.perf_counter()
    say = progress or (lambda stage, done, total: None)
    goal, settings = out.resolve(), settings or SiteSettings()
    refuse_foreign(goal)
    books = [BookOfSite(open_book, compare, covered.get(open_book.name), pdf) for open_book in loaded]
    with garbage_collector(running=False), scratch_folder(goal) as scratch:
        pages_folder, site_folder = scratch / "pages", scratch / "site"
        pages_folder.mkdir()
        build_input = BuildInput(
            books,
            folder=settings.folder if settings.docs_folder is None else None,
            left_out=(goal, scratch.resolve(), *_folders_apart(loaded, settings.folder)),
            rendered=rendered or Rendered(),
            may_reuse=rendered is not None and not settings.has_other_plugins,
            say=say,
        )
        warnings = run_mkdocs(build_input, settings, pages_folder, site_folder)
        if pdf:
            say("printing the books", 0, 0)
            write_pdfs(site_folder, books)
        count = sum(1 for _ in site_folder.rglob("*.html"))
        put_in_place(site_folder, goal, scratch)
    say("building the site", count, count)
    return SiteReport(count, time.perf_counter() - began, goal / "index.html", warnings)


def _folders_apart(books: Sequence[BookData], folder: Path | None) -> Iterator[Path]:
    """Yield the folders of rulebooks below that of their site: what lies in them is not the site's own."""
    for book in books:
        path = getattr(book, "folder", None)
        if path is not None and folder is not None and path.resolve() != folder.resolve():
            yield path.resolve()
