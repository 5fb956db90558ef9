"""Pairs of rules of one question: contradictions, clashes under options, overlaps with the same answer, and settled pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import TypeAlias

from rulewright.analysis.dependencies.pairs import can_contradict
from rulewright.analysis.verdicts.context import Context, all_stand, effects_of
from rulewright.analysis.verdicts.doubts import Doubts, Pair, Pairs
from rulewright.analysis.verdicts.findings import FindingKind, SettledPair, Witness
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.base.keywords import Verb
from rulewright.base.limits import MAX_CLAIMS_REPLAYED, MAX_CLASHES, MIN_CLASHES
from rulewright.base.records import record
from rulewright.core.model import PrecedenceKind
from rulewright.core.precedence_policy import may_clash
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.solver.questions.pairs import (
    RulePair,
    agreement_region,
    decided_meetings,
    find_contradictions,
    settling_pairs,
    standing_pairs,
    ways_to_settle,
)
from rulewright.engines.solver.questions.question import Box, BudgetExhausted, EncodedRule, Region
from rulewright.semantics.model import QuestionKind, Rule, TableVerb


def judge_contradictions(context: Context, candidates: Pairs | None = None) -> None:
    """Report pairs of rules that stand and contradict each other; with `candidates`, of these pairs only."""
    reported, limit = 0, _reports_allowed(context)
    for rule, rival, region in meeting_contradictions(context, candidates):
        if reported >= limit:
            context.note_undecided(None, f"more than {limit} contradictions: the pairs after these were not looked at")
            context.settled_doubts = context.settled_doubts.joined_with(Doubts(pairs=candidates or frozenset()))
            return
        try:
            reported += _judge_pair(context, rule, rival, region)
        except BudgetExhausted as spent:
            context.note_undecided(rule, f"whether it contradicts {rival.rule.id}: {spent.reason}", _doubt_about(rule, rival))


def _doubt_about(rule: EncodedRule, rival: EncodedRule) -> Doubts:
    return Doubts(pairs=frozenset({pair_of(rule, rival)}))


def _reports_allowed(context: Context) -> int:
    return max(MIN_CLASHES, min(MAX_CLASHES, MAX_CLAIMS_REPLAYED // max(1, len(context.formulas.rules))))


def meeting_contradictions(context: Context, candidates: Pairs | None = None) -> Iterator[tuple[EncodedRule, EncodedRule, Region]]:
    """Yield the pairs that can stand together and disagree, of `candidates` only if given, and note those that stay undecided."""

    def is_candidate(rule: EncodedRule, rival: EncodedRule) -> bool:
        return can_contradict(rule.rule, rival.rule) and (candidates is None or pair_of(rule, rival) in candidates)

    for stage in context.formulas.stages:
        for rule, rival, region, why in find_contradictions(context.formulas, stage, is_candidate):
            if why:
                context.note_undecided(rule, f"whether it contradicts {rival.rule.id}: {why}", _doubt_about(rule, rival))
            else:
                yield rule, rival, region


def _judge_pair(context: Context, rule: EncodedRule, rival: EncodedRule, formula: Region) -> bool:
    box = context.formulas.find_box_with_fewest_options(formula)
    if box is None:
        return False
    try:
        situation, result = context.find_witness(formula, box, all_stand(rule, rival, alike=False), effects_of(rule, rival))
    except NotShown as fault:
        context.note_not_shown(formula, rule, f"whether it contradicts {rival.rule.id}", fault, _doubt_about(rule, rival))
        return False
    statements = context.rule_statements((rule, rival), result)
    context.report_finding(
        FindingKind.OPTION_CLASH if situation.options else FindingKind.CONTRADICTION,
        (rule.rule.id, rival.rule.id),
        (rule.rule.case, rival.rule.case),
        situation,
        statements,
        options=situation.options,
        answers=_doubt_about(rule, rival),
    )
    return True


def judge_overlaps(context: Context) -> None:
    """Report two rules of different cases that stand together with the same answer, and no statement between them."""
    opaque: list[tuple[EncodedRule, EncodedRule]] = []
    _find_overlaps(context, None, opaque)
    if opaque:
        _judge_unread(context, opaque)


def _find_overlaps(context: Context, candidates: Pairs | None, opaque: list[tuple[EncodedRule, EncodedRule]]) -> Pairs:
    """Report overlaps, of `candidates` only if given, and return the reported pairs; add pairs with opaque conditions to `opaque`."""
    reported: set[Pair] = set()
    limit = _reports_allowed(context)
    for rule, rival, region in _overlapping(context, opaque, candidates):
        if len(reported) >= limit:
            context.note_undecided(None, f"more than {limit} overlaps with the same answer: the pairs after these were not looked at")
            break
        try:
            box = context.formulas.find_small_box(region)
            if box is None:
                continue
            situation, result = context.find_witness(
                region, box, all_stand(rule, rival, alike=True), effects_of(rule, rival), expected=False
            )
        except BudgetExhausted as spent:
            context.note_undecided(rule, f"whether it says the same as {rival.rule.id}: {spent.reason}")
            continue
        except NotShown:
            if not context.formulas.has_many:
                raise
            continue
        context.report_finding(
            FindingKind.OVERLAP,
            (rule.rule.id, rival.rule.id),
            (rule.rule.case, rival.rule.case),
            situation,
            context.rule_statements((rule, rival), result),
        )
        reported.add(pair_of(rule, rival))
    return frozenset(reported)


def _judge_unread(context: Context, opaque: list[tuple[EncodedRule, EncodedRule]]) -> None:
    """Settle overlaps of rules that are opaque among few things: rule out for any number of things, show among many, or note."""
    worlds = context.worlds
    open_pairs = frozenset(pair_of(rule, rival) for rule, rival in opaque)
    abstraction = None if worlds is None else worlds.deep_abstraction()
    if worlds is not None and abstraction is not None:
        unsure: list[tuple[EncodedRule, EncodedRule]] = []
        possible = frozenset(pair_of(rule, rival) for rule, rival, _ in _overlapping(abstraction, unsure, open_pairs))
        open_pairs = possible | frozenset(pair_of(rule, rival) for rule, rival in unsure)
        for crowd in worlds.crowd_contexts(1) if open_pairs else ():
            open_pairs -= _find_overlaps(crowd, open_pairs, [])
            context.findings += crowd.findings
    for rule, rival in opaque:
        if pair_of(rule, rival) in open_pairs:
            reasons = context.formulas.opaque_reasons(context.formulas.standing_region(rule), context.formulas.standing_region(rival))
            context.note_undecided(rule, f"whether it says the same as {rival.rule.id}: {reasons[0]}")


def _overlapping(
    context: Context, opaque: list[tuple[EncodedRule, EncodedRule]], candidates: Pairs | None = None
) -> Iterator[tuple[EncodedRule, EncodedRule, Region]]:
    """Yield the pairs of the first stage that can give the same answer together, with the region; those over budget come last."""
    formulas = context.formulas
    postponed: list[tuple[RulePair, Region]] = []
    for rule, rival in _agreeing_pairs(context):
        if candidates is not None and pair_of(rule, rival) not in candidates:
            continue
        region = agreement_region(formulas, rule, rival)
        if formulas.opaque_reasons(region):
            opaque.append((rule, rival))
            continue
        possible = formulas.holds_shortly(region)
        if possible:
            yield rule, rival, region
        elif possible is None:
            postponed.append(((rule, rival), region))
    for rule, rival, region, why in decided_meetings(formulas, postponed):
        if why:
            context.note_undecided(rule, f"whether it says the same as {rival.rule.id}: {why}")
        else:
            yield rule, rival, region


def _agreeing_pairs(context: Context) -> Iterator[RulePair]:
    """Yield the pairs of the first stage that may stand together with the same answer, and no statement between them."""
    winning, losing = _stated_precedence(context)
    for rule, rival in standing_pairs(context.formulas, context.formulas.stages[0]):
        first, second = rule.core.number, rival.core.number
        if _may_say_the_same(context, rule, rival) and not winning[first] & losing[second] and not winning[second] & losing[first]:
            yield rule, rival


def pair_of(rule: EncodedRule, rival: EncodedRule) -> Pair:
    """Return the numbers of two rules, which identify them in every world."""
    return frozenset((rule.core.number, rival.core.number))


def _stated_precedence(context: Context) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """Return the precedence statements that each rule wins by, and those that it loses by, whether or not they are ever in force."""
    winning: dict[int, set[int]] = defaultdict(set)
    losing: dict[int, set[int]] = defaultdict(set)
    for index, precedence in enumerate(context.core.on[context.question.name].precedence):
        if precedence.kind is PrecedenceKind.STATED:
            for number in precedence.by:
                winning[number].add(index)
            for number in precedence.targets:
                losing[number].add(index)
    return winning, losing


def _may_say_the_same(context: Context, rule: EncodedRule, rival: EncodedRule) -> bool:
    first, second = rule.rule, rival.rule
    if first.through is not None or second.through is not None:
        return False  # inherited from the general action
    if first.case == second.case or first.otherwise != second.otherwise:
        return False
    if set(first.restates + first.besides) & set(rival.core.uids) or set(second.restates + second.besides) & set(rule.core.uids):
        return False
    if context.question.kind in (QuestionKind.VERDICT, QuestionKind.PREDICATE):
        return first.verb is second.verb
    return {first.verb, second.verb} <= {Verb.IS, TableVerb.LOOK_UP}


WayKey: TypeAlias = tuple[tuple[str, str], str, str]
"""Two rules, a principle, and the provision that wins by it."""


@record
class WayOfSettling:
    """A principle that would settle two rules of a question, the region where it does, and the winning provision."""

    question: str
    rules: tuple[EncodedRule, EncodedRule]
    principle: str
    winner: str
    region: Region

    @property
    def cases(self) -> tuple[str, str]:
        """The cases of both rules."""
        return (self.rules[0].rule.case, self.rules[1].rule.case)

    @property
    def rule_ids(self) -> tuple[str, str]:
        """The ids of both rules."""
        return (self.rules[0].rule.id, self.rules[1].rule.id)

    @property
    def key(self) -> WayKey:
        """The rules, the principle and the winner, which identify it in every world."""
        return (self.rule_ids, self.principle, self.winner)

    def pair_with(self, situation: Witness) -> SettledPair:
        """Return the pair, with a situation in which it is settled so."""
        return SettledPair(self.question, self.rule_ids, self.cases, self.principle, self.winner, situation)

    def find_pair(self, context: Context) -> SettledPair | None:
        """Return the pair, if there is a situation."""
        box = _find_widened_box(context, self.region)
        return None if box is None else self.pair_with(context.witness_of_conditions(self.rules, box))

    def show_pair(self, context: Context) -> SettledPair | None:
        """Return the pair, if there is a situation in which the interpreter shows both conditions."""
        try:
            box = context.formulas.find_small_box(self.region)
            return (
                None if box is None else self.pair_with(context.find_witness(self.region, box, _both_hold(*self.rules), expected=False)[0])
            )
        except (BudgetExhausted, NotShown) as fault:
            context.note_undecided(self.rules[0], f"whether it meets {self.rule_ids[1]}: {fault}")
            return None


def _both_hold(*rules: EncodedRule) -> Callable[[Evaluation], bool]:
    numbers = {live.core.number for live in rules}
    return lambda result: (
        numbers <= {claim.live.number for claim in result.claims if claim.status in (ClaimStatus.STANDS, ClaimStatus.DEFEATED)}
    )


def settled_pairs(context: Context, candidates: Collection[WayKey] | None = None) -> Iterator[SettledPair]:
    """Yield the pairs whose conditions hold together somewhere with opposite answers, once for each principle that settles them there.

    With `candidates`, only these are examined.
    """
    for way in ways_of_settling(context, candidates):
        pair = way.find_pair(context)
        if pair is not None:
            yield pair


def ways_of_settling(context: Context, candidates: Collection[WayKey] | None = None) -> Iterator[WayOfSettling]:
    """Yield the principles that would settle two rules of a question, of `candidates` only if given."""
    pairs = None if candidates is None else {rules for rules, _, _ in candidates}

    def is_candidate(rule: Rule, rival: Rule) -> bool:
        return may_clash(rule, rival) and (pairs is None or (rule.id, rival.id) in pairs)

    for stage, rule, rival in settling_pairs(context.formulas, is_candidate):
        for region, principle, winner in ways_to_settle(context.formulas, stage, rule, rival):
            way = WayOfSettling(context.question.name, (rule, rival), principle, winner, region)
            if candidates is None or way.key in candidates:
                yield way


def _find_widened_box(context: Context, formula: Region) -> Box | None:
    try:
        box = context.formulas.find_small_box(formula)
    except BudgetExhausted:
        return None
    return None if box is None else context.formulas.widen_box(formula, box)
