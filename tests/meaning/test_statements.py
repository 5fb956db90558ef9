"""Each statement of the page *What every form means* has a test that names it, and each book of this folder does what its examples say.

A test names a statement in the title of an example here, or with `@pytest.mark.meaning("ID")`.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from meaning.books import BOOKS, FOLDER, MeaningBook
from meaning.brute_force import brute_force
from rulewright import load
from rulewright.analysis.examples import run_examples
from rulewright.base.diagnostics import Severity
from rulewright.base.resources import grammar_file, site_folder
from rulewright.engines.conformance.kit import make_kit
from rulewright.engines.conformance.run import difference_lines, run_kit
from rulewright.engines.registry import ENGINES, REFERENCE, is_there
from rulewright.site.output.statement_marks import mark_statements, statement_ids
from rulewright.syntax.formatter import format_source

PAGE = (site_folder() / "pages/language/meaning.md").read_text("utf-8")
IDS = statement_ids(PAGE)
NOT_BY_BRUTE_FORCE = {
    "given": "what is given against a rule",
    "impossible": "statements of what is impossible",
    "policy-source": "sources by name",
    "reading-settled": "rulings that settle a reading",
    "world": "a thing outside of the world",
}
"""What brute force does not have, by the name of the book."""
by_book = pytest.mark.parametrize("book", BOOKS, ids=lambda book: book.name)


def _marked_ids() -> set[str]:
    texts = (path.read_text("utf-8") for path in FOLDER.parent.rglob("test_*.py") if path != Path(__file__))
    return {name for text in texts for named in re.findall(r"mark\.meaning\(([^)]*)\)", text) for name in re.findall(r'"([^"]+)"', named)}


def test_each_statement_has_one_id() -> None:
    assert len(IDS) == len(set(IDS)) > 100
    paragraphs = [part for part in PAGE.split("\n\n") if not part.startswith(("---", "#", "|", "<!-- also", "The meaning of the language"))]
    assert [part for part in paragraphs if not re.match(r"<!-- #[a-z.-]+ -->\n.", part)] == []


def test_each_statement_has_a_test_that_names_it() -> None:
    named = {name for book in BOOKS for name in book.ids} | _marked_ids()
    assert {"without a test": sorted(set(IDS) - named), "not on the page": sorted(named - set(IDS))} == {
        "without a test": [],
        "not on the page": [],
    }


def test_what_was_rejected_is_said_of_statements_that_are_there() -> None:
    rows = re.findall(r"^\| (`.*?) \|", (grammar_file().parent / "rejected.md").read_text("utf-8"), re.MULTILINE)
    assert {name for row in rows for name in re.findall(r"`([^`]+)`", row)} <= set(IDS)


def test_a_mark_leads_to_its_statement() -> None:
    assert (
        mark_statements("<!-- #silence.reason -->\nWhere\n")
        == '<a class="rw-statement" id="silence.reason" href="#silence.reason">silence.reason</a>\nWhere\n'
    )
    assert mark_statements("<!-- also: silence -->\n`<!-- #a.b -->`\n") == "<!-- also: silence -->\n`<!-- #a.b -->`\n"


@by_book
def test_its_examples_hold(book: MeaningBook) -> None:
    results = run_examples(book.core)
    assert len(results) == book.own_text.count("  example ") > 0
    assert [(result.title, result.message) for result in results if not result.passed] == []
    assert format_source(book.own_text) == book.own_text


@by_book
def test_check_finds_what_it_says(book: MeaningBook, tmp_path: Path) -> None:
    (tmp_path / "rulebook.case").write_text(book.text, "utf-8")
    found = load(str(tmp_path), cache=False).check().findings
    assert {finding.code for finding in found if finding.severity is Severity.ERROR} == book.promised


@by_book
def test_other_engines_and_brute_force_say_the_same(book: MeaningBook) -> None:
    program, core = book.read[0], book.core
    kit = make_kit(core, 0)
    assert kit.questions and not kit.left_out
    for engine in (name for name in ENGINES if name != REFERENCE and is_there(name)):
        run = run_kit(engine, core, kit)
        assert [line for one in run.differences for line in difference_lines(core, one)] == []
        assert not run.declined or book.name == "world"
    if book.name not in NOT_BY_BRUTE_FORCE:
        for one in kit.questions:
            said = brute_force(program, one.query)
            assert said in (None, (one.outcome.status.value, one.outcome.value)), one.title
