"""From a worked-out result to an `Answer` with its whole argument: what won, what was defeated by what, what did not apply and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, TypeVar, assert_never

from rulewright.base.keywords import Verb
from rulewright.core.model import Core
from rulewright.core.query import Status
from rulewright.core.wording import call_text, date_in, domain_text, fact_text, filled, found_text, question_text, value_text, with_unit
from rulewright.engines.interpreter.answer import (
    NOT_REQUIRED,
    Answer,
    Assumption,
    Clash,
    Defeat,
    Inapplicable,
    MissingFact,
    OpenRule,
    Overruled,
    ReadingOutcome,
    Reason,
    Undetermined,
    Why,
)
from rulewright.engines.interpreter.claims import Weighed
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.fixpoint import State
from rulewright.engines.interpreter.plan import LiveAside
from rulewright.engines.interpreter.situation import Situation
from rulewright.engines.interpreter.unknown import Open
from rulewright.semantics import types
from rulewright.semantics.model import QuestionKind, Rule, TableVerb
from rulewright.semantics.terms import FactKey

_WHYS = (Why.OPEN_READING, Why.NOT_HELD, Why.ZERO_DIVISOR, Why.TIE, Why.SILENT)
_VERDICTS: dict[Verb | TableVerb, str] = {
    Verb.MAY: "permitted",
    Verb.MAY_NOT: "forbidden",
    Verb.MUST: "required",
    Verb.NEED_NOT: NOT_REQUIRED,
}
_Part = TypeVar("_Part")
_OWN: Any = object()
_MOST_INNER = 40
"""So deep answers are shown that went into an answer, by the shortest way there."""
_MOST_SAID = 500


def status_of(value: Any) -> Status:
    """The status of an outcome."""
    if value.__class__ is not Open:
        return Status.ANSWERED
    if value.facts:
        return Status.MISSING
    return Status.CONFLICT if value.conflict else Status.UNDETERMINED


def undetermined_of(value: Any, situation: Situation) -> Undetermined | None:
    """Why an answer is undetermined: an open reading before a case not held before a zero divisor before a tie before silence."""
    if value.__class__ is not Open or value.conflict or value.facts:
        return None
    if value.readings:
        reading = situation.selection.core.readings[min(value.readings)]
        return Undetermined(Why.OPEN_READING, reading.on[0] if reading.on else None)
    for why in _WHYS:
        cases = sorted({case or "" for found, case in value.whys if found is why})
        if cases:
            return Undetermined(why, cases[-1] or None if len(cases) == 1 else next(case for case in cases if case))
    return Undetermined(Why.SILENT, None)


def effect_text(weighed: Weighed, unit: str | None, decimal: bool = False) -> str:
    """What a rule did: `-2 MP`, `at most 3 MP`, `permitted`."""
    effect = weighed.effect
    text = "open" if effect.__class__ is Open else with_unit(effect, unit, decimal=decimal) if weighed.address.effect is not None else ""
    match weighed.live.core.verb:
        case Verb.IS | TableVerb.LOOK_UP:
            return text
        case Verb.ADD:
            return text if text.startswith("-") else f"+{text}"
        case Verb.TAKE:
            return text[1:] if text.startswith("-") else f"-{text}"
        case Verb.MULTIPLY:
            return f"times {value_text(effect, decimal=decimal) if effect.__class__ is not Open else 'open'}"
        case Verb.AT_MOST:
            return f"at most {text}"
        case Verb.AT_LEAST:
            return f"at least {text}"
        case Verb.ROUNDED:
            return f"rounded {weighed.live.core.rounding}"
        case Verb.YES:
            return "yes"
        case Verb.NO:
            return "no"
        case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT as verb:
            return "permitted" if weighed.excused is State.BEATEN else _VERDICTS[verb]
        case verb:
            assert_never(verb)


def answer_of(core: Core, result: Result, situation: Situation, value: Any = _OWN, *, brief: bool = False) -> Answer:
    """The answer of a result. `value` replaces the result's own where all completions were looked at: the argument is then that of what is
    given alone, and rules that apply or not by what is not known are listed as open. `brief`: without the answers that went into it."""
    return _answer_with(core, result, situation, () if brief else answers_of(core, result.inner, situation, depth=1), value)


def answers_of(core: Core, results: Iterable[Result], situation: Situation, depth: int = 0, *, brief: bool = False) -> tuple[Answer, ...]:
    """The answers of results, each result and each that went into one made into an answer once; `depth` is how deep these are."""
    first = _each_once(results)
    if brief:
        return tuple(_answer_with(core, one, situation, ()) for one in first)
    depths = _depths(first, depth)
    made: dict[int, Answer] = {}
    waiting = first[::-1]
    while waiting:
        result = waiting[-1]
        inner = _each_once(result.inner) if depths[id(result)] <= _MOST_INNER else []
        left = [one for one in inner if id(one) not in made]
        if left:
            waiting.extend(reversed(left))
        elif id(waiting.pop()) not in made:
            made[id(result)] = _answer_with(core, result, situation, tuple(made[id(one)] for one in inner))
    return tuple(made[id(one)] for one in first)


def _depths(results: list[Result], depth: int) -> dict[int, int]:
    """How deep these results are, and those that went into them, by the shortest way; those below the deepest that are shown left out."""
    found = {id(one): depth for one in results}
    reached = list(results)
    for result in reached:  # grows while it is gone through
        if found[id(result)] <= _MOST_INNER:
            further = [one for one in _each_once(result.inner) if id(one) not in found]
            found.update((id(one), found[id(result)] + 1) for one in further)
            reached += further
    return found


def _each_once(results: Iterable[Result]) -> list[Result]:
    return list({id(one): one for one in results}.values())


def _answer_with(core: Core, result: Result, situation: Situation, inner: tuple[Answer, ...], value: Any = _OWN) -> Answer:
    """The answer of a result into which these answers went."""
    if value is _OWN:
        value = result.value
    completed = value is not result.value and result.value.__class__ is Open
    plan = result.plan
    question = plan.question
    unit = plan.unit
    status = status_of(value)
    reasons: list[Reason] = []
    defeated: list[Defeat] = []
    inapplicable: list[Inapplicable] = []
    for weighed in result.weighed:
        state = weighed.state
        if state is State.STANDS:
            reasons.extend(_reasons(core, weighed, unit, plan.decimal))
            if weighed.excused is State.BEATEN:
                defeated.append(_defeat(core, weighed))
        elif state is State.FALSE:
            inapplicable.append(_inapplicable(weighed))
        elif state is State.BEATEN:
            defeated.append(_defeat(core, weighed))
    answered = status is Status.ANSWERED
    undetermined = undetermined_of(value, situation)
    opened = _open_rules(result) if status is Status.UNDETERMINED or (completed and status is not Status.MISSING) else ()
    if opened and not completed and undetermined is not None and undetermined == Undetermined(Why.SILENT, None):
        undetermined = Undetermined(Why.SILENT, opened[0].case)
    return Answer(
        core.book,
        core.edition,
        question_text(core, question.name, result.args),
        status,
        value if answered else None,
        unit if answered else None,
        tuple(reasons),
        tuple(defeated),
        tuple(inapplicable),
        (),
        _clash(core, result) if status is Status.CONFLICT else (),
        undetermined,
        (),
        _not_held(result, situation),
        tuple(result.steps) if len(plan.stages) > 1 else (),
        inner,
        filled(core, question.phrase, question.params, result.args) if question.phrase else "",
        opened,
        decimal=plan.decimal,
        date=date_in(core, question.type, value) if answered else None,
    )


def whatever_is_unknown(core: Core, answer: Answer, leaves: tuple[Situation, ...], key: FactKey, given: Mapping[FactKey, Any]) -> Answer:
    """The answer with all of its argument that is so in every one of these situations, to which the values of unknown facts led.

    Of the rules that are open by what is given those are left that stand, or are open, in some of them and do not stand in all; of a
    conflict all, for which rules disagree may be another in each.
    """
    several = [(_answer_with(core, one.result(*key), one, ()), overruled(core, one, given)) for one in leaves]
    (first, said), *others = several
    because = _shared(first.because, [one.because for one, _ in others])
    stands, conflict = {one.rule for one in because}, answer.status is Status.CONFLICT
    somewhere = {one.rule for there, _ in several for one in there.because} | {one.rule for there, _ in several for one in there.opened}
    return replace(
        answer,
        because=because,
        defeated=_shared(first.defeated, [one.defeated for one, _ in others]),
        conflict=_shared(first.conflict, [one.conflict for one, _ in others]),
        opened=tuple(one for one in answer.opened if one.rule not in stands and (conflict or one.rule in somewhere)),
        not_held=_shared(first.not_held, [one.not_held for one, _ in others]),
        steps=first.steps if all(one.steps == first.steps for one, _ in others) else (),
        overruled=_shared(said, [one for _, one in others]),
    )


def _shared(first: tuple[_Part, ...], others: list[tuple[_Part, ...]]) -> tuple[_Part, ...]:
    """What is in each of these."""
    return tuple(one for one in first if all(one in several for several in others))


def _reasons(core: Core, weighed: Weighed, unit: str | None, decimal: bool) -> list[Reason]:
    live = weighed.live
    done = (weighed.effect if weighed.effect.__class__ is not Open else "open", weighed.row, weighed.excused)
    found = live.said.get(done)
    if found is None:
        if len(live.said) > _MOST_SAID:
            live.said.clear()
        found = live.said[done] = _said_of(core, weighed, unit, decimal)
    return found


def _said_of(core: Core, weighed: Weighed, unit: str | None, decimal: bool) -> list[Reason]:
    live = weighed.live
    says = live.rule.says
    corrected_by: tuple[str, ...] = ()
    if weighed.row is not None and live.rule.table is not None:
        row = core.tables[live.rule.table].rows[weighed.row]
        says, corrected_by = f"{says}: {row.text}", row.formed_by
    found = [_reason(live.rule, says, effect_text(weighed, unit, decimal), corrected_by)]
    for other in live.also:
        found.append(_reason(other, other.says, f"restates {live.rule.id}"))
    return found


def _reason(rule: Rule, says: str, effect: str, corrected_by: tuple[str, ...] = ()) -> Reason:
    formed_by = tuple(dict.fromkeys((*rule.formed_by, *corrected_by)))
    through = "" if rule.through is None else rule.through.says
    return Reason(rule.case, rule.id, rule.source, says, effect, rule.location, formed_by, through=through)


def _inapplicable(weighed: Weighed) -> Inapplicable:
    live = weighed.live
    key = ("not", weighed.first_false)
    found = live.said.get(key)
    if found is None:
        rule = live.rule
        if weighed.first_false < 0:
            text = "no row holds for these keys" if rule.verb is TableVerb.LOOK_UP else ""
        else:
            part = rule.parts[weighed.first_false]
            text = f"{part.label}. {part.text}" if part.label else part.text
        found = live.said[key] = Inapplicable(rule.case, rule.id, text)
    return found


def _open_rules(result: Result) -> tuple[OpenRule, ...]:
    """The rules that may stand, and those that stand with an effect that is open."""
    unsure = (one for one in result.weighed if one.state is State.OPEN or (one.state is State.STANDS and one.effect.__class__ is Open))
    return tuple(OpenRule(one.live.rule.case, one.live.rule.id, one.live.rule.says) for one in unsure)


def _defeat(core: Core, weighed: Weighed) -> Defeat:
    rule, by = weighed.live.rule, weighed.by
    name = core.asides[by.aside.statement].id if isinstance(by, LiveAside) else by.live.rule.id
    return Defeat(rule.case, rule.id, name, weighed.why, rule.says)


def _clash(core: Core, result: Result) -> tuple[Clash, ...]:
    """The rules that disagree, here or in the question from which the conflict came."""
    waiting, seen = [result], set()
    while waiting:
        one = waiting.pop(0)
        if id(one) in seen:
            continue
        seen.add(id(one))
        found = _own_clash(one) or _asides_in_conflict(core, one)
        if found:
            return found
        waiting.extend(inner for inner in one.inner if inner.value.__class__ is Open and inner.value.conflict)
    return tuple(_clashing(one) for one in result.weighed if one.state is State.OPEN and one.opened is not None and one.opened.conflict)


def _asides_in_conflict(core: Core, result: Result) -> tuple[Clash, ...]:
    """Settings-aside that set one another aside in a circle."""
    opened = [core.asides[live.aside.statement] for live, active in result.asides if active.__class__ is Open and active.conflict]
    return tuple(Clash(setter.case, setter.id, None, setter.says) for setter in opened)


def _own_clash(result: Result) -> tuple[Clash, ...]:
    cycle = [one for one in result.weighed if one.cycle]
    if cycle:
        return tuple(_clashing(one) for one in cycle)
    if result.over is not None:
        name = call_text(result.plan.question.name, result.args, result.plan.question.params)
        kind = result.plan.question.type
        from rulewright.semantics.types import type_text

        says = f"`{name}` is declared as {type_text(kind)}" if kind is not None else ""
        standing = [_clashing(one) for one in result.weighed if one.state is State.STANDS]
        return (*standing, Clash("", "", result.over, says))
    if not result.clash:
        return ()
    standing_ones = [one for one in result.weighed if one.state is State.STANDS]
    if result.plan.question.kind in {QuestionKind.VERDICT, QuestionKind.PREDICATE}:
        return tuple(_clashing(one) for one in standing_ones)
    by_stage: dict[int, list[Weighed]] = {}
    for one in standing_ones:
        if one.live.rule.verb in {Verb.IS, TableVerb.LOOK_UP, Verb.ROUNDED}:
            by_stage.setdefault(one.stage, []).append(one)
    several = next((stage for stage in by_stage.values() if len({(one.effect, one.live.rule.rounding) for one in stage}) > 1), [])
    return tuple(_clashing(one) for one in several)


def _clashing(weighed: Weighed) -> Clash:
    rule = weighed.live.rule
    return Clash(rule.case, rule.id, _said(weighed), rule.says)


def _said(weighed: Weighed) -> Any:
    """What a rule would have the answer be; None where that is open."""
    match weighed.live.core.verb:
        case Verb.MAY | Verb.MAY_NOT | Verb.MUST | Verb.NEED_NOT as verb:
            return _VERDICTS[verb]
        case Verb.YES | Verb.NO as verb:
            return verb is Verb.YES
        case Verb.ROUNDED:
            return f"rounded {weighed.live.core.rounding}"
        case Verb.IS | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST | TableVerb.LOOK_UP:
            return None if weighed.effect.__class__ is Open else weighed.effect
        case verb:
            assert_never(verb)


def _not_held(result: Result, situation: Situation) -> tuple[str, ...]:
    """The cases without text that bear on the question, and those that a standing rule depends on or may yield to."""
    plan = result.plan
    opened = result.value.__class__ is Open
    if not (plan.absent or plan.rests or opened):
        return ()
    found: dict[str, None] = {}
    stands = [weighed for weighed in result.weighed if weighed.state is State.STANDS]
    if plan.absent:
        found.update((case, None) for case, _ in situation.missing_text(result, stands))
    for weighed in stands if plan.rests else ():
        found.update((case, None) for address in weighed.live.addresses for case in address.unheld)
    for why, case in result.value.whys if opened else ():
        if why is Why.NOT_HELD and case:
            found[case] = None
    return tuple(found)


def overruled(core: Core, situation: Situation, given: Mapping[FactKey, Any]) -> tuple[Overruled, ...]:
    """The facts among those given of which the answer found that rules say something else."""
    found: list[Overruled] = []
    for (name, args), result in situation.memo.items():
        if (name, args) not in given or result.value.__class__ is Open:
            continue
        said = given[name, args]
        if result.value != said:
            rules = tuple(one.live.rule.id for one in result.weighed if one.state is State.STANDS)
            found.append(Overruled(fact_text(core, (name, args)), said, result.value, result.plan.unit, rules, result.plan.decimal))
    return tuple(found)


def missing_facts(
    core: Core, missing: tuple[tuple[FactKey, bool], ...], things: dict[str, tuple[str, ...]], *, others: bool = False
) -> tuple[MissingFact, ...]:
    """Facts as an answer lists them, with their domains and the questions that ask for them; `others`: a thing may be one not named."""
    found: list[MissingFact] = []
    for fact, certain in missing:
        decl = core.facts[fact[0]]
        asks = filled(core, decl.asks, decl.params, fact[1]) if decl.asks else ""
        found.append(
            MissingFact(fact_text(core, fact), domain_text(core, decl.type, things, others=others), certain, asks, found_text(decl))
        )
    return tuple(found)


def assumptions(core: Core, assumed: Mapping[FactKey, Any]) -> tuple[Assumption, ...]:
    """What was assumed as answers list it, in the order of the vocabulary."""
    place = {name: index for index, name in enumerate(core.facts)}
    found: list[Assumption] = []
    for key in sorted(assumed, key=lambda key: (place[key[0]], fact_text(core, key))):
        kind = core.facts[key[0]].type
        unit = types.unit_of_type(kind)
        found.append(Assumption(fact_text(core, key), assumed[key], unit, types.is_decimal(kind), date_in(core, kind, assumed[key])))
    return tuple(found)


def reading_outcome(core: Core, name: str, outcomes: tuple[tuple[str, Answer], ...]) -> ReadingOutcome:
    """What each choice of a reading would have the answer be."""
    reading = core.readings[name]
    return ReadingOutcome(name, reading.title, outcomes, reading.in_play)
