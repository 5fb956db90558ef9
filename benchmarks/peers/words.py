"""Conditions and effects in the syntax of a peer: what all of them have in common."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from typing import ClassVar

from benchmarks.peers.plain import NoSuchForm, Plain, PlainRule
from rulewright.base.keywords import Verb
from rulewright.semantics import model as p
from rulewright.semantics import terms as t
from rulewright.semantics.terms import Plain as Value

VERDICT: dict[Verb | p.TableVerb, str] = {
    Verb.MAY: "permitted",
    Verb.MAY_NOT: "forbidden",
    Verb.MUST: "required",
    Verb.NEED_NOT: "permitted",
}


def plain_text(name: str) -> str:
    """A name without the signs that a peer would read as its own."""
    return re.sub(r"[\W_]+", " ", name).strip()


class Words(ABC):
    """How a peer writes what a rule says; a value of a scale is written as its place in it.

    `yes` and `no` are the peer's words; `calls` are the tables looked up so far: the name of each look-up -> (table, keys).
    """

    yes: ClassVar[str]
    no: ClassVar[str]

    def __init__(self, book: Plain) -> None:
        self.book = book
        self.calls: dict[str, tuple[str, tuple[str, ...]]] = {}
        self.params: tuple[p.Param, ...] = ()  # of the question whose rules are written

    @abstractmethod
    def name(self, name: str) -> str:
        """A fact, question or argument."""

    @abstractmethod
    def look_up(self, question: str, keys: tuple[str, ...]) -> str:
        """The name of looking up a table with these keys."""

    @abstractmethod
    def negative(self, number: str) -> str:
        """A number with the other sign."""

    def constant(self, value: Value) -> str:
        if isinstance(value, bool):
            return self.yes if value else self.no
        return f"'{value}'" if isinstance(value, str) else str(value)

    def call(self, question: str, keys: tuple[str, ...]) -> str:
        """The answer of a table for these keys."""
        name = self.look_up(question, keys)
        self.calls[name] = (question, keys)
        return name

    def answer(self, ready: PlainRule) -> str:
        """What a rule says."""
        rule = ready.rule
        if rule.verb in VERDICT:
            return f"'{VERDICT[rule.verb]}'"
        if rule.verb in (Verb.YES, Verb.NO):
            return self.constant(rule.verb is Verb.YES)
        if rule.effect is None:
            raise NoSuchForm(rule.id)
        written = self.number(rule.effect)
        return self.negative(written) if rule.verb is Verb.TAKE else written

    def number(self, term: t.Term) -> str:
        """A value: a constant, a fact, an answer, arithmetic."""
        match term:
            case t.Const(value):
                return self.constant(self.book.places.get(value, value) if isinstance(value, str) else value)
            case t.Var(slot=slot):
                return self.name(self.params[slot].name)
            case t.FactOf(fact, args):
                if not all(isinstance(arg, t.Var) for arg in args):
                    raise NoSuchForm(f"{fact} of something that is no argument")
                return self.name(fact)
            case t.Ask(question, args):
                if self.book.program.questions[question].kind is p.QuestionKind.TABLE:
                    return self.call(question, tuple(self.number(arg) for arg in args))
                if not all(isinstance(arg, t.Var) for arg in args):
                    raise NoSuchForm(f"{question} of something that is no argument")
                return self.name(question)
            case t.Arithmetic(operator, left, right):
                return f"({self.number(left)} {operator} {self.number(right)})"
            case _:
                raise NoSuchForm(type(term).__name__)


def unless(ready: PlainRule) -> list[t.Term]:
    """What has to be false of a rule that adds up with others: what sets it aside, and the conditions of the rules that go before it."""
    return [*ready.unless, *[t.And(tuple(part.term for part in rule.parts)) for rule in ready.beaten_by]]
