"""Sections of the manual that moved: an old address leads on. `site/moved.csv` has the old addresses on the site, each with the new one."""

from __future__ import annotations

import csv
from collections.abc import Iterator, Mapping
from functools import cache
from posixpath import dirname, relpath

from rulewright.base.resources import site_folder
from rulewright.site.html.escape import script_data
from rulewright.site.output.own_pages import page_from

_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="1; url={address}">
<title>{title}</title>
<script>location.replace({sections}[location.hash] || {quoted})</script>
<p>This is on <a href="{address}">{title}</a>.
</html>
"""


@cache
def moved_addresses() -> Mapping[str, str]:
    """Return the new address of each old one, both of a page or of a heading on it (`language/tour.html#one-case`)."""
    with (site_folder() / "moved.csv").open(encoding="utf-8") as file:
        return {row["old"]: row["new"] for row in csv.DictReader(file)}


def moved_pages() -> Iterator[tuple[str, str]]:
    """Yield the address of each page that is gone, and a page in its place that leads on, by the heading that was asked for."""
    for old, new in moved_addresses().items():
        if "#" not in old:
            sections = {f"#{anchor}": _link_to(old, section) for anchor, section in _moved_sections(old)}
            address = _link_to(old, new)
            values = {
                "sections": script_data(sections),
                "quoted": script_data(address),
                "address": address,
                "title": _page_titles()[_page_of(new)],
            }
            yield old, _PAGE.format(**values)


def add_moved_sections(path: str, markdown: str) -> str:
    """Return a page with a line for each of its sections that is elsewhere, which shows when its old address is asked for."""
    page = path.replace(".md", ".html")
    lines = [
        f'\n\n<p class="rw-moved" id="{anchor}">This is on <a href="{_link_to(page, new)}">{_page_titles()[_page_of(new)]}</a>.</p>'
        for anchor, new in _moved_sections(page)
    ]
    return markdown + "".join(lines)


def _moved_sections(page: str) -> Iterator[tuple[str, str]]:
    for old, new in moved_addresses().items():
        if old.startswith(f"{page}#"):
            yield old.partition("#")[2], new


def _link_to(page: str, address: str) -> str:
    return relpath(address, dirname(page))


def _page_of(address: str) -> str:
    return address.partition("#")[0]


@cache
def _page_titles() -> Mapping[str, str]:
    folder = site_folder() / "pages"
    paths = {path: path.relative_to(folder).with_suffix(".html").as_posix() for path in folder.rglob("*.md")}
    return {address: page_from(address, path.read_text("utf-8")).title for path, address in paths.items()}
