"""The page of coverage: of every statement of the source, whether it is placed, executable and exercised, and what is missing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping

from rulewright.rulebook.model import LedgerRow
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.pages.slips import count_slips
from rulewright.syntax import nodes
from rulewright.syntax.traversal import walk_nodes

_MISSING = (
    ("Not placed", "not-placed", "unplaced", "No part of the book carries these statements yet."),
    ("Placed, not executable", "not-executable", "not_executable", "They could be computed; so far they are only in prose."),
    ("Executable, not exercised", "not-exercised", "not_exercised", "No example would fail without them."),
    ("Words alone", "words-alone", "words_only", "They change words and no rule, so that no example can need them."),
)


def has_coverage(site_book: BookOfSite) -> bool:
    """True for a book with statements of its sources, or with slips that were tried."""
    return bool(site_book.book.ledger or site_book.slips is not None)


def coverage_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """None where there is nothing to be covered."""
    if not has_coverage(site_book):
        return None
    covered, ledger = site_book.coverage, site_book.book.ledger
    rows = {row.item: row for row in ledger}
    items_missing = [(title, anchor, getattr(covered, name), meaning) for title, anchor, name, meaning in _MISSING]
    states = {row.item: _row_state(row, *(set(items) for _, _, items, _ in items_missing)) for row in ledger}
    return rendered_page(
        site_book,
        writer,
        "coverage",
        "Coverage",
        covered=covered,
        is_stale=site_book.coverage_before is not None,
        slips=count_slips(site_book.slips) if site_book.slips is not None else None,
        missing=[
            (title, anchor, len(items), meaning, [rows[item] for item in items if item in rows])
            for title, anchor, items, meaning in items_missing
        ],
        sections=list(_ledger_sections(ledger, states)),
        states=states,
        homes=tag_homes(site_book),
    )


def _ledger_sections(ledger: Iterable[LedgerRow], states: Mapping[str, str]) -> Iterator[tuple[str, str, list[LedgerRow]]]:
    """Yield (section, how many of its rows are in each state, its rows)."""
    sections: dict[str, list[LedgerRow]] = {}
    for row in ledger:
        sections.setdefault(row.section, []).append(row)
    for section, rows in sections.items():
        yield section, ", ".join(f"{number} {state}" for state, number in Counter(states[row.item] for row in rows).items()), rows


def _row_state(
    row: LedgerRow, unplaced: Collection[str], inert: Collection[str], untried: Collection[str], words_only: Collection[str]
) -> str:
    if row.item in unplaced:
        return "not placed"
    if row.item in inert:
        return "prose only"
    if row.item in untried:
        return "not exercised"
    if row.item in words_only:
        return "words alone"
    return "prose" if row.computable == "no" else "exercised"


def tag_homes(site_book: BookOfSite) -> dict[str, list[str]]:
    """Statement -> numbers of the cases that carry its tag, in their own block or in those of their amendments."""
    homes: dict[str, dict[str, None]] = {}
    for case in site_book.view.all_cases():
        for block in (case.origin.block, *(entry.origin.block for entry in case.history)):
            for node in walk_nodes(block):
                if isinstance(node, nodes.Tag):
                    homes.setdefault(node.name, {})[case.number] = None
    return {tag: list(numbers) for tag, numbers in homes.items()}
