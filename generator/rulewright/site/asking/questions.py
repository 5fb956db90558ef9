"""The questions of one edition, by the cases whose rules speak on them, and the examples as questions."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from rulewright.base.keywords import Expected
from rulewright.core.model import Core
from rulewright.engines.conformance.examples import queries_of
from rulewright.semantics.model import Example, Question
from rulewright.site.asking.link import link_of
from rulewright.site.asking.spoken import parameter_words, spoken_question
from rulewright.site.wording.slots import fill_slots

if TYPE_CHECKING:
    from rulewright.base.source import Location
    from rulewright.site.html.addresses import Addresses

_OPEN = frozenset({Expected.MISSING, Expected.UNDETERMINED})


class Asking:
    """The questions of a core. Cases are named by their numbers in force."""

    def __init__(self, cores: Mapping[str, Core], edition: str, addresses: Addresses) -> None:
        self._cores = cores
        self._core = cores[edition]
        self._addresses = addresses

    @cached_property
    def questions_by_name(self) -> Mapping[str, Question]:
        """By their names, in the order of the book."""
        return {name: core_question.question for name, core_question in self._core.on.items()}

    @cached_property
    def cases_by_question(self) -> Mapping[str, tuple[str, ...]]:
        """Question -> the cases whose rules speak on it."""
        cases: dict[str, dict[str, None]] = {}
        for name, core_question in self._core.on.items():
            numbers = (self._addresses.case_number(rule.case) or rule.case for rule in core_question.written_rules())
            cases[name] = dict.fromkeys(numbers)
        return {name: tuple(numbers) for name, numbers in cases.items()}

    @cached_property
    def _by_case(self) -> Mapping[str, tuple[str, ...]]:
        questions: dict[str, tuple[str, ...]] = {}
        for name, numbers in self.cases_by_question.items():
            for number in numbers:
                questions[number] = (*questions.get(number, ()), name)
        return questions

    def of_case(self, number: str) -> tuple[str, ...]:
        """The questions on which the rules of a case speak."""
        return self._by_case.get(number, ())

    def question_sentence(self, name: str) -> str:
        """`May the unit draw forage at the town?`"""
        question = self.questions_by_name[name]
        return spoken_question(self._core, question, {})

    def answer_statement(self, name: str) -> str:
        """`the unit draws forage at the town`: the phrase of a question, without its letters."""
        question = self.questions_by_name[name]
        return fill_slots(question.phrase or "", parameter_words(question, self._core))

    # ---- examples ------------------------------------------------------------------------------------------------------------------

    @cached_property
    def _examples_by_location(self) -> Mapping[tuple[str, Location | None], Example]:
        return {(edition, example.location): example for edition, core in self._cores.items() for example in core.examples}

    def link_of_example(self, location: Location, edition: str) -> str | None:
        """To the first question that an example asks, with all that it gives; None where it asks none."""
        example = self._examples_by_location.get((edition, location))
        if example is None:
            return None
        nothing = not example.as_usual and any(expectation.expected in _OPEN for expectation in example.then)
        links = (link_of(query, edition, assume_nothing=nothing) for query in queries_of(self._cores[edition], example))
        return next((link for link in links if link is not None), None)
