"""Questions that must always be answered, and the situations in which they are not: no answering rule stands, or a divisor is zero."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import FindingKind
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.base.prose_lists import listing
from rulewright.core.model import Core
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.claims import ClaimStatus
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.questions.question import BudgetExhausted, EncodedRule, NotAnalysable, QuestionFormulas, Region
from rulewright.engines.solver.questions.unanswered import silent_region, valueless_region, zero_divisor_region
from rulewright.semantics import terms
from rulewright.semantics.model import QuestionKind


def judge_gap(context: Context) -> None:
    """Report a question that must always be answered, with a situation that no rule answers, or in which a divisor is zero."""
    if context.question.total and not _report_gap(context, silent_region, is_undetermined):
        _report_gap(context, zero_divisor_region, _is_zero_division)


def judge_value_gap(context: Context) -> None:
    """Report a question that must always be answered, with a situation in which its answer depends on an expression without value."""
    if context.question.total and not context.settled_doubts.gap:
        _report_gap(context, valueless_region, is_valueless)


def judge_silence(context: Context) -> None:
    """Report a rule without a condition whose amount needs a value that no rule gives in some situation."""
    if context.question.total or context.question.kind is not QuestionKind.VALUE:
        return
    for live in context.formulas.rules:
        needed = [ask for ask in terms.walk(live.rule.effect) if _may_be_silent(context.core, ask)] if live.rule.effect is not None else []
        if needed and all(part.implied for part in live.rule.parts):
            with suppress(NotAnalysable, BudgetExhausted):
                undetermined = context.formulas.undetermined_region(context.formulas.encode_outcome())
                _report_silence(context, live, context.formulas.both(context.formulas.standing_region(live), undetermined))


def _report_silence(context: Context, live: EncodedRule, region: Region) -> None:
    """Report a situation of a region in which a value that the rule needs is silent, and nothing else leaves the answer open."""
    silent: list[str] = []  # of every evaluation: that of the witness may leave the value open, and show it under each completion alone

    def shows(result: Evaluation) -> bool:
        silent.extend(_silent_values(result))
        return bool(_silent_values(result))

    shown_witness = context.find_witness_somewhere(region, shows)
    if shown_witness is not None:
        cases = (live.rule.case, *(rule.case for rule in context.core.on[silent[-1]].written_rules()))
        context.report_finding(FindingKind.RESTS_ON_SILENCE, (live.rule.id,), cases, shown_witness[0], why=silent[-1])


def _may_be_silent(core: Core, term: terms.Term) -> bool:
    """Return True if a term is a value without `otherwise`, about which every case has its text, and which no rule always gives."""
    if not isinstance(term, terms.Ask):
        return False
    core_question = core.on[term.question]
    question = core_question.question
    is_given = any(rule.stage == 0 and not address.rule.parts for rule in core_question.rules for address in rule.addresses)
    has_rules = bool(core_question.rules) and not core_question.absent
    return question.kind is QuestionKind.VALUE and question.otherwise is None and not question.total and has_rules and not is_given


def _silent_values(result: Evaluation) -> list[str]:
    """Return the values that no rule gives, if they alone leave an answer undetermined."""
    if not is_undetermined(result) or {why for why, _ in result.value.whys} != {Why.SILENT}:
        return []
    return [
        inner.plan.question.name
        for inner in result.subevaluations
        if inner.plan.question.kind is QuestionKind.VALUE
        and is_undetermined(inner)
        and all(claim.status is ClaimStatus.FALSE for claim in inner.claims)
    ]


def _report_gap(context: Context, encode_region: Callable[[QuestionFormulas], Region], shows: Callable[[Evaluation], bool]) -> bool:
    """Report a situation that shows that the question is unanswered in a region; return whether there is one."""
    try:
        formula = encode_region(context.formulas)
        box = context.formulas.find_small_box(formula)
    except (NotAnalysable, BudgetExhausted) as refusal:
        context.note_undecided(None, f"whether it is always answered: {refusal}", Doubts(gap=True))
        return False
    if box is None:
        return False
    try:
        situation, result = context.find_witness(formula, box, shows)
    except NotShown as fault:
        if encode_region is silent_region:
            context.note_not_shown(formula, None, "whether it is always answered", fault, Doubts(gap=True))
        else:
            context.note_undecided(
                None, "whether it is always answered: where it has no value, it may be open for another reason, too", Doubts(gap=True)
            )
        return False
    cases = sorted({live.rule.case for live in context.formulas.rules})
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
    for why, what in ((Why.EMPTY_CELL, "has an empty cell"), (Why.NO_ROW, "has no row for it")):
        tables = dict.fromkeys(case for reason, case in result.value.whys if reason is why)
        if tables:
            return f"the table of {listing(tables, 'and')} {what}"
    return "it is worked out from what has no value" if any(claim.status is ClaimStatus.STANDS for claim in result.claims) else ""


def is_undetermined(result: Evaluation) -> bool:
    """Return True if there is no answer, independently of unknown facts, and not because of a conflict or a result out of range."""
    value = result.value
    if value.__class__ is not Unknown or value.conflict or value.out_of_range:
        return False
    return not value.facts and not value.readings


def is_valueless(result: Evaluation) -> bool:
    """Return True if there is no answer, and not for want of text or of a reading's choice."""
    return is_undetermined(result) and not {Why.NOT_HELD, Why.OPEN_READING} & {why for why, _ in result.value.whys}


def _is_zero_division(result: Evaluation) -> bool:
    """Return True if there is no answer because a divisor is zero."""
    return is_undetermined(result) and any(why is Why.ZERO_DIVISOR for why, _ in result.value.whys)
