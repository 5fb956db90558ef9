"""The files of a book without the words of its paragraphs and notes: all that answers, examples and comparisons of editions depend on.

Nobody reads a paragraph to find an answer. So a result of the rules is good for every book that differs from this one in such words
alone, and an edit of prose works nothing out again.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulewright.inputs import Inputs
from rulewright.language import nodes
from rulewright.language.parse import decoded
from rulewright.store import digest

QUOTE = '"'


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
            for found, keep_lines in ((formal, False), (placed, True)):
                left = _without(decoded(path, data)[0].text, starts[path], keep_lines).encode() if path in starts else data
                found += [path.encode(), left]
        self.formal, self.placed = digest(formal), digest(placed)


def _words(tree: nodes.SyntaxTree) -> Iterator[tuple[str, int, int]]:
    """Where paragraphs and notes begin: file, line, column."""
    for placed in tree.blocks:
        block = placed.block
        if isinstance(block, nodes.Case | nodes.Amendment | nodes.Ruling | nodes.Scenario):
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
