"""Where no rule speaks: the options and scenarios under which one would."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulewright.errors import WrongInput
from rulewright.interpreter.answer import Answer, Status, Why
from rulewright.records import record

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.library.book import Book

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


def would_answer(book: Book, answer: Answer, options: tuple[str, ...], scenario: str | None, ask: Asking) -> tuple[WouldAnswer, ...]:
    """Each switch with which the book is no longer silent; nothing where it is not silent as it is."""
    if not silent(answer):
        return ()
    core = book._loaded.core(answer.edition)
    found = [WouldAnswer(name, None, cases) for name in core.options if name not in options and (cases := _cases(core, answer, name, None))]
    if scenario is None:
        found += [WouldAnswer(None, name, cases) for name in core.scenarios if (cases := _cases(core, answer, None, name))]
    return tuple(one for one in found if _speaks(one, options, scenario, ask))


def silent(answer: Answer) -> bool:
    """Whether no rule speaks."""
    return answer.undetermined is not None and answer.undetermined.why is Why.SILENT


def _cases(core: Core, answer: Answer, option: str | None, scenario: str | None) -> tuple[str, ...]:
    """The cases whose rules on the question are in the book only with that option or in that scenario."""
    on = core.on.get(answer.question.partition("(")[0].split()[-1])
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
