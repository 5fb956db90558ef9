"""The examples of a book as queries."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, AskedTerm, Query, Switches
from rulewright.semantics.model import Example, Expectation
from rulewright.semantics.terms import Ask, AskVerdict, Const, walk


def queries_of(core: Core, example: Example) -> Iterator[Query]:
    """Yield the queries of an example in its situation: each condition that must hold, and each question that is asked in one."""
    things: dict[str, tuple[str, ...]] = {}
    for name, kind in example.world:
        things[kind] = (*things.get(kind, ()), name)
    switches = Switches(frozenset(example.options), example.scenario, None, tuple(sorted(example.readings)))
    questions = dict.fromkeys(question for expectation in example.then for question in _questions_of(expectation))
    for question in questions:
        yield Query(question, things, example.given, switches)


def _questions_of(expectation: Expectation) -> Iterator[AskedQuestion | AskedTerm]:
    """Yield the condition that must hold, and the questions in it whose arguments are written out."""
    if expectation.expected == "holds" or not isinstance(expectation.about, Ask | AskVerdict):
        yield AskedTerm(expectation.about)
    for term in walk(expectation.about):
        if isinstance(term, Ask | AskVerdict):
            args = [arg.value for arg in term.args if isinstance(arg, Const)]
            if len(args) == len(term.args):
                yield AskedQuestion(term.question, tuple(args))
