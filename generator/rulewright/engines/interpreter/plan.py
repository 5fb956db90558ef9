"""A core specialized to one setting of the switches: compiled rules by stage, and attacks pair by pair.

The meaning is in the core; here are closures and indexes over it. A provision under an open reading is kept, with the reading as the reason
of being unknown.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from operator import eq
from typing import Any, TypeAlias, overload

from rulewright.base.keywords import StageVerb, Verb
from rulewright.base.memo import LruCache
from rulewright.base.records import record
from rulewright.core.contest import StageAttacks
from rulewright.core.dependence import Dependence
from rulewright.core.model import Absent, Address, Aside, Core, CoreQuestion, CoreRule, fixed_arguments
from rulewright.core.query import Switches
from rulewright.core.switches import AllOf, Chosen, InGame, InScenario, OptionOn, Switch, Switching, evaluate_switch
from rulewright.core.wording import unit_of
from rulewright.engines.interpreter.kleene import kleene_all, kleene_any, kleene_not
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.interpreter.value_classes import type_domain
from rulewright.engines.interpreter.value_domain import Code, Compiler, compiler_of
from rulewright.semantics.model import Question, Rule
from rulewright.semantics.terms import Plain, Term
from rulewright.semantics.types import Numeric, Thing, Type, written_decimals


@record
class LiveAddress:
    """One enabled statement of a rule, compiled; `unknown` if an open reading decides whether it exists."""

    rule: Rule
    head_values: tuple[tuple[int, Plain], ...]
    conditions: tuple[Code, ...]
    effect: Code | None
    unknown: Unknown | None
    missing_cases: tuple[str, ...]


@dataclass(slots=True)
class LiveRule:
    """A rule that is enabled, or may be, with its enabled addresses; `stage_index` is its index in the stage."""

    core: CoreRule
    addresses: tuple[LiveAddress, ...]
    stage_index: int = 0
    explanations: dict[Any, Any] = field(default_factory=dict)
    """Memo of explanations, by the effect of the rule."""

    @property
    def number(self) -> int:
        return self.core.number

    @property
    def rule(self) -> Rule:
        """The first of its enabled statements."""
        return self.addresses[0].rule

    @property
    def restatements(self) -> tuple[Rule, ...]:
        """The other statements, which restate the first."""
        return tuple([address.rule for address in self.addresses[1:]])


@record
class DormantRule:
    """A statement that is not enabled, but would be with `option`, in `scenario` (if none is played), or with both."""

    address: LiveAddress
    option: str | None
    scenario: str | None


@record
class LiveStatement:
    """The compiled condition of a precedence; `unknown` if an open reading decides whether it exists."""

    guard: Code | None
    unknown: Unknown | None


@dataclass(slots=True)
class StagePlan:
    """One stage of a question: its rules and the attacks between them."""

    verb: StageVerb | None
    name: str
    rules: list[LiveRule] = field(default_factory=list)
    attacks: StageAttacks = field(default_factory=lambda: StageAttacks({}, ()))
    statements: dict[int, LiveStatement] = field(default_factory=dict)
    """The statements of the attacks, by the index of the precedence."""


@record
class LiveSuspension:
    """A suspension that bears on this question, compiled."""

    suspension: Aside
    guard: Code | None
    unknown: Unknown | None
    targets: frozenset[int]
    missing_clauses: frozenset[int]
    attackers: tuple[int, ...] = ()


@record
class LiveMissingClause:
    """A missing clause that bears on this question, compiled; `number` is its index in the core's question."""

    number: int
    clause: Absent
    head_values: tuple[tuple[int, Plain], ...]
    guard: Code | None
    unknown: Unknown | None
    overriders: tuple[tuple[int, Code | None, Unknown | None], ...] = ()


@dataclass(slots=True)
class Plan:
    """Compiled form of a question: stages, suspensions, missing clauses, default and domains."""

    question: Question
    stages: list[StagePlan]
    suspensions: list[LiveSuspension]
    missing_clauses: list[LiveMissingClause]
    default: Code | str | bool | None
    bounds: tuple[tuple[int, int | Fraction | None, int | Fraction | None], ...]
    required_slots: tuple[int, ...]
    low: int | Fraction | None = None
    high: int | Fraction | None = None
    step: Fraction | int | None = None
    is_numeric: bool = False
    depends_on_missing_text: bool = False
    """True if a rule depends on a missing clause."""
    unit: str | None = None
    decimal: int = 0


