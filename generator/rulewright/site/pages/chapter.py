"""A page a chapter: its introduction and its cases in order, each at its anchor."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator

from rulewright.rulebook.case_numbers import ancestors, heading_of
from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.history import earlier_editions
from rulewright.site.case.page import Heading, Page, book_page
from rulewright.site.case.versions import Part, versions_of
from rulewright.site.html.escape import EMPTY, Html, el
from rulewright.site.wording.words import capital, worded

DEEPEST = 4
_FILE_NAME = re.compile(r"(?:0*(\d+)[-_ ]+)?(.*)", re.DOTALL)  # `19-scenarios-1812`: chapter 19, `Scenarios 1812`


def chapter_title(of: BookOfSite, stem: str) -> tuple[str, str]:
    """(number or empty, title) of a chapter; its file's name where it has no heading."""
    chapter = of.book.chapters.get(stem)
    if chapter is None:
        number, words = _FILE_NAME.fullmatch(stem).groups("")  # type: ignore[union-attr]
        return number, capital(worded(words.replace("-", " ")))
    numbered = chapter.number is not None and (of.book.front.headings is not None or any(ch.isdigit() for ch in chapter.number))
    number = of.number(chapter.number) if chapter.number and numbered else ""  # `chapter charts "Charts and map"` has a name, no number
    return (number.removesuffix(".0"), chapter.title)


def chapter_pages(of: BookOfSite, writer: CaseWriter, only: Container[str] | None = None) -> Iterator[Page]:
    """The pages of all chapters that have something to show, or `only` of these."""
    by_chapter: dict[str, list[CaseInForce]] = {}
    for case in of.cases:
        by_chapter.setdefault(case.chapter, []).append(case)
    strays = list(of.rulings_on.get("", ()))
    for stem, name in of.addresses.chapters.items():
        if only is not None and stem not in only:
            continue
        cases = by_chapter.get(stem, [])
        rulings = [one for one in strays if one.chapter == stem]
        if not cases and not rulings and stem not in of.book.chapters:
            continue
        number, title = chapter_title(of, stem)
        yield book_page(of, name, title, _parts(of, writer, stem, cases, rulings), number=number)


def _parts(of: BookOfSite, writer: CaseWriter, stem: str, cases: list[CaseInForce], rulings: list[CaseInForce]) -> Iterator[Html | Heading]:
    name = of.addresses.chapters[stem]
    chapter = of.book.chapters.get(stem)
    if chapter is not None and chapter.text:
        yield el("p", writer.prose.inline(chapter.text, name), cls="rw-intro")
    level_of: dict[str, int] = {}
    for case in cases:
        yield case_heading(of, case, level_of)
        yield writer.body(case, name)
    yield from _gone(of, writer, stem)
    if rulings:
        yield Heading(2, "Rulings", "rulings")
        for ruling in rulings:
            yield writer.ruling(Part(ruling, {of.edition: ruling}), name)
    yield _neighbours(of, stem)


def _gone(of: BookOfSite, writer: CaseWriter, stem: str) -> Iterator[Html]:
    """The cases that only earlier editions have, shown when one of these is read."""
    seen: set[str] = set()
    for name in earlier_editions(of):
        view = of.book.views[name]
        for case in (*view.cases.values(), *view.scenarios.values()):
            if case.chapter == stem and case.first_number not in seen and not case.deleted and of.view.find(case.first_number) is None:
                seen.add(case.first_number)
                head = el("h2", el("span", of.number(case.number), cls="rw-number"), " ", case.title or "", cls="rw-case")
                editions = " ".join(versions_of(of, case).of_edition)
                yield el("div", head, writer.body(case, of.addresses.chapters[stem]), hidden=True, data_rw_in=editions)


def case_heading(of: BookOfSite, case: CaseInForce, level_of: dict[str, int]) -> Heading:
    """The heading of a case, a level below the nearest case of the page that it is a sub-case of; notes its level."""
    above = [level_of[one] for one in ancestors(case.number) if one in level_of and one != heading_of(case.number)]
    level = min(max(above, default=1) + 1, DEEPEST)
    if not case.number.endswith(".0"):
        level_of[case.number] = level
    address = of.addresses.case(case.number)
    assert address is not None, "every case in the view has an address"
    return Heading(level, case.title or "", address.anchor, of.number(case.number))


def _neighbours(of: BookOfSite, stem: str) -> Html:
    """Links to the chapters before and after."""
    stems = list(of.addresses.chapters)
    at = stems.index(stem)
    links = []
    for words, next_to in (("before", at - 1), ("after", at + 1)):
        if 0 <= next_to < len(stems):
            number, title = chapter_title(of, stems[next_to])
            arrow = "←\u00a0" if words == "before" else ""
            tail = "\u00a0→" if words == "after" else ""
            links.append(
                el(
                    "a",
                    f"{arrow}{number} {title}{tail}".replace("  ", " "),
                    href=f"{of.addresses.chapters[stems[next_to]]}.html",
                    cls=f"rw-{words}",
                )
            )
    return el("nav", *links, cls="rw-neighbours", aria_label="Chapters before and after") if links else EMPTY
