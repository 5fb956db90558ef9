"""A situation that shows an error in one edition shows it in every other one where it makes sense, though no search found it there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from analysis.verdicts.test_kept import cores
from rulewright.analysis.verdicts.decide import decide
from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.elsewhere import verdicts_with_findings_elsewhere
from rulewright.analysis.verdicts.findings import Finding, FindingKind, NotAnalysed, QuestionVerdict
from rulewright.checks.explain import DEFAULT_FRONT_PAGE as EXAMPLE_FRONT
from rulewright.core.model import Core

RULES = """\
enum weather: clear, mud
record unit "a unit"
  men: 0..100
fact weather: weather "the weather"
value supply(u: unit): 0..9
  total
value losses(u: unit): 0..9
verdict march(u: unit)

case 8.1 "Marching"
  may march(u) when u.men is at least 5
  may not march(u) when weather is mud

case 8.2 "Supply"
  supply(u) is 3 when u.men is at least 10

case 8.3 "Losses"
  losses(u) is u.men - 50 when u.men is at least 50

"""
TWO_EDITIONS = RULES + "\namend 8.3 in errata as change\n  losses(u) is 1 when u.men is 50\n    overrides 8.3.1\n"
EVERY_KIND = {FindingKind.CONTRADICTION: "march", FindingKind.GAP: "supply", FindingKind.OUT_OF_RANGE: "losses"}
CLASH = Doubts(frozenset({frozenset({0, 1})}))
UNDECIDED = {
    FindingKind.CONTRADICTION: NotAnalysed("march", "8.1", "8.1.1", "whether it contradicts 8.1.2: the budget is spent", CLASH),
    FindingKind.GAP: NotAnalysed("supply", "", "", "whether it is always answered: the budget is spent", Doubts(gap=True)),
    FindingKind.OUT_OF_RANGE: NotAnalysed("losses", "", "", "whether it stays in its range: the budget is spent", Doubts(outside=True)),
}


def verdict_on(core: Core, question: str, missed: FindingKind | None = None) -> QuestionVerdict:
    """Return the verdict on a question, as if one kind of finding had not been found."""
    findings = tuple(finding for finding in decide(core).findings if finding.question == question and finding.kind is not missed)
    return QuestionVerdict(question, Depth.ERRORS, findings, () if missed is None else (UNDECIDED[missed],))


def findings_in(edition: str, editions: dict[str, Core], missed: FindingKind, question: str) -> Sequence[QuestionVerdict]:
    """Return the verdicts on a question in an edition where one kind was missed, after all editions were put side by side."""
    verdicts = {name: [verdict_on(core, question, missed if name == edition else None)] for name, core in editions.items()}
    return verdicts_with_findings_elsewhere(editions, verdicts)[edition]


@pytest.mark.parametrize("kind", EVERY_KIND)
def test_what_was_missed_in_one_edition_is_shown_by_the_other(kind: FindingKind, tmp_path: Path) -> None:
    editions, question = cores(TWO_EDITIONS, tmp_path, EXAMPLE_FRONT), EVERY_KIND[kind]
    [verdict] = findings_in("errata", editions, kind, question)
    alone: Finding = next(
        finding for finding in decide(editions["errata"]).findings if (finding.kind, finding.question) == (kind, question)
    )
    [found] = verdict.findings
    assert (found.kind, found.question, found.cases) == (alone.kind, alone.question, alone.cases)
    assert set(found.rules) == set(alone.rules)
    assert not verdict.not_analysed


def test_what_is_known_already_is_said_once(tmp_path: Path) -> None:
    editions = cores(TWO_EDITIONS, tmp_path, EXAMPLE_FRONT)
    verdicts = {name: [verdict_on(core, question) for question in EVERY_KIND.values()] for name, core in editions.items()}
    assert verdicts_with_findings_elsewhere(editions, verdicts) == verdicts


def test_what_an_amendment_mended_is_no_finding_there(tmp_path: Path) -> None:
    mended = TWO_EDITIONS + "\namend 8.1 in errata as change\n  8.1.2 goes before 8.1.1\n"
    editions = cores(mended, tmp_path, EXAMPLE_FRONT)
    [verdict] = findings_in("errata", editions, FindingKind.CONTRADICTION, "march")
    assert not verdict.findings and verdict.not_analysed


def test_a_situation_with_a_fact_that_an_edition_has_not_is_not_tried_there(tmp_path: Path) -> None:
    editions = cores(TWO_EDITIONS, tmp_path, EXAMPLE_FRONT)
    verdicts = {
        name: [verdict_on(core, "march", FindingKind.CONTRADICTION if name == "errata" else None)] for name, core in editions.items()
    }
    strange = replace(editions["errata"], facts={name: fact for name, fact in editions["errata"].facts.items() if name != "weather"})
    assert not verdicts_with_findings_elsewhere(editions | {"errata": strange}, verdicts)["errata"][0].findings


def test_a_choice_that_a_ruling_settles_otherwise_is_not_tried(tmp_path: Path) -> None:
    reading = (
        '\nreading mud_stops on 8.1 "Does mud stop them?"\n  choice no in play\n  choice yes: may not march(u) when weather is mud\n'
        '\nruling Q1 on 8.1 in errata\n  asks "Does mud stop them?"\n  answers "No."\n  settles mud_stops as no\n'
    )
    editions = cores(TWO_EDITIONS.replace("  may not march(u) when weather is mud\n", "") + reading, tmp_path, EXAMPLE_FRONT)
    verdicts = {name: [verdict_on(core, "march")] for name, core in editions.items()}
    assert FindingKind.CONTRADICTION in {finding.kind for finding in verdicts["printed"][0].findings}
    assert verdicts_with_findings_elsewhere(editions, verdicts)["errata"] == verdicts["errata"]
