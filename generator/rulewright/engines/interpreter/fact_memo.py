"""Results by the facts that they looked at, to be taken again where a situation agrees on these: exact, not a guess.

What is worked out from facts looks at some of them, given or not, and is the same whatever all others are. So are evaluations of questions
kept from one pass to the next and from one question to the next, and whole answers in a talk and in a table of rows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, Generic, TypeAlias, TypeVar

from rulewright.base.limits import MAX_CONTEXTS_KEPT, MAX_PATTERNS_KEPT
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.evaluation import Evaluation
from rulewright.semantics.terms import FactKey

V = TypeVar("V")
Pattern: TypeAlias = tuple[tuple[FactKey, ...], dict[tuple[Any, ...], V]]
"""The facts that results looked at, and the results by the values of these."""
ValueOf: TypeAlias = Callable[[FactKey], Any]
"""Returns what a situation has for a fact; one value stands for a fact that is not known."""
EvaluationsByQuestion: TypeAlias = "dict[Hashable, ResultsByFacts[Evaluation]]"


class ResultsByFacts(Generic[V]):
    """The results of one computation by the values of the facts that they looked at."""

    __slots__ = ("_by_facts", "_patterns")

    def __init__(self) -> None:
        self._patterns: list[Pattern[V]] = []  # may grow while it is read
        self._by_facts: dict[frozenset[FactKey], Pattern[V]] = {}

    def find_result(self, value_of: ValueOf) -> V | None:
        """Return the result of a situation that agrees on all that it looked at; None if none is kept."""
        for keys, results in self._patterns:
            result = results.get(tuple([value_of(key) for key in keys]))
            if result is not None:
                return result
        return None

    def store_result(self, facts: Iterable[FactKey], value_of: ValueOf, result: V) -> None:
        """Keep a result that looked at these facts."""
        names = frozenset(facts)
        pattern = self._by_facts.get(names)
        if pattern is None:
            if len(self._patterns) >= MAX_PATTERNS_KEPT:
                return
            pattern = self._by_facts[names] = tuple(names), {}
            self._patterns.append(pattern)
        keys, results = pattern  # equal sets may be gone through in different orders, so the values are in that of the pattern
        results[tuple([value_of(key) for key in keys])] = result


class ContextMemo(Generic[V]):
    """Results by what they depend on besides facts, their context, and by what was worked out; at most so many."""

    def __init__(self, capacity: int) -> None:
        self._capacity = capacity
        self._by_context: dict[Hashable, dict[Hashable, ResultsByFacts[V]]] = {}
        self._count = 0

    def of_context(self, context: Hashable) -> dict[Hashable, ResultsByFacts[V]]:
        """Return the results in a context, to which new ones are added by `store_result`. Of too many contexts the oldest is dropped."""
        results = self._by_context.get(context)
        if results is None:
            for oldest in list(self._by_context)[: len(self._by_context) - MAX_CONTEXTS_KEPT + 1]:
                self._by_context.pop(oldest, None)
            results = self._by_context.setdefault(context, {})
        return results

    def store_result(
        self, results: dict[Hashable, ResultsByFacts[V]], key: Hashable, facts: Iterable[FactKey], value_of: ValueOf, result: V
    ) -> None:
        """Keep a result that looked at these facts. If there are too many, all are dropped."""
        self._count += 1
        if self._count > self._capacity:
            self._by_context, self._count = {}, 0
            results.clear()
        by_facts = results.get(key)
        if by_facts is None:
            by_facts = results[key] = ResultsByFacts()
        by_facts.store_result(facts, value_of, result)


EvaluationMemo: TypeAlias = ContextMemo[Evaluation]
AnswerMemo: TypeAlias = ContextMemo[Answer]
