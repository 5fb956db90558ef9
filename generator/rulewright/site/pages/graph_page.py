"""The page of the graph: a picture of which cases bear on which, to move and enlarge, and the same in words for those who cannot see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import TypeAlias

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.bearings import Bearing
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.escape import anchor_id, trusted_html
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.pages.graph_picture import LEGEND, picture

MAX_LISTED = 12
Connections: TypeAlias = Sequence[tuple[str, Sequence[str]]]
"""What a case has to do with others, in words, and the numbers of these."""


def place_of(number: str) -> str:
    """The id of a case in the picture: its address leads to the case among its neighbours."""
    return anchor_id("of", number)


def graph_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where no case has to do with another in any edition."""
    if not any(site_book.bearings_in(edition).edges for edition in site_book.book.editions):
        return None
    edges = site_book.bearings.edges
    drawn = ""
    if edges:
        drawn = picture(site_book.book, site_book.graph, lambda number: _href_of_case(site_book, number), place_of, styled=False)
    counted = Counter(edge.target for edge in edges if edge.bearing is Bearing.REFERS).most_common(MAX_LISTED)
    return rendered_page(
        site_book,
        writer,
        "graph",
        "How the cases are connected",
        picture=trusted_html(drawn),
        legend=LEGEND,
        strong=[edge for edge in edges if edge.bearing in (Bearing.OVERRIDES, Bearing.SETS_ASIDE)],
        most=[(number, site_book.view.find_case(number), count) for number, count in counted],
        chapters=_connections_by_chapter(site_book),
    )


def _connections_by_chapter(site_book: BookOfSite) -> Iterator[tuple[str, list[tuple[CaseInForce, Connections]]]]:
    """Yield the title of each chapter with its cases and what each is connected with."""
    cases: dict[str, list[tuple[CaseInForce, Connections]]] = {stem: [] for stem in site_book.addresses.chapters}
    for case in site_book.cases:
        if connections := list(site_book.bearings.bearings_on(case.number)):
            cases[case.chapter].append((case, connections))
    for stem, connected in cases.items():
        if connected:
            yield " ".join(filter(None, chapter_title(site_book, stem))), connected


def _href_of_case(site_book: BookOfSite, number: str) -> str:
    address = site_book.addresses.address_of_case(number) or site_book.addresses.address_of_reading(number)
    return address.href_from("graph") if address is not None else "cases.html"
