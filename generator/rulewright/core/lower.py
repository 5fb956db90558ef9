"""Lowering of a program to its core: the one place where rules, restatements and precedence are combined.

>>> core = lower(program)
>>> [rule.first.id for rule in core.on["allowance"].rules]
['8.6.1', '8.6.2', '8.6.3']
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
from typing import Any

from rulewright.base.memo import LazyMapping
from rulewright.core.lower_precedence import Statement, precedence_of
from rulewright.core.model import Absent, Address, Aside, Core, CoreQuestion, CoreRule, OverAbsent, Precedence, Unheld
from rulewright.core.switches import ALWAYS, switching_of_scope
from rulewright.semantics.model import Declarations, NotHeld, Override, OverrideOn, Program, Question, Rule, SetAside, SetAsideOn


def lower(program: Program, baseline: tuple[Program, Core] | None = None) -> Core:
    """Return the core of an edition.

    `baseline` is another program with its core: questions that are the same in both programs share one `CoreQuestion` object.
    """
    index = _QuestionIndex(program)
    reused = {} if baseline is None else _unchanged_questions(index, *baseline)

    def lower_or_reuse(name: str) -> CoreQuestion:
        return reused[name] if name in reused else _lower_question(program, index, program.questions[name])

    return Core(
        **Declarations.declaration_fields(program),
        on=LazyMapping(program.questions, lower_or_reuse),
        overrides={override.uid: override for override in program.overrides},
        asides={setter.uid: setter for setter in program.set_asides},
    )


_INDEXED = {"rules", "overrides", "set_asides", "not_held"}
"""The fields of a program that are lowered question by question."""
_NOT_LOWERED = {"tables", "impossible", "examples"}
"""Those that do not affect how questions are lowered."""


def _unchanged_questions(index: _QuestionIndex, baseline: Program, baseline_core: Core) -> Mapping[str, CoreQuestion]:
    """Return the questions of the baseline core that are the same in the program; empty if the two differ in other declarations."""
    program, earlier = index.program, _QuestionIndex(baseline)
    compared = [field.name for field in fields(program) if field.name not in _INDEXED | _NOT_LOWERED]
    if any(getattr(program, name) is not getattr(baseline, name) for name in compared) or index.unheld != earlier.unheld:
        return {}
    unchanged = {name for name in baseline_core.on if index.entries_of(name) == earlier.entries_of(name)}
    return LazyMapping(unchanged, lambda name: baseline_core.on[name])


class _QuestionIndex:
    """An index of rules, overrides, suspensions and missing clauses by question, so that lowering scans the program once."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.rules: dict[str, list[Rule]] = defaultdict(list)
        self.overrides: dict[str, list[tuple[Override, OverrideOn]]] = defaultdict(list)
        self.asides: dict[str, list[tuple[SetAside, SetAsideOn]]] = defaultdict(list)
        self.absent: dict[str, list[NotHeld]] = defaultdict(list)
        self.unheld: dict[str, list[Override]] = defaultdict(list)
        """Overrides that name cases without text, by the case in which they are written."""
        for rule in program.rules:
            self.rules[rule.question].append(rule)
        for override in program.overrides:
            for entry in override.on:
                self.overrides[entry.question].append((override, entry))
            if override.unheld:
                self.unheld[override.case].append(override)
        for setter in program.set_asides:
            for suspended in setter.on:
                self.asides[suspended.question].append((setter, suspended))
        for clause in program.not_held:
            self.absent[clause.question].append(clause)

    def entries_of(self, question: str) -> tuple[list[Any], ...]:
        """Return all that the index has of one question."""
        return tuple(entries.get(question, []) for entries in (self.rules, self.overrides, self.asides, self.absent))


def _lower_question(program: Program, index: _QuestionIndex, question: Question) -> CoreQuestion:
    name = question.name
    rules = tuple(_merge_restatements(program, index, index.rules.get(name, [])))
    rule_numbers = {uid: rule.number for rule in rules for uid in rule.uids}
    statements = [_lower_statement(program, override, entry, rule_numbers) for override, entry in index.overrides.get(name, [])]
    precedence: tuple[Precedence, ...] = precedence_of(program, question, rules, statements)
    clauses = index.absent.get(name, [])
    clause_numbers = {clause.uid: number for number, clause in enumerate(clauses)}
    return CoreQuestion(
        question=question,
        rules=rules,
        precedence=precedence,
        asides=tuple(_lower_suspensions(program, index.asides.get(name, []), rule_numbers, clause_numbers)),
        absent=tuple(_lower_missing_clause(program, clause, index.overrides.get(name, []), rule_numbers) for clause in clauses),
    )


# ---- rules and their addresses -----------------------------------------------------------------------------------------------------------


def _merge_restatements(program: Program, index: _QuestionIndex, rules: list[Rule]) -> Iterator[CoreRule]:
    """Yield the rules of a question, each merged with its restatements, in the order of the restated rules."""
    groups = _group_restatements(rules)
    for number, (first, restatements) in enumerate(groups):
        addresses = tuple(
            Address(rule, switching_of_scope(program, rule.scope), tuple(_missing_text(program, index, rule)))
            for rule in (first, *restatements)
        )
        yield CoreRule(number, first.stage, first.verb, first.rounding, first.otherwise, addresses, first.step)


