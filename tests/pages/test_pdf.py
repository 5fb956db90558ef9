"""A book as PDF: contents with the right numbers of pages, links that stay within the book, an outline, the colours of paper."""

from __future__ import annotations

import builtins
import io
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from pages.books import campaign
from pages.browser import ARGUMENTS
from rulewright.base.errors import Error
from rulewright.site import book_pdf, build
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.front import front_page

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser


@pytest.fixture
def printed(site_folder: Path, tmp_path: Path, browser: Browser, chromium: str, monkeypatch: pytest.MonkeyPatch) -> PdfReader:
    """The campaign, printed from a copy of its site, as by a build: each time by a browser that has just been started."""

    @contextmanager
    def printer() -> Iterator[Page]:
        started = browser.browser_type.launch(executable_path=chromium, args=ARGUMENTS)
        yield started.new_page(color_scheme="dark", java_script_enabled=False)  # whatever the reader's screen has
        started.close()

    monkeypatch.setattr(book_pdf, "_open_browser_page", printer)
    shutil.copytree(site_folder, tmp_path / "site")
    of = BookOfSite(campaign())
    book_pdf.write_pdfs(tmp_path / "site", [of])
    path = tmp_path / "site" / "campaign" / book_pdf.pdf_name(of)
    once = path.read_bytes()
    book_pdf.write_pdfs(tmp_path / "site", [of])
    assert path.read_bytes() == once, "two runs are the same file"
    assert not (tmp_path / "site" / "campaign" / ".printed.html").exists()
    return PdfReader(path)


def test_a_printed_book(printed: PdfReader) -> None:
    texts = [page.extract_text() for page in printed.pages]
    assert printed.metadata is not None and printed.metadata.title == "The Campaign" and printed.metadata.creation_date is None
    # contents: the chapter is where it says
    assert "Contents" in texts[0] and "8 Movement" in texts[0]
    at = next(number for number, text in enumerate(texts, 1) if number > 1 and "Movement" in text)
    assert f"8 Movement\n{at}" in texts[0] or f"8 Movement {at}" in texts[0].replace("\n", " ")
    assert [text.strip().split("\n")[-1] for text in texts] == [str(number) for number in range(1, len(texts) + 1)], "numbered pages"
    assert "Mud takes 2 3 MP" in "".join(texts).replace("\n", " ")
    # an outline, tags
    titles = [one.title for one in flat(printed.outline)]
    assert "The Campaign" in titles and any("Weather" in title for title in titles)
    root: Any = printed.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"] and "/StructTreeRoot" in root


def flat(outline: Any) -> list[Any]:
    return [inner for one in outline for inner in (flat(one) if isinstance(one, list) else [one])]


def test_links_stay_in_the_book(printed: PdfReader) -> None:
    links: list[Any] = [one.get_object() for page in printed.pages for one in page.get("/Annots", [])]
    assert links and not any("/URI" in (one.get("/A") or {}) for one in links)
    names = {name.lstrip("/") for name in printed.named_destinations}
    aims = {str(one.get("/Dest") or one["/A"]["/D"]).lstrip("/") for one in links}
    assert aims <= names and "case-8.2" in aims


def test_without_the_extra_it_is_said_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def without(name: str, *others: Any, **named: Any) -> Any:
        if name.startswith("playwright"):
            raise ImportError(name)
        return real(name, *others, **named)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(Error, match="the extra `pdf`, which is not installed") as told:
        book_pdf.refuse_without_extra()
    assert told.value.hints == ('install it with `pip install "rulewright[pdf]"`',)


def test_half_a_book_is_printed_again(
    site_folder: Path, tmp_path: Path, browser: Browser, chromium: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine at its limit a browser has left out half of a book once, with no word of it."""
    shutil.copytree(site_folder, tmp_path / "site")
    of, real, runs, short = BookOfSite(campaign()), book_pdf._print_page, list[int](), {2}

    def run(page: Page, folder: Path, html: str) -> bytes:
        runs.append(len(runs) + 1)
        return real(page, folder, html[: len(html) // (2 + runs[-1] % 2)] if runs[-1] in short else html)

    monkeypatch.setattr(book_pdf, "_print_page", run)
    started = browser.browser_type.launch(executable_path=chromium, args=ARGUMENTS)
    try:
        page = started.new_page(color_scheme="light", java_script_enabled=False)
        whole = book_pdf._print_book(page, tmp_path / "site" / "campaign", of)
        assert 4 <= len(runs) <= 5, (
            "the second fell short; the third has its numbers and is not like it, but the next that are like each other"
        )
        assert "case-8.2" in {name.lstrip("/") for name in PdfReader(io.BytesIO(whole)).named_destinations}
        short |= set(range(1, 20))
        runs.clear()
        with pytest.raises(Error, match="printed “The Campaign” differently each time"):
            book_pdf._print_book(page, tmp_path / "site" / "campaign", of)
    finally:
        started.close()


def test_a_build_prints_before_the_site_is_put_in_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(site: Path, books: Any) -> None:
        raise Error("no paper")

    monkeypatch.setattr(build, "write_pdfs", stopped)
    with pytest.raises(Error, match="no paper"):
        build.build_site([campaign()], tmp_path / "out", pdf=True)
    assert not (tmp_path / "out").exists(), "a failed build leaves what was there"


def test_the_front_page_leads_to_the_printed_book_where_there_is_one() -> None:
    def front(has_pdf: bool) -> str:
        of = BookOfSite(campaign(), has_pdf=has_pdf)
        return front_page(of, CaseWriter(of)).markdown

    assert '<a href="campaign.pdf">the whole book (PDF)</a>' in front(has_pdf=True) and ".pdf" not in front(has_pdf=False)
