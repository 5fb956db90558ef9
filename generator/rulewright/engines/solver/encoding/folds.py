"""Folds and links over all situations: each expanded over the things of the world, and what the world says of things that it does not list.

A world of few things lists all of them. In a world of any number of things, the last member of a range stands for all that are not named;
in one of many things, a thing may stand for several alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import TypeAlias, TypeVar, assert_never

from rulewright.base.limits import MAX_SELECTIONS
from rulewright.core.expressions import AllOfKind, ExprId, Fold, Integers, Range, Reachable, Reducer
from rulewright.core.lower_expressions import Lowering
from rulewright.core.reachability import reachability
from rulewright.engines.solver.encoding.arithmetic import NumberEncoder
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.world import UnlistedThings
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import ALWAYS, NEVER, Leaf, Sign, Truth, Value, constant, is_number

Env: TypeAlias = tuple[Value, ...]
Code: TypeAlias = Callable[[Env], Sign]
"""The code of an expression: a function of the environment."""
S = TypeVar("S", bound=Hashable)
"""A selection of values."""
Member: TypeAlias = tuple[Leaf, Truth]
"""A possible member of a range, with the truth of its membership."""
_BY_ORDER = frozenset({Reducer.MAXIMUM, Reducer.MINIMUM})


class FoldEncoder(EncoderPart):
    """An encoder of folds and links."""

    def __init__(self, encoder: EncoderContext, lowering: Lowering, arithmetic: NumberEncoder) -> None:
        super().__init__(encoder)
        self.world = encoder.world
        self.lowering = lowering
        self.arithmetic = arithmetic
        self._encoded: dict[Hashable, Sign] = {}

    def compile_fold(
        self, expression: ExprId, node: Fold, belongs: Code | None, body: Code | None, limit: Code | None, none: Code | None
    ) -> Code:
        """Return the code of a fold."""
        slots = sorted(self.lowering.reads[expression].slots)
        digest = self.lowering.arena.digest_of(expression)

        def encode_fold(env: Env) -> Sign:
            # The use of a fold: what it says, of which things, under which suppositions. Things that only this use introduces are named
            # by it, in every encoder that shares the space.
            origin = (digest, tuple(env[slot] for slot in slots), self.encoder.supposed)
            encoded = self._encoded.get(origin)
            if encoded is None:  # encoded once: later the world may list other things
                members = self._members(node, belongs, env, origin)
                if node.reducer is Reducer.ANY:
                    encoded = self.algebra.disjunction_of([truth for _, truth in members]) if members else NEVER
                else:
                    encoded = self._encode_aggregate(node, members, body, limit, none, env, origin)
                self._encoded[origin] = encoded
            return encoded

        return encode_fold

    # ---- members --------------------------------------------------------------------------------------------------------------------

    def _members(self, node: Fold, belongs: Code | None, env: Env, origin: Hashable) -> list[Member]:
        """Return the possible members; in a world of any number of things the last one represents those that are not named."""
        candidates = self._candidates(node.range, origin)
        members = self._filter_members(candidates, node.slot, belongs, env)
        while (extended := self._candidates(node.range, origin)) != candidates:  # a condition may introduce further things
            candidates, members = extended, self._filter_members(extended, node.slot, belongs, env)
        return [(member, truth) for member, truth in members if truth.no != TRUE]

    def _filter_members(self, candidates: list[Member], slot: int, belongs: Code | None, env: Env) -> list[Member]:
        """Add the condition of a fold to the membership of each candidate."""
        if belongs is None:
            return candidates
        conjunction_of, as_truth = self.algebra.conjunction_of, self.algebra.as_truth
        return [
            (member, conjunction_of([exists, as_truth(belongs((*env[:slot], constant(member))))])) for member, exists in candidates
        ]  # fmt: skip

    def _candidates(self, over: Range, origin: Hashable) -> list[Member]:
        if isinstance(over, AllOfKind):
            things = self.world.things_of_range(over.kind, origin)
            return [(thing, self.algebra.decided_truth(self.world.exists[thing])) for thing in things]
        if isinstance(over, Integers):
            self.encoder.count_members(over.high - over.low + 1)
            return [(number, ALWAYS) for number in range(over.low, over.high + 1)]
        return [(value, ALWAYS) for value in self.core.enums[over.enum].values]

    # ---- aggregates -----------------------------------------------------------------------------------------------------------------

    def _encode_aggregate(
        self,
        node: Fold,
        members: list[Member],
        body: Code | None,
        limit: Code | None,
        none: Code | None,
        env: Env,
        origin: Hashable,
    ) -> Value:
        """Encode an aggregate: undefined where the membership of a possible member is undefined, or its contribution."""
        algebra, conjunction, disjunction, negate = self.algebra, self.space.conjunction, self.space.disjunction, self.space.negate
        values: list[tuple[Truth, Value]] = []
        conflicts: list[Formula] = []
        closed: list[Formula] = []
        for member, belongs in members:
            value = constant(True) if body is None else algebra.as_value(body((*env[: node.slot], constant(member))))
            values.append((belongs, self._weigh_member(node.reducer, member, value)))
            may_belong, is_decided = negate(belongs.no), negate(algebra.undefined_region(belongs))
            closed.append(conjunction(is_decided, disjunction(belongs.no, algebra.defined_region(value))))
            conflicts += [algebra.conflict_region(belongs), conjunction(may_belong, algebra.conflict_region(value))]
        limit_value = None if limit is None else algebra.as_value(limit(env))
        if limit_value is not None:
            closed.append(algebra.defined_region(limit_value))
            conflicts.append(algebra.conflict_region(limit_value))
        # The greatest of all is that of the listed members and of the one that stands for the others: it is the greatest of those.
        last = members[-1][0] if members and node.reducer not in _BY_ORDER else None
        unlisted = self.world.unlisted_behind(origin, last)
        if unlisted is None:
            result = self._reduce_members(node.reducer, values, limit_value)
        else:
            result = self._add_further_members(unlisted, node, values, limit_value, origin)
        if node.scale is not None:
            result = self.arithmetic.value_at_rank(self.core.enums[node.scale], result)
        if none is not None:
            result = self._with_value_of_none(node.reducer, result, values, algebra.as_value(none(env)))
        return algebra.as_value(algebra.restrict_sign(result, conjunction(*closed), disjunction(*conflicts)))

    def _with_value_of_none(self, reducer: Reducer, choice: Value, values: Sequence[tuple[Truth, Value]], none: Value) -> Value:
        """Return a choice value, or the value `none` where no member belongs."""
        empty = self.space.conjunction(*[belongs.no for belongs, _ in values])
        cases = [(joint, leaf) for guard, leaf in none.cases if (joint := self.space.conjunction(guard, empty)) != FALSE]
        conflict = self.space.disjunction(choice.conflict, self.space.conjunction(empty, self.algebra.conflict_region(none)))
        has_one_each = reducer is not Reducer.ONLY_MEMBER and all(
            self.algebra.is_total(belongs) and value.is_total for belongs, value in values
        )
        return self.algebra.make_value([*choice.cases, *cases], conflict, is_total=has_one_each and none.is_total)

    def _weigh_member(self, reducer: Reducer, member: Leaf, value: Value) -> Value:
        """Return the contribution of a member to an aggregate: its own, times the number of things that it represents."""
        count = self.world.number_of(member)
        match reducer:
            case Reducer.NUMBER:
                return constant(count)
            case Reducer.MAXIMUM | Reducer.MINIMUM | Reducer.DIFFERENT:
                return value
            case _ if count == 1:
                return value
            case Reducer.SUM:
                return self.arithmetic.lift_numbers(lambda leaf: numbers.multiply(count, leaf), [value])  # type: ignore[arg-type]
            case Reducer.ONLY_MEMBER:
                return self.algebra.as_value(self.algebra.restrict_sign(value, self.world.is_single(str(member)), FALSE))
            case _:
                raise NotAnalysable("a sum of some of many values")

    def _add_further_members(
        self, unlisted: UnlistedThings, node: Fold, values: Sequence[tuple[Truth, Value]], limit: Value | None, origin: Hashable
    ) -> Value:
        """Encode an aggregate over named members and any number of others, which the last of the values represents."""
        assert isinstance(node.range, AllOfKind)
        member = unlisted.further_member(origin, node.range.kind)
        *others, (belongs, further) = values
        named_total = self._reduce_members(node.reducer, others, limit)
        what = None if node.body is None else self.lowering.arena.digest_of(node.body)
        match node.reducer:
            case Reducer.NUMBER:
                combined = self._add_values(named_total, unlisted.further_number(origin, member))
            case Reducer.DIFFERENT:
                combined = self._add_values(named_total, unlisted.further_amount(origin, ("different", what), [constant(1)]))
            case Reducer.SUM:
                combined = self._add_values(named_total, unlisted.further_sum(origin, member, what, further))
            case Reducer.SUM_OF_GREATEST | Reducer.SUM_OF_LEAST:
                combined = unlisted.further_amount(origin, (node.reducer, what, limit), [value for _, value in values])
            case Reducer.ONLY_MEMBER:
                none_named = self.space.conjunction(unlisted.one_further(origin), *[other.no for other, _ in others])
                combined = self.algebra.make_value([(self.space.conjunction(none_named, guard), leaf) for guard, leaf in further.cases])
            case _:
                raise AssertionError(f"further members add nothing to `{node.reducer}`")
        return self.algebra.as_value(
            self.algebra.merge_cases([(belongs.no, named_total), (belongs.yes, combined)], covering=self.algebra.is_total(belongs))
        )

    def _add_values(self, first: Value, second: Value) -> Value:
        return self.arithmetic.lift_numbers(numbers.add, [first, second])

    # ---- reducers -------------------------------------------------------------------------------------------------------------------

    def _reduce_members(self, reducer: Reducer, values: Sequence[tuple[Truth, Value]], limit: Value | None = None) -> Value:
        match reducer:
            case Reducer.NUMBER | Reducer.SUM:
                return self._fold_members(values, numbers.add, 0)
            case Reducer.MAXIMUM | Reducer.MINIMUM:
                greatest = reducer is Reducer.MAXIMUM

                def better(first: Leaf, second: Leaf) -> Leaf:
                    return second if first is None else numbers.pick(greatest, (first, second))  # type: ignore[arg-type]

                result = self._fold_members(values, better, None)
                cases = tuple((guard, leaf) for guard, leaf in result.cases if leaf is not None)
                return Value(cases, is_total=result.is_total and len(cases) == len(result.cases))
            case Reducer.DIFFERENT:
                return self._count_distinct(values)
            case Reducer.ONLY_MEMBER:
                return self._only_member(values)
            case Reducer.SUM_OF_GREATEST | Reducer.SUM_OF_LEAST:
                assert limit is not None, f"`{reducer}` does not say of how many"
                return self._sum_of_extremes(reducer is Reducer.SUM_OF_GREATEST, values, limit)
            case Reducer.ANY:
                raise AssertionError("that there is a member is a truth, no value")
            case _:
                assert_never(reducer)

    def _only_member(self, values: Sequence[tuple[Truth, Value]]) -> Value:
        """Encode the only member: defined where no other belongs."""
        cases: list[tuple[Formula, Leaf]] = []
        for index, (belongs, value) in enumerate(values):
            others = [other_membership.no for position, (other_membership, _) in enumerate(values) if position != index]
            cases += [(self.space.conjunction(guard, belongs.yes, *others), leaf) for guard, leaf in value.cases]
        return self.algebra.make_value([(guard, leaf) for guard, leaf in cases if guard != FALSE])

    def _sum_of_extremes(self, greatest: bool, values: Iterable[tuple[Truth, Value]], limit: Value) -> Value:
        """Encode the sum of the `limit` greatest or least values, from the guarded selections of these values."""
        counts = [(guard, count) for guard, count in self.algebra.list_numbers(limit).cases if is_number(count)]
        max_count = max([int(count) for _, count in counts], default=0)  # type: ignore[arg-type]
        selections: dict[tuple[Leaf, ...], Formula] = {(): TRUE}
        for belongs, value in values:

            def with_number(selection: tuple[Leaf, ...], leaf: Leaf) -> tuple[Leaf, ...]:
                if leaf is None:
                    raise NotAnalysable("a sum over a number that may be `none`")
                return tuple(sorted((*selection, leaf), reverse=greatest)[: max(max_count, 0)])  # type: ignore[type-var]

            selections = self._extend_selections(selections, belongs, value, with_number, "a sum of some of many values")
        cases = [
            (self.space.conjunction(guard, count_guard), sum(selection[: max(int(count), 0)]))  # type: ignore[arg-type]
            for selection, guard in selections.items()
            for count_guard, count in counts
        ]
        return self.algebra.make_value([(guard, leaf) for guard, leaf in cases if guard != FALSE])

    def _count_distinct(self, values: Iterable[tuple[Truth, Value]]) -> Value:
        """Encode the number of different values, from the guarded sets of values."""
        sets: dict[frozenset[Leaf], Formula] = {frozenset(): TRUE}
        too_many = "a number of different values with too many sets of them"
        for belongs, value in values:
            sets = self._extend_selections(sets, belongs, value, lambda value_set, leaf: value_set | {leaf}, too_many)
        return self.algebra.make_value([(guard, len(value_set)) for value_set, guard in sets.items()])

    def _extend_selections(
        self,
        selections: dict[S, Formula],
        belongs: Truth,
        value: Value,
        with_leaf: Callable[[S, Leaf], S],
        reason: str,
    ) -> dict[S, Formula]:
        """Return guarded selections of values, each with and without one more. Raises `NotAnalysable` for this reason."""
        extended: dict[S, list[Formula]] = {}
        cases = self.algebra.list_numbers(value).cases
        for selection, guard in selections.items():
            extended.setdefault(selection, []).append(self.space.conjunction(guard, belongs.no))
            for value_guard, leaf in cases:
                joint = self.space.conjunction(guard, belongs.yes, value_guard)
                extended.setdefault(with_leaf(selection, leaf), []).append(joint)
        merged = {selection: joint for selection, guards in extended.items() if (joint := self.space.disjunction(*guards)) != FALSE}
        if len(merged) > MAX_SELECTIONS:
            raise NotAnalysable(reason)
        return merged

    def _fold_members(self, values: Iterable[tuple[Truth, Value]], step: Callable[..., Leaf], start: Leaf) -> Value:
        """Fold the members that belong, in order."""
        total = constant(start)
        # Member by member, and not all combinations: equal partial results merge, so a count of n has n values and not 2^n.
        for belongs, value in values:
            is_total = total.is_total and self.algebra.is_total(belongs) and value.is_total
            total = self.algebra.list_or_name(
                lambda total=total, belongs=belongs, value=value: self._extend_fold(total, belongs, value, step),  # type: ignore[misc]
                lambda total=total, belongs=belongs, value=value: self._extend_fold(  # type: ignore[misc]
                    self.algebra.with_named_numbers(total), belongs, self.algebra.with_named_numbers(value), step
                ),
                FALSE,
                is_total,
            )
        return total

    def _extend_fold(self, total: Value, belongs: Truth, value: Value, step: Callable[..., Leaf]) -> Iterator[tuple[Formula, Leaf]]:
        """Extend a partial fold by one member, guarded by its membership."""
        yield from [(self.space.conjunction(guard, belongs.no), leaf) for guard, leaf in total.cases]
        for guard, leaf in total.cases:
            for value_guard, addend in value.cases:
                joint = self.space.conjunction(guard, belongs.yes, value_guard)
                if joint != FALSE:
                    if addend is None:
                        raise NotAnalysable("a sum over a number that may be `none`")
                    yield joint, step(leaf, addend)

    # ---- links ----------------------------------------------------------------------------------------------------------------------

    def encode_reachability(self, node: Reachable, link: Code, env: Env, first: str, last: str) -> Truth:
        """Encode the reachability of one thing from another through the things of the world, and through those that it does not list."""
        things = self.world.things.get(node.kind, ())
        members = {thing: self.algebra.decided_truth(self.world.exists[thing]) for thing in things} | {first: ALWAYS, last: ALWAYS}
        outer = env[: node.slot]

        @cache
        def encode_link(source: str, target: str) -> Truth:
            return self.algebra.as_truth(link((*outer, constant(source), constant(target))))

        reachable = reachability(self.algebra, members, first, last, encode_link)
        origin = (self.lowering.arena.digest_of(node.link), outer, self.encoder.supposed)
        chain = self.world.link_beyond(origin, first, last, (encode_link(*pair) for pair in product(members, repeat=2)))
        return reachable if chain is None else self.algebra.disjunction_of([reachable, chain])
