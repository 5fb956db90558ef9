"""Go to definition, and every place of a name."""

from __future__ import annotations

from rulewright.base.source import Location
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.names import NameKind, Use


def definition(draft: Draft, path: str, line: int, column: int) -> list[Location]:
    """Where what is named at a place is declared; a rule that is addressed by its place is found by that; a tag in the ledger."""
    use = draft.names.at(path, line, column)
    if use is None:
        return _statement(draft, path, line, column)
    declared = [one.at for one in draft.names.declarations(use.name)]
    if declared:
        return declared
    if use.name.kind in (NameKind.RULE, NameKind.CHOICE):
        return _addressed(draft, use)
    first = draft.names.uses(use.name)
    return [first[0].at] if first and use.name.kind is NameKind.THING else []


def _addressed(draft: Draft, use: Use) -> list[Location]:
    """The line that an address reaches, in the last edition that has it."""
    from rulewright.rulebook.addresses import Addresses

    for view in reversed(list(draft.loaded.book.views.values())):
        reached = Addresses(view).find(use.name.text)
        if reached is not None and reached.provisions:
            return [reached.provisions[0].location]
    return []


def _statement(draft: Draft, path: str, line: int, column: int) -> list[Location]:
    """The row of the ledger that a tag accounts for."""
    tag = tag_at(draft, path, line, column)
    row = next((one for one in draft.loaded.book.ledger if one.item == tag), None) if tag else None
    ledger = next((name for name, _ in draft.inputs.files if name.endswith("ledger.csv")), None)
    return [Location(ledger, row.line, 1, row.line, 1)] if row is not None and ledger is not None else []


def tag_at(draft: Draft, path: str, line: int, column: int) -> str | None:
    """The tag at a place, without its sign."""
    import re

    lines = draft.sources.get(path, "").split("\n")
    text = lines[line - 1] if line <= len(lines) else ""
    return next(
        (found[1] for found in re.finditer(r"@([A-Z]+-[0-9][A-Za-z0-9]*)", text) if found.start() < column <= found.end() + 1), None
    )


def all_places(draft: Draft, path: str, line: int, column: int, declarations: bool) -> list[Location]:
    """Every place of what is named at a place."""
    use = draft.names.at(path, line, column)
    if use is None:
        return []
    return [one.at for one in draft.names.uses(use.name) if declarations or not one.declares]