class SpecializedCore:
    """A core specialized to one setting of the switches."""

    def __init__(self, core: Core, compiler: Compiler, switches: Switches) -> None:
        self.core = core
        self.compiler = compiler
        self.switches = switches
        self._chosen = dict(switches.readings)
        for name, reading in core.readings.items():
            if reading.settled_as is not None:
                self._chosen.setdefault(name, reading.settled_as)
        self._plans: dict[str, Plan] = {}
        self._dormant: dict[str, tuple[DormantRule, ...]] = {}

    def question_plan(self, name: str) -> Plan:
        """Return the plan of a question; compiled on first use."""
        plan = self._plans.get(name)
        if plan is None:
            plan = self._plans[name] = self._build_plan(self.core.on[name])
        return plan

    def dormant_rules(self, name: str) -> tuple[DormantRule, ...]:
        """Return the statements on a question that an option that is off, or a scenario where none is played, would enable.

        Only those that would give it an answer: not a `need not`, nor a rule of a later stage.
        """
        dormant = self._dormant.get(name)
        if dormant is None:
            addresses = (address for rule in self.core.on[name].rules if _answers(rule) for address in rule.addresses)
            dormant = self._dormant[name] = tuple(rule for address in addresses if (rule := self._dormant_rule(address)) is not None)
        return dormant

    def _dormant_rule(self, address: Address) -> DormantRule | None:
        switches = self.switches
        parts = address.there.parts if isinstance(address.there, AllOf) else (address.there,)
        options = [part.option for part in parts if isinstance(part, OptionOn) and part.option not in switches.options]
        scenarios = [part.scenarios[0] for part in parts if isinstance(part, InScenario) and switches.scenario is None]
        if not options and not scenarios:
            return None
        changed = replace(switches, options=switches.options.union(options), scenario=next(iter(scenarios), switches.scenario))
        if SpecializedCore(self.core, self.compiler, changed).enablement_of(address.there) is False:
            return None
        return DormantRule(self._compile_address(address, None), next(iter(options), None), next(iter(scenarios), None))

    def enablement_of(self, term: Switching) -> Unknown | bool:
        """Evaluate the enablement of a provision: True, False, or an `Unknown` if its reading is open."""
        enablement: Unknown | bool = evaluate_switch(term, self._evaluate_switch, kleene_all, kleene_any, kleene_not)
        return enablement

    def may_be_enabled(self, term: Switching) -> bool:
        """Return True unless the switches or a choice of a reading disable a provision."""
        return self.enablement_of(term) is not False

    def _evaluate_switch(self, switch: Switch) -> Unknown | bool:
        match switch:
            case OptionOn():
                return switch.option in self.switches.options
            case InScenario():
                return self.switches.scenario in switch.scenarios
            case InGame():
                return self.switches.games is None or not self.switches.games.isdisjoint(switch.games)
            case Chosen():
                choice = self._chosen.get(switch.reading)
                return Unknown(readings=frozenset({switch.reading})) if choice is None else choice == switch.choice

    # ---- making a plan --------------------------------------------------------------------------------------------------------------

    def _build_plan(self, core_question: CoreQuestion) -> Plan:
        question = core_question.question
        stages = [StagePlan(stage.verb, stage.name) for stage in question.stages] or [StagePlan(None, "")]
        for rule in core_question.rules:
            live = self._specialize_rule(rule)
            if live is not None:
                stage = stages[rule.stage]
                live.stage_index = len(stage.rules)
                stage.rules.append(live)
        self._build_attacks(core_question, stages)
        kind = question.type
        numeric = kind if isinstance(kind, Numeric) else None
        return Plan(
            question=question,
            stages=stages,
            suspensions=self._specialize_suspensions(core_question),
            missing_clauses=self._specialize_missing_clauses(core_question),
            default=self._compile_default(question),
            bounds=tuple(
                (slot, param.type.low, param.type.high) for slot, param in enumerate(question.params) if isinstance(param.type, Numeric)
            ),
            required_slots=tuple(slot for slot, param in enumerate(question.params) if not getattr(param.type, "or_none", False)),
            low=numeric.low if numeric else None,
            high=numeric.high if numeric else None,
            step=numeric.step if numeric else None,
            is_numeric=numeric is not None,
            depends_on_missing_text=any(address.missing_cases for stage in stages for live in stage.rules for address in live.addresses),
            unit=unit_of(question),
            decimal=written_decimals(question.type),
        )

    def _compile_default(self, question: Question) -> Code | str | bool | None:
        default = question.default_answer
        return default if isinstance(default, str | bool | None) else self._compile_term(default, question)

    @overload
    def _compile_term(self, term: Term, question: Question) -> Code: ...
    @overload
    def _compile_term(self, term: Term | None, question: Question) -> Code | None: ...
    def _compile_term(self, term: Term | None, question: Question) -> Code | None:
        """Compile a term for the arguments of a question."""
        return None if term is None else self.compiler.compile_term(term, len(question.params))

    def _specialize_rule(self, rule: CoreRule) -> LiveRule | None:
        """Return the rule with its enabled addresses; None if it has none."""
        addresses = [
            self._compile_address(address, enablement if isinstance(enablement, Unknown) else None)
            for address in rule.addresses
            if (enablement := self.enablement_of(address.there)) is not False
        ]
        return LiveRule(rule, tuple(addresses)) if addresses else None

    def _compile_address(self, address: Address, unknown: Unknown | None) -> LiveAddress:
        rule = address.rule
        question = self.core.questions[rule.question]
        if rule.table is not None:
            cell = self.compiler.lowering.lower_table(self.core.tables[rule.table], len(question.params))
            effect: Code | None = self.compiler.compile(cell)
        else:
            effect = self._compile_term(rule.effect, question)
        conditions = tuple(self.compiler.compile_term(part.term, len(question.params)) for part in rule.parts)
        missing_cases = tuple(
            case for dependence in address.unheld if self.enablement_of(dependence.there) is not False for case in dependence.cases
        )
        return LiveAddress(rule, fixed_arguments(rule.heads), conditions, effect, unknown, missing_cases)

    # ---- who goes before whom -------------------------------------------------------------------------------------------------------

    def _build_attacks(self, core_question: CoreQuestion, stages: list[StagePlan]) -> None:
        """Build the attacks of each stage from the enabled precedences of the question."""
        enablement = {index: self.enablement_of(precedence.there) for index, precedence in enumerate(core_question.precedence)}
        enabled = {index: core_question.precedence[index] for index, enabled in enablement.items() if enabled is not False}
        for stage in stages:
            stage.attacks = StageAttacks(enabled, [live.core for live in stage.rules])
            for index in dict.fromkeys(attack.index for attack in stage.attacks.pairs):
                condition, unknown = enabled[index].when, enablement[index]
                guard = self._compile_term(condition, core_question.question)
                stage.statements[index] = LiveStatement(guard, unknown if isinstance(unknown, Unknown) else None)

    # ---- what is set aside, and what is not held ------------------------------------------------------------------------------------

    def _specialize_suspensions(self, core_question: CoreQuestion) -> list[LiveSuspension]:
        live_by_index: dict[int, LiveSuspension] = {}
        for index, suspension in enumerate(core_question.asides):
            enablement = self.enablement_of(suspension.there)
            if enablement is not False:
                guard = self._compile_term(suspension.when, core_question.question)
                unknown = enablement if isinstance(enablement, Unknown) else None
                live_by_index[index] = LiveSuspension(
                    suspension, guard, unknown, frozenset(suspension.targets), frozenset(suspension.absent)
                )
        order = {index: position for position, index in enumerate(live_by_index)}
        return [
            LiveSuspension(
                live.suspension, live.guard, live.unknown, live.targets, live.missing_clauses,
                tuple(order[attacker] for attacker in live.suspension.set_aside_by if attacker in order),
            )
            for live in live_by_index.values()
        ]  # fmt: skip

    def _specialize_missing_clauses(self, core_question: CoreQuestion) -> list[LiveMissingClause]:
        live_clauses: list[LiveMissingClause] = []
        for number, missing_clause in enumerate(core_question.absent):
            enablement = self.enablement_of(missing_clause.there)
            if enablement is False:
                continue
            guard = self._compile_term(missing_clause.clause.when, core_question.question)
            overriders = tuple(
                (
                    override.by,
                    self._compile_term(override.when, core_question.question),
                    override_enablement if isinstance(override_enablement, Unknown) else None,
                )
                for override in missing_clause.overridden_by
                if (override_enablement := self.enablement_of(override.there)) is not False
            )
            live_clauses.append(
                LiveMissingClause(
                    number,
                    missing_clause,
                    fixed_arguments(missing_clause.clause.heads),
                    guard,
                    enablement if isinstance(enablement, Unknown) else None,
                    overriders,
                )
            )
        return live_clauses


