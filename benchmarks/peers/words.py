"""Conditions and effects in the syntax of a peer: what all of them have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod

from benchmarks.peers.plain import NoSuchForm, Plain, PlainRule
from rulewright.semantics import program as p
from rulewright.semantics import terms as t
from rulewright.semantics.terms import Plain as Value


class Words(ABC):
    """How a peer writes what a rule says; a value of a scale is written as its place in it."""

    def __init__(self, book: Plain) -> None:
        self.book = book

    @abstractmethod
    def name(self, name: str) -> str:
        """A fact, question or argument."""

    @abstractmethod
    def constant(self, value: Value) -> str: ...

    @abstractmethod
    def call(self, question: str, keys: tuple[str, ...]) -> str:
        """The answer of a table for these keys."""

    def number(self, term: t.Term) -> str:
        """A value: a constant, a fact, an answer, arithmetic."""
        match term:
            case t.Const(value):
                return self.constant(self.book.places.get(value, value) if isinstance(value, str) else value)
            case t.Var(name=name):
                return self.name(name)
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
