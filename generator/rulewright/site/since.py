"""The print sheet: all amendments since an edition, chapter by chapter, to be put into the booklet that one has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried.case_text import chapters_of
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import entry_kind, source_title
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.history import changed_since, earlier_editions
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.html.addresses import sheet_page_name
from rulewright.site.html.escape import Html
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import join_words
from rulewright.syntax import nodes


def sheets_of(site_book: BookOfSite) -> tuple[str, ...]:
    """The earlier editions since which anything has changed, the latest first."""
    return tuple(
        name
        for name in earlier_editions(site_book)
        if any(_is_since(site_book, case, name) for _, cases in chapters_of(site_book) for case in cases)
    )


def sheet_title(site_book: BookOfSite, edition: str) -> str:
    """`Amendments since “As printed”`."""
    return f"Amendments since “{site_book.edition_title(edition)}”"


def sheet_pages(site_book: BookOfSite, writer: CaseWriter) -> Iterator[Page]:
    """A page for each of these editions."""
    for edition in sheets_of(site_book):
        page, later = sheet_page_name(edition), _later_sources(site_book, edition)
        chapters = []
        for stem, cases in chapters_of(site_book):
            if entries := [_make_entry(site_book, writer, case, page, later) for case in cases if _is_since(site_book, case, edition)]:
                title = " ".join(chapter_title(site_book, stem)).strip()
                chapters.append((title, f"chapter-{site_book.addresses.chapters[stem]}", entries))
        yield rendered_page(
            site_book,
            writer,
            page,
            sheet_title(site_book, edition),
            template="since",
            number=sum(len(entries) for *_, entries in chapters),
            sources="; ".join(source_title(site_book, name) for name in later),
            unknown=_changes_unknown(site_book, edition),
            chapters=chapters,
        )


@dataclass(frozen=True, slots=True)
class _Unknown:
    """The sources of an earlier edition whose changes are not held, so that its sheet cannot leave them out; what the sheet lists the
    changes of; and title and address of the sheet that says the same."""

    sources: str
    base: str
    same_sheet: tuple[str, str] | None


def _changes_unknown(site_book: BookOfSite, edition: str) -> _Unknown | None:
    now, names = site_book.book.editions[site_book.edition].sources, site_book.book.editions[edition].sources
    own_sources = [name for name in names if name not in now]
    if not own_sources or any(_has_clauses(site_book, name) for name in own_sources):
        return None
    later = _later_sources(site_book, edition)
    alike = [name for name in earlier_editions(site_book)[::-1] if name != edition and _later_sources(site_book, name) == later]
    sheet = (site_book.edition_title(alike[0]), f"{sheet_page_name(alike[0])}.html") if alike and alike[0] in sheets_of(site_book) else None
    sources, base = (
        join_words([f"“{source_title(site_book, name)}”" for name in some], "and")
        for some in (own_sources, [name for name in names if name in now])
    )
    return _Unknown(sources, base, sheet)


def _has_clauses(site_book: BookOfSite, source: str) -> bool:
    """Return True if any clause of a source is held."""
    return any(getattr(clause.block, "source", None) == source for clause in site_book.book.clauses)


def _later_sources(site_book: BookOfSite, edition: str) -> tuple[str, ...]:
    """The sources that the edition shown has and the earlier one has not."""
    had = site_book.book.editions[edition].sources
    return tuple(name for name in site_book.book.editions[site_book.edition].sources if name not in had)


def _is_since(site_book: BookOfSite, case: CaseInForce, edition: str) -> bool:
    if case.id in site_book.view.rulings and case.source in _later_sources(site_book, edition):
        return True
    return edition in changed_since(site_book, case)


@dataclass(frozen=True, slots=True)
class _SheetEntry:
    """A case, what was done to it (badge, acts, source), and the words as they are now: question and answer, and paragraphs."""

    case: CaseInForce
    acts: list[tuple[str, str, str]]
    dialogue: list[tuple[str, Html]]
    paragraphs: list[Html]


def _make_entry(site_book: BookOfSite, writer: CaseWriter, case: CaseInForce, page: str, later: tuple[str, ...]) -> _SheetEntry:
    acts = [
        (entry_kind(entry), "; ".join(acts_said(site_book, entry)), source_title(site_book, entry.origin.source))
        for entry in case.history
        if entry.origin.source in later
    ]
    kind = "ruling" if case.id in site_book.view.rulings else "new case"
    acts = acts or [(kind, "", source_title(site_book, case.source))]
    if case.deleted:
        return _SheetEntry(case, acts, [], [])
    dialogue = [
        ("Q. " if isinstance(line, nodes.AsksQuestion) else "A. ", writer.prose.render_inline(line.text, page))
        for line, _ in case.other
        if isinstance(line, nodes.AsksQuestion | nodes.Answers)
    ]
    paragraphs = [writer.render_paragraph(paragraph, case.origin, page, say_from=False) for paragraph in case.text if not paragraph.struck]
    return _SheetEntry(case, acts, dialogue, paragraphs)