def _answers(rule: CoreRule) -> bool:
    """Return True if a rule alone gives its question an answer."""
    return rule.stage == 0 and rule.verb is not Verb.NEED_NOT


Pool: TypeAlias = "str | tuple[Plain, ...]"
"""The range of a statement's parameter: a kind of things, or these values."""


def parameter_pool(core: Core, kind: Type) -> Pool:
    """Return the values that a parameter of this type ranges over."""
    if isinstance(kind, Thing):
        return kind.record
    return tuple(type_domain(core, kind, {}))


@record
class ImpossibleStatement:
    """A compiled `impossible` statement, with the ranges of its parameters.

    `reads`: the names of the facts that it reads, directly or through questions.
    """

    code: Code
    pools: tuple[Pool, ...]
    group: int
    reads: frozenset[str]


@dataclass(slots=True)
class ImpossibleStatements:
    """The `impossible` statements of a core, grouped by connected sets of facts; `group_of` maps names of facts to groups.

    `reads_facts_only`: no statement calls a question or ranges over things. `thing_dependent_groups`: the groups that depend on which
    things exist. `group_possibility`: memo of satisfiability of a group, by all that its statements can read.
    """

    statements: list[ImpossibleStatement]
    group_of: dict[str, int]
    reads_facts_only: bool
    thing_dependent_groups: frozenset[int]
    group_possibility: dict[Hashable, bool | None] = field(default_factory=dict)


