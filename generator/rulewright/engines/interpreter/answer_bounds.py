"""The least and the greatest that an answer can be, given what is known: `ask --least`, `ask --most`.

Every possible completion is gone through, a value for each class that nothing tells apart; first those alone in which every fact is at an
end of its range, so that a question with too many completions has a good answer too, which is then not called certain.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from rulewright.base.errors import WrongInput
from rulewright.base.keywords import Pick
from rulewright.core.wording import fact_text, typed_text
from rulewright.engines.interpreter.anonymous import Unnamed
from rulewright.engines.interpreter.answer import End
from rulewright.engines.interpreter.explore import Inquiry
from rulewright.semantics import types
from rulewright.semantics.terms import FactKey
from rulewright.semantics.types import Type

_PASSES = 12_000
"""So many passes are made at most, and a third of them at the ends of ranges."""


@dataclass(slots=True)
class _Search:
    """Goes through completions; `best` has, for each end, the value with the facts that it comes of."""

    inquiry: Inquiry
    rank: dict[Any, int] | None
    best: dict[Pick, tuple[Any, dict[FactKey, Any]]] = field(default_factory=dict)
    whole: bool = True

    def go(self, facts: dict[FactKey, Any], *, ends_only: bool) -> None:
        """Takes in every completion of these facts."""
        found = self.inquiry.explore(facts, {})
        if found.outcome is not None:
            if found.outcome[0] == "answered" and self.inquiry.possible(facts):
                self._note(found.outcome[1], facts)
            return
        fact = self.inquiry.first_to_try(found.value, facts)
        if fact is None or self.inquiry.passes > self.inquiry.budget:
            self.whole = False
            return
        values = self.inquiry.domain(fact, facts)
        for value in [values[0], values[-1]] if ends_only and len(values) > 2 else values:
            if self.inquiry.passes > self.inquiry.budget:
                self.whole = False
                return
            known = {**facts, fact: value}
            if self.inquiry.is_impossible(known) is not True:
                self.go(known, ends_only=ends_only)

    def _note(self, value: Any, facts: dict[FactKey, Any]) -> None:
        if value is None:
            return
        for pick in Pick:
            if pick not in self.best or self._before(pick, value, self.best[pick][0]):
                self.best[pick] = (value, facts)

    def _before(self, pick: Pick, one: Any, other: Any) -> bool:
        if self.rank is not None:
            one, other = self.rank[one], self.rank[other]
        return bool(one < other if pick is Pick.LEAST else one > other)


def ends_of(inquiry: Inquiry, kind: Type | None, unit: str | None, question: str) -> dict[Pick, End]:
    """The least and the greatest answer of these types; none where no completion has an answer."""
    core = inquiry.machine.core
    rank = None
    if isinstance(kind, types.Enumerated) and core.enums[kind.name].ordered:
        rank = {value: place for place, value in enumerate(core.enums[kind.name].values)}
    elif not isinstance(kind, types.Numeric):
        raise WrongInput(f"`{question}` is no amount, so it has no least and no greatest", hints=["`--over FACT` shows its answers"])
    near = _Search(replace(inquiry, passes=0, spent=False, budget=_PASSES // 3), rank)
    near.go({}, ends_only=True)
    search = _Search(replace(inquiry, passes=0, spent=False, budget=_PASSES), rank, dict(near.best))
    search.go({}, ends_only=False)
    found: dict[Pick, End] = {}
    for pick, (value, facts) in search.best.items():
        needed = _needed(inquiry, ("answered", value), facts)
        found[pick] = End(value, unit, tuple(sorted(_said(inquiry, key, one) for key, one in needed.items())), search.whole)
    return found


def _needed(inquiry: Inquiry, outcome: Any, facts: dict[FactKey, Any]) -> dict[FactKey, Any]:
    """As many of the facts as the outcome needs: those without which it is still certain are left out."""
    kept = {key: value for key, value in facts.items() if not any(isinstance(arg, Unnamed) for arg in key[1])}
    for key in list(kept):
        fewer = {name: value for name, value in kept.items() if name != key}
        tried = replace(inquiry, facts={**inquiry.facts, **fewer}, passes=0, spent=False, budget=200)
        if tried.certain() == outcome:
            kept = fewer
    return kept


def _said(inquiry: Inquiry, key: FactKey, value: Any) -> tuple[str, str]:
    core = inquiry.machine.core
    kind = core.facts[key[0]].type
    return fact_text(core, key), typed_text(core, kind, value)
