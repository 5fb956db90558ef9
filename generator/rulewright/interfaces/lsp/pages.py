"""The site's page for a line, for an editor that shows the built page next to the text."""

from __future__ import annotations

from rulewright.interfaces.lsp.draft import Draft
from rulewright.site.html.addresses import Address, Addresses
from rulewright.syntax import nodes


def page_of(draft: Draft, path: str, line: int) -> str | None:
    """Return the page with anchor, relative to the site's root: `leipzig/combat.html#case-combat.B`; None if no edition has the line."""
    blocks = [
        placed_block
        for placed_block in draft.blocks
        if placed_block.place.path == path and placed_block.place.location_of(placed_block.block.span).line <= line
    ]
    book = draft.loaded.book
    if not blocks or not draft.loaded.editions:
        return None
    addresses = Addresses(book, book.views[book.default_edition])
    address = _address_of(blocks[-1].block, addresses)
    return None if address is None else f"{addresses.folder}/{address.href_from()}"


def _address_of(block: nodes.Block, addresses: Addresses) -> Address | None:
    match block:
        case nodes.Case() | nodes.Scenario() | nodes.Ruling():
            return addresses.address_of_case(block.number)
        case nodes.Amendment():
            return next((address for target in block.targets if (address := addresses.address_of_case(target.number)) is not None), None)
        case nodes.Reading():
            return addresses.address_of_reading(block.name)
        case nodes.Term():
            return addresses.address_of_term(block.name)
        case _:  # open: other blocks stand on many pages, or on none
            return None
