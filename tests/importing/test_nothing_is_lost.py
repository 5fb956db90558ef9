"""Import loses nothing and doubles nothing: every word of a sheet is in one statement or one heading, and the draft quotes it."""

from __future__ import annotations

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importing.sheet_files import SHEET_PATHS, imported_book
from rulewright.base.diagnostics import Severity
from rulewright.importing.digests import clean_text
from rulewright.importing.drafts import Plan, draft_text
from rulewright.importing.read_sheet import read_sheet
from rulewright.importing.rows import number_items
from rulewright.importing.sheet.model import Reading, Sheet
from rulewright.importing.statements import UNREAD, read_statements
from rulewright.syntax.parser import parse_source, source_of
from rulewright.workspace.open_book import load

WORD = re.compile(r"[^\W_]+")
PLANS = tuple(Plan("errata", True, False, headings, frozenset()) for headings in (None, ("tugs", "sea_movement")))


def words_of(text: str) -> Counter[str]:
    return Counter(WORD.findall(clean_text(text)))


def draft_of(sheet: Sheet, reading: Reading, plan: Plan = PLANS[0]) -> str:
    names = number_items("GA", reading.statements, [])
    return draft_text(sheet, reading, dict(enumerate(names)), plan)


def assert_nothing_is_lost(sheet: Sheet) -> None:
    """Each word is in exactly one range, a comment of the draft has it as often as the sheet, and the draft can be read."""
    reading = read_statements(sheet)
    ranges = [(statement.start, statement.end) for statement in reading.statements]
    ranges += [(heading.start, heading.end) for heading in reading.headings]
    covered = [0] * len(sheet.text)
    for start, end in ranges:
        for offset in range(start, end):
            covered[offset] += 1
    counts = {match[0]: {covered[offset] for offset in range(*match.span())} for match in WORD.finditer(sheet.text)}
    assert {word: times for word, times in counts.items() if times != {1}} == {}
    for plan in PLANS:
        draft = draft_of(sheet, reading, plan)
        quoted = words_of(" ".join(re.sub(r"^#\s*", "", line) for line in draft.split("\n") if line.startswith("#")))
        assert words_of(sheet.text) - quoted == Counter()
        _, findings = parse_source(source_of("draft.case", draft))
        has_code = any(line and not line.startswith("#") for line in draft.split("\n"))
        assert [finding.message for finding in findings] == ([] if has_code else ["this file declares nothing"])


@pytest.mark.parametrize("path", SHEET_PATHS, ids=lambda path: path.name)
def test_every_word_of_a_sheet_is_kept_once(path: Path) -> None:
    sheet = read_sheet(path)
    assert_nothing_is_lost(sheet)
    assert [statement.words for statement in read_statements(sheet).statements if UNREAD in statement.doubts] == []


@pytest.mark.parametrize("path", SHEET_PATHS, ids=lambda path: path.name)
def test_the_draft_of_a_sheet_has_no_error(path: Path, tmp_path: Path) -> None:
    book = imported_book(path, tmp_path)
    assert [finding.message for finding in load(str(book), cache=False).diagnostics if finding.severity is Severity.ERROR] == []


LINES = tuple(dict.fromkeys(line for path in SHEET_PATHS for line in read_sheet(path).text.split("\n")))
"""Lines of all sheets: put together at random they are entries of one form inside of another."""


@settings(max_examples=120, deadline=None)
@given(st.lists(st.sampled_from(LINES), min_size=1, max_size=14), st.randoms(use_true_random=False))
def test_every_word_of_a_mixed_sheet_is_kept_once(lines: list[str], draw: random.Random) -> None:
    text = "".join(line + draw.choice(("\n", "\n", "\n\n", " ")) for line in lines)
    assert_nothing_is_lost(Sheet("mixed.txt", text))


TOKENS = st.sampled_from(
    ["[4.1]", "4.2", "(4.3 (2a))", "5.3[D]", "§6", "Rule 7.1:", "Article 8.2", "New rule 7.2:", "(B)", "SEA MOVEMENT (D)", "(Correction)", "(new case)",
     "ADDITION", "(Added 3 June 2003)", "Q.", "A.", "Q1:", "A1:", "1Q]", "1A]", "1. Q:", "Page 36 –", "Game Turns (page 6)", "Tugs", "wait", "NOTE:",
     "For example,", "Added 8.12 and 8.13", "Throughout the rules,", '"', "#", "##", "####", "-", "*", "**", "|", "| a | b |", "|---|---|", "\t",
     "\n", "\n\n", ".", ";", ":", "1.", "2)", "Delete this case.", "Replace \"two\" with \"three\"", "Scenario 3", "INDEX", "OPTIONAL RULES", "See 4.6.",
     "Version 2.1", "\u2028", "\\", "case 5 new in x", "@GA-001", "=1", "May", "All"]
)  # fmt: skip


@settings(max_examples=1200, deadline=None)
@given(st.lists(TOKENS, min_size=1, max_size=40).map(" ".join))
def test_every_word_of_any_text_is_kept_once(text: str) -> None:
    assert_nothing_is_lost(Sheet("any.txt", text))
