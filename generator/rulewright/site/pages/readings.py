"""The page of all readings: what the text leaves open, the ways to read it, and what each way brings, in every edition."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import ReadingInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import badge, tags_html
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.examples import examples_of_versions
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.case.versions import Editions, Versions
from rulewright.site.html.escape import Html, el, join
from rulewright.site.wording.words import as_choice


def readings_page(of: BookOfSite, writer: CaseWriter) -> Page:
    """Every reading, open ones first, those of earlier editions alone last."""
    return book_page(of, "readings", "Readings", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    editions = Editions(of)
    if not any(of.book.views[name].readings for name in editions.names):
        yield el("p", "Nothing has been found so far that the text leaves open.")
        return
    yield el(
        "p",
        "Where the text is silent or can be read in more than one way, the ways are written down side by side. If they all lead to the "
        "same answer, that is the answer; if not, it says so. The choice in play is the one that players use unless they agree otherwise.",
        cls="rw-intro",
    )
    without = [name for name in editions.names if not of.book.views[name].readings]
    if without:
        yield el("p", "No reading is written down for this edition.", cls="rw-note", **editions.marks(without))
    for versions in sorted(_readings(of, editions), key=lambda one: _state_today(one, of.edition)):
        name, title = next((one.name, one.title) for one in versions.of_edition.values())
        address = of.addresses.reading(name)
        assert address is not None, "every reading has an address"
        yield editions.heading(title, address.anchor, versions.of_edition)
        body = [
            versions.element("p", "rw-meta", lambda reading, _: _meta(reading, writer)),
            versions.block(lambda reading, _: join(writer.paragraph(one, reading.origin, "readings") for one in reading.text)),
            writer.choices(versions, "readings"),
            examples_of_versions(of, versions),
        ]
        yield el("div", *body, cls="rw-reading-body", **editions.marks(versions.of_edition))


def _readings(of: BookOfSite, editions: Editions) -> list[Versions[ReadingInForce]]:
    """Each reading in the editions that have it, in the order of the one in force."""
    found: dict[str, dict[str, ReadingInForce]] = {}
    for edition in editions.names:
        for reading in of.book.views[edition].readings.values():
            found.setdefault(reading.name, {})[edition] = reading
    return [Versions(of.edition, of_edition) for of_edition in found.values()]


def _state_today(versions: Versions[ReadingInForce], now: str) -> int:
    """Open, settled, or not there today."""
    reading = versions.of_edition.get(now)
    return 2 if reading is None else int(reading.settled_as is not None)


def _meta(reading: ReadingInForce, writer: CaseWriter) -> Html:
    """Whether it is open, its name, and the cases that it is on."""
    state = badge(f"settled {as_choice(reading.settled_as)}", "settled") if reading.settled_as else badge("open", "open")
    on = join([writer.case_link(one.number, "readings") for one in reading.on], ", ")
    return join([state, " ", el("code", reading.name), " on ", on, tags_html(reading.origin.block.tags)])
