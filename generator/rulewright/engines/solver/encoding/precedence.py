"""The attacks of one stage over all situations: the precedences of the core, pair by pair, each with the condition under which it holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from rulewright.base.keywords import Verb
from rulewright.core.model import CoreQuestion, Precedence, PrecedenceKind, RoundsTo
from rulewright.core.precedence_policy import may_clash
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder_part import EncoderPart
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.overlaps import overlapping_pairs
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula
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

    def encode_attacks(
        self, core_question: CoreQuestion, stage: int, rules: Sequence[EncodedRule], env: tuple[Value, ...], value: Value | None
    ) -> EncodedAttacks | None:
        """Return the attacks of a stage, None if there are none. `value` is the value that roundings are applied to."""
        return EncodedAttacks(self, core_question, stage, rules, env, value) if len(rules) > 1 and core_question.precedence else None

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
            if len(rule.effect.cases) == len(rival.effect.cases) == 1 and rule.effect.cases[0][0] == rival.effect.cases[0][0] == TRUE:
                equal = self.algebra.leaves_equal(rule.effect.cases[0][1], rival.effect.cases[0][1])
                return Truth(self.space.negate(equal), equal)  # plain values, as nearly all are
            differ, equal = self.algebra.differing_region(rule.effect, rival.effect), self.algebra.equal_region(rule.effect, rival.effect)
            return Truth(differ, equal, self.algebra.any_conflict([rule.effect, rival.effect]))
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


Choice: TypeAlias = "tuple[str, int | frozenset[int]] | tuple[str, int, int, int]"
"""Something that may be undecided: the condition of a rule (its number), a statement about two rules, a clash of two rules."""


class EncodedAttacks:
    """The attacks of one stage, each encoded for a pair of rules on demand.

    `undecided` has the regions of undecided truths; with `choices` such a truth holds in the region given there, and nowhere else.
    """

    def __init__(
        self,
        encoder: PrecedenceEncoder,
        core_question: CoreQuestion,
        stage: int,
        rules: Sequence[EncodedRule],
        env: tuple[Value, ...],
        value: Value | None,
        choices: Mapping[Choice, Formula] | None = None,
        in_force: dict[int, Truth] | None = None,
    ) -> None:
        self.encoder = encoder
        self.algebra = encoder.algebra
        self.core_question = core_question
        self.stage = stage
        self.env = env
        self.value = value
        self.choices = choices
        self.undecided: dict[Choice, Formula] = {}
        self.rules = {rule.core.number: rule for rule in rules}
        self.held_conditions = {
            number: self._resolve_choice(("held", number), rule.effective_condition) for number, rule in self.rules.items()
        }
        self.stage_precedences = [
            index for index, precedence in enumerate(core_question.precedence) if core_question.rules[precedence.by[0]].stage == stage
        ]
        self._statement_truths: dict[int, Truth] = {} if in_force is None else in_force
        """The truth of each statement itself, independent of choices."""
        self._active: dict[tuple[int, int, int], Truth] = {}
        self._chains: dict[tuple[int, int], dict[int, Truth]] = {}

    def with_choices(self, choices: Mapping[Choice, Formula]) -> EncodedAttacks:
        """Return the attacks with undecided truths resolved: each holds where its formula says, without a formula nowhere."""
        return EncodedAttacks(
            self.encoder, self.core_question, self.stage, list(self.rules.values()), self.env, self.value, choices, self._statement_truths
        )

    def _resolve_choice(self, choice: Choice, truth: Truth) -> Truth:
        undecided = self.algebra.undefined_region(truth)
        if undecided == FALSE:
            return truth
        self.undecided[choice] = undecided
        if self.choices is None:
            return truth
        chosen_region = self.choices.get(choice, FALSE)
        return self.algebra.decided_truth(self.algebra.if_then_else(chosen_region, self.algebra.space.negate(truth.no), truth.yes))

    def edges(self) -> Iterator[EncodedAttack]:
        """Yield the attacks. Lines of the policy are encoded only for rules whose plain conditions can hold together."""
        policies = [index for index in self.stage_precedences if self.core_question.precedence[index].kind is PrecedenceKind.POLICY]
        rivals: dict[int, list[int]] = defaultdict(list)
        for first, second in self._overlapping_pairs() if policies else ():
            rivals[first].append(second)
            rivals[second].append(first)
        for index in self.stage_precedences:
            precedence = self.core_question.precedence[index]
            statement = None if precedence.statement is None else self.encoder.core.overrides[precedence.statement]
            for winner, target in self._rule_pairs(index, rivals):
                active = self.active_truth(index, winner, target)
                if active.no != TRUE:
                    yield EncodedAttack(
                        self.rules[winner].index, self.rules[target].index, active, precedence.kind, precedence.why, statement
                    )

    def _rule_pairs(self, index: int, rivals: Mapping[int, list[int]]) -> Iterator[tuple[int, int]]:
        """Yield the pairs of rules of a precedence; for a line of the policy only pairs that may meet."""
        precedence = self.core_question.precedence[index]
        if precedence.kind is PrecedenceKind.POLICY:
            targets = set(precedence.targets)
            yield from ((winner, target) for winner in precedence.by for target in rivals.get(winner, ()) if target in targets)
            return
        for winner in precedence.by:
            if winner in self.rules:
                chain_ends = self._chain_truths(index, winner) if precedence.kind is PrecedenceKind.CARRIED else None
                for target in precedence.targets:
                    if target != winner and target in self.rules and (chain_ends is None or target in chain_ends):
                        yield winner, target

    def _overlapping_pairs(self) -> Iterator[tuple[int, int]]:
        """Yield the pairs that may clash and whose conditions may hold together, judged by their plain parts."""
        rules = list(self.rules.values())
        space = self.algebra.space
        boxes = [space.bounding_box(space.negate(rule.effective_condition.no)) for rule in rules]
        for first_index, second_index in overlapping_pairs(boxes, space):
            first, second = rules[first_index], rules[second_index]
            if first.core.otherwise == second.core.otherwise and may_clash(first.rule, second.rule):
                yield first.core.number, second.core.number

    # ---- conditions of precedences -----------------------------------------------------------------------------------------------------

    def active_truth(self, index: int, winner: int, target: int) -> Truth:
        """Encode the condition under which a precedence holds for two rules."""
        key = (index, winner, target)
        truth = self._active.get(key)
        if truth is None:
            truth = self._active[key] = self._compute_active(index, winner, target)
        return truth

    def _compute_active(self, index: int, winner: int, target: int) -> Truth:
        precedence = self.core_question.precedence[index]
        conditions = [self._resolve_choice(("stated", index, winner, target), self._statement_in_force(index))]
        if precedence.kind is PrecedenceKind.CARRIED:
            conditions.append(self._chain_truths(index, winner).get(target, NEVER))
        if precedence.on_clash:
            clash = self.encoder.clash_condition(self.rules[winner], self.rules[target], self.value)
            conditions.append(self._resolve_choice(("clash", frozenset((winner, target))), clash))
        for stronger in precedence.yields_to:
            if self._has_pair(self.core_question.precedence[stronger], target, winner):
                conditions.append(self.algebra.negate_truth(self.active_truth(stronger, target, winner)))
        conditions = [condition for condition in conditions if condition != ALWAYS]
        return self.algebra.conjunction_of(conditions) if len(conditions) != 1 else conditions[0]

    def _has_pair(self, precedence: Precedence, winner: int, target: int) -> bool:
        return winner in precedence.by and target in precedence.targets and winner != target

    def _statement_in_force(self, index: int) -> Truth:
        """Encode the condition of the statement itself: its enablement and its `when`."""
        truth = self._statement_truths.get(index)
        if truth is None:
            precedence = self.core_question.precedence[index]
            truth = self._statement_truths[index] = self.encoder.encoder.force_condition(precedence.there, precedence.when, self.env)
        return truth

    # ---- chains ------------------------------------------------------------------------------------------------------------------------

    def _chain_truths(self, index: int, winner: int) -> dict[int, Truth]:
        """Encode, by target, the truth that a chain of two or more statements leads from a rule to the target."""
        chains = self._chains.get((index, winner))
        if chains is None:
            links = self._chain_links(self.core_question.precedence[index])
            chains = self._chains[index, winner] = self._close_chains(links, winner)
            for target in chains:
                if _is_on_cycle(links, target):  # a chain stops at its end
                    remaining = {source: targets for source, targets in links.items() if source != target}
                    chains[target] = self._close_chains(remaining, winner).get(target, NEVER)
        return chains

    def _chain_links(self, carried: Precedence) -> dict[int, dict[int, Truth]]:
        """Encode the links of a chain: by winner and target, the truth that one of the statements holds for them."""
        links: dict[int, dict[int, list[Truth]]] = defaultdict(lambda: defaultdict(list))
        for index in carried.through:
            precedence = self.core_question.precedence[index]
            for winner in precedence.by:
                for target in precedence.targets:
                    if winner != target and winner in self.rules and target in self.rules:
                        links[winner][target].append(self.active_truth(index, winner, target))
        return {winner: {target: self._disjunction_of(truths) for target, truths in targets.items()} for winner, targets in links.items()}

    def _close_chains(self, links: dict[int, dict[int, Truth]], winner: int) -> dict[int, Truth]:
        """Close the links under composition, then extend the result by one more step."""
        chains = dict(links.get(winner, {}))
        for _ in range(len(links)):
            further = self._extend_chains(links, winner, chains)
            extended = {
                target: self._disjunction_of([*([chains[target]] if target in chains else []), truth]) for target, truth in further.items()
            }
            if all(chains.get(target) == truth for target, truth in extended.items()):
                break
            chains.update(extended)
        return self._extend_chains(links, winner, chains)

    def _extend_chains(self, links: dict[int, dict[int, Truth]], winner: int, chains: dict[int, Truth]) -> dict[int, Truth]:
        """Extend chains by one step, through rules whose own condition holds."""
        steps: dict[int, list[Truth]] = defaultdict(list)
        for middle, truth in chains.items():
            middle_condition = self.held_conditions[middle]
            for target, link in links.get(middle, {}).items():
                if target not in (winner, middle) and (step := self.algebra.conjunction_of([truth, middle_condition, link])).no != TRUE:
                    steps[target].append(step)
        return {target: self._disjunction_of(truths) for target, truths in steps.items()}

    def _disjunction_of(self, truths: list[Truth]) -> Truth:
        return truths[0] if len(truths) == 1 else self.algebra.disjunction_of(truths)


def _is_on_cycle(links: Mapping[int, Mapping[int, Truth]], start: int) -> bool:
    """Return True if links lead from a rule to itself."""
    visited: set[int] = set()
    pending = [start]
    while pending:
        targets = links.get(pending.pop(), {})
        pending += [target for target in targets if target not in visited]
        visited.update(targets)
    return start in visited