def _compile_statements(core: Core, compiler: Compiler) -> ImpossibleStatements:
    dependence = Dependence(core)
    reach = [dependence.reach_of_term(statement.when, len(statement.params)) for statement in core.impossible]
    group_of: dict[str, int] = {}
    for number, names in enumerate(read.facts for read in reach):
        joined = {group_of[name] for name in names if name in group_of}
        group_of.update((name, number) for name, group in list(group_of.items()) if group in joined)
        group_of.update(dict.fromkeys(names, number))
    statements = [
        ImpossibleStatement(
            compiler.compile_term(statement.when, len(statement.params)),
            tuple(parameter_pool(core, param.type) for param in statement.params),
            group_of[min(read.facts)] if read.facts else -1,
            read.facts,
        )
        for statement, read in zip(core.impossible, reach, strict=True)
    ]
    reads_facts_only = not any(read.questions or read.kinds for read in reach)
    thing_dependent_groups = frozenset(statement.group for statement, read in zip(statements, reach, strict=True) if read.kinds)
    return ImpossibleStatements(statements, group_of, reads_facts_only, thing_dependent_groups)


_RECENT_STATEMENTS: LruCache[tuple[object, ...], ImpossibleStatements] = LruCache(8, equal=eq)
"""The statements of the cores used last."""


def _shared_statements(core: Core, compiler: Compiler) -> ImpossibleStatements:
    """Return the statements, shared by cores with equal declarations: mutation runs many cores that differ in one part."""
    declared = (core.impossible, core.facts, core.enums, core.maps, core.records)
    statements = _RECENT_STATEMENTS.get(declared)
    if statements is None:
        statements = _compile_statements(core, compiler)
        if statements.reads_facts_only:
            _RECENT_STATEMENTS.put(declared, statements)
    return statements


class Machine:
    """A compiled core: closures of terms, and a `SpecializedCore` for each setting of the switches in use."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.compiler = compiler_of(core)
        self._selections: dict[Switches, SpecializedCore] = {}
        self._impossible: ImpossibleStatements | None = None

    def impossible_statements(self) -> ImpossibleStatements:
        """Return the compiled `impossible` statements."""
        if self._impossible is None:
            self._impossible = _shared_statements(self.core, self.compiler)
        return self._impossible

    def specialize(self, switches: Switches) -> SpecializedCore:
        """Return the core specialized to these switches."""
        specialized = self._selections.get(switches)
        if specialized is None:
            specialized = self._selections[switches] = SpecializedCore(self.core, self.compiler, switches)
        return specialized
