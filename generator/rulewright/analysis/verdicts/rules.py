"""Rules and statements of one question, each by itself: dead rules, hidden repeals, idle overrides, redundant rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import assert_never

from rulewright.analysis.verdicts.context import Context
from rulewright.analysis.verdicts.findings import Kind
from rulewright.analysis.verdicts.verdict_keys import name_of
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.base.keywords import StageVerb, Verb
from rulewright.engines.interpreter.evaluation import Result
from rulewright.engines.interpreter.fixpoint import State
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.rules import Stage
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, Formula
from rulewright.engines.solver.formula.symbolic import Value, constant
from rulewright.engines.solver.search.solver import Spent, Spot
from rulewright.semantics.model import Override, QuestionKind, SetAside, TableVerb

MOST_COMPARED = 60
"""Questions with more rules than this have no rule taken out and the whole answer compared."""
MOST_TRIED = 3
"""At so many sampled points at which a rule stands the answer is looked at without it."""
MOST_UNPROVED = 6_500
"""Where three things of a kind prove nothing, two whole answers are only compared by z3 if that takes no more formulas than this."""
LONGER = 8
"""The search takes so many times the nodes where z3 gave up on a note."""
DENIED: dict[Verb | TableVerb, tuple[Verb, ...]] = {
    Verb.NO: (Verb.YES,),
    Verb.MAY_NOT: (Verb.MAY, Verb.MUST),
    Verb.NEED_NOT: (Verb.MUST,),
}
"""What a rule of a verb denies: such rules."""
MOST_HELD_APART = 1_000
"""A rule is held against all others of its question only up to so many: that costs the square."""


def judge_dead(context: Context) -> None:
    """Rules that stand in no situation: their conditions never hold, or something always goes before them.

    A bar that is handed down is looked at where it is written.
    """
    rules = [(stage, live) for stage in context.stages for live in stage.rules if live.rule.through is None]
    several = [(stage, live, _stands(context, stage, live)) for stage, live in rules]
    answers = [context.solver.possible_shortly(stands, context.solver.budget) for _, _, stands in several]  # most can
    long = [stands for (_, _, stands), possible in zip(several, answers, strict=True) if possible is None]
    possible_too, undecided = context.solver.which(long)
    for (stage, live, stands), possible in zip(several, answers, strict=True):
        if stands in undecided:
            context.leave(live, f"whether it can stand: {undecided[stands]}")
        elif not possible and stands not in possible_too:
            try:
                _judge_dead(context, stage, live, stands)
            except Spent as spent:
                context.leave(live, f"whether it can stand: {spent.why}")


def _stands(context: Context, stage: Stage, live: EncodedRule) -> Formula:
    """Where a rule stands, or what it requires does."""
    required = stage.required.get(live.place)
    stands = context.standing(live).stands
    return stands if required is None else context.space.either(stands, required.stands)


def _judge_dead(context: Context, stage: Stage, live: EncodedRule, stands: Formula) -> None:
    """A rule that stands nowhere."""
    standing = context.standing(live)
    context.dead.add(live.core.number)
    opened = context.space.negate(context.space.either(stands, standing.out))
    if opened != FALSE and context.solver.possible(opened):
        return  # it may stand: what it asks is undetermined
    if not context.proved(stands):
        if not context.encoder.reasons(stands):
            _judge_among_more(context, live)
        return
    condition = live.condition.yes
    if condition == FALSE or not context.solver.possible(condition):
        if live.rule.parts:
            context.find(Kind.DEAD_RULE, (live.rule.id,), (live.rule.case,), why="its conditions never hold together")
        return
    if live.rule.verb is TableVerb.LOOK_UP and not context.solver.possible(live.held.yes):
        return  # its table holds no cell that is found: a table that is not held is no dead rule
    ahead = list(_ahead(context, stage, live))
    for statement, defeats in _by_statement(context, ahead):
        if not context.solver.possible(context.space.both(condition, context.space.negate(defeats))):
            cases = (statement.case, live.rule.case)
            context.find(Kind.HIDDEN_REPEAL, (statement.id, live.rule.id), cases, by=(name_of(statement),))
            return
    by = tuple(dict.fromkeys(provision for provision, _, where in ahead if context.solver.possible(condition, where)))
    context.find(Kind.DEAD_RULE, (live.rule.id,), (live.rule.case,), by=by, why="wherever its conditions hold, another goes before it")


def _judge_among_more(context: Context, live: EncodedRule) -> None:
    """Report a rule that stands among any number of things as little as among few; note it where that is not decided."""
    elsewhere = context.elsewhere
    anywhere = None if elsewhere is None else elsewhere.anywhere()
    if elsewhere is None or anywhere is None:
        context.leave(live, context.limits[0])
        return
    stage = anywhere.stages[live.rule.stage]
    there = _same_rule(stage, live)
    try:
        if there is not None and not anywhere.solver.possible(_stands(anywhere, stage, there)):
            _judge_dead(anywhere, stage, there, _stands(anywhere, stage, there))
            context.findings += anywhere.findings
            anywhere.findings.clear()
        elif not any(is_shown_standing(crowd, live) for crowd in elsewhere.crowds()):
            context.leave(live, context.limits[0])
    except Spent as spent:
        context.leave(live, f"whether it can stand: {spent.why}")


def is_shown_standing(context: Context, live: EncodedRule) -> bool:
    """The interpreter shows a situation in which a rule stands, or what it requires does. Raises `Spent`."""
    stage = context.stages[live.rule.stage]
    there = _same_rule(stage, live)
    if there is None:
        return False
    stands = _stands(context, stage, there)
    with suppress(NotShown):
        box = None if stands == FALSE else context.small(stands)
        if box is not None:
            context.show(stands, box, lambda result: _is_seen_standing(result, there))
            return True
    return False


def _is_seen_standing(result: Result, live: EncodedRule) -> bool:
    return any(State.STANDS in (one.state, one.excused) for one in result.weighed if one.live.number == live.core.number)


def _same_rule(stage: Stage, live: EncodedRule) -> EncodedRule | None:
    """A rule of another world in this one's stage."""
    return next((one for one in stage.rules if one.core.number == live.core.number), None)


