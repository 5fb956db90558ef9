"""Fingerprints of questions: a short text of all that a question's answers depend on, to compare two cores.

Numbers, addresses and places of rules are no part of it: two editions, or two books, may be compared. Equal fingerprints mean equal answers
in every situation; different ones mean nothing. This is a digest of content; `verdict_keys` has one with ids, under which verdicts are
stored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from typing import Any

from rulewright.analysis.verdicts.verdict_keys import Keys
from rulewright.base.memo import memoize_method
from rulewright.core.lower_expressions import lowering_of
from rulewright.core.model import Address, Core, CoreQuestion, CoreRule
from rulewright.core.switches import Switch, Switching, readings_in, switches_in
from rulewright.engines.solver.cone import Cones
from rulewright.semantics import types
from rulewright.semantics.model import FactDecl, Question, Table


class Fingerprints:
    """The fingerprints of the questions of one core, each computed on demand."""

    def __init__(self, core: Core, cones: Cones | None = None) -> None:
        self.core = core
        self.cones = cones or Cones(core)
        self._general: str | None = None
        self._digest_term = lowering_of(core).digest_term

    @cached_property
    def keys(self) -> Keys:
        """The verdict keys of the same core, which make finer distinctions."""
        return Keys(self.core, self.cones)

    @memoize_method
    def fingerprint_of(self, name: str) -> str:
        """Return the fingerprint of a question with all that its answers can depend on."""
        core = self.core
        cone = self.cones.cone_of_question(core.questions[name])
        facts = [self._fact_content(core.facts[fact]) for fact in sorted(cone.facts)]
        return _digest([self.general_digest(), [self.own_digest(question) for question in sorted(cone.questions)], facts])

    @memoize_method
    def switches_of(self, name: str) -> frozenset[Switch]:
        """Return the switches on which a question depends, also through those that it calls."""
        cone = self.cones.cone_of_question(self.core.questions[name])
        return frozenset().union(*(self._own_switches(question) for question in cone.questions))

    @memoize_method
    def _own_switches(self, name: str) -> frozenset[Switch]:
        """Return the switches under which the rules of a question and the precedence among them are enabled."""
        question = self.core.on[name]
        addresses = [address for rule in question.rules for address in rule.addresses]
        enablements = [address.there for address in addresses]
        enablements += [unheld.there for address in addresses for unheld in address.unheld]
        enablements += [precedence.there for precedence in question.precedence]
        enablements += [aside.there for aside in question.asides]
        enablements += [absent.there for absent in question.absent]
        enablements += [override.there for absent in question.absent for override in absent.overridden_by]
        return frozenset(switch for enablement in enablements for switch in switches_in(enablement))

    def _fact_content(self, decl: FactDecl) -> tuple[object, ...]:
        """Return the content of a fact, as far as answers depend on it."""
        return (decl.name, decl.params, self._type_content(decl.type), decl.symmetric, decl.never_of_itself)

    def general_digest(self) -> str:
        """Return a digest of the content that affects every question: `impossible` statements, options, exclusions, games, maps."""
        if self._general is None:
            core = self.core
            self._general = _digest(
                [
                    sorted(_digest([each.params, self._digest_term(each.when, len(each.params))]) for each in core.impossible),
                    sorted((option.name, str(self._digest_term(option.needs, 0))) for option in core.options.values()),
                    sorted(core.exclusions),
                    sorted(core.games),
                    sorted(core.maps.items()),
                ]
            )
        return self._general

    @memoize_method
    def own_digest(self, name: str) -> str:
        """Return the fingerprint of a question's own declaration, rules and the precedence among them."""
        question = self.core.on[name]
        rule_digests = self._rule_digests(question)
        arity = len(question.question.params)
        clauses = [
            _digest([absent.clause.heads, self._digest_term(absent.clause.when, arity), self._enablement_content(absent.there)])
            for absent in question.absent
        ]
        parts = [
            self._declaration_content(question.question),
            sorted(rule_digests),
            self._precedence_digests(question, rule_digests),
            self._aside_digests(question, rule_digests, clauses),
            self._missing_clause_digests(question, rule_digests, clauses),
        ]
        return _digest(parts)

    # ---- parts ----------------------------------------------------------------------------------------------------------------------

    def _rule_digests(self, question: CoreQuestion) -> list[str]:
        """Return the digests of the rules without their ids; equal rules of a question are distinguished by their addresses."""
        digests = [_digest(self._rule_content(rule)) for rule in question.rules]
        counts = Counter(digests)
        return [
            digest if counts[digest] == 1 else _digest([digest, rule.first.id])
            for digest, rule in zip(digests, question.rules, strict=True)
        ]

    def _rule_content(self, rule: CoreRule) -> list[Any]:
        return [
            rule.verb.value,
            rule.stage,
            rule.rounds_to,
            rule.otherwise,
            rule.first.of_kind,
            sorted(self._address_digest(address) for address in rule.addresses),
        ]

    def _address_digest(self, address: Address) -> str:
        rule = address.rule
        arity = len(self.core.questions[rule.question].params)
        parts = sorted(str(self._digest_term(part.term, arity)) for part in rule.parts)
        effect = self._digest_term(rule.effect, arity)
        table = None if rule.table is None else self._table_content(self.core.tables[rule.table], arity)
        return _digest([rule.heads, parts, effect, table, self._enablement_content(address.there)])

    def _table_content(self, table: Table, arity: int) -> list[Any]:
        rows = [(row.keys, [self._digest_term(cell, arity) for cell in row.cells]) for row in table.rows]
        return [table.row_slots, table.column_slots, table.columns, rows, table.held, table.clamp_below, table.clamp_above]

    def _enablement_content(self, term: Switching) -> list[Any]:
        """Return the condition under which a statement is enabled, with the choices of the readings in it."""
        readings = [self.core.readings[name] for name in readings_in(term) if name in self.core.readings]
        return [term, [(reading.name, [choice.name for choice in reading.choices], reading.settled_as) for reading in readings]]

    def _declaration_content(self, question: Question) -> list[Any]:
        params = [(param.type, self._type_content(param.type)) for param in question.params]
        kind = None if question.type is None else self._type_content(question.type)
        stages = [stage.verb.value for stage in question.stages]
        default = question.otherwise
        default_content = default if isinstance(default, str) else self._digest_term(default, len(question.params))
        return [question.name, question.kind.value, params, kind, stages, default_content, question.not_held]

    def _type_content(self, kind: types.Type) -> list[Any]:
        if not isinstance(kind, types.Enumerated):
            return [kind]
        enum = self.core.enums[kind.name]
        return [kind, enum.values, enum.ordered, enum.clamp_below, enum.clamp_above]

    def _precedence_digests(self, question: CoreQuestion, rule_digests: list[str]) -> list[str]:
        """Return the digests of the precedence statements, with rules as digests."""
        digests = [
            _digest(
                [
                    precedence.kind.value,
                    self._digest_term(precedence.when, len(question.question.params)),
                    self._enablement_content(precedence.there),
                    precedence.on_clash,
                    _select_sorted(rule_digests, precedence.by),
                    _select_sorted(rule_digests, precedence.targets),
                ]
            )
            for precedence in question.precedence
        ]
        return sorted(
            _digest([digests[place], _select_sorted(digests, precedence.yields_to), _select_sorted(digests, precedence.through)])
            for place, precedence in enumerate(question.precedence)
        )

    def _aside_digests(self, question: CoreQuestion, rule_digests: list[str], clauses: list[str]) -> list[str]:
        digests = [
            _digest(
                [
                    "sets aside",
                    self._digest_term(aside.when, len(question.question.params)),
                    self._enablement_content(aside.there),
                    _select_sorted(rule_digests, aside.targets),
                    _select_sorted(clauses, aside.absent),
                ]
            )
            for aside in question.asides
        ]
        return sorted(_digest([digests[place], _select_sorted(digests, aside.set_aside_by)]) for place, aside in enumerate(question.asides))

    def _missing_clause_digests(self, question: CoreQuestion, rule_digests: list[str], clauses: list[str]) -> list[str]:
        """Return the digests of the missing clauses that affect a question, each with the rules that override it."""
        return sorted(
            _digest(
                [
                    clause,
                    sorted(
                        _digest(
                            [
                                self._digest_term(override.when, len(question.question.params)),
                                self._enablement_content(override.there),
                                rule_digests[override.by],
                            ]
                        )
                        for override in absent.overridden_by
                    ),
                ]
            )
            for clause, absent in zip(clauses, question.absent, strict=True)
        )


def _select_sorted(digests: list[str], places: Iterable[int]) -> list[str]:
    return sorted(digests[place] for place in places)


def _digest(parts: Any) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:24]
