"""The page of coverage: of every statement of the source, whether it is placed, executable and exercised, and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from rulewright.rulebook.model import LedgerRow
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, book_page
from rulewright.site.html.escape import Html, el, escape_text, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.pages.slips import slips_parts
from rulewright.syntax import nodes
from rulewright.syntax.traversal import walk_nodes

STALE_NOTE = "These figures are those of before the last change; the new ones are being worked out."


def coverage_bar(site_book: BookOfSite) -> Html:
    """Three bars with their figures in words; the words say all that the bars do."""
    covered = site_book.coverage
    bars = (
        ("placed", covered.placed, covered.statements, "some part of the book carries its tag"),
        ("executable", covered.executable, covered.computable, "a rule or table carries it, of those that can be computed"),
        ("exercised", covered.exercised, covered.computable, "an example fails without it"),
    )
    rows = []
    for name, number, of_all, meaning in bars:
        share = 100 * number / of_all if of_all else 100.0
        fill = el("svg", cls=f"rw-bar-fill rw-bar-{name}", width=f"{share:.1f}%")
        figures = el("span", el("b", f"{number}"), f" of {of_all}", cls="rw-bar-figure")
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
    return bars_of if site_book.coverage_before is None else join_html([el("p", STALE_NOTE, cls="rw-from"), bars_of])


def coverage_page(site_book: BookOfSite, writer: CaseWriter) -> Page:
    return book_page(site_book, "coverage", "Coverage", _page_parts(site_book))


def _page_parts(site_book: BookOfSite) -> Iterator[Html | Heading]:
    covered = site_book.coverage
    yield coverage_bar(site_book)
    missing = (
        ("Not placed", "not-placed", covered.unplaced, "No part of the book carries these statements yet."),
        ("Placed, not executable", "not-executable", covered.not_executable, "They could be computed; so far they are only in prose."),
        ("Executable, not exercised", "not-exercised", covered.not_exercised, "No example would fail without them."),
    )
    if site_book.slips is not None:
        yield from slips_parts(site_book, site_book.slips)
    rows = {row.item: row for row in site_book.book.ledger}
    for title, name, items, meaning in missing:
        yield Heading(2, f"{title}: {len(items)}", name)
        yield el("p", meaning if items else "None.")
        if items:
            yield _ledger_table([rows[item] for item in items if item in rows], {}, site_book)
    if site_book.book.ledger:
        yield Heading(2, "Every statement", "ledger")
        yield from _ledger_parts(site_book, {*covered.unplaced}, {*covered.not_executable}, {*covered.not_exercised})


def _ledger_parts(
    site_book: BookOfSite, unplaced: Collection[str], inert: Collection[str], untried: Collection[str]
) -> Iterator[Html | Heading]:
    """The ledger by its sections, with where each statement stands."""
    homes = tag_homes(site_book)
    sections: dict[str, list[LedgerRow]] = {}
    for row in site_book.book.ledger:
        sections.setdefault(row.section, []).append(row)
    states = {row.item: _row_state(row, unplaced, inert, untried) for row in site_book.book.ledger}
    for section, rows in sections.items():
        tally = Counter(states[row.item] for row in rows)
        counts = ", ".join(f"{number} {state}" for state, number in tally.items())
        summary = el("summary", el("b", section or "Without section"), " ", el("span", counts, cls="rw-from"))
        yield el("details", summary, _ledger_table(rows, states, site_book, homes), cls="rw-ledger")


def _row_state(row: LedgerRow, unplaced: Collection[str], inert: Collection[str], untried: Collection[str]) -> str:
    if row.item in unplaced:
        return "not placed"
    if row.item in inert:
        return "prose only"
    if row.item in untried:
        return "not exercised"
    return "prose" if row.computable == "no" else "exercised"


def _ledger_table(rows: list[LedgerRow], states: dict[str, str], site_book: BookOfSite, homes: dict[str, list[str]] | None = None) -> Html:
    heads = ["Statement", "Where", "What it says", *(["State"] if states else [])]
    body = []
    for row in rows:
        numbers = (homes or {}).get(row.item, [])
        links = join_html([_case_link(site_book, number) for number in numbers], ", ")
        place = links if numbers == [row.locator] else join_html([escape_text(row.locator), *([" → ", links] if numbers else [])])
        cells = [el("th", row.item, scope="row"), el("td", place), el("td", row.summary)]
        body.append(el("tr", *cells, el("td", states[row.item]) if states else None))
    head = el("thead", el("tr", *(el("th", heading, scope="col") for heading in heads)))
    box = el("div", el("table", head, el("tbody", *body)), cls="rw-scroll", tabindex="0", role="group", aria_label="Statements")
    return el("div", box, cls="rw-table rw-refs")


def _case_link(site_book: BookOfSite, number: str) -> Html:
    address = site_book.addresses.address_of_case(number)
    return (
        escape_text(site_book.printed_number(number))
        if address is None
        else el("a", site_book.printed_number(number), href=address.href_from("coverage"))
    )


def tag_homes(site_book: BookOfSite) -> dict[str, list[str]]:
    """Statement -> numbers of the cases that carry its tag, in their own block or in those of their amendments."""
    homes: dict[str, dict[str, None]] = {}
    for case in site_book.view.all_cases():
        for block in (case.origin.block, *(entry.origin.block for entry in case.history)):
            for node in walk_nodes(block):
                if isinstance(node, nodes.Tag):
                    homes.setdefault(node.name, {})[case.number] = None
    return {tag: list(numbers) for tag, numbers in homes.items()}
