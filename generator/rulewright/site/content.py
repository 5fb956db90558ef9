"""The pages and files of rulebooks in a site, for any generator that reads Markdown, and the assets that they load."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from rulewright.base import resources
from rulewright.site.asking.scripts import NAMES, PARTS, shipped_script, source_files
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried import carried_files
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page
from rulewright.site.front import front_page
from rulewright.site.pages.amendments import amendments_page
from rulewright.site.pages.asking import ask_page
from rulewright.site.pages.asking_script import ask_script
from rulewright.site.pages.asking_words import FILE as ASK_WORDS
from rulewright.site.pages.asking_words import words_script
from rulewright.site.pages.case_index import index_page
from rulewright.site.pages.changes import changes_pages
from rulewright.site.pages.chapter import chapter_pages
from rulewright.site.pages.charts import charts_page
from rulewright.site.pages.coverage import coverage_page
from rulewright.site.pages.findings import findings_page
from rulewright.site.pages.glossary import glossary_page
from rulewright.site.pages.graph_page import graph_page
from rulewright.site.pages.graph_picture import STYLE
from rulewright.site.pages.moved import moved_pages
from rulewright.site.pages.own_copy import copy_page
from rulewright.site.pages.own_copy_script import SCRIPT, copy_script
from rulewright.site.pages.play import play_page
from rulewright.site.pages.precedence import precedence_page
from rulewright.site.pages.readings import readings_page
from rulewright.site.pages.scenarios import scenarios_page
from rulewright.site.whole.print_page import print_pages

Progress = Callable[[str, int, int], None]
_COMMENT_LINES = re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*\n", re.MULTILINE | re.DOTALL)
_COMMENTS = re.compile(r"/\*.*?\*/", re.DOTALL)
_BLANKS = re.compile(r"\s*([{};,>])\s*|(:)\s+|\s+")
_INDENTATION = re.compile(r"^[ \t]+", re.MULTILINE)
_BLANK_LINES = re.compile(r"\n{2,}")
Asset: TypeAlias = Path | str
"""A file to be copied, or the text of one."""


@dataclass(frozen=True, slots=True)
class BookContent:
    """The pages of a book, and the files next to them by their names in its folder."""

    site_book: BookOfSite
    pages: tuple[Page, ...]
    files: Mapping[str, str]


def book_contents(books: Sequence[BookOfSite], say: Progress) -> tuple[BookContent, ...]:
    """Make the pages and files of rulebooks."""
    contents = []
    for index, site_book in enumerate(books):
        say(f"writing the pages of {site_book.title}", index, len(books))
        contents.append(BookContent(site_book, tuple(book_pages(site_book)), dict(_files_beside(site_book))))
    return tuple(contents)


def _files_beside(site_book: BookOfSite) -> Iterator[tuple[str, str]]:
    """Yield (name, text) of what the pages of a book load or offer."""
    yield "ask-data.js", ask_script(site_book)
    yield ASK_WORDS, words_script(site_book)
    if (data := copy_script(site_book)) is not None:
        yield SCRIPT, data
    yield from carried_files(site_book)


def assets() -> Mapping[str, Asset]:
    """The files that pages load, by their paths in a site: scripts that are loaded when they are wanted take the place of their sources."""
    folder = resources.site_folder() / "assets"
    replaced = {path for name in NAMES for path in source_files(name)}
    files: dict[str, Asset] = {
        f"assets/{path.relative_to(folder).as_posix()}": path
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path not in replaced and path.parent.name != "small"
    }
    for path in (*folder.glob("*.js"), *folder.glob("*/open.js")):  # those that a page loads at once
        files[f"assets/{path.relative_to(folder).as_posix()}"] = lean_script(path.read_text(encoding="utf-8"))
    for name in NAMES:
        files[f"assets/{name if name in PARTS else 'ask'}/{name}.js"] = shipped_script(name)
    sheet = folder / "rulewright.css"
    files["assets/rulewright.css"] = lean_sheet(sheet.read_text(encoding="utf-8") + STYLE)  # a page holds no style of its own
    return files


def lean_script(script: str) -> str:
    """A script of ours without indentation and without the comments that have lines of their own; its code stays as it is."""
    return _BLANK_LINES.sub("\n", _INDENTATION.sub("", _COMMENT_LINES.sub("", script)))


def lean_sheet(sheet: str) -> str:
    """A style sheet of ours without comments, and without blanks where they part nothing; what is quoted stays as it is."""
    parts = re.split(r'("[^"]*")', _COMMENTS.sub("", sheet).strip())
    parts[::2] = [_BLANKS.sub(lambda match: match[1] or match[2] or " ", part).replace(";}", "}") for part in parts[::2]]
    return "".join(parts)


def book_pages(site_book: BookOfSite) -> Iterator[Page]:
    """Yield the pages of one book: the front page, the chapters in order, then the pages about the whole."""
    writer = CaseWriter(site_book)
    yield front_page(site_book, writer)
    yield from chapter_pages(site_book, writer)
    makers = (
        play_page,
        charts_page,
        scenarios_page,
        readings_page,
        amendments_page,
        glossary_page,
        ask_page,
        copy_page,
        index_page,
        graph_page,
        coverage_page,
        findings_page,
        precedence_page,
    )
    yield from changes_pages(site_book, writer)
    yield from moved_pages(site_book, writer)
    yield from print_pages(site_book, writer)
    for make in makers:
        page = make(site_book, writer)
        if page is not None:
            yield page
