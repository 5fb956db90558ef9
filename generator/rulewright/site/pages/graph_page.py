"""The page of the graph: a picture of which cases bear on which, to move and enlarge, and the same in words for those who cannot see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.bearings import Bearing
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.html.escape import EMPTY, Html, anchor, el, join, made_elsewhere, text
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.pages.graph_picture import LEGEND, picture

MOST = 12
KEYS = "Picture of the graph. The arrow keys move it, plus and minus make it larger and smaller, 0 shows it as at first."


def place_of(number: str) -> str:
    """The id of a case in the picture: its address leads to the case among its neighbours."""
    return anchor("of", number)


def graph_page(of: BookOfSite, writer: CaseWriter) -> Page:
    return book_page(of, "graph", "How the cases are connected", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    edges = of.bearings.edges
    if not edges:
        yield el("p", "No case of this book bears on another.")
        return
    yield el("p", "Which case refers to which, and what decides between them. Every number is a link.", cls="rw-intro")
    drawn = made_elsewhere(picture(of.book, of.graph, lambda number: _href(of, number), place_of, styled=False))
    yield el("ul", *(el("li", _arrow(kind), words) for kind, words in LEGEND), cls="rw-graph-legend")
    yield el("div", drawn, cls="rw-picture", tabindex="0", role="group", aria_label=KEYS, data_rw_graph=True)
    strong = [edge for edge in edges if edge.bearing in (Bearing.OVERRIDES, Bearing.SETS_ASIDE)]
    yield Heading(2, f"What goes before what: {len(strong)}", "precedence")
    lines = [
        el("li", writer.case_link(edge.source, "graph"), text(f" {edge.bearing.value} "), writer.case_link(edge.target, "graph"))
        for edge in strong
    ]
    yield el("ul", *lines, cls="rw-columns") if lines else el("p", "No case overrides another.")
    yield Heading(2, "Most referred to", "most")
    counted = Counter(edge.target for edge in edges if edge.bearing is Bearing.REFERS).most_common(MOST)
    yield el("ol", *(_counted(of, writer, number, many) for number, many in counted))
    yield Heading(2, "Case by case", "cases")
    yield from _case_by_case(of, writer)


def _arrow(kind: str) -> Html:
    """A piece of an arc of a kind, for the legend."""
    line = el("path", d="M0 6h22", cls=kind)
    return el("svg", line, el("path", d="M20 2l8 4-8 4z", cls=f"m-{kind}"), viewBox="0 0 28 12", cls="rw-graph", aria_hidden="true")


def _case_by_case(of: BookOfSite, writer: CaseWriter) -> Iterator[Html]:
    """Each case with all that it is connected with, a fold for each chapter: what the picture shows, in words."""
    for stem in of.addresses.chapters:
        cases = [one for one in of.cases if one.chapter == stem]
        lines = [line for case in cases if (line := _connected(of, writer, case))]
        if lines:
            yield el("details", el("summary", " ".join(filter(None, chapter_title(of, stem)))), el("ul", *lines), cls="rw-fold rw-refs")


def _connected(of: BookOfSite, writer: CaseWriter, case: CaseInForce) -> Html:
    said = [
        join([text(f"{words} "), join([writer.case_link(number, "graph", None) for number in numbers], ", ")])
        for words, numbers in of.bearings.of(case.number)
    ]
    return el("li", writer.case_link(case.number, "graph", None), f" {case.title or ''}: ", join(said, "; ")) if said else EMPTY


def _counted(of: BookOfSite, writer: CaseWriter, number: str, many: int) -> Html:
    case = of.view.find(number)
    title = case.title if case is not None and case.title else ""
    return el("li", writer.case_link(number, "graph"), f" {title} ", el("span", f"{many} reference{'s' * (many != 1)}", cls="rw-from"))


def _href(of: BookOfSite, number: str) -> str:
    address = of.addresses.case(number) or of.addresses.reading(number)
    return address.href("graph") if address is not None else "cases.html"
