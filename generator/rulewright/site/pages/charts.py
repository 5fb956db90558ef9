"""The page of the charts: order of play, tables and modifiers in force. On paper it is a card: one side of A4.

Nobody can measure a page of paper before it is printed, so lines are estimated, and a little room is kept. What does not fit stays on the
screen, and the card names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import ceil

from rulewright.base.keywords import Verb
from rulewright.rulebook.model import Provision
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.folds import count_text
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.addresses import CHARTS
from rulewright.site.html.escape import Html
from rulewright.site.pages.play import step_title
from rulewright.site.pages.turn_steps import turn_of, verbs_of
from rulewright.site.wording.tables import TableShown, table_shown
from rulewright.syntax import nodes

LINES = 270
"""The lines of the card: three columns of 90, of which some stay free."""
LETTERS = 50
"""The letters of a line."""
SHARE_OF_TABLES = 0.7
"""What tables may take of the card where there are modifiers too."""
MAX_NAMED = 12
"""So much that did not fit is named; the rest is counted."""
_MODIFIES = frozenset((Verb.ADD, Verb.TAKE, Verb.MULTIPLY))


@dataclass(frozen=True, slots=True)
class _Chart:
    """A part of the page: steps, a table, or the modifiers of a case; `name` is what the card calls it if it has no room for it."""

    name: str
    link: Html | None
    title: str
    lines: float
    steps: tuple[Html, ...] = ()
    table: TableShown | None = None
    modifiers: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class _Group:
    """Charts of one kind, each with whether it is on the card."""

    title: str
    anchor: str
    charts: list[tuple[_Chart, bool]]


def has_charts(site_book: BookOfSite) -> bool:
    return bool(_tables(site_book) or _modifiers(site_book))


def charts_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """`charts.md` of the book's folder; None where the book has neither tables nor modifiers."""
    if not has_charts(site_book):
        return None
    sequence, tables = (
        list(_step_charts(site_book, writer)),
        [_table_chart(site_book, writer, provision) for provision in _tables(site_book)],
    )
    modifiers = list(_modifier_charts(site_book, writer))
    on_card = _fit((sequence, LINES), (tables, LINES * (SHARE_OF_TABLES if modifiers else 1)), (modifiers, LINES), (tables, LINES))
    kinds = (("Order of play", "order", sequence), ("Tables", "tables", tables), ("Modifiers", "modifiers", modifiers))
    left_out = [chart.name for _, _, charts in kinds for chart in charts if id(chart) not in on_card]
    return rendered_page(
        site_book,
        writer,
        CHARTS,
        "Charts",
        groups=[_Group(title, anchor, [(chart, id(chart) in on_card) for chart in charts]) for title, anchor, charts in kinds if charts],
        left_out=left_out[:MAX_NAMED],
        more=count_text(max(0, len(left_out) - MAX_NAMED), "chart"),
    )


def _fit(*rounds: tuple[Sequence[_Chart], float]) -> set[int]:
    """Return which charts are on the card: round by round those for which there is room, up to a line of it each."""
    taken: dict[int, float] = {}
    for charts, limit in rounds:
        for chart in charts:
            if id(chart) not in taken and sum(taken.values()) + chart.lines <= limit:
                taken[id(chart)] = chart.lines
    return set(taken)


# ---- the parts --------------------------------------------------------------------------------------------------------------------------


def _step_charts(site_book: BookOfSite, writer: CaseWriter) -> Iterator[_Chart]:
    for part in turn_of(site_book, site_book.edition):
        title = "Phases" if part.case is None else part.case.title or site_book.printed_number(part.case.number)
        steps = tuple(step_title(writer, step) for step in part.steps)
        link = writer.case_link(part.case.number, CHARTS) if part.case is not None else None
        yield _Chart(title, link, title, 1.5 + sum(map(_lines_of, steps)), steps)


def _tables(site_book: BookOfSite) -> list[Provision]:
    """The tables in force whose cells are held."""
    provisions = site_book.view.provisions_in_force()
    return [each for each in provisions if isinstance(each.node, nodes.Table) and each.node.rows and not each.node.not_held]


def _table_chart(site_book: BookOfSite, writer: CaseWriter, provision: Provision) -> _Chart:
    assert isinstance(provision.node, nodes.Table)
    shown, number = table_shown(provision.node, site_book.sentences), provision.case.number
    link = writer.case_link(number, CHARTS)
    return _Chart(f"{shown.title} ({site_book.printed_number(number)})", link, shown.title, _lines_of_table(shown), table=shown)


def _lines_of_table(table: TableShown) -> float:
    """The lines of a table in a column; more than the card has if it is too wide for one."""
    rows = [(*table.row_heads, *table.column_heads), *((*keys, *(words for words, _ in cells)) for keys, cells in table.rows)]
    columns = list(zip(*rows, strict=False))
    if sum(max(len(word) for cell in column for word in (cell.split() or [""])) + 1 for column in columns) > LETTERS:
        return LINES + 1
    wanted = [max(map(len, column)) + 1 for column in columns]
    squeeze = max(1.0, sum(wanted) / LETTERS)
    heights = (max(ceil(len(cell) * squeeze / width) for cell, width in zip(row, wanted, strict=False)) for row in rows)
    return _lines_of(table.title) + 1 + sum(max(1, height) * 1.1 for height in heights) + (_lines_of(table.bounds) if table.bounds else 0)


def _modifiers(site_book: BookOfSite) -> list[Provision]:
    """The rules in force that add to an answer, take from it or multiply it."""
    provisions = site_book.view.provisions_in_force()
    return [each for each in provisions if isinstance(each.node, nodes.Rule) and not verbs_of(each.node).isdisjoint(_MODIFIES)]


def _modifier_charts(site_book: BookOfSite, writer: CaseWriter) -> Iterator[_Chart]:
    """Yield the modifiers case by case."""
    for number, some in groupby(_modifiers(site_book), lambda provision: provision.case.number):
        clauses = [site_book.sentences.rule_clause(each.node) for each in some if isinstance(each.node, nodes.Rule)]
        modifiers = tuple((clause.lead, tuple(words for _, words in clause.items)) for clause in clauses)
        case, printed = site_book.view.find_case(number), site_book.printed_number(number)
        title = (case.title if case is not None else None) or ""
        lines = 1.3 + sum(_lines_of(words) for lead, items in modifiers for words in (lead, *items))
        yield _Chart(f"modifiers of {printed}", writer.case_link(number, CHARTS), title, lines, modifiers=modifiers)


def _lines_of(words: str) -> int:
    return ceil((len(words) + 2) / LETTERS)
