"""Addresses on the site of a book, by the names that answers cite."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.base.errors import WrongInput
from rulewright.base.suggestions import did_you_mean

if TYPE_CHECKING:
    from rulewright.site.html.addresses import Address, Addresses
    from rulewright.workspace.open_book import OpenBook


def link_to(open_book: OpenBook, name: str) -> str:
    """Return the address of what has a name in a book, relative to the top of the site. Raises `WrongInput`."""
    from rulewright.site.asking.link import link_to as link_to_question
    from rulewright.site.html.addresses import Addresses

    open_book.edition(None)
    book = open_book.book
    addresses = Addresses(book, book.views[book.default_edition])
    address = _address_of(open_book, addresses, name)
    if address is not None:
        return f"{addresses.folder}/{address.href_from()}"
    questions = open_book.core().questions
    question = name.partition("(")[0].strip()
    if question in questions:
        return f"{addresses.folder}/{link_to_question(question)}"
    numbers = [case.number for case in book.views[book.default_edition].all_cases()]
    hint = did_you_mean(name, [*numbers, *questions])
    raise WrongInput(f"`{open_book.name}` has no page for `{name}`", hints=[hint] if hint else [])


def _address_of(open_book: OpenBook, addresses: Addresses, name: str) -> Address | None:
    """Return the address of a case in any spelling of its number, of one of an earlier edition, of a reading or of a term."""
    from rulewright.rulebook.case_numbers import match_number

    book = open_book.book
    for edition in (book.default_edition, *reversed(open_book.editions)):
        view = book.views[edition]
        number = match_number(name, [*(case.number for case in view.all_cases()), *view.renumbered])
        case = view.find_case(number) if number else None
        if case is not None and (address := addresses.address_of(case)) is not None:
            return address
    return addresses.address_of_case(name) or addresses.address_of_reading(name) or addresses.address_of_term(name)
