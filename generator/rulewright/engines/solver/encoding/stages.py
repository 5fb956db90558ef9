"""The values of a question stage by stage, over all situations: states carry all values and ends that undecided rules leave possible."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import partial, reduce
from itertools import product
from typing import Any, Protocol, TypeAlias, TypeVar

from rulewright.base.keywords import StageVerb, Verb
from rulewright.base.limits import MAX_SEPARATE_CHOICES, MAX_STATES_OF_STAGE
from rulewright.base.records import record
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.rules import ResolvedStage, RuleEncoder, Stage
from rulewright.engines.solver.formula import numbers
from rulewright.engines.solver.formula.forgetting import forget_variables
from rulewright.engines.solver.formula.named_numbers import can_be_named
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula, Space, TooLarge
from rulewright.engines.solver.formula.symbolic import Algebra, Leaf, Truth, Value, is_number, ordered_leaves

CLASH, OPEN, ILL = "clash", "open", "ill"
Leaves: TypeAlias = "frozenset[Leaf]"
Ends: TypeAlias = "frozenset[str]"
T = TypeVar("T")


class _State(Protocol):
    """A state of an answer with its `leaves`; `with_leaves` replaces them one for one."""

    @property
    def leaves(self) -> tuple[Leaf, ...]: ...
    def with_leaves(self: S, leaves: Sequence[Leaf]) -> S: ...


S = TypeVar("S", bound=_State)


class TooManyWays(NotAnalysable):
    """An answer with more states than are distinguished."""


@record
class Running:
    """The values that a question may have so far, and the ends it may have reached (see `CLASH`, `OPEN`, `ILL`)."""

    values: Leaves
    ended: Ends = frozenset()

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The values, ordered."""
        return tuple(ordered_leaves(self.values))

    def with_leaves(self, leaves: Sequence[Leaf]) -> Running:
        """Return the state with other values and the same ends."""
        return Running(frozenset(leaves), self.ended)


States: TypeAlias = "dict[Running, Formula]"
Effects: TypeAlias = "Sequence[tuple[Formula, Leaf, str | None]]"
"""The outcomes of a rule's effect: a guard with a leaf, or with an end."""


class _StateParts(dict[T, list[Formula]]):
    """The guards of each state, collected in a list: many guards are joined in one disjunction, not one after another."""

    def add_region(self, state: T, region: Formula) -> None:
        """Add a guard of a state. Raises `TooManyWays` when there are more than `MAX_STATES_OF_STAGE` states."""
        if region != FALSE:
            self.setdefault(state, []).append(region)
            if len(self) > MAX_STATES_OF_STAGE:
                raise TooManyWays(f"an answer with more than {MAX_STATES_OF_STAGE} ways of coming about")

    def to_states(self, space: Space) -> dict[T, Formula]:
        """Return each state with the disjunction of its guards."""
        return {state: space.disjunction(*parts) for state, parts in self.items()}


