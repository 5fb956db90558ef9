"""Semantic tokens for the colours of names; keywords are coloured by the editor's own grammar."""

from __future__ import annotations

from lsprotocol import types

from rulewright.interfaces.lsp.draft import Draft
from rulewright.interfaces.lsp.names import NameKind
from rulewright.interfaces.lsp.text import Text

_TYPES = {
    NameKind.FACT: "variable",
    NameKind.FIELD: "property",
    NameKind.QUESTION: "function",
    NameKind.KIND: "type",
    NameKind.VALUE: "enumMember",
    NameKind.MEASURE: "type",
    NameKind.CASE: "class",
    NameKind.RULE: "method",
    NameKind.CHOICE: "method",
    NameKind.OPTION: "macro",
    NameKind.SOURCE: "namespace",
    NameKind.EDITION: "namespace",
    NameKind.GAME: "namespace",
    NameKind.BACKGROUND: "macro",
    NameKind.TERM: "string",
    NameKind.THING: "parameter",
    NameKind.STAGE: "property",
}
LEGEND = types.SemanticTokensLegend(list(dict.fromkeys(_TYPES.values())), ["declaration"])


def semantic_tokens(draft: Draft, path: str, text: Text) -> list[int]:
    """Return the names of a file in the encoding of the protocol: each relative to the one before."""
    data: list[int] = []
    line = column = 0
    end = (0, 0)
    for use in draft.names.of_file(path):
        token_range = text.range(use.location)
        start = (token_range.start.line, token_range.start.character)
        if start < end or token_range.end.line != token_range.start.line:
            continue
        moved = start[0] - line
        kind = LEGEND.token_types.index(_TYPES[use.name.kind])
        data += [moved, start[1] - (0 if moved else column), token_range.end.character - start[1], kind, int(use.declares)]
        line, column = start
        end = (token_range.end.line, token_range.end.character)
    return data
