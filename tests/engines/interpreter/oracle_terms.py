"""Conditions and amounts of a rulebook in one situation: true, false, a value, or open with the reasons why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import Any, assert_never

from rulewright.base.keywords import FULFILLED_BY, Comparison, Gather, Operator, Pick, Rounding
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.types import Numeric

Args = tuple[Any, ...]
FactKey = tuple[str, Args]
Outcome = tuple[str, Any]  # ("answered", value) | ("conflict", None) | ("out of range", None) | ("undetermined", None) | ("missing", None)

CONFLICT: Outcome = ("conflict", None)
OUT_OF_RANGE: Outcome = ("out of range", None)
UNDETERMINED: Outcome = ("undetermined", None)


@dataclass(frozen=True)
class Open:
    """Neither true nor false, nor any number: why."""

    reasons: frozenset[str]


NO_VALUE = Open(frozenset({"undetermined"}))


def opened(*parts: Any) -> Open:
    """Open for the reasons of all parts that are."""
    return Open(frozenset().union(*(part.reasons for part in parts if isinstance(part, Open))))


def joined(parts: Iterable[Any], winning: bool) -> Any:
    """Strong Kleene: one part that wins is enough, else an open part opens the whole."""
    found = list(parts)
    if any(part is winning for part in found):
        return winning
    return opened(*found) if any(isinstance(part, Open) for part in found) else not winning


def both(*parts: Any) -> Any:
    return joined(parts, False)


def either(*parts: Any) -> Any:
    return joined(parts, True)


def negated(part: Any) -> Any:
    return part if isinstance(part, Open) else not part


def apply_to_values(work: Callable[..., Any], *operands: Any) -> Any:
    """Return what `work` makes of the operands; open if one of them is, for the reasons of all that are."""
    return opened(*operands) if any(isinstance(operand, Open) for operand in operands) else work(*operands)


def round_whole(rounding: Rounding, value: int | Fraction) -> int:
    """Return the whole number to which a number is rounded; halves go up."""
    match rounding:
        case Rounding.DOWN:
            return floor(value)
        case Rounding.UP:
            return -floor(-value)
        case Rounding.NEAREST:
            return floor(Fraction(value) + Fraction(1, 2))
        case _:
            assert_never(rounding)


def compute(operator: Operator, left: Any, right: Any) -> Any:
    """Return a sum, difference, product or quotient; there is none of nothing, and no quotient by zero."""
    if left is None or right is None or (operator is Operator.DIVIDED and right == 0):
        return NO_VALUE
    a, b = Fraction(left), Fraction(right)
    match operator:
        case Operator.ADD:
            return a + b
        case Operator.SUBTRACT:
            return a - b
        case Operator.TIMES:
            return a * b
        case Operator.DIVIDED:
            return a / b
        case _:
            assert_never(operator)


class Terms(ABC):
    """One situation: the things that there are and every fact of them."""

    program: p.Program
    things: Mapping[str, str]
    facts: Mapping[FactKey, Any]

    @abstractmethod
    def ask(self, question: str, args: Args) -> Outcome:
        """The answer to a question."""

    @abstractmethod
    def bar(self, question: str, args: Args, by: str) -> Any:
        """Whether the `may not` of this address stands."""

    @abstractmethod
    def ask_up_to(self, question: str, args: Args, stages: int) -> Outcome:
        """A value as it is after so many stages."""

    @abstractmethod
    def suppose(self, is_fact: bool, key: FactKey, value: Any) -> Terms:
        """The same situation with one fact or answer set."""

    def term(self, term: t.Term, env: Args) -> Any:
        match term:
            case t.Const(value=value):
                return value
            case t.Var(slot=slot):
                return env[slot]
            case t.FactOf() | t.Ask() | t.AskVerdict() | t.Barred() | t.UpTo():
                return apply_to_values(lambda *args: self._look_up(term, args), *(self.term(arg, env) for arg in term.args))
            case t.AsIf(of=of, supposed=supposed, value=value):
                args = [self.term(arg, env) for arg in supposed.args]
                return apply_to_values(lambda *found: self._supposing(supposed, *found).term(of, env), self.term(value, env), *args)
            case t.Not(of=of):
                return negated(self.term(of, env))
            case t.And(parts=parts):
                return both(*(self.term(part, env) for part in parts))
            case t.Or(parts=parts):
                return either(*(self.term(part, env) for part in parts))
            case t.Some(domain=domain):
                return either(*(inside for _, inside in self._members(domain, env)))
            case t.Every(domain=domain, body=body):
                return both(*(either(negated(inside), self.term(body, inner)) for inner, inside in self._members(domain, env)))
            case t.Compare(op=op, left=left, right=right, scale=scale):
                return self._compare(op, self.term(left, env), self.term(right, env), scale)
            case t.InSet():
                return self._in_set(term, env)
            case t.InGroup(of=of, group=group, args=args, negated=outside):
                found = apply_to_values(
                    lambda thing, *args: self._belongs(group, args, thing), self.term(of, env), *(self.term(arg, env) for arg in args)
                )
                return negated(found) if outside else found
            case t.Linked(first=first, last=last):
                return apply_to_values(lambda start, end: self._linked(term, env, start, end), self.term(first, env), self.term(last, env))
            case _:
                return self._amount(term, env)

    def _amount(self, term: t.Arithmetic | t.Minus | t.Rounded | t.PickOf | t.Shifted | t.Overflow | t.Gathered, env: Args) -> Any:
        match term:
            case t.Arithmetic(operator=operator, left=left, right=right):
                return apply_to_values(lambda a, b: compute(operator, a, b), self.term(left, env), self.term(right, env))
            case t.Minus(of=of):
                return apply_to_values(lambda a: NO_VALUE if a is None else -a, self.term(of, env))
            case t.Rounded(of=of, rounding=rounding):
                return apply_to_values(lambda a: NO_VALUE if a is None else round_whole(rounding, a), self.term(of, env))
            case t.PickOf(pick=pick, args=args, scale=scale):
                return apply_to_values(lambda *found: self._pick(pick, found, scale), *(self.term(arg, env) for arg in args))
            case t.Shifted(scale=scale, of=of, by=by) | t.Overflow(scale=scale, of=of, by=by):
                shift = self._shifted if isinstance(term, t.Shifted) else self._overflow
                found = self.term(of, env), self.term(by, env)
                return apply_to_values(lambda value, by: NO_VALUE if value is None else shift(scale, value, by), *found)
            case t.Gathered():
                return self._gathered(term, env)
            case _:
                assert_never(term)

    # ---- facts and answers -----------------------------------------------------------------------------------------------------------

    def _look_up(self, term: t.FactOf | t.Ask | t.AskVerdict | t.Barred | t.UpTo, args: Args) -> Any:
        decl = self.program.facts[term.fact] if isinstance(term, t.FactOf) else self.program.questions[term.question]
        if not are_lawful(decl.params, args):
            return NO_VALUE
        match term:
            case t.FactOf(fact=name):
                return self._fact(self.program.facts[name], args)
            case t.Barred(question=name, by=by):
                return self.bar(name, args, by)
            case t.UpTo(question=name, stage=stage):
                status, value = self.ask_up_to(name, args, stage + 1)
            case t.Ask(question=name) | t.AskVerdict(question=name):
                status, value = self.ask(name, args)
        if status != "answered":
            return Open(frozenset({status}))
        return value in FULFILLED_BY[term.permission] if isinstance(term, t.AskVerdict) else value

    def _fact(self, decl: p.FactDecl, args: Args) -> Any:
        if decl.never_of_itself and args[0] == args[1]:
            return False
        return self.facts[fact_key(decl, args)]

    def _supposing(self, supposed: t.FactOf | t.Ask | t.AskVerdict, value: Any, *args: Any) -> Terms:
        if isinstance(supposed, t.FactOf):
            return self.suppose(True, fact_key(self.program.facts[supposed.fact], args), value)
        return self.suppose(False, (supposed.question, args), value)

    # ---- comparisons -----------------------------------------------------------------------------------------------------------------

    def _place(self, value: Any, scale: str | None) -> Any:
        return value if scale is None else self.program.enums[scale].values.index(value)

    def _compare(self, op: Comparison, left: Any, right: Any, scale: str | None) -> Any:
        return apply_to_values(lambda a, b: self._compare_values(op, a, b, scale), left, right)

    def _compare_values(self, op: Comparison, left: Any, right: Any, scale: str | None) -> bool:
        """Two values compared; nothing has a place in an order, so that no comparison by order with it is true."""
        if op in (Comparison.IS, Comparison.IS_NOT):
            return bool(left == right) is (op is Comparison.IS)
        if left is None or right is None:
            return False
        a, b = self._place(left, scale), self._place(right, scale)
        match op:
            case Comparison.AT_LEAST:
                return bool(a >= b)
            case Comparison.AT_MOST:
                return bool(a <= b)
            case Comparison.MORE:
                return bool(a > b)
            case Comparison.LESS:
                return bool(a < b)
            case _:
                assert_never(op)

    def _in_set(self, term: t.InSet, env: Args) -> Any:
        """To be in a set is to be one of its values, or between the ends of one of its ranges."""
        value = self.term(term.of, env)
        ways = []
        for low, high in term.members:
            first = self.term(low, env)
            if high is None:
                ways.append(self._compare(Comparison.IS, value, first, None))
            else:
                last = self.term(high, env)
                ends = (Comparison.AT_LEAST, first), (Comparison.AT_MOST, last)
                ways.append(both(*(self._compare(op, value, end, term.scale) for op, end in ends)))
        return negated(either(*ways)) if term.negated else either(*ways)

    def _pick(self, pick: Pick, values: Args, scale: str | None) -> Any:
        if None in values:
            return NO_VALUE
        choose = {Pick.GREATEST: max, Pick.LEAST: min}[pick]
        return choose(values, key=lambda value: self._place(value, scale))

    # ---- scales ----------------------------------------------------------------------------------------------------------------------

    def _shifted(self, name: str, value: Any, by: Any) -> Any:
        """The value so many steps further; beyond an end there is none, unless the scale says that its last value holds there."""
        scale = self.program.enums[name]
        step, last = self._place(value, name) + by, len(scale.values) - 1
        if step < 0:
            return scale.values[0] if scale.clamp_below else NO_VALUE
        if step > last:
            return scale.values[last] if scale.clamp_above else NO_VALUE
        return scale.values[int(step)]

    def _overflow(self, name: str, value: Any, by: Any) -> Any:
        step, last = self._place(value, name) + by, len(self.program.enums[name].values) - 1
        return -step if step < 0 else step - last if step > last else 0

    # ---- several things --------------------------------------------------------------------------------------------------------------

    def _belongs(self, group: str, args: Args, thing: Any) -> Any:
        """Whether a thing is one of a group; a group of nothing is empty."""
        decl = self.program.groups[group]
        of_nothing = any(arg is None and not getattr(param.type, "or_none", False) for param, arg in zip(decl.params, args, strict=True))
        if of_nothing or self.things.get(thing) != decl.record:
            return False
        return True if decl.with_ is None else self.term(decl.with_, (*args, thing))

    def _members(self, domain: t.Domain, env: Args) -> Iterator[tuple[Args, Any]]:
        """What a variable may stand for: the environment with it, and whether it belongs to what is gone through."""
        over = domain.over
        candidates: list[tuple[Any, Any]]
        match over:
            case t.Things(record=record):
                candidates = [(name, True) for name, kind in self.things.items() if kind == record]
            case t.Members(group=group, args=args):
                found = [self.term(arg, env) for arg in args]
                record = self.program.groups[group].record
                things = [name for name, kind in self.things.items() if kind == record]
                candidates = [(name, apply_to_values(lambda *of, name=name: self._belongs(group, of, name), *found)) for name in things]
            case t.Span(low=low, high=high):
                candidates = [(number, True) for number in range(low, high + 1)]
            case t.Values(enum=enum):
                candidates = [(value, True) for value in self.program.enums[enum].values]
            case _:
                assert_never(over)
        for value, inside in candidates:
            inner = bind(env, domain.slot, value)
            yield inner, inside if domain.with_ is None else both(inside, self.term(domain.with_, inner))

    def _gathered(self, term: t.Gathered, env: Args) -> Any:
        """An amount over all that belong; open if it is open of one whether it belongs, or how much it has."""
        values = []
        for inner, inside in self._members(term.domain, env):
            if inside is not False:
                value = 1 if term.term is None else self.term(term.term, inner)
                values.append(opened(inside, value) if isinstance(inside, Open) else value)
        most = 0 if term.most is None else self.term(term.most, env)
        if any(isinstance(value, Open) for value in (most, *values)):
            return opened(most, *values)
        if not values and term.none is not None:
            return self.term(term.none, env)
        return self._gather(term, values, most)

    def _gather(self, term: t.Gathered, values: list[Any], most: Any) -> Any:
        match term.gather:
            case Gather.NUMBER:
                return len(values)
            case Gather.DIFFERENT:
                return len(set(values))
            case Gather.ONLY:
                return values[0] if len(values) == 1 else NO_VALUE
            case Gather.GREATEST | Gather.LEAST:
                pick = Pick.GREATEST if term.gather is Gather.GREATEST else Pick.LEAST
                return self._pick(pick, tuple(values), term.scale) if values else NO_VALUE
            case Gather.SUM | Gather.SUM_OF_GREATEST | Gather.SUM_OF_LEAST:
                if None in values:
                    return NO_VALUE
                ordered = sorted(values, reverse=term.gather is Gather.SUM_OF_GREATEST)
                return sum(ordered if term.gather is Gather.SUM else ordered[: max(int(most), 0)])
            case _:
                assert_never(term.gather)

    def _linked(self, term: t.Linked, env: Args, first: Any, last: Any) -> Any:
        """Whether there is a way: one link, or a link to a thing that was not on the way before and a way on from there."""
        if first is None or last is None:
            return False
        things = [name for name, record in self.things.items() if record == term.record]

        def link(start: Any, end: Any) -> Any:
            return self.term(term.link, bind(bind(env, term.slot, start), term.slot + 1, end))

        def way(start: Any, before: tuple[Any, ...]) -> Any:
            further = (both(link(start, thing), way(thing, (*before, thing))) for thing in things if thing not in (*before, last))
            return either(link(start, last), *further)

        return way(first, (first,))


def bind(env: Args, slot: int, value: Any) -> Args:
    """Return the environment with a variable in a slot."""
    return (*env[:slot], *(None for _ in range(slot - len(env))), value)


def are_lawful(params: tuple[p.Param, ...], args: Args) -> bool:
    """Return False for arguments about which there is no fact and no question: nothing where something is needed, a number out of range."""
    for param, arg in zip(params, args, strict=True):
        kind = param.type
        if arg is None and not getattr(kind, "or_none", False):
            return False
        if isinstance(kind, Numeric) and not ((kind.low is None or kind.low <= arg) and (kind.high is None or arg <= kind.high)):
            return False
    return True


def fact_key(decl: p.FactDecl, args: Args) -> FactKey:
    """Return the name and arguments of a fact; one that is symmetric is one fact under either order of its two arguments."""
    return (decl.name, tuple(sorted(args)) if decl.symmetric and None not in args else args)
