"""What a case says in force, as plain text, and in what order the cases of a book come."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce, ClauseKind
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.badges import NOT_HERE
from rulewright.site.html.escape import clean
from rulewright.site.search.search_entries import plain
from rulewright.site.wording.tables import table_grid, table_title
from rulewright.site.wording.words import capital
from rulewright.syntax import nodes


def chapters_of(of: BookOfSite) -> Iterator[tuple[str, list[CaseInForce]]]:
    """(file stem, its cases, each with the rulings on it after it) in the order of the book; rulings on no case come last."""
    by_chapter: dict[str, list[CaseInForce]] = {}
    for case in of.cases:
        by_chapter.setdefault(case.chapter, []).extend((case, *of.rulings_on.get(case.number, ())))
    for ruling in of.rulings_on.get("", ()):
        by_chapter.setdefault(ruling.chapter, []).append(ruling)
    for stem in of.addresses.chapters:
        if stem in by_chapter:
            yield stem, by_chapter[stem]


def paragraphs_of(case: CaseInForce) -> list[str]:
    """The words in force: of a ruling, its question and answer first."""
    said = [_said(line.text, "Question: " if isinstance(line, nodes.AsksQuestion) else "Answer: ") for line in _asked(case)]
    for one in case.text:
        if not one.struck:
            said.append(_said(one.text, f"{one.step}. " if one.step is not None else "Note: " if one.commentary else ""))
    return said


def tables_of(of: BookOfSite, case: CaseInForce) -> Iterator[tuple[str, list[list[str]]]]:
    """(title, rows of cells) of each table of a case whose cells are held; the first row or column may be heads."""
    for one in case.provisions:
        if isinstance(one.node, nodes.Table) and (grid := table_grid(one.node, of.sentences)):
            yield clean(capital(table_title(one.node))), [[clean(cell) for cell in row] for row in grid]


def _asked(case: CaseInForce) -> Iterator[nodes.AsksQuestion | nodes.Answers]:
    if case.kind is ClauseKind.RULING:
        yield from (line for line, _ in case.other if isinstance(line, nodes.AsksQuestion | nodes.Answers))


def _said(text: str, before: str) -> str:
    return clean(before + plain(text))


def state_of(case: CaseInForce) -> str:
    """Whether the case is there, and its words are."""
    if case.deleted:
        return "deleted"
    return "in force" if case.held or case.text else NOT_HERE
