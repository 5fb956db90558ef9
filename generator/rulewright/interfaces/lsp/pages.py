"""Where the site has what is at a line: for an editor that shows the built page next to the text."""

from __future__ import annotations

from rulewright.interfaces.lsp.draft import Draft
from rulewright.site.html.addresses import Address, Addresses
from rulewright.syntax import nodes


def page_of(draft: Draft, path: str, line: int) -> str | None:
    """The page and the place on it, from the top of the site: `leipzig/combat.html#case-combat.B`. None where no edition holds the line."""
    blocks = [one for one in draft.blocks if one.place.path == path and one.place.at(one.block.span).line <= line]
    book = draft.loaded.book
    if not blocks or not draft.loaded.editions:
        return None
    addresses = Addresses(book, book.views[book.default_edition])
    found = _address(blocks[-1].block, addresses)
    return None if found is None else f"{addresses.folder}/{found.href_from()}"


def _address(block: nodes.Block, addresses: Addresses) -> Address | None:
    match block:
        case nodes.Case() | nodes.Scenario() | nodes.Ruling():
            return addresses.address_of_case(block.number)
        case nodes.Amendment():
            return next((found for one in block.targets if (found := addresses.address_of_case(one.number)) is not None), None)
        case nodes.Reading():
            return addresses.address_of_reading(block.name)
        case nodes.Term():
            return addresses.address_of_term(block.name)
        case _:  # open: other blocks stand on many pages, or on none
            return None
