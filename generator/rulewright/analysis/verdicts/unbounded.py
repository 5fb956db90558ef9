"""Doubts about a question, settled for any number of things.

What is impossible in an abstraction is impossible everywhere. Most questions are settled by statements of precedence alone: a shallow
abstraction, in which whatever is asked on the way may be answered in any way, leaves no doubt of them, and costs little. What doubts it
leaves are looked for among few things, then in a deep abstraction, at last among many. Those that are left then are listed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import combinations

from rulewright.analysis.verdicts.answers import has_range, judge_range
from rulewright.analysis.verdicts.clashes import WayName, WayOfSettling, contradicting, judge_contradictions, pair_of, ways_of_settling
from rulewright.analysis.verdicts.context import Context, Elsewhere
from rulewright.analysis.verdicts.cycles import judge_cycles, reached_circles
from rulewright.analysis.verdicts.doubts import Doubts, Pair, Pairs
from rulewright.analysis.verdicts.findings import NotAnalysed, SettledPair
from rulewright.analysis.verdicts.gaps import judge_gap, judge_value_gap, must_be_answered, unanswered
from rulewright.analysis.verdicts.rules import is_shown_standing
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.search.solver import Spent
from rulewright.semantics import terms
from rulewright.semantics.model import Question


def doubts_in(context: Context, about: Doubts) -> Doubts:
    """The doubts that are left in an abstraction of those that it is asked `about`: what is not ruled out there."""
    with suppress(NotAnalysable):
        return Doubts(
            frozenset(_clashing(context, about.pairs)),
            about.circle and any(context.may_hold(where) for _, _, where in reached_circles(context)),
            about.gap and must_be_answered(context.question) and _may_be_unanswered(context),
            about.outside and has_range(context.question) and _may_leave_its_range(context),
        )
    return about


def every_doubt(core: Core, question: Question) -> Doubts:
    """All that may be wrong with a question that is not looked into."""
    numbers = range(len(core.on[question.name].rules))
    pairs = frozenset(frozenset(pair) for pair in combinations(numbers, 2))
    return Doubts(pairs, circle=True, gap=must_be_answered(question), outside=has_range(question))


def _clashing(context: Context, about: Pairs) -> Iterator[Pair]:
    """The pairs of rules that can stand together and disagree, or of which that is not decided."""
    for stage in context.stages:
        for one, other, _ in contradicting(context, stage, about):
            yield pair_of(one, other)
    for undecided in context.left.values():
        yield from undecided.pairs


def _may_be_unanswered(context: Context) -> bool:
    with suppress(NotAnalysable):
        return any(context.may_hold(where) for where in unanswered(context))
    return True


def _may_leave_its_range(context: Context) -> bool:
    with suppress(NotAnalysable):
        return context.may_hold(context.encoder.answers.outside(context.asked))
    return True


# ---- settling ----------------------------------------------------------------------------------------------------------------------------


RANGE = Doubts(outside=True)
MORE_MAY = "nothing was found with as many things as are tried; with more of them it may be so"
MOST_IN_RANGE = 6
"""That a number over things, of facts alone, outgrows its range is looked for with so many: a range also says how many are expected."""
SHARE_OF_STEPS = 10
"""In each of the many worlds that are looked into z3 may take one in so many of its steps."""
MOST_STEPS = 40_000
"""Situations of many things are replayed in so many steps of the interpreter, all of one kind of world together."""


def settle_doubts(context: Context, doubts: Doubts, elsewhere: Elsewhere) -> None:
    """Settle what doubts there are of a question that was judged among few things: report what is found, and note what is left."""
    left = doubts.without(context.answered)
    if not context.limits:
        left = left.shared_with(_doubts_about(context.left))
    if left.without(RANGE) and (anywhere := elsewhere.anywhere()) is not None:
        left = doubts_in(anywhere, left.without(RANGE)).joined_with(left.shared_with(RANGE))
    among_few = _doubts_about(context.left).shared_with(RANGE)
    left = _look_among_many(context, left, elsewhere).joined_with(among_few.without(context.answered))
    context.left = {entry: about for entry, about in context.left.items() if not about or about.shared_with(left)}
    _note(context, left.without(_doubts_about(context.left)))


def settle_elsewhere(anywhere: Context, doubts: Doubts, elsewhere: Elsewhere, refusal: str) -> None:
    """The same of a question that is not looked into among few things; a rule of which it is not shown that it can stand is noted, too."""
    left = doubts_in(anywhere, doubts)
    anywhere.left.clear()
    outside = left.outside
    left = _look_among_many(anywhere, left, elsewhere)
    _note(anywhere, left)
    for live in anywhere.lives():
        if not is_shown_to_stand(live, elsewhere):
            anywhere.leave(live, refusal)
    if outside and not anywhere.answered.outside:
        anywhere.leave(None, f"whether it stays in its range: {refusal}")


def _look_among_many(context: Context, doubts: Doubts, elsewhere: Elsewhere) -> Doubts:
    """Report what is found where there are many things, and return the doubts that are left."""
    if doubts.outside and not _adds_up_facts(context):
        doubts = doubts.without(RANGE)
    if not doubts:
        return doubts
    for crowd in elsewhere.crowds(None if doubts.without(RANGE) else MOST_IN_RANGE):
        with context.witnesses.sparingly(MOST_STEPS):
            doubts = _found_in(context, crowd, doubts)
        if not doubts.without(RANGE) and (not doubts.outside or crowd.shared_by >= MOST_IN_RANGE):
            break
    return doubts


def is_shown_to_stand(live: EncodedRule, elsewhere: Elsewhere) -> bool:
    """There is a situation among many things in which the interpreter shows that a rule stands."""
    for crowd in elsewhere.crowds(1):
        with suppress(Spent):
            if is_shown_standing(crowd, live):
                return True
    return False


def _adds_up_facts(context: Context) -> bool:
    """What a rule says has a number over things in it, and asks no other question."""
    effects = [address.rule.effect for live in context.lives() for address in live.core.addresses if address.rule.effect is not None]
    inside = [list(terms.walk(effect)) for effect in effects]
    asking = (terms.Ask, terms.AskVerdict, terms.Barred, terms.UpTo)
    return any(isinstance(term, terms.Gathered) for walked in inside for term in walked) and not any(
        isinstance(term, asking) for walked in inside for term in walked
    )


def _doubts_about(left: Mapping[NotAnalysed, Doubts]) -> Doubts:
    found = Doubts()
    for about in left.values():
        found = found.joined_with(about)
    return found


def _found_in(context: Context, crowd: Context, doubts: Doubts) -> Doubts:
    """Report what is found in a crowd, and return the doubts that are left."""
    with crowd.sparingly(), suppress(NotAnalysable):
        crowd.solver.z3_steps //= SHARE_OF_STEPS
        if doubts.pairs:
            judge_contradictions(crowd, doubts.pairs)
        if doubts.circle:
            judge_cycles(crowd)
        if doubts.gap:
            judge_gap(crowd)
            judge_value_gap(crowd)
        if doubts.outside and crowd.shared_by == MOST_IN_RANGE:
            judge_range(crowd)
    context.findings += crowd.findings
    return doubts.without(crowd.answered)


def _note(context: Context, doubts: Doubts) -> None:
    """Note as not decided what was neither found nor ruled out."""
    lives = {live.core.number: live for live in context.lives()}
    for first, second in sorted(sorted(pair) for pair in doubts.pairs):
        context.leave(lives[first], f"whether it contradicts {lives[second].rule.id}: {MORE_MAY}")
    if doubts.circle:
        context.leave(None, f"whether some situation reaches a circle of its rules: {MORE_MAY}")
    if doubts.gap:
        context.leave(None, f"whether it is always answered: {MORE_MAY}")


# ---- pairs that are settled --------------------------------------------------------------------------------------------------------------


def ways_at_a_glance(elsewhere: Elsewhere) -> frozenset[WayName] | None:
    """The ways of settling a pair that the shallow abstraction does not rule out for any number of things; None: it is not looked into."""
    context = elsewhere.at_a_glance()
    if context is not None:
        with suppress(NotAnalysable):
            return frozenset(way.name for way in _possible_ways(context, None))
    return None


def pairs_among_many(
    question: str, known: Sequence[SettledPair], glanced: frozenset[WayName] | None, elsewhere: Elsewhere, refusal: str
) -> tuple[list[SettledPair], list[NotAnalysed]]:
    """The pairs that meet, or that nothing settles, only where there are many things, and those of which that is not decided.

    `glanced`: the ways that are not ruled out `at_a_glance`; `refusal`: why few things do not decide it, which is said of a question that
    is not looked into elsewhere, either.
    """
    try:
        wanted = _ways_wanted(known, glanced, elsewhere)
    except NotAnalysable:
        wanted = None
    if wanted is None:
        return [], [NotAnalysed(question, "", "", refusal)]
    found: list[SettledPair] = []
    for crowd in elsewhere.crowds() if wanted else ():
        names = {way.name for way in wanted}
        with crowd.witnesses.sparingly(MOST_STEPS // SHARE_OF_STEPS), crowd.sparingly(), suppress(NotAnalysable):
            crowd.solver.z3_steps //= SHARE_OF_STEPS
            for way in ways_of_settling(crowd, frozenset(names)):
                pair = way.shown(crowd) if way.name in names else None
                if pair is not None:
                    found.append(pair)
                    names.discard(way.name)
        wanted = [way for way in wanted if way.name in names]
        if not wanted:
            break
    together = {way.rule_ids: way for way in wanted}
    left = [
        NotAnalysed(way.question, way.cases[0], rules[0], f"whether {rules[1]} ever says the opposite: {MORE_MAY}")
        for rules, way in together.items()
    ]
    return found, left


def _ways_wanted(known: Sequence[SettledPair], glanced: frozenset[WayName] | None, elsewhere: Elsewhere) -> list[WayOfSettling] | None:
    """The ways of settling a pair that are not ruled out for any number of things, of pairs that are not known to meet, and those in which
    nothing settles it; None where any number of things is not looked into. Raises `NotAnalysable`."""
    if glanced is None:
        return None
    pairs, ways = {pair.rules for pair in known}, {(pair.rules, pair.principle, pair.winner) for pair in known}
    names = frozenset(name for name in glanced - ways if name[0] not in pairs or not name[1])
    if not names:
        return []
    context = elsewhere.anywhere()
    return None if context is None else list(_possible_ways(context, names))


def _possible_ways(context: Context, about: frozenset[WayName] | None) -> Iterator[WayOfSettling]:
    """The ways of settling a pair that are not ruled out within few steps, of those that it is `about`."""
    with context.sparingly():
        context.solver.z3_steps //= SHARE_OF_STEPS
        yield from (way for way in ways_of_settling(context, about) if context.may_hold(way.where))
