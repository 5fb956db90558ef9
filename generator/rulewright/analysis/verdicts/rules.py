"""Verdicts on single rules and statements of one question: dead rules, hidden repeals, idle overrides, redundant rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.verdict_keys import statement_name
from rulewright.base.keywords import Comparison, StageVerb, Verb
from rulewright.base.limits import LONG_SEARCH_FACTOR, MAX_FORMULAS_COMPARED, MAX_POINTS_OF_RULE, MAX_RULES_APART, MAX_RULES_COMPARED
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.formula.symbolic import Value, constant
from rulewright.engines.solver.search.solver import Assignment, BudgetExhausted
from rulewright.semantics.model import Override, QuestionKind, SetAside, TableVerb

DENIED: dict[Verb | TableVerb, tuple[Verb, ...]] = {
    Verb.NO: (Verb.YES,),
    Verb.MAY_NOT: (Verb.MAY, Verb.MUST),
    Verb.NEED_NOT: (Verb.MUST,),
}
"""The verbs that a rule with a verb contradicts."""


def judge_dead(context: Context) -> None:
    """Report rules that stand in no situation: their conditions never hold, or something always goes before them.

    An inherited bar is judged where it is written.
    """
    rules = [(stage, live) for stage in context.stages for live in stage.rules if live.rule.through is None]
    rules_with_regions = [(stage, live, _standing_region(context, stage, live)) for stage, live in rules]
    possible, undecided = context.partition_satisfiable(stands for _, _, stands in rules_with_regions)
    for stage, live, stands in rules_with_regions:
        if stands in undecided:
            context.note_undecided(live, f"whether it can stand: {undecided[stands]}")
        elif stands not in possible:
            try:
                _judge_dead(context, stage, live, stands)
            except BudgetExhausted as spent:
                context.note_undecided(live, f"whether it can stand: {spent.reason}")


def _standing_region(context: Context, stage: Stage, live: EncodedRule) -> Formula:
    """Return the region where a rule, or its requirement, stands."""
    required = stage.required.get(live.index)
    stands = context.standing_of(live).yes
    return stands if required is None else context.space.disjunction(stands, required.yes)


def _judge_dead(context: Context, stage: Stage, live: EncodedRule, stands: Formula) -> None:
    """Report a rule that stands nowhere."""
    status = context.standing_of(live)
    context.dead.add(live.core.number)
    undecided_region = context.space.negate(context.space.disjunction(stands, status.no))
    if undecided_region != FALSE and context.solver.is_satisfiable(undecided_region):
        return  # it may stand: what it asks is undetermined
    if not context.is_proved(stands):
        if not context.encoder.opaque_reasons(stands):
            _judge_among_more(context, live)
        return
    condition = live.condition.yes
    if condition == FALSE or not context.solver.is_satisfiable(condition):
        if live.rule.parts:
            context.report_finding(FindingKind.DEAD_RULE, (live.rule.id,), (live.rule.case,), why="its conditions never hold together")
        return
    if live.rule.verb is TableVerb.LOOK_UP and not context.solver.is_satisfiable(live.effective_condition.yes):
        return  # the table holds no reachable cell: a table without its text is no dead rule
    stage_defeats = list(_defeats(context, stage, live))
    for statement, region in _defeats_by_statement(context, stage_defeats):
        if not context.solver.is_satisfiable(context.space.conjunction(condition, context.space.negate(region))):
            cases = (statement.case, live.rule.case)
            context.report_finding(FindingKind.HIDDEN_REPEAL, (statement.id, live.rule.id), cases, authors=(statement_name(statement),))
            return
    provisions = tuple(
        dict.fromkeys(provision for provision, _, region in stage_defeats if context.solver.is_satisfiable(condition, region))
    )
    context.report_finding(
        FindingKind.DEAD_RULE,
        (live.rule.id,),
        (live.rule.case,),
        authors=provisions,
        why="wherever its conditions hold, another goes before it",
    )


def _judge_among_more(context: Context, live: EncodedRule) -> None:
    """Report a rule that does not stand among any number of things, either; note it if that is undecided."""
    worlds = context.worlds
    abstraction = None if worlds is None else worlds.deep_abstraction()
    if worlds is None or abstraction is None:
        context.note_undecided(live, context.limits[0])
        return
    stage = abstraction.stages[live.rule.stage]
    counterpart = _same_rule(stage, live)
    try:
        if counterpart is not None and not abstraction.solver.is_satisfiable(_standing_region(abstraction, stage, counterpart)):
            _judge_dead(abstraction, stage, counterpart, _standing_region(abstraction, stage, counterpart))
            context.findings += abstraction.findings
            abstraction.findings.clear()
        elif not any(is_shown_standing(crowd, live) for crowd in worlds.crowd_contexts()):
            context.note_undecided(live, context.limits[0])
    except BudgetExhausted as spent:
        context.note_undecided(live, f"whether it can stand: {spent.reason}")


def is_shown_standing(context: Context, live: EncodedRule) -> bool:
    """Return True if the interpreter shows a situation in which a rule, or its requirement, stands. Raises `BudgetExhausted`."""
    stage = context.stages[live.rule.stage]
    counterpart = _same_rule(stage, live)
    if counterpart is None:
        return False
    stands = _standing_region(context, stage, counterpart)
    return stands != FALSE and context.is_shown_somewhere(stands, lambda result: _stands_in_evaluation(result, counterpart))


def _stands_in_evaluation(result: Evaluation, live: EncodedRule) -> bool:
    return any(
        ClaimStatus.STANDS in (claim.status, claim.requirement_status) for claim in result.claims if claim.live.number == live.core.number
    )


def _same_rule(stage: Stage, live: EncodedRule) -> EncodedRule | None:
    """Return the rule of another world in this stage."""
    return next((candidate for candidate in stage.rules if candidate.core.number == live.core.number), None)


def _defeats(context: Context, stage: Stage, live: EncodedRule) -> Iterator[tuple[str, Override | SetAside | None, Formula]]:
    """Yield (provision, statement, region) for each defeat of a rule; the statement is None if none is written.

    A `need not` defeats only the requirement of another rule.
    """
    for edge in stage.attack_edges:
        winner = stage.rules[edge.winner].rule
        if edge.target == live.index and (winner.verb is not Verb.NEED_NOT or live.rule.verb is Verb.NEED_NOT):
            yield winner.id, edge.statement, context.space.conjunction(stage.statuses[edge.winner].yes, edge.condition.yes)
    for setter in context.encoded.suspensions:
        if live.core.number in setter.targets:
            yield setter.statement.id, setter.statement, setter.active.yes


def _defeats_by_statement(
    context: Context, defeats: Iterable[tuple[str, Override | SetAside | None, Formula]]
) -> Iterator[tuple[Override | SetAside, Formula]]:
    """Yield each statement of some defeats with the region where it defeats the rule through any provision."""
    regions_by_statement: dict[tuple[type, int], tuple[Override | SetAside, list[Formula]]] = {}
    for _, statement, region in defeats:
        if statement is not None:
            regions_by_statement.setdefault((statement.__class__, statement.uid), (statement, []))[1].append(region)
    for statement, regions in regions_by_statement.values():
        yield statement, context.space.disjunction(*regions)


# ---- redundant rules ---------------------------------------------------------------------------------------------------------------------


def judge_redundant(context: Context) -> None:
    """Report rules whose removal changes no answer."""
    can_compare = len(context.encoded_rules()) <= MAX_RULES_COMPARED
    if len(context.encoded_rules()) > MAX_RULES_APART:
        context.note_undecided(None, f"which of its rules are redundant: there are more than {MAX_RULES_APART:,}")
        return
    candidates: list[tuple[Stage, EncodedRule, Formula]] = []
    for stage in context.stages:
        for live in stage.rules:
            if live.core.number in context.dead or live.is_restated or live.rule.through is not None:
                continue
            if context.standing_of(live).yes == FALSE or _is_second_half(stage, live):
                continue
            try:
                sole_region = _sole_region(context, stage, live)
            except NotAnalysable as refusal:
                context.note_undecided(live, f"whether it is redundant: {refusal.reason}")
                continue
            if context.solver.is_satisfiable_shortly(sole_region):
                continue
            if can_compare:
                candidates.append((stage, live, sole_region))
            else:
                context.note_undecided(live, f"whether it is redundant: its question has more than {MAX_RULES_COMPARED} rules")
    _compare_candidates(context, candidates)


def _compare_candidates(context: Context, candidates: list[tuple[Stage, EncodedRule, Formula]]) -> None:
    """Judge rules that a quick search does not show to matter: first at points where they may, at the end by the full answers."""
    compared: list[tuple[EncodedRule, Formula, Formula]] = []
    gave_up: dict[Formula, str] = {}
    for stage, live, sole_region in candidates:
        why = ""
        try:
            if _matters_at_a_point(context, stage, live, sole_region):
                continue
        except BudgetExhausted as spent:
            why = spent.reason
        try:
            differ = _difference(context, live)
        except NotAnalysable as refusal:
            context.note_undecided(live, f"whether it is redundant: {refusal.reason}")
        else:
            surely = context.encoder.restrict_to_known(differ)
            compared.append((live, differ, surely))
            gave_up |= {surely: why} if why else {}
    answers = _decide_satisfiable(context, [surely for _, _, surely in compared], gave_up)
    for live, differ, surely in compared:
        if answers[surely] is None:
            context.note_undecided(live, f"whether it is redundant: {gave_up[surely]}")
        elif not answers[surely] and surely != differ:
            context.note_undecided(live, f"whether it is redundant: {context.encoder.opaque_reasons(differ)[0]}")
        elif not answers[surely]:
            _report_redundant(context, live, differ)


def _decide_satisfiable(context: Context, formulas: Sequence[Formula], gave_up: dict[Formula, str]) -> dict[Formula, bool | None]:
    """Decide some formulas: by the search, by z3 unless it gave up on a simpler one (`gave_up`), at last by a longer search.

    If unsatisfiability would be no proof, large formulas are skipped.
    """
    solver, limits = context.solver, context.limits
    answers = {formula: solver.is_satisfiable_shortly(formula) for formula in formulas}
    undecided_formulas = [formula for formula, answer in answers.items() if answer is None]
    idle = {
        formula: limits[0]
        for formula in undecided_formulas
        if limits and len(context.space.subformulas(context.space.with_definitions(formula))) > MAX_FORMULAS_COMPARED
    }
    possible, undecided = solver.partition_satisfiable(
        formula for formula in undecided_formulas if formula not in gave_up and formula not in idle
    )
    gave_up |= undecided | idle
    for formula in undecided_formulas:
        if formula not in gave_up:
            answers[formula] = formula in possible
        elif formula not in idle:
            answers[formula] = solver.is_satisfiable_shortly(formula, LONG_SEARCH_FACTOR * solver.budget)
    return answers


def _report_redundant(context: Context, live: EncodedRule, differ: Formula) -> None:
    """Report a rule without which the answer is the same in all situations that are tried."""
    if context.is_proved(differ, context.standing_of(live).yes):
        context.report_finding(FindingKind.REDUNDANT_RULE, (live.rule.id,), (live.rule.case,))
    elif context.limits:
        context.note_undecided(live, context.limits[0])
    else:
        context.note_undecided(live, f"whether it is redundant: {context.encoder.opaque_reasons(differ)[0]}")


def _is_second_half(stage: Stage, live: EncodedRule) -> bool:
    """Return True if a rule is the `not p when not C` of a line `p means C`, or similar: that half is often redundant."""
    rule = live.rule
    if rule.verb not in (Verb.NO, Verb.MAY_NOT, Verb.NEED_NOT):
        return False
    return any(other.rule.verb is not rule.verb and other.rule.written_at == rule.written_at for other in stage.rules)


def _matters_at_a_point(context: Context, stage: Stage, live: EncodedRule, sole_region: Formula) -> bool:
    """Return True if the answer at some point differs without the rule: quick; False is no proof. Raises `BudgetExhausted`.

    z3 comes last, and first where the rule alone makes the answer: such a point needs no further evaluation.
    """
    nodes, stands = LONG_SEARCH_FACTOR * context.solver.budget, context.standing_of(live).yes
    hard: list[Formula] = []
    if _can_be_left_out(context):
        with suppress(NotAnalysable):
            if any(point.changes_without(live) for point in context.evaluate_samples(stands, MAX_POINTS_OF_RULE)):
                return True
            for region in dict.fromkeys((likely_region(context, stage, live), stands)):
                try:
                    if any(_changes_at(context, live, point) for point in context.points_near_examples(region)):
                        return True
                    if _changes_at(context, live, context.solver.find_point(region, nodes)):
                        return True
                except BudgetExhausted:
                    hard.append(region)
    if sole_region != FALSE and context.solver.find_point_or_z3(sole_region, nodes) is not None:
        return True
    with suppress(NotAnalysable):
        return any(_changes_at(context, live, context.solver.find_point_or_z3(region, 1)) for region in hard)
    return False


def _changes_at(context: Context, live: EncodedRule, spot: Assignment | None) -> bool:
    return spot is not None and context.evaluate_spot(spot).changes_without(live)


def _can_be_left_out(context: Context) -> bool:
    """Return True if it is enough to evaluate the question's own rules without one of them."""
    if any(context.encoder.rules.calls_itself(other.rule) for other in context.encoded_rules()):
        return False  # without the rule, a recursive call would have another answer, too
    return all(stage.stage_at_value is None for stage in context.stages)  # else roundings may be given another value, and clash elsewhere