class StageEncoder(EncoderPart):
    """An encoder of stages; the default is encoded only where no rule of the first stage is in."""

    # ---- labellings of undecided rules ----------------------------------------------------------------------------------------------

    def __init__(self, encoder: EncoderContext, rules: RuleEncoder) -> None:
        super().__init__(encoder)
        self.rules = rules
        self._is_naming = False
        """If True, each effect has one name, and states are merged by names where they are too many."""

    def encode_over_labellings(self, stage: Stage, encode: Callable[[Stage], States]) -> States:
        """Encode a stage: the guarded outcomes, united over all labellings where undecided rules attack one another."""
        return self._named_if_needed(lambda: self._encode_all_labellings(stage, encode))

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

    def _encode_default(self, encode_silence: Callable[[], Value]) -> Value:
        """Encode the default; the questions it calls are named only on overflow."""
        outer_naming, self._is_naming = self._is_naming, False
        try:
            return encode_silence()
        finally:
            self._is_naming = outer_naming

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
        return self._with_merging(partial(self._merge_disjoint, outside_states), inside_states, ())

    def _within_formula_budget(self, encode: Callable[[], States]) -> States:
        """Encode states within three quarters of the formulas that are left. Raises `TooLarge`."""
        space = self.space
        limit, remaining = space.limit, space.limit - len(space.kinds)
        space.limit = limit - remaining // 4
        try:
            return encode()
        finally:
            space.limit = limit

    def _possible_states(self, choice: ResolvedStage, region: Formula, encode: Callable[[Stage], States]) -> States:
        """Return the states that are possible within a region, each with its guard; guards may overlap. Raises `NotAnalysable`."""
        if not self._is_naming and choice.chooser_bits.bit_count() > MAX_SEPARATE_CHOICES:
            states = {
                running: joint
                for running, guard in encode(choice.stage).items()
                if (joint := self.space.conjunction(guard, region)) != FALSE
            }
            with suppress(TooLarge):
                return dict(zip(states, forget_variables(self.space, list(states.values()), choice.chooser_bits), strict=True))
        # One labelling after another. A name must not depend on a choice.
        guards_by_state: dict[Running, list[Formula]] = {}
        for labelled_stage in self.rules.labelled_stages(choice):
            for running, guard in self._restrict_states(encode(labelled_stage), region).items():
                guards_by_state.setdefault(running, []).append(guard)
        return {running: self.space.disjunction(*guards) for running, guards in guards_by_state.items()}

    def _undecided_region(self, stage: Stage, states: States) -> Formula:
        """Return the region in which the labelling may matter: where no undecided rule alone makes a difference, none do together."""
        if stage.region == FALSE:
            return FALSE
        ambiguous = [guard for running, guard in states.items() if len(running.values) + len(running.ended) > 1]
        return self.space.conjunction(stage.region, self.space.disjunction(*ambiguous))

    def _opaque_states(self, stage: Stage, states: States) -> States:
        """Encode a stage whose labellings are not enumerated: an opaque choice selects among the outcomes of its rules."""
        region = self._undecided_region(stage, states)
        max_outcomes = max(len(running.values) + len(running.ended) for running in states)
        selectors = self.encoder.opaque_choice(self._describe_overflow(stage, region), region, max_outcomes + 1)
        accumulated: _StateParts[Running] = _StateParts()
        for running, guard in states.items():
            accumulated.add_region(running, self.space.conjunction(guard, self.space.negate(region)))
            undecided_guard = self.space.conjunction(guard, region)
            single_outcomes = [Running(frozenset({value})) for value in ordered_leaves(running.values)]
            single_outcomes += [Running(frozenset(), frozenset({end})) for end in sorted(running.ended)]
            for outcome, selector in zip(single_outcomes, selectors, strict=False):
                accumulated.add_region(outcome, self.space.conjunction(undecided_guard, selector))
            accumulated.add_region(
                running,
                self.space.conjunction(undecided_guard, *[self.space.negate(selector) for selector in selectors[: len(single_outcomes)]]),
            )
        return accumulated.to_states(self.space)

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

    def _merge_disjoint(self, first: States, second: States, _effects: Effects) -> States:
        """Merge the states of two disjoint regions."""
        accumulated: _StateParts[Running] = _StateParts()
        for states in (first, second):
            for running, guard in states.items():
                accumulated.add_region(running, guard)
        return accumulated.to_states(self.space)

    def _restrict_states(self, states: States, region: Formula) -> States:
        return {running: joint for running, guard in states.items() if (joint := self.space.conjunction(guard, region)) != FALSE}

    def _unite_states(self, possibilities: States, region: Formula) -> States:
        """Unite possible states within a region: by sets of values and ends if these are few, else one state after the other."""
        guards_by_outcome: dict[tuple[bool, Any], list[Formula]] = {}
        for running, guard in possibilities.items():
            for ended, outcomes in ((False, running.values), (True, running.ended)):
                for outcome in outcomes:
                    guards_by_outcome.setdefault((ended, outcome), []).append(guard)
        if 2 ** len(guards_by_outcome) <= MAX_STATES_OF_STAGE:
            return self._split_region(guards_by_outcome, region)
        united: _StateParts[Running] = _StateParts()
        for group in self._overlapping_groups(possibilities):
            for running, guard in self._unite_overlapping(group).items():
                united.add_region(running, guard)
        return united.to_states(self.space)

    def _overlapping_groups(self, possibilities: States) -> Iterator[States]:
        """Yield groups of possible states: the guards of two groups exclude one another."""
        groups: list[States] = []
        for running, guard in possibilities.items():
            joined: list[States] = []
            separate: list[States] = []
            for group in groups:
                meets = any(self.space.conjunction(guard, other) != FALSE for other in group.values())
                (joined if meets else separate).append(group)
            groups = [*separate, {state: other for group in joined for state, other in group.items()} | {running: guard}]
        yield from groups

    def _unite_overlapping(self, group: States) -> States:
        """Unite possible states whose guards overlap, within the region of all of them: somewhere in it one of them is possible."""
        if len(group) == 1:
            return group
        region = self.space.disjunction(*group.values())
        splits = [
            {running: guard, Running(frozenset()): self.space.conjunction(region, self.space.negate(guard))}
            for running, guard in group.items()
        ]
        states = reduce(self._combine_states, splits)
        return {running: guard for running, guard in states.items() if running != Running(frozenset())}

    def _split_region(self, guards_by_outcome: Mapping[tuple[bool, Any], list[Formula]], region: Formula) -> States:
        """Split a region by the possibility of each value or end (the flag): up to one part for each set of them."""
        states: States = {Running(frozenset()): region}
        for (ended, outcome), guards in guards_by_outcome.items():
            possible = self.space.disjunction(*guards)
            impossible = self.space.negate(possible)
            split: States = {}
            for running, guard in states.items():
                extended = (
                    Running(running.values, running.ended | {outcome}) if ended else Running(running.values | {outcome}, running.ended)
                )
                for key, joint in (
                    (extended, self.space.conjunction(guard, possible)),
                    (running, self.space.conjunction(guard, impossible)),
                ):
                    if joint != FALSE:
                        split[key] = joint
            states = split
        return states

    def _combine_states(self, first: States, second: States) -> States:
        """Unite two mappings of states pairwise: most pairs of many values exclude one another, and disappear."""
        accumulated: _StateParts[Running] = _StateParts()
        for running, guard in first.items():
            for second_running, second_guard in second.items():
                key = Running(running.values | second_running.values, running.ended | second_running.ended)
                accumulated.add_region(key, self.space.conjunction(guard, second_guard))
        return accumulated.to_states(self.space)

    # ---- the first stage ------------------------------------------------------------------------------------------------------------

    def encode_single(self, stage: Stage, encode_silence: Callable[[], Value]) -> States:
        """Encode a first stage with a single answer: different answers clash, equal ones do not."""
        states: dict[_SingleAnswer, Formula] = {_SingleAnswer(): TRUE}
        for rule in stage.rules:
            states = self._with_merging(partial(self._apply_rule, stage, rule), states, self._effect_outcomes(rule))
        return self._with_merging(lambda partial_states, _: self._finish_answers(partial_states, encode_silence), states, ())

    def _apply_rule(
        self, stage: Stage, rule: EncodedRule, states: dict[_SingleAnswer, Formula], effects: Effects
    ) -> dict[_SingleAnswer, Formula]:
        """Apply one more rule to the partial states of a first stage."""
        status = stage.statuses[rule.index]
        accumulated: _StateParts[_SingleAnswer] = _StateParts()
        for state, guard in states.items():
            accumulated.add_region(state, self.space.conjunction(guard, status.no))
            for certain, region, leaf, end in self._rule_outcomes(guard, status, effects):
                if certain:
                    self._add_certain_answer(state, leaf, end, region, accumulated.add_region)
                else:
                    accumulated.add_region(state.with_possible(leaf, end), region)
        return accumulated.to_states(self.space)

    def _finish_answers(self, states: dict[_SingleAnswer, Formula], encode_silence: Callable[[], Value]) -> States:
        """Turn the answers of all rules into states, with the default where there is none."""
        conjunction = self.space.conjunction
        accumulated: _StateParts[Running] = _StateParts()
        silence: Value | None = None
        for state, guard in states.items():
            if state.clash:
                accumulated.add_region(Running(frozenset(), frozenset({CLASH})), guard)
                continue
            if state.ends:
                agreeing, ends = self._all_equal(state.possible | set(state.certain)), state.possible_ends | {_worst_end(state.ends)}
                accumulated.add_region(Running(frozenset(), ends), conjunction(guard, agreeing))
                accumulated.add_region(Running(frozenset(), ends | {CLASH}), conjunction(guard, self.space.negate(agreeing)))
                continue
            if state.certain:
                for running, region in self._answer_with_possible(state, guard):
                    accumulated.add_region(running, region)
                continue
            silence = silence or self._encode_default(encode_silence)
            agreeing = self._all_equal(state.possible)
            for agreement, ends in ((agreeing, state.possible_ends), (self.space.negate(agreeing), state.possible_ends | {CLASH})):
                for running, region in self.states_with_silence(silence, conjunction(guard, agreement), state.possible, ends):
                    accumulated.add_region(running, region)
        return accumulated.to_states(self.space)

    def _add_certain_answer(
        self, state: _SingleAnswer, leaf: Leaf, end: str | None, region: Formula, add: Callable[[_SingleAnswer, Formula], None]
    ) -> None:
        """Add the answer of one more rule that is certainly in."""
        if state.clash or end is not None:
            add(
                state
                if end is None
                else _SingleAnswer(state.certain, state.clash, state.ends | {end}, state.possible, state.possible_ends),
                region,
            )
        elif not state.certain:
            add(_SingleAnswer((leaf,), False, state.ends, state.possible, state.possible_ends), region)
        else:
            equal = self.algebra.leaves_equal(state.certain[0], leaf)
            add(state, self.space.conjunction(region, equal))
            add(_SingleAnswer((), True, state.ends, frozenset(), frozenset()), self.space.conjunction(region, self.space.negate(equal)))

    def _all_equal(self, leaves: Leaves) -> Formula:
        """Return the region in which several leaves are equal."""
        ordered = ordered_leaves(leaves)
        return self.space.conjunction(*[self.algebra.leaves_equal(ordered[0], other) for other in ordered[1:]])

    def _answer_with_possible(self, state: _SingleAnswer, region: Formula) -> Iterable[tuple[Running, Formula]]:
        """Yield the states of a certain answer: it agrees with the answers of undecided rules, or may clash."""
        leaf = state.certain[0]
        agreeing = self.space.conjunction(*[self.algebra.leaves_equal(leaf, other) for other in ordered_leaves(state.possible)])
        yield Running(frozenset({leaf}), state.possible_ends), self.space.conjunction(region, agreeing)
        yield Running(frozenset({leaf}), state.possible_ends | {CLASH}), self.space.conjunction(region, self.space.negate(agreeing))

    def states_with_silence(self, silence: Value, region: Formula, values: Leaves, ends: Ends) -> Iterable[tuple[Running, Formula]]:
        """Yield the states of the default within a region, besides the possible values and ends."""
        for guard, leaf in silence.cases:
            yield Running(values | {leaf}, ends), self.space.conjunction(region, guard)
        undefined = self.space.conjunction(region, self.algebra.undefined_region(silence))
        yield Running(values, ends | {ILL}), self.space.conjunction(undefined, silence.conflict)
        yield Running(values, ends | {OPEN}), self.space.conjunction(undefined, self.space.negate(silence.conflict))

    def encode_sum(self, stage: Stage, encode_silence: Callable[[], Value]) -> States:
        """Encode a first stage that sums: it starts at 0 where some rule is in; with undecided rules alone the default is possible."""
        zero = Running(frozenset({0}))
        states = self._apply_terms(stage, {_PartialSum(zero): TRUE}, _add_term)
        return self._with_merging(lambda partial_sums, _: self._finish_sums(partial_sums, encode_silence), states, ())

    def _finish_sums(self, states: dict[_PartialSum, Formula], encode_silence: Callable[[], Value]) -> States:
        """Turn partial sums into states, with the default where no rule is certainly in."""
        zero = Running(frozenset({0}))
        accumulated: _StateParts[Running] = _StateParts()
        silence: Value | None = None
        for partial_sum, guard in states.items():
            running = partial_sum.running
            if partial_sum.certain:
                accumulated.add_region(_apply_certain_ends(running, partial_sum.certain_ends), guard)
                continue
            silence = silence or self._encode_default(encode_silence)
            if running == zero:
                for outcome, region in self.states_with_silence(silence, guard, frozenset(), frozenset()):
                    accumulated.add_region(outcome, region)
                continue
            # undecided rules alone: their sums, where the empty sum is the default
            for outcome, region in self.states_with_silence(silence, guard, running.values - {0}, running.ended):
                accumulated.add_region(outcome, region)
        return accumulated.to_states(self.space)

    # ---- later stages ---------------------------------------------------------------------------------------------------------------

    def encode_later_stage(self, verb: StageVerb | None, states: States, stage: Stage) -> States:
        """Apply a later stage to the states so far, over all labellings of its rules."""
        if verb is StageVerb.ROUNDED:
            return self._encode_rounding(stage, states)
        return self.encode_over_labellings(stage, lambda labelled_stage: self._encode_stage(verb, states, labelled_stage))

    def _encode_stage(self, verb: StageVerb | None, states: States, stage: Stage) -> States:
        match verb:
            case StageVerb.SUM:
                return self._encode_terms(stage, states, _add_term)
            case StageVerb.PRODUCT:
                return self._encode_terms(stage, states, lambda rule, total, term: numbers.multiply(total, term))  # type: ignore[arg-type]
            case StageVerb.GREATEST | StageVerb.LEAST | StageVerb.AT_MOST | StageVerb.AT_LEAST:
                return self._encode_strongest(verb, stage, states)
            case _:
                raise AssertionError(f"`{verb}` cannot come after another stage")

    def _encode_terms(self, stage: Stage, states: States, step: Callable[[EncodedRule, Leaf, Leaf], Leaf]) -> States:
        partial_sums = self._apply_terms(stage, {_PartialSum(running): guard for running, guard in states.items()}, step)
        return self._with_merging(lambda final_sums, _: self._finish_terms(final_sums), partial_sums, ())

    def _finish_terms(self, states: dict[_PartialSum, Formula]) -> States:
        accumulated: _StateParts[Running] = _StateParts()
        for partial_sum, guard in states.items():
            accumulated.add_region(_apply_certain_ends(partial_sum.running, partial_sum.certain_ends), guard)
        return accumulated.to_states(self.space)

    def _apply_terms(
        self, stage: Stage, states: dict[_PartialSum, Formula], step: Callable[[EncodedRule, Leaf, Leaf], Leaf]
    ) -> dict[_PartialSum, Formula]:
        """Apply terms rule by rule: a rule that is in changes all values, an undecided one may change them."""
        for rule in stage.rules:
            states = self._with_merging(partial(self._apply_term, stage, rule, step), states, self._effect_outcomes(rule))
        return states

    def _apply_term(
        self,
        stage: Stage,
        rule: EncodedRule,
        step: Callable[[EncodedRule, Leaf, Leaf], Leaf],
        states: dict[_PartialSum, Formula],
        effects: Effects,
    ) -> dict[_PartialSum, Formula]:
        """Apply one more term to the partial sums."""
        rule_status = stage.statuses[rule.index]
        accumulated: _StateParts[_PartialSum] = _StateParts()
        for partial_sum, guard in states.items():
            accumulated.add_region(partial_sum, self.space.conjunction(guard, rule_status.no))
            for certain, region, leaf, end in self._rule_outcomes(guard, rule_status, effects):
                values, ended, open_ends = partial_sum.running.values, partial_sum.running.ended, partial_sum.certain_ends
                if not values and ended:
                    pass  # an end: no term brings a value back
                elif end is None:
                    changed = frozenset([step(rule, value, leaf) for value in values])
                    values = changed if certain else values | changed
                elif certain:
                    open_ends = open_ends | {end}
                else:
                    ended = ended | {end}
                accumulated.add_region(_PartialSum(Running(values, ended), open_ends, partial_sum.certain or certain), region)
        return accumulated.to_states(self.space)

    def _encode_strongest(self, verb: StageVerb, stage: Stage, states: States) -> States:
        """Encode a stage in which the strongest effect counts: the greatest or least factor, the lowest ceiling, the highest floor."""
        greatest = verb in {StageVerb.GREATEST, StageVerb.AT_LEAST}
        strongest: dict[_StrongestEffect, Formula] = {_StrongestEffect(): TRUE}
        for rule in stage.rules:
            strongest = self._with_merging(partial(self._apply_candidate, stage, rule, greatest), strongest, self._effect_outcomes(rule))
        return self._with_merging(
            lambda running_states, _: self._with_merging(
                lambda best, _: self._apply_strongest(verb, greatest, running_states, best), strongest, ()
            ),
            states,
            (),
        )

    def _apply_candidate(
        self, stage: Stage, rule: EncodedRule, greatest: bool, states: dict[_StrongestEffect, Formula], effects: Effects
    ) -> dict[_StrongestEffect, Formula]:
        """Apply one more rule to the strongest effects so far."""
        status = stage.statuses[rule.index]
        accumulated: _StateParts[_StrongestEffect] = _StateParts()
        for best, guard in states.items():
            accumulated.add_region(best, self.space.conjunction(guard, status.no))
            for certain, region, leaf, end in self._rule_outcomes(guard, status, effects):
                accumulated.add_region(best.with_certain(greatest, leaf, end) if certain else best.with_possible(leaf, end), region)
        return accumulated.to_states(self.space)

    def _apply_strongest(self, verb: StageVerb, greatest: bool, states: States, strongest: dict[_StrongestEffect, Formula]) -> States:
        """Apply the strongest effects to the states so far."""
        accumulated: _StateParts[Running] = _StateParts()
        for running, guard in states.items():
            for best, best_guard in strongest.items():
                joint = self.space.conjunction(guard, best_guard)
                if joint != FALSE:
                    accumulated.add_region(best.apply_to(verb, greatest, running), joint)
        return accumulated.to_states(self.space)

    def _encode_rounding(self, stage: Stage, states: States) -> States:
        """Encode a stage of roundings, value by value: the value decides which roundings clash, and so which of them are in."""
        return self._named_if_needed(lambda: self._with_merging(lambda unrounded, _: self._round_states(stage, unrounded), states, ()))

    def _round_states(self, stage: Stage, states: States) -> States:
        accumulated: _StateParts[Running] = _StateParts()
        for running, guard in states.items():
            combined = {Running(frozenset(), running.ended): guard}
            for value in ordered_leaves(running.values):
                value_stage = stage if stage.stage_at_value is None else stage.stage_at_value(value)
                combined = self._combine_states(combined, self.encode_over_labellings(value_stage, partial(self._round_value, value)))
            for outcome, outcome_guard in combined.items():
                accumulated.add_region(outcome, outcome_guard)
        return accumulated.to_states(self.space)

    def _round_value(self, value: Leaf, stage: Stage) -> States:
        """Return the states of one value under the roundings that are in and those that are undecided."""
        conjunction, disjunction, negate = self.space.conjunction, self.space.disjunction, self.space.negate
        accumulated: _StateParts[Running] = _StateParts()
        kinds = list(dict.fromkeys(rule.core.rounds_to for rule in stage.rules if rule.core.rounds_to is not None))
        results = [numbers.round_to_step(value, *kind) for kind in kinds]  # type: ignore[arg-type]
        statuses_by_kind = {kind: [stage.statuses[rule.index] for rule in stage.rules if rule.core.rounds_to == kind] for kind in kinds}
        for status_choice in product((0, 1, 2), repeat=len(kinds)):
            region = TRUE
            for kind, status in zip(kinds, status_choice, strict=True):
                certain, out = (
                    disjunction(*[rule_status.yes for rule_status in statuses_by_kind[kind]]),
                    conjunction(*[rule_status.no for rule_status in statuses_by_kind[kind]]),
                )
                region = conjunction(region, (out, conjunction(negate(certain), negate(out)), certain)[status])
            if region == FALSE:
                continue
            certain_results = [result for result, status in zip(results, status_choice, strict=True) if status == 2]
            possible_results = [result for result, status in zip(results, status_choice, strict=True) if status == 1]
            for values, ends, guard in self._rounding_outcomes(value, certain_results, possible_results):
                accumulated.add_region(Running(values, ends), conjunction(region, guard))
        return accumulated.to_states(self.space)

    def _rounding_outcomes(
        self, value: Leaf, certain_results: Sequence[Leaf], possible_results: Sequence[Leaf]
    ) -> Iterable[tuple[Leaves, Ends, Formula]]:
        conjunction, negate = self.space.conjunction, self.space.negate
        no_ends: Ends = frozenset()
        clash: Ends = frozenset({CLASH})
        if certain_results:
            agreeing = conjunction(*[self.algebra.leaves_equal(certain_results[0], other) for other in certain_results[1:]])
            extra_agreeing = conjunction(*[self.algebra.leaves_equal(certain_results[0], other) for other in possible_results])
            yield frozenset(certain_results[:1]), no_ends, conjunction(agreeing, extra_agreeing)
            yield frozenset(certain_results[:1]), clash, conjunction(agreeing, negate(extra_agreeing))
            yield frozenset(), clash, negate(agreeing)
            return
        agreeing = conjunction(*[self.algebra.leaves_equal(possible_results[0], other) for other in possible_results[1:]])
        yield frozenset([value, *possible_results[:1]]), no_ends, agreeing
        yield frozenset([value, *possible_results]), clash, negate(agreeing)

    # ---- helpers --------------------------------------------------------------------------------------------------------------------

    def _with_merging(
        self, combine: Callable[[dict[S, Formula], Effects], dict[T, Formula]], states: dict[S, Formula], effects: Effects
    ) -> dict[T, Formula]:
        """Combine states; if names are used and there are too many, merge the states first."""
        try:
            return combine(states, effects)
        except TooManyWays:
            if not self._is_naming:
                raise
            return combine(self._merge_states(states), effects)

    def _merge_states(self, states: dict[S, Formula]) -> dict[S, Formula]:
        """Merge states that differ only in their numbers: a name stands for the first numbers, another for the second, and so on."""
        groups: dict[S, list[tuple[Formula, tuple[Leaf, ...]]]] = {}
        accumulated: _StateParts[S] = _StateParts()
        for state, guard in states.items():
            leaves = state.leaves
            if leaves and all(is_number(leaf) and can_be_named(self.space, leaf) for leaf in leaves):  # type: ignore[arg-type]
                groups.setdefault(state.with_leaves([f"number {index}" for index in range(len(leaves))]), []).append((guard, leaves))
            else:
                accumulated.add_region(state, guard)
        for state, group in groups.items():
            rows = [[(guard, leaves[index]) for guard, leaves in group] for index in range(len(group[0][1]))]
            accumulated.add_region(
                state.with_leaves([self.algebra.name_of_numbers(row) for row in rows]),
                self.space.disjunction(*[guard for guard, _ in group]),
            )
        return accumulated.to_states(self.space)

    def _rule_outcomes(self, region: Formula, status: Truth, effects: Effects) -> Iterator[tuple[bool, Formula, Leaf, str | None]]:
        """Yield the outcomes of a rule within a region: True if it is certainly in, the guard, and the leaf or the end."""
        for certain, status_guard in ((True, status.yes), (False, self.algebra.undefined_region(status))):
            joint = self.space.conjunction(region, status_guard)
            for guard, leaf, end in effects if joint != FALSE else ():
                outcome_guard = self.space.conjunction(joint, guard)
                if outcome_guard != FALSE:
                    yield certain, outcome_guard, leaf, end

    def _effect_outcomes(self, rule: EncodedRule) -> Effects:
        """Return the outcomes of a rule's effect with their guards: a leaf, or an end where the effect is undefined."""
        if rule.effect is None:
            return []
        effect = self.algebra.with_named_numbers(rule.effect) if self._is_naming else rule.effect
        outcomes: list[tuple[Formula, Leaf, str | None]] = [(guard, leaf, None) for guard, leaf in effect.cases]
        undefined = self.algebra.undefined_region(rule.effect)
        if undefined != FALSE:
            outcomes.append((self.space.conjunction(undefined, rule.effect.conflict), None, ILL))
            outcomes.append((self.space.conjunction(undefined, self.space.negate(rule.effect.conflict)), None, OPEN))
        return [outcome for outcome in outcomes if outcome[0] != FALSE]


