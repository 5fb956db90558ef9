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
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.html.addresses import sheet_page_name
from rulewright.site.html.escape import EMPTY, Html, el, join, text
from rulewright.site.pages.chapter import chapter_title
from rulewright.site.wording.words import listed, plural
from rulewright.syntax import nodes


def sheets_of(of: BookOfSite) -> tuple[str, ...]:
    """The earlier editions since which anything has changed, the latest first."""
    return tuple(name for name in earlier_editions(of) if any(_is_since(of, one, name) for _, cases in chapters_of(of) for one in cases))


def sheet_title(of: BookOfSite, edition: str) -> str:
    """`Amendments since “As printed”`."""
    return f"Amendments since “{of.edition_title(edition)}”"


def sheet_pages(of: BookOfSite, writer: CaseWriter) -> Iterator[Page]:
    """A page for each of these editions."""
    for name in sheets_of(of):
        yield book_page(of, sheet_page_name(name), sheet_title(of, name), _parts(of, writer, name))


def _parts(of: BookOfSite, writer: CaseWriter, edition: str) -> Iterator[Html | Heading]:
    chapters = [(stem, [one for one in cases if _is_since(of, one, edition)]) for stem, cases in chapters_of(of)]
    many = sum(len(cases) for _, cases in chapters)
    titles = [source_title(of, name) for name in _later(of, edition)]
    yield el("p", f"{many} {'entry' if many == 1 else plural('entry')} from ", join(titles, "; "), ". Made to be printed.", cls="rw-intro")
    yield _what_is_not_told(of, edition)
    for stem, cases in chapters:
        if cases:
            number, title = chapter_title(of, stem)
            yield Heading(2, f"{number} {title}".strip(), f"chapter-{of.addresses.chapters[stem]}")
            yield el("div", *(_entry(of, writer, one, edition) for one in cases), cls="rw-since-list")


def _what_is_not_told(of: BookOfSite, edition: str) -> Html:
    """That nothing is held of what an earlier edition had changed by itself, so that its sheet cannot leave out what was known there."""
    now, names = of.book.editions[of.edition].sources, of.book.editions[edition].sources
    own = [name for name in names if name not in now]
    if not own or any(_brings(of, name) for name in own):
        return EMPTY
    first = next((name for name in earlier_editions(of)[::-1] if name != edition and _later(of, name) == _later(of, edition)), None)
    titles = listed([f"“{source_title(of, name)}”" for name in own], "and")
    base = listed([f"“{source_title(of, name)}”" for name in names if name in now], "and")
    parts: list[Html | str] = [
        f"Nothing of {titles} is held here, so this sheet cannot tell what was changed there already: ",
        f"it lists all that is changed in {base}",
    ]
    if first is not None and first in sheets_of(of):
        link = el("a", f"the sheet since “{of.edition_title(first)}”", href=f"{sheet_page_name(first)}.html")
        parts += [", word for word as ", link, " does"]
    return el("p", *parts, ". Some of it may have been in force before.", cls="rw-note")


def _brings(of: BookOfSite, source: str) -> bool:
    """Whether any clause of a source is held."""
    return any(getattr(placed.block, "source", None) == source for placed in of.book.clauses)


def _later(of: BookOfSite, edition: str) -> tuple[str, ...]:
    """The sources that the edition shown has and the earlier one has not."""
    had = of.book.editions[edition].sources
    return tuple(name for name in of.book.editions[of.edition].sources if name not in had)


def _is_since(of: BookOfSite, case: CaseInForce, edition: str) -> bool:
    if case.id in of.view.rulings and case.source in _later(of, edition):
        return True
    return edition in changed_since(of, case)


def _entry(of: BookOfSite, writer: CaseWriter, case: CaseInForce, edition: str) -> Html:
    """Number and title, what was done, and the words as they are now."""
    here = sheet_page_name(edition)
    later = _later(of, edition)
    acts = [_act(of, one) for one in case.history if one.origin.source in later]
    if not acts:
        kind = "ruling" if case.id in of.view.rulings else "new case"
        acts = [el("p", badge(kind), " ", el("span", source_title(of, case.source), cls="rw-from"))]
    words = [] if case.deleted else [*_asked(writer, case, here), *_text(writer, case, here)]
    head = el("h3", writer.case_link(case.number, here), " ", case.title or "")
    return el("section", head, *acts, *words)


def _act(of: BookOfSite, entry: HistoryEntry) -> Html:
    kind = entry_kind(entry)
    return el(
        "p",
        badge(kind, "amended"),
        " ",
        text("; ".join(acts_said(of, entry))),
        " ",
        el("span", source_title(of, entry.origin.source), cls="rw-from"),
    )


def _asked(writer: CaseWriter, case: CaseInForce, here: str) -> Iterator[Html]:
    for line, _ in case.other:
        if isinstance(line, nodes.AsksQuestion | nodes.Answers):
            mark = "Q. " if isinstance(line, nodes.AsksQuestion) else "A. "
            yield el("p", el("b", mark, cls="rw-step"), writer.prose.inline(line.text, here), cls="rw-text")


def _text(writer: CaseWriter, case: CaseInForce, here: str) -> Iterator[Html]:
    yield from (writer.paragraph(one, case.origin, here, say_from=False) for one in case.text if not one.struck)
