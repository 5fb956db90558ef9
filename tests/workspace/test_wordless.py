"""What no word of prose bears on is kept when only such words change, and is true of the book as it then is."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from interfaces.cli.ferry import RULES, write_book
from rulewright.analysis.coverage import CoverageRun
from rulewright.core.codec import core_json
from rulewright.workspace.open_book import OpenBook, Part, load
from rulewright.workspace.prose_stripped import ProseStripped

ANOTHER_WORD = RULES.replace("Nobody crosses by night", "Nobody rows by moonlight")
ANOTHER_READING = RULES.replace("The text says nothing of horse", "Of horse nothing is said")
ANOTHER_LINE = RULES.replace("Nobody crosses by night", "Nobody rows\n    by moonlight")
ANOTHER_RULE = RULES.replace("allowance(u) is 8 MP when", "allowance(u) is 9 MP when", 1)
A_COMMENT = RULES.replace("\n\n", '  # so it is, "he says\n\n') + "\n\n# the end\n"
A_LINE_OF_COMMENT = RULES.replace("\n\n", "\n    # no case\n\n\n")
A_HASH = RULES.replace('"a horse"', '"a # horse"')
CURLY = RULES.replace('"Nobody crosses by night [1.3]."', "“Nobody crosses by night [1.3].”")
A_FAULT = RULES.replace("Nobody crosses by night", 'Nobody "crosses by night')


def names(folder: Path) -> tuple[str, str]:
    book = load(str(folder), cache=False)
    left = ProseStripped(book.inputs, book._parsed_trees[0].result()[0])
    return left.formal, left.placed


@pytest.mark.parametrize(
    ("text", "same_rules", "same_lines"),
    [
        (ANOTHER_WORD, True, True),
        (ANOTHER_READING, True, True),
        (A_COMMENT, True, True),
        (ANOTHER_LINE, True, False),
        (A_LINE_OF_COMMENT, True, False),
        (ANOTHER_RULE, False, False),
        (A_HASH, False, False),
    ],
)
def test_names_of_what_is_left(tmp_path: Path, text: str, same_rules: bool, same_lines: bool) -> None:
    assert text != RULES
    before = names(write_book(tmp_path / "ferry"))
    after = names(write_book(tmp_path / "ferry", text))
    assert (before[0] == after[0], before[1] == after[1]) == (same_rules, same_lines)


def test_curly_quotation_marks_hold_prose_as_straight_ones_do(tmp_path: Path) -> None:
    assert CURLY != RULES
    before = names(write_book(tmp_path / "ferry", CURLY))
    assert names(write_book(tmp_path / "ferry", CURLY.replace("by night", "by day"))) == before


def results(book: OpenBook) -> Mapping[str, object]:
    """All that is made of a book."""
    return {
        "cores": [core_json(core) for core in book.cores.values()],
        "decided": book.decided,
        "found": book.diagnostics,
        "examples": book.examples,
        "coverage": book.coverage,
        "settled": book.precedence_report(),
        "changes": book.changes,
        "left": book.not_analysed,
    }


@pytest.mark.parametrize(
    "text", [ANOTHER_WORD, ANOTHER_READING, ANOTHER_LINE, A_COMMENT, A_LINE_OF_COMMENT, A_HASH, CURLY, ANOTHER_RULE, A_FAULT, RULES]
)
def test_what_is_kept_is_what_would_be_made(tmp_path: Path, text: str) -> None:
    results(load(str(write_book(tmp_path / "ferry"))))
    book = write_book(tmp_path / "ferry", text)
    assert results(load(str(book))) == results(load(str(book), cache=False))


@pytest.mark.parametrize(
    ("text", "again"), [(ANOTHER_WORD, False), (ANOTHER_LINE, False), (A_LINE_OF_COMMENT, False), (ANOTHER_RULE, True)]
)
def test_what_takes_long_is_made_again_for_other_rules_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str, again: bool
) -> None:
    results(load(str(write_book(tmp_path / "ferry"))))
    made: list[str] = []
    monkeypatch.setattr(CoverageRun, "result", lambda self: made.append("coverage"))
    book = load(str(write_book(tmp_path / "ferry", text)))
    assert book.has_result(Part.COVERAGE) is not again
    assert book.has_changes is not again
    book.coverage  # noqa: B018
    assert bool(made) is again
