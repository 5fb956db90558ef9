"""The pages of the manual as their readers have them: head, words, and the paragraphs, sentences, cells and blocks that may be too long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from mkdocs.utils.meta import get_data

from rulewright.base.page_sections import read_sections, strip_links
from rulewright.base.resources import site_folder

PAGES = site_folder() / "pages"
LONGEST = {"sentence": 25, "paragraph": 4, "cell": 30, "block": 20}
"""The longest of each: a sentence in words (code apart, up to a colon or semicolon), a cell in words, a paragraph in sentences, a block in lines."""
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_WORD = re.compile(r"\w")
_MADE = re.compile(r"^<!-- made by (\w+) -->$.*?^<!-- end of \1 -->$", re.DOTALL | re.MULTILINE)
_ITEM = re.compile(r"^ *(?:\d+\.|-|>) ", re.MULTILINE)
_CODE = re.compile(r"`[^`]+`")
_SENTENCE = re.compile(r"(?<=[.?!])[)*_]*\s+(?=[A-Z`*“(\[])")
_CLAUSE = re.compile(r"(?<=[:;])\s+")


class ManualPage(NamedTuple):
    """A page: its address without ending, its head, its Markdown without that."""

    name: str
    head: dict[str, object]
    text: str

    @property
    def words(self) -> int:
        return count_words(_COMMENT.sub("", self.text))


def read_pages() -> list[ManualPage]:
    """Return all pages of the manual."""
    found = []
    for path in sorted(PAGES.rglob("*.md")):
        text, head = get_data(path.read_text("utf-8"))
        found.append(ManualPage(path.relative_to(PAGES).with_suffix("").as_posix(), head, text))
    return found


def count_words(text: str) -> int:
    """Return the number of tokens with a letter or a digit: prose, tables and code alike."""
    return sum(1 for token in text.split() if _WORD.search(token))


def too_long(page: ManualPage) -> Iterator[tuple[str, str]]:
    """Yield what is longer than it may be, with its kind. A whole book or file, and what the code makes, may be of any length."""
    for section in read_sections(page.name, _MADE.sub("", page.text)):
        for block in section.blocks:
            for kind, piece, length in _measure(block):
                if length > LONGEST[kind] and not (
                    kind == "block" and (page.head.get("blocks") == "files" or piece.startswith("rulebook "))
                ):
                    yield kind, piece


def _measure(block: str) -> Iterator[tuple[str, str, int]]:
    """Yield each part of a block of Markdown: its kind, its text and its length."""
    if block.startswith("```"):
        lines = block.split("\n")[1:-1]
        yield from [("block", lines[0], len(lines))] if block.startswith("```rulewright") else []
    elif block.startswith("|"):
        for cell in (cell for line in block.split("\n")[2:] for cell in strip_links(line).split(" | ")):
            yield "cell", cell, count_words(cell)
    else:
        for item in _ITEM.split(_COMMENT.sub("", block)):
            sentences = _SENTENCE.split(" ".join(strip_links(item).split()))
            yield "paragraph", sentences[0], len(sentences)
            for clause in (clause for sentence in sentences for clause in _CLAUSE.split(sentence)):
                yield "sentence", clause, count_words(_CODE.sub("", clause))
