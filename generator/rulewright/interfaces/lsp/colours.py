"""What each word of a file is, for its colour: only names, since words of the language are known to the editor by its grammar."""

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


def colours(draft: Draft, path: str, text: Text) -> list[int]:
    """The names of a file as the protocol counts them: each by its distance from the one before."""
    data: list[int] = []
    line = column = 0
    end = (0, 0)
    for use in draft.names.of_file(path):
        at = text.range(use.at)
        start = (at.start.line, at.start.character)
        if start < end or at.end.line != at.start.line:
            continue
        moved = start[0] - line
        kind = LEGEND.token_types.index(_TYPES[use.name.kind])
        data += [moved, start[1] - (0 if moved else column), at.end.character - start[1], kind, int(use.declares)]
        line, column = start
        end = (at.end.line, at.end.character)
    return data
