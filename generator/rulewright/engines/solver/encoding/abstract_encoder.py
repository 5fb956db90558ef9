"""Encodes questions over an abstraction of all situations, for proofs that hold for any number of things."""

from __future__ import annotations

from rulewright.core.model import Core
from rulewright.engines.solver.encoding.abstract_world import AbstractWorld
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder
from rulewright.engines.solver.encoding.world import Needs
from rulewright.engines.solver.formula.space import FALSE, Space
from rulewright.engines.solver.formula.symbolic import Algebra, Sign, Value
from rulewright.semantics.model import Question


class AbstractEncoder(Encoder):
    """An encoder of one question in whose world there may be any number of things.

    If it is `shallow`, what a question asks other questions is not looked into: they may answer anything that they can answer at all. That
    is enough where statements of precedence alone settle everything, and costs little.
    """

    world: AbstractWorld

    def __init__(self, core: Core, needs: Needs, question: Question, *, shallow: bool) -> None:
        super().__init__(core, AbstractWorld(core, Algebra(Space(NO_LIMIT), names=True), needs))
        self._own = (question.name, self.world.arguments(question))
        self.shallow = shallow

    def _answer(self, name: str, env: tuple[Value, ...], stage: int | None, by: str | None, without: int | None) -> Sign:
        if not self.shallow or (name, env) == self._own:
            return super()._answer(name, env, stage, by, without)
        of = (name, env, stage, by, self.supposed)
        if by is not None:
            return self.world.free_truth(of)
        question = self.core.questions[name]
        found = self.world.free_answer(of, question, ranged=stage is None)
        return self.algebra.only_where(found, self.space.negate(self._outside(question, env)), FALSE)