@record
class _SingleAnswer:
    """A partial first stage: the certain answer (or a clash, or ends of effects), and the possible answers of undecided rules."""

    certain: tuple[Leaf, ...] = ()
    clash: bool = False
    ends: Ends = frozenset()
    possible: Leaves = frozenset()
    possible_ends: Ends = frozenset()

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return (*self.certain, *ordered_leaves(self.possible))

    def with_leaves(self, leaves: Sequence[Leaf]) -> _SingleAnswer:
        count = len(self.certain)
        return _SingleAnswer(tuple(leaves[:count]), self.clash, self.ends, frozenset(leaves[count:]), self.possible_ends)

    def with_possible(self, leaf: Leaf, end: str | None) -> _SingleAnswer:
        if end is not None:
            return _SingleAnswer(self.certain, self.clash, self.ends, self.possible, self.possible_ends | {end})
        return _SingleAnswer(self.certain, self.clash, self.ends, self.possible | {leaf}, self.possible_ends)


@record
class _PartialSum:
    """The values so far within a stage of terms, the ends of certain terms, and a flag for any certain term."""

    running: Running
    certain_ends: Ends = frozenset()
    certain: bool = False

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """The leaves but 0, the value before any term."""
        return tuple(ordered_leaves(self.running.values - {0}))

    def with_leaves(self, leaves: Sequence[Leaf]) -> _PartialSum:
        zero = self.running.values & {0}
        return _PartialSum(Running(zero.union(leaves), self.running.ended), self.certain_ends, self.certain)


