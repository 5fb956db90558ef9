"""The page of the charts: order of play, tables and modifiers in force. On paper it is a card: one side of A4.

Nobody can measure a page of paper before it is printed, so lines are estimated, and a little room is kept. What does not fit stays on the
screen, and the card names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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

SHARE_OF_TABLES = 0.7
"""What tables may take of the card where there are modifiers too."""
MAX_NAMED = 12
"""So much that did not fit is named; the rest is counted."""
_MODIFIES = frozenset((Verb.ADD, Verb.TAKE, Verb.MULTIPLY))


@dataclass(frozen=True, slots=True)
class _Layout:
    """A form of the card: its lines, of which some stay free, and the letters of each, as `rulewright.css` sets them."""

    name: str
    lines: int
    letters: int


LAYOUTS = (_Layout("large", 124, 60), _Layout("small", 270, 50))
"""Two columns in letters to be read across a table, and three in small ones; the first that has room for as much as any is used."""


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
    return bool(_tables_in_force(site_book) or _modifiers_by_case(site_book))


def charts_page(site_book: BookOfSite, writer: CaseWriter) -> Page | None:
    """`charts.md` of the book's folder; None where the book has neither tables nor modifiers."""
    if not has_charts(site_book):
        return None
    card = min((_Card(site_book, writer, layout) for layout in LAYOUTS), key=lambda card: len(card.left_out))
    return rendered_page(
        site_book,
        writer,
        CHARTS,
        "Charts",
        layout=card.layout.name,
        groups=card.groups,
        left_out=card.left_out[:MAX_NAMED],
        more=count_text(max(0, len(card.left_out) - MAX_NAMED), "chart"),
    )


def _tables_in_force(site_book: BookOfSite) -> list[Provision]:
    """The tables in force whose cells are held."""
    provisions = site_book.view.provisions_in_force()
    return [each for each in provisions if isinstance(each.node, nodes.Table) and each.node.rows and not each.node.not_held]


def _modifiers_by_case(site_book: BookOfSite) -> dict[str, list[nodes.Rule]]:
    """Case -> its rules in force that add to an answer, take from it or multiply it."""
    by_case: dict[str, list[nodes.Rule]] = {}
    for provision in site_book.view.provisions_in_force():
        if isinstance(provision.node, nodes.Rule) and not verbs_of(provision.node).isdisjoint(_MODIFIES):
            by_case.setdefault(provision.case.number, []).append(provision.node)
    return by_case


class _Card:
    """The charts of a book in one form of the card; `left_out` are the names of those that it has no room for."""

    def __init__(self, site_book: BookOfSite, writer: CaseWriter, layout: _Layout) -> None:
        self._of, self._writer, self.layout = site_book, writer, layout
        sequence, modifiers = list(self._step_charts()), list(self._modifier_charts())
        tables = [self._table_chart(provision) for provision in _tables_in_force(site_book)]
        lines, lines_of_tables = layout.lines, layout.lines * (SHARE_OF_TABLES if modifiers else 1)
        on_card = _choose_charts((sequence, lines), (tables, lines_of_tables), (modifiers, lines), (tables, lines))
        kinds = (("Order of play", "order", sequence), ("Tables", "tables", tables), ("Modifiers", "modifiers", modifiers))
        self.groups = [
            _Group(title, anchor, [(chart, id(chart) in on_card) for chart in charts]) for title, anchor, charts in kinds if charts
        ]
        self.left_out = [chart.name for _, _, charts in kinds for chart in charts if id(chart) not in on_card]

    def _step_charts(self) -> Iterator[_Chart]:
        for part in turn_of(self._of, self._of.edition):
            title = "Phases" if part.case is None else part.case.title or self._of.printed_number(part.case.number)
            steps = tuple(step_title(self._writer, step) for step in part.steps)
            link = self._writer.case_link(part.case.number, CHARTS) if part.case is not None else None
            yield _Chart(title, link, title, 1.5 + sum(map(self._lines_of, steps)), steps)

    def _table_chart(self, provision: Provision) -> _Chart:
        assert isinstance(provision.node, nodes.Table)
        worded, number = table_shown(provision.node, self._of.sentences), provision.case.number
        name = f"{worded.title} ({self._of.printed_number(number)})"
        link = self._writer.case_link(number, CHARTS)
        return _Chart(name, link, self._title_of(number), 1 + self._lines_of_table(worded), table=worded)

    def _modifier_charts(self) -> Iterator[_Chart]:
        """Yield the modifiers case by case."""
        for number, rules in _modifiers_by_case(self._of).items():
            clauses = [self._of.sentences.rule_clause(rule) for rule in rules]
            modifiers = tuple((clause.lead, tuple(words for _, words in clause.items)) for clause in clauses)
            lines = 1.3 + sum(self._lines_of(words) for lead, items in modifiers for words in (lead, *items))
            name = f"modifiers of {self._of.printed_number(number)}"
            yield _Chart(name, self._writer.case_link(number, CHARTS), self._title_of(number), lines, modifiers=modifiers)

    def _title_of(self, number: str) -> str:
        case = self._of.view.find_case(number)
        return (case.title if case is not None else None) or ""

    # ---- room ----------------------------------------------------------------------------------------------------------------------

    def _lines_of(self, words: str) -> int:
        return ceil((len(words) + 2) / self.layout.letters)

    def _lines_of_table(self, table: TableShown) -> float:
        """The lines of a table in a column; more than the card has if it is too wide for one."""
        rows = [(*table.row_heads, *table.column_heads), *((*keys, *(words for words, _ in cells)) for keys, cells in table.rows)]
        columns = list(zip(*rows, strict=False))
        narrowest = sum(max(len(word) for cell in column for word in (cell.split() or [""])) + 1 for column in columns)
        if narrowest > self.layout.letters:
            return self.layout.lines + 1
        widths = [max(map(len, column)) + 1 for column in columns]
        squeeze = max(1.0, sum(widths) / self.layout.letters)
        heights = (max(ceil(len(cell) * squeeze / width) for cell, width in zip(row, widths, strict=False)) for row in rows)
        lines_around = self._lines_of(table.title) + 1 + (self._lines_of(table.bounds) if table.bounds else 0)
        return lines_around + sum(max(1, height) * 1.1 for height in heights)


def _choose_charts(*rounds: tuple[Sequence[_Chart], float]) -> set[int]:
    """Return which charts are on the card: round by round those for which there is room, up to a line of it each."""
    lines_taken: dict[int, float] = {}
    for charts, limit in rounds:
        for chart in charts:
            if id(chart) not in lines_taken and sum(lines_taken.values()) + chart.lines <= limit:
                lines_taken[id(chart)] = chart.lines
    return set(lines_taken)
