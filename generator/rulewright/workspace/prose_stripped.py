"""The files of a book without the words of its paragraphs and notes, and without comments: the input of answers, examples and comparisons
of editions.

No answer depends on a paragraph. So a result of the rules is valid for every book that differs from this one in such words
alone, and an edit of prose recomputes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.base.store import digest
from rulewright.syntax import nodes
from rulewright.syntax.formatter import COMMENTS
from rulewright.syntax.parser import decode_source
from rulewright.workspace.inputs import Inputs

CLOSING = {'"': '"', "“": "”"}
_OPENING = re.compile('["“]')
_BLANKS = re.compile(r"[ \t]+(?=\n)")
_EMPTY_LINES = re.compile(r"\n+")


class ProseStripped:
    """Digests of some files without prose; `tree` is their syntax tree.

    Two books have the same `formal` if the remaining content is equal, and the same `placed` if it is on the same lines, too.
    """

    def __init__(self, inputs: Inputs, tree: nodes.SyntaxTree) -> None:
        starts: dict[str, list[tuple[int, int]]] = {}
        for path, line, column in _prose_starts(tree):
            starts.setdefault(path, []).append((line, column))
        formal: list[bytes] = []
        located: list[bytes] = []
        for path, data in inputs.files:
            text = decode_source(path, data)[0].text if path.endswith(".case") else None
            for content, keep_lines in ((formal, False), (located, True)):
                stripped = (
                    data if text is None else _remove_comments(_remove_quotes(text, starts.get(path, ()), keep_lines), keep_lines).encode()
                )
                content += [path.encode(), stripped]
        self.formal, self.placed = digest(formal), digest(located)


def _prose_starts(tree: nodes.SyntaxTree) -> Iterator[tuple[str, int, int]]:
    """Yield the start of each paragraph and note: file, line, column."""
    for tree_block in tree.blocks:
        block = tree_block.block
        if isinstance(block, nodes.ClauseBlock):
            for line in block.body:
                if isinstance(line, nodes.Prose | nodes.Commentary):
                    location = tree_block.place.location_of(line.span)
                    yield location.path, location.line, location.column


def _remove_quotes(text: str, starts: Sequence[tuple[int, int]], keep_lines: bool) -> str:
    """Return a text without the content of the first quotation at or after each position; with `keep_lines` its line ends stay."""
    begins = [0]
    for line_text in text.split("\n"):
        begins.append(begins[-1] + len(line_text) + 1)
    pieces: list[str] = []
    position = 0
    for line, column in starts:
        opening = _OPENING.search(text, begins[line - 1] + column - 1)
        assert opening is not None
        first = opening.end()
        last = text.index(CLOSING[opening[0]], first)
        pieces += [text[position:first], "\n" * text.count("\n", first, last) if keep_lines else ""]
        position = last
    return "".join([*pieces, text[position:]])


def _remove_comments(text: str, keep_lines: bool) -> str:
    """Return a text without comments, empty lines and trailing blanks; with `keep_lines` only the empty lines at its end are removed."""
    pieces: list[str] = []
    code, position = "", 0
    for match in COMMENTS.finditer(text):
        code += text[position : match.start()]
        position = match.end()
        if not match[1]:
            pieces += [_remove_blanks(code, keep_lines), match[0]]
            code = ""
    result = "".join([*pieces, _remove_blanks(code + text[position:] + "\n", keep_lines)])
    return result.rstrip("\n") if keep_lines else result.strip("\n")


def _remove_blanks(code: str, keep_lines: bool) -> str:
    """Return the code between quotations, without trailing blanks and, unless `keep_lines`, without empty lines."""
    code = _BLANKS.sub("", code)
    return code if keep_lines else _EMPTY_LINES.sub("\n", code)
