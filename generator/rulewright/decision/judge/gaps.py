"""Questions that must always be answered, and the situations in which they are not: nothing stands that answers, or a divisor is zero."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rulewright.core.model import Aside, CoreQuestion, Precedence, PrecedenceKind
from rulewright.decision.formula.given_up import NotAnalysable
from rulewright.decision.formula.space import FALSE, Formula
from rulewright.decision.judge.context import Context
from rulewright.decision.judge.findings import Kind
from rulewright.decision.judge.witness import NotShown
from rulewright.decision.solve.solver import Spent
from rulewright.interpreter.answer import Why
from rulewright.interpreter.opened import Open
from rulewright.interpreter.situation import Result
from rulewright.semantics.program import QuestionKind
from rulewright.words import Verb


def judge_gap(context: Context) -> None:
    """A question that must always be answered, and a situation in which nothing answers it, or a divisor is zero."""
    if not context.question.total or context.question.kind is QuestionKind.PREDICATE:
        return
    if not _found_gap(context, _unanswered(context), sure=True):
        _found_gap(context, _divided_by_zero(context), sure=False)


def _found_gap(context: Context, unanswered: Formula, *, sure: bool) -> bool:
    """Whether a situation shows that the question is not answered there; if not `sure`, the answer may be open for another reason."""
    try:
        box = None if unanswered == FALSE else context.small(unanswered)
    except Spent as spent:
        context.leave(None, f"whether it is always answered: {spent.why}")
        return False
    if box is None:
        return False
    try:
        situation, result = context.show(unanswered, box, _undetermined if sure else _divided)
    except NotShown as fault:
        if sure:
            context.excused(unanswered, None, "whether it is always answered", fault)
        else:
            context.leave(None, "whether it is always answered: where a divisor is 0 it may be open for another reason, too")
        return False
    cases = sorted({live.rule.case for live in context.lives()})
    zero = any(why is Why.ZERO_DIVISOR for why, _ in result.value.whys)
    context.find(Kind.GAP, (), cases, situation, why="a divisor is 0" if zero else "")
    return True


def _unanswered(context: Context) -> Formula:
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
    try:
        outcome = context.encoder.answer(context.question.name, context.env)
    except NotAnalysable as refusal:
        context.leave(None, f"whether it is always answered: {refusal.reason}")
        return FALSE
    return space.both(where, algebra.open(outcome), space.negate(algebra.ill(outcome)))


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


def _divided(result: Result) -> bool:
    """Whether there is none because a divisor is zero."""
    return _undetermined(result) and any(why is Why.ZERO_DIVISOR for why, _ in result.value.whys)
