"""Right or marked: each statement of a small sheet is on its case, with its act, or has a `todo`; also in sheets that are put together."""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from importing.public_forms import Expected, Form, forms_of, outcomes_of
from rulewright.base.diagnostics import Severity
from rulewright.base.errors import WrongInput
from rulewright.importing.sheet.model import Sheet
from rulewright.importing.statements import read_statements
from rulewright.workspace.open_book import load

FILES = (
    "small.txt",
    "looked_at.txt",
    "variants.txt",
    "set_aside.txt",
    "fresh_looked_at.txt",
    "fresh_set_aside.txt",
    "fresh_later.txt",
    "more_variants.txt",
    "unseen.txt",
    "last.txt",
)
FORMS = tuple(form for file in FILES for form in forms_of(file))
LEAST_RIGHT = 75
"""Of a hundred statements; the rest are marked."""


@pytest.mark.parametrize("form", FORMS, ids=str)
def test_each_statement_is_right_or_marked(form: Form, tmp_path: Path) -> None:
    outcomes = list(outcomes_of(form, tmp_path))
    assert [(expected.anchor, outcome) for expected, outcome in outcomes if outcome not in ("right", "todo")] == []
    book = load(str(tmp_path / "harbour"), cache=False)
    assert [finding.message for finding in book.diagnostics if finding.severity is Severity.ERROR] == []


@pytest.mark.parametrize("file", FILES)
def test_most_statements_are_right(file: str, tmp_path: Path) -> None:
    counts = Counter(outcome for index, form in enumerate(forms_of(file)) for _, outcome in outcomes_of(form, _made(tmp_path / str(index))))
    assert counts["right"] * 100 >= LEAST_RIGHT * counts.total()


def _made(folder: Path) -> Path:
    folder.mkdir()
    return folder


def self_named(form: Form) -> list[Form]:
    """Return the paragraphs of a form of which each statement has its number in that paragraph, a form each."""
    units = []
    for paragraph in form.text.split("\n\n"):
        expected = [one for one in form.expected if one.anchor in " ".join(paragraph.split())]
        is_whole = not paragraph.rstrip().endswith((":", "-", "—"))  # else its new text stands below it
        if expected and is_whole and all(_is_named_in(one, paragraph) for one in expected):
            units.append(Form(form.name, ("new",), paragraph.strip("\n"), tuple(replace(one, act="", kind="") for one in expected)))
    return units


def _is_named_in(expected: Expected, paragraph: str) -> bool:
    """A bare figure names no case, and a question without a mark is one only under a heading."""
    names = all(
        re.search(
            rf"(?<![\d.]){re.escape(number)}(?!\w)"
            if "." in number
            else rf"(?i)(?:rule|section|article|law|clause|regulation)s? (?:\d+ and )?{number}\b",
            paragraph,
        )
        for number in expected.case.split(", ")
    )
    return expected.case[:1].isdigit() and names and not ("?" in paragraph and not paragraph.startswith("Q"))


UNITS = tuple(unit for form in FORMS for unit in self_named(form))
NAMELESS = tuple(
    Form("nameless", ("new",), text, (Expected(text.split("\n")[-1].lstrip("- ")[:20], "none"),))
    for text in (
        "Lanterns are hung when it is dark.",
        "Every skipper greets the pilot first.",
        'The word "keel" is spelled so everywhere.',
        "- Ropes are coiled before noon.",
        "Delete the third sentence.",
        "Harbour fees: paid at noon on each day.",
        'Add: "after the bell"',
        "(b) Gulls are not fed.",
        "7. Nets are mended in winter.",
        "Signal flags\nThey are flown by day.",
        "**Buoys** are painted red.",
        "| Tides | High | Low |",
    )
)
"""Paragraphs that name no case: wherever they stand below the first statement, they are on none without a mark."""


BETWEEN = (
    "\n\nNotes:\n\n",
    *("\n\n",) * 5,
    "\n\n## Clarifications\n\n",
    "\n\nScenarios\n\n",
    "\n\n---\n\n",
    "\n\n## Version 1.2\n\n",
    "\n\nSHIPS AND BOATS\n\n",
)
"""What stands between two paragraphs: mostly nothing, or a label (below which words without a case are a note), a version, a heading."""


@settings(max_examples=150, deadline=None)
@given(
    st.sampled_from(UNITS),  # the first one: words before all statements are a preamble
    st.lists(st.sampled_from((*UNITS, *NAMELESS)), min_size=1, max_size=6, unique=True),
    st.randoms(use_true_random=False),
)
def test_statements_of_a_mixed_sheet_are_right_or_marked(first: Form, others: list[Form], draw: random.Random) -> None:
    units = [first]
    for unit in others:
        if not any(one.anchor in " ".join(other.text.split()) for other in units for one in unit.expected):
            units.append(unit)
    text = draw.choice(("Errata", "# Changes", "")) + "".join(draw.choice(BETWEEN[unit in NAMELESS :]) + unit.text for unit in units) + "\n"
    form = Form("mixed.md", ("new",), text, tuple(one for unit in units for one in unit.expected))
    with tempfile.TemporaryDirectory() as folder:
        wrong = [(expected.anchor, outcome) for expected, outcome in outcomes_of(form, Path(folder)) if outcome not in ("right", "todo")]
    assert wrong == [], form.text


def test_there_is_enough_to_mix() -> None:
    assert len(UNITS) >= 60


def test_a_diff_is_no_sheet() -> None:
    diff = "--- a/rules.md\n+++ b/rules.md\n@@ -10,4 +10,5 @@\n 3.1 A member pays.\n-3.2 Ten euro.\n+3.2 Twelve euro.\n"
    with pytest.raises(WrongInput, match="is a diff and no errata sheet"):
        read_statements(Sheet("rules.diff", diff))
