"""Explanation of evaluations: an `Answer` with the rules that won, those defeated and by which, and those that did not apply."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar, assert_never

from rulewright.base.keywords import Rounding, Verb
from rulewright.base.limits import MAX_INNER_DEPTH, MAX_REASONS_KEPT
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.wording import (
    date_in,
    domain_of,
    domain_text,
    fact_source_text,
    fact_text,
    fill_phrase,
    phrase_slots,
    question_text,
    value_text,
    with_unit,
)
from rulewright.engines.interpreter.answer import (
    NOT_REQUIRED,
    SAYS_NOTHING,
    Answer,
    Assumption,
    CitedCell,
    Clash,
    Defeat,
    Inapplicable,
    MissingFact,
    OpenRule,
    OutOfRange,
    Overruled,
    ReadingOutcome,
    Reason,
    Undetermined,
    Why,
)
from rulewright.engines.interpreter.claims import Claim, ClaimStatus
from rulewright.engines.interpreter.dormant import reason_of_silence
from rulewright.engines.interpreter.evaluation import Evaluation, walk_to_cause
from rulewright.engines.interpreter.plan import LiveSuspension
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.semantics import types
from rulewright.semantics.model import Outlived, Param, QuestionKind, Rule, TableVerb
from rulewright.semantics.terms import Ask, FactKey, walk

ORDER_OF_REASONS = (
    Why.OPEN_READING,
    Why.NOT_HELD,
    Why.NO_ROW,
    Why.EMPTY_CELL,
    Why.ZERO_DIVISOR,
    Why.TIE,
    Why.NONE,
    Why.THROUGH_NONE,
    Why.SILENT,
)
_VERDICTS: dict[Verb | TableVerb, str] = {
    Verb.MAY: "permitted",
    Verb.MAY_NOT: "forbidden",
    Verb.MUST: "required",
    Verb.NEED_NOT: NOT_REQUIRED,
}
_Part = TypeVar("_Part")
_EVALUATION_VALUE: Any = object()


def status_of(value: Any) -> Status:
    """Return the status of an outcome."""
    if value.__class__ is not Unknown:
        return Status.ANSWERED
    if value.facts:
        return Status.MISSING
    if value.conflict:
        return Status.CONFLICT
    return Status.OUT_OF_RANGE if value.out_of_range else Status.UNDETERMINED


def undetermined_of(value: Any, situation: Situation, roots: Iterable[Evaluation]) -> Undetermined | None:
    """Return the reason of an undetermined answer; an open reading ranks first, silence last.

    Silence that a rule would end whose option is off, or whose scenario is not played, has that as its reason. `roots` are the
    evaluations that the answer was worked out from.
    """
    undetermined = _reason_of_value(value, situation)
    if undetermined is None or undetermined.why is not Why.SILENT:
        return undetermined
    return reason_of_silence(situation, roots) or undetermined


def _reason_of_value(value: Any, situation: Situation) -> Undetermined | None:
    if status_of(value) is not Status.UNDETERMINED:
        return None
    if value.readings:
        reading = situation.selection.core.readings[min(value.readings)]
        return Undetermined(Why.OPEN_READING, reading.on[0] if reading.on else None)
    for why in ORDER_OF_REASONS:
        cases = sorted({case or "" for reason, case in value.whys if reason is why})
        if cases:
            return Undetermined(why, cases[-1] or None if len(cases) == 1 else next(case for case in cases if case))
    return Undetermined(Why.SILENT, None)


def effect_text(claim: Claim, unit: str | None, decimal: int = 0) -> str:
    """Return the effect of a claim as text: `-2 MP`, `at most 3 MP`, `permitted`."""
    effect = claim.effect
    text = "open" if effect.__class__ is Unknown else with_unit(effect, unit, decimal=decimal) if claim.address.effect is not None else ""
    match claim.live.core.verb:
        case Verb.IS | TableVerb.LOOK_UP:
            return text
        case Verb.ADD:
            return text if text.startswith("-") else f"+{text}"
        case Verb.TAKE:
            return text[1:] if text.startswith("-") else f"-{text}"
        case Verb.MULTIPLY:
            return f"times {value_text(effect, decimal=min(decimal, 1)) if effect.__class__ is not Unknown else 'open'}"
        case Verb.AT_MOST:
            return f"at most {text}"
        case Verb.AT_LEAST:
            return f"at least {text}"
        case Verb.ROUNDED:
            return _rounding_text(claim, unit, decimal)
        case Verb.YES:
            return "yes"
        case Verb.NO:
            return "no"
        case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT as verb:
            return "permitted" if claim.requirement_status is ClaimStatus.DEFEATED else _VERDICTS[verb]
        case verb:
            assert_never(verb)


def _rounding_text(claim: Claim, unit: str | None = None, decimal: int = 0) -> str:
    """Return a rounding as text: `rounded up`, `rounded down to 0.1 euro`."""
    rounding, step = claim.live.core.rounding, claim.live.core.step
    if step is None:
        return f"rounded {rounding}"
    return f"rounded {rounding}{'' if rounding is Rounding.NEAREST else ' to'} {with_unit(step, unit, decimal=decimal or 1)}"


def answer_of(core: Core, evaluation: Evaluation, situation: Situation, value: Any = _EVALUATION_VALUE, *, brief: bool = False) -> Answer:
    """Return the answer of an evaluation.

    `value` replaces the evaluation's own if all completions were explored: the explanation then rests on the given facts alone, and rules
    that depend on unknown facts are listed as undecided. `brief`: without inner answers.
    """
    return _build_answer(
        core, evaluation, situation, () if brief else answers_of(core, evaluation.subevaluations, situation, depth=1), value
    )


def answers_of(
    core: Core, evaluations: Iterable[Evaluation], situation: Situation, depth: int = 0, *, brief: bool = False
) -> tuple[Answer, ...]:
    """Return the answers of evaluations and their inner answers, one for each evaluation; `depth` is the depth of the given ones."""
    roots = _distinct(evaluations)
    if brief:
        return tuple(_build_answer(core, evaluation, situation, ()) for evaluation in roots)
    depths = _shortest_depths(roots, depth)
    answers: dict[int, Answer] = {}
    pending = roots[::-1]
    while pending:
        evaluation = pending[-1]
        inner = _distinct(evaluation.subevaluations) if depths[id(evaluation)] <= MAX_INNER_DEPTH else []
        unanswered = [child for child in inner if id(child) not in answers]
        if unanswered:
            pending.extend(reversed(unanswered))
        elif id(pending.pop()) not in answers:
            answers[id(evaluation)] = _build_answer(core, evaluation, situation, tuple(answers[id(child)] for child in inner))
    return tuple(answers[id(root)] for root in roots)


def _shortest_depths(evaluations: list[Evaluation], depth: int) -> dict[int, int]:
    """Return the shortest depth of each evaluation, down to one below the limit."""
    depths = {id(evaluation): depth for evaluation in evaluations}
    queue = list(evaluations)
    for evaluation in queue:  # grows while it is gone through
        if depths[id(evaluation)] <= MAX_INNER_DEPTH:
            further = [child for child in _distinct(evaluation.subevaluations) if id(child) not in depths]
            depths.update((id(child), depths[id(evaluation)] + 1) for child in further)
            queue += further
    return depths


def _distinct(evaluations: Iterable[Evaluation]) -> list[Evaluation]:
    return list({id(evaluation): evaluation for evaluation in evaluations}.values())


def _build_answer(
    core: Core, evaluation: Evaluation, situation: Situation, inner: tuple[Answer, ...], value: Any = _EVALUATION_VALUE
) -> Answer:
    """Build the answer of an evaluation from its inner answers."""
    if value is _EVALUATION_VALUE:
        value = evaluation.value
    is_completed = value is not evaluation.value and evaluation.value.__class__ is Unknown
    plan = evaluation.plan
    question = plan.question
    unit = plan.unit
    status = status_of(value)
    reasons: list[Reason] = []
    defeated: list[Defeat] = []
    inapplicable: list[Inapplicable] = []
    for claim in evaluation.claims:
        claim_status = claim.status
        if claim_status is ClaimStatus.STANDS:
            stage = plan.stages[claim.stage].name if len(plan.stages) > 1 else ""
            reasons.extend(_cached_reasons(core, claim, unit, plan.decimal, stage))
            if claim.requirement_status is ClaimStatus.DEFEATED:
                defeated.append(_explain_defeat(core, claim))
        elif claim_status is ClaimStatus.FALSE:
            inapplicable.append(_explain_inapplicable(claim))
        elif claim_status is ClaimStatus.DEFEATED and claim.holds:
            defeated.append(_explain_defeat(core, claim))
    is_answered = status is Status.ANSWERED
    undetermined = undetermined_of(value, situation, [evaluation])
    clashes = _find_clash(core, evaluation) if status is Status.CONFLICT else ()
    has_open_side = status is Status.CONFLICT and len(clashes) < 2
    if status is Status.UNDETERMINED or has_open_side or (is_completed and status is not Status.MISSING):
        open_rules = _open_rules(evaluation)
    else:  # an answer that is the same whichever of some rules stand has them as its reasons
        open_rules = _open_rules(evaluation, value) if is_answered and not reasons else ()
    if open_rules and not is_completed and undetermined is not None and undetermined.why in SAYS_NOTHING and undetermined.case is None:
        undetermined = Undetermined(undetermined.why, open_rules[0].case)
    return Answer(
        core.book,
        core.edition,
        question_text(core, question.name, evaluation.args),
        status,
        value if is_answered else None,
        unit if is_answered else None,
        tuple(reasons),
        tuple(defeated),
        tuple(inapplicable),
        (),
        clashes,
        undetermined,
        (),
        _missing_cases(evaluation, situation),
        tuple(evaluation.stage_values) if len(plan.stages) > 1 else (),
        inner,
        _filled_phrase(core, question.phrase, question.params, evaluation.args),
        open_rules,
        decimal=plan.decimal,
        date=date_in(core, question.type, value) if is_answered else None,
        out_of_range=_find_out_of_range(core, evaluation) if status is Status.OUT_OF_RANGE else None,
        outlived=_find_outlived(core, reasons, defeated),
    )


def _find_outlived(core: Core, reasons: list[Reason], defeated: list[Defeat]) -> tuple[Outlived, ...]:
    addresses = (*(reason.rule for reason in reasons), *(defeat.by for defeat in defeated))
    return tuple(dict.fromkeys(core.outlived[address] for address in addresses if address in core.outlived)) if core.outlived else ()


def common_explanation(
    core: Core, answer: Answer, leaves: tuple[Situation, ...], key: FactKey, assignment: Mapping[FactKey, Any]
) -> Answer:
    """Return the answer with the explanation common to all these situations, which the values of unknown facts led to.

    Undecided rules are kept if they are accepted or undecided in some situation and not accepted in all; of a conflict all are kept, since
    the rules that disagree may differ from one situation to the next.
    """
    first, *others = leaf_answers = [_build_answer(core, leaf.evaluate(*key), leaf, ()) for leaf in leaves]
    because = _common_items(first.because, [leaf_answer.because for leaf_answer in others])
    stands, conflict = {reason.rule for reason in because}, answer.status is Status.CONFLICT
    somewhere = {reason.rule for leaf_answer in leaf_answers for reason in leaf_answer.because}
    somewhere |= {rule.rule for leaf_answer in leaf_answers for rule in leaf_answer.opened}
    return replace(
        answer,
        because=because,
        defeated=_common_items(first.defeated, [leaf_answer.defeated for leaf_answer in others]),
        conflict=_common_items(first.conflict, [leaf_answer.conflict for leaf_answer in others]),
        opened=tuple(rule for rule in answer.opened if rule.rule not in stands and (conflict or rule.rule in somewhere)),
        not_held=_common_items(first.not_held, [leaf_answer.not_held for leaf_answer in others]),
        outlived=_common_items(first.outlived, [leaf_answer.outlived for leaf_answer in others]),
        steps=first.steps if all(leaf_answer.steps == first.steps for leaf_answer in others) else (),
        overruled=find_common_overruled(core, leaves, assignment),
        out_of_range=first.out_of_range if all(leaf_answer.out_of_range == first.out_of_range for leaf_answer in others) else None,
    )


def find_common_overruled(core: Core, situations: Sequence[Situation], assignment: Mapping[FactKey, Any]) -> tuple[Overruled, ...]:
    """Return what is given and the rules contradict in each of these situations, with the rules that stand in all of them."""
    first, *others = ({entry.fact: entry for entry in find_overruled(core, situation, assignment)} for situation in situations)
    common = [[entry, *(other[fact] for other in others)] for fact, entry in first.items() if all(fact in other for other in others)]
    return tuple(
        replace(entries[0], rules=tuple(rule for rule in entries[0].rules if all(rule in entry.rules for entry in entries)))
        for entries in common
        if len({entry.value for entry in entries}) == 1
    )


def _common_items(first: tuple[_Part, ...], others: list[tuple[_Part, ...]]) -> tuple[_Part, ...]:
    """Return the items that all tuples contain."""
    return tuple(item for item in first if all(item in items for items in others))


def _cached_reasons(core: Core, claim: Claim, unit: str | None, decimal: int, stage: str) -> list[Reason]:
    live = claim.live
    cache_key = (claim.effect if claim.effect.__class__ is not Unknown else "open", claim.row, claim.column, claim.requirement_status)
    reasons = live.explanations.get(cache_key)
    if reasons is None:
        if len(live.explanations) > MAX_REASONS_KEPT:
            live.explanations.clear()
        reasons = live.explanations[cache_key] = [replace(reason, stage=stage) for reason in _build_reasons(core, claim, unit, decimal)]
    return reasons


def _build_reasons(core: Core, claim: Claim, unit: str | None, decimal: int) -> list[Reason]:
    live = claim.live
    effect = effect_text(claim, unit, decimal)
    reason = _build_table_reason(core, claim, effect) or _build_reason(live.rule, live.rule.says, effect)
    reasons = [replace(reason, gives_value=isinstance(claim.effect, str) and live.core.verb in (Verb.IS, TableVerb.LOOK_UP))]
    for restatement in live.restatements:
        reasons.append(_build_reason(restatement, restatement.says, f"restates {live.rule.id}"))
    return reasons


def _build_table_reason(core: Core, claim: Claim, effect: str) -> Reason | None:
    """Return the reason of a table, with its row, cited as the source has it that the cell comes from; None without a row."""
    rule = claim.live.rule
    if claim.row is None or rule.table is None:
        return None
    table = core.tables[rule.table]
    row = table.rows[claim.row]
    correction = row.source_of_cell(claim.column) if claim.column is not None else None
    source, location = (rule.source, rule.location) if correction is None else (correction.source, correction.location)
    key = row.text.split("|")[1].strip() if row.text.startswith("|") else row.text
    column = table.column_texts[claim.column] if claim.column is not None and table.column_texts else None
    amendment = None if correction is None else correction.amendment
    statements = () if correction is None else correction.tags
    cell = CitedCell(table.question, table.id, key, column, source, amendment, location, statements)
    reason = _build_reason(rule, f"{rule.says}: {row.text}", effect)
    if amendment is not None:
        formed_by = tuple(dict.fromkeys((*reason.formed_by, amendment)))
        reason = replace(reason, formed_by=formed_by, statements=tuple(dict.fromkeys((*reason.statements, *statements))))
    return replace(reason, source=source, location=location, cell=cell, reads=frozenset())


def _build_reason(rule: Rule, says: str, effect: str) -> Reason:
    action = "" if rule.through is None else rule.through.says
    questions = () if rule.effect is None else (term.question for term in walk(rule.effect) if isinstance(term, Ask))
    statements = rule.tags if rule.formed_by else ()
    return Reason(
        rule.case, rule.id, rule.source, says, effect, rule.location, rule.formed_by,
        through=action, reads=frozenset(questions), statements=statements,
    )  # fmt: skip


def _explain_inapplicable(claim: Claim) -> Inapplicable:
    live = claim.live
    key = ("not", claim.first_false)
    explanation = live.explanations.get(key)
    if explanation is None:
        rule = live.rule
        if claim.first_false < 0:
            text = "no row holds for these keys" if rule.verb is TableVerb.LOOK_UP else ""
        else:
            part = rule.parts[claim.first_false]
            text = f"{part.label}. {part.text}" if part.label else part.text
        explanation = live.explanations[key] = Inapplicable(rule.case, rule.id, text)
    return explanation


def _open_rules(evaluation: Evaluation, answer: Any = None) -> tuple[OpenRule, ...]:
    """Return the undecided rules, and the accepted ones whose effect is unknown; with an answer, those that do not say the opposite.

    The two rules of `may … when and only when …` are written once.
    """
    open_claims = (
        claim
        for claim in evaluation.claims
        if claim.status is ClaimStatus.OPEN or (claim.status is ClaimStatus.STANDS and claim.effect.__class__ is Unknown)
    )
    return tuple(
        dict.fromkeys(
            OpenRule(claim.live.rule.case, claim.live.rule.id, claim.live.rule.says)
            for claim in open_claims
            if answer is None or not _is_opposed(claim, answer)
        )
    )


def _is_opposed(claim: Claim, answer: Any) -> bool:
    """Return True if a rule on a verdict or predicate says the opposite of an answer."""
    match claim.live.core.verb:
        case Verb.MAY_NOT:
            return bool(answer != "forbidden")
        case Verb.MAY | Verb.MUST:
            return bool(answer == "forbidden")
        case Verb.YES | Verb.NO as verb:
            return (verb is Verb.YES) is not answer
        case Verb.NEED_NOT | Verb.IS | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST | Verb.ROUNDED:
            return False  # `need not` says nothing about permission, and the rules of a value have steps
        case TableVerb():
            return False
        case verb:
            assert_never(verb)


def _explain_defeat(core: Core, claim: Claim) -> Defeat:
    rule, winner = claim.live.rule, claim.winner
    name = core.asides[winner.suspension.statement].id if isinstance(winner, LiveSuspension) else winner.live.rule.id
    return Defeat(rule.case, rule.id, name, claim.defeat_reason, rule.says)


def _find_clash(core: Core, evaluation: Evaluation) -> tuple[Clash, ...]:
    """Return the rules that disagree, here or in the question that the conflict came from."""
    for current in walk_to_cause([evaluation], lambda unknown: unknown.conflict):
        clashes = _own_clash(current) or _suspension_cycle(core, current)
        if clashes:
            return clashes
    return tuple(
        _clash_of_claim(claim, evaluation.plan.decimal)
        for claim in evaluation.claims
        if claim.status is ClaimStatus.OPEN and claim.unknown is not None and claim.unknown.conflict
    )


def _suspension_cycle(core: Core, evaluation: Evaluation) -> tuple[Clash, ...]:
    """Return the suspensions that suspend one another in a circle."""
    suspensions = [
        core.asides[live.suspension.statement] for live, active in evaluation.suspensions if active.__class__ is Unknown and active.conflict
    ]
    return tuple(Clash(setter.case, setter.id, None, setter.says) for setter in suspensions)


def _own_clash(evaluation: Evaluation) -> tuple[Clash, ...]:
    cycle = [claim for claim in evaluation.claims if claim.is_cyclic]
    if cycle:
        return tuple(_clash_of_claim(claim, evaluation.plan.decimal) for claim in cycle)
    if not evaluation.is_clash:
        return ()
    accepted = [claim for claim in evaluation.claims if claim.status is ClaimStatus.STANDS]
    if evaluation.plan.question.kind in {QuestionKind.VERDICT, QuestionKind.PREDICATE}:
        return tuple(_clash_of_claim(claim, evaluation.plan.decimal) for claim in accepted)
    by_stage: dict[int, list[Claim]] = {}
    for claim in accepted:
        if claim.live.rule.verb in {Verb.IS, TableVerb.LOOK_UP, Verb.ROUNDED}:
            by_stage.setdefault(claim.stage, []).append(claim)
    for stage in by_stage.values():
        if len({(claim.effect, claim.live.core.rounds_to) for claim in stage}) > 1:
            return tuple(_clash_of_claim(claim, evaluation.plan.decimal) for claim in stage)
    return ()


def _find_out_of_range(core: Core, evaluation: Evaluation) -> OutOfRange | None:
    """Return the result outside of its range: this one, or one that it was worked out from. None if there are several possible results."""
    for current in walk_to_cause([evaluation], lambda unknown: unknown.out_of_range):
        question, plan = current.plan.question, current.plan
        if current.out_of_range is not None and question.type is not None:
            text = question_text(core, question.name, current.args)
            return OutOfRange(text, current.out_of_range, plan.unit, types.type_text(question.type), plan.decimal)
    return None


def _clash_of_claim(claim: Claim, decimal: int) -> Clash:
    rule = claim.live.rule
    return Clash(rule.case, rule.id, claimed_value(claim), rule.says, decimal)


def claimed_value(claim: Claim) -> Any:
    """Return the answer that a claim supports; None if it is unknown."""
    match claim.live.core.verb:
        case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT as verb:
            return _VERDICTS[verb]
        case Verb.YES | Verb.NO as verb:
            return verb is Verb.YES
        case Verb.ROUNDED:
            return _rounding_text(claim)
        case Verb.IS | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST | TableVerb.LOOK_UP:
            return None if claim.effect.__class__ is Unknown else claim.effect
        case verb:
            assert_never(verb)


def _missing_cases(evaluation: Evaluation, situation: Situation) -> tuple[str, ...]:
    """Return the missing clauses that bear on the question, and those that an accepted rule depends on or may yield to."""
    plan = evaluation.plan
    is_unknown = evaluation.value.__class__ is Unknown
    if not (plan.missing_clauses or plan.depends_on_missing_text or is_unknown):
        return ()
    cases: dict[str, None] = {}
    accepted = [claim for claim in evaluation.claims if claim.status is ClaimStatus.STANDS]
    if plan.missing_clauses:
        cases.update((case, None) for case, _ in situation.missing_clauses(evaluation, accepted))
    for claim in accepted if plan.depends_on_missing_text else ():
        cases.update((case, None) for address in claim.live.addresses for case in address.missing_cases)
    for reason, case in evaluation.value.whys if is_unknown else ():
        if reason is Why.NOT_HELD and case:
            cases[case] = None
    return tuple(cases)


def find_overruled(core: Core, situation: Situation, facts: Mapping[FactKey, Any]) -> tuple[Overruled, ...]:
    """Return the given facts and answers that the rules contradict; the rules' value was used."""
    overruled: list[Overruled] = []
    for (name, args), evaluation in situation.memo.items():
        if (name, args) not in facts or evaluation.value.__class__ is Unknown:
            continue
        given_value = facts[name, args]
        if evaluation.value != given_value:
            rules = tuple(claim.live.rule.id for claim in evaluation.claims if claim.status is ClaimStatus.STANDS)
            overruled.append(
                Overruled(
                    question_text(core, name, args), given_value, evaluation.value, evaluation.plan.unit, rules, evaluation.plan.decimal
                )
            )
    return tuple(overruled)


