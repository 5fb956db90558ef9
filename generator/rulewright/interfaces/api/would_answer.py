"""Options and scenarios that are not in play, and their effect on an answer.

If no rule applies: the options and scenarios under which one would. If the book answers, or asks for facts: the scenarios with another
answer, since a player who does not name the scenario gets the answer for a game without one. And the options without which a given fact
does not count, since whoever gives it expects that it does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.engines.interpreter.answer import SAYS_NOTHING, Answer, Why, outcome_json
from rulewright.engines.interpreter.ask import Engine, engine_of, fill_parameters
from rulewright.interfaces.api.facts import split_world, without_ungiven

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.core.query import Switches
    from rulewright.engines.interpreter.query_inputs import PreparedQuestion
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


@record
class InOption:
    """An option that is off, the given facts that count only with it, and the answer with it."""

    option: str
    facts: tuple[str, ...]
    answer: Answer

    def to_json(self) -> dict[str, Any]:
        """Return an entry of `in_options` in the document of `ask --format json`."""
        return {"option": self.option, "facts": list(self.facts), **outcome_json(self.answer)}


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


def in_options(
    book: Book, answer: Answer, question: str, facts: Mapping[str, Any], options: tuple[str, ...], scenario: str | None, ask: AskAgain
) -> tuple[InOption, ...]:
    """Return the options that are off and without which a given fact does not count, with the answer under each."""
    core = book._loaded.core(answer.edition)
    if not core.options or not facts:
        return ()
    engine = engine_of(core)
    given_facts, things = split_world(facts, None)
    question, given_facts, unfilled = fill_parameters(core, question, dict(without_ungiven(core, question, given_facts)))
    if unfilled:
        return ()
    prepared = engine.prepare_question(question, tuple(given_facts), things)
    switches = engine.read_switches(options, {}, scenario, None)
    unread = _facts_not_read(engine, prepared, given_facts, switches)
    answers = []
    for option in (name for name in core.options if unread and name not in options):
        with_option = replace(switches, options=switches.options | {option})
        still_unread = _facts_not_read(engine, prepared, given_facts, with_option)
        counting = tuple(name for name in unread if name not in still_unread)
        if counting:
            try:
                answers.append(InOption(option, counting, ask((*options, option), scenario)))
            except WrongInput:  # it is incompatible with the options in play, or with the facts
                continue
    return tuple(answers)


def _facts_not_read(engine: Engine, prepared: PreparedQuestion, names: Iterable[str], switches: Switches) -> list[str]:
    """Return the given facts that the answer cannot depend on under some switches."""
    dependence = engine.dependence_under(switches)
    if prepared.free_term is not None:
        read_facts = dependence.reach_of_term(prepared.free_term).facts
    else:
        read_facts = dependence.facts_of_question(prepared.question)
    return [name for name, (key, is_fact) in zip(names, prepared.keys, strict=True) if is_fact and key[0] not in read_facts]


def _titles(book: Book, edition: str) -> dict[str, str]:
    """Return the titles of the scenarios of an edition by number, cached, since an answer need not load the rulebook."""
    return book._loaded.load_or_make(f"scenarios.{edition}", lambda: dict(book.questions(edition).scenarios))


def is_silent(answer: Answer) -> bool:
    """Return True if an answer is undetermined because no rule applies, or none whose option is on and whose scenario is played."""
    return answer.undetermined is not None and answer.undetermined.why in SAYS_NOTHING | {Why.OPTION_OFF, Why.NO_SCENARIO}


def _relevant_scenarios(core: Core, answer: Answer) -> set[str]:
    """Return the scenarios with a rule or a setting-aside on a question that the answer depends on; all if it is no simple question."""
    name = _question_name(answer)
    if name not in core.on:
        return set(core.scenarios)
    scenarios: set[str] = set()
    for question_name in engine_of(core).dependence().called_questions(name) & core.on.keys():
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
