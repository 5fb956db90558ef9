"""Conditions and amounts of a rulebook in one situation: true, false, a value, or open with the reasons why."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rulewright.base.keywords import Comparison, Pick
from rulewright.semantics import terms as t

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


class Terms(ABC):
    """One situation: the things that there are and every fact of them."""

    things: Mapping[str, str]
    facts: Mapping[FactKey, Any]

    @abstractmethod
    def ask(self, question: str, args: Args) -> Outcome:
        """The answer to a question."""

    @abstractmethod
    def bar(self, question: str, args: Args, by: str) -> Any:
        """Whether the `may not` of this address stands."""

    def term(self, term: t.Term, env: Args) -> Any:
        match term:
            case t.Const(value=value):
                return value
            case t.Var(slot=slot):
                return env[slot]
            case t.FactOf(fact=name, args=args):
                return self._fact(name, [self.term(a, env) for a in args])
            case t.Ask(question=name, args=args):
                return self._asked(name, args, env)
            case t.Barred(question=name, args=args, by=by):
                return self.bar(name, tuple(self.term(a, env) for a in args), by)
            case t.AskVerdict(permission=permission, question=name, args=args):
                said = self._asked(name, args, env)
                words = {"may": ("permitted", "required"), "may not": ("forbidden",), "must": ("required",)}[permission.value]
                return said if isinstance(said, Open) else said in words
            case t.Not(of=of):
                return negated(self.term(of, env))
            case t.And(parts=parts):
                return both(*(self.term(x, env) for x in parts))
            case t.Or(parts=parts):
                return either(*(self.term(x, env) for x in parts))
            case t.Some(domain=domain):
                return either(*(self.term(domain.with_, e) if domain.with_ else True for e in self._members(domain, env)))
            case t.Every(domain=domain, body=body):
                return both(*(self.term(body, e) for e in self._members(domain, env)))
            case t.Compare(op=op, left=left, right=right):
                return self._compare(op, self.term(left, env), self.term(right, env))
            case t.InSet(of=of, members=members, negated=outside):
                got = self.term(of, env)
                if isinstance(got, Open):
                    return got
                inside = any(
                    got == self.term(low, env) if high is None else self.term(low, env) <= got <= self.term(high, env)
                    for low, high in members
                )
                return inside is not outside
            case t.Arithmetic(operator=operator, left=left, right=right):
                return self._arithmetic(operator, self.term(left, env), self.term(right, env))
            case t.PickOf(pick=pick, args=args):
                picked = [self.term(arg, env) for arg in args]
                waiting = [one for one in picked if isinstance(one, Open)]
                return opened(*waiting) if waiting else (max if pick is Pick.GREATEST else min)(picked)
            case _:  # the generated books have no others
                raise NotImplementedError(term)

    def _fact(self, name: str, args: list[Any]) -> Any:
        """The value of a fact; one of nothing has none."""
        if any(isinstance(arg, Open) for arg in args):
            return opened(*args)
        return Open(frozenset({"undetermined"})) if None in args else self.facts[(name, tuple(args))]

    def _asked(self, question: str, args: tuple[t.Term, ...], env: Args) -> Any:
        found = [self.term(a, env) for a in args]
        if any(isinstance(arg, Open) for arg in found):
            return opened(*found)
        if None in found:  # no question of these books is about nothing
            return Open(frozenset({"undetermined"}))
        status, value = self.ask(question, tuple(found))
        return value if status == "answered" else Open(frozenset({status}))

    def _members(self, domain: t.Domain, env: Args) -> Iterator[Args]:
        assert isinstance(domain.over, t.Things)
        for name, record in self.things.items():
            if record == domain.over.record:
                assert domain.slot == len(env)
                yield (*env, name)

    @staticmethod
    def _arithmetic(operator: str, a: Any, b: Any) -> Any:
        if isinstance(a, Open) or isinstance(b, Open):
            return opened(a, b)
        if operator == "/":
            return Open(frozenset({"undetermined"})) if b == 0 else Fraction(a) / Fraction(b)
        return {"+": a + b, "-": a - b, "*": a * b}[operator]

    @staticmethod
    def _compare(op: Comparison, a: Any, b: Any) -> Any:
        if isinstance(a, Open) or isinstance(b, Open):
            return opened(a, b)
        return {
            Comparison.IS: lambda: a == b,
            Comparison.IS_NOT: lambda: a != b,
            Comparison.AT_LEAST: lambda: a >= b,
            Comparison.AT_MOST: lambda: a <= b,
            Comparison.MORE: lambda: a > b,
            Comparison.LESS: lambda: a < b,
        }[op]()
