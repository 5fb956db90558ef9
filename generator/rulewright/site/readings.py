"""The page of all readings: what the text leaves open, the ways to read it, and what each way brings."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.site.badges import badge, tags_html
from rulewright.site.case import CaseWriter
from rulewright.site.escape import Html, el, join
from rulewright.site.examples import examples_html
from rulewright.site.given import BookOfSite
from rulewright.site.page import Heading, Page, book_page
from rulewright.site.words import worded


def readings_page(of: BookOfSite, writer: CaseWriter) -> Page:
    """Every reading of the edition, open ones first."""
    return book_page(of, "readings", "Readings", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    readings = sorted(of.view.readings.values(), key=lambda one: one.settled_as is not None)
    if not readings:
        yield el("p", "Nothing has been found so far that the text leaves open.")
        return
    yield el(
        "p",
        "Where the text is silent or can be read in more than one way, the ways are written down side by side. If they all lead to the "
        "same answer, that is the answer; if not, it says so. The choice in play is the one that players use unless they agree otherwise.",
        cls="rw-intro",
    )
    for reading in readings:
        address = of.addresses.reading(reading.name)
        assert address is not None, "every reading in the view has an address"
        yield Heading(2, reading.title, address.anchor)
        state = f"settled as {worded(reading.settled_as)}" if reading.settled_as else "open"
        on = join([writer.case_link(one.number, "readings") for one in reading.on], ", ")
        tags = tags_html(reading.origin.block.tags)
        yield el(
            "p", badge(state, "settled" if reading.settled_as else "open"), " ", el("code", reading.name), " on ", on, tags, cls="rw-meta"
        )
        text = [writer.paragraph(one, reading.origin, "readings") for one in reading.text]
        parts = [*text, writer.choices(reading, "readings", brief=False), examples_html(of, reading.examples)]
        yield el("div", *parts, cls="rw-reading-body")
