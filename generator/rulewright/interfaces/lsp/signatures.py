"""Which arguments a call takes, while it is written."""

from __future__ import annotations

import re

from rulewright.base.records import record
from rulewright.interfaces.lsp.draft import Draft
from rulewright.syntax import nodes
from rulewright.syntax.formatter import text_of

_OPEN = re.compile(r"([A-Za-z_]\w*)?\(|\)|,")


@record
class Signature:
    """What is called, its parameters as they are declared, what it means, and which parameter is being written."""

    name: str
    params: tuple[str, ...]
    phrase: str
    active: int


def signature(draft: Draft, line: str, column: int) -> Signature | None:
    """The innermost call that is open at a column of a line."""
    before = re.sub(r'"[^"]*"?', "", line[: column - 1])
    stack: list[list[str | int]] = []
    for sign in _OPEN.finditer(before):
        if sign[0].endswith("("):
            stack.append([sign[1] or "", 0])
        elif stack and sign[0] == ")":
            stack.pop()
        elif stack:
            stack[-1][1] = int(stack[-1][1]) + 1
    for name, active in reversed(stack):
        params = draft.names.declared.params.get(str(name))
        if params:
            return Signature(str(name), tuple(text_of(one) for one in params), _phrase(draft, str(name)), min(int(active), len(params) - 1))
    return None


def _phrase(draft: Draft, name: str) -> str:
    called = draft.names.declared.called(name)
    node = draft.names.declared.declarations.get(called, (None, None))[0] if called is not None else None
    match node:
        case nodes.Fact() | nodes.Value() | nodes.Verdict() | nodes.Predicate() | nodes.Group() | nodes.Table():
            return node.phrase or ""
        case _:  # open: other nodes are not called
            return ""
