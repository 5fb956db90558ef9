"""Blocks of the manual in our language: above each is said which book it stands on, with a button that copies the whole of it.

A comment above a block names the sample that it stands on, and what is found in it: `<!-- prelude: ferry, errors: RW021, check: RW301 -->`.
A block without a front page and without a sample stands on a plain front page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from rulewright.base.records import record
from rulewright.base.samples import sample_books
from rulewright.checks.explain import DEFAULT_FRONT_PAGE
from rulewright.site.html.escape import script_data
from rulewright.syntax.formatter import format_source

PLAIN = "plain"
SCRIPTS = ("samples", "whole")
"""The scripts of a page with such blocks: the samples, and what copies."""
PLACES = {
    "ferry": ("in", "the ferry", "language/ferry.html#the-ferry"),
    "sheets": ("in", "the sheets", "language/editions.html#the-sheets"),
    "booklet": ("in", "the crossing", "writing/erratum.html"),
    PLAIN: ("on", "a plain front page", "language/front-page.html#a-plain-front-page"),
}
"""What is said of a block that stands on a sample: a word, the sample, and where the manual shows it whole."""
MARK = "data-rw-sample"
_BLOCK = re.compile(r"(?:^<!-- ((?:(?!-->).)*?) -->\n\n?)?^```rulewright\n(.*?)^```$", re.DOTALL | re.MULTILINE)
_SAMPLE = re.compile(r"prelude: (\w+)")
_ERRORS = re.compile(r"errors: ([RW0-9 ]+)")
_FOUND_BY_CHECK = re.compile(r"check: ([RW0-9 ]+)")
_FRONT_PAGE = re.compile(r"^rulebook ", re.MULTILINE)


@record
class SampleBlock:
    """A block of the manual: its own text, the sample that it stands on ("" for none), the errors of its texts, and what `check` finds in
    its rules; `start` and `code_start` are the places of its comment and of its text on the page."""

    text: str
    sample: str
    errors: tuple[str, ...]
    findings: tuple[str, ...]
    start: int
    code_start: int


@cache
def sample_texts() -> Mapping[str, str]:
    """Return the text of each sample by name, with the plain front page."""
    return {**sample_books(), PLAIN: format_source(DEFAULT_FRONT_PAGE)}


def read_blocks(markdown: str) -> Iterator[SampleBlock]:
    """Yield the blocks of a page."""
    for match in _BLOCK.finditer(markdown):
        comment, text = match[1] or "", match[2]
        name = _SAMPLE.search(comment)
        sample = name[1] if name else "" if _FRONT_PAGE.search(text) else PLAIN
        errors, findings = _codes_of(_ERRORS, comment), _codes_of(_FOUND_BY_CHECK, comment)
        yield SampleBlock(text, sample, errors, findings, match.start(), match.start(2))


def _codes_of(pattern: re.Pattern[str], comment: str) -> tuple[str, ...]:
    codes = pattern.search(comment)
    return tuple(codes[1].split()) if codes else ()


def say_samples(path: str, markdown: str) -> str:
    """Return a page with a line above each block that says what it stands on."""
    parts, end = [], 0
    for block in read_blocks(markdown):
        parts += [markdown[end : block.start], _block_line("../" * path.count("/"), block), "\n\n"]
        end = block.code_start - len("```rulewright\n")
    return "".join([*parts, markdown[end:]])


def _block_line(root: str, block: SampleBlock) -> str:
    words = ["a whole book"]
    if block.sample:
        word, title, address = PLACES[block.sample]
        words = [f'{word} <a href="{root}{address}">{title}</a>']
    if codes := [f'<a href="{root}checks/{code.lower()}.html">{code}</a>' for code in (*block.errors, *block.findings)]:
        words.append(f"<code>check</code> finds {', '.join(codes)}")
    button = '<button type="button" hidden>Copy the whole</button><span role="status"></span>'
    return f'<p class="rw-sample" {MARK}="{block.sample}"><span>{" · ".join(words)}</span>{button}</p>'


def samples_script() -> str:
    """Return the script that has the texts of the samples."""
    return f"window.rulewrightSamples={script_data(dict(sample_texts()))};\n"
