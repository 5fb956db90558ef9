"""Readings of a question: where its answer differs between two choices."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import suppress
from itertools import combinations

from rulewright.base.limits import LONG_SEARCH_FACTOR
from rulewright.core.switches import readings_in
from rulewright.engines.solver.encoding.world import SwitchVariable
from rulewright.engines.solver.formula.symbolic import Value, restrict_value, support_of
from rulewright.engines.solver.questions.omission import likely_region
from rulewright.engines.solver.questions.question import BudgetExhausted, NotAnalysable, QuestionFormulas, Region
from rulewright.engines.solver.search.solver import Assignment


def differing_choices(
    question: QuestionFormulas, readings: Collection[str]
) -> Iterator[tuple[str, Iterator[tuple[tuple[str, str], Region]]]]:
    """Yield each of some readings that affects the answer, with all pairs of its choices and the region where their answers differ.

    Raises `NotAnalysable`.
    """
    if not readings:
        return
    outcome = question.encode_outcome()
    for variable in sorted(support_of(question.space, outcome)):
        key = question.space.keys[variable]
        if isinstance(key, SwitchVariable) and key.what == "reading" and key.name in readings:
            yield key.name, _differing_under(question, outcome, variable)


def _differing_under(question: QuestionFormulas, outcome: Value, variable: int) -> Iterator[tuple[tuple[str, str], Region]]:
    choices = question.space.values[variable] or ()
    outcomes = [restrict_value(question.space, outcome, variable, 1 << index) for index in range(len(choices))]
    for first, second in combinations(range(len(choices)), 2):
        yield (str(choices[first]), str(choices[second])), question.algebra.outcomes_differ(outcomes[first], outcomes[second])


class LikelyPoints:
    """Points where a rule under a reading is likely to make the answer, as far as the search finds them; computed on first use."""

    def __init__(self, question: QuestionFormulas, reading: str) -> None:
        self.question = question
        self.reading = reading
        self._points: list[Assignment] | None = None

    def __iter__(self) -> Iterator[Assignment]:
        if self._points is None:
            self._points = list(self._find_points())
        return iter(self._points)

    def _find_points(self) -> Iterator[Assignment]:
        question = self.question
        for live in question.rules:
            if any(self.reading in readings_in(address.there) for address in live.core.addresses):
                with suppress(NotAnalysable, BudgetExhausted):
                    point = question.solver.find_point(likely_region(question, live), LONG_SEARCH_FACTOR * question.solver.budget)
                    if point is not None:
                        yield point