@record
class _StrongestEffect:
    """The strongest certain effect, the possible other effects, and the ends of effects, certain and possible."""

    certain: tuple[Leaf, ...] = ()
    certain_ends: Ends = frozenset()
    possible: Leaves = frozenset()
    ends: Ends = frozenset()

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return (*self.certain, *ordered_leaves(self.possible))

    def with_leaves(self, leaves: Sequence[Leaf]) -> _StrongestEffect:
        count = len(self.certain)
        return _StrongestEffect(tuple(leaves[:count]), self.certain_ends, frozenset(leaves[count:]), self.ends)

    def with_certain(self, greatest: bool, leaf: Leaf, end: str | None) -> _StrongestEffect:
        if end is not None:
            return _StrongestEffect(self.certain, self.certain_ends | {end}, self.possible, self.ends)
        best = numbers.pick(greatest, (self.certain[0], leaf)) if self.certain else leaf  # type: ignore[arg-type]
        return _StrongestEffect((best,), self.certain_ends, self.possible, self.ends)

    def with_possible(self, leaf: Leaf, end: str | None) -> _StrongestEffect:
        if end is not None:
            return _StrongestEffect(self.certain, self.certain_ends, self.possible, self.ends | {end})
        return _StrongestEffect(self.certain, self.certain_ends, self.possible | {leaf}, self.ends)

    def apply_to(self, verb: StageVerb, greatest: bool, running: Running) -> Running:
        if not running.values:
            return running
        if self.certain_ends:
            return Running(frozenset(), running.ended | {_worst_end(self.certain_ends)})
        choices = [self.certain, *[(leaf, *self.certain) for leaf in ordered_leaves(self.possible)]]
        values = frozenset(_apply_effect(verb, value, greatest, choice) for value in running.values for choice in choices)
        return Running(values, running.ended | self.ends)


