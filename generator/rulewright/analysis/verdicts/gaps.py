"""Questions that must always be answered, and the situations in which they are not: nothing stands that answers, or a divisor is zero."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.doubts import Doubts
from rulewright.analysis.verdicts.findings import Kind
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.base.keywords import Verb
from rulewright.core.model import Aside, CoreQuestion, Precedence, PrecedenceKind
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.fixpoint import State
from rulewright.engines.interpreter.unknown import Open
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.search.solver import Spent
from rulewright.semantics.model import Question, QuestionKind


def must_be_answered(question: Question) -> bool:
    """A question is declared `total`; a predicate always is answered."""
    return question.total and question.kind is not QuestionKind.PREDICATE


def judge_gap(context: Context) -> None:
    """Report a question that must always be answered, and a situation in which nothing answers it, or a divisor is zero."""
    if must_be_answered(context.question) and not _found_gap(context, _silent, _undetermined):
        _found_gap(context, _divided_by_zero, _divided)


def judge_value_gap(context: Context) -> None:
    """Report a question that must always be answered, and a situation in which it is worked out from what has no value."""
    if must_be_answered(context.question) and not context.answered.gap:
        _found_gap(context, _without_value, _valueless)


def unanswered(context: Context) -> tuple[Formula, ...]:
    """Where a question may have no answer: nothing stands, a divisor is zero, what stands has no value. Raises `NotAnalysable`."""
    return _silent(context), _without_value(context), _divided_by_zero(context)


def _found_gap(context: Context, where: Callable[[Context], Formula], shows: Callable[[Result], bool]) -> bool:
    """Look for a situation that shows that the question is not answered there; return whether one was found."""
    try:
        formula = where(context)
        box = None if formula == FALSE else context.small(formula)
    except (NotAnalysable, Spent) as refusal:
        context.leave(None, f"whether it is always answered: {refusal}", Doubts(gap=True))
        return False
    if box is None:
        return False
    try:
        situation, result = context.show(formula, box, shows)
    except NotShown as fault:
        if where is _silent:
            context.excused(formula, None, "whether it is always answered", fault, Doubts(gap=True))
        else:
            context.leave(
                None, "whether it is always answered: where it has no value, it may be open for another reason, too", Doubts(gap=True)
            )
        return False
    cases = sorted({live.rule.case for live in context.lives()})
    context.find(Kind.GAP, (), cases, situation, why=_why(result), answers=Doubts(gap=True))
    return True


def _why(result: Result) -> str:
    """The reason in a clause; empty where nothing says what the answer is."""
    reasons = {why for why, _ in result.value.whys}
    if Why.ZERO_DIVISOR in reasons:
        return "a divisor is 0"
    if Why.TIE in reasons:
        return "several fit where one is meant"
    return "it is worked out from what has no value" if any(one.state is State.STANDS for one in result.weighed) else ""


def _silent(context: Context) -> Formula:
    """Where nothing stands that answers, and no declared `otherwise` does: a `need not` alone says nothing."""
    stage = context.stages[0]
    silence = context.silence()
    missing, _ = context.encoder.answers.missing(context.asked, stage)
    out = [stage.standing[live.place].out for live in stage.rules if live.core.verb is not Verb.NEED_NOT]
    nothing = context.space.both(context.algebra.open(silence), context.space.negate(context.algebra.ill(silence)))
    return context.space.both(*out, nothing, context.space.negate(missing))


def _divided_by_zero(context: Context) -> Formula:
    """Where the answer is undetermined and a divisor is zero: in what a rule that may stand does, or in what leaves one open."""
    space, algebra = context.space, context.algebra
    chains = _by_chains(context)
    found = [*_in_statements(context, chains)]
    for live in context.lives():
        opened = space.both(algebra.open(live.condition), space.either(_open(context, [live.core.number]), chains))
        inside = [(part.term, opened) for address in live.core.addresses for part in address.rule.parts]
        effects = [address.rule.effect for address in live.core.addresses if address.rule.effect is not None]
        inside += [(effect, space.negate(context.standing(live).out)) for effect in effects]
        found += [space.both(where, context.encoder.terms.divided_by_zero(term, context.env)) for term, where in inside if where != FALSE]
    where = space.either(*found)
    if where == FALSE:
        return FALSE
    outcome = context.encoder.answer(context.question.name, context.env)
    return space.both(where, algebra.open(outcome), space.negate(algebra.ill(outcome)))


def _without_value(context: Context) -> Formula:
    """Where the answer is undetermined, for whatever reason but that words are not held here. Raises `NotAnalysable`."""
    space, algebra = context.space, context.algebra
    outcome = context.encoder.answer(context.question.name, context.env)
    missing, _ = context.encoder.answers.missing(context.asked, context.stages[0])
    return space.both(algebra.open(outcome), space.negate(algebra.ill(outcome)), space.negate(missing))


def _open(context: Context, numbers: Collection[int]) -> Formula:
    """Where it is open whether one of these rules stands, or of a `must` whether its requirement does."""
    space, found = context.space, []
    for live in context.lives():
        if live.core.number in numbers:
            stage = context.stages[live.rule.stage]
            several = [stage.standing[live.place], *([stage.required[live.place]] if live.place in stage.required else [])]
            found += [space.negate(space.either(one.stands, one.out)) for one in several]
    return space.either(*found)


def _by_chains(context: Context) -> Formula:
    """Where it is open whether a rule stands because it is whether a chain of precedence leads to it: all on the way may be the reason."""
    space, found = context.space, []
    for stage in context.stages:
        for edge in stage.edges:
            if edge.kind is PrecedenceKind.CARRIED:
                target = _open(context, [stage.rules[edge.target].core.number])
                found.append(space.both(context.algebra.open(edge.active), space.negate(stage.standing[edge.by].out), target))
    return space.either(*found)


def _in_statements(context: Context, chains: Formula) -> Iterator[Formula]:
    """Where a divisor is zero in the condition of a statement that is open, and a rule that it bears on is open."""
    space, on = context.space, context.core.on[context.question.name]
    statements: list[tuple[Precedence | Aside, set[int]]] = [(one, _set_aside(on, number)) for number, one in enumerate(on.asides)]
    statements += [(one, _put_after(on, number)) for number, one in enumerate(on.precedence)]
    for one, targets in statements:
        if one.when is not None:
            opened = context.algebra.open(context.encoder.in_force(one.there, one.when, context.env))
            zero = context.encoder.terms.divided_by_zero(one.when, context.env)
            yield space.both(opened, zero, space.either(_open(context, targets), chains))


def _set_aside(on: CoreQuestion, number: int) -> set[int]:
    """The rules that a setting-aside bears on: those that it takes out, and those that settings-aside do that it sets aside."""
    bearing = _reached(number, [one.set_aside_by for one in on.asides])
    return {target for place in bearing for target in on.asides[place].targets}


def _put_after(on: CoreQuestion, number: int) -> set[int]:
    """The rules that a precedence bears on: its targets, and those of what yields to it."""
    bearing = _reached(number, [one.yields_to for one in on.precedence])
    return {target for place in bearing for target in on.precedence[place].targets}


def _reached(start: int, depends_on: Sequence[Collection[int]]) -> set[int]:
    """A place and all that depend on it."""
    found: set[int] = set()
    more = {start}
    while more:
        found |= more
        more = {place for place, several in enumerate(depends_on) if place not in found and found.intersection(several)}
    return found


def _undetermined(result: Result) -> bool:
    """Whether there is no answer, whatever is not known, and not for a conflict."""
    value = result.value
    return value.__class__ is Open and not value.conflict and not value.facts and not value.readings


def _valueless(result: Result) -> bool:
    """There is no answer, and not for want of words or of a choice."""
    return _undetermined(result) and not {Why.NOT_HELD, Why.OPEN_READING} & {why for why, _ in result.value.whys}


def _divided(result: Result) -> bool:
    """Whether there is none because a divisor is zero."""
    return _undetermined(result) and any(why is Why.ZERO_DIVISOR for why, _ in result.value.whys)
