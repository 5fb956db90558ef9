"""What a question's answers depend on, as a short text that is the same in two cores only if it is the same there.

Numbers, addresses and places of rules are no part of it: two editions, or two books, may be compared. Equal fingerprints mean equal answers
in every situation; different ones mean nothing. This is a digest of content, to compare two cores; `keys` has one with ids, to keep
verdicts by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from typing import Any

from rulewright.analysis.verdicts.verdict_keys import Keys
from rulewright.base.memo import kept
from rulewright.core.model import Address, Core, CoreQuestion, CoreRule
from rulewright.core.switches import Switching, readings_in
from rulewright.engines.solver.encoding.cone import Cones
from rulewright.semantics import types
from rulewright.semantics.model import FactDecl, Question, Table


class Fingerprints:
    """The fingerprints of the questions of one core, each worked out when it is asked for."""

    def __init__(self, core: Core, cones: Cones | None = None) -> None:
        self.core = core
        self.cones = cones or Cones(core)
        self._general: str | None = None

    @cached_property
    def keys(self) -> Keys:
        """The keys of the same core, which tell more apart."""
        return Keys(self.core, self.cones)

    @kept
    def of(self, name: str) -> str:
        """The fingerprint of a question and of all that its answers can depend on."""
        core = self.core
        cone = self.cones.of(core.questions[name])
        facts = [self._fact(core.facts[one]) for one in sorted(cone.facts)]
        used = [core.groups[one] for one in sorted(cone.groups)]
        groups = [(group.name, group.params, group.record, group.with_) for group in used]
        return _digest([self.general(), [self.own(one) for one in sorted(cone.questions)], facts, groups])

    def _fact(self, decl: FactDecl) -> tuple[object, ...]:
        """What a fact is, as far as answers can tell."""
        return (decl.name, decl.params, self._type(decl.type), decl.symmetric, decl.never_of_itself)

    def general(self) -> str:
        """What bears on every question: what is impossible, options, exclusions, games, maps."""
        if self._general is None:
            core = self.core
            self._general = _digest(
                [
                    sorted(_digest([one.params, one.when]) for one in core.impossible),
                    sorted((option.name, repr(option.needs)) for option in core.options.values()),
                    sorted(core.exclusions),
                    sorted(core.games),
                    sorted(core.maps.items()),
                ]
            )
        return self._general

    @kept
    def own(self, name: str) -> str:
        """The fingerprint of a question's own declaration, rules and what goes before what among them."""
        on = self.core.on[name]
        said = self._rules(on)
        clauses = [_digest([absent.clause.heads, absent.clause.when, self._there(absent.there)]) for absent in on.absent]
        parts = [
            self._declared(on.question),
            sorted(said),
            self._precedence(on, said),
            self._asides(on, said, clauses),
            self._silence(on, said, clauses),
        ]
        return _digest(parts)

    # ---- parts ----------------------------------------------------------------------------------------------------------------------

    def _rules(self, on: CoreQuestion) -> list[str]:
        """What each rule says, whoever says it; where two rules of a question say the same, their addresses distinguish them."""
        said = [_digest(self._said(rule)) for rule in on.rules]
        often = Counter(said)
        return [one if often[one] == 1 else _digest([one, rule.first.id]) for one, rule in zip(said, on.rules, strict=True)]

    def _said(self, rule: CoreRule) -> list[Any]:
        return [rule.verb.value, rule.stage, rule.rounding, rule.otherwise, sorted(self._address(one) for one in rule.addresses)]

    def _address(self, address: Address) -> str:
        rule = address.rule
        parts = sorted(repr(part.term) for part in rule.parts)
        table = None if rule.table is None else self._table(self.core.tables[rule.table])
        return _digest([rule.heads, parts, rule.effect, table, self._there(address.there)])

    def _table(self, table: Table) -> list[Any]:
        rows = [(row.keys, row.cells) for row in table.rows]
        return [table.row_slots, table.column_slots, table.columns, rows, table.held, table.clamp_below, table.clamp_above]

    def _there(self, term: Switching) -> list[Any]:
        """When something is there, with the choices of the readings that this depends on."""
        readings = [self.core.readings[name] for name in readings_in(term) if name in self.core.readings]
        return [term, [(one.name, [choice.name for choice in one.choices], one.settled_as) for one in readings]]

    def _declared(self, question: Question) -> list[Any]:
        params = [(param.type, self._type(param.type)) for param in question.params]
        kind = None if question.type is None else self._type(question.type)
        stages = [stage.verb.value for stage in question.stages]
        return [question.name, question.kind.value, params, kind, stages, question.otherwise, question.not_held]

    def _type(self, kind: types.Type) -> list[Any]:
        if not isinstance(kind, types.Enumerated):
            return [kind]
        enum = self.core.enums[kind.name]
        return [kind, enum.values, enum.ordered, enum.clamp_below, enum.clamp_above]

    def _precedence(self, on: CoreQuestion, said: list[str]) -> list[str]:
        """Who goes before whom, by what the rules say."""
        plain = [
            _digest([one.kind.value, one.when, self._there(one.there), one.on_clash, _of(said, one.by), _of(said, one.targets)])
            for one in on.precedence
        ]
        return sorted(
            _digest([plain[place], _of(plain, one.yields_to), _of(plain, one.through)]) for place, one in enumerate(on.precedence)
        )

    def _asides(self, on: CoreQuestion, said: list[str], clauses: list[str]) -> list[str]:
        own = [
            _digest(["sets aside", one.when, self._there(one.there), _of(said, one.targets), _of(clauses, one.absent)]) for one in on.asides
        ]
        return sorted(_digest([own[place], _of(own, one.set_aside_by)]) for place, one in enumerate(on.asides))

    def _silence(self, on: CoreQuestion, said: list[str], clauses: list[str]) -> list[str]:
        """The cases without text that bear on a question, each with the rules that go before it."""
        return sorted(
            _digest([clause, sorted(_digest([one.when, self._there(one.there), said[one.by]]) for one in absent.overridden_by)])
            for clause, absent in zip(clauses, on.absent, strict=True)
        )


def _of(said: list[str], places: Iterable[int]) -> list[str]:
    return sorted(said[place] for place in places)


def _digest(parts: Any) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:24]
