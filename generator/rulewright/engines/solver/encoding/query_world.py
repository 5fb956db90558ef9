"""The world of one queried situation: its own things and switches, with the given facts as variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rulewright.base.keywords import VERDICTS
from rulewright.base.records import record
from rulewright.core.switches import Chosen, Switch
from rulewright.core.wording import fact_text
from rulewright.engines.interpreter.plan import SpecializedCore
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.solver.encoding.world import ArgumentVariable, FactVariable, World, WorldNeeds
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
from rulewright.engines.solver.formula.symbolic import Algebra, Sign, Value
from rulewright.semantics import types
from rulewright.semantics.model import Question
from rulewright.semantics.terms import FactKey, Plain


@record
class AnswerVariable:
    """The key of a variable for a given answer of a question."""

    question: str
    args: tuple[Plain, ...]


@dataclass(frozen=True, slots=True)
class GivenVariable:
    """A given fact or answer: its variable, the formula that it is as given, and the value."""

    key: FactKey
    is_fact: bool
    variable: int
    condition: Formula
    value: Any


class QueryWorld(World):
    """The world of one situation: only the things it names, and its own settings of switches."""

    is_asked = True

    def __init__(self, algebra: Algebra, selection: SpecializedCore, needs: WorldNeeds, names: Mapping[str, tuple[str, ...]]) -> None:
        self._selection = selection
        self._names = names
        super().__init__(selection.core, algebra, needs)

    def _make_things(self, kind: str, count: int, counted: bool) -> None:
        self.things[kind] = self._names[kind]
        for name in self._names[kind]:
            self.exists[name] = TRUE
            self.kinds[name] = kind

    def _thing_value(self, key: FactVariable | ArgumentVariable, kind: types.Thing) -> Value:
        """Return a fact whose value is a thing named by the situation."""
        if not self.things.get(kind.record) and not kind.or_none:
            name = fact_text(self.core, (key.fact, key.args)) if isinstance(key, FactVariable) else "an argument"
            raise NotAnalysable(f"`{name}` is a {kind.record.replace('_', ' ')}, and the situation names none")
        return super()._thing_value(key, kind)

    def answer_variable(self, key: AnswerVariable, question: Question) -> Sign:
        """Return the given answer of a question, as a variable."""
        if question.type is not None:
            return self._value_of_type(key, question.type)  # type: ignore[arg-type]
        variable = self.space.variable(key, tuple(VERDICTS.values()))
        return Value(
            tuple((self.space.literal(variable, 1 << index), value) for index, value in enumerate(VERDICTS.values())), is_total=True
        )

    def option_formula(self, name: str) -> Formula:
        return TRUE if name in self._selection.switches.options else FALSE

    def _switch_formula(self, switch: Switch) -> Formula:
        # Switches are set in a query; only a reading without a choice stays open, and each of its choices is gone through.
        value = self._selection.enablement_of(switch)
        if not isinstance(value, Unknown):
            return TRUE if value else FALSE
        assert isinstance(switch, Chosen)  # nothing else is open
        return self.choice_formula(switch.reading, switch.choice)
