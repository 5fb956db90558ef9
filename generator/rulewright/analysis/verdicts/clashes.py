"""Pairs of rules of one question: contradictions, clashes under options, overlaps with the same answer, and what settles the others."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from itertools import combinations, groupby
from math import comb
from operator import itemgetter
from typing import TypeAlias

from rulewright.analysis.dependencies.pairs import opposed
from rulewright.analysis.verdicts.context import Context, effects_of, stand
from rulewright.analysis.verdicts.doubts import NO_DOUBT, Doubts, Pair, Pairs
from rulewright.analysis.verdicts.findings import Kind, SettledPair, Witness
from rulewright.analysis.verdicts.witness import NotShown, apart
from rulewright.base.keywords import Verb
from rulewright.base.records import record
from rulewright.core.model import PrecedenceKind
from rulewright.core.precedence_policy import may_clash
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.fixpoint import State
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.overlaps import overlapping
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Value
from rulewright.engines.solver.search.solver import Box, Spent
from rulewright.semantics.model import QuestionKind, TableVerb

MOST_FOUND, FEWEST_FOUND, MOST_WEIGHED = 200, 20, 200_000
"""At most so many contradictions and overlaps of one question are reported; fewer for a question of very many rules, as each is replayed
with all of its rules: so many are weighed in all. That there are more is reported as not analysed."""
MOST_TOGETHER, MOST_SETS = 3, 500
"""Sets of up to so many further options are tried for the smallest while there are few such sets; else one is made smaller as it goes."""


def meeting(context: Context, stage: Stage) -> Iterator[tuple[EncodedRule, EncodedRule]]:
    """The pairs of a stage whose conditions share a point, as far as their plain parts show."""
    space = context.space
    boxes = [space.necessary(one.stands) for one in stage.standing]
    for one, other in overlapping(boxes, space):
        yield stage.rules[one], stage.rules[other]


def judge_contradictions(context: Context, about: Pairs | None = None) -> None:
    """Report two rules that stand and say opposite things; of those pairs alone that may, where they are known (`about`)."""
    found, most = 0, _most_found(context)
    for stage in context.stages:
        for one, other, formula in contradicting(context, stage, about):
            if found >= most:
                context.leave(None, f"more than {most} contradictions: the pairs after these were not looked at")
                context.answered = context.answered.joined_with(Doubts(pairs=about or frozenset()))
                return
            try:
                found += _judge(context, one, other, formula)
            except Spent as spent:
                context.leave(one, f"whether it contradicts {other.rule.id}: {spent.why}", _doubt_about(one, other))


def _doubt_about(one: EncodedRule, other: EncodedRule) -> Doubts:
    return Doubts(pairs=frozenset({pair_of(one, other)}))


def _most_found(context: Context) -> int:
    rules = sum(len(stage.rules) for stage in context.stages)
    return max(FEWEST_FOUND, min(MOST_FOUND, MOST_WEIGHED // max(1, rules)))


def contradicting(context: Context, stage: Stage, about: Pairs | None = None) -> Iterator[tuple[EncodedRule, EncodedRule, Formula]]:
    """The pairs that can stand together and disagree, with where they do; a rule is asked with all that it meets at once.

    Only those are looked at that it is `about`.
    Pairs that are too much for the search come last, all at once.
    """
    both = context.space.both
    left: list[tuple[EncodedRule, EncodedRule, Formula]] = []
    for one, met in groupby(meeting(context, stage), itemgetter(0)):
        asked: dict[Formula, list[tuple[EncodedRule, Formula]]] = {}
        for _, other in met:
            if not opposed(one.rule, other.rule):
                continue
            if about is not None and pair_of(one, other) not in about:
                continue
            clash = _disagree(context, one, other)
            stands = context.standing(other, one).stands
            against = stands if clash == TRUE else both(stands, clash)
            if against != FALSE:
                asked.setdefault(context.standing(one, other).stands, []).append((other, against))
        for stands, several in asked.items():
            answers = context.solver.possible_with(stands, [against for _, against in several])
            for (other, against), possible in zip(several, answers, strict=True):
                if possible:
                    yield one, other, both(stands, against)
                elif possible is None:
                    left.append((one, other, both(stands, against)))
    yield from _which(context, left, "contradicts", _doubt_about)


def _which(
    context: Context,
    left: list[tuple[EncodedRule, EncodedRule, Formula]],
    does: str,
    doubt: Callable[[EncodedRule, EncodedRule], Doubts] = lambda *_: NO_DOUBT,
) -> Iterator[tuple[EncodedRule, EncodedRule, Formula]]:
    """The pairs that were too much for the search, of which it is asked all at once whether they can be; what is not decided is noted."""
    possible, undecided = context.solver.which(where for _, _, where in left)
    for one, other, where in left:
        if where in undecided:
            context.leave(one, f"whether it {does} {other.rule.id}: {undecided[where]}", doubt(one, other))
        elif where in possible:
            yield one, other, where


def _disagree(context: Context, one: EncodedRule, other: EncodedRule) -> Formula:
    """Where two rules that clash have different answers."""
    before: Value | None = None
    if one.core.rounding is not other.core.rounding:
        before = context.algebra.as_value(context.encoder.answer(context.question.name, context.env, one.core.stage - 1))
    return context.encoder.rules.precedence.clash(one, other, before).yes


def _judge(context: Context, one: EncodedRule, other: EncodedRule, formula: Formula) -> bool:
    box = _with_fewest_options(context, formula)
    if box is None:
        return False
    try:
        situation, result = context.show(formula, box, stand(one, other, alike=False), effects_of(one, other))
    except NotShown as fault:
        context.excused(formula, one, f"whether it contradicts {other.rule.id}", fault, _doubt_about(one, other))
        return False
    said = context.said_by((one, other), result)
    context.find(
        Kind.OPTION_CLASH if situation.options else Kind.CONTRADICTION,
        (one.rule.id, other.rule.id),
        (one.rule.case, other.rule.case),
        situation,
        said,
        options=situation.options,
        answers=_doubt_about(one, other),
    )
    return True


def _with_fewest_options(context: Context, formula: Formula) -> Box | None:
    """A box with no option if there is one, else with a smallest set of them: those that are needed at all, and as few more as possible."""
    formula = apart(context.solver, formula)
    off = context.options_off(formula)
    if not off:
        return context.solver.model(formula)
    plain = context.space.necessary(formula)
    needed = {variable: 1 for variable in off if not plain.get(variable, 2) & 2}
    others = {variable: 2 for variable in off if variable not in needed}
    for size in range(MOST_TOGETHER + 1):
        if comb(len(others), size) > MOST_SETS:
            break
        for chosen in combinations(others, size):
            found = context.solver.model(formula, {**needed, **others, **dict.fromkeys(chosen, 1)})
            if found is not None:
                return found
    return _shrunk(context, formula, others)


def _shrunk(context: Context, formula: Formula, off: dict[int, int]) -> Box | None:
    """Many options at once: taken away one after the other, as long as a box is left."""
    found = context.solver.model(formula)
    fixed: dict[int, int] = {}
    for variable in off:
        without = context.solver.model(formula, {**fixed, variable: 2})
        if without is not None:
            found, fixed[variable] = without, 2
    return found


def judge_overlaps(context: Context) -> None:
    """Report two rules of different cases that say the same where both stand, with no statement between them."""
    unread: list[tuple[EncodedRule, EncodedRule]] = []
    _find_overlaps(context, None, unread)
    if unread:
        _judge_unread(context, unread)


def may_overlap(context: Context) -> bool:
    """There are two rules of different cases that may say the same, as far as a glance tells."""
    return any(context.solver.possible_shortly(same) is not False for _, _, same in _alike(context))


def _find_overlaps(context: Context, about: Pairs | None, unread: list[tuple[EncodedRule, EncodedRule]]) -> Pairs:
    """Report the overlaps that there are, of those that it is `about`, and return them; `unread` gets those that are not looked into."""
    found: set[Pair] = set()
    most = _most_found(context)
    for one, other, same in _overlapping(context, unread, about):
        if len(found) >= most:
            context.leave(None, f"more than {most} overlaps with the same answer: the pairs after these were not looked at")
            break
        try:
            box = context.small(same)
            if box is None:
                continue
            situation, result = context.show(same, box, stand(one, other, alike=True), effects_of(one, other), expected=False)
        except Spent as spent:
            context.leave(one, f"whether it says the same as {other.rule.id}: {spent.why}")
            continue
        except NotShown:
            if not context.has_many:
                raise
            continue
        context.find(
            Kind.OVERLAP, (one.rule.id, other.rule.id), (one.rule.case, other.rule.case), situation, context.said_by((one, other), result)
        )
        found.add(pair_of(one, other))
    return frozenset(found)


def _judge_unread(context: Context, unread: list[tuple[EncodedRule, EncodedRule]]) -> None:
    """Overlaps of rules that are not looked into among few things: ruled out for any number of them, or shown among many, or noted."""
    elsewhere = context.elsewhere
    left = frozenset(pair_of(one, other) for one, other in unread)
    anywhere = None if elsewhere is None else elsewhere.anywhere()
    if elsewhere is not None and anywhere is not None:
        unsure: list[tuple[EncodedRule, EncodedRule]] = []
        possible = frozenset(pair_of(one, other) for one, other, _ in _overlapping(anywhere, unsure, left))
        left = possible | frozenset(pair_of(one, other) for one, other in unsure)
        for crowd in elsewhere.crowds(1) if left else ():
            left -= _find_overlaps(crowd, left, [])
            context.findings += crowd.findings
    for one, other in unread:
        if pair_of(one, other) in left:
            reasons = context.encoder.reasons(context.space.both(context.standing(one).stands, context.standing(other).stands))
            context.leave(one, f"whether it says the same as {other.rule.id}: {reasons[0]}")


def _overlapping(
    context: Context, unread: list[tuple[EncodedRule, EncodedRule]], about: Pairs | None = None
) -> Iterator[tuple[EncodedRule, EncodedRule, Formula]]:
    """The pairs of the first stage that can say the same together, with where; those that are too much for the search come last."""
    left: list[tuple[EncodedRule, EncodedRule, Formula]] = []
    for one, other, same in _alike(context):
        if about is not None and pair_of(one, other) not in about:
            continue
        if context.encoder.reasons(same):
            unread.append((one, other))
            continue
        possible = context.solver.possible_shortly(same)
        if possible:
            yield one, other, same
        elif possible is None:
            left.append((one, other, same))
    yield from _which(context, left, "says the same as")


def _alike(context: Context) -> Iterator[tuple[EncodedRule, EncodedRule, Formula]]:
    """The pairs of the first stage that say the same with no statement between them, as far as the rules show, with where both stand."""
    ahead, behind = _stated(context)
    for one, other in meeting(context, context.stages[0]):
        first, second = one.core.number, other.core.number
        if _may_say_the_same(context, one, other) and not ahead[first] & behind[second] and not ahead[second] & behind[first]:
            stands = (context.standing(one).stands, context.standing(other).stands)
            yield one, other, context.space.both(*stands, _same(context, one, other))


def pair_of(one: EncodedRule, other: EncodedRule) -> Pair:
    """The numbers of two rules, by which they are known in every world."""
    return frozenset((one.core.number, other.core.number))


def _stated(context: Context) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """The statements that put each rule before others, and those that put it behind others, whether they are ever in force or not."""
    ahead: dict[int, set[int]] = defaultdict(set)
    behind: dict[int, set[int]] = defaultdict(set)
    for place, one in enumerate(context.core.on[context.question.name].precedence):
        if one.kind is PrecedenceKind.STATED:
            for number in one.by:
                ahead[number].add(place)
            for number in one.targets:
                behind[number].add(place)
    return ahead, behind


def _may_say_the_same(context: Context, one: EncodedRule, other: EncodedRule) -> bool:
    first, second = one.rule, other.rule
    if first.through is not None or second.through is not None:
        return False  # said of the general action
    if first.case == second.case or first.otherwise != second.otherwise:
        return False
    if set(first.restates + first.besides) & set(other.core.uids) or set(second.restates + second.besides) & set(one.core.uids):
        return False
    if context.question.kind in (QuestionKind.VERDICT, QuestionKind.PREDICATE):
        return first.verb is second.verb
    return {first.verb, second.verb} <= {Verb.IS, TableVerb.LOOK_UP}


def _same(context: Context, one: EncodedRule, other: EncodedRule) -> Formula:
    if one.effect is None or other.effect is None:
        return context.space.both()
    return context.algebra.same(one.effect, other.effect)


WayName: TypeAlias = tuple[tuple[str, str], str, str]
"""Two rules, a principle, and the provision that wins with it."""


@record
class WayOfSettling:
    """A principle that would settle two rules of a question, and where; the provision that wins with it."""

    question: str
    rules: tuple[EncodedRule, EncodedRule]
    principle: str
    winner: str
    where: Formula

    @property
    def cases(self) -> tuple[str, str]:
        """The cases of both rules."""
        return (self.rules[0].rule.case, self.rules[1].rule.case)

    @property
    def rule_ids(self) -> tuple[str, str]:
        """The ids of both rules."""
        return (self.rules[0].rule.id, self.rules[1].rule.id)

    @property
    def name(self) -> WayName:
        """The rules, the principle and what wins, by which it is known in every world."""
        return (self.rule_ids, self.principle, self.winner)

    def pair(self, situation: Witness) -> SettledPair:
        """The pair, with a situation in which it is settled so."""
        return SettledPair(self.question, self.rule_ids, self.cases, self.principle, self.winner, situation)

    def found(self, context: Context) -> SettledPair | None:
        """The pair, if there is a situation."""
        box = None if self.where == FALSE else _box(context, self.where)
        return None if box is None else self.pair(context.situation_of(self.rules, box))

    def shown(self, context: Context) -> SettledPair | None:
        """The pair, if there is a situation in which the interpreter shows both conditions."""
        try:
            box = None if self.where == FALSE else context.small(self.where)
            return None if box is None else self.pair(context.show(self.where, box, _both_hold(*self.rules), expected=False)[0])
        except (Spent, NotShown) as fault:
            context.leave(self.rules[0], f"whether it meets {self.rule_ids[1]}: {fault}")
            return None


def _both_hold(*rules: EncodedRule) -> Callable[[Result], bool]:
    numbers = {live.core.number for live in rules}
    return lambda result: numbers <= {one.live.number for one in result.weighed if one.state in (State.STANDS, State.BEATEN)}


def settled_pairs(context: Context, about: Collection[WayName] | None = None) -> Iterator[SettledPair]:
    """Each pair whose conditions hold together somewhere with opposite answers, and each principle that settles it there.

    Only those ways are looked at that it is `about`.
    """
    for way in ways_of_settling(context, about):
        pair = way.found(context)
        if pair is not None:
            yield pair


def ways_of_settling(context: Context, about: Collection[WayName] | None = None) -> Iterator[WayOfSettling]:
    """Each principle that would settle two rules of a question, of those that it is `about`."""
    pairs = None if about is None else {rules for rules, _, _ in about}
    for stage in context.stages:
        boxes = [context.space.necessary(live.condition.yes) for live in stage.rules]
        for first, second in overlapping(boxes, context.space):
            one, other = stage.rules[first], stage.rules[second]
            if not may_clash(one.rule, other.rule) or (pairs is not None and (one.rule.id, other.rule.id) not in pairs):
                continue
            for where, principle, winner in _ways_to_settle(context, stage, one, other):
                way = WayOfSettling(context.question.name, (one, other), principle, winner, where)
                if about is None or way.name in about:
                    yield way


def _ways_to_settle(context: Context, stage: Stage, one: EncodedRule, other: EncodedRule) -> Iterator[tuple[Formula, str, str]]:
    """Where each principle would settle two rules, what it is and which provision wins; the last is where nothing settles them."""
    clash = _disagree(context, one, other)
    together = context.space.both(one.condition.yes, other.condition.yes, clash)
    setters = [setter for setter in context.asked.setters if not setter.targets.isdisjoint((one.core.number, other.core.number))]
    gone = [setter.active.yes for setter in setters]
    before: dict[int, list[Formula]] = {one.place: gone.copy(), other.place: gone.copy()}
    for edge in stage.edges:
        if {edge.by, edge.target} == {one.place, other.place}:
            if edge.kind is PrecedenceKind.CARRIED and one.core.otherwise is not other.core.otherwise:
                continue  # that an `otherwise` rule gives way says it all
            by_policy = edge.kind is PrecedenceKind.POLICY
            earlier = context.space.either(*before[edge.by]) if by_policy else FALSE  # a line speaks where nothing before it does
            yield context.space.both(together, edge.active.yes, context.space.negate(earlier)), edge.why, stage.rules[edge.by].rule.id
            before[edge.by].append(edge.active.yes)
    for setter in setters:
        yield context.space.both(together, setter.active.yes), "set aside", setter.setter.id
    yield context.space.both(context.standing(one, other).stands, context.standing(other, one).stands, clash), "", ""


def _box(context: Context, formula: Formula) -> Box | None:
    try:
        box = context.small(formula)
    except Spent:
        return None
    return None if box is None else context.widened(formula, box)
