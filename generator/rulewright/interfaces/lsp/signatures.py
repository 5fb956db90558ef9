"""Signature help: the parameters of the call being written."""

from __future__ import annotations

import re

from rulewright.base.names import NAME
from rulewright.base.records import record
from rulewright.interfaces.lsp.draft import Draft
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of

_OPEN = re.compile(rf"({NAME})?\(|\)|,")


@record
class Signature:
    """A called name, its declared parameters, its phrase, and the index of the active parameter."""

    name: str
    params: tuple[str, ...]
    phrase: str
    active: int


def signature_at(draft: Draft, line: str, column: int) -> Signature | None:
    """Return the innermost open call at a column of a line."""
    line_start = re.sub(r'"[^"]*"?', "", line[: column - 1])
    stack: list[list[str | int]] = []
    for sign in _OPEN.finditer(line_start):
        if sign[0].endswith("("):
            stack.append([sign[1] or "", 0])
        elif stack and sign[0] == ")":
            stack.pop()
        elif stack:
            stack[-1][1] = int(stack[-1][1]) + 1
    for name, active in reversed(stack):
        params = draft.names.declared.params.get(str(name))
        if params:
            return Signature(
                str(name), tuple(text_of(param) for param in params), _phrase_of(draft, str(name)), min(int(active), len(params) - 1)
            )
    return None


def _phrase_of(draft: Draft, name: str) -> str:
    callable_name = draft.names.declared.callable_name(name)
    node = draft.names.declared.declarations.get(callable_name, (None, None))[0] if callable_name is not None else None
    match node:
        case nodes.Fact() | nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group() | nodes.Table():
            return node.phrase or ""
        case _:  # open: other nodes are not called
            return ""
