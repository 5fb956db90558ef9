"""How the rules that stand make an answer, over all situations: the twin of `semantics.combine`.

Where rules are open, every choice of them standing or not is carried along: one and the same outcome is the outcome, else the answer is
open for the reasons of what is open. Outcomes that are no value are CLASH (of this very question), OPEN and ILL (open by a conflict).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from rulewright.decision import numbers
from rulewright.decision.encode_rules import Live, Setter, Stage, Standing
from rulewright.decision.formula import FALSE, TRUE, Formula
from rulewright.decision.symbolic import Algebra, Leaf, NotAnalysable, Value, constant
from rulewright.records import record
from rulewright.semantics.program import Question, QuestionKind, StageVerb, Verb
from rulewright.semantics.terms import Rounding
from rulewright.semantics.types import Numeric

if TYPE_CHECKING:
    from rulewright.decision.encode import Encoder

CLASH, OPEN, ILL = "clash", "open", "ill"
MOST_STATES = 256
Leaves: TypeAlias = "frozenset[Leaf]"
Ends: TypeAlias = "frozenset[str]"
T = TypeVar("T")


@record
class Running:
    """The values that a question may have so far, and the ends that it may have come to."""

    values: Leaves
    ended: Ends = frozenset()


States: TypeAlias = "dict[Running, Formula]"


@dataclass(slots=True)
class Asked:
    """One question of certain arguments: its stages and settings-aside."""

    question: Question
    env: tuple[Value, ...]
    setters: list[Setter]
    stages: list[Stage]


class AnswerEncoder:
    """Encodes the answers of one encoder."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.algebra: Algebra = encoder.algebra
        self.space = encoder.algebra.space

    def outcome(self, asked: Asked, last: int | None) -> Value:
        """The answer, or (of a value) what it is after the stage `last`."""
        match asked.question.kind:
            case QuestionKind.VERDICT:
                return self._said(asked, self._verdict_items(asked.stages[0]), _of_verdict)
            case QuestionKind.PREDICATE:
                return self._said(asked, self._predicate_items(asked.stages[0]), _of_predicate)
            case _:
                return self._value(asked, last)

    # ---- verdicts and predicates ----------------------------------------------------------------------------------------------------

    def _predicate_items(self, stage: Stage) -> list[tuple[str, list[Standing]]]:
        return [
            (verb.value, [stage.standing[live.place] for live in stage.rules if live.rule.verb is verb]) for verb in (Verb.YES, Verb.NO)
        ]

    def _verdict_items(self, stage: Stage) -> list[tuple[str, list[Standing]]]:
        items = [
            (verb.value, [stage.standing[live.place] for live in stage.rules if live.rule.verb is verb])
            for verb in (Verb.MAY, Verb.MAY_NOT, Verb.MUST, Verb.NEED_NOT)
        ]
        required = [stage.required.get(live.place, stage.standing[live.place]) for live in stage.rules if live.rule.verb is Verb.MUST]
        return [*items, ("required", required)]

    def _said(
        self, asked: Asked, items: list[tuple[str, list[Standing]]], outcome_of: Callable[[frozenset[str]], Leaf | str | None]
    ) -> Value:
        """What is said for certain and what perhaps, put together; `outcome_of` gives a leaf, CLASH, or OPEN for silence, or None."""
        both, either, negate = self.space.both, self.space.either, self.space.negate
        states: dict[tuple[frozenset[str], frozenset[str]], Formula] = {(frozenset(), frozenset()): TRUE}
        for name, several in items:
            certain = either(*[one.stands for one in several])
            out = both(*[one.out for one in several])
            maybe = both(negate(certain), negate(out)) if out != negate(certain) else FALSE
            after: dict[tuple[frozenset[str], frozenset[str]], Formula] = {}
            for (sure, perhaps), where in states.items():
                for key, here in (
                    ((sure | {name}, perhaps), both(where, certain)),
                    ((sure, perhaps | {name}), both(where, maybe)),
                    ((sure, perhaps), both(where, out)),
                ):
                    if here != FALSE:
                        after[key] = here
            states = after
        collected = _Collected(self, asked)
        for (sure, perhaps), where in states.items():
            found: set[Leaf] = set()
            for chosen in product((False, True), repeat=len(perhaps)):
                said = sure | {name for name, there in zip(sorted(perhaps), chosen, strict=True) if there}
                one = outcome_of(frozenset(said))
                if one is not None:
                    found.add(one)
            values = frozenset(one for one in found if one not in (CLASH, OPEN))
            collected.add(where, Running(values, frozenset({CLASH} & found)), silent=OPEN in found)
        return collected.value(self.reasons(asked.stages[:1]))

    def reasons(self, stages: Iterable[Stage]) -> Formula:
        """Where some rule that is open is so by conflict."""
        found: list[Formula] = []
        for stage in stages:
            for one in (*stage.standing, *stage.required.values()):
                if one.bad != FALSE and one.out != self.space.negate(one.stands):
                    found.append(self.space.both(self.space.negate(self.space.either(one.stands, one.out)), one.bad))
        return self.space.either(*found)

    # ---- silence --------------------------------------------------------------------------------------------------------------------

    def silence(self, asked: Asked) -> Value:
        """What silence means: the declared `otherwise`, unless text is missing; a predicate that nothing makes true is false."""
        question = asked.question
        if question.kind is QuestionKind.PREDICATE:
            default = constant(False)
        elif question.otherwise is None:
            default = Value(())
        elif isinstance(question.otherwise, str):
            default = constant(question.otherwise) if question.kind is QuestionKind.VERDICT else Value(())
        else:
            default = self.encoder.effect(question.otherwise, asked.env)
        missing, bad = self.missing(asked)
        both, negate = self.space.both, self.space.negate
        cases = tuple((both(where, negate(missing)), leaf) for where, leaf in default.cases)
        return Value(cases, self.algebra.where(missing, bad, default.bad))

    def missing(self, asked: Asked) -> tuple[Formula, Formula]:
        """Where silence is undetermined for want of text, and where that is so by conflict."""
        both, either, negate = self.space.both, self.space.either, self.space.negate
        found: list[Formula] = []
        stage = asked.stages[0]
        for clause in self.encoder.index.not_held.get(asked.question.name, ()):
            about = both(self.encoder.world.there(clause.scope), self.encoder.heads(clause.heads, asked.env))
            active = about if clause.when is None else both(about, negate(self.encoder.terms.truth(clause.when, asked.env).no))
            for setter in asked.setters:
                if clause.uid in setter.not_held:
                    active = both(active, negate(setter.active.yes))
            for override, on in self.encoder.index.overrides.get(asked.question.name, ()):
                if clause.uid not in on.not_held:
                    continue
                there = self.encoder.world.there(override.scope)
                when = TRUE if on.when is None else self.encoder.terms.truth(on.when, asked.env).yes
                for live in stage.rules:
                    if set(live.uids) & set(on.by):
                        active = both(active, negate(both(there, when, stage.standing[live.place].stands)))
            found.append(active)
        backs = [live.held_back for live in stage.rules]
        found += [back.yes for back in backs]
        if asked.question.not_held:
            found.append(TRUE)
        return either(*found), either(*[both(back.yes, back.bad) for back in backs])

    # ---- values ---------------------------------------------------------------------------------------------------------------------

    def _value(self, asked: Asked, last: int | None) -> Value:
        verbs: list[StageVerb | None] = [stage.verb for stage in asked.question.stages] or [None]
        used = [number for number, stage in enumerate(asked.stages) if (stage.rules or number == 0) and (last is None or number <= last)]
        first = asked.stages[0]
        quick = self._quick(asked) if verbs[0] is not StageVerb.SUM else None
        if quick is not None and used == [0]:
            return quick if last is not None else self._in_range(asked, quick)
        if verbs[0] is StageVerb.SUM:
            states = self._start_sum(asked, first)
        else:
            states = _states_of(self.algebra, quick) if quick is not None else self._start_one(asked, first)
        for number in used[1:]:
            states = self._later(verbs[number], asked.stages[number], states)
        collected = _Collected(self, asked)
        for running, where in states.items():
            collected.add(where, running, ranged=last is None)
        return collected.value(self.reasons(asked.stages[number] for number in used))

    def _quick(self, asked: Asked) -> Value | None:
        """The first stage where no rule of it is open and no effect hangs on anything: which value stands where, clash by clash."""
        both, either, negate = self.space.both, self.space.either, self.space.negate
        stage = asked.stages[0]
        by_leaf: dict[Leaf, list[Formula]] = {}
        for live in stage.rules:
            standing = stage.standing[live.place]
            if standing.out != negate(standing.stands) or live.effect is None:
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
            return self.algebra.value(cases, clash)
        silence = self.silence(asked)
        cases += [(both(silent, where), leaf) for where, leaf in silence.cases]
        return self.algebra.value(cases, either(clash, both(silent, silence.bad)))

    def _in_range(self, asked: Asked, value: Value) -> Value:
        both, negate = self.space.both, self.space.negate
        cases: list[tuple[Formula, Leaf]] = []
        bad = [value.bad]
        for where, leaf in value.cases:
            inside = self.inside(asked.question, leaf)
            cases.append((both(where, inside), leaf))
            bad.append(both(where, negate(inside)))
        return self.algebra.value(cases, self.space.either(*bad))

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

    # ---- the first stage ------------------------------------------------------------------------------------------------------------

    def _start_one(self, asked: Asked, stage: Stage) -> States:
        """Equal answers are no conflict; different ones are."""
        both = self.space.both
        states: dict[_One, Formula] = {_One(): TRUE}
        for live in stage.rules:
            standing = stage.standing[live.place]
            maybe = self._maybe(standing)
            after: dict[_One, Formula] = {}

            def put(key: _One, where: Formula, into: dict[_One, Formula] = after) -> None:
                if where != FALSE:
                    into[key] = self.space.either(into.get(key, FALSE), where)

            for one, where in states.items():
                put(one, both(where, standing.out))
                for inside, leaf, end in self._effects(live):
                    self._take(one, leaf, end, both(where, standing.stands, inside), put)
                    put(one.perhaps(leaf, end), both(where, maybe, inside))
            states = _bounded(after)
        found: dict[Running, list[Formula]] = {}
        silence: Value | None = None
        for one, where in states.items():
            if one.clash:
                found.setdefault(Running(frozenset(), frozenset({CLASH})), []).append(where)
                continue
            if one.ends:
                alike, ends = self._alike(one.more | set(one.certain)), one.more_ends | {_worst(one.ends)}
                found.setdefault(Running(frozenset(), ends), []).append(both(where, alike))
                found.setdefault(Running(frozenset(), ends | {CLASH}), []).append(both(where, self.space.negate(alike)))
                continue
            if one.certain:
                for running, here in self._with_extras(one, where):
                    found.setdefault(running, []).append(here)
                continue
            silence = silence or self.silence(asked)
            alike = self._alike(one.more)
            for inside, ends in ((alike, one.more_ends), (self.space.negate(alike), one.more_ends | {CLASH})):
                for running, here in self._silent(silence, both(where, inside), one.more, ends):
                    found.setdefault(running, []).append(here)
        return {running: here for running, several in found.items() if (here := self.space.either(*several)) != FALSE}

    def _take(self, one: _One, leaf: Leaf, end: str | None, where: Formula, put: Callable[[_One, Formula], None]) -> None:
        """One more rule that stands for certain."""
        if where == FALSE:
            return
        if one.clash or end is not None:
            put(one if end is None else _One(one.certain, one.clash, one.ends | {end}, one.more, one.more_ends), where)
        elif not one.certain:
            put(_One((leaf,), False, one.ends, one.more, one.more_ends), where)
        else:
            same = self.algebra.leaves_equal(one.certain[0], leaf)
            put(one, self.space.both(where, same))
            put(_One((), True, one.ends, frozenset(), frozenset()), self.space.both(where, self.space.negate(same)))

    def _alike(self, leaves: Leaves) -> Formula:
        """Where several leaves are one value."""
        several = list(leaves)
        return self.space.both(*[self.algebra.leaves_equal(several[0], other) for other in several[1:]])

    def _with_extras(self, one: _One, where: Formula) -> Iterable[tuple[Running, Formula]]:
        """An answer that stands, with what open rules would have it be."""
        leaf = one.certain[0]
        alike = self.space.both(*[self.algebra.leaves_equal(leaf, other) for other in one.more])
        yield Running(frozenset({leaf}), one.more_ends), self.space.both(where, alike)
        yield Running(frozenset({leaf}), one.more_ends | {CLASH}), self.space.both(where, self.space.negate(alike))

    def _silent(self, silence: Value, where: Formula, values: Leaves, ends: Ends) -> Iterable[tuple[Running, Formula]]:
        """What there may be besides silence."""
        for inside, leaf in silence.cases:
            yield Running(values | {leaf}, ends), self.space.both(where, inside)
        opened = self.space.both(where, self.algebra.open(silence))
        yield Running(values, ends | {ILL}), self.space.both(opened, silence.bad)
        yield Running(values, ends | {OPEN}), self.space.both(opened, self.space.negate(silence.bad))

    def _start_sum(self, asked: Asked, stage: Stage) -> States:
        """A sum starts at 0 where some rule stands; with open rules alone it may be silent."""
        nothing = Running(frozenset({0}))
        states = self._stepped(stage, {(nothing, frozenset(), False): TRUE}, _add_term)
        found: dict[Running, list[Formula]] = {}
        silence: Value | None = None
        for (running, kinds, certain), where in states.items():
            if certain:
                found.setdefault(_after_stage(running, kinds), []).append(where)
                continue
            silence = silence or self.silence(asked)
            if running == nothing:
                for one, here in self._silent(silence, where, frozenset(), frozenset()):
                    found.setdefault(one, []).append(here)
                continue
            # open rules alone: their sums, that of none of them being silence
            for one, here in self._silent(silence, where, running.values - {0}, running.ended):
                found.setdefault(one, []).append(here)
        return {running: here for running, several in found.items() if (here := self.space.either(*several)) != FALSE}

    # ---- later stages ---------------------------------------------------------------------------------------------------------------

    def _later(self, verb: StageVerb | None, stage: Stage, states: States) -> States:
        match verb:
            case StageVerb.SUM:
                return self._by_term(stage, states, _add_term)
            case StageVerb.PRODUCT:
                return self._by_term(stage, states, lambda live, one, term: numbers.multiply(one, term))  # type: ignore[arg-type]
            case StageVerb.GREATEST | StageVerb.LEAST | StageVerb.AT_MOST | StageVerb.AT_LEAST:
                return self._strongest(verb, stage, states)
            case StageVerb.ROUNDED:
                return self._rounded(stage, states)
            case _:
                raise AssertionError(f"`{verb}` cannot come after another stage")

    def _by_term(self, stage: Stage, states: States, step: Callable[[Live, Leaf, Leaf], Leaf]) -> States:
        found: dict[Running, list[Formula]] = {}
        begun: dict[tuple[Running, Ends, bool], Formula] = {(running, frozenset(), False): where for running, where in states.items()}
        for (running, kinds, _), where in self._stepped(stage, begun, step).items():
            found.setdefault(_after_stage(running, kinds), []).append(where)
        return {running: self.space.either(*several) for running, several in found.items()}

    def _stepped(
        self, stage: Stage, states: dict[tuple[Running, Ends, bool], Formula], step: Callable[[Live, Leaf, Leaf], Leaf]
    ) -> dict[tuple[Running, Ends, bool], Formula]:
        """Rule by rule: what stands changes every value, what is open may change it. Also the ends of certain terms, and whether any is."""
        both, either = self.space.both, self.space.either
        for live in stage.rules:
            standing = stage.standing[live.place]
            maybe = self._maybe(standing)
            after: dict[tuple[Running, Ends, bool], Formula] = {}
            effects = self._effects(live)
            for (running, kinds, certain), where in states.items():
                moves = [((running, kinds, certain), both(where, standing.out))]
                for inside, leaf, end in effects:
                    stands, perhaps = both(where, standing.stands, inside), both(where, maybe, inside)
                    if not running.values and running.ended:
                        moves += [((running, kinds, True), stands), ((running, kinds, certain), perhaps)]
                    elif end is not None:
                        moves.append(((running, kinds | {end}, True), stands))
                        moves.append(((Running(running.values, running.ended | {end}), kinds, certain), perhaps))
                    else:
                        changed = frozenset(step(live, one, leaf) for one in running.values)
                        if stands != FALSE:
                            moves.append(((Running(changed, running.ended), kinds, True), stands))
                        if perhaps != FALSE:
                            moves.append(((Running(running.values | changed, running.ended), kinds, certain), perhaps))
                for key, here in moves:
                    if here != FALSE:
                        after[key] = either(after.get(key, FALSE), here)
            states = _bounded(after)
        return states

    def _strongest(self, verb: StageVerb, stage: Stage, states: States) -> States:
        """Stages at which one rule tells: the greatest or least factor, the lowest ceiling, the highest floor."""
        both, either = self.space.both, self.space.either
        greatest = verb in {StageVerb.GREATEST, StageVerb.AT_LEAST}
        found: dict[_Best, Formula] = {_Best(): TRUE}
        for live in stage.rules:
            standing = stage.standing[live.place]
            maybe = self._maybe(standing)
            after: dict[_Best, Formula] = {}
            for one, where in found.items():
                moves = [(one, both(where, standing.out))]
                for inside, leaf, end in self._effects(live):
                    moves.append((one.with_certain(greatest, leaf, end), both(where, standing.stands, inside)))
                    moves.append((one.with_perhaps(leaf, end), both(where, maybe, inside)))
                for key, here in moves:
                    if here != FALSE:
                        after[key] = either(after.get(key, FALSE), here)
            found = _bounded(after)
        result: dict[Running, list[Formula]] = {}
        for running, where in states.items():
            for best, inside in found.items():
                here = both(where, inside)
                if here != FALSE:
                    result.setdefault(best.applied(verb, greatest, running), []).append(here)
        return _bounded({running: either(*several) for running, several in result.items()})

    def _rounded(self, stage: Stage, states: States) -> States:
        both, either, negate = self.space.both, self.space.either, self.space.negate
        found: dict[Running, list[Formula]] = {}
        kinds = list(dict.fromkeys(live.rule.rounding for live in stage.rules if live.rule.rounding is not None))
        several = {kind: [stage.standing[live.place] for live in stage.rules if live.rule.rounding is kind] for kind in kinds}
        for chosen in product((0, 1, 2), repeat=len(kinds)):
            where = TRUE
            for kind, how in zip(kinds, chosen, strict=True):
                certain, out = either(*[one.stands for one in several[kind]]), both(*[one.out for one in several[kind]])
                where = both(where, (out, both(negate(certain), negate(out)), certain)[how])
            if where == FALSE:
                continue
            sure = [kind for kind, how in zip(kinds, chosen, strict=True) if how == 2]
            perhaps = [kind for kind, how in zip(kinds, chosen, strict=True) if how == 1]
            for running, before in states.items():
                for after, here in self._roundings(running, sure, perhaps):
                    found.setdefault(after, []).append(both(where, before, here))
        return _bounded({running: here for running, all_of in found.items() if (here := either(*all_of)) != FALSE})

    def _roundings(self, running: Running, sure: list[Rounding], perhaps: list[Rounding]) -> Iterable[tuple[Running, Formula]]:
        """What these roundings, and those that are open, make of the values so far."""
        found: list[tuple[Running, Formula]] = [(Running(frozenset(), running.ended), TRUE)]
        for value in running.values:
            results = [numbers.round_(value, kind.value.split()[-1]) for kind in sure]  # type: ignore[arg-type]
            extra = [numbers.round_(value, kind.value.split()[-1]) for kind in perhaps]  # type: ignore[arg-type]
            after: list[tuple[Running, Formula]] = []
            for before, where in found:
                for values, ends, here in self._of_roundings(value, results, extra):
                    whole = self.space.both(where, here)
                    if whole != FALSE:
                        after.append((Running(before.values | values, before.ended | ends), whole))
            found = after
        return found

    def _of_roundings(self, value: Leaf, results: Sequence[Leaf], extra: Sequence[Leaf]) -> Iterable[tuple[Leaves, Ends, Formula]]:
        both, negate = self.space.both, self.space.negate
        nothing: Ends = frozenset()
        clash: Ends = frozenset({CLASH})
        if results:
            one = both(*[self.algebra.leaves_equal(results[0], other) for other in results[1:]])
            alike = both(*[self.algebra.leaves_equal(results[0], other) for other in extra])
            yield frozenset(results[:1]), nothing, both(one, alike)
            yield frozenset(results[:1]), clash, both(one, negate(alike))
            yield frozenset(), clash, negate(one)
            return
        one = both(*[self.algebra.leaves_equal(extra[0], other) for other in extra[1:]]) if extra else TRUE
        yield frozenset([value, *extra[:1]]), nothing, one
        yield frozenset([value, *extra]), clash, negate(one)

    # ---- helpers --------------------------------------------------------------------------------------------------------------------

    def _maybe(self, standing: Standing) -> Formula:
        if standing.out == self.space.negate(standing.stands):
            return FALSE
        return self.space.negate(self.space.either(standing.stands, standing.out))

    def _effects(self, live: Live) -> list[tuple[Formula, Leaf, str | None]]:
        """What a rule does, with where: a leaf, or an end where its effect is open."""
        if live.effect is None:
            return []
        found: list[tuple[Formula, Leaf, str | None]] = [(where, leaf, None) for where, leaf in live.effect.cases]
        opened = self.algebra.open(live.effect)
        if opened != FALSE:
            found.append((self.space.both(opened, live.effect.bad), None, ILL))
            found.append((self.space.both(opened, self.space.negate(live.effect.bad)), None, OPEN))
        return [one for one in found if one[0] != FALSE]


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
        self._silence: Value | None = None

    def add(self, where: Formula, running: Running, *, silent: bool = False, ranged: bool = False) -> None:
        if where == FALSE:
            return
        if silent:
            self._silence = self._silence or self.encoder.silence(self.asked)
            for one, here in self.encoder._silent(self._silence, where, running.values, running.ended):
                self._decide(here, one, ranged)
            return
        self._decide(where, running, ranged)

    def _decide(self, where: Formula, running: Running, ranged: bool) -> None:
        if where == FALSE:
            return
        both, negate = self.space.both, self.space.negate
        values = list(running.values)
        inside = [self.encoder.inside(self.asked.question, leaf) if ranged else TRUE for leaf in values]
        conflicting = running.ended <= {CLASH, ILL}
        if not values:
            if conflicting:
                self.conflict.append(where)
            elif running.ended != {OPEN}:
                self._hang(where, running)
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
        return self.algebra.value(self.cases, bad)