def missing_facts(
    core: Core, missing: tuple[tuple[FactKey, bool], ...], things: dict[str, tuple[str, ...]], *, allows_unnamed: bool = False
) -> tuple[MissingFact, ...]:
    """Return missing facts as an answer lists them, with domains and questions to ask; `allows_unnamed`: things may be anonymous."""
    entries: list[MissingFact] = []
    for fact, certain in missing:
        decl = core.facts[fact[0]]
        asks = _filled_phrase(core, decl.asks, decl.params, fact[1])
        entries.append(
            MissingFact(
                fact_text(core, fact),
                domain_text(core, decl.type, things, others=allows_unnamed),
                certain,
                asks,
                fact_source_text(decl),
                domain_of(core, decl.type),
            )
        )
    return tuple(entries)


def list_assumptions(core: Core, assumed: Mapping[FactKey, Any]) -> tuple[Assumption, ...]:
    """Return the assumed defaults as answers list them, in the order of the vocabulary."""
    order = {name: index for index, name in enumerate(core.facts)}
    entries: list[Assumption] = []
    for key in sorted(assumed, key=lambda key: (order[key[0]], fact_text(core, key))):
        decl = core.facts[key[0]]
        kind, value = decl.type, assumed[key]
        phrase = decl.phrase or ""
        slots = phrase_slots(core, phrase, decl.params, key[1]) if phrase else ()
        unit, date = types.unit_of_type(kind), date_in(core, kind, value)
        entries.append(Assumption(fact_text(core, key), value, unit, types.written_decimals(kind), date, phrase, slots))
    return tuple(entries)


def _filled_phrase(core: Core, phrase: str | None, params: tuple[Param, ...], args: tuple[Any, ...]) -> str:
    return fill_phrase(phrase, phrase_slots(core, phrase, params, args)) if phrase else ""


def reading_outcome(core: Core, name: str, outcomes: tuple[tuple[str, Answer], ...]) -> ReadingOutcome:
    """Return the answer under each choice of a reading."""
    reading = core.readings[name]
    return ReadingOutcome(name, reading.title, outcomes, reading.in_play)
