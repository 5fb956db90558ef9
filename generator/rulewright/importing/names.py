"""The case of an entry -> its number in the book, as a draft proposes it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from rulewright.importing.model import UNREADABLE, Case, Statement
from rulewright.rulebook.model import Rulebook

LONGEST = 40


def name_from_words(words: str) -> str:
    """Turn words into a name: `RETREAT BEFORE COMBAT` into `retreat_before_combat`; empty if they have no letter."""
    plain = unicodedata.normalize("NFKD", words).encode("ascii", "ignore").decode()
    name = re.sub(r"[^a-z0-9]+", "_", re.sub(r"['’]", "", plain.casefold())).strip("_")[:LONGEST].strip("_")
    return name if re.match(r"[a-z]", name) else ""


def number_of(case: Case, statements: Sequence[Statement], headings: Sequence[str] | None) -> tuple[str, ...]:
    """Return the numbers that a draft gives to a case; none if nothing can be proposed. `headings` are those that number the book."""
    if case.numbers:
        return case.numbers
    if case.question:
        references = tuple(dict.fromkeys(ref for statement in statements for ref in statement.refs))
        return references if len(references) == 1 else _number_under_heading("", name_from_words(case.title or case.section), headings)
    if case.letter == UNREADABLE:
        return ()
    section = heading_of(case.section, headings)
    return _number_under_heading(section, case.letter or name_from_words(case.title), headings)


def _number_under_heading(section: str, name: str, headings: Sequence[str] | None) -> tuple[str, ...]:
    if headings is not None and not section:
        section = heading_of(name.replace("_", " "), headings)
        name = "" if section == name else name
    if headings is not None and section not in headings:
        return ()
    if headings is None and len(name) > 1:
        return (name,)
    if not section:
        return ()
    return (f"{section}.{name}",) if name else (f"{section}.1",) if headings is not None else (section,)


def heading_of(section: str, headings: Sequence[str] | None) -> str:
    """Return the heading of the book that a heading of the sheet denotes: the same words, or the first of its words that is one."""
    name = name_from_words(re.sub(r"^\[.*?\]\s*", "", section))
    if headings is None or name in headings:
        return name
    words = name.split("_")
    return next((heading for word in words for heading in headings if heading in (word, word.rstrip("s"))), name)


def numbers_of_book(book: Rulebook) -> frozenset[str]:
    """Return the numbers of all cases, scenarios and rulings of the book, in all editions."""
    return frozenset(str(case.number) for view in book.views.values() for case in view.all_cases())
