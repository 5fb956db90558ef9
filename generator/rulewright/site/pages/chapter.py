"""A page a chapter: its introduction and its cases in order, each at its anchor."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from rulewright.rulebook.case_numbers import heading_of
from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.case.case import CaseWriter
from rulewright.site.case.history import earlier_editions
from rulewright.site.case.page import Page, rendered_page
from rulewright.site.case.versions import versions_of
from rulewright.site.html.escape import Html
from rulewright.site.html.templates import Heading
from rulewright.site.wording.words import capitalize, spell_out

DEEPEST = 4
_FILE_NAME = re.compile(r"(?:0*(\d+)[-_ ]+)?(.*)", re.DOTALL)  # `19-scenarios-1812`: chapter 19, `Scenarios 1812`


def chapter_title(site_book: BookOfSite, stem: str) -> tuple[str, str]:
    """(number or empty, title) of a chapter; its file's name where it has no heading."""
    chapter = site_book.book.chapters.get(stem)
    if chapter is None:
        number, words = _FILE_NAME.fullmatch(stem).groups("")  # type: ignore[union-attr]
        return number, capitalize(spell_out(words.replace("-", " ")))
    numbered = chapter.number is not None and (site_book.book.front.headings is not None or any(ch.isdigit() for ch in chapter.number))
    number = (
        site_book.printed_number(chapter.number) if chapter.number and numbered else ""
    )  # `chapter charts "Charts and map"` has a name, no number
    return (number.removesuffix(".0"), chapter.title)


def chapter_pages(site_book: BookOfSite, writer: CaseWriter, stems: Container[str] | None = None) -> Iterator[Page]:
    """The pages of all chapters that have something to show, or `only` of these."""
    by_chapter: dict[str, list[CaseInForce]] = {}
    for case in site_book.cases:
        by_chapter.setdefault(case.chapter, []).append(case)
    strays = list(site_book.rulings_on.get("", ()))
    for stem, name in site_book.addresses.chapters.items():
        if stems is not None and stem not in stems:
            continue
        cases = by_chapter.get(stem, [])
        rulings = [stray for stray in strays if stray.chapter == stem]
        if not cases and not rulings and stem not in site_book.book.chapters:
            continue
        number, title = chapter_title(site_book, stem)
        chapter = site_book.book.chapters.get(stem)
        level_of: dict[str, int] = {}
        yield rendered_page(
            site_book,
            writer,
            name,
            title,
            template="chapter",
            title_number=number,
            introduction=writer.prose.render_inline(chapter.text, name) if chapter is not None and chapter.text else None,
            cases=[(case_heading(site_book, case, level_of), writer.case_body(case, name)) for case in cases],
            moved=list(_moved_cases(site_book, writer, stem)),
            rulings=[writer.ruling_html(ruling, name) for ruling in rulings],
            **_neighbours(site_book, stem),
        )


def _moved_cases(site_book: BookOfSite, writer: CaseWriter, stem: str) -> Iterator[tuple[str, str, str, Html]]:
    """Yield (number, title, editions, body) of the cases that only earlier editions have, shown when one of these is read."""
    seen_numbers: set[str] = set()
    for name in earlier_editions(site_book):
        view = site_book.book.views[name]
        for case in (*view.cases.values(), *view.scenarios.values()):
            if (
                case.chapter == stem
                and case.first_number not in seen_numbers
                and not case.deleted
                and site_book.view.find_case(case.first_number) is None
            ):
                seen_numbers.add(case.first_number)
                editions = " ".join(versions_of(site_book, case).of_edition)
                body = writer.case_body(case, site_book.addresses.chapters[stem])
                yield site_book.printed_number(case.number), case.title or "", editions, body


def case_heading(site_book: BookOfSite, case: CaseInForce, level_of: dict[str, int]) -> Heading:
    """The heading of a case, a level below the nearest case of the page that it is a sub-case of; notes its level."""
    levels_above = [
        level_of[ancestor]
        for ancestor in site_book.book.numbering.parent_numbers(case.number)
        if ancestor in level_of and ancestor != heading_of(case.number)
    ]
    level = min(max(levels_above, default=1) + 1, DEEPEST)
    if not case.number.endswith(".0"):
        level_of[case.number] = level
    address = site_book.addresses.address_of_case(case.number)
    assert address is not None, "every case in the view has an address"
    return Heading(level, case.title or "", address.anchor, site_book.printed_number(case.number))


class _Neighbour(NamedTuple):
    title: str
    href: str


def _neighbours(site_book: BookOfSite, stem: str) -> dict[str, _Neighbour | None]:
    """The chapters before and after."""
    stems = [None, *site_book.addresses.chapters, None]
    position = stems.index(stem)

    def make_neighbour(neighbour: str | None) -> _Neighbour | None:
        if neighbour is None:
            return None
        return _Neighbour(" ".join(filter(None, chapter_title(site_book, neighbour))), f"{site_book.addresses.chapters[neighbour]}.html")

    return {"before": make_neighbour(stems[position - 1]), "after": make_neighbour(stems[position + 1])}