def _apply_effect(verb: StageVerb, value: Leaf, greatest: bool, strongest: tuple[Leaf, ...]) -> Leaf:
    if not strongest:
        return value
    best = numbers.pick(greatest, strongest) if len(strongest) > 1 else strongest[0]  # type: ignore[arg-type]
    if verb is StageVerb.AT_MOST or verb is StageVerb.AT_LEAST:
        return numbers.pick(verb is StageVerb.AT_LEAST, (value, best))  # type: ignore[arg-type]
    return numbers.multiply(value, best)  # type: ignore[arg-type]


def _add_term(rule: EncodedRule, total: Leaf, term: Leaf) -> Leaf:
    return numbers.subtract(total, term) if rule.core.verb is Verb.TAKE else numbers.add(total, term)  # type: ignore[arg-type]


def _apply_certain_ends(running: Running, kinds: Ends) -> Running:
    """Replace the values by an end if a certain term is undefined."""
    if kinds and running.values:
        return Running(frozenset(), running.ended | {_worst_end(kinds)})
    return running


def _worst_end(kinds: Ends) -> str:
    return ILL if ILL in kinds else OPEN


def states_of(algebra: Algebra, value: Value) -> States:
    """Return the states of a first stage whose value is known."""
    states: States = {Running(frozenset({leaf})): guard for guard, leaf in value.cases}
    undefined = algebra.undefined_region(value)
    for end, guard in (
        (CLASH, algebra.space.conjunction(undefined, value.conflict)),
        (OPEN, algebra.space.conjunction(undefined, algebra.space.negate(value.conflict))),
    ):
        if guard != FALSE:
            states[Running(frozenset(), frozenset({end}))] = guard
    return states
