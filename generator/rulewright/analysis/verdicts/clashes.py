"""Pairs of rules of one question: contradictions, clashes under options, overlaps with the same answer, and settled pairs."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from itertools import combinations, groupby
from math import comb
from operator import itemgetter
from typing import TypeAlias

from rulewright.analysis.dependencies.pairs import can_contradict
from rulewright.analysis.verdicts.context import Context, all_stand, effects_of
from rulewright.analysis.verdicts.doubts import NO_DOUBT, Doubts, Pair, Pairs
from rulewright.analysis.verdicts.findings import FindingKind, SettledPair, Witness
from rulewright.analysis.verdicts.witness import NotShown, with_distinct_arguments
from rulewright.base.keywords import Comparison, Verb
from rulewright.base.limits import MAX_CLAIMS_REPLAYED, MAX_CLASHES, MAX_FURTHER_OPTIONS, MAX_OPTION_SETS, MIN_CLASHES
from rulewright.base.records import record
from rulewright.core.model import PrecedenceKind
from rulewright.core.precedence_policy import may_clash
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.overlaps import overlapping_pairs
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Value
from rulewright.engines.solver.search.solver import Box, BudgetExhausted
from rulewright.semantics.model import QuestionKind, TableVerb


def meeting_pairs(context: Context, stage: Stage) -> Iterator[tuple[EncodedRule, EncodedRule]]:
    """Yield the pairs of a stage whose conditions share a point, as far as their necessary parts show."""
    space = context.space
    boxes = [space.bounding_box(status.yes) for status in stage.statuses]
    for index, rival_index in overlapping_pairs(boxes, space):
        yield stage.rules[index], stage.rules[rival_index]


def judge_contradictions(context: Context, candidates: Pairs | None = None) -> None:
    """Report pairs of rules that stand and contradict each other; with `candidates`, of these pairs only."""
    reported, limit = 0, _reports_allowed(context)
    for stage in context.stages:
        for rule, rival, formula in meeting_contradictions(context, stage, candidates):
            if reported >= limit:
                context.note_undecided(None, f"more than {limit} contradictions: the pairs after these were not looked at")
                context.settled_doubts = context.settled_doubts.joined_with(Doubts(pairs=candidates or frozenset()))
                return
            try:
                reported += _judge_pair(context, rule, rival, formula)
            except BudgetExhausted as spent:
                context.note_undecided(rule, f"whether it contradicts {rival.rule.id}: {spent.reason}", _doubt_about(rule, rival))


def _doubt_about(rule: EncodedRule, rival: EncodedRule) -> Doubts:
    return Doubts(pairs=frozenset({pair_of(rule, rival)}))


def _reports_allowed(context: Context) -> int:
    rules = sum(len(stage.rules) for stage in context.stages)
    return max(MIN_CLASHES, min(MAX_CLASHES, MAX_CLAIMS_REPLAYED // max(1, rules)))


def meeting_contradictions(
    context: Context, stage: Stage, candidates: Pairs | None = None
) -> Iterator[tuple[EncodedRule, EncodedRule, Formula]]:
    """Yield the pairs that can stand together and disagree, and the region where they do; a rule is solved with all that it meets at once.

    With `candidates`, only those pairs are examined.
    Pairs that exceed the search budget come last, all at once.
    """
    conjunction = context.space.conjunction
    postponed: list[tuple[EncodedRule, EncodedRule, Formula]] = []
    for rule, rivals in groupby(meeting_pairs(context, stage), itemgetter(0)):
        clashes: dict[Formula, list[tuple[EncodedRule, Formula]]] = {}
        for _, rival in rivals:
            if not can_contradict(rule.rule, rival.rule):
                continue
            if candidates is not None and pair_of(rule, rival) not in candidates:
                continue
            clash = _disagreement(context, rule, rival)
            stands = context.standing_of(rival, rule).yes
            region = stands if clash == TRUE else conjunction(stands, clash)
            if region != FALSE:
                clashes.setdefault(context.standing_of(rule, rival).yes, []).append((rival, region))
        for stands, clashing_rivals in clashes.items():
            answers = context.solver.satisfiable_with(stands, [shared for _, shared in clashing_rivals])
            for (rival, region), possible in zip(clashing_rivals, answers, strict=True):
                if possible:
                    yield rule, rival, conjunction(stands, region)
                elif possible is None:
                    postponed.append((rule, rival, conjunction(stands, region)))
    yield from _settle_postponed(context, postponed, "contradicts", _doubt_about)


def _settle_postponed(
    context: Context,
    postponed: list[tuple[EncodedRule, EncodedRule, Formula]],
    does: str,
    doubt: Callable[[EncodedRule, EncodedRule], Doubts] = lambda *_: NO_DOUBT,
) -> Iterator[tuple[EncodedRule, EncodedRule, Formula]]:
    """Decide together the pairs that exceeded the search budget; yield the possible ones, and note those that stay undecided."""
    possible, undecided = context.solver.partition_satisfiable(region for _, _, region in postponed)
    for rule, rival, meeting in postponed:
        if meeting in undecided:
            context.note_undecided(rule, f"whether it {does} {rival.rule.id}: {undecided[meeting]}", doubt(rule, rival))
        elif meeting in possible:
            yield rule, rival, meeting


def _disagreement(context: Context, rule: EncodedRule, rival: EncodedRule) -> Formula:
    """Return the region where two clashing rules have different answers."""
    previous: Value | None = None
    if rule.core.rounds_to != rival.core.rounds_to:
        previous = context.algebra.as_value(context.encoder.encode_answer(context.question.name, context.env, rule.core.stage - 1))
    return context.encoder.rules.precedence.clash_condition(rule, rival, previous).yes


def _judge_pair(context: Context, rule: EncodedRule, rival: EncodedRule, formula: Formula) -> bool:
    box = _with_fewest_options(context, formula)
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


def _with_fewest_options(context: Context, formula: Formula) -> Box | None:
    """Return a box with no option if there is one, else with a smallest set: the necessary options, and as few more as possible."""
    formula = with_distinct_arguments(context.solver, formula)
    off = context.options_off(formula)
    if not off:
        return context.solver.find_model(formula)
    plain = context.space.bounding_box(formula)
    needed = {variable: 1 for variable in off if not plain.get(variable, 2) & 2}
    others = {variable: 2 for variable in off if variable not in needed}
    for size in range(MAX_FURTHER_OPTIONS + 1):
        if comb(len(others), size) > MAX_OPTION_SETS:
            break
        for enabled in combinations(others, size):
            box = context.solver.find_model(formula, {**needed, **others, **dict.fromkeys(enabled, 1)})
            if box is not None:
                return box
    return _shrink_options(context, formula, others)


def _shrink_options(context: Context, formula: Formula, off: dict[int, int]) -> Box | None:
    """Return a box with many options, of which each is switched off in turn if the formula still holds."""
    box = context.solver.find_model(formula)
    fixed: dict[int, int] = {}
    for variable in off:
        reduced = context.solver.find_model(formula, {**fixed, variable: 2})
        if reduced is not None:
            box, fixed[variable] = reduced, 2
    return box


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
            box = context.find_small_box(region)
            if box is None:
                continue
            situation, result = context.find_witness(
                region, box, all_stand(rule, rival, alike=True), effects_of(rule, rival), expected=False
            )
        except BudgetExhausted as spent:
            context.note_undecided(rule, f"whether it says the same as {rival.rule.id}: {spent.reason}")
            continue
        except NotShown:
            if not context.has_many:
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
            reasons = context.encoder.opaque_reasons(
                context.space.conjunction(context.standing_of(rule).yes, context.standing_of(rival).yes)
            )
            context.note_undecided(rule, f"whether it says the same as {rival.rule.id}: {reasons[0]}")


def _overlapping(
    context: Context, opaque: list[tuple[EncodedRule, EncodedRule]], candidates: Pairs | None = None
) -> Iterator[tuple[EncodedRule, EncodedRule, Formula]]:
    """Yield the pairs of the first stage that can give the same answer together, with the region; those over budget come last."""
    postponed: list[tuple[EncodedRule, EncodedRule, Formula]] = []
    for rule, rival, region in _agreeing_pairs(context):
        if candidates is not None and pair_of(rule, rival) not in candidates:
            continue
        if context.encoder.opaque_reasons(region):
            opaque.append((rule, rival))
            continue
        possible = context.solver.is_satisfiable_shortly(region)
        if possible:
            yield rule, rival, region
        elif possible is None:
            postponed.append((rule, rival, region))
    yield from _settle_postponed(context, postponed, "says the same as")


def _agreeing_pairs(context: Context) -> Iterator[tuple[EncodedRule, EncodedRule, Formula]]:
    """Yield the pairs of the first stage with the same answer and no statement between them, and the region of both."""
    winning, losing = _stated_precedence(context)
    for rule, rival in meeting_pairs(context, context.stages[0]):
        first, second = rule.core.number, rival.core.number
        if _may_say_the_same(context, rule, rival) and not winning[first] & losing[second] and not winning[second] & losing[first]:
            stands = (context.standing_of(rule).yes, context.standing_of(rival).yes)
            yield rule, rival, context.space.conjunction(*stands, _agreement(context, rule, rival))


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


def _agreement(context: Context, rule: EncodedRule, rival: EncodedRule) -> Formula:
    if rule.effect is None or rival.effect is None:
        return context.space.conjunction()
    return context.algebra.compare_values(Comparison.IS, rule.effect, rival.effect).yes


WayKey: TypeAlias = tuple[tuple[str, str], str, str]
"""Two rules, a principle, and the provision that wins by it."""


@record
class WayOfSettling:
    """A principle that would settle two rules of a question, the region where it does, and the winning provision."""

    question: str
    rules: tuple[EncodedRule, EncodedRule]
    principle: str
    winner: str
    region: Formula

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
        box = None if self.region == FALSE else _find_widened_box(context, self.region)
        return None if box is None else self.pair_with(context.witness_of_conditions(self.rules, box))

    def show_pair(self, context: Context) -> SettledPair | None:
        """Return the pair, if there is a situation in which the interpreter shows both conditions."""
        try:
            box = None if self.region == FALSE else context.find_small_box(self.region)
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
    for stage in context.stages:
        boxes = [context.space.bounding_box(live.condition.yes) for live in stage.rules]
        for first, second in overlapping_pairs(boxes, context.space):
            rule, rival = stage.rules[first], stage.rules[second]
            if not may_clash(rule.rule, rival.rule) or (pairs is not None and (rule.rule.id, rival.rule.id) not in pairs):
                continue
            for region, principle, winner in _ways_to_settle(context, stage, rule, rival):
                way = WayOfSettling(context.question.name, (rule, rival), principle, winner, region)
                if candidates is None or way.key in candidates:
                    yield way


def _ways_to_settle(context: Context, stage: Stage, rule: EncodedRule, rival: EncodedRule) -> Iterator[tuple[Formula, str, str]]:
    """Yield (region, principle, winner) for two clashing rules; the last region has no principle."""
    clash = _disagreement(context, rule, rival)
    shared = context.space.conjunction(rule.condition.yes, rival.condition.yes, clash)
    setters = [setter for setter in context.encoded.suspensions if not setter.targets.isdisjoint((rule.core.number, rival.core.number))]
    gone = [setter.active.yes for setter in setters]
    earlier_by_rule: dict[int, list[Formula]] = {rule.index: gone.copy(), rival.index: gone.copy()}
    for edge in stage.attack_edges:
        if {edge.winner, edge.target} == {rule.index, rival.index}:
            if edge.kind is PrecedenceKind.CARRIED and rule.core.otherwise is not rival.core.otherwise:
                continue  # that an `otherwise` rule gives way says it all
            by_policy = edge.kind is PrecedenceKind.POLICY
            earlier = context.space.disjunction(*earlier_by_rule[edge.winner]) if by_policy else FALSE  # a line yields to earlier ones
            yield (
                context.space.conjunction(shared, edge.condition.yes, context.space.negate(earlier)),
                edge.principle,
                stage.rules[edge.winner].rule.id,
            )
            earlier_by_rule[edge.winner].append(edge.condition.yes)
    for setter in setters:
        yield context.space.conjunction(shared, setter.active.yes), "set aside", setter.statement.id
    yield context.space.conjunction(context.standing_of(rule, rival).yes, context.standing_of(rival, rule).yes, clash), "", ""


def _find_widened_box(context: Context, formula: Formula) -> Box | None:
    try:
        box = context.find_small_box(formula)
    except BudgetExhausted:
        return None
    return None if box is None else context.widen_box(formula, box)