def _ahead(context: Context, stage: Stage, live: EncodedRule) -> Iterator[tuple[str, Override | SetAside | None, Formula]]:
    """Each provision that goes before a rule, by what statement if there is one, and where it puts the rule out.

    A `need not` takes only the requirement of another rule.
    """
    for edge in stage.edges:
        by = stage.rules[edge.by].rule
        if edge.target == live.place and (by.verb is not Verb.NEED_NOT or live.rule.verb is Verb.NEED_NOT):
            yield by.id, edge.statement, context.space.both(stage.standing[edge.by].stands, edge.active.yes)
    for setter in context.asked.setters:
        if live.core.number in setter.targets:
            yield setter.setter.id, setter.setter, setter.active.yes


def _by_statement(
    context: Context, ahead: Iterable[tuple[str, Override | SetAside | None, Formula]]
) -> Iterator[tuple[Override | SetAside, Formula]]:
    """Each statement of those, and where it puts the rule out by one provision or another."""
    several: dict[tuple[type, int], tuple[Override | SetAside, list[Formula]]] = {}
    for _, statement, where in ahead:
        if statement is not None:
            several.setdefault((statement.__class__, statement.uid), (statement, []))[1].append(where)
    for statement, found in several.values():
        yield statement, context.space.either(*found)


# ---- redundant rules ---------------------------------------------------------------------------------------------------------------------


def judge_redundant(context: Context) -> None:
    """Rules that can be taken out without any answer changing."""
    few = len(context.lives()) <= MOST_COMPARED
    if len(context.lives()) > MOST_HELD_APART:
        context.leave(None, f"which of its rules are redundant: there are more than {MOST_HELD_APART:,}")
        return
    left: list[tuple[Stage, EncodedRule, Formula]] = []
    for stage in context.stages:
        for live in stage.rules:
            if live.core.number in context.dead or live.is_restated or live.rule.through is not None:
                continue
            if context.standing(live).stands == FALSE or _is_second_half(stage, live):
                continue
            try:
                alone = _alone(context, stage, live)
            except NotAnalysable as refusal:
                context.leave(live, f"whether it is redundant: {refusal.reason}")
                continue
            if context.solver.possible_shortly(alone):
                continue
            if few:
                left.append((stage, live, alone))
            else:
                context.leave(live, f"whether it is redundant: its question has more than {MOST_COMPARED} rules")
    _judge_left(context, left)


def _judge_left(context: Context, left: list[tuple[Stage, EncodedRule, Formula]]) -> None:
    """Rules of which the quickest look does not show that they matter: first points where they may, at the end the whole answers."""
    compared: list[tuple[EncodedRule, Formula, Formula]] = []
    gave_up: dict[Formula, str] = {}
    for stage, live, alone in left:
        why = ""
        try:
            if _matters_at_a_point(context, stage, live, alone):
                continue
        except Spent as spent:
            why = spent.why
        try:
            differ = _difference(context, live)
        except NotAnalysable as refusal:
            context.leave(live, f"whether it is redundant: {refusal.reason}")
        else:
            surely = context.encoder.surely(differ)
            compared.append((live, differ, surely))
            gave_up |= {surely: why} if why else {}
    answers = _changing(context, [surely for _, _, surely in compared], gave_up)
    for live, differ, surely in compared:
        if answers[surely] is None:
            context.leave(live, f"whether it is redundant: {gave_up[surely]}")
        elif not answers[surely] and surely != differ:
            context.leave(live, f"whether it is redundant: {context.encoder.reasons(differ)[0]}")
        elif not answers[surely]:
            _find_redundant(context, live, differ)


