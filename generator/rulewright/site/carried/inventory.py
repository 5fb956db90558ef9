"""`objects.inv`: the names of a book with their addresses, by which other sites link to `[8.6]`. It is an inventory of Sphinx, version 2.

Clauses and questions are labels, terms are terms of the domain `std`, which every reader of the format has. Addresses begin at the folder
of the book. Readers part a line at blanks, from a type that has a colon: a name in which they would find one is left out.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from urllib.parse import quote

from rulewright.engines.interpreter.questions import signature
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.html.addresses import Address
from rulewright.site.html.escape import clean_line
from rulewright.syntax import nodes

LABEL, TERM = "std:label", "std:term"
LINE = re.compile(r"(.+?)\s+(\S+)\s+(-?\d+)\s+?(\S*)\s+(.*)")
"""A line, as Sphinx reads it."""


def sphinx_inventory(site_book: BookOfSite) -> bytes:
    """Return the inventory; the same bytes for the same book."""
    head = (
        "# Sphinx inventory version 2",
        f"# Project: {clean_line(site_book.title)}",
        f"# Version: {clean_line(site_book.edition)}",
        "# The remainder of this file is compressed using zlib.",
    )
    entries: dict[tuple[str, str], str] = {}
    for role, name, address, title in _named_places(site_book):
        line = f"{name} {role} -1 {quote(address.href_from(), safe='/#%~')} {title if title != name else '-'}"
        parts = LINE.fullmatch(line)
        if parts is not None and parts.group(1, 2) == (name, role):
            entries.setdefault((role, name), line)
    body = "".join(f"{line}\n" for _, line in sorted(entries.items()))
    return "".join(f"{line}\n" for line in head).encode() + zlib.compress(body.encode(), 9)


def _named_places(site_book: BookOfSite) -> Iterator[tuple[str, str, Address, str]]:
    """Yield the role, the name, the address and the text of a link of clauses, then of terms, then of questions: at its first case each."""
    addresses, asking = site_book.addresses, site_book.asking
    for case in site_book.view.all_cases():
        address = addresses.address_of_case(case.number)
        if address is not None and not case.deleted:
            printed = site_book.printed_number(case.number)
            title = clean_line(f"{printed} {case.title or ''}")
            for number in dict.fromkeys((case.number, printed)):
                yield LABEL, clean_line(number), address, title
    for reading in site_book.view.readings.values():
        address = addresses.address_of_reading(reading.name)
        if address is not None:
            yield LABEL, reading.name, address, clean_line(reading.title or reading.name)
    for declared in site_book.book.declarations:
        if isinstance(declared.node, nodes.Term):
            address = addresses.address_of_term(declared.node.name)
            for name in (declared.node.name, *declared.node.also):
                if address is not None:
                    yield TERM, clean_line(name), address, clean_line(declared.node.name)
    for name, question in asking.questions_by_name.items():
        homes = (addresses.address_of_case(number) for number in asking.cases_by_question.get(name, ()))
        address = next((home for home in homes if home is not None), None)
        if address is not None:
            yield LABEL, signature(name, question.params), address, clean_line(asking.question_sentence(name))
