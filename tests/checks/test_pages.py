"""Every page is true: its Example triggers its code and its Use-instead does not, through the real parser, fold, resolver and checks."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path

import pytest

import rulewright
from checks.books import found_in, write
from checks.said import kept, said
from rulewright.base.diagnostics import Severity
from rulewright.checks.common.check import CheckScope
from rulewright.checks.explain import Explanation, Section, explain
from rulewright.checks.registry import UnknownCode, check_modules, find_entry, registry
from rulewright.checks.remedy import apply_change, whole_example, whole_remedy

CODES = sorted(registry())
GOLDEN = Path(__file__).with_name("codes.txt")
SOURCE = Path(rulewright.__file__).parent
OF_THE_BOOK = frozenset(
    [
        "bound-differs",
        "contradictory-given",
        "edition-order",
        "example-cannot-fail",
        "extreme-differs",
        "half-amended",
        "idle-given",
        "keys-exchanged",
        "missing-phrase",
        "name-differs",
        "number-differs",
        "phrase-placeholder",
        "question-without-rules",
        "read-never-given",
        "reference-differs",
        "statement-elsewhere",
        "table-differs",
        "tag-twice",
        "tag-without-statement",
        "title-of-last-value",
        "skipped-number",
        "unasked-ruling",
        "unit-differs",
        "unplaced-statement",
        "unread-answer",
        "untested-case",
        "unused-background",
        "unused-option",
        "unused-term",
        "unused-value",
        "unused-vocabulary",
        "verb-differs",
        "word-of-two-terms",
        "written-twice",
        "zero-divisor",
    ]
)
"""Checks that are run once, over all editions."""
BY_ABSENCE = frozenset(
    [
        "empty-case",
        "idle-given",
        "misquoted-word",
        "question-without-rules",
        "read-never-given",
        "skipped-number",
        "unasked-ruling",
        "uncovered-value",
        "unplaced-statement",
        "unread-answer",
        "untested-case",
        "unused-background",
        "unused-option",
        "unused-term",
        "unused-value",
        "unused-vocabulary",
    ]
)
"""Checks that find that something is not there."""
RAISED = re.compile(r"[\"'](RW\d{3})[\"']")


@pytest.mark.parametrize("code", CODES)
def test_page_is_complete(code: str) -> None:
    page = explain(code)
    wanted = [section.value for section in Section]
    assert [title for title in page.sections if title in wanted] == [title for title in wanted if title in page.sections]
    assert set(page.sections) <= set(wanted), "a page has no other sections"
    assert {Section.WHAT.value, Section.WHY.value, Section.EXAMPLE.value, Section.INSTEAD.value} <= set(page.sections)
    assert all(page.sections.values())
    summary = page.entry.summary
    assert summary and not summary[0].isupper() and not summary.endswith("."), "the summary is a sentence without a full stop"
    assert page.markdown().startswith(f"# {page.entry.name} ({code})\n")


@pytest.mark.parametrize("code", CODES)
def test_example_triggers_its_code(code: str, tmp_path: Path) -> None:
    page = explain(code)
    findings = found_in(_written(page, Section.EXAMPLE, tmp_path))
    own = [found for found in findings if found.code == code]
    assert own, f"the example raises {sorted((found.code, found.message) for found in findings)}"
    assert {found.name for found in own} == {page.entry.name}
    assert page.entry.severity in {found.severity for found in own}


@pytest.mark.parametrize("code", CODES)
def test_what_is_said_about_the_example_is_what_is_kept(code: str, tmp_path: Path) -> None:
    """Words and places are looked at by people when they change: `checks/indexes/sentence_words.py`."""
    assert said(code, tmp_path) == kept()[code]


@pytest.mark.parametrize("code", CODES)
def test_use_instead_is_clean(code: str, tmp_path: Path) -> None:
    findings = found_in(_written(explain(code), Section.INSTEAD, tmp_path))
    assert not [found for found in findings if found.code == code or found.severity is Severity.ERROR]


def _written(page: Explanation, section: Section, folder: Path) -> Path:
    files = page.files(section)
    assert files, f"{page.entry.code} shows no rulebook under {section.value}"
    return write(files, folder)


def test_every_code_raised_has_a_page_and_every_page_is_raised() -> None:
    raised = {code for path in SOURCE.rglob("*.py") for code in RAISED.findall(path.read_text(encoding="utf-8"))}
    assert raised == set(registry())


def test_codes_and_names_never_die() -> None:
    """`codes.txt` may only grow: whoever adds a check adds its line."""
    known = dict(line.split() for line in GOLDEN.read_text(encoding="utf-8").splitlines())
    now = {code: found.name for code, found in registry().items()}
    assert now == known
    assert len(set(now.values())) == len(now), "names are unique"


def test_a_check_looks_at_an_edition_or_at_the_book_and_at_what_is_there_or_not() -> None:
    checks = [module.CHECK for module in check_modules()]
    assert {check.name for check in checks if check.scope is CheckScope.BOOK} == OF_THE_BOOK
    assert {check.name for check in checks if check.reports_absence} == BY_ABSENCE


def test_a_check_is_one_file_named_like_it() -> None:
    for module in check_modules():
        name = str(vars(module)["__name__"]).rpartition(".")[2]
        assert name == module.CHECK.name.replace("-", "_")


def test_entries_are_found_by_code_and_by_name() -> None:
    assert find_entry("rw304") is find_entry("override-cycle") is find_entry("override_cycle")
    with pytest.raises(UnknownCode) as raised:
        find_entry("override-circle")
    assert "override-cycle" in raised.value.suggestions


def test_a_remedy_is_shown_in_full() -> None:
    example = '```case\ncase 1 "Tired"\n  may not move(u)\n```\n```csv\nitem\n```'
    remedy = '```diff\n case 1 "Tired"\n-  may not move(u)\n+  may move(u)\n```'
    assert whole_remedy(example, remedy) == example.replace("may not", "may")
    assert whole_remedy(example, example) == example


def test_an_example_is_shown_in_full() -> None:
    book = files("rulewright.checks").joinpath("books", "movement.case").read_text("utf-8")
    assert whole_example("```of movement\n```") == f"```case\n{book}```"
    example = '```of movement\n-case 8.1 "Movement"\n+case 8.2 "Movement"\n```\n```ledger\nEX-001,Movement\n```'
    heading, row = whole_example(example).splitlines()[-3:-1]
    assert whole_example(example).startswith(f"```case\n{book.replace('8.1', '8.2')}```\n```csv\n")
    assert heading.split(",")[:2] == ["item", "section"] and row == "EX-001,Movement"


def test_a_change_is_about_lines_of_the_example() -> None:
    with pytest.raises(ValueError, match="not in list"):
        apply_change("one\ntwo\n", "-three\n")
    with pytest.raises(ValueError, match="not in list"):
        apply_change("one\ntwo\n", " two\n-one\n")