def _changing(context: Context, several: Sequence[Formula], gave_up: dict[Formula, str]) -> dict[Formula, bool | None]:
    """Which of some formulas can hold: by the search, by z3 unless it `gave_up` on what is simpler, at last by a longer search.

    Where it would be no proof that one cannot, only those are looked into for long that are not large.
    """
    solver, limits = context.solver, context.limits
    answers = {one: solver.possible_shortly(one) for one in several}
    left = [one for one, answer in answers.items() if answer is None]
    idle = {one: limits[0] for one in left if limits and len(context.space.cone(context.space.closed(one))) > MOST_UNPROVED}
    possible, undecided = solver.which(one for one in left if one not in gave_up and one not in idle)
    gave_up |= undecided | idle
    for one in left:
        if one not in gave_up:
            answers[one] = one in possible
        elif one not in idle:
            answers[one] = solver.possible_shortly(one, LONGER * solver.budget)
    return answers


def _find_redundant(context: Context, live: EncodedRule, differ: Formula) -> None:
    """A rule without which no situation that is tried has another answer."""
    if context.proved(differ, context.standing(live).stands):
        context.find(Kind.REDUNDANT_RULE, (live.rule.id,), (live.rule.case,))
    elif context.limits:
        context.leave(live, context.limits[0])
    else:
        context.leave(live, f"whether it is redundant: {context.encoder.reasons(differ)[0]}")


def _is_second_half(stage: Stage, live: EncodedRule) -> bool:
    """Whether a rule is the `not p when not C` of a line `p means C`, or the like: that half may go without saying."""
    rule = live.rule
    if rule.verb not in (Verb.NO, Verb.MAY_NOT, Verb.NEED_NOT):
        return False
    return any(other.rule.verb is not rule.verb and other.rule.written_at == rule.written_at for other in stage.rules)


def _matters_at_a_point(context: Context, stage: Stage, live: EncodedRule, alone: Formula) -> bool:
    """Whether the answer is another without the rule at some point: quick, and no proof where it says no. Raises `Spent`.

    z3 is asked last, and first where the rule makes the answer alone: such a point is enough, and nothing is left to work out.
    """
    nodes, stands = LONGER * context.solver.budget, context.standing(live).stands
    hard: list[Formula] = []
    if _can_be_left_out(context):
        with suppress(NotAnalysable):
            if any(point.changes_without(live) for point in context.at_points(stands, MOST_TRIED)):
                return True
            for where in dict.fromkeys((likely(context, stage, live), stands)):
                try:
                    if _changes_at(context, live, context.solver.reached(where, nodes)):
                        return True
                except Spent:
                    hard.append(where)
    if alone != FALSE and context.solver.somewhere(alone, nodes) is not None:
        return True
    with suppress(NotAnalysable):
        return any(_changes_at(context, live, context.solver.somewhere(where, 1)) for where in hard)
    return False


def _changes_at(context: Context, live: EncodedRule, spot: Spot | None) -> bool:
    return spot is not None and context.at_spot(spot).changes_without(live)


def _can_be_left_out(context: Context) -> bool:
    """Whether it is enough to look at the question's own rules where one of them is left out."""
    if any(context.encoder.rules.asks_itself(other.rule) for other in context.lives()):
        return False  # without the rule, what the others ask would be another answer, too
    return all(one.of_value is None for one in context.stages)  # else roundings may be given another value, and clash elsewhere


def likely(context: Context, stage: Stage, live: EncodedRule) -> Formula:
    """Where a rule stands and no other of its stage says the like; of one that denies, where another would hold that it denies."""
    both, either, negate = context.space.both, context.space.either, context.space.negate
    others = [other for other in stage.rules if other is not live]
    alike = [context.standing(other).stands for other in others if other.rule.verb is live.rule.verb]
    parts = [context.standing(live).stands, *[negate(stands) for stands in alike]]
    denied = DENIED.get(live.rule.verb)
    if denied is not None:
        parts.append(either(*[other.held.yes for other in others if other.rule.verb in denied]))
    if live.effect is not None:
        parts.append(context.algebra.defined(live.effect))
    if live.rule.stage:
        before = context.encoder.answer(context.question.name, context.env, live.rule.stage - 1)
        parts.append(context.algebra.defined(context.algebra.as_value(before)))
    return both(*parts)


