"""The navigation: a section a rulebook, the manual, the checks. Its last level are chapters; cases are in a page's table of contents."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.page import Page
from rulewright.site.html.addresses import RULE
from rulewright.site.html.escape import clean_line
from rulewright.site.pages.check_pages import GROUPS
from rulewright.site.wording.words import capitalize, spell_out

Nav = list[dict[str, Any]]


def build_navigation(
    books: Iterable[BookOfSite], pages: Mapping[str, Sequence[Page]], manual: Sequence[Page], checks: Sequence[Page]
) -> Nav:
    """Build the navigation for MkDocs: a list of {title: path or list}. Titles are plain text; the theme escapes them."""
    nav: Nav = [{"Start": "index.md"}]
    for site_book in books:
        nav.append({clean_line(site_book.title): _of_book(site_book, pages[site_book.folder])})
    folders: dict[str, list[Page]] = {}
    for page in manual:
        folders.setdefault(page.path.rpartition("/")[0], []).append(page)
    for folder, some in folders.items():
        if folder:
            nav.append({capitalize(spell_out(folder.replace("/", " "))): [{page.title: page.path} for page in some]})
    nav.append({"Checks": _of_checks(checks)})
    return nav


def _of_checks(checks: Sequence[Page]) -> Nav:
    """The list of all checks, then a group for each layer."""
    nav: Nav = [{"All checks": checks[0].path}] if checks else []
    for prefix, title in GROUPS:
        some = [{page.title: page.path} for page in checks[1:] if page.title.startswith(prefix)]
        if some:
            nav.append({title: some})
    return nav


def _of_book(site_book: BookOfSite, pages: Sequence[Page]) -> Nav:
    chapter_names = set(site_book.addresses.chapters.values())
    front, chapters, pages_about = [], [], []
    for page in pages:
        name = page.path.rpartition("/")[2].removesuffix(".md")
        if name == RULE:
            continue  # nobody reads it: it leads on
        if name == "index":
            front.append({"Overview": page.path})
        elif name in chapter_names:
            chapters.append({page.title: page.path})
        else:
            pages_about.append({page.title: page.path})
    return [*front, *([{"Chapters": chapters}] if chapters else []), {"Across the book": pages_about}]