def likely_region(context: Context, stage: Stage, live: EncodedRule) -> Formula:
    """Return the region where a rule stands and no other of its stage has its verb; for a negative rule, where one that it denies holds."""
    conjunction, disjunction, negate = context.space.conjunction, context.space.disjunction, context.space.negate
    others = [other for other in stage.rules if other is not live]
    alike = [context.standing_of(other).yes for other in others if other.rule.verb is live.rule.verb]
    parts = [context.standing_of(live).yes, *[negate(stands) for stands in alike]]
    denied = DENIED.get(live.rule.verb)
    if denied is not None:
        parts.append(disjunction(*[other.effective_condition.yes for other in others if other.rule.verb in denied]))
    if live.effect is not None:
        parts.append(context.algebra.defined_region(live.effect))
    if live.rule.stage:
        previous = context.encoder.encode_answer(context.question.name, context.env, live.rule.stage - 1)
        parts.append(context.algebra.defined_region(context.algebra.as_value(previous)))
    return conjunction(*parts)


def _sole_region(context: Context, stage: Stage, live: EncodedRule) -> Formula:
    """Return the region where the rule alone makes the answer; FALSE is no proof that it never does."""
    question = context.question
    if len(context.stages) > 1 and any(other.rules for other in context.stages if other is not stage):
        return FALSE
    if stage is not context.stages[0] or live.rule.verb in (Verb.NO, Verb.NEED_NOT):
        return FALSE
    if question.stages and question.stages[0].verb is StageVerb.SUM:
        return FALSE
    own_answer = _own_answer(live)
    if own_answer is None:
        return FALSE
    others = [other.effective_condition.no for other in stage.rules if other is not live]
    as_silence = FALSE
    if question.kind is not QuestionKind.PREDICATE:
        as_silence = context.algebra.compare_values(Comparison.IS, own_answer, context.encoded_silence()).yes
    region = context.space.conjunction(
        context.standing_of(live).yes, *others, context.algebra.defined_region(own_answer), context.space.negate(as_silence)
    )
    return FALSE if context.encoder.opaque_reasons(region) else region


