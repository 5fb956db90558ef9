"""One question at one point, where every formula is plain: what its answer is there, with all of its rules or without one.

That is far quicker than laying the question out anew without the rule, and where both differ it is enough to see that the rule matters.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from rulewright.decision.encode.answers import Asked
from rulewright.decision.encode.encoder import Encoder
from rulewright.decision.encode.precedence import EncodedPrecedence
from rulewright.decision.encode.rules import Live, Setter, Stage
from rulewright.decision.formula.leaves import Expression, Linear, evaluate
from rulewright.decision.formula.named import place_at, ways_of
from rulewright.decision.formula.space import BOTH, FALSE, HARD, LITERAL, TRUE, Exact, Formula, Numbers
from rulewright.decision.formula.symbolic import NEVER, Leaf, Truth, Value
from rulewright.kept import Made


class AtPoint:
    """A question prepared for judging, at the point that has each variable at a place of its values (a wide one: at a number)."""

    def __init__(self, encoder: Encoder, asked: Asked, place_of: Callable[[int], Exact]) -> None:
        self.encoder = encoder
        self.space = encoder.space
        self._place_of = place_of
        self._indices = Made(range(len(self.space.keys)), self._place)
        self._known: dict[Formula, bool] = {FALSE: False, TRUE: True}
        setters = [Setter(one.setter, one.targets, one.absent, self._truth(one.active)) for one in asked.setters]
        self.asked = Asked(asked.question, asked.env, setters, [self._stage(stage) for stage in asked.stages])
        self.whole = self._outcome(self.asked)

    def changes_without(self, live: Live) -> bool:
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

    def _live(self, live: Live) -> Live:
        effect = None if live.effect is None else self._value(live.effect)
        truths = [self._truth(truth) for truth in (live.condition, live.held, live.held_back)]
        return Live(live.core, live.place, truths[0], truths[1], effect, truths[2])

    def _truth(self, truth: Truth) -> Truth:
        return Truth(self._plain(truth.yes), self._plain(truth.no), self._plain(truth.bad))

    def _value(self, value: Value) -> Value:
        for where, leaf in value.cases:
            if self._plain(where) == TRUE:
                number = evaluate(self.space, leaf, self._indices) if isinstance(leaf, Linear | Expression) else leaf
                return Value(((TRUE, number),), self._plain(value.bad))
        return Value((), self._plain(value.bad))

    def _plain(self, formula: Formula) -> Formula:
        """TRUE or FALSE, as the formula holds here or not."""
        known, space = self._known, self.space
        waiting = [formula]
        while waiting:
            found = waiting[-1]
            if found in known:
                waiting.pop()
                continue
            kind, parts = space.kind[found], space.parts[found]
            if kind == LITERAL:
                known[found] = parts[1] >> self._indices[parts[0]] & 1 == 1
            elif kind == HARD:
                known[found] = space.atoms[parts[0]].evaluate(Numbers(space, self._indices))
            else:
                left = [part for part in parts if part not in known]
                deciding = kind != BOTH
                if any(known[part] is deciding for part in parts if part in known):
                    known[found] = deciding
                elif left:
                    waiting.append(left[0])
                else:
                    known[found] = not deciding
        return TRUE if known[formula] else FALSE

    def _place(self, variable: int) -> int:
        """The place of the value that a variable has here. A name is what it is defined as."""
        space = self.space
        if space.named >> variable & 1:
            leaf = next((leaf for where, leaf in ways_of(space, variable) if self._plain(where) == TRUE), None)
            return int(place_at(space, variable, leaf, self._indices))
        return int(self._place_of(variable))
