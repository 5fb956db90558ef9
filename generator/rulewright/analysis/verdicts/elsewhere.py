"""A situation that was found in one edition is tried in all others: what it shows there needs no search.

A search may give up in one edition, or not look at as many things, where it finds the same in another. So each situation of an error or
a warning is put to the interpreter with the rules of every other edition in which it makes sense; contradictions, gaps and values out of
range that it shows are findings there, too.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from typing import Any, assert_never

from rulewright.analysis.dependencies.pairs import can_contradict
from rulewright.analysis.verdicts.answers import has_range
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import Finding, FindingKind, QuestionVerdict, RuleStatement, Witness
from rulewright.analysis.verdicts.gaps import gap_reason, is_valueless
from rulewright.analysis.verdicts.rule_statements import rule_statements
from rulewright.analysis.verdicts.witness import NotShown, Witnesses
from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Verb
from rulewright.base.runtime import nests_deep
from rulewright.core.model import Core, CoreQuestion
from rulewright.engines.interpreter.ask import check_options
from rulewright.engines.interpreter.claims import Claim, ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.precedence import clash_of
from rulewright.engines.interpreter.query_inputs import check_switches
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.questions.point import Point
from rulewright.semantics import types

CLASHES = (FindingKind.CONTRADICTION, FindingKind.OPTION_CLASH)
SHOWABLE_KINDS = (*CLASHES, FindingKind.GAP, FindingKind.OUT_OF_RANGE)
"""The kinds of findings that are looked for in other editions."""


@nests_deep
def verdicts_with_findings_elsewhere(
    cores: Mapping[str, Core], verdicts: Mapping[str, Sequence[QuestionVerdict]]
) -> dict[str, list[QuestionVerdict]]:
    """Return the verdicts of each edition on errors with what situations of the other editions show, by question."""
    situations: dict[str, dict[str, list[Witness]]] = {}
    for edition, edition_verdicts in verdicts.items():
        for finding in (finding for verdict in edition_verdicts for finding in verdict.findings if finding.kind in SHOWABLE_KINDS):
            if finding.situation is not None and finding.situation.point is not None:
                situations.setdefault(finding.question, {}).setdefault(edition, []).append(finding.situation)
    return {
        edition: [_extended_verdict(cores[edition], edition, verdict, situations) for verdict in edition_verdicts]
        for edition, edition_verdicts in verdicts.items()
    }


def _extended_verdict(
    core: Core, edition: str, verdict: QuestionVerdict, situations: Mapping[str, Mapping[str, list[Witness]]]
) -> QuestionVerdict:
    """Return a verdict with the findings that situations of other editions show, and without what these decide."""
    by_edition = situations.get(verdict.question, {})
    others = (situation for other, its_situations in by_edition.items() if other != edition for situation in its_situations)
    points = [situation.point for situation in others if situation.point is not None]
    if not points:
        return verdict
    findings = list(verdict.findings)
    trial = SituationTrial(core, verdict.question)
    for point in points:
        findings += trial.new_findings(point, findings)
    added = findings[len(verdict.findings) :]
    if not added:
        return verdict
    undecided = tuple(entry for entry in verdict.not_analysed if not any(trial.settles(finding, entry.doubts) for finding in added))
    return replace(verdict, findings=tuple(findings), not_analysed=undecided)


class SituationTrial:
    """One question of a core, put to the interpreter in situations of other editions."""

    def __init__(self, core: Core, question: str) -> None:
        self.core = core
        self.core_question: CoreQuestion = core.on[question]
        self.question = self.core_question.question
        self.witnesses = Witnesses(core)

    def new_findings(self, point: Point, known_findings: Collection[Finding]) -> list[Finding]:
        """Return what a situation shows beyond the known findings; nothing if it makes no sense with this core."""
        with suppress(NotShown, WrongInput):
            if self._makes_sense(point) and self.witnesses.is_possible(point):
                return list(self._shown_findings(point, self.witnesses.evaluate(point), known_findings))
        return []

    def settles(self, finding: Finding, doubts: Doubts) -> bool:
        """Return True if a finding is about what some doubts are about."""
        match finding.kind:
            case FindingKind.GAP:
                return doubts.gap
            case FindingKind.OUT_OF_RANGE:
                return doubts.outside
            case _:  # open: two rules that clash
                ids = {rule.number: rule.first.id for rule in self.core_question.rules}
                return any({ids[number] for number in pair} == set(finding.rules) for pair in doubts.pairs)

    def _makes_sense(self, point: Point) -> bool:
        """Return True if a situation has the operands, facts and switches of this core, each with a value of its domain. May raise
        `WrongInput`."""
        core = self.core
        if len(self.question.params) != len(point.args) or not core.records.keys() >= set(point.things.values()):
            return False
        operands = [(param.type, arg) for param, arg in zip(self.question.params, point.args, strict=True)]
        for (name, args), value in point.facts.items():
            fact = core.facts.get(name)
            if fact is None or len(fact.params) != len(args):
                return False
            operands += [(fact.type, value), *((param.type, arg) for param, arg in zip(fact.params, args, strict=True))]
        check_switches(core, point.options, point.readings, point.scenario, None if point.game is None else (point.game,))
        check_options(self.witnesses.engine, self.witnesses.inquiry(point))
        if any(core.readings[name].settled_as not in (None, choice) for name, choice in point.readings.items()):
            return False
        return all(_is_value(core, kind, value, point.things) for kind, value in operands)

    def _shown_findings(self, point: Point, result: Evaluation, known_findings: Collection[Finding]) -> Iterator[Finding]:
        known_pairs = {frozenset(finding.rules) for finding in known_findings if finding.kind in CLASHES}
        known_kinds = {finding.kind for finding in known_findings}
        for claim, rival in _clashing_claims(result):
            if frozenset((claim.live.core.first.id, rival.live.core.first.id)) not in known_pairs:
                yield self._clash_finding(point, result, claim, rival)
        cases = tuple(sorted({rule.first.case for rule in self.core_question.rules}))
        if FindingKind.GAP not in known_kinds and self.question.total and is_valueless(result):
            yield self._make_finding(FindingKind.GAP, cases, point, why=gap_reason(result))
        if FindingKind.OUT_OF_RANGE not in known_kinds and has_range(self.question) and result.out_of_range is not None:
            rules = [claim.live.rule for claim in result.claims if claim.status is ClaimStatus.STANDS]
            statement = RuleStatement(self.question.name, "", self.witnesses.outcome_text(self.question, result.out_of_range))
            cases = tuple(dict.fromkeys(rule.case for rule in rules))
            yield self._make_finding(
                FindingKind.OUT_OF_RANGE, cases, point, statements=(statement,), authors=tuple(rule.id for rule in rules)
            )

    def _clash_finding(self, point: Point, result: Evaluation, claim: Claim, rival: Claim) -> Finding:
        rules = [claim.live.core, rival.live.core]
        return self._make_finding(
            FindingKind.OPTION_CLASH if point.options else FindingKind.CONTRADICTION,
            tuple(dict.fromkeys(rule.first.case for rule in rules)),
            point,
            rules=tuple(rule.first.id for rule in rules),
            statements=rule_statements(self.witnesses, self.question, rules, result),
            options=tuple(sorted(point.options)),
        )

    def _make_finding(self, kind: FindingKind, cases: tuple[str, ...], point: Point, rules: tuple[str, ...] = (), **parts: Any) -> Finding:
        situation = self.witnesses.with_expected_outcome(self.witnesses.witness_of(point), point)
        return Finding(kind, self.question.name, rules, cases, situation, **parts)


def _clashing_claims(result: Evaluation) -> Iterator[tuple[Claim, Claim]]:
    """Yield the claims that stand in a situation and disagree. Roundings set nothing by themselves, and are left out."""
    claims = [claim for claim in result.claims if claim.live.core.verb is not Verb.ROUNDED]
    for claim, rival in combinations(claims, 2):
        excusing = Verb.NEED_NOT in (claim.live.core.verb, rival.live.core.verb)
        if (
            claim.stage == rival.stage
            and can_contradict(claim.live.core.first, rival.live.core.first)
            and _is_standing(claim, excusing)
            and _is_standing(rival, excusing)
            and clash_of(claim, rival, None) is True
        ):
            yield claim, rival


def _is_standing(claim: Claim, excusing: bool) -> bool:
    """Return True if a claim stands; against a `need not`, the requirement of a `must` has to."""
    status = claim.requirement_status if excusing and claim.requirement_status is not None else claim.status
    return status is ClaimStatus.STANDS and claim.effect.__class__ is not Unknown


def _is_value(core: Core, kind: types.Type, value: Any, things: Mapping[str, str]) -> bool:
    """Return True if a value is in the domain of a type, given the things with their kinds."""
    if value is None:
        return isinstance(kind, types.NoneType) or getattr(kind, "or_none", False) is True
    match kind:
        case types.YesNo():
            return isinstance(value, bool)
        case types.Enumerated():
            return value in core.enums[kind.name].values
        case types.Thing():
            return things.get(value) == kind.record
        case types.Numeric():
            return not isinstance(value, bool | str) and _is_in_range(kind, Fraction(value))
        case types.PlaceOf():
            return isinstance(value, str)
        case types.NoneType():
            return False
        case _:
            assert_never(kind)


def _is_in_range(kind: types.Numeric, number: Fraction) -> bool:
    if (kind.low is not None and number < kind.low) or (kind.high is not None and number > kind.high):
        return False
    return kind.step is None or (number - (kind.low or 0)) % Fraction(kind.step) == 0
