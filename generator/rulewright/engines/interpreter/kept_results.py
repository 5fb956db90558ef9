"""Results that are kept by the facts that they looked at, to be taken again where a situation agrees on these: exact, not a guess.

What is worked out from facts looks at some of them, given or not, and is the same whatever all others are. So are evaluations of questions
kept from one pass to the next and from one question to the next, and whole answers in a talk and in a table of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

from rulewright.base.limits import MAX_EVALUATIONS_KEPT, MAX_PATTERNS_KEPT
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.semantics.terms import FactKey

V = TypeVar("V")
ValueOf: TypeAlias = Callable[[FactKey], Any]
"""Returns what a situation has for a fact; one value stands for a fact that is not known."""
EvaluationsByQuestion: TypeAlias = "dict[FactKey, ResultsByFacts[Evaluation]]"


class ResultsByFacts(Generic[V]):
    """The results of one computation by the values of the facts that they looked at."""

    __slots__ = ("_patterns", "_results")

    def __init__(self) -> None:
        self._results: dict[tuple[FactKey, ...], dict[tuple[Any, ...], V]] = {}
        self._patterns: list[tuple[tuple[FactKey, ...], dict[tuple[Any, ...], V]]] = []  # the same as a list, which may grow while read

    def find(self, value_of: ValueOf) -> V | None:
        """Return the result of a situation that agrees on all that it looked at; None if none is kept."""
        for keys, results in self._patterns:
            result = results.get(tuple([value_of(key) for key in keys]))
            if result is not None:
                return result
        return None

    def keep(self, facts: Iterable[FactKey], value_of: ValueOf, result: V) -> None:
        """Keep a result that looked at these facts."""
        keys = tuple(sorted(facts, key=str))
        results = self._results.get(keys)
        if results is None:
            if len(self._patterns) >= MAX_PATTERNS_KEPT:
                return
            results = self._results[keys] = {}
            self._patterns.append((keys, results))
        results[tuple([value_of(key) for key in keys])] = result


class KeptEvaluations:
    """Evaluations of questions, by all but the facts that they depend on: the switches, the things that are there, and what is fixed."""

    def __init__(self) -> None:
        self._by_context: dict[Hashable, EvaluationsByQuestion] = {}
        self._count = 0

    def of_context(self, context: Hashable) -> EvaluationsByQuestion:
        """Return the evaluations in a context, to which new ones are added by `keep`."""
        return self._by_context.setdefault(context, {})

    def keep(self, evaluations: EvaluationsByQuestion, key: FactKey, evaluation: Evaluation, value_of: ValueOf) -> None:
        """Keep an evaluation in its context. If there are too many, all are dropped."""
        self._count += 1
        if self._count > MAX_EVALUATIONS_KEPT:
            self._by_context, self._count = {}, 0
        results = evaluations.get(key)
        if results is None:
            results = evaluations[key] = ResultsByFacts()
        results.keep(evaluation.reads, value_of, evaluation)
