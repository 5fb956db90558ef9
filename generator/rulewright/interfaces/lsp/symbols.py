"""The outline of a file, the names of a whole book, and what can be folded."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types

from rulewright.base.source import Location, Place
from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.names import Name, NameKind
from rulewright.interfaces.lsp.places import end_of, whole
from rulewright.interfaces.lsp.said import plain
from rulewright.interfaces.lsp.text import Text
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of
from rulewright.syntax.traversal import children

MOST = 200
"""So many names of a book are listed for one search."""

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


def outline(draft: Draft, path: str, text: Text) -> list[types.DocumentSymbol]:
    """The blocks of a file with what is in the cases."""
    return [_block(one, text) for one in draft.blocks if one.place.path == path]


def _block(placed: nodes.Placed, text: Text) -> types.DocumentSymbol:
    block, place = placed.block, placed.place
    label, kind, detail = _titled(block)
    inside = [made for line in children(block) if (made := _line(line, place, text)) is not None]
    return _symbol(label, kind, detail, block, place, text, inside)


def _symbol(
    label: str, kind: types.SymbolKind, detail: str, node: nodes.Node, place: Place, text: Text, inside: list[types.DocumentSymbol]
) -> types.DocumentSymbol:
    return types.DocumentSymbol(
        name=plain(label) or "?",
        kind=kind,
        range=text.range(whole(node, place)),
        selection_range=text.range(place.at(node.span)),
        detail=plain(detail),
        children=inside or None,
    )


def _titled(block: nodes.Block) -> tuple[str, types.SymbolKind, str]:
    """What a block is called in an outline."""
    match block:
        case nodes.Case() | nodes.Scenario():
            return f"{block.number} {block.title or ''}".strip(), types.SymbolKind.Class, ""
        case nodes.Ruling():
            return block.number, types.SymbolKind.Class, "ruling"
        case nodes.Reading():
            return f"{block.name} {block.title}", types.SymbolKind.Class, "reading"
        case nodes.Amendment():
            on = ", ".join(ref.number for ref in block.targets)
            return f"{on} {block.title or ''}".strip(), types.SymbolKind.Event, f"{block.kind} in {block.source}"
        case nodes.Chapter():
            return block.title, types.SymbolKind.Namespace, "chapter"
        case _:  # open: other blocks are known by their first line
            return text_of(block).split("\n")[0], types.SymbolKind.Variable, ""


def _line(line: nodes.Node, place: Place, text: Text) -> types.DocumentSymbol | None:
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


def named(draft: Draft, query: str) -> Iterator[tuple[Name, types.SymbolKind, Location]]:
    """The declarations of a book whose name has what is looked for."""
    wanted = query.casefold()
    found = 0
    for name, uses in draft.names.all():
        if name.kind is NameKind.THING or wanted not in name.text.casefold():
            continue
        for use in uses:
            if use.declares and found < MOST:
                found += 1
                yield name, _KINDS[name.kind], use.at


def folds(draft: Draft, path: str) -> list[types.FoldingRange]:
    """Every block of several lines, and what is in it of several lines."""
    found: list[types.FoldingRange] = []
    for placed in draft.blocks:
        if placed.place.path == path:
            for node in (placed.block, *children(placed.block)):
                first, last = placed.place.first_line + node.span.line - 2, placed.place.first_line + end_of(node) - 2
                if last > first:
                    found.append(types.FoldingRange(first, last))
    return found
