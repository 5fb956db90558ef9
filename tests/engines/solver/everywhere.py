"""Conditions and amounts in all situations at once."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engines.solver.plain import compared, overflow, rounded, shifted, worked_out
from engines.solver.situations import SILENT, Bits, Situations, Spread
from rulewright.base.keywords import Gather, Pick
from rulewright.semantics import model as p
from rulewright.semantics import terms as t

Args = tuple[Any, ...]
Supposed = Mapping[tuple[bool, str, Args], Any]
"""Facts (True) and answers that are set to a value."""


class Terms(ABC):
    """A program in all situations, as far as terms go: `things` by kind with where they exist; facts are dimensions of `situations`."""

    def __init__(
        self, program: p.Program, situations: Situations, things: Mapping[str, Mapping[str, Bits]], supposed: Supposed | None = None
    ) -> None:
        self.program = program
        self.situations = situations
        self.things = things
        self.supposed = supposed or {}
        self._supposing: dict[Any, Terms] = {}

    @abstractmethod
    def ask(self, question: str, args: Args) -> Spread:
        """The answer to a question."""

    @abstractmethod
    def bar(self, question: str, args: Args, by: str) -> Spread:
        """Where the `may not` of this address stands."""

    @abstractmethod
    def up_to(self, question: str, args: Args, stage: int) -> Spread:
        """A value as it is after a stage."""

    @abstractmethod
    def supposing(self, supposed: Supposed) -> Terms:
        """The same with some facts or answers set."""

    def term(self, term: t.Term, env: Args) -> Spread:
        lift = self.situations.lift
        match term:
            case t.Const(value=value):
                return self.situations.always(value)
            case t.Var(slot=slot):
                return self.situations.always(env[slot])
            case t.FactOf(fact=name, args=args):
                return self._over_args(args, env, lambda values: self.fact(name, values))
            case t.Ask(question=name, args=args):
                return self._over_args(args, env, lambda values: self.ask(name, values))
            case t.Barred(question=name, args=args, by=by):
                return self._over_args(args, env, lambda values: self.bar(name, values, by))
            case t.AskVerdict(permission=permission, question=name, args=args):
                said = self._over_args(args, env, lambda values: self.ask(name, values))
                words = {"may": ("permitted", "required"), "may not": ("forbidden",), "must": ("required",)}[permission.value]
                return lift(lambda word: word in words, said)
            case t.Not(of=of):
                return self.situations.negation(self.term(of, env))
            case t.And(parts=parts):
                return self.situations.conjunction([self.term(part, env) for part in parts])
            case t.Or(parts=parts):
                return self.situations.disjunction([self.term(part, env) for part in parts])
            case t.Compare(op=op, left=left, right=right, scale=scale):
                return lift(
                    lambda a, b: compared(op, self.rank(a, scale), self.rank(b, scale)), self.term(left, env), self.term(right, env)
                )
            case t.InSet():
                return self._in_set(term, env)
            case t.Arithmetic(operator=operator, left=left, right=right):
                return self._arithmetic(operator, self.term(left, env), self.term(right, env))
            case t.Minus(of=of):
                return lift(lambda a: -a, self.term(of, env))
            case t.Rounded(of=of, rounding=rounding):
                return lift(lambda a: rounded(rounding, a), self.term(of, env))
            case t.PickOf(pick=pick, args=args, scale=scale):
                return lift(lambda *found: self._picked(pick, found, scale), *[self.term(arg, env) for arg in args])
            case t.Shifted(scale=name, of=of, by=by) | t.Overflow(scale=name, of=of, by=by):
                work = shifted if isinstance(term, t.Shifted) else overflow
                return lift(lambda value, by: work(self.program.enums[name], value, by), self.term(of, env), self.term(by, env))
            case t.UpTo(question=name, args=args, stage=stage):
                return self._over_args(args, env, lambda values: self.up_to(name, values, stage))
            case t.AsIf():
                return self._as_if(term, env)
            case t.InGroup(of=of, group=name, args=args, negated=negated):
                found = self._over_args((of, *args), env, lambda values: self.belongs(name, values[0], values[1:]))
                return self.situations.negation(found) if negated else found
            case t.Some(domain=domain):
                return self.situations.disjunction([inside for _, inside in self._members(domain, env)])
            case t.Every(domain=domain, body=body):
                negation = self.situations.negation
                members = self._members(domain, env)
                return self.situations.conjunction(
                    [self.situations.disjunction([negation(inside), self.term(body, inner)]) for inner, inside in members]
                )
            case t.Gathered():
                return self._gathered(term, env)
            case t.Linked():
                return self._over_args((term.first, term.last), env, lambda ends: self._linked(term, env, *ends))
        raise NotImplementedError(term)

    def _picked(self, pick: Pick, found: tuple[Any, ...], scale: str | None) -> Any:
        choose = max if pick is Pick.GREATEST else min
        return SILENT if None in found else choose(found, key=lambda one: self.rank(one, scale))

    def _linked(self, term: t.Linked, env: Args, first: Any, last: Any) -> Spread:
        """A way of one link, of two, and so on: each one link longer than those before."""
        both, either = self.situations.conjunction, self.situations.disjunction
        if first is None or last is None:
            return Spread({}, 0, self.situations.all)
        there = {name: self.situations.truth(bits) for name, bits in self.things[term.record].items()}
        links = {(a, b): self.term(term.link, (*env[: term.slot], a, b)) for a in there for b in there}
        ways = {name: both([inside, links[first, name]]) for name, inside in there.items()}
        for _ in range(2 * len(there)):
            ways = {b: both([there[b], either([ways[b], *(both([ways[a], links[a, b]]) for a in there)])]) for b in there}
        return ways[last]

    def _arithmetic(self, operator: str, left: Spread, right: Spread) -> Spread:
        found = self.situations.lift(lambda a, b: worked_out(operator, a, b), left, right)
        zero = right.of(0) & found.undetermined if operator == "/" else 0
        return replace(found, zero=found.zero | zero)

    def rank(self, value: Any, scale: str | None) -> Any:
        return value if scale is None or value is None else self.program.enums[scale].values.index(value)

    def fact(self, name: str, args: Args) -> Spread:
        decl = self.program.facts[name]
        if decl.never_of_itself and args[0] == args[1] and args[0] is not None:
            return self.situations.always(False)
        if decl.symmetric:  # one fact under either order
            args = tuple(sorted(args, key=str))
        if (True, name, args) in self.supposed:
            return self.situations.always(self.supposed[(True, name, args)])
        if not decl.is_about(args):
            return Spread({}, 0, self.situations.all)
        return self.situations.spreads[("fact", name, args)]

    def _over_args(self, args: tuple[t.Term, ...], env: Args, look_up: Any) -> Spread:
        """What `look_up` gives for the arguments, whatever they are in each situation."""
        given = self.situations.lift(lambda *found: found, *[self.term(arg, env) for arg in args])
        if len(given.values) == 1 and not given.open:
            return look_up(next(iter(given.values)))  # type: ignore[no-any-return]
        values: dict[Any, Bits] = {}
        conflict, undetermined, zero = given.conflict, given.undetermined, given.zero
        for found, where in given.values.items():
            inner = look_up(found)
            conflict |= inner.conflict & where
            undetermined |= inner.undetermined & where
            zero |= inner.zero & where
            for value, bits in inner.values.items():
                values[value] = values.get(value, 0) | (bits & where)
        return Spread(values, conflict, undetermined, zero)

    def belongs(self, group: str, member: Any, args: Args) -> Spread:
        """Where a thing is one of a group."""
        decl = self.program.groups[group]
        there = self.situations.truth(self.things.get(decl.record, {}).get(member, 0))
        return there if decl.with_ is None else self.situations.conjunction([there, self.term(decl.with_, (*args, member))])

    def _as_if(self, term: t.AsIf, env: Args) -> Spread:
        """The term with one fact or answer set, whatever it is set to in each situation."""
        supposed = term.supposed
        is_fact = isinstance(supposed, t.FactOf)
        name = supposed.fact if isinstance(supposed, t.FactOf) else supposed.question

        def with_it(values: Args) -> Spread:
            key = (is_fact, name, values[1:], values[0])
            if key not in self._supposing:
                self._supposing[key] = self.supposing({**self.supposed, (is_fact, name, values[1:]): values[0]})
            return self._supposing[key].term(term.of, env)

        return self._over_args((term.value, *supposed.args), env, with_it)

    def _in_set(self, term: t.InSet, env: Args) -> Spread:
        ends = [end for member in term.members for end in member if end is not None]

        def inside(value: Any, *found: Any) -> bool:
            known = iter(found)
            held = False
            for _, high in term.members:
                low = next(known)
                if high is None:
                    held = held or value == low
                else:
                    places = [self.rank(one, term.scale) for one in (low, value, next(known))]
                    held = held or places[0] <= places[1] <= places[2]
            return held is not term.negated

        return self.situations.lift(inside, self.term(term.of, env), *[self.term(end, env) for end in ends])

    def _members(self, domain: t.Domain, env: Args) -> Iterator[tuple[Args, Spread]]:
        """What a binder runs over: the environment with each, and where it belongs."""
        over = domain.over
        assert domain.slot >= len(env)
        padded = (*env, *(None for _ in range(domain.slot - len(env))))
        candidates: list[tuple[Any, Bits]]
        match over:
            case t.Things(record=record):
                candidates = list(self.things.get(record, {}).items())
            case t.Span(low=low, high=high):
                candidates = [(number, self.situations.all) for number in range(low, high + 1)]
            case t.Members(group=group, args=args):
                for member in self.things.get(self.program.groups[group].record, {}):
                    given = self._over_args(args, env, lambda values, member=member: self.belongs(group, member, values))
                    inner = (*padded, member)
                    yield inner, given if domain.with_ is None else self.situations.conjunction([given, self.term(domain.with_, inner)])
                return
            case t.Values(enum=enum):
                candidates = [(value, self.situations.all) for value in self.program.enums[enum].values]
        for member, where in candidates:
            inner = (*padded, member)
            there = self.situations.truth(where)
            yield inner, there if domain.with_ is None else self.situations.conjunction([there, self.term(domain.with_, inner)])

    def _gathered(self, term: t.Gathered, env: Args) -> Spread:
        members = []
        for inner, inside in self._members(term.domain, env):
            value = self.situations.always(1) if term.term is None else self.term(term.term, inner)
            outside = inside.false
            members.append(
                Spread(
                    {**{("in", v): bits & inside.true for v, bits in value.values.items()}, "out": outside},
                    (inside.conflict | value.conflict) & ~outside,
                    (inside.undetermined | value.undetermined) & ~outside,
                    (inside.zero | value.zero) & ~outside,
                )
            )

        def finish(most: Any, *found: Any) -> Any:
            values = [one[1] for one in found if one != "out"]
            match term.gather:
                case Gather.NUMBER:
                    return len(values)
                case Gather.DIFFERENT:
                    return len(set(values))
                case Gather.SUM:
                    return sum(values)
                case Gather.GREATEST:
                    return max(values) if values else SILENT
                case Gather.LEAST:
                    return min(values) if values else SILENT
                case Gather.ONLY:
                    return values[0] if len(values) == 1 else SILENT
                case Gather.SUM_OF_GREATEST | Gather.SUM_OF_LEAST:
                    ordered = sorted(values)
                    for _ in range(len(ordered) - max(most, 0)):  # what does not count is taken off one by one
                        ordered.pop(0 if term.gather is Gather.SUM_OF_GREATEST else -1)
                    return sum(ordered)

        most = self.situations.always(0) if term.most is None else self.term(term.most, env)
        found = self.situations.lift(finish, most, *members)
        if term.none is None:
            return found
        empty = self.situations.all
        for member in members:
            empty &= member.of("out")
        return _instead(found, empty, self.term(term.none, env))


def _instead(found: Spread, bits: Bits, other: Spread) -> Spread:
    """What was found, and in the situations of these bits the other."""
    values = {value: found.of(value) & ~bits | other.of(value) & bits for value in {**found.values, **other.values}}
    whys = ((getattr(found, why) & ~bits) | (getattr(other, why) & bits) for why in ("conflict", "undetermined", "zero"))
    return Spread(values, *whys)
