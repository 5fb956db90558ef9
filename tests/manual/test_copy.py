"""A block of the manual where a reader puts it: in a new folder, with the book that the page says it stands on; `check` and `test` do what
the page says."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from rulewright.base.diagnostics import Severity
from rulewright.base.page_sections import manual_sections
from rulewright.base.resources import site_folder
from rulewright.base.samples import sample_books
from rulewright.interfaces.api.new_book import new_sample
from rulewright.site.output.sample_blocks import PLACES, PLAIN, SampleBlock, read_blocks, sample_texts, say_samples
from rulewright.workspace.open_book import load

PAGES = site_folder() / "pages"
OF_FILES = {"writing/first-book.md", "writing/first-erratum.md"}
"""Their blocks are files of one book; `tests/interfaces/cli/test_tutorial.py` writes them."""


class Placed(NamedTuple):
    """A block, its page and its line."""

    page: str
    line: int
    block: SampleBlock


def _placed() -> list[Placed]:
    texts = {path.relative_to(PAGES).as_posix(): path.read_text("utf-8") for path in sorted(PAGES.rglob("*.md"))}
    return [
        Placed(page, text.count("\n", 0, block.code_start) + 1, block)
        for page, text in texts.items()
        if page not in OF_FILES
        for block in read_blocks(text)
    ]


PLACED = _placed()


def test_there_are_blocks_on_every_sample() -> None:
    assert {placed.block.sample for placed in PLACED} == {"", PLAIN, *sample_books()} == {"", *PLACES}


@pytest.mark.parametrize("placed", PLACED, ids=lambda placed: f"{placed.page}:{placed.line}")
def test_what_a_reader_copies_does_what_the_page_says(placed: Placed, tmp_path: Path) -> None:
    from rulewright import load as load_book

    block, folder = placed.block, tmp_path / "book"
    if block.sample in sample_books():
        new_sample(folder, block.sample)
    else:
        folder.mkdir()
        (folder / "rulebook.case").write_text(sample_texts()[PLAIN] if block.sample else block.text, "utf-8")
    if block.sample:
        (folder / "example.case").write_text(block.text, "utf-8")
    book = load_book(str(folder), cache=False)
    found = {finding.code for finding in book.check().findings if finding.severity is Severity.ERROR}
    assert found == {*block.errors, *block.findings}
    if not block.errors:
        assert [result.title for result in book.test().results if not result.passed] == []


@pytest.mark.parametrize("name", [*sample_books(), PLAIN])
def test_a_sample_is_shown_whole_where_the_manual_says(name: str) -> None:
    page, _, anchor = PLACES[name][2].partition("#")
    (section,) = (one for one in manual_sections() if one.address == PLACES[name][2]) if anchor else (None,)
    blocks = section.blocks if section else (PAGES / page.replace(".html", ".md")).read_text("utf-8").split("\n\n\n")
    assert any(f"```rulewright\n{sample_texts()[name]}```" in block for block in blocks)


def test_a_sample_is_a_book_without_errors(tmp_path: Path) -> None:
    for name in sample_books():
        new_sample(tmp_path / name, name)
        assert load(str(tmp_path / name), cache=False).errors == ()


def test_the_line_above_a_block_says_what_it_stands_on() -> None:
    page = "text\n\n<!-- prelude: ferry, errors: RW021, check: RW301 -->\n\n```rulewright\ncase 1\n```\n\n```rulewright\nrulebook b\n```\n"
    said = say_samples("language/x.md", page)
    assert '<p class="rw-sample" data-rw-sample="ferry"><span>in <a href="../language/ferry.html#the-ferry">the ferry</a> · ' in said
    assert '<code>check</code> finds <a href="../checks/rw021.html">RW021</a>, <a href="../checks/rw301.html">RW301</a></span>' in said
    assert '<p class="rw-sample" data-rw-sample=""><span>a whole book</span>' in said and "<!--" not in said
    assert say_samples("x.md", "```text\na\n```\n") == "```text\na\n```\n"
