"""The options and scenarios that are not in play, and what they would make of an answer.

Where no rule speaks, those under which one would; where the book answers, or asks for facts, the scenarios in which the answer is another:
a player who does not name the scenario would get the answer for a game without one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.core.query import Status
from rulewright.engines.interpreter.answer import Answer, Why, outcome_json
from rulewright.engines.interpreter.ask import engine_of

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.interfaces.api.book import Book

Asking = Callable[[tuple[str, ...], str | None], Answer]
"""The question as it was put, under other options and another scenario."""


@record
class WouldAnswer:
    """An option or a scenario that is not in play, and the cases whose rules would then speak."""

    option: str | None
    scenario: str | None
    cases: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """An entry of `would_answer` in the document of `ask --format json`."""
        return {"option": self.option, "scenario": self.scenario, "cases": list(self.cases)}


@record
class InScenario:
    """A scenario that is not played, and the answer there, which is another."""

    scenario: str
    title: str
    answer: Answer

    def to_json(self) -> dict[str, Any]:
        """An entry of `in_scenarios` in the document of `ask --format json`."""
        return {"scenario": self.scenario, "title": self.title, **outcome_json(self.answer)}


def would_answer(book: Book, answer: Answer, options: tuple[str, ...], scenario: str | None, ask: Asking) -> tuple[WouldAnswer, ...]:
    """Each switch with which the book is no longer silent; nothing where it is not silent as it is."""
    if not silent(answer):
        return ()
    core = book._loaded.core(answer.edition)
    found = [WouldAnswer(name, None, cases) for name in core.options if name not in options and (cases := _cases(core, answer, name, None))]
    if scenario is None:
        found += [WouldAnswer(None, name, cases) for name in core.scenarios if (cases := _cases(core, answer, None, name))]
    return tuple(one for one in found if _speaks(one, options, scenario, ask))


def in_scenarios(book: Book, answer: Answer, options: tuple[str, ...], scenario: str | None, ask: Asking) -> tuple[InScenario, ...]:
    """The scenarios in which the answer is another, where none is said to be played; nothing where the book is silent without one."""
    core = book._loaded.core(answer.edition)
    if scenario is not None or not core.scenarios or silent(answer):
        return ()
    bearing = _bearing(core, answer)
    found = []
    for name in (name for name in core.scenarios if name in bearing):
        try:
            there = ask(options, name)
        except WrongInput:  # what was given is impossible there
            continue
        if there.outcome != answer.outcome:
            found.append(InScenario(name, _titles(book, answer.edition).get(name, ""), there))
    return tuple(found)


def _titles(book: Book, edition: str) -> dict[str, str]:
    """The titles of the scenarios of an edition, by their numbers: kept, since the rulebook need not be loaded for an answer."""
    return book._loaded.keep(f"scenarios.{edition}", lambda: dict(book.questions(edition).scenarios))


def silent(answer: Answer) -> bool:
    """Whether no rule speaks."""
    return answer.undetermined is not None and answer.undetermined.why is Why.SILENT


def _bearing(core: Core, answer: Answer) -> set[str]:
    """The scenarios that have a rule, or set one aside, on the way to the answer; all of them where it is no plain question."""
    name = _question(answer)
    if name not in core.on:
        return set(core.scenarios)
    found: set[str] = set()
    for asked in engine_of(core).reach().asked(name) & core.on.keys():
        on = core.on[asked]
        for scope in (*(rule.scope for rule in on.stated()), *(core.asides[aside.statement].scope for aside in on.asides)):
            found.update(one for one in (scope.scenario, *scope.also_in) if one is not None)
    return found


def _question(answer: Answer) -> str:
    return answer.question.partition("(")[0].split()[-1]


def _cases(core: Core, answer: Answer, option: str | None, scenario: str | None) -> tuple[str, ...]:
    """The cases whose rules on the question are in the book only with that option or in that scenario."""
    on = core.on.get(_question(answer))
    rules = () if on is None else on.stated()
    scopes = ((rule.case, rule.scope) for rule in rules)
    return tuple(
        dict.fromkeys(
            case
            for case, scope in scopes
            if (scope.option == option if option is not None else scenario in (scope.scenario, *scope.also_in))
        )
    )


def _speaks(one: WouldAnswer, options: tuple[str, ...], scenario: str | None, ask: Asking) -> bool:
    try:
        other = ask((*options, one.option) if one.option else options, one.scenario or scenario)
    except WrongInput:  # it cannot be in play together with what is
        return False
    return other.status in (Status.ANSWERED, Status.CONFLICT, Status.MISSING) or not silent(other)
