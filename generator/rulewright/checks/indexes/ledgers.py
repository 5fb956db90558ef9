"""Locations of ledger rows, and the form of their ids."""

from __future__ import annotations

from rulewright.base.diagnostics import Label
from rulewright.base.source import Location
from rulewright.rulebook.model import LedgerRow, Rulebook


def at_row(book: Rulebook, row: LedgerRow, text: str = "") -> Label:
    """Return a label on the id of a row, in the ledger next to the front page."""
    folder, slash, _ = book.front_place.path.rpartition("/")
    name = next((source.ledger for source in book.sources.values() if source.ledger), "ledger.csv")
    return Label(Location(folder + slash + name, row.line, 1, row.line, 1 + len(row.item)), text)


def item_prefix(item: str) -> str:
    """Return the prefix of a ledger id: `GA` of `GA-013b`."""
    return item.rpartition("-")[0]
