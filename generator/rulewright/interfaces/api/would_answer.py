"""Options and scenarios that are not in play, and their effect on an answer.

If no rule applies: the options and scenarios under which one would. If the book answers, or asks for facts: the scenarios with another
answer, since a player who does not name the scenario gets the answer for a game without one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.engines.interpreter.answer import SAYS_NOTHING, Answer, outcome_json
from rulewright.engines.interpreter.ask import engine_of

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.interfaces.api.book import Book

AskAgain = Callable[[tuple[str, ...], str | None], Answer]
"""A function that asks the same question under other options and another scenario."""


@record
class WouldAnswer:
    """An option or a scenario that is not in play, and the cases whose rules would then apply."""

    option: str | None
    scenario: str | None
    cases: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return an entry of `would_answer` in the document of `ask --format json`."""
        return {"option": self.option, "scenario": self.scenario, "cases": list(self.cases)}


@record
class InScenario:
    """A scenario that is not played, and its different answer."""

    scenario: str
    title: str
    answer: Answer

    def to_json(self) -> dict[str, Any]:
        """Return an entry of `in_scenarios` in the document of `ask --format json`."""
        return {"scenario": self.scenario, "title": self.title, **outcome_json(self.answer)}


def would_answer(book: Book, answer: Answer, options: tuple[str, ...], scenario: str | None, ask: AskAgain) -> tuple[WouldAnswer, ...]:
    """Return the switches under which a silent book would answer; empty if it is not silent."""
    if not is_silent(answer):
        return ()
    core = book._loaded.core(answer.edition)
    candidates = [
        WouldAnswer(name, None, cases) for name in core.options if name not in options and (cases := _cases_under(core, answer, name, None))
    ]
    if scenario is None:
        candidates += [WouldAnswer(None, name, cases) for name in core.scenarios if (cases := _cases_under(core, answer, None, name))]
    return tuple(candidate for candidate in candidates if _would_speak(candidate, options, scenario, ask))


def in_scenarios(book: Book, answer: Answer, options: tuple[str, ...], scenario: str | None, ask: AskAgain) -> tuple[InScenario, ...]:
    """Return the scenarios with another answer, if none is given; empty if the book is silent without one."""
    core = book._loaded.core(answer.edition)
    if scenario is not None or not core.scenarios or is_silent(answer):
        return ()
    relevant = _relevant_scenarios(core, answer)
    answers = []
    for name in (name for name in core.scenarios if name in relevant):
        try:
            scenario_answer = ask(options, name)
        except WrongInput:  # the given facts are impossible there
            continue
        if scenario_answer.outcome != answer.outcome:
            answers.append(InScenario(name, _titles(book, answer.edition).get(name, ""), scenario_answer))
    return tuple(answers)


def _titles(book: Book, edition: str) -> dict[str, str]:
    """Return the titles of the scenarios of an edition by number, cached, since an answer need not load the rulebook."""
    return book._loaded.load_or_make(f"scenarios.{edition}", lambda: dict(book.questions(edition).scenarios))


def is_silent(answer: Answer) -> bool:
    """Return True if an answer is undetermined because no rule applies."""
    return answer.undetermined is not None and answer.undetermined.why in SAYS_NOTHING


def _relevant_scenarios(core: Core, answer: Answer) -> set[str]:
    """Return the scenarios with a rule or a setting-aside on a question that the answer depends on; all if it is no simple question."""
    name = _question_name(answer)
    if name not in core.on:
        return set(core.scenarios)
    scenarios: set[str] = set()
    for question_name in engine_of(core).fact_dependence().called_questions(name) & core.on.keys():
        question_entry = core.on[question_name]
        for scope in (
            *(rule.scope for rule in question_entry.written_rules()),
            *(core.asides[aside.statement].scope for aside in question_entry.asides),
        ):
            scenarios.update(number for number in (scope.scenario, *scope.also_in) if number is not None)
    return scenarios


def _question_name(answer: Answer) -> str:
    return answer.question.partition("(")[0].split()[-1]


def _cases_under(core: Core, answer: Answer, option: str | None, scenario: str | None) -> tuple[str, ...]:
    """Return the cases whose rules on the question exist only with that option or in that scenario."""
    question_entry = core.on.get(_question_name(answer))
    rules = () if question_entry is None else question_entry.written_rules()
    scopes = ((rule.case, rule.scope) for rule in rules)
    return tuple(
        dict.fromkeys(
            case
            for case, scope in scopes
            if (scope.option == option if option is not None else scenario in (scope.scenario, *scope.also_in))
        )
    )


def _would_speak(candidate: WouldAnswer, options: tuple[str, ...], scenario: str | None, ask: AskAgain) -> bool:
    try:
        changed_answer = ask((*options, candidate.option) if candidate.option else options, candidate.scenario or scenario)
    except WrongInput:  # it is incompatible with the options and scenario in play
        return False
    return not is_silent(changed_answer)
