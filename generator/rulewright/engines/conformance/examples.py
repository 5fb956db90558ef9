"""The examples of a book as queries."""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, AskedTerm, Query, Switches
from rulewright.semantics.model import Example, Expectation
from rulewright.semantics.terms import Ask, AskVerdict, Const, walk


def queries_of(core: Core, example: Example) -> Iterator[Query]:
    """What an example says of its situation: each condition that must hold, and each question that is asked in one."""
    things: dict[str, tuple[str, ...]] = {}
    for name, kind in example.world:
        things[kind] = (*things.get(kind, ()), name)
    switches = Switches(frozenset(example.options), example.scenario, None, tuple(sorted(example.readings)))
    asked = dict.fromkeys(one for then in example.then for one in _asked(then))
    for one in asked:
        yield Query(one, things, example.given, switches)


def _asked(then: Expectation) -> Iterator[AskedQuestion | AskedTerm]:
    """The condition that must hold, and the questions in it whose arguments are written out."""
    if then.expected == "holds" or not isinstance(then.about, Ask | AskVerdict):
        yield AskedTerm(then.about)
    for term in walk(then.about):
        if isinstance(term, Ask | AskVerdict):
            args = [arg.value for arg in term.args if isinstance(arg, Const)]
            if len(args) == len(term.args):
                yield AskedQuestion(term.question, tuple(args))
