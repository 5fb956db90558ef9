"""The files of a book without the words of its paragraphs and notes, and without comments: all that answers, examples and comparisons of
editions depend on.

Nobody reads a paragraph to find an answer. So a result of the rules is good for every book that differs from this one in such words
alone, and an edit of prose works nothing out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.base.store import digest
from rulewright.syntax import nodes
from rulewright.syntax.formatter import COMMENTS
from rulewright.syntax.parser import decoded
from rulewright.workspace.inputs import Inputs

QUOTE = '"'
_BLANKS = re.compile(r"[ \t]+(?=\n)")
_EMPTY_LINES = re.compile(r"\n+")


class Wordless:
    """Names for what is left of some files without words; `tree` is what the files were read as.

    Two books have the same `formal` where all that is left is the same, and the same `placed` where it is on the same lines, too.
    """

    def __init__(self, inputs: Inputs, tree: nodes.SyntaxTree) -> None:
        starts: dict[str, list[tuple[int, int]]] = {}
        for path, line, column in _words(tree):
            starts.setdefault(path, []).append((line, column))
        formal: list[bytes] = []
        placed: list[bytes] = []
        for path, data in inputs.files:
            text = decoded(path, data)[0].text if path.endswith(".case") else None
            for found, keep_lines in ((formal, False), (placed, True)):
                left = data if text is None else _plain(_without(text, starts.get(path, ()), keep_lines), keep_lines).encode()
                found += [path.encode(), left]
        self.formal, self.placed = digest(formal), digest(placed)


def _words(tree: nodes.SyntaxTree) -> Iterator[tuple[str, int, int]]:
    """Where paragraphs and notes begin: file, line, column."""
    for placed in tree.blocks:
        block = placed.block
        if isinstance(block, nodes.ClauseBlock):
            for line in block.body:
                if isinstance(line, nodes.Prose | nodes.Commentary):
                    at = placed.place.at(line.span)
                    yield at.path, at.line, at.column


def _without(text: str, starts: Sequence[tuple[int, int]], keep_lines: bool) -> str:
    """A text without the words in the first quotes at or after each place; with `keep_lines` their line ends stay."""
    begins = [0]
    for written in text.split("\n"):
        begins.append(begins[-1] + len(written) + 1)
    pieces: list[str] = []
    done = 0
    for line, column in starts:
        first = text.index(QUOTE, begins[line - 1] + column - 1) + 1
        last = text.index(QUOTE, first)
        pieces += [text[done:first], "\n" * text.count("\n", first, last) if keep_lines else ""]
        done = last
    return "".join([*pieces, text[done:]])


def _plain(text: str, keep_lines: bool) -> str:
    """A text without comments, empty lines and blanks at the ends of lines; with `keep_lines` only the empty lines at its end are gone."""
    pieces: list[str] = []
    between, done = "", 0
    for found in COMMENTS.finditer(text):
        between += text[done : found.start()]
        done = found.end()
        if not found[1]:
            pieces += [_tidied(between, keep_lines), found[0]]
            between = ""
    whole = "".join([*pieces, _tidied(between + text[done:] + "\n", keep_lines)])
    return whole.rstrip("\n") if keep_lines else whole.strip("\n")


def _tidied(code: str, keep_lines: bool) -> str:
    """What stands between quotations, without blanks at the ends of lines and, unless `keep_lines`, without empty lines."""
    code = _BLANKS.sub("", code)
    return code if keep_lines else _EMPTY_LINES.sub("\n", code)
