"""The answers under other options and scenarios: for a silent book, a scenario not chosen, a fact that needs an option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.base.prose_lists import listing
from rulewright.interfaces.cli.terminal import print_text

if TYPE_CHECKING:
    from rulewright.engines.interpreter.answer import Answer
    from rulewright.interfaces.api.would_answer import InOption, InScenario, WouldAnswer
    from rulewright.interfaces.cli.inquiry import Inquiry


@dataclass(frozen=True, slots=True)
class OtherSwitches:
    """Switches under which a silent book would answer, scenarios in which the answer differs, and options that given facts need."""

    suggestions: tuple[WouldAnswer, ...] = ()
    scenarios: tuple[InScenario, ...] = ()
    options: tuple[InOption, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """Return the properties that an answer has besides its own; those without an entry are left out."""
        by_name: dict[str, tuple[WouldAnswer | InScenario | InOption, ...]] = {
            "would_answer": self.suggestions,
            "in_scenarios": self.scenarios,
            "in_options": self.options,
        }
        return {name: [entry.to_json() for entry in entries] for name, entries in by_name.items() if entries}


def find_other_switches(inquiry: Inquiry, answer: Answer) -> OtherSwitches:
    """Return the switches that matter for an answer; none for a brief one, and none where several answers are asked for."""
    if inquiry.asks_several_answers or inquiry.brief:
        return OtherSwitches()
    return OtherSwitches(inquiry.would_answer(answer), inquiry.in_scenarios(answer), inquiry.in_options(answer))


def show_other_switches(switches: OtherSwitches) -> None:
    """Print what the answer would be with other switches, a line for each; an option whose answer is shown is not suggested, too."""
    from rulewright.interfaces.api.answer_words import outcome

    shown_options = {option_answer.option for option_answer in switches.options}
    for suggestion in switches.suggestions:
        if suggestion.option in shown_options:
            continue
        switch = f"--option {suggestion.option}" if suggestion.option else f"--scenario {suggestion.scenario}"
        print_text(f"with `{switch}` {' and '.join(suggestion.cases)} would answer")
    by_outcome: dict[str, list[str]] = {}
    for scenario_answer in switches.scenarios:
        by_outcome.setdefault(outcome(scenario_answer.answer), []).append(f"`--scenario {scenario_answer.scenario}`")
    for outcome_words, names in by_outcome.items():
        print_text(f"with {listing(names)}: {outcome_words}")
    for option_answer in switches.options:
        facts = listing([f"`{fact}`" for fact in option_answer.facts], "and")
        verb = "counts" if len(option_answer.facts) == 1 else "count"
        print_text(f"{facts} {verb} only with `--option {option_answer.option}`, which is off; with it: {outcome(option_answer.answer)}")
