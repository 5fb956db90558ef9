"""Random single edits of real files: what is refused is reported on its line, and hides nothing else.

The figures are asserted and may only rise. The edits are made from fixed seeds, so that a run repeats.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.resources import book_folder, shipped_books
from rulewright.syntax import recovery
from rulewright.syntax.parser import parse_source, source_of
from syntax.mutations import Edit, mutated

EDITS = 800
RIGHT_LINE = 0.98  # of the refused edits
EXTRA = 0.02  # further errors, for each refused edit


class Outcome(NamedTuple):
    """An edit that was refused: what was said, and how many blocks are left of how many."""

    edit: Edit
    errors: list[Diagnostic]
    left: int
    blocks: int


def _files() -> list[Path]:
    fixtures = sorted((Path(__file__).parent / "fixtures").glob("*.case"))
    return fixtures + [path for name in shipped_books() for path in sorted(book_folder(name).glob("*.case"))]


@pytest.fixture(scope="module")
def outcomes() -> tuple[list[Outcome], Counter[str]]:
    """What became of many edits, and how many were accepted by their kind."""
    texts = [path.read_text(encoding="utf-8") for path in _files()]
    whole = [len(parse_source(source_of("x", text))[0]) for text in texts]
    random = Random(20)
    refused: list[Outcome] = []
    accepted: Counter[str] = Counter()
    with pytest.MonkeyPatch.context() as patch:  # a block is read once, however many edits leave it as it is
        patch.setattr(recovery, "parse_text", cache(recovery.parse_text))
        for _ in range(EDITS):
            at = random.choices(range(len(texts)), [len(text) for text in texts])[0]
            edit = mutated(texts[at], random)
            placed, diagnostics = parse_source(source_of("x", edit.text))
            errors = [one for one in diagnostics if one.severity is Severity.ERROR]
            if errors:
                refused.append(Outcome(edit, errors, len(placed), whole[at]))
            else:
                accepted[edit.kind] += 1
    return refused, accepted


def _lines(outcome: Outcome) -> list[int]:
    return [one.labels[0].location.line for one in outcome.errors]


def test_refused_edits_are_reported_on_their_line(outcomes: tuple[list[Outcome], Counter[str]]) -> None:
    refused, _ = outcomes
    wrong = [outcome for outcome in refused if outcome.edit.line not in _lines(outcome)]
    shown = [(outcome.edit.kind, outcome.edit.line, outcome.edit.after, _lines(outcome)) for outcome in wrong]
    assert 1 - len(wrong) / len(refused) >= RIGHT_LINE, shown


def test_few_further_errors_are_derived(outcomes: tuple[list[Outcome], Counter[str]]) -> None:
    refused, _ = outcomes
    assert sum(len(outcome.errors) - 1 for outcome in refused) <= EXTRA * len(refused)


def test_an_edit_costs_at_most_its_own_block(outcomes: tuple[list[Outcome], Counter[str]]) -> None:
    refused, _ = outcomes
    for outcome in refused:
        assert outcome.left >= outcome.blocks - 1, (outcome.edit.line, outcome.edit.after)


def test_most_edits_are_refused(outcomes: tuple[list[Outcome], Counter[str]]) -> None:
    """What is accepted is left to the resolver: another name, another number, two arguments swapped."""
    refused, accepted = outcomes
    assert len(refused) >= 0.8 * EDITS
    assert accepted["quote"] + accepted["bracket"] + accepted["indent"] <= 0.03 * EDITS, accepted
