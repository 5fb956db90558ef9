"""Invented sheets in habits that none of the measured sheets has: every statement, its case, kind and act."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from rulewright.importing.read_sheet import read_sheet
from rulewright.importing.sheet.model import Kind, Sheet, Statement
from rulewright.importing.statements import statements_of

SHEETS = Path(__file__).parent / "sheets"
NAMES = tuple(sorted(path.name for path in SHEETS.iterdir() if path.suffix != ".csv"))


def statements(name: str) -> tuple[Statement, ...]:
    return statements_of(read_sheet(SHEETS / name))


@pytest.mark.parametrize("name", NAMES)
def test_each_statement_is_found(name: str) -> None:
    made = statements(name)
    wrong = []
    with (SHEETS / name).with_suffix(".csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="|", quoting=csv.QUOTE_NONE):
            found = [one for one in made if row["anchor"] in one.words]
            assert len(found) == 1, row["anchor"]
            (one,) = found
            act = "" if one.act is None else one.act.first_line
            if (where(one), one.kind.value) != (row["case"], row["kind"]) or not act.startswith(row["act"] or act):
                wrong.append((row, where(one), one.kind.value, act))
    assert wrong == []


def where(one: Statement) -> str:
    """The case of a statement as the lists of these tests have it."""
    case = one.case
    if case.question and not case.numbers:
        return f"Q{case.question}"
    return f"{case.section} ({case.letter})" if case.letter else re.sub(r"^\d\. ", "", case.locator)


def test_references_are_kept() -> None:
    assert [one.refs for one in statements("harbour.md") if one.refs] == [("4.2",)]


def test_the_parts_that_heads_name() -> None:
    (one, *_) = statements_of_text("7.2 (Correction) 2nd Paragraph, 3rd Sentence: Each ship pays.")
    assert one.part == "2nd paragraph, 3rd sentence"


def test_a_number_that_is_only_mentioned_begins_nothing() -> None:
    made = statements_of_text("[8.2] (Change) Ships turn as in [8.7] Stays. See [9.1] Also so. They pay 2.5 points; see case 3.4 too.")
    assert {one.case.numbers for one in made} == {("8.2",)}


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("Delete this case.", "deletes the case"),
        ("Scrap this whole rule: the new one is below.", "replaces the case"),
        ('Replace "two" with "three".', 'replaces "two" with "three"'),
        ('Change "two" to "three".', 'replaces "two" with "three"'),
        ('"two" is changed from "2" to "3"', 'replaces "2" with "3"'),
        ('The words "two hexes" should read "one hex".', 'replaces "two hexes" with "one hex"'),
        ('Strike "and leaders".', 'strikes "and leaders"'),
        ("Case 4.1 should be case 4.2.", "redirects 4.1 to 4.2"),
        ('Add to the end of case "and stay".', 'appends "and stay"'),
        ("Ships may replace their crews with marines.", None),
        ("Add one to the die when it rains.", None),
        ("A player may delete no unit.", None),
    ],
)
def test_acts(words: str, line: str | None) -> None:
    (one,) = statements_of_text(f"[8.2] (Correction) {words}")
    assert (one.act.first_line if one.act else None) == line


def statements_of_text(text: str) -> tuple[Statement, ...]:
    from rulewright.importing.sheet.model import Sheet

    return statements_of(Sheet("a sheet", text))


@pytest.mark.parametrize(
    "text",
    [
        "[4.3] Q. Does a tug wait? A. It does.",
        "Q. [4.3] Does a tug wait? A. It does.",
        "Q: 4.3: Does a tug wait?\nA: It does.",
        "4.3 Question: Does a tug wait? Answer: It does.",
    ],
)
def test_a_question_with_the_number_of_its_case(text: str) -> None:
    made = statements_of(Sheet("sheet.txt", f"[4.2] (Correction) Ships wait.\n\n{text}\n\n[4.4] (Addition) Boats wait.\n"))
    assert [(one.case.locator, one.kind, one.doubts) for one in made[1:]] == [("4.3", Kind.QUESTION, ()), ("4.4", Kind.ADDITION, ())]
