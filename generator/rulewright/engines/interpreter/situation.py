"""A situation: the given facts, and the memoized evaluations of questions in it; here the rules of a question compete."""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import replace
from typing import Any, Protocol, assert_never

from rulewright.core.standing import settle_nodes, standing_truth
from rulewright.engines.interpreter import combine, precedence
from rulewright.engines.interpreter.anonymous import NEXT_THING, RANGED_OVER, AnonymousThing, OpenWorld, anonymous_candidates
from rulewright.engines.interpreter.answer import Why
from rulewright.engines.interpreter.claims import Claim, ClaimStatus, Labelling, StageClaims, independent_labelling
from rulewright.engines.interpreter.default_values import ABSENT, DefaultValues
from rulewright.engines.interpreter.evaluation import Evaluation, Suppositions
from rulewright.engines.interpreter.fact_memo import EvaluationMemo, EvaluationsByQuestion
from rulewright.engines.interpreter.kleene import KLEENE, kleene_and
from rulewright.engines.interpreter.plan import LiveAddress, LiveSuspension, Plan, SpecializedCore
from rulewright.engines.interpreter.step_budget import StepBudget
from rulewright.engines.interpreter.unknown import (
    SILENT,
    THROUGH_NONE,
    Unknown,
    implied_reason,
    merge_all_reasons,
    merge_reasons,
    missing_text_reason,
    no_cell_reason,
)
from rulewright.engines.interpreter.value_domain import Code
from rulewright.semantics.model import QuestionKind, TableVerb
from rulewright.semantics.terms import FactKey


class StipulatedAnswers(Protocol):
    """Answers that are given, and facts that rules work out."""

    def value_of(self, key: FactKey) -> Any:
        """Return what is given for a question; `ABSENT` if nothing is, or it gives way to the rules."""