@record
class _One:
    """The first stage so far: the answer that stands (or a clash, or ends of effects), and what open rules would have it be."""

    certain: tuple[Leaf, ...] = ()
    clash: bool = False
    ends: Ends = frozenset()
    more: Leaves = frozenset()
    more_ends: Ends = frozenset()

    def perhaps(self, leaf: Leaf, end: str | None) -> _One:
        if end is not None:
            return _One(self.certain, self.clash, self.ends, self.more, self.more_ends | {end})
        return _One(self.certain, self.clash, self.ends, self.more | {leaf}, self.more_ends)


@record
class _Best:
    """The strongest effect that stands, the others that may tell, and the ends of effects, certain and not."""

    certain: tuple[Leaf, ...] = ()
    kinds: Ends = frozenset()
    more: Leaves = frozenset()
    ends: Ends = frozenset()

    def with_certain(self, greatest: bool, leaf: Leaf, end: str | None) -> _Best:
        if end is not None:
            return _Best(self.certain, self.kinds | {end}, self.more, self.ends)
        best = numbers.pick(greatest, (self.certain[0], leaf)) if self.certain else leaf  # type: ignore[arg-type]
        return _Best((best,), self.kinds, self.more, self.ends)

    def with_perhaps(self, leaf: Leaf, end: str | None) -> _Best:
        if end is not None:
            return _Best(self.certain, self.kinds, self.more, self.ends | {end})
        return _Best(self.certain, self.kinds, self.more | {leaf}, self.ends)

    def applied(self, verb: StageVerb, greatest: bool, running: Running) -> Running:
        if not running.values:
            return running
        if self.kinds:
            return Running(frozenset(), running.ended | {_worst(self.kinds)})
        choices = [self.certain, *[(leaf, *self.certain) for leaf in self.more]]
        values = frozenset(_apply(verb, before, greatest, choice) for before in running.values for choice in choices)
        return Running(values, running.ended | self.ends)


