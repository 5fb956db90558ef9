"""Every snippet of the language's manual is read, folded and resolved, and its examples hold.

A fenced block ```` ```rulewright ```` is a rulebook; without a front page it gets a plain one. A comment on the line before the fence may say
`<!-- prelude: NAME -->` (`site/samples/NAME.case` stands before the snippet), `<!-- errors: RW012 RW020 -->` (exactly these codes are raised), or both.
"""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from rulewright.analysis.examples import run_examples
from rulewright.base.diagnostics import Severity
from rulewright.base.resources import site_folder
from rulewright.checks.explain import DEFAULT_FRONT_PAGE
from rulewright.core.lower import lower
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.formatter import format_source
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source, source_of
from syntax.forms_used import forms_used

PAGES = site_folder() / "pages"
DONE = "tutorial.md"
"""Its snippets are files of one book; `tests/interfaces/cli/test_tutorial.py` writes them."""

PRELUDES = site_folder() / "samples"
_FENCE = re.compile(r"(?:^<!-- ((?:(?!-->).)*?) -->\n\n?)?^```rulewright\n(.*?)^```$", re.S | re.M)


class Snippet(NamedTuple):
    """One snippet of the manual: its folder, page and line, what is said of it, its own text, and the whole book that it makes."""

    folder: str
    page: str
    line: int
    said: str
    own: str
    text: str


def _snippets() -> list[Snippet]:
    found = []
    for path in sorted(PAGES.rglob("*.md")):
        if path.name == DONE:
            continue
        page = path.read_text(encoding="utf-8")
        for match in _FENCE.finditer(page):
            said, own = match[1] or "", match[2]
            prelude = re.search(r"prelude: (\w+)", said)
            text = ((PRELUDES / f"{prelude[1]}.case").read_text(encoding="utf-8") if prelude else "") + own
            if not re.search(r"^rulebook ", text, re.M):
                text = DEFAULT_FRONT_PAGE + "\n" + text
            found.append(Snippet(path.parent.name, path.name, page.count("\n", 0, match.start(2)) + 1, said, own, text))
    return found


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
    wanted = re.search(r"errors: ([RW0-9 ]+)", snippet.said)
    assert errors == set(wanted[1].split() if wanted else ()), [(one.code, one.message, one.labels[:1]) for one in diagnostics]
    assert [(result.case, result.title, result.message) for result in results] == []


@by_place
def test_a_snippet_is_laid_out(snippet: Snippet) -> None:
    assert format_source(snippet.own) == snippet.own


def test_the_manual_shows_every_form() -> None:
    every, used = forms_used(snippet.text for snippet in SNIPPETS if snippet.folder == "language")
    assert every - used == set()
