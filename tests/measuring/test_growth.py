"""The steps that grew faster than the books of `benchmarks.growth` do not: counted at two sizes, since seconds are noise."""

from __future__ import annotations

import gc
import weakref
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from benchmarks.growth import Files, amended_book, cases_book, editions_book, write_files

from rulewright.analysis.dependencies import pairs
from rulewright.analysis.verdicts.depth import Depth
from rulewright.base.runtime import garbage_collector
from rulewright.checks.indexes import accounts
from rulewright.checks.structure import edition_order
from rulewright.engines.solver.search import solver
from rulewright.engines.solver.search.sample import Sample
from rulewright.rulebook import amendment_order
from rulewright.workspace.open_book import OpenBook, load


def opened(folder: Path, files: Files) -> OpenBook:
    return load(str(write_files(folder / "book", files)), cache=False)


def count_calls(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str) -> Counter[str]:
    counter: Counter[str] = Counter()
    function = getattr(owner, name)

    def call(*args: Any, **named: Any) -> Any:
        counter[name] += 1
        return function(*args, **named)

    monkeypatch.setattr(owner, name, call)
    return counter


@pytest.mark.parametrize("amendments", [10, 40])
def test_amendments_that_only_append_are_compared_with_no_other(amendments: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared, families = count_calls(monkeypatch, amendment_order, "_common_subject"), count_calls(monkeypatch, accounts, "Family")
    book = opened(tmp_path, amended_book(amendments))
    assert not [finding for finding in book.findings(Depth.ERRORS) if finding.code != "RW404" and finding.code != "RW407"]
    assert (compared["_common_subject"], families["Family"]) == (0, 1)
    (history,) = (case.history for case in book.book.views["errata"].cases.values())
    assert len(history) == amendments


def test_an_amendment_of_words_is_compared_with_those_that_change_or_append_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = count_calls(monkeypatch, amendment_order, "_common_subject")
    text = amended_book(10)["rulebook.case"] + '\namend 1.1 in errata as correction\n  replaces "three" with "four"\n'
    assert not [finding for finding in opened(tmp_path, {"rulebook.case": text}).folded[1] if finding.code == "RW112"]
    assert compared["_common_subject"] == 10


@pytest.mark.parametrize("editions", [3, 9])
def test_each_source_is_looked_up_once_and_no_changes_are_paired(editions: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    looked_up, paired = count_calls(monkeypatch, edition_order, "_amended_sources"), count_calls(monkeypatch, pairs, "can_contradict")
    book = opened(tmp_path, editions_book(editions))
    assert len(book.findings(Depth.ERRORS)) == 1
    assert looked_up["_amended_sources"] == editions + 1
    assert list(pairs.contradicting_pairs(book.core().on["cost"])) == []
    assert paired["can_contradict"] == 0


@pytest.mark.parametrize("cases", [20, 60])
def test_no_sample_of_points_outlives_its_question(cases: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[weakref.ref[Sample]] = []

    class Watched(Sample):
        def __init__(self, *args: Any) -> None:
            super().__init__(*args)
            drawn.append(weakref.ref(self))

    monkeypatch.setattr(solver, "Sample", Watched)
    book = opened(tmp_path, cases_book(cases))
    gc.collect()
    with garbage_collector(running=False):
        book.decided_to(Depth.ERRORS)
        alive = sum(sample() is not None for sample in drawn)
    assert len(drawn) >= cases // 10
    assert alive == 0