def _own_answer(live: EncodedRule) -> Value | None:
    """Return the answer if a rule stands alone."""
    match live.rule.verb:
        case Verb.MAY:
            return constant("permitted")
        case Verb.MAY_NOT:
            return constant("forbidden")
        case Verb.MUST:
            return constant("required")
        case Verb.YES:
            return constant(True)
        case Verb.IS | TableVerb.LOOK_UP | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST | Verb.ROUNDED:
            return live.effect
        case Verb.NO | Verb.NEED_NOT:
            return live.effect  # none: no answer of its own
        case _:
            assert_never(live.rule.verb)


def _encode_outcome(context: Context, omitted_uid: int | None) -> Value:
    encoder = context.encoder
    encoder.omitted_rule = None if omitted_uid is None else (context.question.name, omitted_uid)
    try:
        return context.algebra.as_value(encoder.encode_answer(context.question.name, context.env))
    finally:
        encoder.omitted_rule = None


def _difference(context: Context, live: EncodedRule) -> Formula:
    """Return the region where the answer differs without a rule."""
    return context.algebra.outcomes_differ(_encode_outcome(context, None), _encode_outcome(context, live.rule.uid))


# ---- statements of precedence ------------------------------------------------------------------------------------------------------------


def _effect_regions(context: Context) -> Iterator[tuple[str, Formula]]:
    """Yield (name, region) for each statement that is about a rule of the question: there both sides apply, or may, and it is in force.

    The first of the two rules need not stand: where another goes before it, the statement is still a link of the chain to the second, and
    it is what settles the two.
    """
    conjunction, negate = context.space.conjunction, context.space.negate
    for stage in context.stages:
        for edge in stage.attack_edges:
            if edge.statement is not None:
                winner, target = stage.rules[edge.winner], stage.rules[edge.target]
                both_apply = conjunction(negate(winner.condition.no), negate(target.condition.no))
                yield statement_name(edge.statement), conjunction(both_apply, negate(edge.condition.no))
    for setter in context.encoded.suspensions:
        for live in context.encoded_rules():
            if live.core.number in setter.targets:
                yield statement_name(setter.statement), conjunction(negate(setter.active.no), negate(live.condition.no))


