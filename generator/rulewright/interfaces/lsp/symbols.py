"""The outline of a file, the symbols of a book, and folding ranges."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from rulewright.base.source import Location, Place
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.names import Name, NameKind
from rulewright.interfaces.lsp.places import end_of, full_location
from rulewright.interfaces.lsp.said import plain_text
from rulewright.interfaces.lsp.text import Text
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of
from rulewright.syntax.traversal import children

MAX_SYMBOLS = 200
"""The number of names of a book in one search result."""

_KINDS = {
    NameKind.FACT: types.SymbolKind.Variable,
    NameKind.FIELD: types.SymbolKind.Field,
    NameKind.QUESTION: types.SymbolKind.Function,
    NameKind.KIND: types.SymbolKind.Struct,
    NameKind.VALUE: types.SymbolKind.EnumMember,
    NameKind.MEASURE: types.SymbolKind.Number,
    NameKind.CASE: types.SymbolKind.Class,
    NameKind.RULE: types.SymbolKind.Method,
    NameKind.CHOICE: types.SymbolKind.Method,
    NameKind.OPTION: types.SymbolKind.Boolean,
    NameKind.SOURCE: types.SymbolKind.File,
    NameKind.EDITION: types.SymbolKind.Package,
    NameKind.GAME: types.SymbolKind.Package,
    NameKind.BACKGROUND: types.SymbolKind.Object,
    NameKind.TERM: types.SymbolKind.String,
    NameKind.THING: types.SymbolKind.Variable,
    NameKind.STAGE: types.SymbolKind.Operator,
}


def document_symbols(draft: Draft, path: str, text: Text) -> list[types.DocumentSymbol]:
    """Return the blocks of a file with the lines of its cases."""
    return [_block_symbol(placed_block, text) for placed_block in draft.blocks if placed_block.place.path == path]


def _block_symbol(placed_block: nodes.Placed, text: Text) -> types.DocumentSymbol:
    block, place = placed_block.block, placed_block.place
    label, kind, detail = _block_title(block)
    members = [member for line in children(block) if (member := _line_symbol(line, place, text)) is not None]
    return _symbol(label, kind, detail, block, place, text, members)


def _symbol(
    label: str, kind: types.SymbolKind, detail: str, node: nodes.Node, place: Place, text: Text, members: list[types.DocumentSymbol]
) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=plain_text(label) or "?",
        kind=kind,
        range=text.range(full_location(node, place)),
        selection_range=text.range(place.location_of(node.span)),
        detail=plain_text(detail),
        children=members or None,
    )


def _block_title(block: nodes.Block) -> tuple[str, types.SymbolKind, str]:
    """Return the label, kind and detail of a block in the outline."""
    match block:
        case nodes.Case() | nodes.Scenario():
            return f"{block.number} {block.title or ''}".strip(), types.SymbolKind.Class, ""
        case nodes.Ruling():
            return block.number, types.SymbolKind.Class, "ruling"
        case nodes.Reading():
            return f"{block.name} {block.title}", types.SymbolKind.Class, "reading"
        case nodes.Amendment():
            targets = ", ".join(ref.number for ref in block.targets) or "throughout"
            return f"{targets} {block.title or ''}".strip(), types.SymbolKind.Event, f"{block.kind} in {block.source}"
        case nodes.Chapter():
            return block.title, types.SymbolKind.Namespace, "chapter"
        case _:  # open: other blocks are known by their first line
            return text_of(block).split("\n")[0], types.SymbolKind.Variable, ""


def _line_symbol(line: nodes.Node, place: Place, text: Text) -> types.DocumentSymbol | None:
    match line:
        case nodes.Rule():
            return _symbol(text_of(line).split("\n")[0], types.SymbolKind.Method, line.name or "", line, place, text, [])
        case nodes.Table():
            return _symbol(line.name, types.SymbolKind.Array, "table", line, place, text, [])
        case nodes.Example():
            return _symbol(line.title, types.SymbolKind.Event, "example", line, place, text, [])
        case nodes.FieldDecl() | nodes.EnumValue() | nodes.ReadingChoice():
            return _symbol(line.name, types.SymbolKind.Field, "", line, place, text, [])
        case _:  # open: other lines are not listed
            return None


def matching_declarations(draft: Draft, query: str) -> Iterator[tuple[Name, types.SymbolKind, Location]]:
    """Yield the declarations of a book whose name contains the query."""
    folded_query = query.casefold()
    count = 0
    for name, uses in draft.names.uses_by_name():
        if name.kind is NameKind.THING or folded_query not in name.text.casefold():
            continue
        for use in uses:
            if use.declares and count < MAX_SYMBOLS:
                count += 1
                yield name, _KINDS[name.kind], use.location


def folding_ranges(draft: Draft, path: str) -> list[types.FoldingRange]:
    """Return the blocks of several lines, and their children of several lines."""
    ranges: list[types.FoldingRange] = []
    for placed_block in draft.blocks:
        if placed_block.place.path == path:
            for node in (placed_block.block, *children(placed_block.block)):
                first, last = placed_block.place.first_line + node.span.line - 2, placed_block.place.first_line + end_of(node) - 2
                if last > first:
                    ranges.append(types.FoldingRange(first, last))
    return ranges
