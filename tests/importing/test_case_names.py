"""Names of cases that drafts propose: the language can read each, and one name is never of two cases."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import rulewright
from rulewright.importing.names import CaseNames, case_name
from rulewright.importing.sheet.model import Sheet
from rulewright.importing.statements import read_statements
from rulewright.syntax.parser import parse_source, source_of

GRAMMAR = Path(rulewright.__file__).parents[2] / "grammar" / "rulewright.lark"
KEYWORDS = sorted(set(re.findall(r'"([a-z]+)"', GRAMMAR.read_text("utf-8"))))


@pytest.mark.parametrize("form", ["case {0}\n  not held\n", "amend {0} in errata as correction\n", "case {0}.A\n  not held\n"])
def test_a_keyword_as_a_heading_makes_a_name_that_can_be_read(form: str) -> None:
    assert len(KEYWORDS) > 150
    unreadable = [word for word in KEYWORDS if parse_source(source_of("draft.case", form.format(case_name(word.title()))))[1]]
    assert unreadable == []


def names_of(text: str) -> list[tuple[str, ...]]:
    statements = read_statements(Sheet("sheet.md", text)).statements
    names = CaseNames(statements, None)
    return [names.numbers_of(statement.case, [statement]) for statement in statements]


def test_a_heading_that_comes_again_under_the_same_chapter_is_no_case() -> None:
    assert names_of("# Errata\n\n## Track\n\n### Protests\nOne hour.\n\n### Protests\nTwo hours.\n") == [(), ()]


def test_a_heading_that_comes_again_under_another_label_or_version_is_one_case() -> None:
    sheet = "# Errata\n\n## Clarifications\n\n### Map\nA hill is high.\n\n## Corrections\n\n### Map\nA ford is deep.\n"
    assert names_of(sheet) == [("map",), ("map",)]
    sheet = "# Errata\n\n## Version 2.1\n\n### Map\nA hill is high.\n\n## Version 2.0\n\n### Map\nA ford is deep.\n"
    assert names_of(sheet) == [("map",), ("map",)]


def test_long_titles_that_begin_alike_are_two_cases() -> None:
    title = "Retreat before Combat of Units in Enemy Zones and"
    assert names_of(f"# Errata\n\n## {title} Forts\nThey stay.\n\n## {title} Towns\nThey go.\n") == [(), ()]
