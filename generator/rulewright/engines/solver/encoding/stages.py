"""The values of a question stage by stage, over all situations: states are the sets of outcomes that undecided rules leave possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from enum import Enum
from functools import partial, reduce
from itertools import product
from typing import Any, TypeAlias, TypeVar

from rulewright.base.keywords import StageVerb, Verb
from rulewright.base.limits import MAX_SEPARATE_CHOICES, MAX_STATES_OF_STAGE
from rulewright.core.stages import Combination, End, Joined, StageDomain
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.rules import ResolvedStage, RuleEncoder, Stage
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.forgetting import forget_variables
from rulewright.engines.solver.formula.named_numbers import can_be_named
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula, TooLarge
from rulewright.engines.solver.formula.symbolic import Algebra, Leaf, Value, is_number

T = TypeVar("T")


class Undefined(Enum):
    """An effect or default without a value: undetermined, or ill by a conflict in what it calls."""

    OPEN = "open"
    ILL = "ill"


Outcome: TypeAlias = "Leaf | End | Undefined"
Outcomes: TypeAlias = "tuple[Outcome, ...]"
States: TypeAlias = "dict[Outcomes, Formula]"
Guarded: TypeAlias = "Sequence[tuple[Formula, Outcome]]"
Step: TypeAlias = "Callable[..., Iterable[tuple[Outcomes, Formula]]]"
"""Called with a guard and the states that it is the guard of; yields the states that come of them."""


class TooManyWays(NotAnalysable):
    """An answer with more states than are distinguished."""


class FormulaDomain:
    """The domain of all situations: guards are formulas."""

    add_values = staticmethod(numbers.add)
    multiply_values = staticmethod(numbers.multiply)
    pick_value = staticmethod(numbers.pick)

    def __init__(self, algebra: Algebra) -> None:
        self.conjunction_of = algebra.space.conjunction
        self.negate_guard = algebra.space.negate
        self.are_equal = algebra.leaves_equal

    @staticmethod
    def is_end(outcome: Outcome) -> bool:
        return isinstance(outcome, Enum)

    @staticmethod
    def merge_ends(ends: Sequence[Outcome]) -> Outcome:
        return Undefined.ILL if Undefined.ILL in ends else Undefined.OPEN

    @staticmethod
    def distinct_outcomes(outcomes: Iterable[Outcome]) -> Outcomes:
        """Return each outcome once, values first, in an order that does not depend on that in which they came: a key of states."""
        return tuple(sorted(set(outcomes), key=lambda outcome: (isinstance(outcome, Enum), repr(outcome))))


def values_of(outcomes: Outcomes) -> list[Leaf]:
    """Return the outcomes that are values."""
    return [outcome for outcome in outcomes if not isinstance(outcome, Enum)]


class StageEncoder(EncoderPart):
    """An encoder of stages; the default is encoded only where no rule of the first stage is in."""

    def __init__(self, encoder: EncoderContext, rules: RuleEncoder) -> None:
        super().__init__(encoder)
        self.rules = rules
        self.domain: StageDomain[Formula, Any] = FormulaDomain(self.algebra)
        self._is_naming = False
        """If True, each effect has one name, and states are merged by names where they are too many."""

    # ---- stages of a value ----------------------------------------------------------------------------------------------------------

    def encode_stage(self, verb: StageVerb | None, stage: Stage, states: States, encode_silence: Callable[[Stage], Value]) -> States:
        """Apply a stage to the states so far, over all labellings of its rules; silence is the state before the first stage."""
        is_first = (End.SILENT,) in states
        combination: Combination[Formula, Any] = Combination(self.domain, verb, is_first=is_first)
        if verb is StageVerb.ROUNDED:
            return self._named_if_needed(lambda: self.combine_states(partial(self._round_state, combination, stage), states.items()))

        def encode_labelled(labelled_stage: Stage) -> States:
            joined = self._join_effects(combination, labelled_stage, self._effect_outcomes)
            step = self.with_default(partial(self._apply_joined, combination), partial(encode_silence, labelled_stage))
            return self.combine_states(step, states.items(), joined.items())

        return self.encode_over_labellings(stage, encode_labelled)

    def _join_effects(
        self, combination: Combination[Formula, Any], stage: Stage, effects_of: Callable[[EncodedRule], Guarded]
    ) -> dict[Joined[Any], Formula]:
        """Join the effects of a stage, rule by rule."""
        joined: dict[Joined[Any], Formula] = {Joined(): TRUE}
        for rule in stage.rules:
            status = stage.statuses[rule.index]
            regions = ((True, status.yes), (False, self.algebra.undefined_region(status)))
            step = partial(self._join_rule, combination, status.no, regions, effects_of(rule))
            joined = self.combine_states(step, joined.items())
        return joined

    def _join_rule(
        self,
        combination: Combination[Formula, Any],
        out: Formula,
        regions: Iterable[tuple[bool, Formula]],
        effects: Guarded,
        guard: Formula,
        joined: Joined[Any],
    ) -> Iterator[tuple[Joined[Any], Formula]]:
        """Yield what the effects so far come to with one more rule, within a guard."""
        conjunction = self.space.conjunction
        yield joined, conjunction(guard, out)
        for is_certain, status_region in regions:
            region = conjunction(guard, status_region)
            for effect_guard, effect in effects if region != FALSE else ():
                joint = conjunction(region, effect_guard)
                if joint != FALSE:
                    for extended, holds in combination.join_effect(joined, effect, is_certain=is_certain):
                        yield extended, conjunction(joint, holds)

    def _apply_joined(
        self, combination: Combination[Formula, Any], guard: Formula, running: Outcomes, joined: Joined[Any]
    ) -> Iterator[tuple[Outcomes, Formula]]:
        for outcomes, holds in combination.outcomes_after(running, joined):
            yield outcomes, self.space.conjunction(guard, holds)

    def _round_state(
        self, combination: Combination[Formula, Any], stage: Stage, guard: Formula, running: Outcomes
    ) -> Iterable[tuple[Outcomes, Formula]]:
        """Round value by value: the value decides which roundings clash, and so which of them are in."""
        values = values_of(running)
        states: States = {running[len(values) :]: guard}
        for value in values:
            round_value = partial(self._round_value, combination, value)
            rounded = self.encode_over_labellings(stage if stage.stage_at_value is None else stage.stage_at_value(value), round_value)
            states = self._unite_pairs(states, rounded)
        return states.items()

    def _round_value(self, combination: Combination[Formula, Any], value: Leaf, stage: Stage) -> States:
        def results_of(rule: EncodedRule) -> Guarded:
            assert rule.core.rounds_to is not None
            return [(TRUE, numbers.round_to_step(value, *rule.core.rounds_to))]  # type: ignore[arg-type]

        joined = self._join_effects(combination, stage, results_of)
        return self.combine_states(lambda guard, effects: self._apply_joined(combination, guard, (value,), effects), joined.items())

    def _effect_outcomes(self, rule: EncodedRule) -> Guarded:
        """Return the outcomes of a rule's effect with their guards."""
        assert rule.effect is not None
        outcomes = self.guarded_outcomes(self.algebra.with_named_numbers(rule.effect) if self._is_naming else rule.effect)
        if rule.core.verb is not Verb.TAKE:
            return outcomes
        return [(guard, outcome if isinstance(outcome, Enum) else numbers.subtract(0, outcome)) for guard, outcome in outcomes]  # type: ignore[arg-type]

    def guarded_outcomes(self, value: Value) -> Guarded:
        """Return the outcomes of an effect or default with their guards: its values, and how it is undefined."""
        undefined = self.algebra.undefined_region(value)
        outcomes: Guarded = [
            *value.cases,
            (self.space.conjunction(undefined, value.conflict), Undefined.ILL),
            (self.space.conjunction(undefined, self.space.negate(value.conflict)), Undefined.OPEN),
        ]
        return [(guard, outcome) for guard, outcome in outcomes if guard != FALSE]

    def with_default(self, step: Step, encode_silence: Callable[[], Value]) -> Step:
        """Return a step with the outcomes of the default in the place of silence. The default is encoded if it is needed, without names."""
        default: Guarded = ()

        def replace_silence(guard: Formula, *states: Any) -> Iterator[tuple[Outcomes, Formula]]:
            nonlocal default
            for outcomes, region in step(guard, *states):
                if End.SILENT not in outcomes or region == FALSE:
                    yield outcomes, region
                    continue
                default = default or self._encode_default(encode_silence)
                others = [outcome for outcome in outcomes if outcome is not End.SILENT]
                for default_guard, default_outcome in default:
                    yield self.domain.distinct_outcomes((*others, default_outcome)), self.space.conjunction(region, default_guard)

        return replace_silence

    def _encode_default(self, encode_silence: Callable[[], Value]) -> Guarded:
        """Encode the default; the questions it calls are named only on overflow."""
        outer_naming, self._is_naming = self._is_naming, False
        try:
            return self.guarded_outcomes(encode_silence())
        finally:
            self._is_naming = outer_naming

    # ---- labellings of undecided rules ----------------------------------------------------------------------------------------------

    def encode_over_labellings(self, stage: Stage, encode: Callable[[Stage], States]) -> States:
        """Encode a stage: the guarded outcomes, united over all labellings where undecided rules attack one another."""
        return self._named_if_needed(lambda: self._encode_all_labellings(stage, encode))

    def _encode_all_labellings(self, stage: Stage, encode: Callable[[Stage], States]) -> States:
        states = encode(stage)
        if self._undecided_region(stage, states) == FALSE:
            return states
        region = stage.region
        if stage.contest is None:
            raise NotAnalysable("rules that are open go before one another")
        try:
            inside_states = self._within_formula_budget(
                lambda: self._unite_states(self._possible_states(self.rules.resolve_stage(stage), region, encode), region)
            )
        except (NotAnalysable, TooLarge) as refusal:
            if isinstance(refusal, TooManyWays) and self.algebra.names and not self._is_naming:
                raise  # with names there may be fewer
            return self._opaque_states(stage, states)
        outside_states = self._restrict_states(states, self.space.negate(region))
        return self.combine_states(_keep_state, [*outside_states.items(), *inside_states.items()])

    def _within_formula_budget(self, encode: Callable[[], States]) -> States:
        """Encode states within three quarters of the formulas that are left. Raises `TooLarge`."""
        space = self.space
        # A quarter is kept back: if this is given up, what stands in its place must still find room.
        limit, remaining = space.limit, space.limit - len(space.kinds)
        space.limit = limit - remaining // 4
        try:
            return encode()
        finally:
            space.limit = limit

    def _possible_states(self, choice: ResolvedStage, region: Formula, encode: Callable[[Stage], States]) -> States:
        """Return the states that are possible within a region, each with its guard; guards may overlap. Raises `NotAnalysable`."""
        if not self._is_naming and choice.chooser_bits.bit_count() > MAX_SEPARATE_CHOICES:
            states = self._restrict_states(encode(choice.stage), region)
            with suppress(TooLarge):
                return dict(zip(states, forget_variables(self.space, list(states.values()), choice.chooser_bits), strict=True))
        # One labelling after another. A name must not depend on a choice.
        guards_by_state: dict[Outcomes, list[Formula]] = {}
        for labelled_stage in self.rules.labelled_stages(choice):
            for outcomes, guard in self._restrict_states(encode(labelled_stage), region).items():
                guards_by_state.setdefault(outcomes, []).append(guard)
        return {outcomes: self.space.disjunction(*guards) for outcomes, guards in guards_by_state.items()}

    def _undecided_region(self, stage: Stage, states: States) -> Formula:
        """Return the region in which the labelling may matter: where no undecided rule alone makes a difference, none do together."""
        if stage.region == FALSE:
            return FALSE
        ambiguous = [guard for outcomes, guard in states.items() if len(outcomes) > 1]
        return self.space.conjunction(stage.region, self.space.disjunction(*ambiguous))

    def _opaque_states(self, stage: Stage, states: States) -> States:
        """Encode a stage whose labellings are not enumerated: an opaque choice selects among the outcomes of its rules."""
        conjunction, negate = self.space.conjunction, self.space.negate
        region = self._undecided_region(stage, states)
        selectors = self.encoder.opaque_choice(self._describe_overflow(stage, region), region, max(map(len, states)) + 1)

        def select_outcome(guard: Formula, outcomes: Outcomes) -> Iterator[tuple[Outcomes, Formula]]:
            yield outcomes, conjunction(guard, negate(region))
            undecided_guard = conjunction(guard, region)
            for outcome, selector in zip(outcomes, selectors, strict=False):
                yield (outcome,), conjunction(undecided_guard, selector)
            yield outcomes, conjunction(undecided_guard, *[negate(selector) for selector in selectors[: len(outcomes)]])

        return self.combine_states(select_outcome, states.items(), merging=False)

    def _describe_overflow(self, stage: Stage, region: Formula) -> str:
        """Return the reason why the labellings of a stage are not enumerated: which rules, with an example."""
        assert stage.contest is not None
        question = stage.contest.core_question.question
        conjunction = self.space.conjunction
        undecided = [
            rule.rule.id for rule in stage.rules if conjunction(region, self.algebra.undefined_region(stage.statuses[rule.index])) != FALSE
        ]
        rule_list = f"{', '.join(undecided[:3])} and {len(undecided) - 3} more" if len(undecided) > 4 else ", ".join(undecided)
        example = self.encoder.describe_example(region)
        return (
            f"rules of `{question.name}` that go before one another are open together in more ways than are followed{example}: "
            f"{rule_list}; settle what leaves them open, and all is decided there, too"
        )

    def _restrict_states(self, states: States, region: Formula) -> States:
        return {outcomes: joint for outcomes, guard in states.items() if (joint := self.space.conjunction(guard, region)) != FALSE}

    def _unite_states(self, possibilities: States, region: Formula) -> States:
        """Unite possible states within a region: by sets of outcomes if these are few, else one state after the other."""
        guards_by_outcome: dict[Outcome, list[Formula]] = {}
        for outcomes, guard in possibilities.items():
            for outcome in outcomes:
                guards_by_outcome.setdefault(outcome, []).append(guard)
        if 2 ** len(guards_by_outcome) > MAX_STATES_OF_STAGE:
            united = [state for group in self._overlapping_groups(possibilities) for state in self._unite_overlapping(group).items()]
            return self.combine_states(_keep_state, united, merging=False)
        # Split the region by the possibility of each outcome: up to one part for each set of them.
        states: States = {(): region}
        for outcome, guards in guards_by_outcome.items():
            possible = self.space.disjunction(*guards)
            split = {(outcome,): possible, (): self.space.negate(possible)}
            states = self._unite_pairs(states, split)
        return states

    def _unite_pairs(self, first: States, second: States) -> States:
        """Unite the outcomes of each pair of states: most pairs of many values exclude one another, and disappear."""

        def unite_outcomes(guard: Formula, outcomes: Outcomes, others: Outcomes) -> Iterator[tuple[Outcomes, Formula]]:
            yield self.domain.distinct_outcomes((*outcomes, *others)), guard

        return self.combine_states(unite_outcomes, first.items(), second.items(), merging=False)

    def _overlapping_groups(self, possibilities: States) -> list[States]:
        """Return groups of possible states: the guards of two groups exclude one another."""
        groups: list[States] = []
        for outcomes, guard in possibilities.items():
            joined: list[States] = []
            separate: list[States] = []
            for group in groups:
                meets = any(self.space.conjunction(guard, other) != FALSE for other in group.values())
                (joined if meets else separate).append(group)
            # Only states that meet need a product: groups that exclude one another are united each by itself.
            groups = [*separate, {state: other for group in joined for state, other in group.items()} | {outcomes: guard}]
        return groups

    def _unite_overlapping(self, group: States) -> States:
        """Unite possible states whose guards overlap, within the region of all of them: somewhere in it one of them is possible."""
        if len(group) == 1:
            return group
        conjunction, negate = self.space.conjunction, self.space.negate
        region = self.space.disjunction(*group.values())
        splits: list[States] = [{outcomes: guard, (): conjunction(region, negate(guard))} for outcomes, guard in group.items()]
        return reduce(self._unite_pairs, splits)

    # ---- too many states --------------------------------------------------------------------------------------------------------------

    def _named_if_needed(self, encode: Callable[[], States]) -> States:
        """Encode states, and again with names for effects and states if they are too many. Raises `TooManyWays`."""
        if self._is_naming or not self.algebra.names:
            return encode()
        try:
            return encode()
        except TooManyWays:
            self._is_naming = True
            try:
                return encode()
            finally:
                self._is_naming = False

    def combine_states(
        self, step: Callable[..., Iterable[tuple[T, Formula]]], *operands: Iterable[tuple[Any, Formula]], merging: bool = True
    ) -> dict[T, Formula]:
        """Return the states, with their guards, that a step makes of each choice of one state from each operand.

        If there are too many and names are used, the last operand is merged first, and then the one before it: but not without `merging`,
        where that would take more than it is worth. Raises `TooManyWays`.
        """
        states = self._distinguish_states(step, operands)
        for position in reversed(range(len(operands))) if merging and self._is_naming else ():
            if states is None:
                operands = (*operands[:position], self._merge_states(operands[position]), *operands[position + 1 :])
                states = self._distinguish_states(step, operands)
        if states is None:
            raise TooManyWays(f"an answer with more than {MAX_STATES_OF_STAGE} ways of coming about")
        return states

    def _distinguish_states(
        self, step: Callable[..., Iterable[tuple[T, Formula]]], operands: Sequence[Iterable[tuple[Any, Formula]]]
    ) -> dict[T, Formula] | None:
        """Return the states that a step makes; None if they are too many."""
        may_name = self.algebra.names and not self._is_naming
        products = 0
        guards_by_state: dict[T, list[Formula]] = {}  # many guards are joined in one disjunction, not one after another
        for choice in product(*operands):
            guard = self.space.conjunction(*[state_guard for _, state_guard in choice])
            for state, region in step(guard, *[state for state, _ in choice]) if guard != FALSE else ():
                if region != FALSE:
                    guards = guards_by_state.setdefault(state, [])
                    products += may_name and not guards and any(isinstance(leaf, numbers.Expression) for leaf in _leaves_of(state))
                    guards.append(region)
                    if len(guards_by_state) + products > MAX_STATES_OF_STAGE:
                        return None
        return {state: self.space.disjunction(*guards) for state, guards in guards_by_state.items()}

    def _merge_states(self, states: Iterable[tuple[Any, Formula]]) -> Iterable[tuple[Any, Formula]]:
        """Merge states that differ only in their numbers: a name stands for the first numbers, another for the second, and so on."""
        groups: dict[Any, list[tuple[Formula, Sequence[Leaf]]]] = {}
        guards_by_state: dict[Any, list[Formula]] = {}
        for state, guard in states:
            leaves = _leaves_of(state)
            if leaves and all(is_number(leaf) and can_be_named(self.space, leaf) for leaf in leaves):  # type: ignore[arg-type]
                groups.setdefault(self._with_leaves(state, [f"number {index}" for index in range(len(leaves))]), []).append((guard, leaves))
            else:
                guards_by_state.setdefault(state, []).append(guard)
        for state, group in groups.items():
            rows = [[(guard, leaves[index]) for guard, leaves in group] for index in range(len(group[0][1]))]
            named_state = self._with_leaves(state, [self.algebra.name_of_numbers(row) for row in rows])
            guards_by_state.setdefault(named_state, []).extend(guard for guard, _ in group)
        return [(state, self.space.disjunction(*guards)) for state, guards in guards_by_state.items()]

    def _with_leaves(self, state: Joined[Any] | Outcomes, leaves: Sequence[Leaf]) -> Joined[Any] | Outcomes:
        """Return a state with other leaves in the place of its own."""
        if isinstance(state, Joined):
            count = len(state.certain)
            return state._replace(certain=tuple(leaves[:count]), possible=self.domain.distinct_outcomes(leaves[count:]))
        return self.domain.distinct_outcomes((*leaves, *state[len(values_of(state)) :]))


def _leaves_of(state: Any) -> Sequence[Leaf]:
    return (*state.certain, *state.possible) if isinstance(state, Joined) else values_of(state)


def _keep_state(guard: Formula, state: T) -> Iterator[tuple[T, Formula]]:
    yield state, guard
