"""Regions where a question has no answer: no rule gives one, a divisor is zero, or an expression has no value."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rulewright.base.keywords import Verb
from rulewright.core.model import Aside, CoreQuestion, Precedence, PrecedenceKind
from rulewright.engines.solver.questions.question import NOWHERE, QuestionFormulas, Region


def silent_region(question: QuestionFormulas) -> Region:
    """Return the region where no answering rule stands, and no declared `otherwise` answers: a `need not` alone is no answer."""
    stage = question.stages[0]
    silence = question.encode_silence()
    missing, _ = question.encoder.answers.missing_text_regions(question.encoded, stage)
    out = [stage.statuses[live.index].no for live in stage.rules if live.core.verb is not Verb.NEED_NOT]
    return question.both(*out, question.undetermined_region(silence), question.without(missing))


def valueless_region(question: QuestionFormulas) -> Region:
    """Return the region of an undetermined answer, except for want of missing text. Raises `NotAnalysable`."""
    outcome = question.encode_outcome()
    missing, _ = question.encoder.answers.missing_text_regions(question.encoded, question.stages[0])
    return question.both(question.undetermined_region(outcome), question.without(missing))


def zero_divisor_region(question: QuestionFormulas) -> Region:
    """Return the region of an undetermined answer with a zero divisor: in a rule that may stand, or in the reason that one is undecided."""
    chains = _undecided_chains_region(question)
    regions = [*_statement_regions(question, chains)]
    for live in question.rules:
        undecided = question.both(
            question.algebra.undefined_region(live.condition), question.either(_undecided_region(question, [live.core.number]), chains)
        )
        terms_with_regions = [(part.term, undecided) for address in live.core.addresses for part in address.rule.parts]
        effects = [address.rule.effect for address in live.core.addresses if address.rule.effect is not None]
        terms_with_regions += [(effect, question.without(question.status_of(live).no)) for effect in effects]
        regions += [
            question.both(region, question.encoder.terms.zero_divisor_region(term, question.env))
            for term, region in terms_with_regions
            if region != NOWHERE
        ]
    any_region = question.either(*regions)
    return NOWHERE if any_region == NOWHERE else question.both(any_region, question.undetermined_region(question.encode_outcome()))


def _undecided_region(question: QuestionFormulas, numbers: Collection[int]) -> Region:
    """Return the region where it is undecided whether one of these rules, or the requirement of a `must`, stands."""
    return question.either(*[question.undecided_region(live) for live in question.rules if live.core.number in numbers])


def _undecided_chains_region(question: QuestionFormulas) -> Region:
    """Return the region of rules undecided because a chain of precedence to them is: any condition on the chain may be the reason."""
    regions = []
    for stage in question.stages:
        for edge in stage.attack_edges:
            if edge.kind is PrecedenceKind.CARRIED:
                target = _undecided_region(question, [stage.rules[edge.target].core.number])
                regions.append(
                    question.both(
                        question.algebra.undefined_region(edge.condition), question.without(stage.statuses[edge.winner].no), target
                    )
                )
    return question.either(*regions)


def _statement_regions(question: QuestionFormulas, chains: Region) -> Iterator[Region]:
    """Yield the regions with a zero divisor in the condition of an undecided statement, and an undecided rule that it affects."""
    core_question = question.core.on[question.question.name]
    statements: list[tuple[Precedence | Aside, set[int]]] = [
        (aside, _suspended_rules(core_question, number)) for number, aside in enumerate(core_question.asides)
    ]
    statements += [(precedence, _subordinated_rules(core_question, number)) for number, precedence in enumerate(core_question.precedence)]
    for statement, targets in statements:
        if statement.when is not None:
            undecided = question.algebra.undefined_region(question.encoder.force_condition(statement.there, statement.when, question.env))
            zero = question.encoder.terms.zero_divisor_region(statement.when, question.env)
            yield question.both(undecided, zero, question.either(_undecided_region(question, targets), chains))


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