def _apply(verb: StageVerb, before: Leaf, greatest: bool, strongest: tuple[Leaf, ...]) -> Leaf:
    if not strongest:
        return before
    chosen = numbers.pick(greatest, strongest) if len(strongest) > 1 else strongest[0]  # type: ignore[arg-type]
    if verb is StageVerb.AT_MOST or verb is StageVerb.AT_LEAST:
        return numbers.pick(verb is StageVerb.AT_LEAST, (before, chosen))  # type: ignore[arg-type]
    return numbers.multiply(before, chosen)  # type: ignore[arg-type]


def _add_term(live: Live, one: Leaf, term: Leaf) -> Leaf:
    return numbers.subtract(one, term) if live.rule.verb is Verb.TAKE else numbers.add(one, term)  # type: ignore[arg-type]


def _after_stage(running: Running, kinds: Ends) -> Running:
    """A certain term that is open opens every value."""
    if kinds and running.values:
        return Running(frozenset(), running.ended | {_worst(kinds)})
    return running


def _worst(kinds: Ends) -> str:
    return ILL if ILL in kinds else OPEN


def _states_of(algebra: Algebra, value: Value) -> States:
    """A first stage that is told already, as states."""
    states: States = {Running(frozenset({leaf})): where for where, leaf in value.cases}
    opened = algebra.open(value)
    for end, where in ((CLASH, algebra.space.both(opened, value.bad)), (OPEN, algebra.space.both(opened, algebra.space.negate(value.bad)))):
        if where != FALSE:
            states[Running(frozenset(), frozenset({end}))] = where
    return states


def _bounded(states: dict[T, Formula]) -> dict[T, Formula]:
    if len(states) > MOST_STATES:
        raise NotAnalysable(f"an answer with more than {MOST_STATES} ways of coming about")
    return states


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
