"""Every snippet of the language's manual is read, folded and resolved, and its examples hold.

A fenced block ```` ```rulewright ```` is a rulebook; without a front page it gets a plain one. A comment on the line before the fence may say
`<!-- prelude: NAME -->` (`site/samples/NAME.case` stands before the snippet), `<!-- errors: RW012 RW020 -->` (exactly these codes are raised), or both.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from rulewright.analysis.examples import run_examples
from rulewright.base.diagnostics import Severity
from rulewright.base.resources import site_folder
from rulewright.core.lower import lower
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.site.output.sample_blocks import SampleBlock, read_blocks, sample_texts
from rulewright.syntax.formatter import format_source
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source, source_of

PAGES = site_folder() / "pages"
DONE = {"first-book.md", "first-erratum.md"}
"""Their snippets are files of one book; `tests/interfaces/cli/test_tutorial.py` writes them."""


class Snippet(NamedTuple):
    """One snippet of the manual: its folder, page and line, the block as the page has it, and the whole book that it makes."""

    folder: str
    page: str
    line: int
    block: SampleBlock

    @property
    def text(self) -> str:
        sample = self.block.sample
        return f"{sample_texts()[sample]}\n{self.block.text}" if sample else self.block.text


def _snippets() -> list[Snippet]:
    pages = [(path, path.read_text(encoding="utf-8")) for path in sorted(PAGES.rglob("*.md")) if path.name not in DONE]
    return [
        Snippet(path.parent.name, path.name, page.count("\n", 0, block.code_start) + 1, block)
        for path, page in pages
        for block in read_blocks(page)
    ]


SNIPPETS = _snippets()
by_place = pytest.mark.parametrize("snippet", SNIPPETS, ids=lambda snippet: f"{snippet.page}:{snippet.line}")


@by_place
def test_a_snippet_is_true(snippet: Snippet) -> None:
    placed, found = parse_source(source_of(snippet.page, snippet.text))
    book, folded = build_rulebook(SyntaxTree("", placed), ledger=None, slug="manual")
    diagnostics = [*found, *folded]
    results = []
    for edition in book.views:
        program, resolved = resolve(book, edition)
        diagnostics += resolved
        if edition == book.default_edition:
            results = [result for result in run_examples(lower(program)) if not result.passed]
    errors = {one.code for one in diagnostics if one.severity is Severity.ERROR}
    assert errors == set(snippet.block.errors), [(one.code, one.message, one.labels[:1]) for one in diagnostics]
    assert [(result.case, result.title, result.message) for result in results] == []


@by_place
def test_a_snippet_is_laid_out(snippet: Snippet) -> None:
    assert format_source(snippet.block.text) == snippet.block.text
