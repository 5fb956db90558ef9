"""A question that is asked again as facts become known."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.interfaces.api.facts import WORLD

if TYPE_CHECKING:
    from rulewright.analysis.comparison.why_not import WhyNot
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.engines.interpreter.questions import FactInfo
    from rulewright.interfaces.api.book import Book
    from rulewright.interfaces.api.would_answer import InOption, InScenario, WouldAnswer


@dataclass
class Inquiry:
    """A question with its facts and switches; `facts` grows during an interview. The fact `world` declares things."""

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
    def asks_several_answers(self) -> bool:
        """True if more than one answer is asked for, so that missing facts are not asked for in an interview."""
        return bool(self.over) or self.least or self.most

    def compute_answer(self, extra_facts: Mapping[str, Any] | None = None) -> Answer:
        """Return the answer under `facts` and `extra_facts`; raise `WrongInput` for a name or value that the book does not have."""
        facts = {**self.facts, **(extra_facts or {})}
        range_options: dict[str, Any] = {"over": self.over, "least": self.least, "most": self.most}
        return self.book.ask(
            self.question, facts, **self._switch_arguments(), assume_usual=self.assume_usual, brief=self.brief, **range_options
        )

    def compute_answer_with_things(self, names: str, kind: str) -> Answer:
        """Declare things of a kind (`v, w`) besides those in `facts`, and return the answer; raise `WrongInput` for a name that is none."""
        world = self.facts.get(WORLD)
        if isinstance(world, Mapping):
            wider: Any = {**world, **{name.strip(): kind for name in names.split(",")}}
        else:
            wider = f"{world}; {names}: {kind}" if world else f"{names}: {kind}"
        answer = self.compute_answer({WORLD: wider})
        self.facts[WORLD] = wider
        return answer

    def use_present_names(self, former_names: Mapping[str, str]) -> None:
        """Ask by the names of today from here on, where the question or its facts have names of before."""
        from rulewright.engines.interpreter.former_names import PresentNames

        present = PresentNames(former_names)
        self.question, self.facts = present.in_text(self.question), present.in_facts(self.facts)
        self.options, self.over = present.in_names(self.options), present.in_names(self.over)

    def declared_facts(self) -> tuple[FactInfo, ...]:
        """Return the facts that the vocabulary of the edition declares."""
        return self.book.questions(self.edition).facts

    def would_answer(self, answer: Answer) -> tuple[WouldAnswer, ...]:
        """Return the options and scenarios under which the book, now silent, would answer."""
        from rulewright.interfaces.api.would_answer import would_answer

        return would_answer(self.book, answer, tuple(self.options), self.scenario, self._ask_with_switches)

    def in_scenarios(self, answer: Answer) -> tuple[InScenario, ...]:
        """Return the scenarios in which the answer differs, if no scenario was chosen."""
        from rulewright.interfaces.api.would_answer import in_scenarios

        return in_scenarios(self.book, answer, tuple(self.options), self.scenario, self._ask_with_switches)

    def in_options(self, answer: Answer) -> tuple[InOption, ...]:
        """Return the options that are off and without which a given fact does not count."""
        from rulewright.interfaces.api.would_answer import in_options

        return in_options(self.book, answer, self.question, self.facts, tuple(self.options), self.scenario, self._ask_with_switches)

    def _ask_with_switches(self, options: Sequence[str], scenario: str | None) -> Answer:
        switches = {**self._switch_arguments(), "options": options, "scenario": scenario}
        return self.book.ask(self.question, self.facts, **switches, assume_usual=self.assume_usual)

    def why_not(self, value: str) -> WhyNot:
        """Return the smallest changes to the facts that make the answer `value`; raise `WrongInput` as `compute_answer` does."""
        return self.book.why_not(self.question, value, self.facts, **self._switch_arguments())

    def _switch_arguments(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("edition", "options", "readings", "scenario", "closed")}
