"""A unified diff of a text -> the later text: a hunk is found in the Markdown of an edition by its words, however its lines are broken."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.importing.text.numbers import read_heading, read_text_head

_HUNK = re.compile(r"@@ .*@@")
_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_NO_WORDS = re.compile(r"(?<=\])\((?:[^()\n]|\([^()\n]*\))*\)|<[^<>\n]{1,80}>|\{[#.][^{}\n]*\}")
"""Addresses of links, tags and attributes: they are no words, and are written in several ways."""
_LINE_SIGNS = re.compile(r"[\s#>*|_\[-]*\Z")
_ITEM = re.compile(r"\s*[-*+]\s+(.*)")
_FILE_HEADS = ("diff ", "index ", "--- ", "+++ ", "new file", "deleted file", "similarity ", "rename ", "old mode", "new mode", "\\")


@record
class Hunk:
    """A hunk: the line of the diff on which it begins, the lines that it has before and after."""

    line: int
    earlier: tuple[str, ...]
    later: tuple[str, ...]


def read_hunks(diff: str) -> list[Hunk]:
    """Return the hunks of a unified diff. Raises `WrongInput` if there is none."""
    hunks: list[Hunk] = []
    start, earlier, later = 0, [], []  # type: tuple[int, list[str], list[str]]
    for number, line in enumerate([*diff.splitlines(), "@@ @@"], 1):
        if _HUNK.match(line):
            if start:
                hunks.append(Hunk(start, tuple(earlier), tuple(later)))
            start, earlier, later = number, [], []
        elif start and not (line.startswith(_FILE_HEADS) and not _continues_hunk(line)):
            if line[:1] in ("-", " ", ""):
                earlier.append(line[1:])
            if line[:1] in ("+", " ", ""):
                later.append(line[1:])
    if not hunks:
        raise WrongInput("the diff has no hunk", hints=["it is what `diff -u OLD NEW` or `git diff` prints"])
    return hunks


def _continues_hunk(line: str) -> bool:
    """Return True for a line of a hunk that looks like the head of a file: `--- ` is a removed rule of Markdown where it is alone."""
    return line.startswith(("--- ", "+++ ")) and not re.match(r"(?:---|\+\+\+) \S", line)


def patch_markdown(markdown: str, hunks: Sequence[Hunk]) -> str:
    """Return Markdown with hunks put in place of the words that they have before. Raises `WrongInput` for one that is not there once."""
    for hunk in hunks:
        start, end, lines = _find_hunk(markdown, hunk)
        markdown = markdown[:start] + "\n".join(_at_the_margin(lines)) + markdown[end:]
    return markdown


def _at_the_margin(lines: Sequence[str]) -> Iterator[str]:
    """Yield lines with items that are cases at the margin, and what is in them as deep below them as before."""
    depth = 0
    for line in lines:
        indent = len(line) - len(line.lstrip())
        item = _ITEM.match(line)
        if item is not None and read_text_head(item[1], in_list=True) is not None:
            depth = indent
        yield line[min(depth, indent) :]


def _find_hunk(markdown: str, hunk: Hunk) -> tuple[int, int, tuple[str, ...]]:
    """Return where a hunk stands in a text, and its lines after; lines at its ends that did not change may be left out of both."""
    words = list(re.finditer(r"\w+", _without_addresses(markdown)))
    texts = [word[0] for word in words]
    for earlier, later in _shorter_hunks(hunk):
        hunk_words = [word for line in earlier for word in _words_of_line(line)]
        places = (
            [place for place in range(len(texts) - len(hunk_words) + 1) if texts[place : place + len(hunk_words)] == hunk_words]
            if hunk_words
            else []
        )
        if len(places) == 1:
            start, end = words[places[0]].start(), words[places[0] + len(hunk_words) - 1].end()
            line_start = markdown.rfind("\n", 0, start) + 1
            start = line_start if _LINE_SIGNS.fullmatch(markdown[line_start:start]) else start
            line_end = markdown.find("\n", end)
            tail = markdown[end : line_end if line_end >= 0 else len(markdown)]
            return start, end + (len(tail) if not re.search(r"\w", tail) else 0), later
    beginning = " ".join(word for line in hunk.earlier for word in _words_of_line(line))[:60]
    raise WrongInput(
        f"line {hunk.line:,} of the diff: the words of this hunk are not in the text of the edition, or more than once: `{beginning} …`",
        hints=["is the diff one of the text that the book holds? `rulewright export BOOK --format md` shows it"],
    )


def _shorter_hunks(hunk: Hunk) -> Iterator[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Yield the lines of a hunk before and after, then with ever fewer of those at its ends that are in both."""
    shared_start = next((place for place, pair in enumerate(zip(hunk.earlier, hunk.later, strict=False)) if pair[0] != pair[1]), 0)
    pairs_from_end = zip(reversed(hunk.earlier[shared_start:]), reversed(hunk.later[shared_start:]), strict=False)
    shared_end = next((place for place, pair in enumerate(pairs_from_end) if pair[0] != pair[1]), 0)
    for cut in range(max(shared_start, shared_end) + 1):
        first, last = min(cut, shared_start), min(cut, shared_end)
        yield hunk.earlier[first : len(hunk.earlier) - last], hunk.later[first : len(hunk.later) - last]


def _without_addresses(markdown: str) -> str:
    """Return Markdown with blanks in place of what is no word, at the same places."""
    return _NO_WORDS.sub(lambda match: " " * len(match[0]), markdown)


def _words_of_line(line: str) -> list[str]:
    """Return the words of a line; of a heading, its number and its title, as they are in every form of it."""
    line = _without_addresses(line)
    heading = _HEADING.match(line)
    if heading is None:
        return re.findall(r"\w+", line)
    head = read_heading(heading[2])
    return re.findall(r"\w+", f"{head.number} {head.words}")
