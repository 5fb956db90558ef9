"""The print sheet: all amendments since an edition, chapter by chapter, to be put into the booklet that one has."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.rulebook.model import CaseInForce, HistoryEntry
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried.case_text import chapters_of
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import badge, entry_kind, source_title
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.history import changed_since, earlier_editions
from rulewright.site.case.page import Page, book_page
from rulewright.site.html.addresses import sheet_page_name
from rulewright.site.html.escape import EMPTY, Html, el, escape_text, join_html
from rulewright.site.html.templates import Heading
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import join_words, plural
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
    for name in sheets_of(site_book):
        yield book_page(site_book, sheet_page_name(name), sheet_title(site_book, name), _page_parts(site_book, writer, name))


def _page_parts(site_book: BookOfSite, writer: CaseWriter, edition: str) -> Iterator[Html | Heading]:
    chapters = [(stem, [case for case in cases if _is_since(site_book, case, edition)]) for stem, cases in chapters_of(site_book)]
    total = sum(len(cases) for _, cases in chapters)
    titles = [source_title(site_book, name) for name in _later_sources(site_book, edition)]
    yield el(
        "p", f"{total} {'entry' if total == 1 else plural('entry')} from ", join_html(titles, "; "), ". Made to be printed.", cls="rw-intro"
    )
    yield _what_is_not_told(site_book, edition)
    for stem, cases in chapters:
        if cases:
            number, title = chapter_title(site_book, stem)
            yield Heading(2, f"{number} {title}".strip(), f"chapter-{site_book.addresses.chapters[stem]}")
            yield el("div", *(_case_entry(site_book, writer, case, edition) for case in cases), cls="rw-since-list")


def _what_is_not_told(site_book: BookOfSite, edition: str) -> Html:
    """Return a note that the changes of an earlier edition itself are not held, so that its sheet cannot leave them out."""
    now, names = site_book.book.editions[site_book.edition].sources, site_book.book.editions[edition].sources
    own_sources = [name for name in names if name not in now]
    if not own_sources or any(_has_clauses(site_book, name) for name in own_sources):
        return EMPTY
    first = next(
        (
            name
            for name in earlier_editions(site_book)[::-1]
            if name != edition and _later_sources(site_book, name) == _later_sources(site_book, edition)
        ),
        None,
    )
    titles = join_words([f"“{source_title(site_book, name)}”" for name in own_sources], "and")
    base = join_words([f"“{source_title(site_book, name)}”" for name in names if name in now], "and")
    parts: list[Html | str] = [
        f"Nothing of {titles} is held here, so this sheet cannot tell what was changed there already: ",
        f"it lists all that is changed in {base}",
    ]
    if first is not None and first in sheets_of(site_book):
        link = el("a", f"the sheet since “{site_book.edition_title(first)}”", href=f"{sheet_page_name(first)}.html")
        parts += [", word for word as ", link, " does"]
    return el("p", *parts, ". Some of it may have been in force before.", cls="rw-note")


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


def _case_entry(site_book: BookOfSite, writer: CaseWriter, case: CaseInForce, edition: str) -> Html:
    """Number and title, what was done, and the words as they are now."""
    page_name = sheet_page_name(edition)
    later = _later_sources(site_book, edition)
    acts = [_act_text(site_book, entry) for entry in case.history if entry.origin.source in later]
    if not acts:
        kind = "ruling" if case.id in site_book.view.rulings else "new case"
        acts = [el("p", badge(kind), " ", el("span", source_title(site_book, case.source), cls="rw-from"))]
    words = [] if case.deleted else [*_question_and_answer(writer, case, page_name), *_paragraphs(writer, case, page_name)]
    head = el("h3", writer.case_link(case.number, page_name), " ", case.title or "")
    return el("section", head, *acts, *words)


def _act_text(site_book: BookOfSite, entry: HistoryEntry) -> Html:
    kind = entry_kind(entry)
    return el(
        "p",
        badge(kind, "amended"),
        " ",
        escape_text("; ".join(acts_said(site_book, entry))),
        " ",
        el("span", source_title(site_book, entry.origin.source), cls="rw-from"),
    )


def _question_and_answer(writer: CaseWriter, case: CaseInForce, page_name: str) -> Iterator[Html]:
    for line, _ in case.other:
        if isinstance(line, nodes.AsksQuestion | nodes.Answers):
            mark = "Q. " if isinstance(line, nodes.AsksQuestion) else "A. "
            yield el("p", el("b", mark, cls="rw-step"), writer.prose.render_inline(line.text, page_name), cls="rw-text")


def _paragraphs(writer: CaseWriter, case: CaseInForce, page_name: str) -> Iterator[Html]:
    yield from (
        writer.render_paragraph(paragraph, case.origin, page_name, say_from=False) for paragraph in case.text if not paragraph.struck
    )
