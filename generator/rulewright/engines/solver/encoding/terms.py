"""Terms as truths and values over all situations: the counterpart of `engines.interpreter.compile`, which evaluates them in one.

Collections are expanded over the things of the world; a further thing belongs to one only where it exists.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from math import prod
from typing import TypeAlias, assert_never

from rulewright.base.keywords import FULFILLED_BY, Comparison, Gather, Operator, Pick, Rounding
from rulewright.engines.solver.encoding.abstract_world import AbstractWorld
from rulewright.engines.solver.encoding.crowd_world import CrowdWorld
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.named_numbers import can_be_named, name_number
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import (
    ALWAYS,
    NEVER,
    NOTHING,
    UNDETERMINED,
    Leaf,
    Sign,
    TooManyValues,
    Truth,
    Value,
    constant,
    is_number,
)
from rulewright.semantics import terms, types
from rulewright.semantics.groups import kind_of_range
from rulewright.semantics.model import Enum
from rulewright.semantics.terms import Term

Env: TypeAlias = tuple[Value, ...]
Collection: TypeAlias = terms.Some | terms.Every | terms.Gathered
Member: TypeAlias = tuple[Leaf, Truth]
"""A possible member of a collection, with the truth of its membership."""
MOST_CALLS = 12
"""A call is encoded for each thing that its operands may be, up to this number of combinations."""
MOST_FIRSTS = 256
"""A sum of the greatest or least values is not analysed beyond this number of possible selections."""
ROUNDINGS = {Rounding.DOWN: "down", Rounding.UP: "up", Rounding.NEAREST: "nearest"}


class TermEncoder(EncoderPart):
    """An encoder of terms; these may call the questions of the main encoder."""

    def __init__(self, encoder: EncoderContext) -> None:
        super().__init__(encoder)
        self.world = encoder.world
        self._collections: dict[Hashable, Sign] = {}

    def encode_truth(self, term: Term, env: Env) -> Truth:
        """Encode a condition. One that cannot be encoded becomes an opaque condition, with its reason."""
        try:
            return self.algebra.as_truth(self.encode_term(term, env))
        except NotAnalysable as refusal:
            return self.encoder.opaque_condition(refusal.reason, (term, env))

    def encode_value(self, term: Term, env: Env) -> Value:
        return self.algebra.as_value(self.encode_term(term, env))

    def encode_term(self, term: Term, env: Env) -> Sign:
        """Encode a term as a truth or a value, whichever is more direct."""
        match term:
            case terms.Const(value=value):
                return constant(value)
            case terms.Var(slot=slot):
                return env[slot]
            case terms.FactOf():
                return self._encode_fact(term, env)
            case terms.Ask(question=question, args=args):
                return self._encode_call(question, args, env, None)
            case terms.UpTo(question=question, args=args, stage=stage):
                return self._encode_call(question, args, env, stage)
            case terms.AskVerdict():
                return self._encode_verdict_test(term, env)
            case terms.Barred():
                return self._encode_bar(term, env)
            case terms.AsIf():
                return self._encode_supposition(term, env)
            case terms.Compare():
                return self._encode_comparison(term, env)
            case terms.InSet():
                return self._encode_membership(term, env)
            case terms.InGroup():
                return self._encode_group_test(term, env)
            case terms.Not(of=operand):
                return self.algebra.negate_truth(self.encode_truth(operand, env))
            case terms.And(parts=parts):
                return self.algebra.conjunction_of([self.encode_truth(part, env) for part in parts])
            case terms.Or(parts=parts):
                return self.algebra.disjunction_of([self.encode_truth(part, env) for part in parts])
            case terms.Some() | terms.Every() | terms.Gathered():
                return self._encode_collection(term, env)
            case terms.Linked():
                return self._encode_link(term, env)
            case _:
                return self._encode_number(term, env)

    # ---- facts and questions ------------------------------------------------------------------------------------------------------

    def _encode_operands(self, args: tuple[Term, ...], env: Env) -> tuple[list[Value], Formula, Formula]:
        """Encode operands; return them, the region in which all are defined, and that in which one is undefined by conflict."""
        values = [self.encode_value(arg, env) for arg in args]
        defined = self.space.conjunction(*[self.algebra.defined_region(value) for value in values])
        return values, defined, FALSE if defined == TRUE else self.algebra.any_conflict(values)

    def _encode_fact(self, term: terms.FactOf, env: Env) -> Sign:
        values, defined, bad = self._encode_operands(term.args, env)
        decl = self.core.facts[term.fact]
        guarded: list[tuple[Formula, Sign]] = []
        for guard, operands in self.algebra.combine_values(values):
            guarded.append((guard, NEVER if decl.is_of_itself(operands) else self.encoder.fact_value(decl.key(operands))))
        if len(guarded) == 1 and guarded[0][0] == TRUE:
            return guarded[0][1]
        return self.algebra.merge_cases(guarded, bad, covering=defined == TRUE)

    def _encode_call(self, question: str, args: tuple[Term, ...], env: Env, stage: int | None) -> Sign:
        values, defined, bad = self._encode_operands(args, env)
        slots = [slot for slot, value in enumerate(values) if self._is_one_of_several_things(value)]
        if not slots or prod(len(values[slot].cases) for slot in slots) > MOST_CALLS:
            return self.algebra.restrict_sign(self.encoder.encode_answer(question, tuple(values), stage), defined, bad)
        guarded: list[tuple[Formula, Sign]] = []
        for guard, things in self.algebra.combine_values([values[slot] for slot in slots]):
            operands = {**dict(enumerate(values)), **{slot: constant(thing) for slot, thing in zip(slots, things, strict=True)}}
            guarded.append((guard, self.encoder.encode_answer(question, tuple(operands.values()), stage)))
        answer = self.algebra.merge_cases(guarded, covering=all(values[slot].is_total for slot in slots))
        return self.algebra.restrict_sign(answer, defined, bad)

    def _is_one_of_several_things(self, value: Value) -> bool:
        """Return True if a value may be one of several things, or none: a call is then encoded for each, and shared by other calls."""
        return len(value.cases) > 1 and all(leaf is None or leaf in self.world.kinds for _, leaf in value.cases)

    def _encode_verdict_test(self, term: terms.AskVerdict, env: Env) -> Truth:
        verdict = self.algebra.as_value(self._encode_call(term.question, term.args, env, None))
        fulfilling = FULFILLED_BY[term.permission]
        return self.algebra.split_value(verdict, lambda leaf: leaf in fulfilling)

    def _encode_bar(self, term: terms.Barred, env: Env) -> Sign:
        values, defined, bad = self._encode_operands(term.args, env)
        return self.algebra.restrict_sign(self.encoder.encode_answer(term.question, tuple(values), bar=term.by), defined, bad)

    def _encode_supposition(self, term: terms.AsIf, env: Env) -> Sign:
        supposed = term.supposed
        values, defined, _ = self._encode_operands(supposed.args, env)
        value = self.encode_value(term.value, env)
        name = supposed.fact if isinstance(supposed, terms.FactOf) else supposed.question
        guarded: list[tuple[Formula, Sign]] = []
        for guard, operands in self.algebra.combine_values(values):
            key = self.core.facts[name].key(operands) if isinstance(supposed, terms.FactOf) else (name, operands)
            with self.encoder.suppose_value(isinstance(supposed, terms.FactOf), key, Value(value.cases, is_total=value.is_total)):
                guarded.append((guard, self.encode_term(term.of, env)))
        result = self.algebra.merge_cases(guarded, covering=defined == TRUE)
        all_defined = self.space.conjunction(defined, self.algebra.defined_region(value))
        return self.algebra.restrict_sign(result, all_defined, self.algebra.any_conflict([*values, value]))

    # ---- comparisons ----------------------------------------------------------------------------------------------------------------

    def _rank_on_scale(self, scale: str | None, value: Value) -> Value:
        """Return the rank of a value on its scale, or the value itself without a scale."""
        if scale is None:
            return value
        rank = {name: index for index, name in enumerate(self.core.enums[scale].values)}
        none_guards = [guard for guard, leaf in value.cases if leaf is None]
        ranks = [(guard, rank.get(str(leaf), -1)) for guard, leaf in value.cases if leaf is not None]
        ranked = self.algebra.make_value(ranks, value.conflict, is_total=value.is_total and not none_guards)
        return self.algebra.restrict_sign(ranked, self.space.negate(self.space.disjunction(*none_guards)), FALSE) if none_guards else ranked  # type: ignore[return-value]

    def _encode_comparison(self, term: terms.Compare, env: Env) -> Truth:
        lhs = self._rank_on_scale(term.scale, self.encode_value(term.left, env))
        rhs = self._rank_on_scale(term.scale, self.encode_value(term.right, env))
        return self.algebra.compare_values(term.op, lhs, rhs)

    def _encode_membership(self, term: terms.InSet, env: Env) -> Truth:
        operand = self._rank_on_scale(term.scale, self.encode_value(term.of, env))
        alternatives: list[Truth] = []
        for low, high in term.members:
            low_value = self._rank_on_scale(term.scale, self.encode_value(low, env))
            if high is None:
                alternatives.append(self.algebra.compare_values(Comparison.IS, operand, low_value))
                continue
            high_value = self._rank_on_scale(term.scale, self.encode_value(high, env))
            alternatives.append(
                self.algebra.conjunction_of(
                    [
                        self._compare_bound(Comparison.AT_LEAST, operand, low_value),
                        self._compare_bound(Comparison.AT_MOST, operand, high_value),
                    ]
                )
            )
        membership = self.algebra.disjunction_of(alternatives) if alternatives else NEVER
        return self.algebra.negate_truth(membership) if term.negated else membership

    def _compare_bound(self, op: Comparison, operand: Value, end: Value) -> Truth:
        """Encode a comparison with an end of a range: `none` lies in no range."""
        is_none = self.space.conjunction(
            self.space.disjunction(*[guard for guard, leaf in operand.cases if leaf is None]), self.algebra.defined_region(end)
        )
        comparison = self.algebra.compare_values(op, operand, end)
        if self.algebra.is_total(comparison):
            return comparison
        return Truth(comparison.yes, self.space.disjunction(comparison.no, is_none), comparison.conflict)

    def _encode_group_test(self, term: terms.InGroup, env: Env) -> Truth:
        value = self.encode_value(term.of, env)
        values, defined, _ = self._encode_operands(term.args, env)
        group = self.core.groups[term.group]
        guarded: list[tuple[Formula, Sign]] = []
        for guard, leaf in self.algebra.list_numbers(value).cases:
            if leaf is None or self.world.kinds.get(str(leaf)) != group.record:
                guarded.append((guard, NEVER))
                continue
            belongs = ALWAYS if group.with_ is None else self.encode_truth(group.with_, (*values, constant(leaf)))
            exists = self.algebra.decided_truth(self.world.exists[str(leaf)])
            guarded.append((guard, self.algebra.conjunction_of([exists, belongs])))
        membership = self.algebra.merge_cases(guarded, covering=self.algebra.defined_region(value) == TRUE)
        all_defined = self.space.conjunction(self.algebra.defined_region(value), defined)
        result = self.algebra.as_truth(self.algebra.restrict_sign(membership, all_defined, self.algebra.any_conflict([value, *values])))
        return self.algebra.negate_truth(result) if term.negated else result

    # ---- collections ----------------------------------------------------------------------------------------------------------------

    def _collection_members(self, domain: terms.Domain, env: Env, origin: Hashable) -> tuple[list[Member], Formula, Formula]:
        """Return the possible members, the region in which the collection is defined, and that in which it is undefined by conflict.

        In an abstract world the last member represents the unnamed ones; `origin` identifies the use of the collection.
        """
        candidates, defined, bad = self._range_members(domain.over, env, origin)
        members = self._filter_members(candidates, domain, env)
        while (extended := self._range_members(domain.over, env, origin)[0]) != candidates:  # a condition may introduce further things
            candidates, members = extended, self._filter_members(extended, domain, env)
        return [(member, belongs) for member, belongs in members if belongs.no != TRUE], defined, bad

    def _filter_members(self, candidates: list[Member], domain: terms.Domain, env: Env) -> list[Member]:
        """Add the condition of a collection to the membership of each candidate."""
        if domain.with_ is None:
            return candidates
        with_ = domain.with_
        return [
            (candidate, self.algebra.conjunction_of([belongs, self.encode_truth(with_, (*env[: domain.slot], constant(candidate)))]))
            for candidate, belongs in candidates
        ]

    def _range_members(
        self, member_range: terms.Things | terms.Members | terms.Span | terms.Values, env: Env, origin: Hashable
    ) -> tuple[list[Member], Formula, Formula]:
        match member_range:
            case terms.Things():
                things = self._things_of_kind(member_range.record, origin)
                return [(thing, self.algebra.decided_truth(self.world.exists[thing])) for thing in things], TRUE, FALSE
            case terms.Span():
                self.encoder.count_members(member_range.high - member_range.low + 1)
                return [(number, ALWAYS) for number in range(member_range.low, member_range.high + 1)], TRUE, FALSE
            case terms.Values():
                return [(value, ALWAYS) for value in self.core.enums[member_range.enum].values], TRUE, FALSE
            case terms.Members():
                values, defined, bad = self._encode_operands(member_range.args, env)
                group = self.core.groups[member_range.group]
                members: list[Member] = []
                for thing in self._things_of_kind(group.record, origin):
                    exists = self.algebra.decided_truth(self.world.exists[thing])
                    satisfies = ALWAYS if group.with_ is None else self.encode_truth(group.with_, (*values, constant(thing)))
                    members.append((thing, self.algebra.conjunction_of([exists, satisfies])))
                return members, defined, bad
            case _:
                assert_never(member_range)

    def _things_of_kind(self, kind: str, origin: Hashable) -> tuple[str, ...]:
        """Return the things of a kind that may belong to a collection; in an abstract world the last represents all unnamed ones."""
        if isinstance(self.world, AbstractWorld):
            return (*self.world.listed_things(kind), self.world.further_member(origin, kind))
        return self.world.things.get(kind, ())

    def _collection_key(self, term: Collection, env: Env) -> Hashable:
        """Return the memo key of a term over a collection: the term, the variables in it, and the suppositions."""
        slots = sorted(
            {variable.slot for variable in terms.walk(term) if isinstance(variable, terms.Var) and variable.slot < term.domain.slot}
        )
        return (term, tuple(env[slot] for slot in slots), self.encoder.supposed)

    def _encode_collection(self, term: Collection, env: Env) -> Sign:
        origin = self._collection_key(term, env)
        if not isinstance(self.world, AbstractWorld):
            return self._encode_fold(term, env, origin)
        result = self._collections.get(origin)
        if result is None:  # encoded once: later calls may list other things
            result = self._collections[origin] = self._encode_fold(term, env, origin)
        return result

    def _encode_fold(self, term: Collection, env: Env, origin: Hashable) -> Sign:
        members, defined, bad = self._collection_members(term.domain, env, origin)
        slot = term.domain.slot
        result: Sign
        match term:
            case terms.Some():
                result = self.algebra.disjunction_of([belongs for _, belongs in members]) if members else NEVER
            case terms.Every():
                bodies = [(belongs, self.encode_truth(term.body, (*env[:slot], constant(member)))) for member, belongs in members]
                implications = [self.algebra.disjunction_of([self.algebra.negate_truth(belongs), body]) for belongs, body in bodies]
                result = self.algebra.conjunction_of(implications) if implications else ALWAYS
            case terms.Gathered():
                result = self._encode_aggregate(term, members, env, origin)
                if term.most is not None:
                    bad = self.space.disjunction(bad, self.algebra.conflict_region(self.encode_value(term.most, env)))
            case _:
                assert_never(term)
        return self.algebra.restrict_sign(result, defined, bad)

    def _encode_link(self, term: terms.Linked, env: Env) -> Truth:
        """Encode the reachability of the last thing from the first, as the interpreter follows links."""
        ends, defined, bad = self._encode_operands((term.first, term.last), env)
        guarded: list[tuple[Formula, Sign]] = []
        for guard, (first, last) in self.algebra.combine_values(ends):
            if first is None or last is None:
                guarded.append((guard, UNDETERMINED))
                continue
            guarded.append((guard, self._encode_reachability(term, env, str(first), str(last))))
        return self.algebra.as_truth(
            self.algebra.restrict_sign(self.algebra.merge_cases(guarded, bad, covering=defined == TRUE), defined, bad)
        )

    def _encode_reachability(self, term: terms.Linked, env: Env, first: str, last: str) -> Truth:
        things = self.world.things.get(term.record, ())
        members = {thing: self.algebra.decided_truth(self.world.exists[thing]) for thing in things} | {first: ALWAYS, last: ALWAYS}
        links = {
            (source, target): self.encode_truth(term.link, (*env[: term.slot], constant(source), constant(target)))
            for source in members
            for target in members
        }
        reachable = {thing: self.algebra.conjunction_of([exists, links[first, thing]]) for thing, exists in members.items()}
        for _ in range(2 * len(members)):
            wider: dict[str, Truth] = {}
            for thing, shorter in reachable.items():
                extensions = [self.algebra.conjunction_of([reachable[middle], links[middle, thing]]) for middle in members]
                wider[thing] = self.algebra.conjunction_of([members[thing], self.algebra.disjunction_of([shorter, *extensions])])
            if wider == reachable:
                break
            reachable = wider
        if isinstance(self.world, AbstractWorld):
            further = self._encode_unnamed_chain(term, env, first, last, is_total=all(map(self.algebra.is_total, links.values())))
            return self.algebra.disjunction_of([reachable[last], further])
        return reachable[last]

    def _encode_unnamed_chain(self, term: terms.Linked, env: Env, first: str, last: str, *, is_total: bool) -> Truth:
        """Encode the reachability of the last thing from the first through unnamed things."""
        assert isinstance(self.world, AbstractWorld)
        origin = (term.link, term.slot, env[: term.slot], self.encoder.supposed)
        return self.world.further_link(origin, first, last, is_total=is_total)

    def _encode_aggregate(self, term: terms.Gathered, members: list[Member], env: Env, origin: Hashable) -> Value:
        """Encode an aggregate: undefined where the membership of a possible member is undefined, or its term."""
        values: list[tuple[Truth, Value]] = []
        conflicts: list[Formula] = []
        closed: list[Formula] = []
        further: tuple[Truth, Value] | None = None
        for member, belongs in members:
            value = constant(True) if term.term is None else self.encode_value(term.term, (*env[: term.domain.slot], constant(member)))
            value = self._rank_on_scale(term.scale, value) if term.scale is not None else value
            values.append((belongs, self._weight_member(term.gather, member, value)))
            further = values[-1] if isinstance(self.world, AbstractWorld) and self.world.is_further(origin, member) else None
            may_belong = self.space.negate(belongs.no)
            is_decided = self.space.negate(self.algebra.undefined_region(belongs))
            closed.append(self.space.conjunction(is_decided, self.space.disjunction(belongs.no, self.algebra.defined_region(value))))
            conflicts += [self.algebra.conflict_region(belongs), self.space.conjunction(may_belong, self.algebra.conflict_region(value))]
        limit = None if term.most is None else self.encode_value(term.most, env)
        if limit is not None:
            closed.append(self.algebra.defined_region(limit))
            conflicts.append(self.algebra.conflict_region(limit))
        if further is None or term.gather in {Gather.GREATEST, Gather.LEAST}:
            result = self._reduce_members(term.gather, values, limit)
        else:
            result = self._add_further_members(term, values[:-1], further, limit, origin)
        all_defined = self.space.conjunction(*closed)
        if term.scale is not None and term.gather in {Gather.GREATEST, Gather.LEAST}:
            scale_values = self.core.enums[term.scale].values
            scale_cases = [(guard, scale_values[int(leaf)]) for guard, leaf in result.cases]  # type: ignore[arg-type]
            result = self.algebra.make_value(scale_cases, result.conflict, is_total=result.is_total)
        if term.none is not None:
            result = self._with_value_of_none(term.gather, result, values, self.encode_value(term.none, env))
        return self.algebra.as_value(self.algebra.restrict_sign(result, all_defined, self.space.disjunction(*conflicts)))

    def _with_value_of_none(self, gather: Gather, choice: Value, values: Sequence[tuple[Truth, Value]], none: Value) -> Value:
        """Return a choice value, or the value `none` where no member belongs."""
        empty = self.space.conjunction(*[belongs.no for belongs, _ in values])
        cases = [(joint, leaf) for guard, leaf in none.cases if (joint := self.space.conjunction(guard, empty)) != FALSE]
        conflict = self.space.disjunction(choice.conflict, self.space.conjunction(empty, self.algebra.conflict_region(none)))
        has_one_each = gather is not Gather.ONLY and all(self.algebra.is_total(belongs) and value.is_total for belongs, value in values)
        return self.algebra.make_value([*choice.cases, *cases], conflict, is_total=has_one_each and none.is_total)

    def _weight_member(self, gather: Gather, member: Leaf, value: Value) -> Value:
        """Return the contribution of a member to an aggregate: its own, times the number of things that it represents."""
        if not isinstance(self.world, CrowdWorld) or gather in {Gather.GREATEST, Gather.LEAST, Gather.DIFFERENT}:
            return constant(1) if gather is Gather.NUMBER else value
        count = self.world.number_of(str(member)) if member in self.world.kinds else 1
        match gather:
            case Gather.NUMBER:
                return constant(count)
            case Gather.SUM:
                return self._map_numbers([value], lambda leaf: numbers.multiply(count, leaf[0]))  # type: ignore[arg-type]
            case Gather.ONLY:
                return self.algebra.as_value(self.algebra.restrict_sign(value, self.world.is_single(str(member)), FALSE))
            case _:
                raise NotAnalysable("a sum of some of many values")

    def _add_further_members(
        self,
        term: terms.Gathered,
        named_members: Sequence[tuple[Truth, Value]],
        further: tuple[Truth, Value],
        limit: Value | None,
        origin: Hashable,
    ) -> Value:
        """Encode an aggregate over named members and any number of others."""
        world = self.world
        assert isinstance(world, AbstractWorld)
        named_total = self._reduce_members(term.gather, named_members, limit)
        member = world.further_member(origin, kind_of_range(term.domain.over, self.core.groups) or "")
        match term.gather:
            case Gather.NUMBER:
                combined = self._map_numbers(
                    [named_total, world.further_number(origin, member)], lambda leaf: numbers.add(leaf[0], leaf[1])
                )
            case Gather.DIFFERENT:
                further_count = world.further_amount(origin, ("different", term.term), [constant(1)])
                combined = self._map_numbers([named_total, further_count], lambda leaf: numbers.add(leaf[0], leaf[1]))
            case Gather.SUM:
                further_total = world.further_sum(origin, member, term.term, further[1])
                combined = self._map_numbers([named_total, further_total], lambda leaf: numbers.add(leaf[0], leaf[1]))
            case Gather.SUM_OF_GREATEST | Gather.SUM_OF_LEAST:
                combined = world.further_amount(origin, (term.gather, term.term, limit), [value for _, value in [*named_members, further]])
            case Gather.ONLY:
                combined = self._only_further_member(origin, named_members, further[1])
            case _:
                raise AssertionError(f"further members add nothing to `{term.gather}`")
        belongs, _ = further
        return self.algebra.as_value(
            self.algebra.merge_cases([(belongs.no, named_total), (belongs.yes, combined)], covering=self.algebra.is_total(belongs))
        )

    def _only_further_member(self, origin: Hashable, named_members: Sequence[tuple[Truth, Value]], further: Value) -> Value:
        """Encode the only member where an unnamed thing belongs: that thing, if no other does."""
        assert isinstance(self.world, AbstractWorld)
        none_named = self.space.conjunction(self.world.one_further(origin), *[belongs.no for belongs, _ in named_members])
        return self.algebra.make_value([(self.space.conjunction(none_named, guard), leaf) for guard, leaf in further.cases])

    def _reduce_members(self, gather: Gather, values: Sequence[tuple[Truth, Value]], limit: Value | None = None) -> Value:
        match gather:
            case Gather.NUMBER:
                return self._fold_members(values, numbers.add, 0)
            case Gather.SUM:
                return self._fold_members(values, numbers.add, 0)
            case Gather.GREATEST | Gather.LEAST:
                greatest = gather is Gather.GREATEST

                def better(first: Leaf, second: Leaf) -> Leaf:
                    return second if first is None else numbers.pick(greatest, (first, second))  # type: ignore[arg-type]

                result = self._fold_members(values, better, None)
                cases = tuple((guard, leaf) for guard, leaf in result.cases if leaf is not None)
                return Value(cases, is_total=result.is_total and len(cases) == len(result.cases))
            case Gather.DIFFERENT:
                return self._count_distinct(values)
            case Gather.ONLY:
                return self._only_member(values)
            case Gather.SUM_OF_GREATEST | Gather.SUM_OF_LEAST:
                assert limit is not None, f"`{gather}` does not say of how many"
                return self._sum_of_extremes(gather is Gather.SUM_OF_GREATEST, values, limit)
            case _:
                assert_never(gather)

    def _only_member(self, values: Sequence[tuple[Truth, Value]]) -> Value:
        """Encode the only member: defined where no other belongs."""
        cases: list[tuple[Formula, Leaf]] = []
        for index, (belongs, value) in enumerate(values):
            others = [other_membership.no for position, (other_membership, _) in enumerate(values) if position != index]
            cases += [(self.space.conjunction(guard, belongs.yes, *others), leaf) for guard, leaf in value.cases]
        return self.algebra.make_value([(guard, leaf) for guard, leaf in cases if guard != FALSE])

    def _sum_of_extremes(self, greatest: bool, values: Iterable[tuple[Truth, Value]], limit: Value) -> Value:
        """Encode the sum of the `limit` greatest or least values, from the guarded selections of these values."""
        counts = self.algebra.list_numbers(limit).cases
        max_count = max([int(count) for _, count in counts if is_number(count)], default=0)  # type: ignore[arg-type]
        selections: dict[tuple[Leaf, ...], Formula] = {(): TRUE}
        for belongs, value in values:
            extended: dict[tuple[Leaf, ...], list[Formula]] = {}
            for selection, guard in selections.items():
                extended.setdefault(selection, []).append(self.space.conjunction(guard, belongs.no))
                for value_guard, leaf in self.algebra.list_numbers(value).cases:
                    if leaf is None:
                        raise NotAnalysable("a sum over a number that may be `none`")
                    grown = sorted((*selection, leaf), reverse=greatest)[: max(max_count, 0)]  # type: ignore[type-var]
                    extended.setdefault(tuple(grown), []).append(self.space.conjunction(guard, belongs.yes, value_guard))
            selections = {selection: joint for selection, guards in extended.items() if (joint := self.space.disjunction(*guards)) != FALSE}
            if len(selections) > MOST_FIRSTS:
                raise NotAnalysable("a sum of some of many values")
        cases = [
            (self.space.conjunction(guard, count_guard), sum(selection[: max(int(count), 0)]))  # type: ignore[arg-type]
            for selection, guard in selections.items()
            for count_guard, count in counts
            if is_number(count)
        ]
        return self.algebra.make_value([(guard, leaf) for guard, leaf in cases if guard != FALSE])

    def _fold_members(self, values: Iterable[tuple[Truth, Value]], step: object, start: Leaf) -> Value:
        """Fold the members that belong, in order."""
        total = constant(start)
        is_total = True
        for belongs, value in values:
            is_total = is_total and self.algebra.is_total(belongs) and value.is_total
            try:
                total = self.algebra.make_value(self._extend_fold(total, belongs, value, step), is_total=is_total, naming=False)
            except TooManyValues:
                if not self.algebra.names:
                    raise
                merged = self._extend_fold(self.algebra.with_named_numbers(total), belongs, self.algebra.with_named_numbers(value), step)
                total = self.algebra.make_value(merged, is_total=is_total)
        return total

    def _extend_fold(self, total: Value, belongs: Truth, value: Value, step: object) -> Iterator[tuple[Formula, Leaf]]:
        """Extend a partial fold by one member, guarded by its membership."""
        yield from [(self.space.conjunction(guard, belongs.no), leaf) for guard, leaf in total.cases]
        for guard, leaf in total.cases:
            for value_guard, addend in value.cases:
                joint = self.space.conjunction(guard, belongs.yes, value_guard)
                if joint != FALSE:
                    if addend is None:
                        raise NotAnalysable("a sum over a number that may be `none`")
                    yield joint, step(leaf, addend)  # type: ignore[operator]

    def _count_distinct(self, values: Iterable[tuple[Truth, Value]]) -> Value:
        """Encode the number of different values, from the guarded sets of values."""
        sets: dict[frozenset[Leaf], Formula] = {frozenset(): TRUE}
        for belongs, value in values:
            extended: dict[frozenset[Leaf], list[Formula]] = {}
            for value_set, guard in sets.items():
                extended.setdefault(value_set, []).append(self.space.conjunction(guard, belongs.no))
                for value_guard, leaf in self.algebra.list_numbers(value).cases:
                    extended.setdefault(value_set | {leaf}, []).append(self.space.conjunction(guard, belongs.yes, value_guard))
            sets = {value_set: joint for value_set, guards in extended.items() if (joint := self.space.disjunction(*guards)) != FALSE}
            if len(sets) > 256:
                raise NotAnalysable("a number of different values with too many sets of them")
        return self.algebra.make_value([(guard, len(value_set)) for value_set, guard in sets.items()])

    # ---- numbers and scales ---------------------------------------------------------------------------------------------------------

    def _encode_number(
        self, term: terms.Arithmetic | terms.Minus | terms.Rounded | terms.PickOf | terms.Shifted | terms.Overflow, env: Env
    ) -> Value:
        match term:
            case terms.Arithmetic():
                return self._encode_arithmetic(term, env)
            case terms.Minus(of=of):
                return self._map_numbers([self.encode_value(of, env)], lambda leaf: numbers.multiply(-1, leaf[0]))
            case terms.Rounded(of=of, rounding=rounding):
                return self._map_numbers([self.encode_value(of, env)], lambda leaf: numbers.round_(leaf[0], ROUNDINGS[rounding]))
            case terms.PickOf():
                return self._encode_pick(term, env)
            case terms.Shifted() | terms.Overflow():
                return self._encode_shift(term, env)
            case _:
                assert_never(term)

    def _map_numbers(self, values: list[Value], function: object) -> Value:
        """Apply a function to numbers: undefined where one of them is undefined or `none`."""
        bad, is_total = self.algebra.any_conflict(values), all(map(_is_always_a_number, values))
        try:
            cases = ((guard, function(leaves)) for guard, leaves in self._combine_numbers(values))  # type: ignore[operator]
            return self.algebra.make_value(cases, bad, is_total=is_total, naming=False)
        except TooManyValues:
            if not self.algebra.names:
                raise
            merged = self._combine_numbers([self.algebra.with_named_numbers(value) for value in values])
            return self.algebra.make_value([(guard, function(leaves)) for guard, leaves in merged], bad, is_total=is_total)  # type: ignore[operator]

    def _combine_numbers(self, values: list[Value]) -> Iterator[tuple[Formula, tuple[Leaf, ...]]]:
        """Yield all combinations of numbers, each with its guard."""
        combinations: Iterable[tuple[Formula, tuple[Leaf, ...]]] = [(TRUE, ())]
        for index, value in enumerate(values):
            extended = self._extend_combinations(combinations, value)
            combinations = extended if index == len(values) - 1 else list(extended)
        yield from combinations

    def _extend_combinations(
        self, combinations: Iterable[tuple[Formula, tuple[Leaf, ...]]], value: Value
    ) -> Iterator[tuple[Formula, tuple[Leaf, ...]]]:
        """Extend each combination by each number of one more value."""
        for guard, leaves in combinations:
            for value_guard, leaf in value.cases:
                if is_number(leaf) and (joint := self.space.conjunction(guard, value_guard)) != FALSE:
                    yield joint, (*leaves, leaf)

    def _encode_arithmetic(self, term: terms.Arithmetic, env: Env) -> Value:
        lhs, rhs = self.encode_value(term.left, env), self.encode_value(term.right, env)
        if term.operator is Operator.DIVIDED:
            return self._encode_quotient(lhs, rhs)
        operation = {Operator.ADD: numbers.add, Operator.SUBTRACT: numbers.subtract, Operator.TIMES: numbers.multiply}[term.operator]
        return self._map_numbers([lhs, rhs], lambda leaves: operation(*leaves))

    def _encode_quotient(self, dividend: Value, divisor: Value) -> Value:
        """Encode a quotient; division by zero is undefined."""
        bad, is_total = self.algebra.any_conflict([dividend, divisor]), _is_always_a_number(dividend) and _is_always_a_number(divisor)
        nonzero_divisor = self._nonzero_part(divisor)
        is_total = is_total and nonzero_divisor.is_total
        try:
            cases = [(guard, numbers.divide(*leaves)) for guard, leaves in self._combine_numbers([dividend, nonzero_divisor])]  # type: ignore[arg-type]
            return self.algebra.make_value(cases, bad, is_total=is_total, naming=False)
        except TooManyValues:
            if not self.algebra.names:
                raise
            merged = self._combine_numbers([self.algebra.with_named_numbers(dividend), self._named_divisor(nonzero_divisor)])
            return self.algebra.make_value([(guard, numbers.divide(*leaves)) for guard, leaves in merged], bad, is_total=is_total)  # type: ignore[arg-type]

    def _nonzero_part(self, value: Value) -> Value:
        """Restrict a value to numbers other than zero; total if it is one everywhere."""
        cases: list[tuple[Formula, Leaf]] = []
        is_total = True
        for guard, leaf in value.cases:
            is_zero = numbers.compare(self.space, "=", leaf, 0) if is_number(leaf) else TRUE  # type: ignore[arg-type]
            is_total = is_total and is_zero == FALSE
            if (nonzero_guard := self.space.conjunction(guard, self.space.negate(is_zero))) != FALSE:
                cases.append((nonzero_guard, leaf))
        return Value(tuple(cases), value.conflict, is_total)

    def _named_divisor(self, divisor: Value) -> Value:
        """Give the positive part of a divisor a name, so that a comparison of the quotient can multiply by it."""
        cases: list[tuple[Formula, Leaf]] = []
        for guard, leaf in self.algebra.with_named_numbers(divisor).cases:
            is_positive = numbers.compare(self.space, ">", leaf, 0)  # type: ignore[arg-type]
            halves = [
                (self.space.conjunction(guard, is_positive), leaf),
                (self.space.conjunction(guard, self.space.negate(is_positive)), leaf),
            ]
            for half_guard, number in halves:
                if half_guard != FALSE:
                    has_name = can_be_named(self.space, number)  # type: ignore[arg-type]
                    cases.append((half_guard, name_number(self.space, [(half_guard, number)]) if has_name else number))  # type: ignore[list-item]
        return Value(tuple(cases), divisor.conflict, divisor.is_total)

    def zero_divisor_region(self, root: Term, env: Env) -> Formula:
        """Return the region in which a divisor in a term is zero; divisors that depend on a bound variable are skipped."""
        regions: list[Formula] = []
        for term in terms.walk(root):
            if isinstance(term, terms.Arithmetic) and term.operator is Operator.DIVIDED and not _is_bound(term.right, len(env)):
                divisor = self.encode_value(term.right, env)
                zeros = [(guard, numbers.compare(self.space, "=", leaf, 0)) for guard, leaf in divisor.cases]  # type: ignore[arg-type]
                regions += [self.space.conjunction(guard, zero) for guard, zero in zeros]
        return self.space.disjunction(*regions)

    def _encode_pick(self, term: terms.PickOf, env: Env) -> Value:
        values = [self._rank_on_scale(term.scale, self.encode_value(arg, env)) for arg in term.args]
        picked = self._map_numbers(values, lambda leaves: numbers.pick(term.pick is Pick.GREATEST, leaves))
        if term.scale is None:
            return picked
        scale_values = self.core.enums[term.scale].values
        scale_cases = [(guard, scale_values[int(leaf)]) for guard, leaf in picked.cases]  # type: ignore[arg-type]
        return self.algebra.make_value(scale_cases, picked.conflict, is_total=picked.is_total)

    def _encode_shift(self, term: terms.Shifted | terms.Overflow, env: Env) -> Value:
        scale = self.core.enums[term.scale]
        last = len(scale.values) - 1
        operand, shift = self.encode_value(term.of, env), self.encode_value(term.by, env)
        try:
            shift = self.algebra.list_numbers(shift)
        except NotAnalysable:
            return self._encode_wide_shift(term, scale, operand, shift)
        cases: list[tuple[Formula, Leaf]] = []
        for guard, value in operand.cases:
            for shift_guard, steps in shift.cases:
                joint = self.space.conjunction(guard, shift_guard)
                if joint == FALSE or value is None:
                    continue
                rank = scale.values.index(str(value)) + int(steps)  # type: ignore[arg-type]
                overflow = max(-rank, rank - last, 0)
                if isinstance(term, terms.Overflow):
                    cases.append((joint, overflow))
                elif not overflow or (scale.clamp_below if rank < 0 else scale.clamp_above):
                    cases.append((joint, scale.values[min(max(rank, 0), last)]))
        return self.algebra.make_value(cases, self.algebra.any_conflict([operand, shift]))

    def _encode_wide_shift(self, term: terms.Shifted | terms.Overflow, scale: Enum, operand: Value, shift: Value) -> Value:
        """Encode a shift by too many steps to list: for each rank, the condition on the steps that lead to it."""
        last = len(scale.values) - 1
        cases: list[tuple[Formula, Leaf]] = []
        for guard, value in operand.cases:
            for shift_guard, steps in shift.cases:
                joint = self.space.conjunction(guard, shift_guard)
                if joint == FALSE or value is None or not is_number(steps):
                    continue
                rank = numbers.add(scale.values.index(str(value)), steps)  # type: ignore[arg-type]
                if isinstance(term, terms.Overflow):
                    cases.append((joint, numbers.pick(True, [numbers.multiply(-1, rank), numbers.subtract(rank, last), 0])))
                    continue
                for number, name in enumerate(scale.values):
                    conditions = [numbers.compare(self.space, "=", rank, number)]
                    conditions += [numbers.compare(self.space, "<", rank, 0)] if number == 0 and scale.clamp_below else []
                    conditions += [numbers.compare(self.space, ">", rank, last)] if number == last and scale.clamp_above else []
                    cases.append((self.space.conjunction(joint, self.space.disjunction(*conditions)), name))
        return self.algebra.make_value(cases, self.algebra.any_conflict([operand, shift]))


__all__ = ["NOTHING", "Env", "TermEncoder", "types"]


def _is_always_a_number(value: Value) -> bool:
    """Return True if a value is a number everywhere: never undefined and never `none`."""
    return value.is_total and all(is_number(leaf) for _, leaf in value.cases)


def _is_bound(root: Term, slots: int) -> bool:
    """Return True if a term mentions a variable of a collection."""
    return any(isinstance(term, terms.Var) and term.slot >= slots for term in terms.walk(root))
