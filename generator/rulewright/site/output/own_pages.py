"""An author's own pages and files beside the sources of a rulebook: which of them are published, their titles and their order."""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from pathlib import Path

from rulewright.site.case.page import Page
from rulewright.site.html.escape import clean_line
from rulewright.site.wording.words import capitalize, spell_out

PUBLISHED = frozenset({".md", ".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".avif", ".ico", ".css", ".js", ".woff", ".woff2"})
"""The files beside a rulebook's sources that are published: pages, and what pages show and load."""
NOT_PUBLISHED = frozenset({"readme.md", "changelog.md", "contributing.md", "license.md", "licence.md"})
"""Pages for who works on a rulebook, not for who plays by it; one that the navigation names is published."""
_LEFT_OUT = frozenset({"build", "site", "node_modules", "dist", "venv"})
_FRONT_MATTER = re.compile(r"\A---\n(.*?)^---$", re.MULTILINE | re.DOTALL)
_META_TITLE = re.compile(r"^title: *(.+)$", re.MULTILINE)
_TITLE = re.compile(r"^# +(.+)$", re.MULTILINE)
_MARKUP = re.compile(r"[*`]|\s*\{[^{}]*\}\s*$")


def published_files(folder: Path, left_out: Collection[Path], pages_of_nav: Collection[str]) -> Iterator[str]:
    """Yield the paths below a folder of what is published of it. `left_out`: folders that are not looked into; `pages_of_nav`: pages that
    the navigation names."""
    for parent, folders, names in os.walk(folder):
        folders[:] = sorted(
            name
            for name in folders
            if not name.startswith((".", "_")) and name not in _LEFT_OUT and Path(parent, name).resolve() not in left_out
        )
        for name in sorted(names):
            path = Path(parent, name).relative_to(folder).as_posix()
            is_for_authors = name.lower() in NOT_PUBLISHED and path not in pages_of_nav
            if Path(name).suffix.lower() in PUBLISHED and not name.startswith(".") and not is_for_authors:
                yield path


def named_in(nav: object) -> Iterator[str]:
    """Yield the pages that a navigation names."""
    if isinstance(nav, str):
        yield nav
    elif isinstance(nav, Mapping):
        for value in nav.values():
            yield from named_in(value)
    elif isinstance(nav, list):
        for value in nav:
            yield from named_in(value)


def page_from(path: str, markdown: str) -> Page:
    """A page with the title that its head or its first heading gives it, else with the name of its file."""
    head = _FRONT_MATTER.match(markdown)
    if head and (title := _META_TITLE.search(head[1])) is not None:
        return Page(path, clean_line(title[1].strip().strip("\"'")), markdown)
    if (title := _TITLE.search(markdown)) is not None:
        return Page(path, clean_line(_MARKUP.sub("", title[1])), markdown)
    return Page(path, capitalize(spell_out(Path(path).stem.replace("-", " "))), markdown)


def in_order(pages: Iterable[Page]) -> list[Page]:
    """Pages in the order of reading: by folder, its `index.md` first, then by name."""

    def sort_key(page: Page) -> tuple[str, bool, str]:
        folder, _, name = page.path.rpartition("/")
        return folder, name != "index.md", name.removesuffix(".md")

    return sorted(pages, key=sort_key)
