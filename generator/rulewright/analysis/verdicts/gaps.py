"""Questions that must always be answered, and the situations in which they are not: no answering rule stands, or a divisor is zero."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.base.keywords import Verb
from rulewright.core.model import Aside, CoreQuestion, Precedence, PrecedenceKind
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.search.solver import BudgetExhausted
from rulewright.semantics.model import Question, QuestionKind


def must_be_answered(question: Question) -> bool:
    """Return True if a question is declared `total`; a predicate always is answered."""
    return question.total and question.kind is not QuestionKind.PREDICATE


def judge_gap(context: Context) -> None:
    """Report a question that must always be answered, with a situation that no rule answers, or in which a divisor is zero."""
    if must_be_answered(context.question) and not _report_gap(context, _silent_region, is_undetermined):
        _report_gap(context, _zero_divisor_region, _is_zero_division)


def judge_value_gap(context: Context) -> None:
    """Report a question that must always be answered, with a situation in which its answer depends on an expression without value."""
    if must_be_answered(context.question) and not context.settled_doubts.gap:
        _report_gap(context, _valueless_region, is_valueless)


def unanswered_regions(context: Context) -> tuple[Formula, ...]:
    """Return the regions where a question may have no answer: no rule stands, an operand has no value, a divisor is zero."""
    return _silent_region(context), _valueless_region(context), _zero_divisor_region(context)


def _report_gap(context: Context, encode_region: Callable[[Context], Formula], shows: Callable[[Evaluation], bool]) -> bool:
    """Report a situation that shows that the question is unanswered in a region; return whether there is one."""
    try:
        formula = encode_region(context)
        box = None if formula == FALSE else context.find_small_box(formula)
    except (NotAnalysable, BudgetExhausted) as refusal:
        context.note_undecided(None, f"whether it is always answered: {refusal}", Doubts(gap=True))
        return False
    if box is None:
        return False
    try:
        situation, result = context.find_witness(formula, box, shows)
    except NotShown as fault:
        if encode_region is _silent_region:
            context.note_not_shown(formula, None, "whether it is always answered", fault, Doubts(gap=True))
        else:
            context.note_undecided(
                None, "whether it is always answered: where it has no value, it may be open for another reason, too", Doubts(gap=True)
            )
        return False
    cases = sorted({live.rule.case for live in context.encoded_rules()})
    context.report_finding(FindingKind.GAP, (), cases, situation, why=gap_reason(result), answers=Doubts(gap=True))
    return True


def gap_reason(result: Evaluation) -> str:
    """Return the reason as a clause; empty if no rule gives an answer."""
    reasons = {why for why, _ in result.value.whys}
    if Why.ZERO_DIVISOR in reasons:
        return "a divisor is 0"
    if Why.TIE in reasons:
        return "several fit where one is meant"
    if Why.NONE in reasons:
        return "there is none to choose from"
    if Why.THROUGH_NONE in reasons:
        return "an amount is a field of `none`"
    return "it is worked out from what has no value" if any(claim.status is ClaimStatus.STANDS for claim in result.claims) else ""


def _silent_region(context: Context) -> Formula:
    """Return the region where no answering rule stands, and no declared `otherwise` answers: a `need not` alone is no answer."""
    stage = context.stages[0]
    silence = context.encoded_silence()
    missing, _ = context.encoder.answers.missing_text_regions(context.encoded, stage)
    out = [stage.statuses[live.index].no for live in stage.rules if live.core.verb is not Verb.NEED_NOT]
    no_default = context.space.conjunction(
        context.algebra.undefined_region(silence), context.space.negate(context.algebra.ill_region(silence))
    )
    return context.space.conjunction(*out, no_default, context.space.negate(missing))


def _zero_divisor_region(context: Context) -> Formula:
    """Return the region of an undetermined answer with a zero divisor: in a rule that may stand, or in the reason that one is undecided."""
    space, algebra = context.space, context.algebra
    chains = _undecided_chains_region(context)
    regions = [*_statement_regions(context, chains)]
    for live in context.encoded_rules():
        undecided = space.conjunction(
            algebra.undefined_region(live.condition), space.disjunction(_undecided_region(context, [live.core.number]), chains)
        )
        terms_with_regions = [(part.term, undecided) for address in live.core.addresses for part in address.rule.parts]
        effects = [address.rule.effect for address in live.core.addresses if address.rule.effect is not None]
        terms_with_regions += [(effect, space.negate(context.standing_of(live).no)) for effect in effects]
        regions += [
            space.conjunction(region, context.encoder.terms.zero_divisor_region(term, context.env))
            for term, region in terms_with_regions
            if region != FALSE
        ]
    any_region = space.disjunction(*regions)
    if any_region == FALSE:
        return FALSE
    outcome = context.encoder.encode_answer(context.question.name, context.env)
    return space.conjunction(any_region, algebra.undefined_region(outcome), space.negate(algebra.ill_region(outcome)))


def _valueless_region(context: Context) -> Formula:
    """Return the region of an undetermined answer, except for want of missing text. Raises `NotAnalysable`."""
    space, algebra = context.space, context.algebra
    outcome = context.encoder.encode_answer(context.question.name, context.env)
    missing, _ = context.encoder.answers.missing_text_regions(context.encoded, context.stages[0])
    return space.conjunction(algebra.undefined_region(outcome), space.negate(algebra.ill_region(outcome)), space.negate(missing))


def _undecided_region(context: Context, numbers: Collection[int]) -> Formula:
    """Return the region where it is undecided whether one of these rules, or the requirement of a `must`, stands."""
    space, regions = context.space, []
    for live in context.encoded_rules():
        if live.core.number in numbers:
            stage = context.stages[live.rule.stage]
            standings = [stage.statuses[live.index], *([stage.required[live.index]] if live.index in stage.required else [])]
            regions += [space.negate(space.disjunction(status.yes, status.no)) for status in standings]
    return space.disjunction(*regions)


def _undecided_chains_region(context: Context) -> Formula:
    """Return the region of rules undecided because a chain of precedence to them is: any condition on the chain may be the reason."""
    space, regions = context.space, []
    for stage in context.stages:
        for edge in stage.attack_edges:
            if edge.kind is PrecedenceKind.CARRIED:
                target = _undecided_region(context, [stage.rules[edge.target].core.number])
                regions.append(
                    space.conjunction(
                        context.algebra.undefined_region(edge.condition), space.negate(stage.statuses[edge.winner].no), target
                    )
                )
    return space.disjunction(*regions)


def _statement_regions(context: Context, chains: Formula) -> Iterator[Formula]:
    """Yield the regions with a zero divisor in the condition of an undecided statement, and an undecided rule that it affects."""
    space, core_question = context.space, context.core.on[context.question.name]
    statements: list[tuple[Precedence | Aside, set[int]]] = [
        (aside, _suspended_rules(core_question, number)) for number, aside in enumerate(core_question.asides)
    ]
    statements += [(precedence, _subordinated_rules(core_question, number)) for number, precedence in enumerate(core_question.precedence)]
    for statement, targets in statements:
        if statement.when is not None:
            undecided = context.algebra.undefined_region(context.encoder.force_condition(statement.there, statement.when, context.env))
            zero = context.encoder.terms.zero_divisor_region(statement.when, context.env)
            yield space.conjunction(undecided, zero, space.disjunction(_undecided_region(context, targets), chains))


def _suspended_rules(question: CoreQuestion, number: int) -> set[int]:
    """Return the rules that a suspension affects, directly or by suspending another suspension."""
    dependents = _dependents_of(number, [aside.set_aside_by for aside in question.asides])
    return {target for place in dependents for target in question.asides[place].targets}


def _subordinated_rules(question: CoreQuestion, number: int) -> set[int]:
    """Return the rules that a precedence affects: its targets, and those of the precedences that yield to it."""
    dependents = _dependents_of(number, [precedence.yields_to for precedence in question.precedence])
    return {target for place in dependents for target in question.precedence[place].targets}


def _dependents_of(start: int, depends_on: Sequence[Collection[int]]) -> set[int]:
    """Return a place and all places that depend on it, transitively."""
    closure: set[int] = set()
    frontier = {start}
    while frontier:
        closure |= frontier
        frontier = {place for place, dependencies in enumerate(depends_on) if place not in closure and closure.intersection(dependencies)}
    return closure


def is_undetermined(result: Evaluation) -> bool:
    """Return True if there is no answer, independently of unknown facts, and not because of a conflict or a result out of range."""
    value = result.value
    if value.__class__ is not Unknown or value.conflict or value.out_of_range:
        return False
    return not value.facts and not value.readings


def is_valueless(result: Evaluation) -> bool:
    """Return True if there is no answer, and not for want of text or of a reading's choice."""
    return is_undetermined(result) and not {Why.NOT_HELD, Why.NO_ROW, Why.EMPTY_CELL, Why.OPEN_READING} & {
        why for why, _ in result.value.whys
    }


def _is_zero_division(result: Evaluation) -> bool:
    """Return True if there is no answer because a divisor is zero."""
    return is_undetermined(result) and any(why is Why.ZERO_DIVISOR for why, _ in result.value.whys)