@dataclass(slots=True)
class Statements:
    """The overrides and settings-aside of a core by name, with effect or undecided: a statement without effect anywhere is idle."""

    effective: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)

    def record_effects(self, context: Context) -> None:
        """Record the statements that have an effect on this question, or may: an unknown effect (on a cycle, say) is not idle."""
        regions_by_name: dict[str, list[Formula]] = {}
        for name, region in _effect_regions(context):
            regions_by_name.setdefault(name, []).append(region)
        regions = {name: context.space.disjunction(*regions) for name, regions in regions_by_name.items() if name not in self.effective}
        possible, undecided = context.partition_satisfiable(regions.values())
        for name, region in regions.items():
            if region in possible:
                self.effective.add(name)
            elif region in undecided or not all(map(context.is_proved, regions_by_name[name])):
                self.unsure.add(name)

    def record_unbounded_effects(self, context: Context, names: Iterable[str]) -> None:
        """Record the statements on a question that may have an effect among any number of things."""
        candidates = {name for name in names if name not in self.effective and name not in self.unsure}
        if not candidates or not context.limits or context.worlds is None:
            return
        abstraction = context.worlds.deep_abstraction()
        if abstraction is None:
            self.unsure |= candidates
            return
        for name, region in _effect_regions(abstraction):
            if (
                name in candidates
                and name not in self.unsure
                and abstraction.solver.is_satisfiable_shortly(region, abstraction.solver.budget) is not False
            ):
                self.unsure.add(name)

    def is_idle(self, statement: Override | SetAside) -> bool:
        """Return True if a statement about some rule is proved to have no effect."""
        name = statement_name(statement)
        if name in self.effective or name in self.unsure or not any(target.targets for target in statement.on):
            return False
        if isinstance(statement, SetAside) and statement.setters:
            return False
        return not any(target.not_held for target in statement.on)
