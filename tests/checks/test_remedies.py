"""Whoever does what a finding says, without thinking, changes no answer, or only what the finding is about."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from checks.books import found_in, write
from checks.remedies import CARRIED_OUT, NOT_MECHANICAL, Change, Effect, Files, cores_of
from checks.test_literate import SECTIONS
from drawn import BOOKS
from engines.solver.some_books import some_books
from rulewright.analysis.comparison.core_difference import compare_cores
from rulewright.analysis.verdicts.precedence_pairs import settle_pairs
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.explain import DEFAULT_FRONT_PAGE, Section, explain
from rulewright.checks.registry import check_modules
from rulewright.checks.remedy import FENCE
from rulewright.core.model import Core
from rulewright.core.query import Status

NAMES = {module.CHECK.name: module.CHECK.code for module in check_modules()}
ADDRESSED_BY_PLACE = "RW325"
"""A finding to which no advice may lead: that of an address which the next line would change."""
MOST_FINDINGS = 6
"""As many findings of one book are followed, of different checks first."""


def test_every_check_is_carried_out_or_says_why_not() -> None:
    """A new check is entered in one of the two tables of `remedies.py`."""
    assert not CARRIED_OUT.keys() & NOT_MECHANICAL.keys()
    assert CARRIED_OUT.keys() | NOT_MECHANICAL.keys() == NAMES.keys()


@pytest.mark.parametrize("name", sorted(CARRIED_OUT))
def test_what_the_page_of_a_check_shows_can_be_followed(name: str, tmp_path: Path) -> None:
    _follow(explain(NAMES[name]).files(Section.EXAMPLE), tmp_path)


@pytest.mark.parametrize("body", [section[1] for section in SECTIONS], ids=[section[0] for section in SECTIONS])
def test_advice_in_written_books_can_be_followed(body: str, tmp_path: Path) -> None:
    files = {name or {"case": "rules.case", "csv": "ledger.csv"}[kind]: text for kind, name, text in FENCE.findall(body)}
    _follow({"rulebook.case": DEFAULT_FRONT_PAGE, **files}, tmp_path)


def test_advice_in_drawn_books_can_be_followed(tmp_path: Path) -> None:
    for book in some_books(BOOKS // 2, first=700_000):
        _follow(book.files, tmp_path / str(book.seed))


def _follow(files: Files, folder: Path) -> None:
    """Carry out the advice of each finding by itself, and hold what it changes."""
    findings = [found for found in found_in(write(files, folder / "before")) if found.name in CARRIED_OUT and not found.accepted]
    _, cores, faults = cores_of(folder / "before")
    if any(fault.severity is Severity.ERROR for fault in faults):
        return  # what cannot be read has no answers
    for number, (finding, change) in enumerate(_changes(files, findings)):
        after = write(change.files, folder / f"after-{number}")
        try:
            _hold(finding, change, cores, after, sum(one.message == finding.message for one in findings))
            earlier, now = (len(found_in(where, [ADDRESSED_BY_PLACE])) for where in (folder / "before", after))
            assert now <= earlier, "it leads to an address by place"
        except AssertionError as wrong:
            before = "\n".join(f"# {name}\n{text}" for name, text in files.items())
            raise AssertionError(f"{finding.code} {finding.message}\nhelp: {finding.help}\n{wrong}\n{before}") from None


def _changes(files: Files, findings: list[Diagnostic]) -> Iterator[tuple[Diagnostic, Change]]:
    each_once = {finding.name: finding for finding in reversed(findings)}.values()
    for finding in [*each_once, *(one for one in findings if one not in each_once)][:MOST_FINDINGS]:
        for change in CARRIED_OUT[finding.name](files, finding):
            yield finding, change


def _hold(finding: Diagnostic, change: Change, cores: dict[str, Core], after: Path, count: int) -> None:
    _, cores_after, faults = cores_of(after)
    errors = [fault.message for fault in faults if fault.severity is Severity.ERROR]
    assert not errors, f"errors after it: {errors}"
    if change.gone:
        again = [one.message for one in found_in(after, [finding.code]) if not one.accepted]
        assert again.count(finding.message) < count, "it is said again"
    for edition, core in cores.items():
        if change.effect is Effect.ANYTHING:
            continue
        found = compare_cores(core, cores_after[edition]).changes
        moved = [
            f"{one.question}: {one.outcome_before.text} -> {one.outcome_after.text}: {one.situation}"
            for one in found
            if one.question != change.besides
            and (change.effect is not Effect.CONFLICTS or one.outcome_before.status is not Status.CONFLICT)
        ]
        assert not moved, f"answers in {edition}: {moved}"
        if change.effect is Effect.NOT_EVEN_PRECEDENCE:
            assert _settled(core) == _settled(cores_after[edition]), "what settles two rules"


def _settled(core: Core) -> set[tuple[str, tuple[str, str], str, str]]:
    return {(pair.question, pair.rules, pair.principle, pair.winner) for pair in settle_pairs(core).settled}
