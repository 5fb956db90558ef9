"""The pages of the manual as their readers have them: head, words, and the paragraphs, sentences, cells and blocks that may be too long."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import yaml

from rulewright.base.page_sections import read_sections, strip_links
from rulewright.base.resources import site_folder

PAGES = site_folder() / "pages"
LONGEST = {"sentence": 25, "paragraph": 4, "cell": 30, "block": 20}
"""The longest of each: a sentence and a cell in words, a paragraph in sentences, a block in lines."""
_HEAD = re.compile(r"\A---\n(.*?)^---$\n", re.MULTILINE | re.DOTALL)
_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_WORD = re.compile(r"\w")
_SENTENCE = re.compile(r"(?<=[.:?!;])[)*_]*\s+(?=[A-Z`*“(\[])")


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
        text = path.read_text("utf-8")
        head = _HEAD.match(text)
        name = path.relative_to(PAGES).with_suffix("").as_posix()
        found.append(ManualPage(name, yaml.safe_load(head[1]) if head else {}, _HEAD.sub("", text)))
    return found


def count_words(text: str) -> int:
    """Return the number of tokens with a letter or a digit: prose, tables and code alike."""
    return sum(1 for token in text.split() if _WORD.search(token))


def too_long(page: ManualPage) -> Iterator[tuple[str, str]]:
    """Yield what is longer than it may be, with its kind."""
    for section in read_sections(page.name, page.text):
        for block in section.blocks:
            kind, pieces = _pieces(block)
            if kind == "block" and len(pieces) > LONGEST["block"]:
                yield "block", pieces[0]
            if kind == "cell":
                yield from (("cell", cell) for cell in pieces if count_words(cell) > LONGEST["cell"])
            if kind == "paragraph":
                yield from (("sentence", sentence) for sentence in pieces if count_words(sentence) > LONGEST["sentence"])
                if len(pieces) > LONGEST["paragraph"]:
                    yield "paragraph", pieces[0]


def _pieces(block: str) -> tuple[str, list[str]]:
    if block.startswith("```"):
        return ("block", block.split("\n")[1:-1]) if block.startswith("```rulewright") else ("other", [])
    if block.startswith("|"):
        return "cell", [cell for line in block.split("\n")[2:] for cell in strip_links(line).split(" | ")]
    return "paragraph", _SENTENCE.split(" ".join(strip_links(_COMMENT.sub("", block)).split()))
