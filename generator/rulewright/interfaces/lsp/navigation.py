"""Go to definition, and find all references."""

from __future__ import annotations

from rulewright.base.source import Location
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.names import NameKind, Use


def definitions_at(draft: Draft, path: str, line: int, column: int) -> list[Location]:
    """Return the declarations of the name at a position; for a rule addressed by place, that rule; for a tag, its row of the ledger."""
    use = draft.names.use_at(path, line, column)
    if use is None:
        return _ledger_row(draft, path, line, column)
    declared = [use_of_name.location for use_of_name in draft.names.declarations(use.name)]
    if declared:
        return declared
    if use.name.kind in (NameKind.RULE, NameKind.CHOICE):
        return _resolve_address(draft, use)
    first = draft.names.uses(use.name)
    return [first[0].location] if first and use.name.kind is NameKind.THING else []


def _resolve_address(draft: Draft, use: Use) -> list[Location]:
    """Return the line that an address resolves to, in the last edition that has it."""
    from rulewright.rulebook.addresses import Addresses

    for view in reversed(list(draft.loaded.book.views.values())):
        resolved = Addresses(view).resolve_address(use.name.text)
        if resolved is not None and resolved.provisions:
            return [resolved.provisions[0].location]
    return []


def _ledger_row(draft: Draft, path: str, line: int, column: int) -> list[Location]:
    """Return the row of the ledger for a tag."""
    tag = tag_at(draft, path, line, column)
    row = next((ledger_row for ledger_row in draft.loaded.book.ledger if ledger_row.item == tag), None) if tag else None
    ledger = next((name for name, _ in draft.inputs.files if name.endswith("ledger.csv")), None)
    return [Location(ledger, row.line, 1, row.line, 1)] if row is not None and ledger is not None else []


def tag_at(draft: Draft, path: str, line: int, column: int) -> str | None:
    """Return the tag at a position, without its sign."""
    import re

    lines = draft.sources.get(path, "").split("\n")
    text = lines[line - 1] if line <= len(lines) else ""
    return next(
        (
            tag_match[1]
            for tag_match in re.finditer(r"@([A-Z]+-[0-9][A-Za-z0-9]*)", text)
            if tag_match.start() < column <= tag_match.end() + 1
        ),
        None,
    )


def all_places(draft: Draft, path: str, line: int, column: int, declarations: bool) -> list[Location]:
    """Return all locations of the name at a position."""
    use = draft.names.use_at(path, line, column)
    if use is None:
        return []
    return [use_of_name.location for use_of_name in draft.names.uses(use.name) if declarations or not use_of_name.declares]
