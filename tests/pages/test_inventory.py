"""The inventory of a book, read by the rules of its format, and held against the pages that were built."""

from __future__ import annotations

import re
import zlib
from html.parser import HTMLParser
from pathlib import Path

from pages.books import CHAPTER, FRONT, campaign
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried.inventory import sphinx_inventory

Entries = dict[tuple[str, str], tuple[str, str]]


def read_inventory(data: bytes) -> tuple[str, str, Entries]:
    """Project, version and entries, (role, name) -> (address, text), as the format has them: `$` stands for the name, `-` for the same text."""
    first, project, version, packed_as, packed = data.split(b"\n", 4)
    assert first == b"# Sphinx inventory version 2"
    assert project.startswith(b"# Project: ") and version.startswith(b"# Version: ") and b"zlib" in packed_as
    entries: Entries = {}
    for line in zlib.decompress(packed).decode().splitlines():
        parts = re.match(r"(.+?)\s+(\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)", line.rstrip())
        assert parts is not None, line
        name, role, _, address, text = parts.groups()
        assert ":" in role and (role, name) not in entries
        entries[role, name] = (address.removesuffix("$") + name if address.endswith("$") else address, name if text == "-" else text)
    return project.decode().removeprefix("# Project: "), version.decode().removeprefix("# Version: "), entries


class Anchors(HTMLParser):
    """The ids of a page."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.feed(page.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids |= {value for name, value in attrs if name == "id" and value}


def test_every_address_leads_to_an_anchor_of_the_built_site(manual_site: Path) -> None:
    books = [path.parent for path in manual_site.glob("*/objects.inv")]
    assert len(books) == 3
    for folder in books:
        *_, entries = read_inventory((folder / "objects.inv").read_bytes())
        pages = {page: Anchors(folder / page).ids for page in {address.partition("#")[0] for address, _ in entries.values()}}
        lost = [
            (name, address) for name, (address, _) in entries.items() if address.partition("#")[2] not in pages[address.partition("#")[0]]
        ]
        assert not lost and len(entries) > 3, folder


def test_cases_terms_and_questions_are_in_it(site_folder: Path) -> None:
    project, version, entries = read_inventory((site_folder / "campaign/objects.inv").read_bytes())
    assert (project, version) == ("The Campaign", "errata")
    assert entries["std:label", "8.2"][0] == "movement.html#case-8.2" and entries["std:label", "8.2"][1].startswith("8.2 ")
    assert entries["std:term", "supply"][0].startswith("glossary.html#term-")
    assert entries["std:label", "allowance(u)"][0].startswith("movement.html#case-8.")
    assert entries["std:label", "Q1"][0] == "movement.html#ruling-Q1"
    assert ("std:label", "8.6") not in entries, "it is deleted"


def test_it_is_the_same_each_time(site_folder: Path) -> None:
    assert sphinx_inventory(BookOfSite(campaign())) == (site_folder / "campaign/objects.inv").read_bytes()


def test_titles_of_any_kind_stay_in_their_line() -> None:
    title = "std:label 1 x # $ \u202e <b>"
    data = sphinx_inventory(BookOfSite(campaign(CHAPTER.replace('case 8.2 "Weather"', f'case 8.2 "{title}"'), FRONT)))
    *_, entries = read_inventory(data)
    address, text = entries["std:label", "8.2"]
    assert address == "movement.html#case-8.2" and text == "8.2 std:label 1 x # $ \ufffd <b>"
