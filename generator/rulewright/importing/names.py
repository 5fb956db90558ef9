"""The case of an entry -> its number in the book, as a draft proposes it."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence

from rulewright.base.records import record
from rulewright.importing.sheet.model import UNREADABLE, BookCases, Case, Statement
from rulewright.rulebook.model import Rulebook
from rulewright.syntax.reserved_names import IN_EXPRESSIONS

LONGEST = 40


RESERVED = IN_EXPRESSIONS | {"amend", "case", "throughout"}
"""Words of the language that cannot be the name of a case."""


def name_from_words(words: str) -> str:
    """Turn words into a name: `RETREAT BEFORE COMBAT` into `retreat_before_combat`; empty if they have no letter."""
    name = whole_name(words)[:LONGEST].strip("_")
    return name if re.match(r"[a-z]", name) else ""


def whole_name(words: str) -> str:
    """Return the letters and figures of words as one name, however long: `wild_step_is_free`."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’]", "", plain.casefold())).strip("_")


def case_name(words: str) -> str:
    """Return a name for a case that the language can read: without the number of a chapter before it, and no word of the language."""
    name = name_from_words(
        re.sub(r"^(?:\[.*?\]|\d{1,3}[.)]?|definition of)\s+|\s\([A-Z]{0,3}\d{1,4}\)$|\s\(?#\d{1,4}\)?$", "", words, flags=re.IGNORECASE)
    )
    return f"case_{name}" if name in RESERVED else name


def heading_of(section: str, headings: Sequence[str] | None) -> str:
    """Return the heading of the book that a heading of the sheet denotes: the same words, or the first of its words that is one."""
    name = case_name(section)
    if headings is None or name in headings:
        return name
    words = name.split("_")
    return next((heading for word in words for heading in headings if heading in (word, word.rstrip("s"))), name)


@record
class Place:
    """The place at which a sheet names a case without a number: the headings above it that name cases, all headings, and the words."""

    parents: tuple[str, ...]
    above: tuple[str, ...]
    words: str
    heading: int = -1  # where the heading stands that is the case's name, -1 for a title before its words

    @property
    def parent(self) -> str:
        """The innermost heading above it; empty if there is none."""
        return self.parents[-1] if self.parents else ""


class CaseNames:
    """The numbers that drafts give to the cases of a sheet. A name that would stand for two cases gets the heading above it, or is none."""

    def __init__(self, statements: Sequence[Statement], headings: Sequence[str] | None, by_name: Mapping[str, str] | None = None) -> None:
        self._headings = headings
        self._by_title = by_name or {}
        places: defaultdict[str, set[Place]] = defaultdict(set)
        parented: defaultdict[tuple[str, str], set[Place]] = defaultdict(set)
        for statement in statements:
            if name := _own_name(statement.case):
                place = _place_of(statement.case)
                places[name].add(place)
                parented[name, place.parent].add(place)
        self._ambiguous = frozenset(name for name, group in places.items() if _are_different(group))
        self._ambiguous_under = frozenset(name for name, group in parented.items() if _are_different(group))

    def numbers_of(self, case: Case, statements: Sequence[Statement]) -> tuple[str, ...]:
        """Return the numbers of a case, given the statements of its entry; none if nothing can be proposed."""
        if case.numbers:
            return case.numbers
        if case.question:
            references = tuple(dict.fromkeys(ref for statement in statements for ref in statement.refs))
            return references if len(references) == 1 else self._under_heading("", case_name(case.title or case.section))
        if case.letter == UNREADABLE:
            return ()
        if case.letter:
            return self._under_heading(heading_of(case.section, self._headings), case.letter)
        if self._headings is not None:
            return self._under_heading(heading_of(case.section, self._headings), case_name(case.title))
        return self._by_name(case)

    def _by_name(self, case: Case) -> tuple[str, ...]:
        name = _own_name(case)
        if not name:
            return ()
        if name in self._by_title:
            return (self._by_title[name],)
        if name not in self._ambiguous:
            return (name,)
        parent = _place_of(case).parent
        section = case_name(parent)
        return (f"{section}.{name}",) if section and (name, parent) not in self._ambiguous_under else ()

    def _under_heading(self, section: str, name: str) -> tuple[str, ...]:
        headings = self._headings
        if headings is not None and not section:
            section = heading_of(name.replace("_", " "), headings)
            name = "" if section == name else name
        if headings is not None and section not in headings:
            return ()
        if not section:
            return (name,) if name and headings is None and len(name) > 1 else ()
        return (f"{section}.{name}",) if name else (f"{section}.1",) if headings is not None else (section,)


def _own_name(case: Case) -> str:
    """Return the name of a case by its title or its heading; empty for one with a number, a letter or a question."""
    return "" if case.numbers or case.letter or case.question else case_name(case.title) or case_name(case.section)


def _place_of(case: Case) -> Place:
    naming = [heading for heading in case.above if heading.names_cases and not heading.is_title]
    above = tuple(heading.words for heading in case.above)
    if case_name(case.title):
        return Place(tuple(heading.words for heading in naming), above, whole_name(case.title))
    start = naming[-1].start if naming else -1
    return Place(tuple(heading.words for heading in naming[:-1]), above, whole_name(case.section), start)


def _are_different(places: Collection[Place]) -> bool:
    """Return True if places of one name are not of one case: under other headings, of other words, or under a heading that comes again."""
    headings: dict[tuple[str, ...], int] = {}
    comes_again = any(headings.setdefault(place.above, place.heading) != place.heading for place in places if place.heading >= 0)
    return comes_again or len({(place.parents, place.words) for place in places}) > 1


def cases_of_book(book: Rulebook, sources: Collection[str]) -> BookCases:
    """Return the cases of some sources, in all editions. A title of several cases is none of a case."""
    cases = [case for view in book.views.values() for case in view.all_cases() if case.source in sources]
    numbers = frozenset(str(number) for case in cases for number in (case.number, case.first_number))
    by_name: dict[str, str] = {}
    for case in cases:
        if case.title and (name := case_name(case.title)):
            by_name[name] = str(case.number) if by_name.get(name, str(case.number)) == str(case.number) else ""
    return BookCases(
        numbers, not sources, {**{name: number for name, number in by_name.items() if number}, **{number: number for number in numbers}}
    )


def numbers_of_book(book: Rulebook) -> frozenset[str]:
    """Return the numbers of all cases, scenarios and rulings of the book, in all editions."""
    return frozenset(str(case.number) for view in book.views.values() for case in view.all_cases())
