"""`rules.txt`: the book as plain text, to be read anywhere."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce, ClauseKind
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.book.reading_order import chapters_of
from rulewright.site.carried.case_text import paragraphs_of, state_of, tables_of
from rulewright.site.case.badges import entry_kind, source_title
from rulewright.site.html.escape import clean_line
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import join_words

WIDTH = 78


def plain_text(site_book: BookOfSite) -> str:
    """Title and edition, then chapter by chapter each case with its number, its words and what changed it."""
    return "\n".join(_book_lines(site_book)) + "\n"


def _book_lines(site_book: BookOfSite) -> Iterator[str]:
    edition = site_book.book.editions[site_book.edition]
    yield from _heading_lines(clean_line(site_book.title), "=")
    source_titles = join_words([source_title(site_book, name) for name in edition.sources], "and")
    yield from _wrap_lines(f"Edition: {site_book.edition_title(edition.name)}, made of {source_titles}.")
    for stem, cases in chapters_of(site_book):
        yield ""
        yield ""
        yield from _heading_lines(clean_line(" ".join(chapter_title(site_book, stem))), "-")
        for case in cases:
            yield ""
            yield from _case_lines(site_book, case)


def _heading_lines(title: str, line: str) -> Iterator[str]:
    yield title
    yield line * min(len(title), WIDTH)


def _case_lines(site_book: BookOfSite, case: CaseInForce) -> Iterator[str]:
    kind = f"Ruling, {source_title(site_book, case.source)}" if case.kind is ClauseKind.RULING else ""
    state = "" if state_of(case) == "in force" else f"({state_of(case)})"
    yield from _wrap_lines(" ".join(filter(None, (site_book.printed_number(case.number), case.title, kind, state))))
    for paragraph in paragraphs_of(case):
        yield from _wrap_lines(paragraph)
    for title, grid in tables_of(site_book, case):
        yield from ("", *_wrap_lines(title), *_align_columns(grid), "")
    changed = dict.fromkeys(f"{entry_kind(entry)}, {source_title(site_book, entry.origin.source)}" for entry in case.history)
    if changed:
        yield from _wrap_lines(f"[{'; '.join(changed)}]")


def _align_columns(grid: list[list[str]]) -> Iterator[str]:
    """Columns under one another; a table that is too wide for the line keeps its rows whole."""
    count = max(len(row) for row in grid)
    widths = [max(len(row[column]) if column < len(row) else 0 for row in grid) for column in range(count)]
    for row in grid:
        yield ("  " + "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False))).rstrip()


def _wrap_lines(text: str) -> Iterator[str]:
    yield from textwrap.wrap(clean_line(text), WIDTH, break_long_words=False, break_on_hyphens=False)
