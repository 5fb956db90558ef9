"""A question being asked: what is known so far, and the answer to that."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from rulewright.cli.app import WrongCommand

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.decision.compare.why_not import WhyNot
    from rulewright.interpreter.answer import Answer


@dataclass
class Inquiry:
    """A question with its facts and switches; `facts` grows in an interview. A `world` among the facts names things."""

    core: Core
    question: str
    facts: dict[str, Any]
    options: Sequence[str] = ()
    readings: Mapping[str, str] | None = None
    scenario: str | None = None
    book: str = ""

    def answer(self, more: Mapping[str, Any] | None = None) -> Answer:
        """The answer with the facts known and these; raises `WrongCommand` for what the book does not know."""
        from rulewright.interpreter.ask import ask

        facts, told = self._told(more)
        with self._understood():
            return ask(self.core, self.question, facts, **told)

    def why_not(self, value: str) -> WhyNot:
        """What it takes for the answer to be that value; raises `WrongCommand` as `answer` does."""
        from rulewright.decision.compare.why_not import why_not

        facts, told = self._told(None)
        with self._understood():
            return why_not(self.core, self.question, value, facts, **told)

    def _told(self, more: Mapping[str, Any] | None) -> tuple[dict[str, Any], dict[str, Any]]:
        """The facts, and all else that is told."""
        facts = {**self.facts, **(more or {})}
        world = facts.pop("world", None)
        switches = {"options": tuple(self.options), "readings": dict(self.readings or {}), "scenario": self.scenario}
        return facts, {"world": world, **switches}

    @contextmanager
    def _understood(self) -> Iterator[None]:
        """What the book does not know is a wrong command."""
        from rulewright.interpreter.ask import WrongInput
        from rulewright.language.parse import LanguageError

        try:
            yield
        except WrongInput as fault:
            raise WrongCommand(fault.message, [_meant(fault.suggestions)] if fault.suggestions else self._where(fault.message)) from None
        except LanguageError as fault:
            found = fault.diagnostics[0]
            raise WrongCommand(found.message, [found.help] if found.help else self._where(found.message)) from None

    def _where(self, message: str) -> list[str]:
        """What to do next: how a kind is said; where to look what there is, for a name that resembles none."""
        if unclear := re.match(r"`(\w+)` may be an? (\w+) .*say which with `world`", message):
            return [f'for example world="{unclear[1]}: {unclear[2]}"']
        lost = message.startswith(("there is no ", "nothing is called "))
        return [f"`rulewright questions {self.book or self.core.book}` lists what there is"] if lost else []


def _meant(names: Sequence[str]) -> str:
    return f"did you mean {' or '.join(f'`{name}`' for name in names)}?" if names else ""
