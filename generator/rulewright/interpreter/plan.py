"""What a question needs to be answered, worked out once for each setting of the switches: its rules by stage, and who goes before whom.

Switches (options, scenario, games, readings) decide which provisions are there at all. A provision of a reading that nobody has chosen
may be there: it is kept, with the reading as a reason to be open.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, TypeAlias

from rulewright.core.policy import may_clash, speaking
from rulewright.interpreter.classes import domain_of_type
from rulewright.interpreter.compile import Compiler
from rulewright.interpreter.kleene import Code
from rulewright.interpreter.opened import Open
from rulewright.interpreter.tables import compile_table
from rulewright.records import record
from rulewright.semantics.program import (
    Free,
    NotHeld,
    Override,
    OverrideOn,
    Program,
    Question,
    QuestionKind,
    Rule,
    Scope,
    SetAside,
    SetAsideOn,
    TableVerb,
)
from rulewright.semantics.terms import Plain
from rulewright.semantics.types import Numeric, Thing, Type
from rulewright.semantics.wording import unit_of
from rulewright.words import StageVerb, Verb


@record
class Switches:
    """What is switched on. `readings` are the choices taken; `games` None means that no game was named."""

    options: frozenset[str] = frozenset()
    scenario: str | None = None
    games: frozenset[str] | None = None
    readings: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class LiveRule:
    """A rule that is there (or, with `maybe`, that a reading may bring), compiled. `also` are rules that restate it."""

    rule: Rule
    place: int
    guards: tuple[tuple[int, Plain], ...]
    parts: tuple[Code, ...]
    effect: Code | None
    maybe: Open | None
    also: tuple[Rule, ...] = ()
    said: dict[Any, Any] = field(default_factory=dict)
    """What answers say of it, by what it did: made once."""

    @property
    def uids(self) -> tuple[int, ...]:
        """All its addresses: a statement about one of them is about the rule."""
        return (self.rule.uid, *(other.uid for other in self.also)) if self.also else (self.rule.uid,)


@record
class Edge:
    """Rule `by` goes before `target` (places in the stage), by a statement or by a line of the policy.

    A line of the policy speaks only where the two clash, and only where no stronger line does: `yields_to` are the stated edges between
    the two that come before it. A stated edge behind a line of the policy yields where the two clash (`unless_clash`).
    """

    by: int
    target: int
    when: Code | None
    why: str
    statement: Override | None = None
    maybe: Open | None = None
    on_clash: bool = False
    unless_clash: bool = False
    yields_to: tuple[int, ...] = ()


@dataclass(slots=True)
class StagePlan:
    """One stage of a question: its rules, and the edges into each of them, by its place."""

    verb: StageVerb | None
    name: str
    rules: list[LiveRule] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)
    into: list[list[int]] = field(default_factory=list)
    simple: bool = True
    excuses: bool = False


@record
class LiveSetter:
    """A setting-aside on this question: the rules and clauses that it takes out (by uid), and the settings-aside that take it out."""

    setter: SetAside
    when: Code | None
    targets: frozenset[int]
    not_held: frozenset[int]
    maybe: Open | None
    attackers: tuple[int, ...] = ()


@record
class LiveNotHeld:
    clause: NotHeld
    guards: tuple[tuple[int, Plain], ...]
    when: Code | None
    maybe: Open | None
    overriders: tuple[tuple[int, Code | None], ...] = ()


@dataclass(slots=True)
class Plan:
    """All that a question needs."""

    question: Question
    stages: list[StagePlan]
    setters: list[LiveSetter]
    not_held: list[LiveNotHeld]
    otherwise: Code | str | None
    bounds: tuple[tuple[int, int | None, int | None], ...]
    never_none: tuple[int, ...]
    low: int | None = None
    high: int | None = None
    step: Fraction | int | None = None
    numeric: bool = False
    unheld_by_rule: Mapping[int, tuple[str, ...]] = field(default_factory=dict)
    unit: str | None = None
    names: tuple[str, ...] = ()


class Index:
    """What bears on each question of a program, so that a plan does not look through the whole book."""

    def __init__(self, program: Program) -> None:
        self.rules: dict[str, list[Rule]] = {}
        self.overrides: dict[str, list[tuple[Override, OverrideOn]]] = {}
        self.setters: dict[str, list[tuple[SetAside, SetAsideOn]]] = {}
        self.not_held: dict[str, list[NotHeld]] = {}
        self.unheld: dict[str, list[Override]] = {}
        for rule in program.rules:
            self.rules.setdefault(rule.question, []).append(rule)
        for override in program.overrides:
            for on in override.on:
                self.overrides.setdefault(on.question, []).append((override, on))
            if override.unheld:
                self.unheld.setdefault(override.case, []).append(override)
        for setter in program.set_asides:
            for aside in setter.on:
                self.setters.setdefault(aside.question, []).append((setter, aside))
        for clause in program.not_held:
            self.not_held.setdefault(clause.question, []).append(clause)


class Selection:
    """A program under one setting of the switches."""

    def __init__(self, program: Program, compiler: Compiler, index: Index, switches: Switches) -> None:
        self.program = program
        self.compiler = compiler
        self.index = index
        self.switches = switches
        self._chosen = dict(switches.readings)
        for name, reading in program.readings.items():
            if reading.settled_as is not None:
                self._chosen.setdefault(name, reading.settled_as)
        self._plans: dict[str, Plan] = {}

    def plan(self, name: str) -> Plan:
        """The plan of a question; it is made when first asked for."""
        found = self._plans.get(name)
        if found is None:
            found = self._plans[name] = self._make(self.program.questions[name])
        return found

    def there(self, scope: Scope) -> Open | bool:
        """Whether a provision of this scope is there: yes, no, or open where its reading is."""
        switches = self.switches
        if scope.option is not None and scope.option not in switches.options:
            return False
        if scope.scenario is not None and scope.scenario != switches.scenario and switches.scenario not in scope.also_in:
            return False
        if scope.games and switches.games is not None and not switches.games & set(scope.games):
            return False
        if scope.reading is None or scope.choice is None:
            return True
        chosen = self._chosen.get(scope.reading)
        if chosen is None:
            return Open(readings=frozenset({scope.reading})) if scope.reading in self.program.readings else False
        return chosen == scope.choice

    # ---- making a plan --------------------------------------------------------------------------------------------------------------

    def _make(self, question: Question) -> Plan:
        live = self._rules(question)
        stages = [StagePlan(stage.verb, stage.name) for stage in question.stages] or [StagePlan(None, "")]
        for one in live:
            stage = stages[one.rule.stage]
            one.place = len(stage.rules)
            stage.rules.append(one)
        for stage in stages:
            self._edges(question, stage)
        setters = self._setters(question)
        kind = question.type
        numeric = kind if isinstance(kind, Numeric) else None
        return Plan(
            question=question,
            stages=stages,
            setters=setters,
            not_held=self._not_held(question),
            otherwise=self._otherwise(question),
            bounds=tuple(
                (slot, param.type.low, param.type.high) for slot, param in enumerate(question.params) if isinstance(param.type, Numeric)
            ),
            never_none=tuple(slot for slot, param in enumerate(question.params) if not getattr(param.type, "or_none", False)),
            low=numeric.low if numeric else None,
            high=numeric.high if numeric else None,
            step=numeric.step if numeric else None,
            numeric=numeric is not None,
            unheld_by_rule=self._unheld(question),
            unit=unit_of(question),
            names=tuple(param.name for param in question.params),
        )

    def _otherwise(self, question: Question) -> Code | str | None:
        if question.otherwise is None or isinstance(question.otherwise, str):
            return question.otherwise
        return self.compiler.compile(question.otherwise)

    def _rules(self, question: Question) -> list[LiveRule]:
        """The rules that are there; what restates one of them is its second address and no rule of its own."""
        found: dict[int, LiveRule] = {}
        for rule in self.index.rules.get(question.name, ()):
            there = self.there(rule.scope)
            if there is False:
                continue
            guards = tuple((slot, head) for slot, head in enumerate(rule.heads) if not isinstance(head, Free))
            if rule.verb is TableVerb.LOOK_UP:
                assert rule.table is not None
                effect: Code | None = compile_table(self.compiler, self.program, self.program.tables[rule.table])
            else:
                effect = None if rule.effect is None else self.compiler.compile(rule.effect)
            parts = tuple(self.compiler.compile(part.term) for part in rule.parts)
            found[rule.uid] = LiveRule(rule, 0, guards, parts, effect, there if isinstance(there, Open) else None)
        for uid, live in list(found.items()):
            first = next((other for other in live.rule.restates if other in found and other != uid), None)
            if first is not None and live.rule.scope.choice == found[first].rule.scope.choice:
                found[first].also += (live.rule, *live.also)
                del found[uid]
        return list(found.values())

    def _edges(self, question: Question, stage: StagePlan) -> None:
        home = {uid: live.place for live in stage.rules for uid in live.uids}
        stated: dict[tuple[int, int], list[int]] = {}
        edges = stage.edges
        for override, on in self.index.overrides.get(question.name, ()):
            there = self.there(override.scope)
            if there is False:
                continue
            when = None if on.when is None else self.compiler.compile(on.when)
            maybe = there if isinstance(there, Open) else None
            pairs = {(home[a], home[b]) for a in on.by if a in home for b in on.targets if b in home}
            for by, target in sorted(pairs):
                if by == target or (stage.rules[by].rule.otherwise and not stage.rules[target].rule.otherwise):
                    continue
                stated.setdefault((min(by, target), max(by, target)), []).append(len(edges))
                edges.append(Edge(by, target, when, "stated", override, maybe))
        self._policy_edges(stage, stated)
        for weak in stage.rules:
            if weak.rule.otherwise:
                edges.extend(Edge(strong.place, weak.place, None, "otherwise") for strong in stage.rules if not strong.rule.otherwise)
        stage.into = [[] for _ in stage.rules]
        for index, edge in enumerate(edges):
            stage.into[edge.target].append(index)
        stage.simple = not edges
        stage.excuses = any(live.rule.verb is Verb.NEED_NOT for live in stage.rules)

    def _policy_edges(self, stage: StagePlan, stated: dict[tuple[int, int], list[int]]) -> None:
        """For each pair that may clash: the first line of the policy, but `stated`, that speaks about it."""
        if all(line.over is None for line in self.program.policy):
            return
        for first in stage.rules:
            for second in stage.rules[first.place + 1 :]:
                if first.rule.otherwise != second.rule.otherwise or not may_clash(first.rule, second.rule):
                    continue
                found = speaking(self.program, first.rule, second.rule)
                if found is None:
                    continue
                line, forward, before_stated = found
                by, target = (first.place, second.place) if forward else (second.place, first.place)
                between = stated.get((first.place, second.place), [])
                if before_stated:
                    for index in between:
                        old = stage.edges[index]
                        stage.edges[index] = Edge(old.by, old.target, old.when, old.why, old.statement, old.maybe, unless_clash=True)
                stage.edges.append(Edge(by, target, None, line.text, on_clash=True, yields_to=() if before_stated else tuple(between)))

    def _setters(self, question: Question) -> list[LiveSetter]:
        found: list[LiveSetter] = []
        for setter, on in self.index.setters.get(question.name, ()):
            there = self.there(setter.scope)
            if there is False:
                continue
            when = None if on.when is None else self.compiler.compile(on.when)
            maybe = there if isinstance(there, Open) else None
            found.append(LiveSetter(setter, when, frozenset(on.targets), frozenset(on.not_held), maybe))
        for index, live in enumerate(found):
            attackers = tuple(other for other, one in enumerate(found) if live.setter.uid in one.setter.setters)
            found[index] = LiveSetter(live.setter, live.when, live.targets, live.not_held, live.maybe, attackers)
        return found

    def _not_held(self, question: Question) -> list[LiveNotHeld]:
        found: list[LiveNotHeld] = []
        for clause in self.index.not_held.get(question.name, ()):
            there = self.there(clause.scope)
            if there is False:
                continue
            guards = tuple((slot, head) for slot, head in enumerate(clause.heads) if not isinstance(head, Free))
            when = None if clause.when is None else self.compiler.compile(clause.when)
            found.append(LiveNotHeld(clause, guards, when, there if isinstance(there, Open) else None, tuple(self._over_clause(clause))))
        return found

    def _over_clause(self, clause: NotHeld) -> Iterator[tuple[int, Code | None]]:
        """The rules that a statement puts before a case without text."""
        for override, on in self.index.overrides.get(clause.question, ()):
            if clause.uid in on.not_held and self.there(override.scope) is True:
                when = None if on.when is None else self.compiler.compile(on.when)
                yield from ((uid, when) for uid in on.by)

    def _unheld(self, question: Question) -> dict[int, tuple[str, ...]]:
        """For each rule: the cases without text that except it, that it goes before, or that it rests on."""
        found: dict[int, tuple[str, ...]] = {}
        for rule in self.index.rules.get(question.name, ()):
            cases = rule.rests_on
            for case in rule.about:
                for override in self.index.unheld.get(case, ()):
                    whole = override.rule is None or rule.id == override.id or rule.id.startswith(f"{override.id}.")
                    if whole and self.there(override.scope) is not False:
                        cases += override.unheld
            if cases:
                found[rule.uid] = cases
        return found


Pool: TypeAlias = "str | tuple[Plain, ...]"
"""What a parameter of a statement runs over: a kind of things, or these values."""


def pool_of(program: Program, kind: Type) -> Pool:
    """What a parameter of this type runs over."""
    if isinstance(kind, Thing):
        return kind.record
    return tuple(domain_of_type(program, kind, {}))


class Machine:
    """A program made ready to answer: compiled terms, and a `Selection` for each setting of the switches that was asked for."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.compiler = Compiler(program)
        self.index = Index(program)
        self._selections: dict[Switches, Selection] = {}
        self._impossible: list[tuple[Code, tuple[Pool, ...]]] | None = None

    def impossible(self) -> list[tuple[Code, tuple[Pool, ...]]]:
        """The statements that rule situations out, compiled, each with what it is about: things of a kind, or all values of a type."""
        if self._impossible is None:
            self._impossible = [
                (self.compiler.compile(one.when), tuple(pool_of(self.program, param.type) for param in one.params))
                for one in self.program.impossible
            ]
        return self._impossible

    def selection(self, switches: Switches) -> Selection:
        """The program under these switches."""
        found = self._selections.get(switches)
        if found is None:
            found = self._selections[switches] = Selection(self.program, self.compiler, self.index, switches)
        return found


__all__ = ["Edge", "LiveNotHeld", "LiveRule", "LiveSetter", "Machine", "Plan", "QuestionKind", "Selection", "StagePlan", "Switches"]