class Situation:
    """Facts, fixed answers and things. `facts` holds the given facts; reading any other yields an `Unknown` that names it."""

    __slots__ = (
        "_changed",
        "_children",
        "_context_memo",
        "_reusable",
        "_unknown",
        "calls",
        "defaults",
        "facts",
        "fixed",
        "frame",
        "memo",
        "open_world",
        "reads",
        "rows",
        "selection",
        "shared_memo",
        "steps",
        "stipulated",
        "suppositions",
        "things",
    )  # fmt: skip

    def __init__(
        self,
        selection: SpecializedCore,
        facts: dict[FactKey, Any],
        fixed: dict[FactKey, Any],
        things: dict[str, tuple[str, ...]],
        open_world: OpenWorld | None = None,
        defaults: DefaultValues | None = None,
        steps: StepBudget | None = None,
        stipulated: StipulatedAnswers | None = None,
        shared_memo: EvaluationMemo | None = None,
        suppositions: Suppositions = (),
    ) -> None:
        self.selection = selection
        self.steps = steps or StepBudget()
        self.defaults = defaults
        self.open_world = open_world
        self.facts = facts
        self.fixed = fixed
        self.stipulated = stipulated
        self.things = things
        self.memo: dict[tuple[str, tuple[Any, ...]], Evaluation] = {}
        self.frame: list[Evaluation] = []
        self.reads: set[FactKey] = set()
        self.calls: dict[tuple[Suppositions, FactKey], Evaluation] = {}
        self.suppositions = suppositions
        self.shared_memo = shared_memo
        self._context_memo: EvaluationsByQuestion | None = None
        if shared_memo is not None and stipulated is None:  # else it depends on all facts what is given for a question
            world = None if open_world is None else open_world.key()
            self._context_memo = shared_memo.of_context((selection.switches, tuple(things.items()), world))
        self.rows: list[tuple[str, int, int | None]] = []
        self._children: dict[Any, Situation] = {}
        self._unknown: dict[FactKey, Any] = {}
        self._reusable: dict[tuple[str, tuple[Any, ...]], Evaluation] = {}
        self._changed: set[FactKey] = set()

    def reuse_from(self, other: Situation) -> None:
        """Reuse evaluations of another situation on demand: those that read no fact whose value differs here.

        The two may differ in nothing but their facts.
        """
        self._reusable = other.memo
        changed = self.facts.items() ^ other.facts.items()
        self._changed = {key for key, _ in changed}
        self._changed.update((NEXT_THING, (value.record,)) for _, value in changed if isinstance(value, AnonymousThing))

    def stop_reusing(self) -> None:
        """Release the other situation: nothing more is reused from it."""
        self._reusable, self._changed = {}, set()

    def default_of_unknown(self, key: FactKey) -> Any:
        """Return the default of an unknown fact if defaults are assumed, else an `Unknown` that names it.

        A fact of `none`, or of a number out of range, has no value.
        """
        value = self._unknown.get(key, ABSENT)
        if value is ABSENT:
            name, args = key
            if not self.selection.core.facts[name].is_about(args):
                value = THROUGH_NONE if None in args else SILENT
            else:
                assumed = ABSENT if self.defaults is None else self.defaults.default_of(key)
                value = Unknown(facts=(key,)) if assumed is ABSENT else assumed
            self._unknown[key] = value
        return value

    def with_supposition(self, is_fact: bool, key: FactKey, value: Any) -> Situation:
        """Return the same situation with one fact or answer set; memoized."""
        child_key = (is_fact, key, value)
        child = self._children.get(child_key)
        if child is None:
            facts = {**self.facts, key: value} if is_fact else self.facts
            fixed = self.fixed if is_fact else {**self.fixed, key: value}
            child = self._children[child_key] = self._with_assignment(facts, fixed, (*self.suppositions, child_key))
        child.frame, child.reads, child.calls = self.frame, set(), self.calls
        return child

    def read_under(self, child: Situation, is_fact: bool, key: FactKey) -> None:
        """Record what was read under a supposition: all but the fact that is supposed."""
        self.reads |= child.reads - {key} if is_fact else child.reads

    def _with_assignment(self, facts: dict[FactKey, Any], fixed: dict[FactKey, Any], suppositions: Suppositions) -> Situation:
        """Return the same situation with these facts and fixed answers."""
        return Situation(
            self.selection,
            facts,
            fixed,
            self.things,
            self.open_world,
            self.defaults,
            self.steps,
            self.stipulated,
            self.shared_memo,
            suppositions,
        )

    def detached(self, steps: StepBudget) -> Situation:
        """Return the same situation with memos of its own: what is evaluated there leaves no trace here."""
        defaults = None if self.defaults is None else replace(self.defaults, consulted=set())
        scratch = Situation(self.selection, self.facts, self.fixed, self.things, self.open_world, defaults, steps, self.stipulated)
        scratch.reads = self.reads
        return scratch

    def all_evaluations(self) -> list[Evaluation]:
        """Return the evaluations made here, and those made under suppositions."""
        evaluations = list(self.memo.values())
        for child in self._children.values():
            evaluations.extend(child.all_evaluations())
        return evaluations

    def all_rows(self) -> list[tuple[str, int]]:
        """Return the table rows looked up here, and those looked up under suppositions."""
        rows = [(table, row) for table, row, _ in self.rows]
        for child in self._children.values():
            rows.extend(child.all_rows())
        return rows

    # ---- things -----------------------------------------------------------------------------------------------------------------------

    def members_of_kind(self, record: str) -> list[tuple[str, Any]]:
        """Return the things of a kind, each with True if it exists, or an `Unknown` if that depends on the value of a fact."""
        members: list[tuple[str, Any]] = [(thing, True) for thing in self.things.get(record, ())]
        if self.open_world is None:
            return members
        self.reads.add((RANGED_OVER, (record,)))
        members.extend((thing, Unknown(facts=(presence,))) for thing, presence in self.open_world.uncounted_things(record))
        sources = self.open_world.sources(record)
        if not sources:
            return members
        self.reads.update(sources)
        entered = dict.fromkeys(value for key in sources if isinstance(value := self.facts.get(key), AnonymousThing))
        members.extend((thing, True) for thing in entered)
        unknown = tuple(key for key in sources if key not in self.facts and self.default_of_unknown(key).__class__ is Unknown)
        if unknown:
            self.reads.add((NEXT_THING, (record,)))
            members.append((anonymous_candidates(record, self.facts)[-1], Unknown(facts=unknown)))
        return members

    def is_of_kind(self, record: str, thing: str) -> bool:
        """Return True if a thing is of a kind."""
        return isinstance(thing, AnonymousThing) or thing in self.things.get(record, ())

    # ---- questions --------------------------------------------------------------------------------------------------------------------

    def evaluate(self, name: str, args: tuple[Any, ...]) -> Evaluation:
        """Return the evaluation of a question; memoized."""
        memo_key = (name, args)
        evaluation = self.memo.get(memo_key)
        if evaluation is None:
            evaluation = self._reusable_evaluation(memo_key) or self._recall_evaluation(memo_key)
            if evaluation is None:
                evaluation = self._evaluate_question(name, args)
                self._store_evaluation(memo_key, evaluation)
            self.memo[memo_key] = evaluation
        self._record_call(memo_key, evaluation)
        return evaluation

    def _record_call(self, key: FactKey, evaluation: Evaluation) -> None:
        self.reads |= evaluation.reads
        self.frame.append(evaluation)
        self.calls[self.suppositions, key] = evaluation

    def _reusable_evaluation(self, key: tuple[str, tuple[Any, ...]]) -> Evaluation | None:
        evaluation = self._reusable.get(key)
        return evaluation if evaluation is not None and evaluation.reads.isdisjoint(self._changed) else None

    def value_after_stage(self, name: str, args: tuple[Any, ...], stage: int) -> Any:
        """Return the value of a question after a stage; memoized."""
        memo_key = (f"{name} up to {stage}", args)
        evaluation = self.memo.get(memo_key)
        if evaluation is None:
            evaluation = self._recall_evaluation(memo_key)
            if evaluation is None:
                evaluation = self._evaluate_question(name, args, stage)
                self._store_evaluation(memo_key, evaluation)
            self.memo[memo_key] = evaluation
        self._record_call(memo_key, evaluation)
        return evaluation.value

    # ---- evaluations of other situations ------------------------------------------------------------------------------------------

    def _store_evaluation(self, key: FactKey, evaluation: Evaluation) -> None:
        if self.shared_memo is not None and self._context_memo is not None:
            self.shared_memo.store_result(
                self._context_memo, (key, tuple(self.fixed.items())), evaluation.reads, self._value_read, evaluation
            )

    def _recall_evaluation(self, key: FactKey) -> Evaluation | None:
        """Return an evaluation that another situation made and that holds here, with the traces that making it would leave here."""
        results = None if self._context_memo is None else self._context_memo.get((key, tuple(self.fixed.items())))
        evaluation = None if results is None else results.find_result(self._value_read)
        if evaluation is not None:
            steps = self.steps.remaining
            self._repeat_traces(evaluation)
            self.steps.nested += steps - self.steps.remaining
            self._trace_reads(evaluation.reads)
        return evaluation

    def _value_read(self, key: FactKey) -> Any:
        """Return all that an evaluation can tell of what it reads here: a value, or `ABSENT` if it is unknown."""
        value = self.facts.get(key, ABSENT)
        if value is not ABSENT:
            return value
        if (value := self._unknown.get(key, ABSENT)) is not ABSENT:
            return ABSENT if value.__class__ is Unknown else value
        name, args = key
        if name == NEXT_THING:
            return anonymous_candidates(str(args[0]), self.facts)[-1]
        if self.defaults is None or name == RANGED_OVER or not self.selection.core.facts[name].is_about(args):
            return ABSENT
        return self.defaults.peek_default(key)

    def _repeat_traces(self, evaluation: Evaluation) -> None:
        """Do all that making this evaluation would do here but for the evaluation itself: so no limit depends on what was asked before."""
        for (suppositions, key), inner in evaluation.calls.items():
            situation = self
            for supposition in suppositions[evaluation.depth :]:
                situation = situation.with_supposition(*supposition)
            if key not in situation.memo:
                reusable = None if inner.is_partial else situation._reusable_evaluation(key)
                if reusable is None:
                    situation._repeat_traces(inner)
                situation.memo[key] = reusable or inner
        self.steps.take(evaluation.steps)

    def _trace_reads(self, reads: set[FactKey]) -> None:
        """Record the defaults that are looked up, and the kinds that are ranged over."""
        if self.open_world is None and self.defaults is None:
            return
        for key in reads:
            if key[0] == RANGED_OVER:
                if self.open_world is not None:
                    self.open_world.ranged_over.add(str(key[1][0]))
            elif key not in self.facts and key not in self._unknown and key[0] != NEXT_THING:
                self.default_of_unknown(key)

    def _evaluate_question(self, name: str, args: tuple[Any, ...], last_stage: int | None = None) -> Evaluation:
        plan = self.selection.question_plan(name)
        evaluation = Evaluation(plan, args, len(self.suppositions))
        evaluation.is_partial = last_stage is not None
        fixed = self._fixed_value((name, args)) if last_stage is None else ABSENT
        if fixed is not ABSENT:
            evaluation.value, evaluation.is_fixed = fixed, True
            return evaluation
        if _has_argument_out_of_range(plan, args):
            evaluation.value = THROUGH_NONE if None in args else _silence_out_of_range(plan)
            return evaluation
        frame, self.frame = self.frame, evaluation.subevaluations
        reads, self.reads = self.reads, evaluation.reads
        calls, self.calls = self.calls, evaluation.calls
        steps, nested, self.steps.nested = self.steps.remaining, self.steps.nested, 0
        try:
            self._evaluate_rules(evaluation, last_stage)
        finally:
            self.frame = frame
            self.reads = reads
            self.calls = calls
        steps -= self.steps.remaining
        evaluation.steps, self.steps.nested = steps - self.steps.nested, nested + steps
        return evaluation

    def _fixed_value(self, key: FactKey) -> Any:
        """Return the answer that is supposed or given for a question; `ABSENT` if none is."""
        if key in self.fixed:
            return self.fixed[key]
        return ABSENT if self.stipulated is None else self.stipulated.value_of(key)

    def _evaluate_rules(self, evaluation: Evaluation, last_stage: int | None) -> None:
        plan = evaluation.plan
        suspensions = self._evaluate_suspensions(evaluation) if plan.suspensions else ()
        match plan.question.kind:
            case QuestionKind.VERDICT | QuestionKind.PREDICATE:
                combine.combine_verbs(self, evaluation, self.evaluate_stage(evaluation, 0, suspensions))
            case QuestionKind.VALUE | QuestionKind.TABLE:
                combine.combine_value(self, evaluation, suspensions, last_stage)
            case _:
                assert_never(plan.question.kind)

    # ---- conditions -------------------------------------------------------------------------------------------------------------------

    def _evaluate_suspensions(self, evaluation: Evaluation) -> tuple[tuple[LiveSuspension, Any], ...]:
        """Return the suspensions of this question that are in force (True) or undecided (their `Unknown`)."""
        suspensions = evaluation.plan.suspensions
        conditions = [self.in_force(suspension.guard, suspension.unknown, evaluation.args) for suspension in suspensions]
        truths = settle_nodes(KLEENE, conditions, [[(attacker, True) for attacker in suspension.attackers] for suspension in suspensions])
        evaluation.suspensions = tuple(
            (suspension, truth) for suspension, truth in zip(suspensions, truths, strict=True) if truth is not False
        )
        return evaluation.suspensions

    def in_force(self, guard: Code | None, unknown: Unknown | None, args: tuple[Any, ...]) -> Any:
        """Evaluate the guard of a statement; the result is unknown while its reading is open."""
        value: Any = True if guard is None else guard(self, args)
        return value if unknown is None else kleene_and(value, unknown)

    def _evaluate_guard(self, claim: Claim, args: tuple[Any, ...]) -> Any:
        """Evaluate a rule's guard: the disjunction over its addresses. Return None if its head does not match the operands."""
        guard: Any = None
        for address in claim.live.addresses:
            if address.head_values and any(args[slot] != value for slot, value in address.head_values):
                continue
            if guard is None:
                claim.address = address
            value = self._evaluate_conditions(claim, address, args)
            if value is True:
                return True
            if guard is None or guard is False:
                guard = value
            elif value is not False:
                guard = merge_reasons(guard, value)
        return guard

    def _evaluate_conditions(self, claim: Claim, address: LiveAddress, args: tuple[Any, ...]) -> Any:
        """Evaluate the conjunction of the conditions at one address; record the first that is false."""
        unknown = address.unknown
        for number, part in enumerate(address.conditions):
            value = part(self, args)
            if value is True:
                continue
            if value is False:
                if claim.address is address:
                    claim.first_false = number
                return False
            unknown = value if unknown is None else merge_reasons(unknown, value)
        return True if unknown is None else unknown

    def _apply_suspensions(self, claim: Claim, suspensions: tuple[tuple[LiveSuspension, Any], ...], condition: Any) -> Any:
        """Return a rule's guard after suspensions: False if one in force targets the rule, unknown if one is undecided."""
        number = claim.live.number
        for suspension, active in suspensions:
            if number in suspension.targets:
                if active is True:
                    claim.winner, claim.defeat_reason = suspension, "set aside"
                    return False
                condition = active if condition is True else merge_reasons(condition, active)
        return condition

    def evaluate_stage(
        self, evaluation: Evaluation, number: int, suspensions: tuple[tuple[LiveSuspension, Any], ...], running_value: Any = None
    ) -> StageClaims:
        """Return the claims of a stage whose heads match the operands, each with its status; `running_value` is the input of roundings."""
        plan = evaluation.plan.stages[number]
        self.steps.take(1 + len(plan.rules))
        args = evaluation.args
        claims: list[Claim] = []
        conditions: list[Any] = []
        for live in plan.rules:
            claim = Claim(live, number)
            condition = self._evaluate_guard(claim, args)
            if condition is None:
                continue
            claim.holds = condition is True
            if suspensions and condition is not False:
                condition = self._apply_suspensions(claim, suspensions, condition)
                if condition is False:
                    claim.status = ClaimStatus.DEFEATED
            if condition is False and claim.status is not ClaimStatus.DEFEATED:
                claim.status = ClaimStatus.FALSE
            elif condition is not False and condition is not True:
                claim.status, claim.unknown = ClaimStatus.OPEN, condition
            if condition is not False and claim.address.effect is not None:
                self._evaluate_effect(evaluation, claim, claim.address.effect)
                if claim.status is ClaimStatus.FALSE:
                    condition = False
            claims.append(claim)
            conditions.append(condition)
        evaluation.claims.extend(claims)
        if plan.attacks.pairs and len(conditions) - conditions.count(False) > 1:

            def label_stage(stage_claims: list[Claim], value: Any) -> tuple[Labelling, ...]:
                return precedence.label_claims(
                    plan, stage_claims, conditions, lambda guard, unknown: self.in_force(guard, unknown, args), value
                )

            depends_on_value = running_value.__class__ is Unknown and any(edge.precedence.on_clash for edge in plan.attacks.pairs)
            labellings = label_stage(claims, running_value)
            return StageClaims(
                claims, labellings, (lambda value: label_stage([copy(claim) for claim in claims], value)) if depends_on_value else None
            )
        return StageClaims(claims, (independent_labelling(claims),))

    def _evaluate_effect(self, evaluation: Evaluation, claim: Claim, effect: Code) -> None:
        """Evaluate the effect of a claim.

        A table without a cell for the operands does not apply; its silence counts as that of a missing clause.
        """
        if claim.live.core.verb is not TableVerb.LOOK_UP:
            claim.effect = effect(self, evaluation.args)
            return
        row_count = len(self.rows)
        claim.effect = effect(self, evaluation.args)
        if len(self.rows) > row_count:  # its own row is the first: a cell may look up others
            _, claim.row, claim.column = self.rows[row_count]
        if claim.effect.__class__ is Unknown:
            claim.status = ClaimStatus.FALSE
            evaluation.has_silent_lookup = True

    # ---- silence ----------------------------------------------------------------------------------------------------------------------

    def evaluate_default(self, evaluation: Evaluation, stage: StageClaims, accepted: Iterable[Claim], default: Any) -> Any:
        """Return the outcome if exactly these claims are accepted but none answers: unknown where text is missing, else `default`."""
        unknowns: list[Unknown] = []
        for case, active in self.missing_clauses(evaluation, accepted):
            if active is True:
                unknowns.append(missing_text_reason(case))
            else:
                unknowns.append(active if active.facts or active.readings else missing_text_reason(case))
        if evaluation.has_silent_lookup:
            unknowns.extend(
                claim.effect for claim in stage.claims if claim.live.core.verb is TableVerb.LOOK_UP and claim.effect.__class__ is Unknown
            )
        if evaluation.plan.question.not_held:
            unknowns.append(missing_text_reason(None))
        if not unknowns:
            return _reason_of_silence(stage) if default is SILENT else default
        return merge_all_reasons(unknowns)

    def missing_clauses(self, evaluation: Evaluation, accepted: Iterable[Claim]) -> list[tuple[str, Any]]:
        """Return the missing clauses that bear on the question: guard not false, and attacked by no accepted claim."""
        clauses: list[tuple[str, Any]] = []
        accepted_numbers = {claim.live.number for claim in accepted}
        for clause in evaluation.plan.missing_clauses:
            if clause.head_values and any(evaluation.args[slot] != value for slot, value in clause.head_values):
                continue
            attacks = [(active, True) for suspension, active in evaluation.suspensions if clause.number in suspension.missing_clauses]
            attacks += [
                (True, self.in_force(guard, unknown, evaluation.args))
                for number, guard, unknown in clause.overriders
                if number in accepted_numbers
            ]
            active = standing_truth(KLEENE, self.in_force(clause.guard, clause.unknown, evaluation.args), attacks)
            if active is not False:
                clauses.append((clause.clause.clause.case, active))
        return clauses


def _reason_of_silence(stage: StageClaims) -> Unknown:
    """Return the reason why no rule speaks: a case whose rule has none to choose from, or goes through `none`, or just silence."""
    for claim in stage.claims:
        if claim.status is ClaimStatus.FALSE and claim.first_false >= 0:
            implied = claim.live.rule.parts[claim.first_false].implied
            if implied:
                return implied_reason(Why(implied), claim.live.rule.case)
    return SILENT


def _silence_out_of_range(plan: Plan) -> Unknown:
    """Return the reason why nothing is said of a number out of range: a table has no row for it."""
    rules = plan.stages[0].rules if plan.question.kind is QuestionKind.TABLE else []
    return no_cell_reason(Why.NO_ROW, rules[0].rule.case) if rules else SILENT


def _has_argument_out_of_range(plan: Plan, args: tuple[Any, ...]) -> bool:
    """Return True if an argument is outside its parameter's domain: a number out of range, or `none` where a value is required."""
    for slot, low, high in plan.bounds:
        value = args[slot]
        if value is not None and ((low is not None and value < low) or (high is not None and value > high)):
            return True
    return None in args and any(args[slot] is None for slot in plan.required_slots)
