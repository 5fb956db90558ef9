"""A question that is put again as facts come in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulewright.analysis.comparison.why_not import WhyNot
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.engines.interpreter.questions import FactInfo
    from rulewright.interfaces.api.book import Book
    from rulewright.interfaces.api.would_answer import InScenario, WouldAnswer


@dataclass
class Inquiry:
    """A question with its facts and switches; `facts` grows in an interview. A `world` among the facts names things."""

    book: Book
    edition: str | None
    question: str
    facts: dict[str, Any]
    options: Sequence[str]
    readings: Mapping[str, str]
    scenario: str | None
    closed: bool = False
    assume_usual: bool = True
    over: Sequence[str] = ()
    least: bool = False
    most: bool = False
    brief: bool = False

    @property
    def looks_over(self) -> bool:
        """Whether it asks for more than one answer, so that nobody is to be asked for the facts that are missing."""
        return bool(self.over) or self.least or self.most

    def answer(self, more: Mapping[str, Any] | None = None) -> Answer:
        """The answer with the facts known and these; raises `WrongInput` for what the book does not know."""
        known = {**self.facts, **(more or {})}
        further: dict[str, Any] = {"over": self.over, "least": self.least, "most": self.most}
        return self.book.ask(self.question, known, **self._switches(), assume_usual=self.assume_usual, brief=self.brief, **further)

    def facts_known(self) -> tuple[FactInfo, ...]:
        """Every fact of the edition, as its vocabulary has it."""
        return self.book.questions(self.edition).facts

    def would_answer(self, answer: Answer) -> tuple[WouldAnswer, ...]:
        """The options and scenarios with which the book would not be silent, as it is."""
        from rulewright.interfaces.api.would_answer import would_answer

        return would_answer(self.book, answer, tuple(self.options), self.scenario, self._under)

    def in_scenarios(self, answer: Answer) -> tuple[InScenario, ...]:
        """The scenarios in which the answer is another, where none is said to be played."""
        from rulewright.interfaces.api.would_answer import in_scenarios

        return in_scenarios(self.book, answer, tuple(self.options), self.scenario, self._under)

    def _under(self, options: Sequence[str], scenario: str | None) -> Answer:
        switches = {**self._switches(), "options": options, "scenario": scenario}
        return self.book.ask(self.question, self.facts, **switches, assume_usual=self.assume_usual)

    def why_not(self, value: str) -> WhyNot:
        """What it takes for the answer to be that value; raises `WrongInput` as `answer` does."""
        return self.book.why_not(self.question, value, self.facts, **self._switches())

    def _switches(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("edition", "options", "readings", "scenario", "closed")}