def _alone(context: Context, stage: Stage, live: EncodedRule) -> Formula:
    """Where the rule alone plainly makes the answer; FALSE is no proof that it never does."""
    question = context.question
    if len(context.stages) > 1 and any(other.rules for other in context.stages if other is not stage):
        return FALSE
    if stage is not context.stages[0] or live.rule.verb in (Verb.NO, Verb.NEED_NOT):
        return FALSE
    if question.stages and question.stages[0].verb is StageVerb.SUM:
        return FALSE
    own = _own_answer(live)
    if own is None:
        return FALSE
    others = [other.held.no for other in stage.rules if other is not live]
    as_silence = FALSE if question.kind is QuestionKind.PREDICATE else context.algebra.same(own, context.silence())
    alone = context.space.both(context.standing(live).stands, *others, context.algebra.defined(own), context.space.negate(as_silence))
    return FALSE if context.encoder.reasons(alone) else alone


def _own_answer(live: EncodedRule) -> Value | None:
    """The answer if a rule stands alone."""
    match live.rule.verb:
        case Verb.MAY:
            return constant("permitted")
        case Verb.MAY_NOT:
            return constant("forbidden")
        case Verb.MUST:
            return constant("required")
        case Verb.YES:
            return constant(True)
        case Verb.IS | TableVerb.LOOK_UP | Verb.ADD | Verb.TAKE | Verb.MULTIPLY | Verb.AT_MOST | Verb.AT_LEAST | Verb.ROUNDED:
            return live.effect
        case Verb.NO | Verb.NEED_NOT:
            return live.effect  # none: no answer of its own
        case _:
            assert_never(live.rule.verb)


def _outcome(context: Context, without: int | None) -> Value:
    encoder = context.encoder
    encoder.without = None if without is None else (context.question.name, without)
    try:
        return context.algebra.as_value(encoder.answer(context.question.name, context.env))
    finally:
        encoder.without = None


def _difference(context: Context, live: EncodedRule) -> Formula:
    """Where the answer is another without a rule."""
    return context.algebra.outcomes_differ(_outcome(context, None), _outcome(context, live.rule.uid))


# ---- statements of precedence ------------------------------------------------------------------------------------------------------------


def _bites(context: Context) -> Iterator[tuple[str, Formula]]:
    """Each statement that is about some rule of a question, by name, and where it puts the rule out, or may."""
    both, negate = context.space.both, context.space.negate
    for stage in context.stages:
        for edge in stage.edges:
            if edge.statement is not None:
                by, target = stage.rules[edge.by], stage.rules[edge.target]
                out = context.standing(by, target).out
                yield name_of(edge.statement), both(negate(out), negate(edge.active.no), negate(target.condition.no))
    for setter in context.asked.setters:
        for live in context.lives():
            if live.core.number in setter.targets:
                yield name_of(setter.setter), both(negate(setter.active.no), negate(live.condition.no))


@dataclass(slots=True)
class Statements:
    """What is seen, question by question, of the overrides and settings-aside of a core, by name: one is idle if it bites nowhere."""

    biting: set[str] = field(default_factory=set)
    unsure: set[str] = field(default_factory=set)

    def look(self, context: Context) -> None:
        """Notes the statements that have an effect on this question, or may: what is open (on a cycle, say) is not reported as idle."""
        left: dict[str, list[Formula]] = {}
        for name, where in _bites(context):
            possible = None if name in self.biting else context.solver.possible_shortly(where, context.solver.budget)
            if possible:
                self.biting.add(name)
            elif possible is None:
                left.setdefault(name, []).append(where)
            elif not context.proved(where):
                self.unsure.add(name)
        anywhere = {name: context.space.either(*several) for name, several in left.items() if name not in self.biting}
        possible_too, undecided = context.solver.which(anywhere.values())
        for name, where in anywhere.items():
            if where in possible_too:
                self.biting.add(name)
            elif where in undecided or not all(map(context.proved, left[name])):
                self.unsure.add(name)

    def look_anywhere(self, context: Context, names: Iterable[str]) -> None:
        """Notes of the statements on a question those that may have an effect where there are any number of things."""
        left = {name for name in names if name not in self.biting and name not in self.unsure}
        if not left or not context.limits or context.elsewhere is None:
            return
        anywhere = context.elsewhere.anywhere()
        if anywhere is None:
            self.unsure |= left
            return
        for name, where in _bites(anywhere):
            if name in left and name not in self.unsure and anywhere.solver.possible_shortly(where, anywhere.solver.budget) is not False:
                self.unsure.add(name)

    def idle(self, statement: Override | SetAside) -> bool:
        """Whether a statement that is about something bites nowhere, as is proved."""
        name = name_of(statement)
        if name in self.biting or name in self.unsure or not any(on.targets for on in statement.on):
            return False
        if isinstance(statement, SetAside) and statement.setters:
            return False
        return not any(on.not_held for on in statement.on)