def _group_restatements(rules: list[Rule]) -> list[tuple[Rule, list[Rule]]]:
    """Group rules by the rule they restate, transitively; return the groups in source order, each rule after the one it restates."""
    rules_by_uid = {rule.uid: rule for rule in rules}
    restated = {rule.uid: first for rule in rules if (first := _restated_uid(rule, rules_by_uid)) is not None}
    restating: dict[int, list[Rule]] = defaultdict(list)
    for rule in rules:
        if rule.uid in restated:
            restating[restated[rule.uid]].append(rule)
    groups: list[tuple[Rule, list[Rule]]] = []
    grouped: set[int] = set()
    roots = [rule for rule in rules if rule.uid not in restated]
    cyclic = [rule for rule in rules if rule.uid in restated]  # a cycle of restatements may start at any of its rules
    for root in [*roots, *cyclic]:
        if root.uid in grouped:
            continue
        grouped.add(root.uid)
        restatements: list[Rule] = []
        queue = [root]
        for current in queue:
            for restatement in restating[current.uid]:
                if restatement.uid not in grouped:
                    grouped.add(restatement.uid)
                    restatements.append(restatement)
                    queue.append(restatement)
        groups.append((root, restatements))
    return sorted(groups, key=lambda group: rules.index(group[0])) if cyclic else groups


def _restated_uid(rule: Rule, rules_by_uid: dict[int, Rule]) -> int | None:
    """Return the uid of the rule that `rule` restates, or None.

    Candidates are the rules that it names with the same stage, verb, rounding, kind and `otherwise`. One with the same effect is preferred,
    and among those one whose conditions are a subset of its own. Of equal grounds of a list, each restates the ground with its own letter.
    """
    candidates = [rules_by_uid[uid] for uid in rule.restates if uid in rules_by_uid and uid != rule.uid]
    compatible = [candidate for candidate in candidates if _rule_kind(candidate) == _rule_kind(rule)]
    compatible.sort(key=lambda candidate: candidate.label != rule.label)
    parts = {part.term for part in rule.parts}
    for candidate in compatible:
        if candidate.effect == rule.effect and {part.term for part in candidate.parts} <= parts:
            return candidate.uid
    same_effect = [candidate for candidate in compatible if candidate.effect == rule.effect]
    return next((candidate.uid for candidate in [*same_effect, *compatible]), None)


def _rule_kind(rule: Rule) -> tuple[object, ...]:
    return (rule.stage, rule.verb, rule.rounding, rule.otherwise, rule.step, rule.of_kind)


def _missing_text(program: Program, index: _QuestionIndex, rule: Rule) -> Iterator[Unheld]:
    """Yield the cases without text that a rule refers to, that except it, or that it overrides."""
    if rule.rests_on:
        yield Unheld(rule.rests_on, ALWAYS)
    for case in rule.about:
        for override in index.unheld.get(case, ()):
            if override.rule is None or rule.id == override.id or rule.id.startswith(f"{override.id}."):
                yield Unheld(override.unheld, switching_of_scope(program, override.scope))


# ---- statements --------------------------------------------------------------------------------------------------------------------------


def _lower_statement(program: Program, override: Override, entry: OverrideOn, rule_numbers: dict[int, int]) -> Statement:
    return Statement(
        override.uid,
        _numbers_of_rules(entry.by, rule_numbers),
        _numbers_of_rules(entry.targets, rule_numbers),
        switching_of_scope(program, override.scope),
        entry.when,
    )


def _numbers_of_rules(uids: Iterable[int], rule_numbers: dict[int, int]) -> tuple[int, ...]:
    return tuple(sorted({rule_numbers[uid] for uid in uids if uid in rule_numbers}))


def _lower_suspensions(
    program: Program, entries: list[tuple[SetAside, SetAsideOn]], rule_numbers: dict[int, int], clause_numbers: dict[int, int]
) -> Iterator[Aside]:
    for setter, entry in entries:
        set_aside_by = tuple(index for index, (other, _) in enumerate(entries) if setter.uid in other.setters)
        absent = tuple(clause_numbers[uid] for uid in entry.not_held if uid in clause_numbers)
        yield Aside(
            setter.uid,
            _numbers_of_rules(entry.targets, rule_numbers),
            absent,
            switching_of_scope(program, setter.scope),
            entry.when,
            set_aside_by,
        )


def _lower_missing_clause(
    program: Program, clause: NotHeld, overrides: list[tuple[Override, OverrideOn]], rule_numbers: dict[int, int]
) -> Absent:
    overridden_by = tuple(
        OverAbsent(winner, switching_of_scope(program, override.scope), entry.when)
        for override, entry in overrides
        if clause.uid in entry.not_held
        for winner in _numbers_of_rules(entry.by, rule_numbers)
    )
    return Absent(clause, switching_of_scope(program, clause.scope), overridden_by)
