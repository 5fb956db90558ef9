"""The attacks of one stage over all situations: the precedences of the core, pair by pair, each with the condition under which it holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass

from rulewright.base.keywords import Comparison, Verb
from rulewright.core.contest import Attack, Contest, StageAttacks
from rulewright.core.model import CoreQuestion, PrecedenceKind, RoundsTo
from rulewright.core.precedence_policy import may_clash
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder_part import EncoderPart
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.overlaps import overlapping_pairs
from rulewright.engines.solver.formula.space import TRUE, Formula
from rulewright.engines.solver.formula.symbolic import ALWAYS, NEVER, Leaf, Truth, Value
from rulewright.semantics.model import Override, TableVerb


@dataclass(slots=True)
class EncodedAttack:
    """An attack of the rule `by` on the rule `target` (indexes in the stage) under the condition `active`; `why` as in answers."""

    winner: int
    target: int
    condition: Truth
    kind: PrecedenceKind
    principle: str
    statement: Override | None = None


class PrecedenceEncoder(EncoderPart):
    """An encoder of the attacks between rules."""

    def encode_contest(
        self, core_question: CoreQuestion, rules: Sequence[EncodedRule], env: tuple[Value, ...], value: Value | None
    ) -> EncodedContest | None:
        """Return the contest of the rules of a stage, None if there is none. `value` is the value that roundings are applied to."""
        return EncodedContest(self, core_question, rules, env, value) if len(rules) > 1 and core_question.precedence else None

    def looks_at_value(self, core_question: CoreQuestion, stage: int, rules: Sequence[EncodedRule]) -> bool:
        """Return True if the attacks of a stage depend on the value so far: roundings that clash for some values."""
        if len({rule.core.rounds_to for rule in rules if rule.core.rounds_to is not None}) < 2:
            return False
        return any(precedence.on_clash and core_question.rules[precedence.by[0]].stage == stage for precedence in core_question.precedence)

    def clash_condition(self, rule: EncodedRule, rival: EncodedRule, value: Value | None) -> Truth:
        """Encode the clash of two rules of one stage: their effects differ; for two roundings, on `value`."""
        if not may_clash(rule.rule, rival.rule):
            return NEVER
        if rule.core.verb in {Verb.IS, TableVerb.LOOK_UP}:
            assert rule.effect is not None
            assert rival.effect is not None
            return self.algebra.negate_truth(self.algebra.compare_values(Comparison.IS, rule.effect, rival.effect))
        if rule.core.rounds_to is not None and rival.core.rounds_to is not None:
            return self._roundings_differ(rule.core.rounds_to, rival.core.rounds_to, value)
        return ALWAYS

    def _roundings_differ(self, first: RoundsTo, second: RoundsTo, value: Value | None) -> Truth:
        if first == second:
            return NEVER
        assert value is not None
        conjunction, disjunction, negate = self.space.conjunction, self.space.disjunction, self.space.negate
        equal_guards = [(guard, self._roundings_equal(first, second, leaf)) for guard, leaf in value.cases]
        differ = disjunction(*[conjunction(guard, negate(equal)) for guard, equal in equal_guards])
        return Truth(differ, disjunction(*[conjunction(guard, equal) for guard, equal in equal_guards]), value.conflict)

    def _roundings_equal(self, first: RoundsTo, second: RoundsTo, value: Leaf) -> Formula:
        """Return the region in which two roundings give the same result."""
        return self.algebra.leaves_equal(*[numbers.round_to_step(value, *kind) for kind in (first, second)])  # type: ignore[arg-type]


class EncodedContest(Contest[Truth]):
    """The attacks of one stage over all situations, each encoded on demand."""

    def __init__(
        self,
        encoder: PrecedenceEncoder,
        core_question: CoreQuestion,
        rules: Sequence[EncodedRule],
        env: tuple[Value, ...],
        value: Value | None,
    ) -> None:
        self.core_question = core_question
        self.encoder = encoder
        self.rules = rules
        self.env = env
        self.value = value
        attacks = StageAttacks(dict(enumerate(core_question.precedence)), [rule.core for rule in rules], self._find_rivals)
        super().__init__(encoder.algebra, attacks, [rule.effective_condition for rule in rules])

    def _find_rivals(self) -> Mapping[int, Sequence[int]]:
        """Return, for each rule, those that it may clash with where both conditions may hold, judged by their plain parts."""
        space = self.encoder.space
        boxes = [space.bounding_box(space.negate(rule.effective_condition.no)) for rule in self.rules]
        rivals: dict[int, list[int]] = defaultdict(list)
        for first, second in overlapping_pairs(boxes, space):
            rule, rival = self.rules[first], self.rules[second]
            if rule.core.otherwise == rival.core.otherwise and may_clash(rule.rule, rival.rule):
                rivals[first].append(second)
                rivals[second].append(first)
        return rivals

    def _evaluate_statement(self, attack: Attack) -> Truth:
        return self.encoder.encoder.force_condition(attack.precedence.there, attack.precedence.when, self.env)

    def _evaluate_clash(self, winner: int, loser: int) -> Truth:
        return self.encoder.clash_condition(self.rules[winner], self.rules[loser], self.value)

    def at_point(self, truth_at_point: Callable[[Truth], Truth]) -> EncodedContest:
        """Return the contest with its truths as they are at one point."""
        contest = copy(self)
        contest.guards = [truth_at_point(guard) for guard in self.guards]
        contest._truths = {number: truth_at_point(truth) for number, truth in self._truths.items()}
        return contest

    def without_rule(self, omitted: int) -> EncodedContest:
        """Return the contest without the rule at a place."""
        contest = copy(self)
        contest.guards = [NEVER if place == omitted else guard for place, guard in enumerate(self.guards)]
        return contest

    def encoded_attacks(self) -> Iterator[EncodedAttack]:
        """Yield the attacks that may be in force."""
        for number, attack in enumerate(self.attacks.pairs):
            condition = self.attack_truth(number)
            if condition.no != TRUE:
                statement = attack.precedence.statement
                override = None if statement is None else self.encoder.core.overrides[statement]
                yield EncodedAttack(attack.winner, attack.loser, condition, attack.precedence.kind, attack.precedence.why, override)
