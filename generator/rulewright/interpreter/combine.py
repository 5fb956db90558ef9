"""How the rules that stand make an answer: verdicts of two parts, predicates, values stage by stage.

Where a rule is open, the answer is worked out with it standing and with it not: one and the same outcome is the outcome, else the reasons
of what is open are the answer's. Alike rules are taken together, so this costs no more than the different outcomes that there are.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

from rulewright.interpreter.kleene import ROUNDINGS, exact
from rulewright.interpreter.opened import CONFLICT, SILENT, Open, join, join_all
from rulewright.interpreter.plan import LiveSetter
from rulewright.interpreter.situation import Result, Situation, Weighed
from rulewright.interpreter.standing import State
from rulewright.words import StageVerb, Verb

_SILENT = object()
_CLASH = Open(conflict=True)
"""A clash of this very question; `CONFLICT` may also come from a question that an effect asks."""
_MOST = 64
"""More different running values than this are not followed: the answer is then open."""


def standing(weighed: list[Weighed]) -> list[Weighed]:
    return [one for one in weighed if one.state is State.STANDS]


def opened(weighed: list[Weighed]) -> list[Weighed]:
    return [one for one in weighed if one.state is State.OPEN]


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


def _settle(result: Result, outcomes: list[Any], reasons: list[Open]) -> None:
    """Writes down the answer."""
    if len(outcomes) == 1 and outcomes[0].__class__ is not Open:
        result.value = outcomes[0]
        return
    result.clash = all(outcome is _CLASH for outcome in outcomes)
    result.value = decide(outcomes, reasons)


# ---- verdicts and predicates -------------------------------------------------------------------------------------------------------------


def verdict(situation: Situation, result: Result, weighed: list[Weighed]) -> None:
    """Permission and requirement, each from the rules that stand."""
    certain = _said(weighed, State.STANDS)
    maybe = _said(weighed, State.OPEN) - certain
    silence: Any = None
    outcomes: list[Any] = []
    for chosen in product((False, True), repeat=len(maybe)):
        verbs = certain | {verb for verb, there in zip(maybe, chosen, strict=True) if there}
        if "required" in verbs and Verb.MUST not in verbs:
            continue
        outcome = _of_verbs(verbs)
        if outcome is _SILENT:
            if silence is None:
                default = result.plan.otherwise
                silence = situation.silence(result, weighed, SILENT if default is None else default)
            outcome = silence
        outcomes.append(outcome)
    _settle(result, outcomes, _reasons(weighed))


def _said(weighed: list[Weighed], state: State) -> set[Verb | str]:
    """The verbs of the rules in a state; "required" where the requirement of a `must` is in it, `must` itself being its permission."""
    said: set[Verb | str] = {one.live.rule.verb for one in weighed if one.state is state}
    if any(one.live.rule.verb is Verb.MUST and (one.excused or one.state) is state for one in weighed):
        said.add("required")
    return said


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


def _reasons(weighed: list[Weighed]) -> list[Open]:
    return [one.opened for one in weighed if one.opened is not None]


def predicate(situation: Situation, result: Result, weighed: list[Weighed]) -> None:
    """Yes if a standing rule says so, no if none does, a conflict if both are said."""
    certain = {one.live.rule.verb for one in weighed if one.state is State.STANDS}
    maybe = {one.live.rule.verb for one in weighed if one.state is State.OPEN} - certain
    outcomes: list[Any] = []
    for chosen in product((False, True), repeat=len(maybe)):
        verbs = certain | {verb for verb, there in zip(maybe, chosen, strict=True) if there}
        if len(verbs) == 2:
            outcomes.append(_CLASH)
        elif verbs:
            outcomes.append(Verb.YES in verbs)
        else:
            outcomes.append(situation.silence(result, weighed, False))
    _settle(result, outcomes, _reasons(weighed))


# ---- values ------------------------------------------------------------------------------------------------------------------------------


def value(situation: Situation, result: Result, setters: tuple[tuple[LiveSetter, Any], ...], last: int | None) -> None:
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
        weighed = situation.stage(result, number, setters)
        reasons.extend(_reasons(weighed))
        if number == 0:
            outcomes = _start(stage.verb, weighed)
            outcomes = [_base_silence(situation, result, weighed) if outcome is _SILENT else outcome for outcome in outcomes]
        else:
            outcomes = [after for before in running for after in _after(stage.verb, weighed, before)]
        ended += [outcome for outcome in outcomes if outcome.__class__ is Open]
        running = [outcome for outcome in outcomes if outcome.__class__ is not Open]
        if len(running) > 1:
            running = list(dict.fromkeys(running))
        if len(running) > _MOST:
            ended.extend(reasons)
            running = running[:2]
        if len(running) == 1 and not ended and weighed:
            result.steps.append((stage.name, running[0]))
    if running and last is None:
        inside = [_in_range(result, one) for one in running]
        result.over = next((one for one, kept in zip(running, inside, strict=True) if kept is _CLASH), None)
        running = inside
    _settle(result, running + ended, reasons)


def _base_silence(situation: Situation, result: Result, weighed: list[Weighed]) -> Any:
    otherwise = result.plan.otherwise
    default = SILENT if otherwise is None or isinstance(otherwise, str) else otherwise(situation, result.args)
    return situation.silence(result, weighed, default)


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


def _start(verb: StageVerb | None, weighed: list[Weighed]) -> list[Any]:
    """The possible outcomes of the first stage; silence where no rule stands."""
    if verb is StageVerb.SUM:
        certain, maybe = standing(weighed), opened(weighed)
        return _sums(certain, maybe, 0) if certain else [_SILENT, *_sums_of_some(maybe)]
    return _one(weighed) if weighed else [_SILENT]


def _one(weighed: list[Weighed]) -> list[Any]:
    """Equal answers are no conflict; different ones are."""
    certain = standing(weighed)
    maybe = opened(weighed)
    if not maybe and len(certain) == 1:
        return [certain[0].effect]
    values = {one.effect for one in certain if one.effect.__class__ is not Open}
    unknown = [one.effect for one in certain if one.effect.__class__ is Open]
    if len(values) > 1:
        return [_CLASH]
    extra = list(dict.fromkeys(one.effect for one in maybe if one.effect.__class__ is not Open and one.effect not in values))
    if unknown:
        return _unsettled(unknown, maybe) + ([_CLASH] if len(values) + len(extra) > 1 else [])
    outcomes: list[Any] = [one.effect for one in maybe if one.effect.__class__ is Open]
    if values:
        outcomes.extend(values)
        return outcomes + ([_CLASH] if extra else [])
    return [_SILENT, *outcomes, *extra, *([_CLASH] if len(extra) > 1 else [])]


def _unsettled(unknown: list[Open], maybe: list[Weighed]) -> list[Any]:
    """Where an effect that counts for certain is open: so is the outcome, for its reason, or also for those of effects that may count."""
    certain = join_all(unknown)
    return [certain, *(join(certain, one.effect) for one in maybe if one.effect.__class__ is Open)]


def _after(verb: StageVerb | None, weighed: list[Weighed], before: Any) -> list[Any]:
    """The possible outcomes of a later stage on a value."""
    certain, maybe = standing(weighed), opened(weighed)
    if not certain and not maybe:
        return [before]
    match verb:
        case StageVerb.SUM:
            return _sums(certain, maybe, before) if certain or maybe else [before]
        case StageVerb.PRODUCT:
            return _products(certain, maybe, before)
        case StageVerb.GREATEST | StageVerb.LEAST | StageVerb.AT_MOST | StageVerb.AT_LEAST:
            return _strongest(verb, certain, maybe, before)
        case StageVerb.ROUNDED:
            return _rounded(certain, maybe, before)
        case _:
            raise AssertionError(f"`{verb}` cannot come after another stage")


def _terms(weighed: list[Weighed]) -> list[Any]:
    return [-one.effect if one.live.rule.verb is Verb.TAKE and one.effect.__class__ is not Open else one.effect for one in weighed]


def _sums(certain: list[Weighed], maybe: list[Weighed], before: Any) -> list[Any]:
    known = _terms(certain)
    if not maybe and all(term.__class__ is int for term in known):
        return [exact(before + sum(known))]
    unknown = [term for term in known if term.__class__ is Open]
    if unknown:
        return _unsettled(unknown, maybe)
    found: dict[Any, None] = {exact(before + sum(known)): None}
    ended: list[Any] = []
    for term in _terms(maybe):
        if term.__class__ is Open:
            ended.append(term)
        elif len(found) <= _MOST:
            found.update(dict.fromkeys([exact(one + term) for one in found]))
    return [*found, *ended]


def _sums_of_some(maybe: list[Weighed]) -> list[Any]:
    """The sums of at least one of these."""
    found: dict[Any, None] = {}
    ended: list[Any] = []
    for term in _terms(maybe):
        if term.__class__ is Open:
            ended.append(term)
        elif len(found) <= _MOST:
            found.update(dict.fromkeys([exact(one + term) for one in found] + [term]))
    return [*found, *ended]


def _products(certain: list[Weighed], maybe: list[Weighed], before: Any) -> list[Any]:
    unknown = [one.effect for one in certain if one.effect.__class__ is Open]
    if unknown:
        return _unsettled(unknown, maybe)
    whole = before
    for one in certain:
        whole = exact(whole * one.effect)
    found: dict[Any, None] = {whole: None}
    ended: list[Any] = []
    for one in maybe:
        if one.effect.__class__ is Open:
            ended.append(one.effect)
        elif len(found) <= _MOST:
            found.update(dict.fromkeys([exact(other * one.effect) for other in found]))
    return [*found, *ended]


def _strongest(verb: StageVerb, certain: list[Weighed], maybe: list[Weighed], before: Any) -> list[Any]:
    """Stages at which one rule tells: the greatest or least factor, the lowest ceiling, the highest floor."""
    unknown = [one.effect for one in certain if one.effect.__class__ is Open]
    if unknown:
        return _unsettled(unknown, maybe)
    greatest = verb in {StageVerb.GREATEST, StageVerb.AT_LEAST}
    choose = max if greatest else min
    best = choose(one.effect for one in certain) if certain else None
    candidates = [best]
    ended: list[Any] = []
    for one in maybe:
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


def _rounded(certain: list[Weighed], maybe: list[Weighed], before: Any) -> list[Any]:
    def results(weighed: list[Weighed]) -> set[Any]:
        return {ROUNDINGS[one.live.rule.rounding](before) for one in weighed if one.live.rule.rounding is not None}

    sure = results(certain)
    if len(sure) > 1:
        return [_CLASH]
    extra = results(maybe) - sure
    if sure:
        return [*sure, *([_CLASH] if extra else [])]
    return list(dict.fromkeys([before, *extra])) + ([_CLASH] if len(extra) > 1 else [])
