"""The page of all readings: what the text leaves open, the ways to read it, and what each way brings, in every edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rulewright.rulebook.model import ReadingInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.case.versions import Editions, Versioned, Versions
from rulewright.site.html.escape import Html
from rulewright.site.wording.words import as_choice


@dataclass(frozen=True, slots=True)
class _ShownReading:
    """A reading with its state and text in each version, its choices and its examples; `editions`: those that have it."""

    title: str
    anchor: str
    editions: Mapping[str, ReadingInForce]
    states: list[Versioned[Html]]
    text: list[Versioned[Html]]
    parts: list[Html]


def readings_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """Return the page of readings: open ones first, those of earlier editions alone last; None where no edition has any."""
    if not any(view.readings for view in site_book.book.views.values()):
        return None
    editions = Editions(site_book)
    versions_of_readings = sorted(_versions_of_readings(site_book, editions), key=lambda item: _state_today(item, site_book.edition))
    return rendered_page(
        site_book,
        writer,
        "readings",
        "Readings",
        editions=editions,
        editions_without=[name for name in editions.names if not site_book.book.views[name].readings],
        readings=[_show_reading(site_book, writer, versions) for versions in versions_of_readings],
    )


def _show_reading(site_book: BookOfSite, writer: CaseWriter, versions: Versions[ReadingInForce]) -> _ShownReading:
    name, title = next((reading.name, reading.title) for reading in versions.of_edition.values())
    address = site_book.addresses.address_of_reading(name)
    assert address is not None, "every reading has an address"

    def render_meta(reading: ReadingInForce, _: str) -> Html:
        state = as_choice(reading.settled_as) if reading.settled_as else ""
        return site_book.templates.render_html("parts/reading_meta.html", writer=writer, reading=reading, state=state)

    def render_text(reading: ReadingInForce, _: str) -> Html:
        return Html("".join(writer.render_paragraph(paragraph, reading.origin, "readings") for paragraph in reading.text))

    return _ShownReading(
        title,
        address.anchor,
        versions.of_edition,
        versions.by_edition(render_meta),
        versions.by_edition(render_text),
        [writer.choices_html(versions, "readings"), writer.examples_html(versions)],
    )


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
