"""The page of coverage: of every statement of the source, whether it is placed, executable and exercised, and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from rulewright.rulebook.model import LedgerRow
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.html.escape import Html, el, join, text
from rulewright.site.pages.slips import slips_parts
from rulewright.site.wording.walk import walk
from rulewright.syntax import nodes

BEFORE = "These figures are those of before the last change; the new ones are being worked out."


def coverage_bar(of: BookOfSite) -> Html:
    """Three bars with their figures in words; the words say all that the bars do."""
    covered = of.coverage
    bars = (
        ("placed", covered.placed, covered.statements, "some part of the book carries its tag"),
        ("executable", covered.executable, covered.computable, "a rule or table carries it, of those that can be computed"),
        ("exercised", covered.exercised, covered.computable, "an example fails without it"),
    )
    rows = []
    for name, many, of_all, meaning in bars:
        share = 100 * many / of_all if of_all else 100.0
        fill = el("svg", cls=f"rw-bar-fill rw-bar-{name}", width=f"{share:.1f}%")
        figures = el("span", el("b", f"{many}"), f" of {of_all}", cls="rw-bar-figure")
        rows.append(
            el(
                "div",
                el("span", name.capitalize(), cls="rw-bar-name"),
                el("span", fill, cls="rw-bar", aria_hidden="true"),
                figures,
                el("small", meaning),
                cls="rw-bar-row",
            )
        )
    bars_of = el("div", *rows, cls="rw-bars")
    return bars_of if of.coverage_before is None else join([el("p", BEFORE, cls="rw-from"), bars_of])


def coverage_page(of: BookOfSite, writer: CaseWriter) -> Page:
    return book_page(of, "coverage", "Coverage", _parts(of))


def _parts(of: BookOfSite) -> Iterator[Html | Heading]:
    covered = of.coverage
    yield coverage_bar(of)
    missing = (
        ("Not placed", "not-placed", covered.unplaced, "No part of the book carries these statements yet."),
        ("Placed, not executable", "not-executable", covered.not_executable, "They could be computed; so far they are only in prose."),
        ("Executable, not exercised", "not-exercised", covered.not_exercised, "No example would fail without them."),
    )
    if of.slips is not None:
        yield from slips_parts(of, of.slips)
    rows = {row.item: row for row in of.book.ledger}
    for title, name, items, meaning in missing:
        yield Heading(2, f"{title}: {len(items)}", name)
        yield el("p", meaning if items else "None.")
        if items:
            yield _table([rows[item] for item in items if item in rows], {}, of)
    if of.book.ledger:
        yield Heading(2, "Every statement", "ledger")
        yield from _ledger(of, {*covered.unplaced}, {*covered.not_executable}, {*covered.not_exercised})


def _ledger(of: BookOfSite, unplaced: Collection[str], inert: Collection[str], untried: Collection[str]) -> Iterator[Html | Heading]:
    """The ledger by its sections, with where each statement stands."""
    homes = tag_homes(of)
    sections: dict[str, list[LedgerRow]] = {}
    for row in of.book.ledger:
        sections.setdefault(row.section, []).append(row)
    states = {row.item: _state(row, unplaced, inert, untried) for row in of.book.ledger}
    for section, rows in sections.items():
        tally = Counter(states[row.item] for row in rows)
        shown = ", ".join(f"{many} {state}" for state, many in tally.items())
        summary = el("summary", el("b", section or "Without section"), " ", el("span", shown, cls="rw-from"))
        yield el("details", summary, _table(rows, states, of, homes), cls="rw-ledger")


def _state(row: LedgerRow, unplaced: Collection[str], inert: Collection[str], untried: Collection[str]) -> str:
    if row.item in unplaced:
        return "not placed"
    if row.item in inert:
        return "prose only"
    if row.item in untried:
        return "not exercised"
    return "prose" if row.computable == "no" else "exercised"


def _table(rows: list[LedgerRow], states: dict[str, str], of: BookOfSite, homes: dict[str, list[str]] | None = None) -> Html:
    heads = ["Statement", "Where", "What it says", *(["State"] if states else [])]
    body = []
    for row in rows:
        numbers = (homes or {}).get(row.item, [])
        links = join([_link(of, number) for number in numbers], ", ")
        where = links if numbers == [row.locator] else join([text(row.locator), *([" → ", links] if numbers else [])])
        cells = [el("th", row.item, scope="row"), el("td", where), el("td", row.summary)]
        body.append(el("tr", *cells, el("td", states[row.item]) if states else None))
    head = el("thead", el("tr", *(el("th", one, scope="col") for one in heads)))
    box = el("div", el("table", head, el("tbody", *body)), cls="rw-scroll", tabindex="0", role="group", aria_label="Statements")
    return el("div", box, cls="rw-table rw-refs")


def _link(of: BookOfSite, number: str) -> Html:
    address = of.addresses.case(number)
    return text(of.number(number)) if address is None else el("a", of.number(number), href=address.href("coverage"))


def tag_homes(of: BookOfSite) -> dict[str, list[str]]:
    """Statement -> numbers of the cases that carry its tag, in their own block or in those of their amendments."""
    homes: dict[str, dict[str, None]] = {}
    for case in of.view.every_case():
        for block in (case.origin.block, *(entry.origin.block for entry in case.history)):
            for node in walk(block):
                if isinstance(node, nodes.Tag):
                    homes.setdefault(node.name, {})[case.number] = None
    return {tag: list(numbers) for tag, numbers in homes.items()}
