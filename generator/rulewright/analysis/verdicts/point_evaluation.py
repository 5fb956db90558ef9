"""One question at one point, where every formula is plain: what its answer is there, with all of its rules or without one.

That is far quicker than laying the question out anew without the rule, and where both differ it is enough to see that the rule matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rulewright.engines.solver.encoding.answers import Asked
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder import Encoder
from rulewright.engines.solver.encoding.precedence import EncodedPrecedence
from rulewright.engines.solver.encoding.rules import Setter, Stage
from rulewright.engines.solver.formula.leaves import Expression, Linear, evaluate
from rulewright.engines.solver.formula.named_numbers import place_at, ways_of
from rulewright.engines.solver.formula.space import FALSE, TRUE, Exact, Formula, Holding, Space
from rulewright.engines.solver.formula.symbolic import ALWAYS, NEVER, Leaf, Truth, Value


class _Places(Mapping[int, int]):
    """The place of the value that each variable has at a point (of a wide one the number). A name is what it is defined as.

    Not `kept.Made`: a name is worked out from other places, so what makes the values would hold the mapping, and the mapping it. All
    points would then wait for the collector of circles: a whole check of Leipzig took 409 MiB so, and takes 249.
    """

    def __init__(self, space: Space, place_of: Callable[[int], Exact]) -> None:
        self._space = space
        self._place_of = place_of
        self._found: dict[int, int] = {}

    def __getitem__(self, variable: int) -> int:
        found = self._found.get(variable)
        if found is None:
            found = self._found[variable] = int(self._place(variable))
        return found

    def _place(self, variable: int) -> Exact:
        space = self._space
        if not space.named >> variable & 1:
            return self._place_of(variable)
        holds = Holding(space, self)
        leaf = next((leaf for where, leaf in ways_of(space, variable) if holds[where]), None)
        return place_at(space, variable, leaf, self)

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self._space.keys)))

    def __len__(self) -> int:
        return len(self._space.keys)


class AtPoint:
    """A question prepared for judging, at the point that has each variable at a place of its values (a wide one: at a number)."""

    def __init__(self, encoder: Encoder, asked: Asked, place_of: Callable[[int], Exact]) -> None:
        self.encoder = encoder
        self.space = encoder.space
        self._places = _Places(encoder.space, place_of)
        self._holds = Holding(encoder.space, self._places)
        setters = [Setter(one.setter, one.targets, one.absent, self._truth(one.active)) for one in asked.setters]
        self.asked = Asked(asked.question, asked.env, setters, [self._stage(stage) for stage in asked.stages])
        self.whole = self._outcome(self.asked)

    def changes_without(self, live: EncodedRule) -> bool:
        """Whether the answer at this point is another without a rule of the question."""
        stage = self.asked.stages[live.rule.stage]
        rules = stage.rules.copy()
        rules[live.place] = replace(rules[live.place], condition=NEVER, held=NEVER, held_back=NEVER)
        less = Stage(rules, stage.edges)
        self.encoder.rules.settle_stage(less)
        stages = [less if one is stage else one for one in self.asked.stages]
        return self._outcome(replace(self.asked, stages=stages)) != self.whole

    def _outcome(self, asked: Asked) -> tuple[bool, bool, Leaf]:
        """Whether the answer is open, whether it is a word or number and not yes or no (or open by a conflict), and what it is."""
        value = self._value(self.encoder.answers.outcome(asked, None))
        if not value.cases:
            return True, value.bad == TRUE, None
        leaf = value.cases[0][1]
        return False, isinstance(leaf, bool), leaf

    # ---- plain at the point ---------------------------------------------------------------------------------------------------------

    def _stage(self, stage: Stage) -> Stage:
        edges = [
            EncodedPrecedence(edge.by, edge.target, self._truth(edge.active), edge.kind, edge.why, edge.statement) for edge in stage.edges
        ]
        made = Stage([self._live(live) for live in stage.rules], edges)
        self.encoder.rules.settle_stage(made)
        return made

    def _live(self, live: EncodedRule) -> EncodedRule:
        effect = None if live.effect is None else self._value(live.effect)
        truths = [self._truth(truth) for truth in (live.condition, live.held, live.held_back)]
        return EncodedRule(live.core, live.place, truths[0], truths[1], effect, truths[2])

    def _truth(self, truth: Truth) -> Truth:
        if truth is ALWAYS or truth is NEVER:  # as most are
            return truth
        return Truth(self._plain(truth.yes), self._plain(truth.no), self._plain(truth.bad))

    def _value(self, value: Value) -> Value:
        for where, leaf in value.cases:
            if self._plain(where) == TRUE:
                number = evaluate(self.space, leaf, self._places) if isinstance(leaf, Linear | Expression) else leaf
                return Value(((TRUE, number),), self._plain(value.bad))
        return Value((), self._plain(value.bad))

    def _plain(self, formula: Formula) -> Formula:
        """TRUE or FALSE, as the formula holds here or not."""
        return TRUE if self._holds[formula] else FALSE
