"""How the rules that stand make an answer: verdicts of two parts, predicates, values stage by stage.

Where a rule is open, the answer is worked out with it standing and with it not, in the ways that can be together: one and the same outcome
is the outcome, else the reasons of what is open are the answer's. Alike rules are taken together, so this costs no more than the different
outcomes that there are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, assert_never

from rulewright.base.keywords import StageVerb, Verb
from rulewright.engines.interpreter.claims import Way, Weighed, WeighedStage
from rulewright.engines.interpreter.evaluation import Result, StageEvaluator
from rulewright.engines.interpreter.kleene import ROUNDINGS, exact, times
from rulewright.engines.interpreter.plan import LiveAside
from rulewright.engines.interpreter.unknown import CONFLICT, SILENT, Open, join, join_all

_SILENT = object()
_CLASH = Open(conflict=True)
"""A clash of this very question; `CONFLICT` may also come from a question that an effect asks."""
_MOST = 64
"""More different running values than this are not followed: the answer is then open."""


def kind_of(outcome: Any) -> Any:
    """What makes two outcomes the same: value, or conflict, or undetermined."""
    if outcome.__class__ is not Open:
        return ("answered", outcome)
    if outcome.facts or outcome.readings:
        return ("hanging", outcome.facts, outcome.readings, outcome.conflict)
    return "conflict" if outcome.conflict else "undetermined"


def decide(outcomes: list[Any], reasons: list[Open]) -> Any:
    """The one outcome that all choices share, else the reasons for being open, those of open effects among them."""
    kinds = {kind_of(outcome) for outcome in outcomes}
    if len(kinds) == 1:
        found = outcomes[0]
        return found if found.__class__ is not Open else CONFLICT if found is _CLASH else join_all(outcomes)
    return join_all(reasons + [one for one in outcomes if one.__class__ is Open and one is not _CLASH and one is not SILENT])


def _write_answer(result: Result, outcomes: list[Any], reasons: list[Open]) -> None:
    """Writes down the answer."""
    if len(outcomes) == 1 and outcomes[0].__class__ is not Open:
        result.value = outcomes[0]
        return
    result.clash = all(outcome is _CLASH for outcome in outcomes)
    result.value = decide(outcomes, reasons)


# ---- verdicts and predicates -------------------------------------------------------------------------------------------------------------


def verdict(situation: StageEvaluator, result: Result, stage: WeighedStage) -> None:
    """Permission and requirement, each from the rules that stand."""
    default = result.plan.otherwise
    _said(situation, result, stage, _verbs_of_verdict, _of_verbs, SILENT if default is None else default)


def predicate(situation: StageEvaluator, result: Result, stage: WeighedStage) -> None:
    """Yes if a standing rule says so, no if none does, a conflict if both are said."""
    _said(situation, result, stage, _verbs_of_predicate, _of_yes_and_no, False)


def _said(
    situation: StageEvaluator,
    result: Result,
    stage: WeighedStage,
    verbs_of: Callable[[Way], tuple[set[Verb | str], set[Verb | str]]],
    outcome_of: Callable[[set[Verb | str]], Any],
    default: Any,
) -> None:
    """What is said for certain and what perhaps, put together in every way in which the rules may stand."""
    outcomes: list[Any] = []
    for way in stage.ways:
        silence: Any = None
        certain, perhaps = verbs_of(way)
        maybe = perhaps - certain
        for chosen in product((False, True), repeat=len(maybe)):
            verbs = certain | {verb for verb, there in zip(maybe, chosen, strict=True) if there}
            if "required" in verbs and Verb.MUST not in verbs:
                continue
            outcome = outcome_of(verbs)
            if outcome is _SILENT:
                if silence is None:
                    silence = situation.silence(result, stage, way.stands, default)
                outcome = silence
            outcomes.append(outcome)
    _write_answer(result, outcomes, _reasons(stage))


def _verbs_of_verdict(way: Way) -> tuple[set[Verb | str], set[Verb | str]]:
    """What is said for certain, and perhaps; "required" where the requirement of a `must` stands, `must` itself being its permission."""
    certain, perhaps = _verbs_of_predicate(way)
    musts = [one for one in (*way.stands, *way.may) if one.live.core.verb is Verb.MUST]
    if any(id(one) in way.required for one in musts):
        certain.add("required")
    if any(id(one) in way.perhaps_required for one in musts):
        perhaps.add("required")
    return certain, perhaps


def _verbs_of_predicate(way: Way) -> tuple[set[Verb | str], set[Verb | str]]:
    return {one.live.core.verb for one in way.stands}, {one.live.core.verb for one in way.may}


def _of_verbs(verbs: set[Verb | str]) -> Any:
    may = Verb.MAY in verbs or Verb.MUST in verbs
    must = "required" in verbs
    if (Verb.MAY_NOT in verbs and may) or (must and Verb.NEED_NOT in verbs):
        return _CLASH
    if Verb.MAY_NOT in verbs:
        return "forbidden"
    if must:
        return "required"
    return "permitted" if may else _SILENT


def _of_yes_and_no(verbs: set[Verb | str]) -> Any:
    if len(verbs) == 2:
        return _CLASH
    return Verb.YES in verbs if verbs else _SILENT


def _reasons(stage: WeighedStage) -> list[Open]:
    return [one.opened for one in stage.weighed if one.opened is not None]


# ---- values ------------------------------------------------------------------------------------------------------------------------------


def value(situation: StageEvaluator, result: Result, asides: tuple[tuple[LiveAside, Any], ...], last: int | None) -> None:
    """Stage by stage; `last` is the stage after which to stop. All running values that open rules leave possible are carried along."""
    plan = result.plan
    running: list[Any] = []
    ended: list[Any] = []
    reasons: list[Open] = []
    for number, stage in enumerate(plan.stages):
        if last is not None and number > last:
            break
        if not stage.rules and number:
            continue
        before = _so_far(running, ended, reasons) if stage.verb is StageVerb.ROUNDED else None
        weighed = situation.stage(result, number, asides, before)
        reasons.extend(_reasons(weighed))
        if number == 0:
            outcomes = list(_first(situation, result, stage.verb, weighed))
        else:
            outcomes = [after for one in running for way in weighed.ways_with(one) for after in _after(stage.verb, way, one)]
        ended += [outcome for outcome in outcomes if outcome.__class__ is Open]
        running = [outcome for outcome in outcomes if outcome.__class__ is not Open]
        if len(running) > 1:
            running = list(dict.fromkeys(running))
        if len(running) > _MOST:
            ended.extend(reasons)
            running = running[:2]
        if len(running) == 1 and not ended and weighed.weighed:
            result.steps.append((stage.name, running[0]))
    if running and last is None:
        inside = [_in_range(result, one) for one in running]
        if not ended and all(kept is _CLASH for kept in inside):
            result.over = running[0]
        running = inside
    _write_answer(result, running + ended, reasons)


def _first(situation: StageEvaluator, result: Result, verb: StageVerb | None, stage: WeighedStage) -> Iterator[Any]:
    """The possible outcomes of the first stage; where no rule stands, what silence means."""
    otherwise = result.plan.otherwise
    for way in stage.ways:
        for outcome in _start(verb, way):
            if outcome is _SILENT:
                default = SILENT if otherwise is None or isinstance(otherwise, str) else otherwise(situation, result.args)
                yield situation.silence(result, stage, way.stands, default)
            else:
                yield outcome


def _so_far(running: list[Any], ended: list[Any], reasons: list[Open]) -> Any:
    """The value after the stages so far, or why it is open."""
    return running[0] if len(running) == 1 and not ended else decide(running + ended, reasons)


def _in_range(result: Result, found: Any) -> Any:
    """The value, or a conflict with the declaration: it is never cut to fit."""
    plan = result.plan
    if not plan.numeric:
        return found
    if (plan.low is not None and found < plan.low) or (plan.high is not None and found > plan.high):
        return _CLASH
    step = plan.step
    if step == 1:
        return found if found.__class__ is int or Fraction(found).denominator == 1 else _CLASH
    return found if step is None or (Fraction(found) / step).denominator == 1 else _CLASH


def _start(verb: StageVerb | None, way: Way) -> list[Any]:
    """The possible outcomes of the first stage; silence where no rule stands."""
    if verb is StageVerb.SUM:
        return _sums(way, 0) if way.stands else [_SILENT, *_sums_of_some(way.may)]
    return _one(way)


def _one(way: Way) -> list[Any]:
    """Equal answers are no conflict; different ones are."""
    if not way.may and len(way.stands) == 1:
        return [way.stands[0].effect]
    values = {one.effect for one in way.stands if one.effect.__class__ is not Open}
    unknown = [one.effect for one in way.stands if one.effect.__class__ is Open]
    if len(values) > 1:
        return [_CLASH]
    extra = list(dict.fromkeys(one.effect for one in way.may if one.effect.__class__ is not Open and one.effect not in values))
    if unknown:
        return _unsettled(unknown, way.may) + ([_CLASH] if len(values) + len(extra) > 1 else [])
    outcomes: list[Any] = [one.effect for one in way.may if one.effect.__class__ is Open]
    if values:
        outcomes.extend(values)
        return outcomes + ([_CLASH] if extra else [])
    return [_SILENT, *outcomes, *extra, *([_CLASH] if len(extra) > 1 else [])]


def _unsettled(unknown: list[Open], maybe: tuple[Weighed, ...]) -> list[Any]:
    """Where an effect that counts for certain is open: so is the outcome, for its reason, or also for those of effects that may count."""
    certain = join_all(unknown)
    return [certain, *(join(certain, one.effect) for one in maybe if one.effect.__class__ is Open)]


def _after(verb: StageVerb | None, way: Way, before: Any) -> list[Any]:
    """The possible outcomes of a later stage on a value."""
    if not way.stands and not way.may:
        return [before]
    match verb:
        case StageVerb.SUM:
            return _sums(way, before)
        case StageVerb.PRODUCT:
            return _products(way, before)
        case StageVerb.GREATEST | StageVerb.LEAST | StageVerb.AT_MOST | StageVerb.AT_LEAST:
            return _strongest(verb, way, before)
        case StageVerb.ROUNDED:
            return _rounded(way, before)
        case StageVerb.ONE | None:
            raise AssertionError(f"`{verb}` cannot come after another stage")
        case _:
            assert_never(verb)


def _terms(weighed: tuple[Weighed, ...]) -> list[Any]:
    return [-one.effect if one.live.core.verb is Verb.TAKE and one.effect.__class__ is not Open else one.effect for one in weighed]


def _sums(way: Way, before: Any) -> list[Any]:
    known = _terms(way.stands)
    if not way.may and all(term.__class__ is int for term in known):
        return [exact(before + sum(known))]
    unknown = [term for term in known if term.__class__ is Open]
    if unknown:
        return _unsettled(unknown, way.may)
    return _spread([exact(before + sum(known))], _terms(way.may), _added)


def _sums_of_some(maybe: tuple[Weighed, ...]) -> list[Any]:
    """The sums of at least one of these."""
    return _spread([], _terms(maybe), _added, alone=True)


def _products(way: Way, before: Any) -> list[Any]:
    unknown = [one.effect for one in way.stands if one.effect.__class__ is Open]
    if unknown:
        return _unsettled(unknown, way.may)
    whole = before
    for one in way.stands:
        whole = times(whole, one.effect)
    return _spread([whole], [one.effect for one in way.may], times)


def _added(one: Any, other: Any) -> Any:
    return exact(one + other)


def _spread(start: list[Any], effects: list[Any], work: Callable[[Any, Any], Any], *, alone: bool = False) -> list[Any]:
    """What comes of these values where each effect may count or not; with `alone` an effect may also be the first. Open ones last."""
    found: dict[Any, None] = dict.fromkeys(start)
    ended: list[Any] = []
    for effect in effects:
        if effect.__class__ is Open:
            ended.append(effect)
        elif len(found) <= _MOST:
            found.update(dict.fromkeys([work(one, effect) for one in found] + ([effect] if alone else [])))
    return [*found, *ended]


def _strongest(verb: StageVerb, way: Way, before: Any) -> list[Any]:
    """Stages at which one rule decides: the greatest or least factor, the lowest ceiling, the highest floor."""
    unknown = [one.effect for one in way.stands if one.effect.__class__ is Open]
    if unknown:
        return _unsettled(unknown, way.may)
    greatest = verb in {StageVerb.GREATEST, StageVerb.AT_LEAST}
    choose = max if greatest else min
    best = choose(one.effect for one in way.stands) if way.stands else None
    candidates = [best]
    ended: list[Any] = []
    for one in way.may:
        if one.effect.__class__ is Open:
            ended.append(one.effect)
        elif best is None or choose(best, one.effect) != best:
            candidates.append(one.effect)
    return [*dict.fromkeys(_apply(verb, before, one) for one in candidates), *ended]


def _apply(verb: StageVerb, before: Any, strongest: Any) -> Any:
    if strongest is None:
        return before
    if verb is StageVerb.AT_MOST:
        return min(before, strongest)
    if verb is StageVerb.AT_LEAST:
        return max(before, strongest)
    return exact(before * strongest)


def _rounded(way: Way, before: Any) -> list[Any]:
    """Roundings that make the same of the value are alike."""

    def results(weighed: tuple[Weighed, ...]) -> set[Any]:
        return {ROUNDINGS[one.live.core.rounding](before) for one in weighed if one.live.core.rounding is not None}

    sure = results(way.stands)
    if len(sure) > 1:
        return [_CLASH]
    extra = results(way.may) - sure
    if sure:
        return [*sure, *([_CLASH] if extra else [])]
    return list(dict.fromkeys([before, *extra])) + ([_CLASH] if len(extra) > 1 else [])
