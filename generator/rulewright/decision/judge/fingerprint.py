"""What a question's answers hang on, as a short text that is the same in two cores only if it is the same there.

Numbers, addresses and places of rules are no part of it: two editions, or two books, may be compared. Equal fingerprints mean equal answers
in every situation; different ones mean nothing. This is a digest of content, to compare two cores; `keys` has one with ids, to keep
verdicts by.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from rulewright.core.model import Core
from rulewright.decision.encode.cone import Cones
from rulewright.interpreter.plan import Index
from rulewright.semantics import types
from rulewright.semantics.program import Question, Rule, Scope, Table


class Fingerprints:
    """The fingerprints of the questions of one core, each worked out when it is asked for."""

    def __init__(self, core: Core, index: Index | None = None, cones: Cones | None = None) -> None:
        self.core = core
        self.index = index or Index(core)
        self.cones = cones or Cones(core, self.index)
        self._ranked = any(line.over is not None for line in core.policy)
        self._rules: dict[int, str] = {}
        self._own: dict[str, str] = {}
        self._of: dict[str, str] = {}
        self._general: str | None = None

    def of(self, name: str) -> str:
        """The fingerprint of a question and of all that its answers can hang on."""
        found = self._of.get(name)
        if found is None:
            core = self.core
            cone = self.cones.of(core.questions[name])
            facts = [(one, core.facts[one].params, self._type(core.facts[one].type)) for one in sorted(cone.facts)]
            used = [core.groups[one] for one in sorted(cone.groups)]
            groups = [(group.name, group.params, group.record, group.with_) for group in used]
            found = self._of[name] = _digest([self.general(), [self.own(one) for one in sorted(cone.questions)], facts, groups])
        return found

    def general(self) -> str:
        """What bears on every question: what is impossible, options, exclusions, games, maps, the policy."""
        if self._general is None:
            core = self.core
            self._general = _digest(
                [
                    sorted(_digest([one.params, one.when]) for one in core.impossible),
                    sorted((option.name, repr(option.needs)) for option in core.options.values()),
                    sorted(core.exclusions),
                    sorted(core.games),
                    sorted(core.maps.items()),
                    [(line.over, line.under) for line in core.policy],
                    core.sources if self._ranked else (),
                ]
            )
        return self._general

    def own(self, name: str) -> str:
        """The fingerprint of a question's own declaration, rules and what goes before what among them."""
        found = self._own.get(name)
        if found is None:
            question = self.core.questions[name]
            said = sorted(self.rule(rule) for rule in self.index.rules.get(name, ()))
            found = self._own[name] = _digest([self._declared(question), said, self._precedence(name), self._silence(name)])
        return found

    def rule(self, rule: Rule) -> str:
        """What a rule says, whoever says it; where two rules of a question say the same, their addresses tell them apart."""
        found = self._rules.get(rule.uid)
        if found is None:
            rules = self.index.rules[rule.question]
            said = {one.uid: _digest(self._said(one)) for one in rules}
            often = Counter(said.values())
            for one in rules:
                same = said[one.uid]
                self._rules[one.uid] = same if often[same] == 1 else _digest([same, one.id])
            found = self._rules[rule.uid]
        return found

    # ---- parts ----------------------------------------------------------------------------------------------------------------------

    def _said(self, rule: Rule) -> list[Any]:
        ranked = [rule.source, rule.clause, sorted(rule.about)] if self._ranked else []
        parts = sorted(repr(part.term) for part in rule.parts)
        table = None if rule.table is None else self._table(self.core.tables[rule.table])
        said = [rule.verb.value, rule.heads, parts, rule.effect, rule.stage, rule.force, rule.rounding, rule.otherwise]
        return [*said, table, self._scope(rule.scope), ranked]

    def _table(self, table: Table) -> list[Any]:
        rows = [(row.keys, row.cells) for row in table.rows]
        return [table.row_slots, table.column_slots, table.columns, rows, table.held, table.clamp_below, table.clamp_above]

    def _scope(self, scope: Scope) -> list[Any]:
        if scope.reading is None:
            return [scope]
        reading = self.core.readings.get(scope.reading)
        choices = None if reading is None else ([choice.name for choice in reading.choices], reading.settled_as)
        return [scope, choices]

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

    def _precedence(self, name: str) -> list[str]:
        """Overrides, settings-aside and second addresses, by what the rules that they join say."""
        said = {rule.uid: self.rule(rule) for rule in self.index.rules.get(name, ())}
        found = [
            _digest(["overrides", on.when, self._scope(one.scope), _of(said, on.by), _of(said, on.targets)])
            for one, on in self.index.overrides.get(name, ())
            if on.targets
        ]
        setters = {setter.uid: (setter, on) for setter, on in self.index.setters.get(name, ())}
        own = {
            uid: _digest(["sets aside", on.when, self._scope(setter.scope), _of(said, on.targets), self._clauses(name, on.not_held)])
            for uid, (setter, on) in setters.items()
        }
        found += [_digest([own[uid], _of(own, setter.setters)]) for uid, (setter, _) in setters.items()]
        second = [rule for rule in self.index.rules.get(name, ()) if rule.restates]
        found += [_digest(["restates", said[rule.uid], _of(said, rule.restates)]) for rule in second]
        return sorted(found)

    def _silence(self, name: str) -> list[str]:
        """The cases without text that bear on a question, each with the rules that go before it."""
        said = {rule.uid: self.rule(rule) for rule in self.index.rules.get(name, ())}
        found = []
        for clause in self.index.not_held.get(name, ()):
            over = [
                (repr(on.when), repr(self._scope(one.scope)), _of(said, on.by))
                for one, on in self.index.overrides.get(name, ())
                if clause.uid in on.not_held
            ]
            found.append(_digest([clause.heads, clause.when, self._scope(clause.scope), sorted(over)]))
        return sorted(found)

    def _clauses(self, name: str, uids: Iterable[int]) -> list[str]:
        wanted = set(uids)
        return sorted(_digest([one.heads, one.when, one.scope]) for one in self.index.not_held.get(name, ()) if one.uid in wanted)


def _of(said: dict[int, str], uids: Iterable[int]) -> list[str]:
    return sorted(said[uid] for uid in uids if uid in said)


def _digest(parts: Any) -> str:
    return sha256(repr(parts).encode()).hexdigest()[:24]
