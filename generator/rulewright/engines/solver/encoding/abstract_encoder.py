"""An encoder over an abstraction of all situations, for proofs that hold for any number of things."""

from __future__ import annotations

from rulewright.base.limits import MAX_CALL_DEPTH
from rulewright.core.model import Core
from rulewright.engines.solver.encoding.abstract_world import AbstractWorld
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder
from rulewright.engines.solver.encoding.world import WorldNeeds
from rulewright.engines.solver.formula.space import FALSE, Space
from rulewright.engines.solver.formula.symbolic import Algebra, Sign, Value
from rulewright.semantics.model import Question

EVERY_LEVEL = MAX_CALL_DEPTH + 1


class AbstractEncoder(Encoder):
    """An encoder of one question, whose world may have any number of things.

    Called questions are encoded to a number of `levels`; the answers of those below are free variables over all answers of their type.
    With 0 levels all calls are free: that is enough where statements of precedence alone decide, and costs little.
    """

    world: AbstractWorld

    def __init__(self, core: Core, needs: WorldNeeds, question: Question, levels: int = EVERY_LEVEL) -> None:
        super().__init__(core, AbstractWorld(core, Algebra(Space(NO_LIMIT), names=True), needs))
        self._main_question = (question.name, self.world.question_arguments(question))
        self.levels = levels

    def _encode_answer(self, name: str, env: tuple[Value, ...], stage: int | None, bar: str | None, omitted: int | None) -> Sign:
        if self._depth < self.levels or (name, env) == self._main_question:
            return super()._encode_answer(name, env, stage, bar, omitted)
        origin = (name, env, stage, bar, self.supposed)
        if bar is not None:
            return self.world.free_truth(origin)
        question = self.core.questions[name]
        answer = self.world.free_answer(origin, question, ranged=stage is None)
        return self.algebra.restrict_sign(answer, self.space.negate(self._operands_outside(question, env)), FALSE)
