"""The rules of one stage over all situations: their conditions, suspensions, effects and statuses.

The core lists the rules with their addresses; this module encodes them as formulas.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from rulewright.base.limits import MAX_LABELLINGS
from rulewright.base.records import record
from rulewright.core.contest import AttackGraph
from rulewright.core.model import Address, CoreQuestion, CoreRule
from rulewright.core.standing import settle_nodes, standing_truth
from rulewright.engines.solver.encoding.encoded_rule import EncodedRule
from rulewright.engines.solver.encoding.encoder_part import EncoderContext, EncoderPart
from rulewright.engines.solver.encoding.formula_domain import FormulaDomain
from rulewright.engines.solver.encoding.labelling import Labelling, interdependent_region, number_choices
from rulewright.engines.solver.encoding.precedence import EncodedAttack, EncodedContest, PrecedenceEncoder
from rulewright.engines.solver.formula.refusals import NotAnalysable
from rulewright.engines.solver.formula.space import FALSE, TRUE, Formula, Space, bits
from rulewright.engines.solver.formula.symbolic import ALWAYS, NEVER, Leaf, Truth, Value, constant
from rulewright.engines.solver.search.solver import Solver
from rulewright.semantics.model import Question, Rule, SetAside, TableVerb


@dataclass(slots=True)
class Stage:
    """The rules of a stage, its attacks and the status of each rule; `required`: the requirement of a `must` with a status of its own.

    `region`: undecided rules attack one another there. Their labellings are computed when an answer needs them
    (`RuleEncoder.resolve_stage`), from the `contest`.
    """

    rules: list[EncodedRule]
    attack_edges: list[EncodedAttack]
    statuses: list[Truth] = field(default_factory=list)
    required: dict[int, Truth] = field(default_factory=dict)
    region: Formula = FALSE
    contest: EncodedContest | None = None
    resolved: ResolvedStage | None = None
    stage_at_value: Callable[[Leaf], Stage] | None = None
    """For roundings that attack one another where they differ: the stage for one value so far."""


@record
class Chooser:
    """The key of a variable that resolves something undecided; nothing else depends on it, and no answer."""

    number: int


class _ChooserVariables:
    """The chooser variables of one stage, with their bits. Stages share them: they are eliminated from answers."""

    def __init__(self, space: Space) -> None:
        self.space = space
        self.chooser_bits = 0
        self._count = 0

    def binary_choice(self) -> Formula:
        """Return the formula that a new binary choice takes its second alternative."""
        variable = self.space.variable(Chooser(self._count), (False, True))
        self._count += 1
        self.chooser_bits |= 1 << variable
        return self.space.literal(variable, 2)

    def choice_among(self, count: int) -> list[Formula]:
        """Return guards of a choice among at least `count` alternatives, a power of two."""
        guards = [TRUE]
        while len(guards) < count:
            upper = self.binary_choice()
            guards = [self.space.conjunction(guard, half) for half in (self.space.negate(upper), upper) for guard in guards]
        return guards


@dataclass(slots=True)
class ResolvedStage:
    """A stage in whose region nothing is undecided: the chooser variables (bits) resolve it, in all consistent labellings."""

    stage: Stage
    chooser_bits: int


@dataclass(slots=True)
class EncodedSuspension:
    """A suspension of a question, the rules and clauses (by number) that it takes out, and the truth of its being in force."""

    statement: SetAside
    targets: frozenset[int]
    missing_clauses: frozenset[int]
    active: Truth


class RuleEncoder(EncoderPart):
    """An encoder of the rules of questions."""

    def __init__(self, encoder: EncoderContext, terms: FormulaDomain) -> None:
        super().__init__(encoder)
        self.terms = terms
        self.precedence = PrecedenceEncoder(encoder)
        self.labelling = Labelling(encoder.algebra, Solver(encoder.space))
        self._encoded_rules: dict[Any, EncodedRule] = {}
        self._recursive: dict[int, bool] = {}

    # ---- rules and effects ----------------------------------------------------------------------------------------------------------

    def encode_stages(
        self,
        question: Question,
        env: tuple[Value, ...],
        setters: list[EncodedSuspension],
        omitted: int | None,
        value_after: Callable[[int], Value],
    ) -> Iterator[Stage]:
        """Yield the stages of a question with their rules, in order; `omitted` is the uid of a rule that is left out.

        `value_after` returns the value after a stage that was yielded before.
        """
        core_question = self.core.on[question.name]
        rules: list[list[EncodedRule]] = [[] for _ in question.stages or (None,)]
        for rule in core_question.rules:
            if rule.first.uid != omitted:
                stage_rules = rules[rule.stage]
                stage_rules.append(replace(self._encode_rule_once(rule, env, setters), index=len(stage_rules)))
        for number, stage_rules in enumerate(rules):
            looks_at_value = self.precedence.looks_at_value(core_question, number, stage_rules)
            stage = self._build_stage(core_question, stage_rules, env, value_after(number - 1) if looks_at_value else None)
            if looks_at_value:
                stage.stage_at_value = partial(self._stage_at_value, core_question, stage_rules, env)
            yield stage

    def _build_stage(self, core_question: CoreQuestion, rules: list[EncodedRule], env: tuple[Value, ...], value: Value | None) -> Stage:
        contest = self.precedence.encode_contest(core_question, rules, env, value)
        stage = Stage(rules, [] if contest is None else list(contest.encoded_attacks()), contest=contest)
        self.compute_statuses(stage, contest)
        return stage

    def _stage_at_value(self, core_question: CoreQuestion, rules: list[EncodedRule], env: tuple[Value, ...], value: Leaf) -> Stage:
        """Return a stage of roundings for one value so far."""
        return self._build_stage(core_question, rules, env, constant(value))

    def _encode_rule_once(self, rule: CoreRule, env: tuple[Value, ...], setters: list[EncodedSuspension]) -> EncodedRule:
        """Return a rule encoded once: it does not depend on the omitted rule, unless it calls its own question."""
        omitted = self.encoder.omitted_rule
        if omitted is not None and not any(self.calls_itself(address.rule) for address in rule.addresses):
            omitted = None
        # Other rules are the same without the omitted one: what is encoded for the full answer serves the comparison.
        key = (rule.first.uid, env, self.encoder.supposed, omitted)
        encoded = self._encoded_rules.get(key)
        if encoded is None:
            encoded = self._encoded_rules[key] = self._encode_rule(rule, env, setters)
        return encoded

    def calls_itself(self, rule: Rule) -> bool:
        """Return True if a rule may call its own question directly."""
        is_recursive = self._recursive.get(rule.uid)
        if is_recursive is None:
            lowering, arity = self.terms.compiler.lowering, len(self.core.questions[rule.question].params)
            roots = [part.term for part in rule.parts] + ([] if rule.effect is None else [rule.effect])
            reads = [lowering.reads[lowering.lower_term(root, arity)] for root in roots]
            is_recursive = rule.verb is TableVerb.LOOK_UP or any(rule.question in read.questions for read in reads)
            self._recursive[rule.uid] = is_recursive
        return is_recursive

    def _encode_rule(self, rule: CoreRule, env: tuple[Value, ...], setters: list[EncodedSuspension]) -> EncodedRule:
        condition = self._disjunction_of([self._encode_condition(address, env) for address in rule.addresses])
        held_condition = standing_truth(
            self.algebra, condition, [(setter.active, ALWAYS) for setter in setters if rule.number in setter.targets]
        )
        effect: Value | None = None
        blank = NEVER
        first = rule.first
        if rule.verb is TableVerb.LOOK_UP:
            assert first.table is not None
            effect = self.terms.encode_cell(self.core.tables[first.table], env)
            blank, held_condition = self._split_blank_table(held_condition, effect)
        elif first.effect is not None:
            effect = self._encode_effect(rule, env)
        return EncodedRule(rule, 0, condition, held_condition, effect, blank)

    def _encode_condition(self, address: Address, env: tuple[Value, ...]) -> Truth:
        """Encode the condition of a rule at one of its addresses."""
        rule = address.rule
        applicable = self.space.conjunction(self.encoder.world.enabled_formula(address.there), self.encoder.head_matches(rule.heads, env))
        conditions = [self.algebra.decided_truth(applicable)]
        conditions += [self.terms.encode_truth(part.term, env) for part in rule.parts]
        return NEVER if applicable == FALSE else self.algebra.conjunction_of(conditions)

    def _disjunction_of(self, conditions: list[Truth]) -> Truth:
        return conditions[0] if len(conditions) == 1 else self.algebra.disjunction_of(conditions)

    def _encode_effect(self, rule: CoreRule, env: tuple[Value, ...]) -> Value:
        """Encode a rule's effect, from its first enabled address; all addresses have the same effect."""
        effects = [address.rule.effect for address in rule.addresses]
        assert effects[0] is not None
        if all(candidate == effects[0] for candidate in effects):
            return self.encoder.encode_effect(effects[0], env)
        # Restatements may say it in other words: the first that is enabled counts, so each takes what those before it leave.
        guarded: list[tuple[Formula, Value]] = []
        remaining = TRUE
        for address, effect in zip(rule.addresses, effects, strict=True):
            assert effect is not None
            enabled = self.encoder.world.enabled_formula(address.there)
            guarded.append((self.space.conjunction(remaining, enabled), self.encoder.encode_effect(effect, env)))
            remaining = self.space.conjunction(remaining, self.space.negate(enabled))
        return self.algebra.as_value(self.algebra.merge_cases(guarded))

    def _split_blank_table(self, condition: Truth, effect: Value) -> tuple[Truth, Truth]:
        """Return the truth of a table being blank at these keys, and the rule's condition without that region."""
        blank = self.algebra.undefined_region(effect)
        if blank == FALSE:
            return NEVER, condition
        # A look-up without a cell does not speak. It is no answer and no clash; the default waits for the missing text.
        held_back = self.space.conjunction(blank, self.space.negate(condition.no))
        speaking = Truth(
            self.space.conjunction(condition.yes, self.space.negate(blank)), self.space.disjunction(condition.no, blank), condition.conflict
        )
        return Truth(held_back, self.space.negate(held_back), effect.conflict), speaking

    def encode_suspensions(self, question: Question, env: tuple[Value, ...]) -> list[EncodedSuspension]:
        """Encode the suspensions of a question: a suspension that is itself suspended has no force."""
        suspensions = self.core.on[question.name].asides
        conditions = [self.encoder.force_condition(suspension.there, suspension.when, env) for suspension in suspensions]
        attackers = [[(attacker, ALWAYS) for attacker in suspension.set_aside_by] for suspension in suspensions]
        truths = settle_nodes(self.algebra, conditions, attackers)
        return [
            EncodedSuspension(self.core.asides[suspension.statement], frozenset(suspension.targets), frozenset(suspension.absent), active)
            for suspension, active in zip(suspensions, truths, strict=True)
        ]

    # ---- statuses -------------------------------------------------------------------------------------------------------------------

    def compute_statuses(self, stage: Stage, contest: EncodedContest | None) -> None:
        """Compute the status of each rule of a stage, and the region in which undecided rules depend on one another."""
        if contest is None:
            stage.statuses = [rule.effective_condition for rule in stage.rules]
            return
        graph = AttackGraph(contest)
        statuses = settle_nodes(self.algebra, graph.guards, graph.attackers)
        self._assign_statuses(stage, statuses, graph)
        stage.region = interdependent_region(self.algebra, graph.attackers, statuses, graph.requirements)

    def resolve_stage(self, stage: Stage) -> ResolvedStage:
        """Return the stage with everything undecided in its region resolved by chooser variables. Raises `NotAnalysable`."""
        if stage.resolved is None:
            assert stage.contest is not None
            stage.resolved = self._resolve_choices(stage, stage.contest)
        return stage.resolved

    def labelled_stages(self, resolved: ResolvedStage) -> list[Stage]:
        """Return the stage for each labelling; choices that give the same statuses count once. Raises `NotAnalysable`."""
        space, stage = self.space, resolved.stage
        models = [tuple(status.yes for status in (*stage.statuses, *stage.required.values()))]
        # Choosers are split one by one and equal models merged at once: most choices make no difference to most rules.
        for variable in bits(resolved.chooser_bits):
            split_models = [tuple(space.restrict_formulas(model, variable, mask)) for model in models for mask in (1, 2)]
            models = list(dict.fromkeys(split_models))
            if len(models) > MAX_LABELLINGS:
                raise NotAnalysable(f"rules that are open go before one another in more than {MAX_LABELLINGS} ways")
        labelled_stages: list[Stage] = []
        for model in models:
            statuses = [self.algebra.decided_truth(stands) for stands in model]
            required = zip(stage.required, statuses[len(stage.statuses) :], strict=True)
            labelled_stages.append(Stage(stage.rules, stage.attack_edges, statuses[: len(stage.statuses)], dict(required)))
        return labelled_stages

    def _resolve_choices(self, stage: Stage, contest: EncodedContest) -> ResolvedStage:
        chooser_variables = _ChooserVariables(self.space)
        undecided = {choice: self.algebra.undefined_region(truth) for choice, truth in contest.undecided.items()}
        choice_numbers = number_choices(self.algebra, undecided, stage.region)
        choices = {number: self.algebra.decided_truth(chooser_variables.binary_choice()) for number in sorted(set(choice_numbers.values()))}
        # What is undecided only outside of the region is of no interest there: it is taken to be false, which makes the shortest formulas.
        taken_truths = {choice: choices[choice_numbers[choice]] if choice in choice_numbers else NEVER for choice in undecided}
        graph = AttackGraph(contest.with_choices(taken_truths))
        resolved = Stage(stage.rules, stage.attack_edges)
        statuses = self.labelling.resolve_region(
            graph.guards, graph.attackers, stage.region, graph.requirements, chooser_variables.choice_among
        )
        self._assign_statuses(resolved, statuses, graph)
        return ResolvedStage(resolved, chooser_variables.chooser_bits)

    def _assign_statuses(self, stage: Stage, statuses: list[Truth], graph: AttackGraph[Truth]) -> None:
        stage.statuses = statuses[: len(stage.rules)]
        stage.required = {place: statuses[node] for place, node in graph.requirements.items() if place in graph.contest.attacks.musts}
