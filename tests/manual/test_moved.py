"""Old addresses of the manual lead on: to a page or a heading that is there, and nothing in the manual links to an old one."""

from __future__ import annotations

import re

import pytest

from rulewright.base.page_sections import manual_sections
from rulewright.base.resources import site_folder
from rulewright.site.output import moved_sections
from rulewright.site.output.moved_sections import add_moved_sections, moved_addresses, moved_pages

THERE = {"index.html", "language/words.html", "writing/cheat-sheet.html"} | {
    address for section in manual_sections() for address in (f"{section.page}.html", section.address)
}
THERE |= {section.address_of(row) for section in manual_sections() for row in section.table_rows()}


def test_every_old_address_leads_to_one_that_is_there() -> None:
    assert set(moved_addresses().values()) - THERE == set()
    assert set(moved_addresses()) & THERE == set()


def test_a_page_that_is_gone_has_an_address_of_its_own() -> None:
    pages = {address.partition("#")[0] for address in moved_addresses()}
    assert pages - {address.partition("#")[0] for address in THERE} == {address for address, _ in moved_pages()}


def test_no_page_links_to_an_old_address() -> None:
    old = re.compile("|".join(re.escape(address.replace(".html", ".md")) + r"(?=\))" for address in moved_addresses()))
    pages = (site_folder() / "pages").rglob("*.md")
    assert [(path.name, match[0]) for path in pages for match in old.finditer(path.read_text("utf-8"))] == []


@pytest.fixture
def two_moved(monkeypatch: pytest.MonkeyPatch) -> None:
    moved = {
        "old/gone.html": "language/rules.html",
        "old/gone.html#a-part": "language/answers.html#exit-status",
        "language/rules.html#old": "language/answers.html",
    }
    monkeypatch.setattr(moved_sections, "moved_addresses", lambda: moved)


@pytest.mark.usefixtures("two_moved")
def test_a_page_that_is_gone_leads_on_by_its_headings() -> None:
    ((address, page),) = moved_pages()
    assert address == "old/gone.html" and 'content="1; url=../language/rules.html"' in page
    assert '"#a-part":"../language/answers.html#exit-status"' in page.replace(": ", ":")


@pytest.mark.usefixtures("two_moved")
def test_a_section_that_is_elsewhere_leads_on_from_its_page() -> None:
    assert add_moved_sections("language/rules.md", "# Rules\n").endswith(
        '<p class="rw-moved" id="old">This is on <a href="answers.html">Answers</a>.</p>'
    )
    assert add_moved_sections("language/answers.md", "# Answers\n") == "# Answers\n"
