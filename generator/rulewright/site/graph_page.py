"""The page of the graph: a picture of which cases bear on which, and the same in words for those who cannot see it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from rulewright.graph.picture import picture
from rulewright.site.bearings import Bearing
from rulewright.site.case import CaseWriter
from rulewright.site.escape import Html, el, made_elsewhere, text
from rulewright.site.given import BookOfSite
from rulewright.site.page import Heading, Page, banner, page

MOST = 12


def graph_page(of: BookOfSite, writer: CaseWriter) -> Page:
    return page(f"{of.folder}/graph.md", "How the cases are connected", _parts(of, writer))


def _parts(of: BookOfSite, writer: CaseWriter) -> Iterator[Html | Heading]:
    yield banner(of)
    edges = of.bearings.edges
    if not edges:
        yield el("p", "No case of this book bears on another.")
        return
    yield el(
        "p", "On the left: what decides between cases. On the right: which case refers to which. Every number is a link.", cls="rw-intro"
    )
    drawn = made_elsewhere(picture(of.book, of.graph, lambda number: _href(of, number), styled=False))
    yield el("div", drawn, cls="rw-picture", tabindex="0", role="group", aria_label="Picture of the graph")
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


def _counted(of: BookOfSite, writer: CaseWriter, number: str, many: int) -> Html:
    case = of.view.find(number)
    title = case.title if case is not None and case.title else ""
    return el("li", writer.case_link(number, "graph"), f" {title} ", el("span", f"{many} reference{'s' * (many != 1)}", cls="rw-from"))


def _href(of: BookOfSite, number: str) -> str:
    address = of.addresses.case(number) or of.addresses.reading(number)
    return address.href("graph") if address is not None else "cases.html"
