"""The page of the graph: a picture of which cases bear on which, to move and enlarge, and the same in words for those who cannot see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.bearings import Bearing
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.html.escape import EMPTY, Html, anchor_id, el, escape_text, join_html, trusted_html
from rulewright.site.html.templates import Heading
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.pages.graph_picture import LEGEND, picture

MAX_LISTED = 12
KEYS = "Picture of the graph. The arrow keys move it, plus and minus make it larger and smaller, 0 shows it as at first."


def place_of(number: str) -> str:
    """The id of a case in the picture: its address leads to the case among its neighbours."""
    return anchor_id("of", number)


def graph_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    return book_page(site_book, "graph", "How the cases are connected", _page_parts(site_book, writer))


def _page_parts(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    edges = site_book.bearings.edges
    if not edges:
        yield el("p", "No case of this book bears on another.")
        return
    yield el("p", "Which case refers to which, and what decides between them. Every number is a link.", cls="rw-intro")
    drawn = trusted_html(picture(site_book.book, site_book.graph, lambda number: _href_of_case(site_book, number), place_of, styled=False))
    yield el("ul", *(el("li", _arrow_svg(kind), words) for kind, words in LEGEND), cls="rw-graph-legend")
    yield el("div", drawn, cls="rw-picture", tabindex="0", role="group", aria_label=KEYS, data_rw_graph=True)
    strong = [edge for edge in edges if edge.bearing in (Bearing.OVERRIDES, Bearing.SETS_ASIDE)]
    yield Heading(2, f"What goes before what: {len(strong)}", "precedence")
    lines = [
        el("li", writer.case_link(edge.source, "graph"), escape_text(f" {edge.bearing.value} "), writer.case_link(edge.target, "graph"))
        for edge in strong
    ]
    yield el("ul", *lines, cls="rw-columns") if lines else el("p", "No case overrides another.")
    yield Heading(2, "Most referred to", "most")
    counted = Counter(edge.target for edge in edges if edge.bearing is Bearing.REFERS).most_common(MAX_LISTED)
    yield el("ol", *(_count_item(site_book, writer, number, count) for number, count in counted))
    yield Heading(2, "Case by case", "cases")
    yield from _case_by_case(site_book, writer)


def _arrow_svg(kind: str) -> Html:
    """A piece of an arc of a kind, for the legend."""
    line = el("path", d="M0 6h22", cls=kind)
    return el("svg", line, el("path", d="M20 2l8 4-8 4z", cls=f"m-{kind}"), viewBox="0 0 28 12", cls="rw-graph", aria_hidden="true")


def _case_by_case(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Html]:
    """Yield the connections of each case in words, a fold for each chapter."""
    for stem in site_book.addresses.chapters:
        cases = [case for case in site_book.cases if case.chapter == stem]
        lines = [line for case in cases if (line := _connections(site_book, writer, case))]
        if lines:
            yield el(
                "details", el("summary", " ".join(filter(None, chapter_title(site_book, stem)))), el("ul", *lines), cls="rw-fold rw-refs"
            )


def _connections(site_book: BookOfSite, writer: CaseWriter, case: CaseInForce) -> Html:
    connections = [
        join_html([escape_text(f"{words} "), join_html([writer.case_link(number, "graph", None) for number in numbers], ", ")])
        for words, numbers in site_book.bearings.bearings_on(case.number)
    ]
    return (
        el("li", writer.case_link(case.number, "graph", None), f" {case.title or ''}: ", join_html(connections, "; "))
        if connections
        else EMPTY
    )


def _count_item(site_book: BookOfSite, writer: CaseWriter, number: str, count: int) -> Html:
    case = site_book.view.find_case(number)
    title = case.title if case is not None and case.title else ""
    return el("li", writer.case_link(number, "graph"), f" {title} ", el("span", f"{count} reference{'s' * (count != 1)}", cls="rw-from"))


def _href_of_case(site_book: BookOfSite, number: str) -> str:
    address = site_book.addresses.address_of_case(number) or site_book.addresses.address_of_reading(number)
    return address.href_from("graph") if address is not None else "cases.html"
