"""The least and the greatest possible answer under the given facts: `ask --least`, `ask --most`.

The search goes through all possible completions, one value for each value class; first through those with each fact at an end of its range,
so that a question with too many completions still has a good bound, which is then not certain.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Pick
from rulewright.base.limits import MAX_PASSES_OF_BOUNDS
from rulewright.core.wording import fact_text, typed_text
from rulewright.engines.interpreter.anonymous import AnonymousThing
from rulewright.engines.interpreter.answer import End
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey
from rulewright.semantics.types import Type


@dataclass(slots=True)
class _Search:
    """A search over completions; `best` has the value for each bound, with the facts that it follows from."""

    inquiry: Inquiry
    rank: dict[Any, int] | None
    best: dict[Pick, tuple[Any, dict[FactKey, Any]]] = field(default_factory=dict)
    is_complete: bool = True

    def search_completions(self, facts: dict[FactKey, Any], *, ends_only: bool) -> None:
        """Search the completions of these facts."""
        exploration = self.inquiry.explore(facts, {})
        if exploration.outcome is not None:
            if exploration.outcome[0] == "answered" and self.inquiry.may_be_possible(facts):
                self._record_value(exploration.outcome[1], facts)
            return
        fact = self.inquiry.first_to_try(exploration.value, facts)
        if fact is None or self.inquiry.passes > self.inquiry.budget:
            self.is_complete = False
            return
        values = self.inquiry.candidate_values(fact, facts)
        for value in [values[0], values[-1]] if ends_only and len(values) > 2 else values:
            if self.inquiry.passes > self.inquiry.budget:
                self.is_complete = False
                return
            extended = {**facts, fact: value}
            if self.inquiry.is_impossible(extended) is not True:
                self.search_completions(extended, ends_only=ends_only)

    def _record_value(self, value: Any, facts: dict[FactKey, Any]) -> None:
        if value is None:
            return
        for pick in Pick:
            if pick not in self.best or self._is_better(pick, value, self.best[pick][0]):
                self.best[pick] = (value, facts)

    def _is_better(self, pick: Pick, candidate: Any, incumbent: Any) -> bool:
        if self.rank is not None:
            candidate, incumbent = self.rank[candidate], self.rank[incumbent]
        return bool(candidate < incumbent if pick is Pick.LEAST else candidate > incumbent)


def bounds_of_answer(inquiry: Inquiry, kind: Type | None, unit: str | None, question: str) -> dict[Pick, End]:
    """Return the least and the greatest possible answer; empty if no completion has an answer. Raises `WrongInput` for unordered types."""
    core = inquiry.machine.core
    rank = None
    if isinstance(kind, types.Enumerated) and core.enums[kind.name].ordered:
        rank = {value: position for position, value in enumerate(core.enums[kind.name].values)}
    elif not isinstance(kind, types.Numeric):
        raise WrongInput(f"`{question}` is no amount, so it has no least and no greatest", hints=["`--over FACT` shows its answers"])
    endpoint_search = _Search(replace(inquiry, passes=0, spent=False, budget=MAX_PASSES_OF_BOUNDS // 3), rank)
    endpoint_search.search_completions({}, ends_only=True)
    search = _Search(replace(inquiry, passes=0, spent=False, budget=MAX_PASSES_OF_BOUNDS), rank, dict(endpoint_search.best))
    search.search_completions({}, ends_only=False)
    bounds: dict[Pick, End] = {}
    for pick, (value, facts) in search.best.items():
        needed = _needed_facts(inquiry, ("answered", value), facts)
        bounds[pick] = End(
            value,
            unit,
            tuple(sorted(_fact_text_and_value(inquiry, key, fact_value) for key, fact_value in needed.items())),
            search.is_complete,
        )
    return bounds


def _needed_facts(inquiry: Inquiry, outcome: Any, facts: dict[FactKey, Any]) -> dict[FactKey, Any]:
    """Return the facts that the outcome needs: a fact is dropped if the outcome stays certain without it."""
    needed = {key: value for key, value in facts.items() if not any(isinstance(arg, AnonymousThing) for arg in key[1])}
    for key in list(needed):
        fewer = {name: value for name, value in needed.items() if name != key}
        trial = replace(inquiry, facts={**inquiry.facts, **fewer}, passes=0, spent=False, budget=200)
        if trial.common_outcome() == outcome:
            needed = fewer
    return needed


def _fact_text_and_value(inquiry: Inquiry, key: FactKey, value: Any) -> tuple[str, str]:
    core = inquiry.machine.core
    kind = core.facts[key[0]].type
    return fact_text(core, key), typed_text(core, kind, value)
