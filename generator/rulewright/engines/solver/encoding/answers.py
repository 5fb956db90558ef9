"""How the rules that stand make an answer, over all situations: the twin of `engines.interpreter.combine`.

Where rules are open, every choice of them standing or not is carried along: one and the same outcome is the outcome, else the answer is
open for the reasons of what is open. Outcomes that are no value are CLASH (of this very question), OPEN and ILL (open by a conflict).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import assert_never

from rulewright.base.keywords import StageVerb, Verb
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.labelling import Standing
from rulewright.engines.solver.encoding.rules import RuleEncoder, Setter, Stage
from rulewright.engines.solver.encoding.stages import CLASH, ILL, OPEN, Ends, Leaves, Running, StageEncoder, States, states_of
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Leaf, Truth, Value, constant, in_order
from rulewright.semantics.model import Question, QuestionKind
from rulewright.semantics.types import Numeric

_CHOOSING = frozenset({None, StageVerb.ONE, StageVerb.AT_MOST, StageVerb.AT_LEAST})
"""The verbs after which a value is one of those that the rules give; the others reckon a new one from them."""


@dataclass(slots=True)
class Asked:
    """One question of certain arguments: its stages and settings-aside."""

    question: Question
    env: tuple[Value, ...]
    setters: list[Setter]
    stages: list[Stage]


class AnswerEncoder(EncoderPart):
    """Encodes the answers of one encoder."""

    def __init__(self, encoder: EncoderContext, rules: RuleEncoder) -> None:
        super().__init__(encoder)
        self.stages = StageEncoder(encoder, rules)

    def outcome(self, asked: Asked, last: int | None) -> Value:
        """The answer, or (of a value) what it is after the stage `last`."""
        match asked.question.kind:
            case QuestionKind.VERDICT:
                return self._said(asked, self._verdict_items, _of_verdict)
            case QuestionKind.PREDICATE:
                return self._said(asked, self._predicate_items, _of_predicate)
            case QuestionKind.VALUE | QuestionKind.TABLE:
                return self._value(asked, last)
            case _:
                assert_never(asked.question.kind)

    # ---- verdicts and predicates ----------------------------------------------------------------------------------------------------

    def stands(self, asked: Asked, by: str) -> Truth:
        """Where a bar of this address stands."""
        stage = asked.stages[0]
        bars = [live for live in stage.rules if live.core.verb is Verb.MAY_NOT and by in live.core.ids]
        several = [stage.standing[live.place] for live in bars]
        return self.algebra.any_of([Truth(one.stands, one.out, one.bad) for one in several])

    def _predicate_items(self, stage: Stage) -> list[tuple[str, list[Standing]]]:
        return [
            (verb.value, [stage.standing[live.place] for live in stage.rules if live.core.verb is verb]) for verb in (Verb.YES, Verb.NO)
        ]

    def _verdict_items(self, stage: Stage) -> list[tuple[str, list[Standing]]]:
        items = [
            (verb.value, [stage.standing[live.place] for live in stage.rules if live.core.verb is verb])
            for verb in (Verb.MAY, Verb.MAY_NOT, Verb.MUST, Verb.NEED_NOT)
        ]
        required = [stage.required.get(live.place, stage.standing[live.place]) for live in stage.rules if live.core.verb is Verb.MUST]
        return [*items, ("required", required)]

    def _said(
        self,
        asked: Asked,
        items_of: Callable[[Stage], list[tuple[str, list[Standing]]]],
        outcome_of: Callable[[frozenset[str]], Leaf | str | None],
    ) -> Value:
        """What is said for certain and what perhaps, put together; `outcome_of` gives a leaf, CLASH, or OPEN for silence, or None."""
        states = self.stages.over_ways(asked.stages[0], lambda stage: self._said_in(asked, stage, items_of(stage), outcome_of))
        return self._collected(asked, states, asked.stages[:1], ranged=False)

    def _said_in(
        self,
        asked: Asked,
        stage: Stage,
        items: list[tuple[str, list[Standing]]],
        outcome_of: Callable[[frozenset[str]], Leaf | str | None],
    ) -> States:
        """The same for one way in which the rules may stand."""
        both, either, negate = self.space.both, self.space.either, self.space.negate
        verbs: dict[tuple[frozenset[str], frozenset[str]], Formula] = {(frozenset(), frozenset()): TRUE}
        for name, several in items:
            certain = either(*[one.stands for one in several])
            out = both(*[one.out for one in several])
            if all(one.is_whole(self.algebra) for one in several):
                out = negate(certain)
            maybe = both(negate(certain), negate(out)) if out != negate(certain) else FALSE
            after: dict[tuple[frozenset[str], frozenset[str]], Formula] = {}
            for (sure, perhaps), where in verbs.items():
                for key, here in (
                    ((sure | {name}, perhaps), both(where, certain)),
                    ((sure, perhaps | {name}), both(where, maybe)),
                    ((sure, perhaps), both(where, out)),
                ):
                    if here != FALSE:
                        after[key] = here
            verbs = after
        found: dict[Running, list[Formula]] = {}
        silence: Value | None = None
        for (sure, perhaps), where in verbs.items():
            outcomes: set[Leaf] = set()
            for chosen in product((False, True), repeat=len(perhaps)):
                said = sure | {name for name, there in zip(sorted(perhaps), chosen, strict=True) if there}
                one = outcome_of(frozenset(said))
                if one is not None:
                    outcomes.add(one)
            values: Leaves = frozenset(one for one in outcomes if one not in (CLASH, OPEN))
            ends: Ends = frozenset({CLASH} & outcomes)
            if OPEN not in outcomes:
                found.setdefault(Running(values, ends), []).append(where)
                continue
            silence = silence or self.silence(asked, stage)
            for running, here in self.stages.silent(silence, where, values, ends):
                found.setdefault(running, []).append(here)
        return {running: here for running, several in found.items() if (here := either(*several)) != FALSE}

    def reasons(self, stages: Iterable[Stage]) -> Formula:
        """Where some rule that is open is so by conflict."""
        found: list[Formula] = []
        for stage in stages:
            for one in (*stage.standing, *stage.required.values()):
                if one.bad != FALSE and not one.is_whole(self.algebra):
                    found.append(self.space.both(one.open(self.algebra), one.bad))
        return self.space.either(*found)

    # ---- silence --------------------------------------------------------------------------------------------------------------------

    def silence(self, asked: Asked, stage: Stage) -> Value:
        """What silence means, as the rules of the first stage stand: the declared `otherwise`, unless text is missing.

        A predicate that nothing makes true is false.
        """
        default = self._otherwise(asked)
        missing, bad = self.missing(asked, stage)
        both, negate = self.space.both, self.space.negate
        cases = tuple((both(where, negate(missing)), leaf) for where, leaf in default.cases)
        return Value(cases, self.algebra.where(missing, bad, default.bad), default.whole and missing == FALSE)

    def _otherwise(self, asked: Asked) -> Value:
        """What is declared for silence."""
        question = asked.question
        if question.kind is QuestionKind.PREDICATE:
            return constant(False)
        if question.otherwise is None:
            return Value(())
        if isinstance(question.otherwise, str):
            return constant(question.otherwise) if question.kind is QuestionKind.VERDICT else Value(())
        return self.encoder.effect(question.otherwise, asked.env)

    def missing(self, asked: Asked, stage: Stage) -> tuple[Formula, Formula]:
        """Where silence is undetermined for want of text, and where that is so by conflict."""
        both, either, negate = self.space.both, self.space.either, self.space.negate
        found: list[Formula] = []
        for number, absent in enumerate(self.encoder.core.on[asked.question.name].absent):
            about = self.encoder.heads(absent.clause.heads, asked.env)
            active = both(about, negate(self.encoder.in_force(absent.there, absent.clause.when, asked.env).no))
            for setter in asked.setters:
                if number in setter.absent:
                    active = both(active, negate(setter.active.yes))
            for over in absent.overridden_by:
                in_force = self.encoder.in_force(over.there, over.when, asked.env).yes
                stands = either(*[stage.standing[live.place].stands for live in stage.rules if live.core.number == over.by])
                active = both(active, negate(both(in_force, stands)))
            found.append(active)
        backs = [live.held_back for live in stage.rules]
        found += [back.yes for back in backs]
        if asked.question.not_held:
            found.append(TRUE)
        return either(*found), either(*[both(back.yes, back.bad) for back in backs])

    # ---- values ---------------------------------------------------------------------------------------------------------------------

    def _value(self, asked: Asked, last: int | None) -> Value:
        used = self._used(asked, last)
        quick = self._quick(asked)
        if quick is not None and used == [0]:
            return quick if last is not None else self._in_range(asked, quick)
        states = self._states(asked, used, quick)
        return self._collected(asked, states, [asked.stages[number] for number in used], ranged=last is None)

    def outside(self, asked: Asked) -> Formula:
        """Where a value is outside its declared range: whichever it is, if open rules leave several possible."""
        both, negate = self.space.both, self.space.negate
        found: list[Formula] = []
        used = self._used(asked, None)
        if self._stays_inside(asked, used):
            return FALSE
        for running, where in self._states(asked, used, self._quick(asked)).items():
            if running.values and not running.ended:
                found.append(both(where, *[negate(self.inside(asked.question, leaf)) for leaf in in_order(running.values)]))
        return self.space.either(*found)

    def _stays_inside(self, asked: Asked, used: Sequence[int]) -> bool:
        """Whether every value that the rules can give lies inside the declared range, so that it does not matter which rules stand."""
        verbs: list[StageVerb | None] = [stage.verb for stage in asked.question.stages] or [None]
        if any(verbs[number] not in _CHOOSING for number in used):
            return False
        effects = [live.effect for number in used for live in asked.stages[number].rules if live.effect is not None]
        try:
            effects.append(self._otherwise(asked))
        except NotAnalysable:
            return False  # it is asked only where silence can be
        leaves = dict.fromkeys(leaf for effect in effects for _, leaf in effect.cases)  # in order: it makes formulas
        return all(self.inside(asked.question, leaf) == TRUE for leaf in leaves)

    def _used(self, asked: Asked, last: int | None) -> list[int]:
        """The stages that make the value: the first, and those later ones that have rules."""
        return [number for number, stage in enumerate(asked.stages) if (stage.rules or number == 0) and (last is None or number <= last)]

    def _states(self, asked: Asked, used: Sequence[int], quick: Value | None) -> States:
        """The values that there may be after these stages; `quick` is what the first makes, if that is known."""
        verbs: list[StageVerb | None] = [stage.verb for stage in asked.question.stages] or [None]
        if quick is not None:
            states = states_of(self.algebra, quick)
        else:
            start = self.stages.start_sum if verbs[0] is StageVerb.SUM else self.stages.start_one
            states = self.stages.over_ways(asked.stages[0], lambda stage: start(stage, lambda: self.silence(asked, stage)))
        for number in used[1:]:
            states = self.stages.later(verbs[number], states, asked.stages[number])
        return states

    def _collected(self, asked: Asked, states: States, stages: Iterable[Stage], *, ranged: bool) -> Value:
        collected = _Collected(self, asked)
        for running, where in states.items():
            collected.add(where, running, ranged=ranged)
        return collected.value(self.reasons(stages))

    def _quick(self, asked: Asked) -> Value | None:
        """The first stage where no rule of it is open and no effect depends on anything: which value stands where, clash by clash."""
        both, either, negate = self.space.both, self.space.either, self.space.negate
        stage = asked.stages[0]
        if asked.question.stages and asked.question.stages[0].verb is StageVerb.SUM:
            return None
        by_leaf: dict[Leaf, list[Formula]] = {}
        for live in stage.rules:
            standing = stage.standing[live.place]
            if not standing.is_whole(self.algebra) or live.effect is None:
                return None
            if not live.effect.cases or (self.algebra.defined(live.effect) != TRUE and live.held_back.yes == FALSE):
                return None
            for where, leaf in live.effect.cases:
                if isinstance(leaf, numbers.Linear | numbers.Expression):
                    return None
                by_leaf.setdefault(leaf, []).append(both(standing.stands, where))
        groups = [(either(*several), leaf) for leaf, several in by_leaf.items()]
        clashes: list[Formula] = []
        after = FALSE
        for where, _ in reversed(groups):
            clashes.append(both(where, after))
            after = either(where, after)
        clash = either(*clashes)
        silent = negate(after)
        cases = [(both(where, negate(clash)), leaf) for where, leaf in groups]
        if silent == FALSE:
            return self.algebra.value(cases, clash, whole=clash == FALSE)
        silence = self.silence(asked, stage)
        cases += [(both(silent, where), leaf) for where, leaf in silence.cases]
        return self.algebra.value(cases, either(clash, both(silent, silence.bad)), whole=clash == FALSE and silence.whole)

    def _in_range(self, asked: Asked, value: Value) -> Value:
        both, negate = self.space.both, self.space.negate
        cases: list[tuple[Formula, Leaf]] = []
        bad = [value.bad]
        for where, leaf in value.cases:
            inside = self.inside(asked.question, leaf)
            cases.append((both(where, inside), leaf))
            bad.append(both(where, negate(inside)))
        whole = value.whole and all(one == FALSE for one in bad[1:])
        return self.algebra.value(cases, self.space.either(*bad), whole=whole)

    def inside(self, question: Question, leaf: Leaf) -> Formula:
        """Where a value lies in the declared range."""
        kind = question.type
        if not isinstance(kind, Numeric) or leaf is None:
            return TRUE
        parts: list[Formula] = []
        if kind.low is not None:
            parts.append(numbers.compare(self.space, ">=", leaf, kind.low))  # type: ignore[arg-type]
        if kind.high is not None:
            parts.append(numbers.compare(self.space, "<=", leaf, kind.high))  # type: ignore[arg-type]
        if kind.step is not None:
            steps = numbers.multiply(leaf, 1 / Fraction(kind.step))  # type: ignore[arg-type]
            parts.append(numbers.compare(self.space, "=", numbers.round_(steps, "down"), steps))
        return self.space.both(*parts)


class _Collected:
    """Gathers outcomes with where they are so, and decides: one and the same is the outcome, else the reasons for being open are."""

    def __init__(self, encoder: AnswerEncoder, asked: Asked) -> None:
        self.encoder = encoder
        self.asked = asked
        self.space = encoder.space
        self.algebra = encoder.algebra
        self.cases: list[tuple[Formula, Leaf]] = []
        self.conflict: list[Formula] = []
        self.hanging: list[Formula] = []
        self.silent = False

    def add(self, where: Formula, running: Running, *, ranged: bool) -> None:
        """One more outcome, or several that open rules leave possible, and where that is so; `ranged`: held against what is declared."""
        if where == FALSE:
            return
        both, negate = self.space.both, self.space.negate
        values = in_order(running.values)
        inside = [self.encoder.inside(self.asked.question, leaf) if ranged else TRUE for leaf in values]
        conflicting = running.ended <= {CLASH, ILL}
        if not values:
            if conflicting:
                self.conflict.append(where)
            elif running.ended != {OPEN}:
                self._hang(where, running)
            else:
                self.silent = True
            return
        none_inside = both(*[negate(one) for one in inside])
        if conflicting:
            self.conflict.append(both(where, none_inside))
            where = both(where, negate(none_inside))
        if running.ended:
            self._hang(where, running)
            return
        alike = both(*inside, *[self.algebra.leaves_equal(values[0], other) for other in values[1:]])
        self.cases.append((both(where, alike), values[0]))
        self._hang(both(where, negate(alike)), running)

    def _hang(self, where: Formula, running: Running) -> None:
        """Several outcomes: open, by conflict if some reason is one."""
        (self.conflict if ILL in running.ended else self.hanging).append(where)

    def value(self, reasons: Formula) -> Value:
        bad = self.space.either(*self.conflict, *[self.space.both(where, reasons) for where in self.hanging])
        opened = self.silent or any(where != FALSE for where in (*self.conflict, *self.hanging))
        return self.algebra.value(self.cases, bad, whole=not opened)


def _of_verdict(said: frozenset[str]) -> Leaf | str | None:
    must, may_not = "required" in said, Verb.MAY_NOT.value in said
    if must and Verb.MUST.value not in said:
        return None
    may = Verb.MAY.value in said or Verb.MUST.value in said
    if (may_not and may) or (must and Verb.NEED_NOT.value in said):
        return CLASH
    if may_not:
        return "forbidden"
    if must:
        return "required"
    return "permitted" if may else OPEN


def _of_predicate(said: frozenset[str]) -> Leaf | str:
    if len(said) == 2:
        return CLASH
    return Verb.YES.value in said if said else OPEN
