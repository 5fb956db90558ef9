"""The navigation: a section a rulebook, the author's pages, the manual and its checks. Its last level are chapters; cases are in a page's
table of contents."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

import yaml

from rulewright.base.resources import mkdocs_file
from rulewright.site.case.page import Page
from rulewright.site.content import BookContent
from rulewright.site.html.addresses import CHANGES, CHARTS, PRINT, RULE, SHEET, print_page_name
from rulewright.site.output.own_pages import named_in
from rulewright.site.pages.check_pages import GROUPS
from rulewright.site.wording.words import capitalize, spell_out

Nav = list[Any]
START, OVERVIEW, OTHERS = "Start", "Overview", "More"
MANUAL, CHECKS = "manual", "checks"
"""The names that stand for the pages of the manual and of its checks in an author's navigation."""
PLAYERS = ("ask", "play", CHARTS, "amendments", "scenarios")
EDITORS = ("coverage", "findings", "precedence", "graph")
"""The pages that players use, and those that are for who edits the book, each in their order in the navigation."""


def nav_of_book(content: BookContent, front: str | None = None) -> Nav:
    """The pages of a book: its front page, which another page may stand for, what players use, its chapters, and the rest."""
    chapter_names = set(content.site_book.addresses.chapters.values())
    by_name = {page.path.rpartition("/")[2].removesuffix(".md"): page for page in content.pages}
    left_out = {*PLAYERS, *EDITORS, RULE, "index"}  # the address of a rule leads on
    chapters = [name for name in by_name if name in chapter_names]
    editors = [*(name for name in EDITORS if name in by_name), *(name for name in by_name if name.startswith(CHANGES))]
    across = [
        name
        for name in by_name
        if name not in (*left_out, *chapters, *editors)
        and not name.startswith(SHEET)
        and (not name.startswith(PRINT) or name == print_page_name(content.site_book.edition))  # which leads to those of other editions
    ]
    groups = (
        ("At the table", [name for name in PLAYERS if name in by_name]),
        ("Chapters", chapters),
        ("Across the book", across),
        ("For editors", editors),
    )
    fronts = [{OVERVIEW: front or by_name["index"].path}] if "index" in by_name else []
    return [*fronts, *({title: [{by_name[name].title: by_name[name].path} for name in names]} for title, names in groups if names)]


def nav_of_one_book(content: BookContent, author_pages: Sequence[Page], *, has_own_start: bool) -> Nav:
    """The navigation of a site of one book, whose front page is the start page unless the author has one."""
    start: Nav = [{START: "index.md"}] if has_own_start else []
    book = nav_of_book(content, None if has_own_start else "index.md")
    others = [page for page in author_pages if page.path != "index.md"]
    return [*start, *book, *([{OTHERS: nav_of_pages(others)}] if others else [])]


def nav_of_books(contents: Iterable[BookContent], author_pages: Sequence[Page], manual_pages: Collection[str]) -> Nav:
    """The navigation of a site of several books, or with the manual, as an author would write it: books, other pages, the manual."""
    nav: Nav = [{START: "index.md"}, *(f"{content.site_book.folder}/" for content in contents)]
    folders: dict[str, list[Page]] = {}
    for page in author_pages:
        if page.path not in manual_pages:
            folders.setdefault(page.path.rpartition("/")[0], []).append(page)
    for folder, pages in folders.items():
        others = [page for page in pages if page.path != "index.md"]
        if others:
            nav.append({_title_of_folder(folder): [{page.title: page.path} for page in others]})
    return [*nav, f"{MANUAL}/", f"{CHECKS}/"] if manual_pages else nav


@cache
def manual_parts() -> Nav:
    """The parts of the manual in the order in which they are read, from the settings of its own site."""
    settings = yaml.safe_load(mkdocs_file().read_text("utf-8"))
    parts: Nav = next(entry["Manual"] for entry in settings["nav"] if isinstance(entry, dict) and "Manual" in entry)
    return parts


def add_missing_pages(nav: Nav, paths: Iterable[str]) -> Nav:
    """The navigation with the pages that it does not name, each at the end of the part that has the most pages of its folder."""
    nav = deepcopy(nav)
    parts = list(_lists_in(nav))
    for path in paths:
        if path not in named_in(nav):
            folder = path.rpartition("/")[0]
            max(parts, key=lambda part: sum(isinstance(entry, str) and entry.startswith(f"{folder}/") for entry in part)).append(path)
    return nav


def _lists_in(nav: Nav) -> Iterator[Nav]:
    yield nav
    for entry in nav:
        for value in entry.values() if isinstance(entry, Mapping) else ():
            if isinstance(value, list):
                yield from _lists_in(value)


def nav_of_pages(pages: Iterable[Page]) -> Nav:
    """Pages in their folders, as MkDocs lists them where nobody says how."""
    nav: Nav = []
    sections: dict[str, Nav] = {"": nav}
    for page in pages:
        folder = page.path.rpartition("/")[0]
        if folder not in sections:
            sections[folder] = []
            nav.append({_title_of_folder(folder): sections[folder]})
        sections[folder].append({page.title: page.path})
    return nav


def place_books(
    nav: Nav, books: Mapping[str, tuple[str, Nav]], titles: Mapping[str, str], other_folders: Mapping[str, tuple[str, Nav]]
) -> Nav:
    """An author's navigation with the pages of each book where the book's folder is named, and at the end where it is not.

    `books`: by folder, the title and the pages of each. `titles`: of pages that the author names without one, since MkDocs does not read
    the title of a page that it uses again. `other_folders`: what is placed only where it is named.
    """
    folders = {**books, **other_folders}
    placed_folders: set[str] = set()

    def place_entries(entries: Nav) -> Nav:
        return [item for entry in entries for item in place_entry(entry)]

    def place_entry(entry: Any) -> Nav:
        title, value = next(iter(entry.items())) if isinstance(entry, dict) and len(entry) == 1 else (None, entry)
        if isinstance(value, list):
            return [{title: place_entries(value)}]
        folder = value.strip("/") if isinstance(value, str) else ""
        if folder not in folders:
            return [{titles[value]: value} if title is None and value in titles else entry]
        placed_folders.add(folder)
        return [{title or folders[folder][0]: place_entries(folders[folder][1])}]

    entries = place_entries(nav)
    return [*entries, *({title: pages} for folder, (title, pages) in books.items() if folder not in placed_folders)]


def _title_of_folder(folder: str) -> str:
    return capitalize(spell_out(folder.replace("/", " "))) if folder else OTHERS


def nav_of_checks(checks: Sequence[Page]) -> Nav:
    """The list of all checks, then a group for each layer."""
    nav: Nav = [{"All checks": checks[0].path}] if checks else []
    for prefix, title in GROUPS:
        some = [{page.title: page.path} for page in checks[1:] if page.title.startswith(prefix)]
        if some:
            nav.append({title: some})
    return nav
