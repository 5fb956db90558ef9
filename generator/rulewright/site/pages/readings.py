"""The page of all readings: what the text leaves open, the ways to read it, and what each way brings, in every edition."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import ReadingInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import badge, tags_html
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.examples import examples_of_versions
from rulewright.site.case.page import Page, book_page
from rulewright.site.case.versions import Editions, Versions
from rulewright.site.html.escape import Html, el, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.wording.words import as_choice


def readings_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    """Return the page of readings: open ones first, those of earlier editions alone last."""
    return book_page(site_book, "readings", "Readings", _page_parts(site_book, writer))


def _page_parts(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    editions = Editions(site_book)
    if not any(site_book.book.views[name].readings for name in editions.names):
        yield el("p", "Nothing has been found so far that the text leaves open.")
        return
    yield el(
        "p",
        "Where the text is silent or can be read in more than one way, the ways are written down side by side. If they all lead to the "
        "same answer, that is the answer; if not, it says so. The choice in play is the one that players use unless they agree otherwise.",
        cls="rw-intro",
    )
    editions_without = [name for name in editions.names if not site_book.book.views[name].readings]
    if editions_without:
        yield el("p", "No reading is written down for this edition.", cls="rw-note", **editions.marks(editions_without))
    for versions in sorted(_versions_of_readings(site_book, editions), key=lambda item: _state_today(item, site_book.edition)):
        name, title = next((reading.name, reading.title) for reading in versions.of_edition.values())
        address = site_book.addresses.address_of_reading(name)
        assert address is not None, "every reading has an address"
        yield editions.heading(title, address.anchor, versions.of_edition)
        body = [
            versions.versioned_element("p", "rw-meta", lambda reading, _: _reading_meta(reading, writer)),
            versions.versioned_block(
                lambda reading, _: join_html(writer.render_paragraph(paragraph, reading.origin, "readings") for paragraph in reading.text)
            ),
            writer.choices_html(versions, "readings"),
            examples_of_versions(site_book, versions),
        ]
        yield el("div", *body, cls="rw-reading-body", **editions.marks(versions.of_edition))


def _versions_of_readings(site_book: BookOfSite, editions: Editions) -> list[Versions[ReadingInForce]]:
    """Return the readings with the editions that have them, in the order of the edition in force."""
    readings: dict[str, dict[str, ReadingInForce]] = {}
    for edition in editions.names:
        for reading in site_book.book.views[edition].readings.values():
            readings.setdefault(reading.name, {})[edition] = reading
    return [Versions(site_book.edition, of_edition) for of_edition in readings.values()]


def _state_today(versions: Versions[ReadingInForce], now: str) -> int:
    """Open, settled, or not there today."""
    reading = versions.of_edition.get(now)
    return 2 if reading is None else int(reading.settled_as is not None)


def _reading_meta(reading: ReadingInForce, writer: CaseWriter) -> Html:
    """Render the state of a reading, its name, and the cases that it is on."""
    state = badge(f"settled {as_choice(reading.settled_as)}", "settled") if reading.settled_as else badge("open", "open")
    case_links = join_html([writer.case_link(case_ref.number, "readings") for case_ref in reading.cases], ", ")
    return join_html([state, " ", el("code", reading.name), " on ", case_links, tags_html(reading.origin.block.tags)])
