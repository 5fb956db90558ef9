"""The text in force of cases as plain text."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce, ClauseKind
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import NOT_HERE, amendment_heading
from rulewright.site.html.escape import clean_line
from rulewright.site.search.search_entries import plain_text
from rulewright.site.wording.tables import table_grid, table_title
from rulewright.site.wording.words import capitalize
from rulewright.syntax import nodes


def paragraphs_of(case: CaseInForce) -> list[str]:
    """The words in force: of a ruling, its question and answer first."""
    lines = [_with_prefix(line.text, "Question: " if isinstance(line, nodes.AsksQuestion) else "Answer: ") for line in _ruling_lines(case)]
    for paragraph in case.text:
        if not paragraph.struck:
            mark = f"{paragraph.step}. " if paragraph.step is not None else "Note: " if paragraph.commentary else ""
            heading = amendment_heading(paragraph, case.text)
            lines.append(_with_prefix(paragraph.text, mark + (f"{heading}: " if heading else "")))
    return lines


def tables_of(site_book: BookOfSite, case: CaseInForce) -> Iterator[tuple[str, list[list[str]]]]:
    """(title, rows of cells) of each table of a case whose cells are held; the first row or column may be heads."""
    for provision in case.provisions:
        if isinstance(provision.node, nodes.Table) and (grid := table_grid(provision.node, site_book.sentences)):
            yield clean_line(capitalize(table_title(provision.node))), [[clean_line(cell) for cell in row] for row in grid]


def _ruling_lines(case: CaseInForce) -> Iterator[nodes.AsksQuestion | nodes.Answers]:
    if case.kind is ClauseKind.RULING:
        yield from (line for line, _ in case.other if isinstance(line, nodes.AsksQuestion | nodes.Answers))


def _with_prefix(text: str, prefix: str) -> str:
    return clean_line(prefix + plain_text(text))


def state_of(case: CaseInForce) -> str:
    """The state of a case: in force, deleted, or known by number only."""
    if case.deleted:
        return "deleted"
    return "in force" if case.held or case.text else NOT_HERE
