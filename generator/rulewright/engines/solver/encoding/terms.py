"""Terms as truths and values over all situations: the twin of `engines.interpreter.compile`, which works them out in one.

Collections are written out over the things of the world; a further thing belongs to one only where it exists.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TypeAlias, assert_never

from rulewright.base.keywords import FULFILLED_BY, Comparison, Gather, Operator, Pick, Rounding
from rulewright.engines.solver.encoding.abstract_world import AbstractWorld
from rulewright.engines.solver.encoding.crowd_world import CrowdWorld
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.named_numbers import can_be_named, named
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
from rulewright.semantics.groups import kind_run_over
from rulewright.semantics.model import Enum
from rulewright.semantics.terms import Term

Env: TypeAlias = tuple[Value, ...]
Collection: TypeAlias = terms.Some | terms.Every | terms.Gathered
Member: TypeAlias = tuple[Leaf, Truth]
"""What may belong to a collection, and where it does."""
MOST_FIRSTS = 256
"""With more sets of values that can be the greatest, their sum is not analysed."""
ROUNDINGS = {Rounding.DOWN: "down", Rounding.UP: "up", Rounding.NEAREST: "nearest"}


class TermEncoder(EncoderPart):
    """Encodes terms for one encoder, whose questions they may ask."""

    def __init__(self, encoder: EncoderContext) -> None:
        super().__init__(encoder)
        self.world = encoder.world
        self._collections: dict[Hashable, Sign] = {}

    def truth(self, term: Term, env: Env) -> Truth:
        """A condition. What cannot be looked into becomes a condition of its own that may hold or not, and is noted."""
        try:
            return self.algebra.as_truth(self.sign(term, env))
        except NotAnalysable as refusal:
            return self.encoder.hole(refusal.reason, (term, env))

    def value(self, term: Term, env: Env) -> Value:
        return self.algebra.as_value(self.sign(term, env))

    def sign(self, term: Term, env: Env) -> Sign:
        """A truth or a value, whichever is at hand."""
        match term:
            case terms.Const(value=value):
                return constant(value)
            case terms.Var(slot=slot):
                return env[slot]
            case terms.FactOf():
                return self._fact(term, env)
            case terms.Ask(question=question, args=args):
                return self._asked(question, args, env, None)
            case terms.UpTo(question=question, args=args, stage=stage):
                return self._asked(question, args, env, stage)
            case terms.AskVerdict():
                return self._verdict(term, env)
            case terms.Barred():
                return self._barred(term, env)
            case terms.AsIf():
                return self._as_if(term, env)
            case terms.Compare():
                return self._compare(term, env)
            case terms.InSet():
                return self._in_set(term, env)
            case terms.InGroup():
                return self._in_group(term, env)
            case terms.Not(of=of):
                return self.algebra.opposite(self.truth(of, env))
            case terms.And(parts=parts):
                return self.algebra.all_of([self.truth(part, env) for part in parts])
            case terms.Or(parts=parts):
                return self.algebra.any_of([self.truth(part, env) for part in parts])
            case terms.Some() | terms.Every() | terms.Gathered():
                return self._collection(term, env)
            case terms.Linked():
                return self._linked(term, env)
            case _:
                return self._number(term, env)

    # ---- facts and questions ------------------------------------------------------------------------------------------------------

    def _args(self, args: tuple[Term, ...], env: Env) -> tuple[list[Value], Formula, Formula]:
        """The arguments, where all of them are defined, and where one that is not is so by conflict."""
        values = [self.value(arg, env) for arg in args]
        defined = self.space.both(*[self.algebra.defined(value) for value in values])
        return values, defined, FALSE if defined == TRUE else self.algebra.any_bad(values)

    def _fact(self, term: terms.FactOf, env: Env) -> Sign:
        values, defined, bad = self._args(term.args, env)
        decl = self.core.facts[term.fact]
        parts: list[tuple[Formula, Sign]] = []
        for where, several in self.algebra.spread(values):
            parts.append((where, NEVER if decl.of_itself(several) else self.encoder.fact(decl.key(several))))
        if len(parts) == 1 and parts[0][0] == TRUE:
            return parts[0][1]
        return self.algebra.merged(parts, bad, covering=defined == TRUE)

    def _asked(self, question: str, args: tuple[Term, ...], env: Env, stage: int | None) -> Sign:
        values, defined, bad = self._args(args, env)
        return self.algebra.only_where(self.encoder.answer(question, tuple(values), stage), defined, bad)

    def _verdict(self, term: terms.AskVerdict, env: Env) -> Truth:
        found = self.algebra.as_value(self._asked(term.question, term.args, env, None))
        yes = FULFILLED_BY[term.permission]
        return self.algebra.split(found, lambda leaf: leaf in yes)

    def _barred(self, term: terms.Barred, env: Env) -> Sign:
        values, defined, bad = self._args(term.args, env)
        return self.algebra.only_where(self.encoder.answer(term.question, tuple(values), by=term.by), defined, bad)

    def _as_if(self, term: terms.AsIf, env: Env) -> Sign:
        supposed = term.supposed
        values, defined, _ = self._args(supposed.args, env)
        value = self.value(term.value, env)
        name = supposed.fact if isinstance(supposed, terms.FactOf) else supposed.question
        parts: list[tuple[Formula, Sign]] = []
        for where, several in self.algebra.spread(values):
            key = self.core.facts[name].key(several) if isinstance(supposed, terms.FactOf) else (name, several)
            with self.encoder.supposing(isinstance(supposed, terms.FactOf), key, Value(value.cases, whole=value.whole)):
                parts.append((where, self.sign(term.of, env)))
        found = self.algebra.merged(parts, covering=defined == TRUE)
        both = self.space.both(defined, self.algebra.defined(value))
        return self.algebra.only_where(found, both, self.algebra.any_bad([*values, value]))

    # ---- comparisons ----------------------------------------------------------------------------------------------------------------

    def _ranked(self, scale: str | None, value: Value) -> Value:
        """The place of a value on its scale, or the value itself."""
        if scale is None:
            return value
        rank = {name: index for index, name in enumerate(self.core.enums[scale].values)}
        none = [where for where, leaf in value.cases if leaf is None]
        ranks = [(where, rank.get(str(leaf), -1)) for where, leaf in value.cases if leaf is not None]
        found = self.algebra.value(ranks, value.bad, whole=value.whole and not none)
        return self.algebra.only_where(found, self.space.negate(self.space.either(*none)), FALSE) if none else found  # type: ignore[return-value]

    def _compare(self, term: terms.Compare, env: Env) -> Truth:
        left = self._ranked(term.scale, self.value(term.left, env))
        right = self._ranked(term.scale, self.value(term.right, env))
        return self.algebra.compare(term.op, left, right)

    def _in_set(self, term: terms.InSet, env: Env) -> Truth:
        of = self._ranked(term.scale, self.value(term.of, env))
        parts: list[Truth] = []
        for low, high in term.members:
            low_value = self._ranked(term.scale, self.value(low, env))
            if high is None:
                parts.append(self.algebra.compare(Comparison.IS, of, low_value))
                continue
            high_value = self._ranked(term.scale, self.value(high, env))
            parts.append(
                self.algebra.all_of([self._within(Comparison.AT_LEAST, of, low_value), self._within(Comparison.AT_MOST, of, high_value)])
            )
        found = self.algebra.any_of(parts) if parts else NEVER
        return self.algebra.opposite(found) if term.negated else found

    def _within(self, op: Comparison, of: Value, end: Value) -> Truth:
        """A comparison with the end of a range: `none` lies in no range."""
        none = self.space.both(self.space.either(*[where for where, leaf in of.cases if leaf is None]), self.algebra.defined(end))
        found = self.algebra.compare(op, of, end)
        if self.algebra.is_whole(found):
            return found
        return Truth(found.yes, self.space.either(found.no, none), found.bad)

    def _in_group(self, term: terms.InGroup, env: Env) -> Truth:
        value = self.value(term.of, env)
        values, defined, _ = self._args(term.args, env)
        group = self.core.groups[term.group]
        parts: list[tuple[Formula, Sign]] = []
        for where, leaf in self.algebra.listed(value).cases:
            if leaf is None or self.world.kinds.get(str(leaf)) != group.record:
                parts.append((where, NEVER))
                continue
            belongs = ALWAYS if group.with_ is None else self.truth(group.with_, (*values, constant(leaf)))
            exists = self.algebra.fact(self.world.exists[str(leaf)])
            parts.append((where, self.algebra.all_of([exists, belongs])))
        found = self.algebra.merged(parts, covering=self.algebra.defined(value) == TRUE)
        everywhere = self.space.both(self.algebra.defined(value), defined)
        whole = self.algebra.as_truth(self.algebra.only_where(found, everywhere, self.algebra.any_bad([value, *values])))
        return self.algebra.opposite(whole) if term.negated else whole

    # ---- collections ----------------------------------------------------------------------------------------------------------------

    def _members(self, domain: terms.Domain, env: Env, of: Hashable) -> tuple[list[Member], Formula, Formula]:
        """What may belong, where the collection itself is defined, and where it is open by conflict.

        In an abstract world the last stands for those that are not named; `of` is what is made of the collection.
        """
        candidates, defined, bad = self._candidates(domain.over, env, of)
        inside = self._inside(candidates, domain, env)
        while (more := self._candidates(domain.over, env, of)[0]) != candidates:  # a condition may bring in further things
            candidates, inside = more, self._inside(more, domain, env)
        return [(member, belongs) for member, belongs in inside if belongs.no != TRUE], defined, bad

    def _inside(self, candidates: list[Member], domain: terms.Domain, env: Env) -> list[Member]:
        """The candidates for a collection with where each fulfils its condition, too."""
        if domain.with_ is None:
            return candidates
        with_ = domain.with_
        return [(one, self.algebra.all_of([there, self.truth(with_, (*env[: domain.slot], constant(one)))])) for one, there in candidates]

    def _candidates(
        self, over: terms.Things | terms.Members | terms.Span | terms.Values, env: Env, of: Hashable
    ) -> tuple[list[Member], Formula, Formula]:
        match over:
            case terms.Things():
                things = self._things(over.record, of)
                return [(thing, self.algebra.fact(self.world.exists[thing])) for thing in things], TRUE, FALSE
            case terms.Span():
                self.encoder.go_through(over.high - over.low + 1)
                return [(number, ALWAYS) for number in range(over.low, over.high + 1)], TRUE, FALSE
            case terms.Values():
                return [(value, ALWAYS) for value in self.core.enums[over.enum].values], TRUE, FALSE
            case terms.Members():
                values, defined, bad = self._args(over.args, env)
                group = self.core.groups[over.group]
                found: list[Member] = []
                for thing in self._things(group.record, of):
                    exists = self.algebra.fact(self.world.exists[thing])
                    inside = ALWAYS if group.with_ is None else self.truth(group.with_, (*values, constant(thing)))
                    found.append((thing, self.algebra.all_of([exists, inside])))
                return found, defined, bad
            case _:
                assert_never(over)

    def _things(self, kind: str, of: Hashable) -> tuple[str, ...]:
        """The things of a kind that may belong to a collection; in an abstract world the last stands for all that are not named."""
        if isinstance(self.world, AbstractWorld):
            return (*self.world.listed(kind), self.world.further_member(of, kind))
        return self.world.things.get(kind, ())

    def _collected(self, term: Collection, env: Env) -> Hashable:
        """What is made of a collection: the same under the same arguments is one."""
        slots = sorted({one.slot for one in terms.walk(term) if isinstance(one, terms.Var) and one.slot < term.domain.slot})
        return (term, tuple(env[slot] for slot in slots), self.encoder.supposed)

    def _collection(self, term: Collection, env: Env) -> Sign:
        of = self._collected(term, env)
        if not isinstance(self.world, AbstractWorld):
            return self._of_collection(term, env, of)
        found = self._collections.get(of)
        if found is None:  # each is looked at once: which things are listed may be others later
            found = self._collections[of] = self._of_collection(term, env, of)
        return found

    def _of_collection(self, term: Collection, env: Env, of: Hashable) -> Sign:
        members, defined, bad = self._members(term.domain, env, of)
        slot = term.domain.slot
        found: Sign
        match term:
            case terms.Some():
                found = self.algebra.any_of([belongs for _, belongs in members]) if members else NEVER
            case terms.Every():
                bodies = [(belongs, self.truth(term.body, (*env[:slot], constant(member)))) for member, belongs in members]
                parts = [self.algebra.any_of([self.algebra.opposite(belongs), body]) for belongs, body in bodies]
                found = self.algebra.all_of(parts) if parts else ALWAYS
            case terms.Gathered():
                found = self._gathered(term, members, env, of)
                if term.most is not None:
                    bad = self.space.either(bad, self.algebra.ill(self.value(term.most, env)))
            case _:
                assert_never(term)
        return self.algebra.only_where(found, defined, bad)

    def _linked(self, term: terms.Linked, env: Env) -> Truth:
        """Where the last is reached from the first: as the interpreter goes from what is reached to what it is linked with."""
        ends, defined, bad = self._args((term.first, term.last), env)
        parts: list[tuple[Formula, Sign]] = []
        for where, (first, last) in self.algebra.spread(ends):
            if first is None or last is None:
                parts.append((where, UNDETERMINED))
                continue
            parts.append((where, self._reached(term, env, str(first), str(last))))
        return self.algebra.as_truth(self.algebra.only_where(self.algebra.merged(parts, bad, covering=defined == TRUE), defined, bad))

    def _reached(self, term: terms.Linked, env: Env, first: str, last: str) -> Truth:
        things = self.world.things.get(term.record, ())
        there = {thing: self.algebra.fact(self.world.exists[thing]) for thing in things} | {first: ALWAYS, last: ALWAYS}
        links = {
            (one, other): self.truth(term.link, (*env[: term.slot], constant(one), constant(other))) for one in there for other in there
        }
        found = {thing: self.algebra.all_of([is_there, links[first, thing]]) for thing, is_there in there.items()}
        for _ in range(2 * len(there)):
            wider: dict[str, Truth] = {}
            for thing, so_far in found.items():
                through = [self.algebra.all_of([found[other], links[other, thing]]) for other in there]
                wider[thing] = self.algebra.all_of([there[thing], self.algebra.any_of([so_far, *through])])
            if wider == found:
                break
            found = wider
        if isinstance(self.world, AbstractWorld):
            further = self._linked_further(term, env, first, last, whole=all(map(self.algebra.is_whole, links.values())))
            return self.algebra.any_of([found[last], further])
        return found[last]

    def _linked_further(self, term: terms.Linked, env: Env, first: str, last: str, *, whole: bool) -> Truth:
        """Where the last is reached from the first through things that are not named."""
        assert isinstance(self.world, AbstractWorld)
        of = (term.link, term.slot, env[: term.slot], self.encoder.supposed)
        return self.world.further_link(of, first, last, whole=whole)

    def _gathered(self, term: terms.Gathered, members: list[Member], env: Env, of: Hashable) -> Value:
        """A number, sum, greatest or least: open where one that may belong is open, or its term."""
        values: list[tuple[Truth, Value]] = []
        bads: list[Formula] = []
        closed: list[Formula] = []
        further: tuple[Truth, Value] | None = None
        for member, belongs in members:
            value = constant(True) if term.term is None else self.value(term.term, (*env[: term.domain.slot], constant(member)))
            value = self._ranked(term.scale, value) if term.scale is not None else value
            values.append((belongs, self._of_several(term.gather, member, value)))
            further = values[-1] if isinstance(self.world, AbstractWorld) and self.world.is_further(of, member) else None
            inside = self.space.negate(belongs.no)
            shut = self.space.negate(self.algebra.open(belongs))
            closed.append(self.space.both(shut, self.space.either(belongs.no, self.algebra.defined(value))))
            bads += [self.algebra.ill(belongs), self.space.both(inside, self.algebra.ill(value))]
        most = None if term.most is None else self.value(term.most, env)
        if most is not None:
            closed.append(self.algebra.defined(most))
            bads.append(self.algebra.ill(most))
        if further is None or term.gather in {Gather.GREATEST, Gather.LEAST}:
            found = self._finished(term.gather, values, most)
        else:
            found = self._with_further(term, values[:-1], further, most, of)
        everywhere = self.space.both(*closed)
        if term.scale is not None and term.gather in {Gather.GREATEST, Gather.LEAST}:
            names = self.core.enums[term.scale].values
            named = [(where, names[int(leaf)]) for where, leaf in found.cases]  # type: ignore[arg-type]
            found = self.algebra.value(named, found.bad, whole=found.whole)
        return self.algebra.as_value(self.algebra.only_where(found, everywhere, self.space.either(*bads)))

    def _of_several(self, gather: Gather, member: Leaf, value: Value) -> Value:
        """What a member brings to a number over things: as many times what it is itself as there are things that it stands for."""
        if not isinstance(self.world, CrowdWorld) or gather in {Gather.GREATEST, Gather.LEAST, Gather.DIFFERENT}:
            return constant(1) if gather is Gather.NUMBER else value
        many = self.world.number_of(str(member)) if member in self.world.kinds else 1
        match gather:
            case Gather.NUMBER:
                return constant(many)
            case Gather.SUM:
                return self._mapped([value], lambda leaf: numbers.multiply(many, leaf[0]))  # type: ignore[arg-type]
            case Gather.ONLY:
                return self.algebra.as_value(self.algebra.only_where(value, self.world.is_single(str(member)), FALSE))
            case _:
                raise NotAnalysable("a sum of some of many values")

    def _with_further(
        self, term: terms.Gathered, named: Sequence[tuple[Truth, Value]], further: tuple[Truth, Value], most: Value | None, of: Hashable
    ) -> Value:
        """What a number over things comes to where, besides named members, there may be any number of others."""
        world = self.world
        assert isinstance(world, AbstractWorld)
        alone = self._finished(term.gather, named, most)
        member = world.further_member(of, kind_run_over(term.domain.over, self.core.groups) or "")
        match term.gather:
            case Gather.NUMBER:
                more = self._mapped([alone, world.further_number(of, member)], lambda leaf: numbers.add(leaf[0], leaf[1]))
            case Gather.DIFFERENT:
                new = world.further_amount(of, ("different", term.term), [constant(1)])
                more = self._mapped([alone, new], lambda leaf: numbers.add(leaf[0], leaf[1]))
            case Gather.SUM:
                total = world.further_sum(of, member, term.term, further[1])
                more = self._mapped([alone, total], lambda leaf: numbers.add(leaf[0], leaf[1]))
            case Gather.SUM_OF_GREATEST | Gather.SUM_OF_LEAST:
                more = world.further_amount(of, (term.gather, term.term, most), [value for _, value in [*named, further]])
            case Gather.ONLY:
                more = self._one_of_several(of, named, further[1])
            case _:
                raise AssertionError(f"further members add nothing to `{term.gather}`")
        belongs, _ = further
        return self.algebra.as_value(
            self.algebra.merged([(belongs.no, alone), (belongs.yes, more)], covering=self.algebra.is_whole(belongs))
        )

    def _one_of_several(self, of: Hashable, named: Sequence[tuple[Truth, Value]], further: Value) -> Value:
        """The one that belongs where a thing does that is not named: that thing, if no other does."""
        assert isinstance(self.world, AbstractWorld)
        none_named = self.space.both(self.world.one_further(of), *[belongs.no for belongs, _ in named])
        return self.algebra.value([(self.space.both(none_named, where), leaf) for where, leaf in further.cases])

    def _finished(self, gather: Gather, values: Sequence[tuple[Truth, Value]], most: Value | None = None) -> Value:
        match gather:
            case Gather.NUMBER:
                return self._folded(values, numbers.add, 0)
            case Gather.SUM:
                return self._folded(values, numbers.add, 0)
            case Gather.GREATEST | Gather.LEAST:
                greatest = gather is Gather.GREATEST

                def better(one: Leaf, other: Leaf) -> Leaf:
                    return other if one is None else numbers.pick(greatest, (one, other))  # type: ignore[arg-type]

                found = self._folded(values, better, None)
                kept = tuple((where, leaf) for where, leaf in found.cases if leaf is not None)
                return Value(kept, whole=found.whole and len(kept) == len(found.cases))
            case Gather.DIFFERENT:
                return self._different(values)
            case Gather.ONLY:
                return self._only(values)
            case Gather.SUM_OF_GREATEST | Gather.SUM_OF_LEAST:
                assert most is not None, f"`{gather}` does not say of how many"
                return self._sum_of(gather is Gather.SUM_OF_GREATEST, values, most)
            case _:
                assert_never(gather)

    def _only(self, values: Sequence[tuple[Truth, Value]]) -> Value:
        """The one that belongs, where no other does."""
        cases: list[tuple[Formula, Leaf]] = []
        for at, (belongs, value) in enumerate(values):
            others = [other.no for place, (other, _) in enumerate(values) if place != at]
            cases += [(self.space.both(where, belongs.yes, *others), leaf) for where, leaf in value.cases]
        return self.algebra.value([(where, leaf) for where, leaf in cases if where != FALSE])

    def _sum_of(self, greatest: bool, values: Iterable[tuple[Truth, Value]], most: Value) -> Value:
        """The sum of so many of the values, the greatest or the least: the values that can be the first of them, taken in one by one."""
        counts = self.algebra.listed(most).cases
        kept = max([int(count) for _, count in counts if is_number(count)], default=0)  # type: ignore[arg-type]
        firsts: dict[tuple[Leaf, ...], Formula] = {(): TRUE}
        for belongs, value in values:
            after: dict[tuple[Leaf, ...], list[Formula]] = {}
            for known, where in firsts.items():
                after.setdefault(known, []).append(self.space.both(where, belongs.no))
                for inside, leaf in self.algebra.listed(value).cases:
                    if leaf is None:
                        raise NotAnalysable("a sum over a number that may be `none`")
                    longer = sorted((*known, leaf), reverse=greatest)[: max(kept, 0)]  # type: ignore[type-var]
                    after.setdefault(tuple(longer), []).append(self.space.both(where, belongs.yes, inside))
            firsts = {known: here for known, several in after.items() if (here := self.space.either(*several)) != FALSE}
            if len(firsts) > MOST_FIRSTS:
                raise NotAnalysable("a sum of some of many values")
        cases = [
            (self.space.both(where, here), sum(known[: max(int(count), 0)]))  # type: ignore[arg-type]
            for known, where in firsts.items()
            for here, count in counts
            if is_number(count)
        ]
        return self.algebra.value([(where, leaf) for where, leaf in cases if where != FALSE])

    def _folded(self, values: Iterable[tuple[Truth, Value]], step: object, start: Leaf) -> Value:
        """Taking in, one after another, those that belong."""
        found = constant(start)
        whole = True
        for belongs, value in values:
            whole = whole and self.algebra.is_whole(belongs) and value.whole
            try:
                found = self.algebra.value(self._taken_in(found, belongs, value, step), whole=whole, naming=False)
            except TooManyValues:
                if not self.algebra.names:
                    raise
                fewer = self._taken_in(self.algebra.named(found), belongs, self.algebra.named(value), step)
                found = self.algebra.value(fewer, whole=whole)
        return found

    def _taken_in(self, found: Value, belongs: Truth, value: Value, step: object) -> Iterator[tuple[Formula, Leaf]]:
        """What has been found so far with one more taken in, where that belongs."""
        yield from [(self.space.both(where, belongs.no), leaf) for where, leaf in found.cases]
        for where, leaf in found.cases:
            for inside, more in value.cases:
                here = self.space.both(where, belongs.yes, inside)
                if here != FALSE:
                    if more is None:
                        raise NotAnalysable("a sum over a number that may be `none`")
                    yield here, step(leaf, more)  # type: ignore[operator]

    def _different(self, values: Iterable[tuple[Truth, Value]]) -> Value:
        """How many different values there are: the sets of values that can come together, counted."""
        sets: dict[frozenset[Leaf], Formula] = {frozenset(): TRUE}
        for belongs, value in values:
            after: dict[frozenset[Leaf], list[Formula]] = {}
            for known, where in sets.items():
                after.setdefault(known, []).append(self.space.both(where, belongs.no))
                for inside, leaf in self.algebra.listed(value).cases:
                    after.setdefault(known | {leaf}, []).append(self.space.both(where, belongs.yes, inside))
            sets = {known: here for known, several in after.items() if (here := self.space.either(*several)) != FALSE}
            if len(sets) > 256:
                raise NotAnalysable("a number of different values with too many sets of them")
        return self.algebra.value([(where, len(known)) for known, where in sets.items()])

    # ---- numbers and scales ---------------------------------------------------------------------------------------------------------

    def _number(
        self, term: terms.Arithmetic | terms.Minus | terms.Rounded | terms.PickOf | terms.Shifted | terms.Overflow, env: Env
    ) -> Value:
        match term:
            case terms.Arithmetic():
                return self._arithmetic(term, env)
            case terms.Minus(of=of):
                return self._mapped([self.value(of, env)], lambda leaf: numbers.multiply(-1, leaf[0]))
            case terms.Rounded(of=of, rounding=rounding):
                return self._mapped([self.value(of, env)], lambda leaf: numbers.round_(leaf[0], ROUNDINGS[rounding]))
            case terms.PickOf():
                return self._pick(term, env)
            case terms.Shifted() | terms.Overflow():
                return self._shift(term, env)
            case _:
                assert_never(term)

    def _mapped(self, values: list[Value], work: object) -> Value:
        """A function of numbers: open where one is open, for the reasons of all that are, or `none`."""
        bad, whole = self.algebra.any_bad(values), all(map(_is_always_a_number, values))
        try:
            cases = ((where, work(leaves)) for where, leaves in self._together(values))  # type: ignore[operator]
            return self.algebra.value(cases, bad, whole=whole, naming=False)
        except TooManyValues:
            if not self.algebra.names:
                raise
            fewer = self._together([self.algebra.named(value) for value in values])
            return self.algebra.value([(where, work(leaves)) for where, leaves in fewer], bad, whole=whole)  # type: ignore[operator]

    def _together(self, values: list[Value]) -> Iterator[tuple[Formula, tuple[Leaf, ...]]]:
        """Every combination of numbers, with where it is so."""
        found: Iterable[tuple[Formula, tuple[Leaf, ...]]] = [(TRUE, ())]
        for place, value in enumerate(values):
            longer = self._longer(found, value)
            found = longer if place == len(values) - 1 else list(longer)
        yield from found

    def _longer(self, found: Iterable[tuple[Formula, tuple[Leaf, ...]]], value: Value) -> Iterator[tuple[Formula, tuple[Leaf, ...]]]:
        """Each combination so far with each number of one more value."""
        for where, leaves in found:
            for inside, leaf in value.cases:
                if is_number(leaf) and (here := self.space.both(where, inside)) != FALSE:
                    yield here, (*leaves, leaf)

    def _arithmetic(self, term: terms.Arithmetic, env: Env) -> Value:
        left, right = self.value(term.left, env), self.value(term.right, env)
        if term.operator is Operator.DIVIDED:
            return self._quotient(left, right)
        work = {Operator.ADD: numbers.add, Operator.SUBTRACT: numbers.subtract, Operator.TIMES: numbers.multiply}[term.operator]
        return self._mapped([left, right], lambda leaves: work(*leaves))

    def _quotient(self, left: Value, right: Value) -> Value:
        """Division by nought is undetermined."""
        bad, whole = self.algebra.any_bad([left, right]), _is_always_a_number(left) and _is_always_a_number(right)
        divisor = self._but_nought(right)
        whole = whole and divisor.whole
        try:
            cases = [(where, numbers.divide(*leaves)) for where, leaves in self._together([left, divisor])]  # type: ignore[arg-type]
            return self.algebra.value(cases, bad, whole=whole, naming=False)
        except TooManyValues:
            if not self.algebra.names:
                raise
            fewer = self._together([self.algebra.named(left), self._named_divisor(divisor)])
            return self.algebra.value([(where, numbers.divide(*leaves)) for where, leaves in fewer], bad, whole=whole)  # type: ignore[arg-type]

    def _but_nought(self, value: Value) -> Value:
        """A value where it is a number other than nought; whole if it is that everywhere."""
        cases: list[tuple[Formula, Leaf]] = []
        whole = True
        for where, leaf in value.cases:
            nought = numbers.compare(self.space, "=", leaf, 0) if is_number(leaf) else TRUE  # type: ignore[arg-type]
            whole = whole and nought == FALSE
            if (here := self.space.both(where, self.space.negate(nought))) != FALSE:
                cases.append((here, leaf))
        return Value(tuple(cases), value.bad, whole)

    def _named_divisor(self, divisor: Value) -> Value:
        """A divisor with one name for what it is above nought, so that who compares the quotient can multiply by it."""
        cases: list[tuple[Formula, Leaf]] = []
        for where, leaf in self.algebra.named(divisor).cases:
            above = numbers.compare(self.space, ">", leaf, 0)  # type: ignore[arg-type]
            several = [(self.space.both(where, above), leaf), (self.space.both(where, self.space.negate(above)), leaf)]
            for here, number in several:
                if here != FALSE:
                    can = can_be_named(self.space, number)  # type: ignore[arg-type]
                    cases.append((here, named(self.space, [(here, number)]) if can else number))  # type: ignore[list-item]
        return Value(tuple(cases), divisor.bad, divisor.whole)

    def divided_by_zero(self, root: Term, env: Env) -> Formula:
        """Where a divisor in a term is zero; divisors that depend on a bound variable are not looked at."""
        found: list[Formula] = []
        for term in terms.walk(root):
            if isinstance(term, terms.Arithmetic) and term.operator is Operator.DIVIDED and not _is_bound(term.right, len(env)):
                divisor = self.value(term.right, env)
                zeros = [(where, numbers.compare(self.space, "=", leaf, 0)) for where, leaf in divisor.cases]  # type: ignore[arg-type]
                found += [self.space.both(where, zero) for where, zero in zeros]
        return self.space.either(*found)

    def _pick(self, term: terms.PickOf, env: Env) -> Value:
        values = [self._ranked(term.scale, self.value(arg, env)) for arg in term.args]
        found = self._mapped(values, lambda leaves: numbers.pick(term.pick is Pick.GREATEST, leaves))
        if term.scale is None:
            return found
        names = self.core.enums[term.scale].values
        named = [(where, names[int(leaf)]) for where, leaf in found.cases]  # type: ignore[arg-type]
        return self.algebra.value(named, found.bad, whole=found.whole)

    def _shift(self, term: terms.Shifted | terms.Overflow, env: Env) -> Value:
        scale = self.core.enums[term.scale]
        last = len(scale.values) - 1
        of, by = self.value(term.of, env), self.value(term.by, env)
        try:
            by = self.algebra.listed(by)
        except NotAnalysable:
            return self._shift_by_many(term, scale, of, by)
        cases: list[tuple[Formula, Leaf]] = []
        for where, value in of.cases:
            for inside, steps in by.cases:
                here = self.space.both(where, inside)
                if here == FALSE or value is None:
                    continue
                place = scale.values.index(str(value)) + int(steps)  # type: ignore[arg-type]
                beyond = max(-place, place - last, 0)
                if isinstance(term, terms.Overflow):
                    cases.append((here, beyond))
                elif not beyond or (scale.clamp_below if place < 0 else scale.clamp_above):
                    cases.append((here, scale.values[min(max(place, 0), last)]))
        return self.algebra.value(cases, self.algebra.any_bad([of, by]))

    def _shift_by_many(self, term: terms.Shifted | terms.Overflow, scale: Enum, of: Value, by: Value) -> Value:
        """The same where the steps are too many to list: from each place, which steps lead to each other place."""
        last = len(scale.values) - 1
        cases: list[tuple[Formula, Leaf]] = []
        for where, value in of.cases:
            for inside, steps in by.cases:
                here = self.space.both(where, inside)
                if here == FALSE or value is None or not is_number(steps):
                    continue
                place = numbers.add(scale.values.index(str(value)), steps)  # type: ignore[arg-type]
                if isinstance(term, terms.Overflow):
                    cases.append((here, numbers.pick(True, [numbers.multiply(-1, place), numbers.subtract(place, last), 0])))
                    continue
                for number, name in enumerate(scale.values):
                    ends = [numbers.compare(self.space, "=", place, number)]
                    ends += [numbers.compare(self.space, "<", place, 0)] if number == 0 and scale.clamp_below else []
                    ends += [numbers.compare(self.space, ">", place, last)] if number == last and scale.clamp_above else []
                    cases.append((self.space.both(here, self.space.either(*ends)), name))
        return self.algebra.value(cases, self.algebra.any_bad([of, by]))


__all__ = ["NOTHING", "Env", "TermEncoder", "types"]


def _is_always_a_number(value: Value) -> bool:
    """Whether a value is nowhere open and never `none`."""
    return value.whole and all(is_number(leaf) for _, leaf in value.cases)


def _is_bound(root: Term, slots: int) -> bool:
    """Whether a term names a variable of a collection."""
    return any(isinstance(term, terms.Var) and term.slot >= slots for term in terms.walk(root))
