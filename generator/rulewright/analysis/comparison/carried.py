"""A difference that an answer takes over from another: a situation in which what it asks for differs, with what else it needs.

No formula is needed for it, so that it is found where an answer can come about in too many ways to be compared over all situations.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from rulewright.analysis.comparison.answer_change import Change, effect_of
from rulewright.analysis.comparison.replay import PairReplay, restrict_to_core
from rulewright.analysis.verdicts.witness import named_values, possible_values
from rulewright.base.limits import MAX_CARRIED_TRIES, MAX_CARRIED_VALUES
from rulewright.core.wording import reserved_names, unused_name
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.interpreter.value_classes import type_domain
from rulewright.engines.solver.questions.point import Point
from rulewright.semantics import types
from rulewright.semantics.model import Param
from rulewright.semantics.terms import FactKey


class CarriedDifference:
    """The search for a difference of one question."""

    def __init__(self, replay: PairReplay) -> None:
        self.replay = replay
        self.core = replay.sides.after.core
        self._tries = 0

    def find_change(self, changes: Iterable[Change]) -> Change | None:
        """Return a change of the answer where one of these changes is, or with one thing of each kind; None if none is found soon."""
        kinds = {kind for side in self.replay.sides.pair for kind in side.cones.cone_of_question(self.replay.question).kinds}
        bare = Point(self.replay.question.name, (), {}, {unused_name(reserved_names(self.core), kind[0]): kind for kind in sorted(kinds)})
        for point in chain((change.point for change in changes), (bare,)):
            self._tries = MAX_CARRIED_TRIES
            change = self._search_situations(self._ask_question(point))
            if change is not None:
                return change
        return None

    def _ask_question(self, point: Point) -> Point:
        """Return the situation with this question, asked of the things and values that are in it where they fit."""
        things = dict(point.things)
        arguments: list[Any] = []
        for param in self.replay.question.params:
            value = self._find_argument(point, param, arguments)
            if isinstance(param.type, types.Thing) and value is not None:
                things[value] = param.type.record
            arguments.append(value)
        return replace(point, question=self.replay.question.name, args=tuple(arguments), things=things)

    def _find_argument(self, point: Point, param: Param, arguments: Sequence[Any]) -> Any:
        if isinstance(param.type, types.Thing):
            present = (thing for thing, kind in point.things.items() if kind == param.type.record and thing not in arguments)
            return next(present, None) or unused_name(reserved_names(self.core).union(point.things, map(str, arguments)), param.name)
        operands = zip(self.core.questions[point.question].params, point.args, strict=False)
        values = (value for other, value in operands if other.type == param.type)
        return next(chain(values, type_domain(self.core, param.type, {})), None)

    def _search_situations(self, point: Point) -> Change | None:
        """Return a change in the situation, with further facts as both answers ask for them, value by value."""
        if self._tries == 0:
            return None
        self._tries -= 1
        point = self.replay.with_usual_facts(point)
        for fact, values in self._unknown_facts(point):
            for value in values:
                change = self._search_situations(replace(point, facts={**point.facts, fact: value}))
                if change is not None:
                    return change
            return None
        outcomes = self.replay.outcomes_at(point)
        effect = None if outcomes is None else effect_of(*outcomes)
        return None if effect is None else self.replay.change_at(effect, point)

    def _unknown_facts(self, point: Point) -> Iterator[tuple[FactKey, Sequence[Any]]]:
        """Yield the facts that an answer asks for, each with a few of its values."""
        for side in self.replay.sides.pair:
            inquiry = side.witnesses.inquiry(restrict_to_core(side.core, point))
            value, _ = inquiry.run_pass({})
            for fact in value.facts if value.__class__ is Unknown else ():
                if values := list(possible_values(inquiry, {}, fact, named_values(inquiry, fact))):
                    yield fact, _spread_values(values)


def _spread_values(values: Sequence[Any]) -> Sequence[Any]:
    """Return a few of these values, from the first to the last; what is not so before what is so."""
    values = sorted(values, key=lambda value: value is True)
    count = min(len(values), MAX_CARRIED_VALUES)
    return [values[place * (len(values) - 1) // max(count - 1, 1)] for place in range(count)]
