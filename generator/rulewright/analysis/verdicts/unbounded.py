"""Doubts about a question, settled for any number of things.

An impossibility in an abstraction is an impossibility everywhere. Most questions are settled by precedence statements alone: a shallow
abstraction, in which a called question may have any answer, leaves no doubt of them, and costs little. The remaining doubts are
examined among few things, then in abstractions with more and more of the questions that are called, at last among many. Doubts that
remain then are listed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import reduce

from rulewright.analysis.dependencies.pairs import contradicting_pairs
from rulewright.analysis.verdicts.answers import has_range, judge_range
from rulewright.analysis.verdicts.clashes import (
    WayKey,
    WayOfSettling,
    judge_contradictions,
    meeting_contradictions,
    pair_of,
    ways_of_settling,
)
from rulewright.analysis.verdicts.context import Context, QuestionWorlds
from rulewright.analysis.verdicts.cycles import judge_cycles
from rulewright.analysis.verdicts.doubts import NO_DOUBT, Doubts, Pair, Pairs
from rulewright.analysis.verdicts.findings import NotAnalysed, SettledPair
from rulewright.analysis.verdicts.gaps import judge_gap, judge_value_gap
from rulewright.analysis.verdicts.rules import is_shown_standing
from rulewright.base.cycles import is_acyclic
from rulewright.base.limits import MAX_REPLAY_STEPS, MAX_THINGS_IN_RANGE, Z3_SHARE_OF_WORLD
from rulewright.core.model import Core
from rulewright.engines.solver.questions.question import BudgetExhausted, EncodedRule, NotAnalysable
from rulewright.engines.solver.questions.statements import reachable_cycles
from rulewright.engines.solver.questions.unanswered import silent_region, valueless_region, zero_divisor_region
from rulewright.semantics import terms
from rulewright.semantics.model import Question


def remaining_doubts(context: Context, doubts: Doubts) -> Doubts:
    """Return the doubts that an abstraction does not rule out."""
    with suppress(NotAnalysable):
        return Doubts(
            frozenset(_clashing_pairs(context, doubts.pairs)),
            doubts.circle and any(context.formulas.may_hold(region) for _, _, region in reachable_cycles(context.formulas)),
            doubts.gap and context.question.total and _may_be_unanswered(context),
            doubts.outside and has_range(context.question) and _may_leave_its_range(context),
        )
    return doubts


def all_doubts(core: Core, question: Question) -> Doubts:
    """Return all possible faults of a question that is not analysed, as far as its rules and statements show by their form."""
    core_question = core.on[question.name]
    pairs = frozenset(frozenset((rule.number, rival.number)) for rule, rival in contradicting_pairs(core_question))
    attacks = ((winner, target) for precedence in core_question.precedence for winner in precedence.by for target in precedence.targets)
    circle = not is_acyclic((winner, target) for winner, target in attacks if winner != target)
    return Doubts(pairs, circle, gap=question.total, outside=has_range(question))


def _clashing_pairs(context: Context, candidates: Pairs) -> Iterator[Pair]:
    """Yield the pairs of rules that can stand together and disagree, or for which that is undecided."""
    for rule, rival, _ in meeting_contradictions(context, candidates):
        yield pair_of(rule, rival)
    for entry in context.undecided:
        yield from entry.doubts.pairs


def _may_be_unanswered(context: Context) -> bool:
    with suppress(NotAnalysable):
        regions = [encode(context.formulas) for encode in (silent_region, valueless_region, zero_divisor_region)]
        return any(map(context.formulas.may_hold, regions))
    return True


def _may_leave_its_range(context: Context) -> bool:
    with suppress(NotAnalysable):
        return context.formulas.may_hold(context.formulas.out_of_range())
    return True


# ---- settling ----------------------------------------------------------------------------------------------------------------------------


RANGE = Doubts(outside=True)
UNBOUNDED_REMAINDER = "nothing was found with as many things as are tried; with more of them it may be so"


def settle_doubts(context: Context, doubts: Doubts, worlds: QuestionWorlds) -> None:
    """Settle the doubts about a question that was judged among few things: report the findings, and note the remaining doubts."""
    remaining = doubts.minus(context.settled_doubts)
    if not context.formulas.limits:
        remaining = remaining.shared_with(_doubts_about(context.undecided))
    for abstraction in worlds.deeper_abstractions() if remaining.minus(RANGE) else ():
        remaining = remaining_doubts(abstraction, remaining.minus(RANGE)).joined_with(remaining.shared_with(RANGE))
        if not remaining.minus(RANGE):
            break
    among_few = _doubts_about(context.undecided).shared_with(RANGE)
    remaining = _look_among_many(context, remaining, worlds).joined_with(among_few.minus(context.settled_doubts))
    context.undecided = [entry for entry in context.undecided if not entry.doubts or entry.doubts.shared_with(remaining)]
    _note_doubts(context, remaining.minus(_doubts_about(context.undecided)))


def settle_in_abstraction(abstraction: Context, doubts: Doubts, worlds: QuestionWorlds, refusal: str) -> None:
    """Settle the doubts about a question that is not analysed among few things; also note each rule that is not shown to stand."""
    remaining = remaining_doubts(abstraction, doubts)
    abstraction.undecided.clear()
    outside = remaining.outside
    remaining = _look_among_many(abstraction, remaining, worlds)
    _note_doubts(abstraction, remaining)
    for live in abstraction.formulas.rules:
        if not is_shown_to_stand(live, worlds.crowd_contexts(1)):
            abstraction.note_undecided(live, refusal)
    if outside and not abstraction.settled_doubts.outside:
        abstraction.note_undecided(None, f"whether it stays in its range: {refusal}", RANGE)


def _look_among_many(context: Context, doubts: Doubts, worlds: QuestionWorlds) -> Doubts:
    """Report the findings in worlds of many things, and return the remaining doubts."""
    if doubts.outside and not _adds_up_facts(context):
        doubts = doubts.minus(RANGE)
    if not doubts:
        return doubts
    for crowd in worlds.crowd_contexts(None if doubts.minus(RANGE) else MAX_THINGS_IN_RANGE):
        with context.witnesses.with_step_budget(MAX_REPLAY_STEPS):
            doubts = _judge_crowd(context, crowd, doubts)
        if not doubts.minus(RANGE) and (not doubts.outside or crowd.formulas.shared_by >= MAX_THINGS_IN_RANGE):
            break
    return doubts


def is_shown_to_stand(live: EncodedRule, contexts: Iterable[Context]) -> bool:
    """Return True if the interpreter shows, in a situation of one of these worlds, that a rule stands."""
    for context in contexts:
        with suppress(BudgetExhausted):
            if is_shown_standing(context, live):
                return True
    return False


def _adds_up_facts(context: Context) -> bool:
    """Return True if the effect of a rule gathers a number over things, and no effect calls another question."""
    effects = [address.rule.effect for live in context.formulas.rules for address in live.core.addresses if address.rule.effect is not None]
    terms_by_effect = [list(terms.walk(effect)) for effect in effects]
    asking = (terms.Ask, terms.AskVerdict, terms.Barred, terms.UpTo)
    return any(isinstance(term, terms.Gathered) for walked in terms_by_effect for term in walked) and not any(
        isinstance(term, asking) for walked in terms_by_effect for term in walked
    )


def _doubts_about(undecided: Iterable[NotAnalysed]) -> Doubts:
    return reduce(Doubts.joined_with, (entry.doubts for entry in undecided), NO_DOUBT)


def _judge_crowd(context: Context, crowd: Context, doubts: Doubts) -> Doubts:
    """Report the findings in a crowd, and return the remaining doubts."""
    with crowd.formulas.with_note_budget(Z3_SHARE_OF_WORLD), suppress(NotAnalysable):
        if doubts.pairs:
            judge_contradictions(crowd, doubts.pairs)
        if doubts.circle:
            judge_cycles(crowd)
        if doubts.gap:
            judge_gap(crowd)
            judge_value_gap(crowd)
        if doubts.outside and crowd.formulas.shared_by == MAX_THINGS_IN_RANGE:
            judge_range(crowd)
    context.findings += crowd.findings
    return doubts.minus(crowd.settled_doubts)


def _note_doubts(context: Context, doubts: Doubts) -> None:
    """Record as undecided the doubts that were neither confirmed nor ruled out."""
    lives = {live.core.number: live for live in context.formulas.rules}
    for first, second in sorted(sorted(pair) for pair in doubts.pairs):
        doubt = Doubts(frozenset({frozenset({first, second})}))
        context.note_undecided(lives[first], f"whether it contradicts {lives[second].rule.id}: {UNBOUNDED_REMAINDER}", doubt)
    if doubts.circle:
        context.note_undecided(None, f"whether some situation reaches a circle of its rules: {UNBOUNDED_REMAINDER}", Doubts(circle=True))
    if doubts.gap:
        context.note_undecided(None, f"whether it is always answered: {UNBOUNDED_REMAINDER}", Doubts(gap=True))


# ---- pairs that are settled --------------------------------------------------------------------------------------------------------------


def possible_way_keys(worlds: QuestionWorlds) -> frozenset[WayKey] | None:
    """Return the ways of settling a pair that the shallow abstraction does not rule out; None if the question is not analysed there."""
    context = worlds.shallow_abstraction()
    if context is not None:
        with suppress(NotAnalysable):
            return frozenset(way.key for way in _possible_ways(context, None))
    return None


def pairs_among_many(
    question: str, known_pairs: Sequence[SettledPair], possible_ways: frozenset[WayKey] | None, worlds: QuestionWorlds, refusal: str
) -> tuple[list[SettledPair], list[NotAnalysed]]:
    """Return the pairs that meet, or that nothing settles, only among many things, and the undecided ones.

    `possible_ways`: the keys that the shallow abstraction leaves; `refusal`: the reason why few things do not decide the question, reported
    if no other world decides it.
    """
    try:
        open_ways = _open_ways(known_pairs, possible_ways, worlds)
    except NotAnalysable:
        open_ways = None
    if open_ways is None:
        return [], [NotAnalysed(question, "", "", refusal)]
    pairs: list[SettledPair] = []
    for crowd in worlds.crowd_contexts() if open_ways else ():
        open_keys = {way.key for way in open_ways}
        steps = crowd.witnesses.with_step_budget(MAX_REPLAY_STEPS // Z3_SHARE_OF_WORLD)
        with steps, crowd.formulas.with_note_budget(Z3_SHARE_OF_WORLD), suppress(NotAnalysable):
            for way in ways_of_settling(crowd, frozenset(open_keys)):
                pair = way.show_pair(crowd) if way.key in open_keys else None
                if pair is not None:
                    pairs.append(pair)
                    open_keys.discard(way.key)
        open_ways = [way for way in open_ways if way.key in open_keys]
        if not open_ways:
            break
    ways_by_rules = {way.rule_ids: way for way in open_ways}
    undecided = [
        NotAnalysed(way.question, way.cases[0], rules[0], f"whether {rules[1]} ever says the opposite: {UNBOUNDED_REMAINDER}")
        for rules, way in ways_by_rules.items()
    ]
    return pairs, undecided


def _open_ways(
    known_pairs: Sequence[SettledPair], possible_ways: frozenset[WayKey] | None, worlds: QuestionWorlds
) -> list[WayOfSettling] | None:
    """Return the possible ways of settling a pair that is not known to meet, and those in which nothing settles it; None if the deep
    abstraction is not available. Raises `NotAnalysable`."""
    if possible_ways is None:
        return None
    pairs, ways = {pair.rules for pair in known_pairs}, {(pair.rules, pair.principle, pair.winner) for pair in known_pairs}
    keys = frozenset(name for name in possible_ways - ways if name[0] not in pairs or not name[1])
    if not keys:
        return []
    open_ways: list[WayOfSettling] | None = None
    for context in worlds.deeper_abstractions():
        open_ways = list(_possible_ways(context, keys))
        keys = frozenset(way.key for way in open_ways)
        if not keys:
            break
    return open_ways


def _possible_ways(context: Context, candidates: frozenset[WayKey] | None) -> Iterator[WayOfSettling]:
    """Yield the ways of settling a pair that a short search does not rule out, of `candidates` only if given."""
    with context.formulas.with_note_budget(Z3_SHARE_OF_WORLD):
        yield from (way for way in ways_of_settling(context, candidates) if context.formulas.may_hold(way.region))
