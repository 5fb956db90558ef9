"""Assumes what is usual: of facts that are not given, where the answer is not certain without them, and no more than it rests on.

An assumption never changes an answer that is certain without it: it is one of the ways in which the fact could turn out. So what was
assumed needs no more than to be said. What is undetermined whatever the facts are may still be so for a plainer reason, or by a reading
that says more, where things are as usual: there the usual is assumed, too.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias

from rulewright.engines.interpreter.default_values import ABSENT, Usual
from rulewright.engines.interpreter.explore import UNDETERMINED, Inquiry
from rulewright.engines.interpreter.unknown import Open
from rulewright.semantics.terms import FactKey

Assumed: TypeAlias = dict[FactKey, Any]
"""The usual values of facts that were not given."""
Keys: TypeAlias = frozenset[FactKey]
_LISTED = 300
"""So many passes are made to find out what would be missing too."""
_MOST_TRIED = 500
"""So many sets of assumptions are tried; beyond, all that are in question are taken for those that are looked for."""
_MOST_PASSES = 2000
"""So many passes are made to find the assumptions that an answer rests on, all trials together; beyond, all that were read are listed."""
_MOST_STEPS = 20_000
"""So many steps these passes may take, by what the first pass took: so what is usual costs about as much as what is given."""


def assuming(
    inquiry: Inquiry, usual_of: Callable[[], Usual], unless: Keys = frozenset(), *, brief: bool = False
) -> tuple[Inquiry, Assumed]:
    """The inquiry with assumptions, and those that its answer rests on: none where it is certain without them.

    They are in some smallest set of assumptions that is enough for the answer. Where facts are missing all the same, they are those that
    would be missing too. `usual_of` tells what is usual; it is called where the answer is not certain. Of the facts `unless`
    nothing is assumed. `brief`: what an answer can do without is not found out, and all that was looked at is listed.
    """
    before = inquiry.steps.left
    if inquiry.explore({}, {}).outcome not in (None, UNDETERMINED) or not (usual := usual_of()).values:
        return inquiry, {}
    most = min(_MOST_PASSES, _MOST_STEPS // max(before - inquiry.steps.left, 1))
    usual = replace(usual, withheld=unless)
    usual = replace(usual, withheld=unless | _not_together(inquiry, usual))
    under = _under(inquiry, usual)
    outcome = _outcome(under)
    if outcome is None:
        return _under(inquiry, usual), _missing(inquiry, usual, most)
    needed = _needed(inquiry, usual, outcome, _met(under) - usual.withheld, 0 if brief else most)
    return _under(inquiry, usual), {key: usual.of(key) for key in needed}


def _outcome(inquiry: Inquiry) -> Any:
    """What every completion has: the outcome and, where it is undetermined, for what reasons; None where two differ."""
    outcome = inquiry.certain()
    if outcome != UNDETERMINED:
        return outcome
    value = inquiry.explore({}, {}).value
    return (*outcome, value.whys, value.readings) if value.__class__ is Open else outcome


def _needed(inquiry: Inquiry, usual: Usual, outcome: Any, read: Keys, most: int) -> Keys:
    """The assumptions in some smallest set that is enough for an outcome; `read` are enough, and all of them where that takes too long.

    `most`: so many passes are made; where there are more assumptions than that, none is tried.
    """
    if len(read) > most:
        return read
    made = 0

    def settled(assumed: Usual) -> bool:
        nonlocal made
        if made > most:
            raise _TooMany
        tried = replace(_under(inquiry, assumed), budget=min(inquiry.budget, most - made))
        found = _outcome(tried) == outcome
        made += tried.passes
        if made > most:
            raise _TooMany
        return bool(found)

    def enough(keys: Keys) -> bool:
        return settled(replace(usual, only=keys))

    try:
        each = frozenset(key for key in sorted(read, key=str) if not settled(replace(usual, withheld=usual.withheld | {key})))
        if enough(each):
            return each
        several = each | frozenset(_missing(_under(inquiry, replace(usual, only=each)), usual, most - made))
        return _in_smallest(several if enough(several) else several | read, enough)
    except _TooMany:
        return read


class _TooMany(Exception):
    """More passes would be needed than are made."""


def _missing(inquiry: Inquiry, usual: Usual, most: int) -> Assumed:
    """The usual values of the facts that an inquiry finds missing, in so many passes at most."""
    within = replace(inquiry, budget=min(_LISTED, most))
    return {key: value for key, _ in within.answer().missing if (value := usual.of(key)) is not ABSENT}


def _under(inquiry: Inquiry, usual: Usual) -> Inquiry:
    """The inquiry anew, with assumptions."""
    return replace(inquiry, usual=replace(usual, met=set()), passes=0, spent=False)


def _met(inquiry: Inquiry) -> Keys:
    """The facts with a usual value that an inquiry has met."""
    assert inquiry.usual is not None
    return frozenset(inquiry.usual.met)


def _not_together(inquiry: Inquiry, usual: Usual) -> Keys:
    """The assumptions in some smallest set that is impossible together with what is given."""
    under = _under(inquiry, usual)
    if not inquiry.machine.impossible().each or under.possible({}):
        return frozenset()
    nothing = _under(inquiry, replace(usual, only=frozenset()))
    nothing.is_impossible({})  # where nothing is assumed every statement is gone through
    met = _met(under) | _met(nothing)

    def impossible(keys: Keys) -> bool:
        nonlocal met
        tried = _under(inquiry, replace(usual, only=keys))
        found = not tried.possible({})
        met |= _met(tried)
        return found

    pool: Keys = frozenset()
    found: Keys = frozenset()
    while pool != met:
        pool = met
        found = _in_smallest(pool, impossible)
    return found


def _in_smallest(every: Keys, holds: Callable[[Keys], bool]) -> Keys:
    """What is in some smallest set for which something holds that holds for all larger sets too."""
    tried: dict[Keys, bool] = {}

    def held(keys: Keys) -> bool:
        if keys not in tried:
            tried[keys] = holds(keys)
        return tried[keys]

    found: set[FactKey] = set()
    waiting, seen = [every], {every}
    while waiting:
        keys = waiting.pop()
        if len(tried) > _MOST_TRIED:
            return every
        if not held(keys):
            continue
        smallest = keys
        for key in sorted(keys, key=str):
            if held(smallest - {key}):
                smallest -= {key}
        found |= smallest
        rest = [one for key in smallest if (one := keys - {key}) not in seen]  # a further smallest set is without one of its members
        waiting += rest
        seen.update(rest)
    return frozenset(found)
