"""The questions of one edition as formulas: among few things, for any number of them, and among many."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress

from rulewright.base.limits import MAX_FORMULAS_OF_CROWD, MAX_FORMULAS_OF_ENCODER, MAX_VARIABLES_OF_ENCODER
from rulewright.core.model import Core
from rulewright.engines.solver.cone import Cones
from rulewright.engines.solver.encoding.abstract_encoder import EVERY_LEVEL, AbstractEncoder
from rulewright.engines.solver.encoding.abstract_world import SHARE_COUNTS, AbstractWorld
from rulewright.engines.solver.encoding.answers import EncodedQuestion
from rulewright.engines.solver.encoding.crowd_world import CROWDS, Crowd, CrowdWorld
from rulewright.engines.solver.encoding.encoder import NO_LIMIT, Encoder
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import TRUE, Space, TooLarge
from rulewright.engines.solver.formula.symbolic import Algebra, support_with_numbers
from rulewright.engines.solver.questions.example_points import examples_by_question
from rulewright.engines.solver.questions.question import QuestionFormulas
from rulewright.engines.solver.search.solver import Effort, Solver
from rulewright.semantics.model import Question

__all__ = ["CROWDS", "SHARE_COUNTS", "EditionSolver"]


class EditionSolver:
    """Encodes the questions of one core on demand. `budget` is the number of nodes that one satisfiability question may take.

    `names`: True if named variables may stand for amounts with too many values to list.
    """

    def __init__(self, core: Core, budget: int, *, names: bool = True) -> None:
        self.core = core
        self.cones = Cones(core)
        self.effort = Effort()
        self._budget = budget
        self._names = names
        self._needs = self.cones.world_needs()
        self._needs_of_arguments = self.cones.needs_of_arguments()
        self._examples = examples_by_question(core)
        self._encoders: dict[Hashable, Encoder] = {}

    def forget_encoders(self) -> None:
        """Drop all encoders, so that the next results do not depend on earlier questions."""
        self._encoders.clear()

    def among_few(self, question: Question) -> AbstractContextManager[QuestionFormulas]:
        """Return a question in the world of few things, encoded on entry. Raises `NotAnalysable` there."""
        return self._question_in(question, self._encoder(None, lambda: Encoder(self.core, self._needs, names=self._names)))

    def abstraction(self, question: Question, levels: int = EVERY_LEVEL) -> AbstractContextManager[QuestionFormulas]:
        """Return a question for any number of things, with some levels of the questions that it calls.

        Its encoder is for this question only: formulas of others would not be used again.
        """
        return self._question_in(question, AbstractEncoder(self.core, self._needs_of_arguments, question, levels))

    def with_shared_sums(self, abstraction: QuestionFormulas, limit: int) -> AbstractContextManager[QuestionFormulas]:
        """Return a question in an abstraction where so many things share a sum."""
        return self._question_in(abstraction.question, abstraction.encoder, limit)

    def among_many(self, question: Question, crowd: Crowd, limit: int) -> AbstractContextManager[QuestionFormulas]:
        """Return a question among things of which each stands for at most `limit`."""
        kinds = self.cones.cone_of_question(question).unbounded_kinds
        return self._question_in(question, self._encoder((crowd, kinds), lambda: self._build_crowd_encoder(crowd, kinds)), limit)

    def _encoder(self, world_key: Hashable, build: Callable[[], Encoder]) -> Encoder:
        """Return the encoder in use for a kind of world; a new one when it has grown large."""
        encoder = self._encoders.get(world_key)
        if encoder is None or len(encoder.space.keys) > MAX_VARIABLES_OF_ENCODER or len(encoder.space.kinds) > MAX_FORMULAS_OF_ENCODER:
            encoder = self._encoders[world_key] = build()
        return encoder

    def _build_crowd_encoder(self, crowd: Crowd, kinds: frozenset[str]) -> Encoder:
        arguments = self._needs_of_arguments.things
        needs = self._needs.with_counts({kind: max(arguments[kind] + crowd.extra_things, crowd.min_things) for kind in sorted(kinds)})
        world = CrowdWorld(self.core, Algebra(Space(NO_LIMIT), names=self._names), needs, arguments)
        return Encoder(self.core, world, max_formulas=MAX_FORMULAS_OF_CROWD)

    @contextmanager
    def _question_in(self, question: Question, encoder: Encoder, limit: int = 0) -> Iterator[QuestionFormulas]:
        """Encode a question in the world of an encoder; in a world of many things none stands for more than `limit`.

        Raises `NotAnalysable`.
        """
        world = encoder.world
        env = world.question_arguments(question)
        try:
            encoded = encoder.encode_with_budget(question.name, env)
        except TooLarge:
            raise NotAnalysable(f"`{question.name}` can come about in too many ways") from None
        arguments_exist = world.existing_arguments(question)
        relevant = _variables_of(encoder, encoded)
        match world:
            case CrowdWorld():
                size_limit = world.crowd_size_limit(limit)
            case AbstractWorld() if limit:
                size_limit = world.equal_shares_region(limit)
            case _:  # open: a world of few things has no limit
                size_limit = TRUE
        premise = encoder.space.conjunction(size_limit, arguments_exist, encoder.possible_situations(relevant))
        solver = Solver(encoder.space, self._budget, premise, encoder.compiled)
        cone = self.cones.cone_of_question(question)
        try:
            yield QuestionFormulas(question, cone, encoder, env, encoded, solver, self._examples, limit)
        finally:
            self.effort.add(solver.effort)
            solver.forget_sample()


def _variables_of(encoder: Encoder, encoded: EncodedQuestion) -> set[int]:
    """Return the variables that a question's rules, effects, precedence statements and default depend on."""
    variables_of = encoder.space.variables_of
    variables: set[int] = set()
    truths = [setter.active for setter in encoded.suspensions]
    values = [live.effect for stage in encoded.stages for live in stage.rules if live.effect is not None]
    with suppress(NotAnalysable):
        values.append(encoder.answers.encode_silence(encoded, encoded.stages[0]))
    for value in values:
        variables |= support_with_numbers(encoder.space, value)
    for stage in encoded.stages:
        truths += [edge.condition for edge in stage.attack_edges]
        for live, status in zip(stage.rules, stage.statuses, strict=True):
            truths += [live.condition, live.effective_condition]
            variables |= variables_of(status.yes)
    for truth in {(truth.yes, truth.no): truth for truth in truths}.values():
        variables |= variables_of(truth.yes) | variables_of(truth.no)
    return variables
