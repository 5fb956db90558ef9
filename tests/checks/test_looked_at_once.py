"""A check is not run twice for the same: to a second depth, none that no verdict bears on; of other words, none of the rules alone."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from checks.books import write
from interfaces.cli.ferry import RULES, write_book
from rulewright.analysis.verdicts.depth import Depth
from rulewright.base import resources
from rulewright.checks import meaning
from rulewright.checks.common.check import CheckInput
from rulewright.checks.explain import Section, explain
from rulewright.checks.registry import check_modules
from rulewright.workspace.open_book import OpenBook, load

OTHER_WORDS = RULES.replace("Nobody crosses by night", "Nobody rows by moonlight")
OF_RULES_ALONE = sorted(module.CHECK.code for module in check_modules() if module.CHECK.ignores_prose)
QUOTED = re.compile(r'^( +)"([^"]*)"', re.MULTILINE)
"""The words of a paragraph or a note."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The codes of the checks that are run, once for each edition or book."""
    run: list[str] = []
    for module in check_modules():

        def noting(given: CheckInput, find=module.find, code=module.CHECK.code):  # type: ignore[no-untyped-def]
            run.append(code)
            return find(given)

        monkeypatch.setattr(module, "find", noting)
    return run


def test_a_check_that_no_verdict_bears_on_is_run_to_one_depth(tmp_path: Path, run: list[str]) -> None:
    book = load(str(write_book(tmp_path / "ferry")), cache=False)
    for depth in Depth:
        book.findings(depth)
    at_once = list(run)
    run.clear()
    load(str(tmp_path / "ferry"), cache=False).findings(Depth.ALL)
    of_verdicts = {module.CHECK.code for module in check_modules() if module.CHECK.reads_verdicts}
    assert sorted(code for code in at_once if code not in of_verdicts) == sorted(code for code in run if code not in of_verdicts)


def test_a_check_of_rules_alone_is_not_run_for_other_words(tmp_path: Path, run: list[str]) -> None:
    book = str(write_book(tmp_path / "ferry"))
    load(book).findings(Depth.ERRORS)
    assert set(OF_RULES_ALONE) <= set(run)
    run.clear()
    write_book(tmp_path / "ferry", OTHER_WORDS)
    again = load(book).findings(Depth.ERRORS)
    assert run and set(OF_RULES_ALONE).isdisjoint(run)
    assert again == load(book, cache=False).findings(Depth.ERRORS)


def test_those_over_all_situations_are_told_verdicts() -> None:
    over_all = {module.CHECK.code for module in check_modules() if vars(module)["__package__"] == meaning.__name__}
    assert over_all < {module.CHECK.code for module in check_modules() if module.CHECK.reads_verdicts}


def _of_rules_alone(book: OpenBook) -> dict[str, object]:
    return dict(book._checking.findings_ignoring_prose({}, Depth.ALL))


def _in_other_words(folder: Path) -> None:
    for path in folder.glob("*.case"):
        text = path.read_text("utf-8")
        path.write_text(QUOTED.sub(lambda found: f'{found[1]}"{re.sub("[a-zA-Z]+", "word", found[2])}"', text), "utf-8")


@pytest.mark.parametrize("code", OF_RULES_ALONE)
def test_words_do_not_bear_on_an_example_of_such_a_check(code: str, tmp_path: Path) -> None:
    folder = str(write(explain(code).files(Section.EXAMPLE), tmp_path / "book"))
    before = load(folder, cache=False)
    expected = _of_rules_alone(before)
    assert code == "RW304" or expected[code]
    _in_other_words(tmp_path / "book")
    assert _of_rules_alone(load(folder, cache=False)) == expected


@pytest.mark.parametrize("name", resources.shipped_books())
def test_words_do_not_bear_on_what_such_checks_find_in_a_shipped_book(name: str, tmp_path: Path) -> None:
    before = load(name, cache=False)
    texts = {path.name: path.read_text("utf-8") for path in resources.book_folder(name).glob("*.*")}
    folder = write(texts, tmp_path / name)
    _in_other_words(folder)
    after = load(str(folder), cache=False)
    assert after.inputs.files != before.inputs.files
    assert _unplaced(after) == _unplaced(before)


def _unplaced(book: OpenBook) -> dict[str, list[tuple[object, ...]]]:
    """What is found, with the lines of files but not their folder."""
    return {
        code: [
            (one.message, one.cases, [(label.location.line, label.location.column, label.text) for label in one.labels]) for one in found
        ]
        for code, found in book._checking.findings_ignoring_prose({}, Depth.ALL).items()
    }
