"""The site's page for a line, for an editor that shows the built page next to the text."""

from __future__ import annotations

from rulewright.interfaces.lsp.draft import Draft
from rulewright.site.html.addresses import Addresses, rule_link
from rulewright.syntax import nodes


def page_of(draft: Draft, path: str, line: int) -> str | None:
    """Return the page relative to the site's root: `leipzig/rule.html#combat.B@errata`; None if no edition has the line."""
    blocks = [
        placed_block
        for placed_block in draft.blocks
        if placed_block.place.path == path and placed_block.place.location_of(placed_block.block.span).line <= line
    ]
    book = draft.loaded.book
    if not blocks or not draft.loaded.editions:
        return None
    addresses = Addresses(book, book.views[book.default_edition])
    link = _link_to(blocks[-1].block, addresses, book.default_edition)
    return None if link is None else f"{addresses.folder}/{link}"


def _link_to(block: nodes.Block, addresses: Addresses, edition: str) -> str | None:
    match block:
        case nodes.Case() | nodes.Scenario() | nodes.Ruling():
            return _link_to_rule(block.number, addresses, edition)
        case nodes.Amendment():
            return next((link for target in block.targets if (link := _link_to_rule(target.number, addresses, edition)) is not None), None)
        case nodes.Reading():
            address = addresses.address_of_reading(block.name)
            return None if address is None else address.href_from()
        case nodes.Term():
            address = addresses.address_of_term(block.name)
            return None if address is None else address.href_from()
        case _:  # open: other blocks stand on many pages, or on none
            return None


def _link_to_rule(number: str, addresses: Addresses, edition: str) -> str | None:
    home = addresses.case_number(number)
    return None if home is None else rule_link(home, edition)
