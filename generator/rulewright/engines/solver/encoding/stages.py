"""The values of a question stage by stage, over all situations: each value and each end that open rules leave possible is carried along."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from itertools import product
from typing import Any, Protocol, TypeAlias, TypeVar

from rulewright.base.keywords import StageVerb, Verb
from rulewright.base.records import record
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.labelling import Standing
from rulewright.engines.solver.encoding.rules import RuleEncoder, Stage, Taken
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.forgetting import forgotten
from rulewright.engines.solver.formula.named_numbers import can_be_named
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula, Space, TooLarge
from rulewright.engines.solver.formula.symbolic import Algebra, Leaf, Value, in_order, is_number

CLASH, OPEN, ILL = "clash", "open", "ill"
MOST_STATES = 256
FEW_CHOICES = 4
"""Of so many choices of what is open each set is taken by itself: that makes few formulas, and short ones."""
Leaves: TypeAlias = "frozenset[Leaf]"
Ends: TypeAlias = "frozenset[str]"
T = TypeVar("T")


class _State(Protocol):
    """How far an answer has come, with its `leaves`; those of `of` take their places, one for one."""

    @property
    def leaves(self) -> tuple[Leaf, ...]: ...
    def of(self: S, leaves: Sequence[Leaf]) -> S: ...


S = TypeVar("S", bound=_State)


class TooManyWays(NotAnalysable):
    """An answer comes about in more ways than are distinguished."""


@record
class Running:
    """The values that a question may have so far, and the ends that it may have come to."""

    values: Leaves
    ended: Ends = frozenset()

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """Its values, in order."""
        return tuple(in_order(self.values))

    def of(self, leaves: Sequence[Leaf]) -> Running:
        """The same with other values."""
        return Running(frozenset(leaves), self.ended)


States: TypeAlias = "dict[Running, Formula]"
Effects: TypeAlias = "Sequence[tuple[Formula, Leaf, str | None]]"
"""What a rule does where: a leaf, or an end."""


class _Parts(dict[T, list[Formula]]):
    """Where each of some states is come to, part by part: many parts are put together once, not one after another."""

    def put(self, state: T, where: Formula) -> None:
        """One more part. Raises `TooManyWays` at the first state that is too many."""
        if where != FALSE:
            self.setdefault(state, []).append(where)
            if len(self) > MOST_STATES:
                raise TooManyWays(f"an answer with more than {MOST_STATES} ways of coming about")

    def whole(self, space: Space) -> dict[T, Formula]:
        """The states and where each is; none that is nowhere."""
        return {state: space.either(*parts) for state, parts in self.items()}


class StageEncoder(EncoderPart):
    """Works stages out for one encoder; what silence means is asked for only where no rule of the first stage stands."""

    # ---- ways in which rules may stand ----------------------------------------------------------------------------------------------

    def __init__(self, encoder: EncoderContext, rules: RuleEncoder) -> None:
        super().__init__(encoder)
        self.rules = rules
        self._naming = False
        """Whether each effect has one name, and states are put together by names where they are too many."""

    def over_ways(self, stage: Stage, work: Callable[[Stage], States]) -> States:
        """What comes of a stage; where rules that are open go before one another, what comes of each way in which they may stand."""
        return self._named_if_needed(lambda: self._over_ways(stage, work))

    def _named_if_needed(self, work: Callable[[], States]) -> States:
        """What comes of some work, if need be with names for effects and states. Raises `TooManyWays`."""
        if self._naming or not self.algebra.names:
            return work()
        try:
            return work()
        except TooManyWays:
            self._naming = True
            try:
                return work()
            finally:
                self._naming = False

    def _told(self, silent: Callable[[], Value]) -> Value:
        """What silence means; questions that it asks get names only where they need them."""
        before, self._naming = self._naming, False
        try:
            return silent()
        finally:
            self._naming = before

    def _over_ways(self, stage: Stage, work: Callable[[Stage], States]) -> States:
        whole = work(stage)
        if self._undecided(stage, whole) == FALSE:
            return whole
        region = stage.region
        if stage.laid is None:
            raise NotAnalysable("rules that are open go before one another")
        try:
            within = self._within_limit(lambda: self._united(self._possible(self.rules.taken(stage), region, work), region))
        except (NotAnalysable, TooLarge) as too_much:
            if isinstance(too_much, TooManyWays) and self.algebra.names and not self._naming:
                raise  # with names there may be fewer
            return self._unknown(stage, whole)
        without = self._within(whole, self.space.negate(region))
        return self._in_fewer(partial(self._put_together, without), within, ())

    def _within_limit(self, work: Callable[[], States]) -> States:
        """What comes of some work that may take three quarters of the formulas that are left. Raises `TooLarge`."""
        space = self.space
        before, left = space.limit, space.limit - len(space.kind)
        space.limit = before - left // 4
        try:
            return work()
        finally:
            space.limit = before

    def _possible(self, taken: Taken, region: Formula, work: Callable[[Stage], States]) -> States:
        """What can come of a stage within a region, and where each can; several may be possible in one place. Raises `NotAnalysable`."""
        if not self._naming and taken.chosen.bit_count() > FEW_CHOICES:
            states = {running: here for running, where in work(taken.stage).items() if (here := self.space.both(where, region)) != FALSE}
            with suppress(TooLarge):
                return dict(zip(states, forgotten(self.space, list(states.values()), taken.chosen), strict=True))
        # Way by way. A name must not depend on what is chosen.
        found: dict[Running, list[Formula]] = {}
        for way in self.rules.ways(taken):
            for running, where in self._within(work(way), region).items():
                found.setdefault(running, []).append(where)
        return {running: self.space.either(*several) for running, several in found.items()}

    def _undecided(self, stage: Stage, whole: States) -> Formula:
        """Where it may matter which rules stand together: where each open rule by itself makes no difference, none do."""
        if stage.region == FALSE:
            return FALSE
        several = [where for running, where in whole.items() if len(running.values) + len(running.ended) > 1]
        return self.space.both(stage.region, self.space.either(*several))

    def _unknown(self, stage: Stage, whole: States) -> States:
        """What comes of a stage where it is not followed which of its rules stand together: there all that each may make is possible."""
        region = self._undecided(stage, whole)
        most = max(len(running.values) + len(running.ended) for running in whole)
        which = self.encoder.unknown(self._too_many(stage, region), region, most + 1)
        found: _Parts[Running] = _Parts()
        for running, where in whole.items():
            found.put(running, self.space.both(where, self.space.negate(region)))
            here = self.space.both(where, region)
            alone = [Running(frozenset({value})) for value in in_order(running.values)]
            alone += [Running(frozenset(), frozenset({end})) for end in sorted(running.ended)]
            for one, chosen in zip(alone, which, strict=False):
                found.put(one, self.space.both(here, chosen))
            found.put(running, self.space.both(here, *[self.space.negate(chosen) for chosen in which[: len(alone)]]))
        return found.whole(self.space)

    def _too_many(self, stage: Stage, region: Formula) -> str:
        """That it is not followed which of the rules of a stage stand together: which rules, and where."""
        assert stage.laid is not None
        both = self.space.both
        opened = [live.rule.id for live in stage.rules if both(region, stage.standing[live.place].open(self.algebra)) != FALSE]
        several = f"{', '.join(opened[:3])} and {len(opened) - 3} more" if len(opened) > 4 else ", ".join(opened)
        where = self.encoder.instance(region)
        return (
            f"rules of `{stage.laid.on.question.name}` that go before one another are open together in more ways than are followed{where}: "
            f"{several}; settle what leaves them open, and all is decided there, too"
        )

    def _put_together(self, one: States, other: States, _: Effects) -> States:
        """States of regions that are apart."""
        found: _Parts[Running] = _Parts()
        for states in (one, other):
            for running, where in states.items():
                found.put(running, where)
        return found.whole(self.space)

    def _within(self, states: States, region: Formula) -> States:
        return {running: here for running, where in states.items() if (here := self.space.both(where, region)) != FALSE}

    def _united(self, ways: States, region: Formula) -> States:
        """All that is possible within a region: by each value and end where all sets of them are few, else one after the other."""
        possible: dict[tuple[bool, Any], list[Formula]] = {}
        for running, where in ways.items():
            for ended, several in ((False, running.values), (True, running.ended)):
                for one in several:
                    possible.setdefault((ended, one), []).append(where)
        if 2 ** len(possible) <= MOST_STATES:
            return self._split(possible, region)
        each = [{one: where, Running(frozenset()): self.space.both(region, self.space.negate(where))} for one, where in ways.items()]
        return reduce(self._both_ways, each)

    def _split(self, possible: Mapping[tuple[bool, Any], list[Formula]], region: Formula) -> States:
        """A region split by each value and end (the flag), whether it is possible there: as many parts as there are sets of them."""
        states: States = {Running(frozenset()): region}
        for (ended, one), wheres in possible.items():
            here = self.space.either(*wheres)
            elsewhere = self.space.negate(here)
            after: States = {}
            for running, where in states.items():
                with_it = Running(running.values, running.ended | {one}) if ended else Running(running.values | {one}, running.ended)
                for key, inside in ((with_it, self.space.both(where, here)), (running, self.space.both(where, elsewhere))):
                    if inside != FALSE:
                        after[key] = inside
            states = after
        return states

    def _both_ways(self, one: States, other: States) -> States:
        """The same of two ways, part by part: of many values most exclude one another, which is seen in their parts."""
        found: _Parts[Running] = _Parts()
        for running, where in one.items():
            for another, inside in other.items():
                key = Running(running.values | another.values, running.ended | another.ended)
                found.put(key, self.space.both(where, inside))
        return found.whole(self.space)

    # ---- the first stage ------------------------------------------------------------------------------------------------------------

    def start_one(self, stage: Stage, silent: Callable[[], Value]) -> States:
        """Equal answers are no conflict; different ones are."""
        states: dict[_One, Formula] = {_One(): TRUE}
        for live in stage.rules:
            states = self._in_fewer(partial(self._answering, stage, live), states, self._effects(live))
        return self._in_fewer(lambda several, _: self._answered(several, silent), states, ())

    def _answering(self, stage: Stage, live: EncodedRule, states: dict[_One, Formula], effects: Effects) -> dict[_One, Formula]:
        """What one more rule makes of the answers so far."""
        standing = stage.standing[live.place]
        after: _Parts[_One] = _Parts()
        for one, where in states.items():
            after.put(one, self.space.both(where, standing.out))
            for certain, here, leaf, end in self._comes(where, standing, effects):
                if certain:
                    self._take(one, leaf, end, here, after.put)
                else:
                    after.put(one.perhaps(leaf, end), here)
        return after.whole(self.space)

    def _answered(self, states: dict[_One, Formula], silent: Callable[[], Value]) -> States:
        """What the answers of all rules come to, and what silence means where there is none."""
        both = self.space.both
        found: _Parts[Running] = _Parts()
        silence: Value | None = None
        for one, where in states.items():
            if one.clash:
                found.put(Running(frozenset(), frozenset({CLASH})), where)
                continue
            if one.ends:
                alike, ends = self._alike(one.more | set(one.certain)), one.more_ends | {_worst(one.ends)}
                found.put(Running(frozenset(), ends), both(where, alike))
                found.put(Running(frozenset(), ends | {CLASH}), both(where, self.space.negate(alike)))
                continue
            if one.certain:
                for running, here in self._with_extras(one, where):
                    found.put(running, here)
                continue
            silence = silence or self._told(silent)
            alike = self._alike(one.more)
            for inside, ends in ((alike, one.more_ends), (self.space.negate(alike), one.more_ends | {CLASH})):
                for running, here in self.silent(silence, both(where, inside), one.more, ends):
                    found.put(running, here)
        return found.whole(self.space)

    def _take(self, one: _One, leaf: Leaf, end: str | None, where: Formula, put: Callable[[_One, Formula], None]) -> None:
        """One more rule that stands for certain."""
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
        several = in_order(leaves)
        return self.space.both(*[self.algebra.leaves_equal(several[0], other) for other in several[1:]])

    def _with_extras(self, one: _One, where: Formula) -> Iterable[tuple[Running, Formula]]:
        """An answer that stands, with what open rules would have it be."""
        leaf = one.certain[0]
        alike = self.space.both(*[self.algebra.leaves_equal(leaf, other) for other in in_order(one.more)])
        yield Running(frozenset({leaf}), one.more_ends), self.space.both(where, alike)
        yield Running(frozenset({leaf}), one.more_ends | {CLASH}), self.space.both(where, self.space.negate(alike))

    def silent(self, silence: Value, where: Formula, values: Leaves, ends: Ends) -> Iterable[tuple[Running, Formula]]:
        """What there may be besides silence."""
        for inside, leaf in silence.cases:
            yield Running(values | {leaf}, ends), self.space.both(where, inside)
        opened = self.space.both(where, self.algebra.open(silence))
        yield Running(values, ends | {ILL}), self.space.both(opened, silence.bad)
        yield Running(values, ends | {OPEN}), self.space.both(opened, self.space.negate(silence.bad))

    def start_sum(self, stage: Stage, silent: Callable[[], Value]) -> States:
        """A sum starts at 0 where some rule stands; with open rules alone it may be silent."""
        nothing = Running(frozenset({0}))
        states = self._stepped(stage, {_Sum(nothing): TRUE}, _add_term)
        return self._in_fewer(lambda several, _: self._summed(several, silent), states, ())

    def _summed(self, states: dict[_Sum, Formula], silent: Callable[[], Value]) -> States:
        """What the sums come to, and what silence means where no rule stands for certain."""
        nothing = Running(frozenset({0}))
        found: _Parts[Running] = _Parts()
        silence: Value | None = None
        for one, where in states.items():
            running = one.running
            if one.certain:
                found.put(_after_stage(running, one.kinds), where)
                continue
            silence = silence or self._told(silent)
            if running == nothing:
                for after, here in self.silent(silence, where, frozenset(), frozenset()):
                    found.put(after, here)
                continue
            # open rules alone: their sums, that of none of them being silence
            for after, here in self.silent(silence, where, running.values - {0}, running.ended):
                found.put(after, here)
        return found.whole(self.space)

    # ---- later stages ---------------------------------------------------------------------------------------------------------------

    def later(self, verb: StageVerb | None, states: States, stage: Stage) -> States:
        """What a later stage makes of the values so far, in every way in which its rules may stand."""
        if verb is StageVerb.ROUNDED:
            return self._rounded(stage, states)
        return self.over_ways(stage, lambda way: self._later(verb, states, way))

    def _later(self, verb: StageVerb | None, states: States, stage: Stage) -> States:
        match verb:
            case StageVerb.SUM:
                return self._by_term(stage, states, _add_term)
            case StageVerb.PRODUCT:
                return self._by_term(stage, states, lambda live, one, term: numbers.multiply(one, term))  # type: ignore[arg-type]
            case StageVerb.GREATEST | StageVerb.LEAST | StageVerb.AT_MOST | StageVerb.AT_LEAST:
                return self._strongest(verb, stage, states)
            case _:
                raise AssertionError(f"`{verb}` cannot come after another stage")

    def _by_term(self, stage: Stage, states: States, step: Callable[[EncodedRule, Leaf, Leaf], Leaf]) -> States:
        after = self._stepped(stage, {_Sum(running): where for running, where in states.items()}, step)
        return self._in_fewer(lambda several, _: self._after_terms(several), after, ())

    def _after_terms(self, states: dict[_Sum, Formula]) -> States:
        found: _Parts[Running] = _Parts()
        for one, where in states.items():
            found.put(_after_stage(one.running, one.kinds), where)
        return found.whole(self.space)

    def _stepped(self, stage: Stage, states: dict[_Sum, Formula], step: Callable[[EncodedRule, Leaf, Leaf], Leaf]) -> dict[_Sum, Formula]:
        """Rule by rule: what stands changes every value, what is open may change it."""
        for live in stage.rules:
            states = self._in_fewer(partial(self._step, stage, live, step), states, self._effects(live))
        return states

    def _step(
        self,
        stage: Stage,
        live: EncodedRule,
        step: Callable[[EncodedRule, Leaf, Leaf], Leaf],
        states: dict[_Sum, Formula],
        effects: Effects,
    ) -> dict[_Sum, Formula]:
        """What one more term makes of the values so far."""
        standing = stage.standing[live.place]
        after: _Parts[_Sum] = _Parts()
        for one, where in states.items():
            after.put(one, self.space.both(where, standing.out))
            for certain, here, leaf, end in self._comes(where, standing, effects):
                values, ended, more = one.running.values, one.running.ended, one.kinds
                if not values and ended:
                    pass  # it has come to an end: no term brings a value back
                elif end is None:
                    changed = frozenset([step(live, value, leaf) for value in values])
                    values = changed if certain else values | changed
                elif certain:
                    more = more | {end}
                else:
                    ended = ended | {end}
                after.put(_Sum(Running(values, ended), more, one.certain or certain), here)
        return after.whole(self.space)

    def _strongest(self, verb: StageVerb, stage: Stage, states: States) -> States:
        """Stages at which one rule tells: the greatest or least factor, the lowest ceiling, the highest floor."""
        greatest = verb in {StageVerb.GREATEST, StageVerb.AT_LEAST}
        found: dict[_Best, Formula] = {_Best(): TRUE}
        for live in stage.rules:
            found = self._in_fewer(partial(self._telling, stage, live, greatest), found, self._effects(live))
        return self._in_fewer(
            lambda before, _: self._in_fewer(lambda best, _: self._applied(verb, greatest, before, best), found, ()), states, ()
        )

    def _telling(
        self, stage: Stage, live: EncodedRule, greatest: bool, states: dict[_Best, Formula], effects: Effects
    ) -> dict[_Best, Formula]:
        """What one more rule makes of the strongest so far."""
        standing = stage.standing[live.place]
        after: _Parts[_Best] = _Parts()
        for one, where in states.items():
            after.put(one, self.space.both(where, standing.out))
            for certain, here, leaf, end in self._comes(where, standing, effects):
                after.put(one.with_certain(greatest, leaf, end) if certain else one.with_perhaps(leaf, end), here)
        return after.whole(self.space)

    def _applied(self, verb: StageVerb, greatest: bool, states: States, found: dict[_Best, Formula]) -> States:
        """What the strongest effects make of the values so far."""
        result: _Parts[Running] = _Parts()
        for running, where in states.items():
            for best, inside in found.items():
                here = self.space.both(where, inside)
                if here != FALSE:
                    result.put(best.applied(verb, greatest, running), here)
        return result.whole(self.space)

    def _rounded(self, stage: Stage, states: States) -> States:
        """Each value rounded by itself, for it says which roundings clash and so which of them stand."""
        return self._named_if_needed(lambda: self._in_fewer(lambda several, _: self._each_rounded(stage, several), states, ()))

    def _each_rounded(self, stage: Stage, states: States) -> States:
        found: _Parts[Running] = _Parts()
        for running, where in states.items():
            after = {Running(frozenset(), running.ended): where}
            for value in in_order(running.values):
                here = stage if stage.of_value is None else stage.of_value(value)
                after = self._both_ways(after, self.over_ways(here, partial(self._roundings, value)))
            for one, inside in after.items():
                found.put(one, inside)
        return found.whole(self.space)

    def _roundings(self, value: Leaf, stage: Stage) -> States:
        """What the roundings that stand, and those that are open, make of a value."""
        both, either, negate = self.space.both, self.space.either, self.space.negate
        found: _Parts[Running] = _Parts()
        kinds = list(dict.fromkeys(live.core.rounding for live in stage.rules if live.core.rounding is not None))
        results = [numbers.round_(value, kind.value) for kind in kinds]  # type: ignore[arg-type]
        several = {kind: [stage.standing[live.place] for live in stage.rules if live.core.rounding is kind] for kind in kinds}
        for chosen in product((0, 1, 2), repeat=len(kinds)):
            where = TRUE
            for kind, how in zip(kinds, chosen, strict=True):
                certain, out = either(*[one.stands for one in several[kind]]), both(*[one.out for one in several[kind]])
                where = both(where, (out, both(negate(certain), negate(out)), certain)[how])
            if where == FALSE:
                continue
            sure = [result for result, how in zip(results, chosen, strict=True) if how == 2]
            perhaps = [result for result, how in zip(results, chosen, strict=True) if how == 1]
            for values, ends, here in self._of_roundings(value, sure, perhaps):
                found.put(Running(values, ends), both(where, here))
        return found.whole(self.space)

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
        one = both(*[self.algebra.leaves_equal(extra[0], other) for other in extra[1:]])
        yield frozenset([value, *extra[:1]]), nothing, one
        yield frozenset([value, *extra]), clash, negate(one)

    # ---- helpers --------------------------------------------------------------------------------------------------------------------

    def _in_fewer(
        self, work: Callable[[dict[S, Formula], Effects], dict[T, Formula]], states: dict[S, Formula], effects: Effects
    ) -> dict[T, Formula]:
        """What becomes of some states; with names, where that is too many, what becomes of them put together."""
        try:
            return work(states, effects)
        except TooManyWays:
            if not self._naming:
                raise
            return work(self._fewer(states), effects)

    def _fewer(self, states: dict[S, Formula]) -> dict[S, Formula]:
        """The states with names for the numbers of those that are alike in all else, first by first, second by second."""
        alike: dict[S, list[tuple[Formula, tuple[Leaf, ...]]]] = {}
        found: _Parts[S] = _Parts()
        for state, where in states.items():
            leaves = state.leaves
            if leaves and all(is_number(leaf) and can_be_named(self.space, leaf) for leaf in leaves):  # type: ignore[arg-type]
                alike.setdefault(state.of([f"number {place}" for place in range(len(leaves))]), []).append((where, leaves))
            else:
                found.put(state, where)
        for state, several in alike.items():
            rows = [[(where, leaves[place]) for where, leaves in several] for place in range(len(several[0][1]))]
            found.put(state.of([self.algebra.one_name(row) for row in rows]), self.space.either(*[where for where, _ in several]))
        return found.whole(self.space)

    def _comes(self, where: Formula, standing: Standing, effects: Effects) -> Iterator[tuple[bool, Formula, Leaf, str | None]]:
        """What a rule does of all that can be within a region: whether it stands for certain or may stand, where, and the leaf or end."""
        for certain, stands in ((True, standing.stands), (False, standing.open(self.algebra))):
            there = self.space.both(where, stands)
            for inside, leaf, end in effects if there != FALSE else ():
                here = self.space.both(there, inside)
                if here != FALSE:
                    yield certain, here, leaf, end

    def _effects(self, live: EncodedRule) -> Effects:
        """What a rule does, with where: a leaf, or an end where its effect is open."""
        if live.effect is None:
            return []
        effect = self.algebra.named(live.effect) if self._naming else live.effect
        found: list[tuple[Formula, Leaf, str | None]] = [(where, leaf, None) for where, leaf in effect.cases]
        opened = self.algebra.open(live.effect)
        if opened != FALSE:
            found.append((self.space.both(opened, live.effect.bad), None, ILL))
            found.append((self.space.both(opened, self.space.negate(live.effect.bad)), None, OPEN))
        return [one for one in found if one[0] != FALSE]


@record
class _One:
    """The first stage so far: the answer that stands (or a clash, or ends of effects), and what open rules would have it be."""

    certain: tuple[Leaf, ...] = ()
    clash: bool = False
    ends: Ends = frozenset()
    more: Leaves = frozenset()
    more_ends: Ends = frozenset()

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return (*self.certain, *in_order(self.more))

    def of(self, leaves: Sequence[Leaf]) -> _One:
        count = len(self.certain)
        return _One(tuple(leaves[:count]), self.clash, self.ends, frozenset(leaves[count:]), self.more_ends)

    def perhaps(self, leaf: Leaf, end: str | None) -> _One:
        if end is not None:
            return _One(self.certain, self.clash, self.ends, self.more, self.more_ends | {end})
        return _One(self.certain, self.clash, self.ends, self.more | {leaf}, self.more_ends)


@record
class _Sum:
    """The values so far within a stage of terms, the ends of certain terms, and whether any is certain."""

    running: Running
    kinds: Ends = frozenset()
    certain: bool = False

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """All but 0, which is what there is before any term."""
        return tuple(in_order(self.running.values - {0}))

    def of(self, leaves: Sequence[Leaf]) -> _Sum:
        nothing = self.running.values & {0}
        return _Sum(Running(nothing.union(leaves), self.running.ended), self.kinds, self.certain)


@record
class _Best:
    """The strongest effect that stands, the others that may tell, and the ends of effects, certain and not."""

    certain: tuple[Leaf, ...] = ()
    kinds: Ends = frozenset()
    more: Leaves = frozenset()
    ends: Ends = frozenset()

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return (*self.certain, *in_order(self.more))

    def of(self, leaves: Sequence[Leaf]) -> _Best:
        count = len(self.certain)
        return _Best(tuple(leaves[:count]), self.kinds, frozenset(leaves[count:]), self.ends)

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
        choices = [self.certain, *[(leaf, *self.certain) for leaf in in_order(self.more)]]
        values = frozenset(_apply(verb, before, greatest, choice) for before in running.values for choice in choices)
        return Running(values, running.ended | self.ends)


def _apply(verb: StageVerb, before: Leaf, greatest: bool, strongest: tuple[Leaf, ...]) -> Leaf:
    if not strongest:
        return before
    chosen = numbers.pick(greatest, strongest) if len(strongest) > 1 else strongest[0]  # type: ignore[arg-type]
    if verb is StageVerb.AT_MOST or verb is StageVerb.AT_LEAST:
        return numbers.pick(verb is StageVerb.AT_LEAST, (before, chosen))  # type: ignore[arg-type]
    return numbers.multiply(before, chosen)  # type: ignore[arg-type]


def _add_term(live: EncodedRule, one: Leaf, term: Leaf) -> Leaf:
    return numbers.subtract(one, term) if live.core.verb is Verb.TAKE else numbers.add(one, term)  # type: ignore[arg-type]


def _after_stage(running: Running, kinds: Ends) -> Running:
    """A certain term that is open opens every value."""
    if kinds and running.values:
        return Running(frozenset(), running.ended | {_worst(kinds)})
    return running


def _worst(kinds: Ends) -> str:
    return ILL if ILL in kinds else OPEN


def states_of(algebra: Algebra, value: Value) -> States:
    """A first stage that is told already, as states."""
    states: States = {Running(frozenset({leaf})): where for where, leaf in value.cases}
    opened = algebra.open(value)
    for end, where in ((CLASH, algebra.space.both(opened, value.bad)), (OPEN, algebra.space.both(opened, algebra.space.negate(value.bad)))):
        if where != FALSE:
            states[Running(frozenset(), frozenset({end}))] = where
    return states
