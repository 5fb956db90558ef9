"""A core made ready to answer under one setting of the switches: compiled rules stage by stage, and who goes before whom, pair by pair.

The meaning is in the core; here are functions and indexes over it. A provision of a reading that nobody has chosen may be there: it is
kept, with the reading as a reason to be open.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from operator import eq
from typing import Any, TypeAlias

from rulewright.base.keywords import StageVerb, Verb
from rulewright.base.memo import Lately
from rulewright.base.records import record
from rulewright.core.model import Absent, Address, Aside, Core, CoreQuestion, CoreRule, Precedence, PrecedenceKind, guards_of
from rulewright.core.query import Switches
from rulewright.core.switches import Chosen, InGame, InScenario, OptionOn, Switch, Switching, worked_out
from rulewright.core.wording import unit_of
from rulewright.engines.interpreter.compile import Compiler
from rulewright.engines.interpreter.kleene import Code, all_of, any_of, opposite
from rulewright.engines.interpreter.questions import Reach
from rulewright.engines.interpreter.tables import compile_table
from rulewright.engines.interpreter.unknown import Open
from rulewright.engines.interpreter.value_classes import domain_of_type
from rulewright.semantics.model import Question, Rule, TableVerb
from rulewright.semantics.terms import (
    And,
    Arithmetic,
    Compare,
    Const,
    FactOf,
    InSet,
    Minus,
    Not,
    Or,
    Overflow,
    PickOf,
    Plain,
    Rounded,
    Shifted,
    Var,
    walk,
)
from rulewright.semantics.types import Numeric, Thing, Type, is_decimal


@record
class LiveAddress:
    """One statement of a rule that is there (or, with `maybe`, that a reading may bring), compiled."""

    rule: Rule
    guards: tuple[tuple[int, Plain], ...]
    parts: tuple[Code, ...]
    effect: Code | None
    maybe: Open | None
    unheld: tuple[str, ...]


@dataclass(slots=True)
class LiveRule:
    """A rule that is there, or may be, with those of its addresses of which that is so; `place` is its place in the stage."""

    core: CoreRule
    addresses: tuple[LiveAddress, ...]
    place: int = 0
    said: dict[Any, Any] = field(default_factory=dict)
    """What answers say of it, by what it did: made once."""

    @property
    def number(self) -> int:
        return self.core.number

    @property
    def rule(self) -> Rule:
        """The first of its statements that is there."""
        return self.addresses[0].rule

    @property
    def also(self) -> tuple[Rule, ...]:
        """The others, which restate it."""
        return tuple([address.rule for address in self.addresses[1:]])


@record
class PairPrecedence:
    """Rule `by` goes before `target` (places in the stage): a precedence of the core for these two. `yields_to` are edges of the stage."""

    by: int
    target: int
    precedence: Precedence
    when: Code | None
    maybe: Open | None
    yields_to: tuple[int, ...] = ()


@dataclass(slots=True)
class StagePlan:
    """One stage of a question: its rules, the edges, those into each rule by its place, and those that chains are made of."""

    verb: StageVerb | None
    name: str
    rules: list[LiveRule] = field(default_factory=list)
    edges: list[PairPrecedence] = field(default_factory=list)
    into: list[list[int]] = field(default_factory=list)
    links: dict[int, list[int]] = field(default_factory=dict)
    """By the place of a rule: the stated edges from it, where the stage has chains."""
    excuses: bool = False
    """Whether some rule is a `need not`."""


@record
class LiveAside:
    """A setting-aside on this question."""

    aside: Aside
    when: Code | None
    maybe: Open | None
    targets: frozenset[int]
    absent: frozenset[int]
    attackers: tuple[int, ...] = ()


@record
class LiveAbsent:
    """A case without text that bears on this question; `number` is its place in the core's question."""

    number: int
    absent: Absent
    guards: tuple[tuple[int, Plain], ...]
    when: Code | None
    maybe: Open | None
    overriders: tuple[tuple[int, Code | None, Open | None], ...] = ()


@dataclass(slots=True)
class Plan:
    """All that a question needs."""

    question: Question
    stages: list[StagePlan]
    asides: list[LiveAside]
    absent: list[LiveAbsent]
    otherwise: Code | str | None
    bounds: tuple[tuple[int, int | Fraction | None, int | Fraction | None], ...]
    never_none: tuple[int, ...]
    low: int | Fraction | None = None
    high: int | Fraction | None = None
    step: Fraction | int | None = None
    numeric: bool = False
    rests: bool = False
    """Whether some rule depends on a case without text."""
    unit: str | None = None
    decimal: bool = False


class Selection:
    """A core under one setting of the switches."""

    def __init__(self, core: Core, compiler: Compiler, switches: Switches) -> None:
        self.core = core
        self.compiler = compiler
        self.switches = switches
        self._chosen = dict(switches.readings)
        for name, reading in core.readings.items():
            if reading.settled_as is not None:
                self._chosen.setdefault(name, reading.settled_as)
        self._plans: dict[str, Plan] = {}

    def plan(self, name: str) -> Plan:
        """The plan of a question; it is made when first asked for."""
        found = self._plans.get(name)
        if found is None:
            found = self._plans[name] = self._make(self.core.on[name])
        return found

    def there(self, term: Switching) -> Open | bool:
        """Whether a provision is there: yes, no, or open where its reading is."""
        found: Open | bool = worked_out(term, self._switch, all_of, any_of, opposite)
        return found

    def _switch(self, switch: Switch) -> Open | bool:
        match switch:
            case OptionOn():
                return switch.option in self.switches.options
            case InScenario():
                return self.switches.scenario in switch.scenarios
            case InGame():
                return self.switches.games is None or not self.switches.games.isdisjoint(switch.games)
            case Chosen():
                chosen = self._chosen.get(switch.reading)
                return Open(readings=frozenset({switch.reading})) if chosen is None else chosen == switch.choice

    # ---- making a plan --------------------------------------------------------------------------------------------------------------

    def _make(self, on: CoreQuestion) -> Plan:
        question = on.question
        stages = [StagePlan(stage.verb, stage.name) for stage in question.stages] or [StagePlan(None, "")]
        home: dict[int, LiveRule] = {}
        for rule in on.rules:
            live = self._rule(rule)
            if live is not None:
                stage = stages[rule.stage]
                live.place = len(stage.rules)
                stage.rules.append(live)
                home[rule.number] = live
        self._edges(on, stages, home)
        kind = question.type
        numeric = kind if isinstance(kind, Numeric) else None
        return Plan(
            question=question,
            stages=stages,
            asides=self._asides(on),
            absent=self._absent(on),
            otherwise=self._otherwise(question),
            bounds=tuple(
                (slot, param.type.low, param.type.high) for slot, param in enumerate(question.params) if isinstance(param.type, Numeric)
            ),
            never_none=tuple(slot for slot, param in enumerate(question.params) if not getattr(param.type, "or_none", False)),
            low=numeric.low if numeric else None,
            high=numeric.high if numeric else None,
            step=numeric.step if numeric else None,
            numeric=numeric is not None,
            rests=any(address.unheld for live in home.values() for address in live.addresses),
            unit=unit_of(question),
            decimal=is_decimal(question.type),
        )

    def _otherwise(self, question: Question) -> Code | str | None:
        if question.otherwise is None or isinstance(question.otherwise, str):
            return question.otherwise
        return self.compiler.compile(question.otherwise)

    def _rule(self, rule: CoreRule) -> LiveRule | None:
        """The rule, if one of its addresses is there or may be."""
        addresses = [
            self._address(address, there if isinstance(there, Open) else None)
            for address in rule.addresses
            if (there := self.there(address.there)) is not False
        ]
        return LiveRule(rule, tuple(addresses)) if addresses else None

    def _address(self, address: Address, maybe: Open | None) -> LiveAddress:
        rule = address.rule
        if rule.verb is TableVerb.LOOK_UP:
            assert rule.table is not None
            effect: Code | None = compile_table(self.compiler, self.core, self.core.tables[rule.table])
        else:
            effect = None if rule.effect is None else self.compiler.compile(rule.effect)
        parts = tuple(self.compiler.compile(part.term) for part in rule.parts)
        unheld = tuple(case for one in address.unheld if self.there(one.there) is not False for case in one.cases)
        return LiveAddress(rule, guards_of(rule.heads), parts, effect, maybe, unheld)

    # ---- who goes before whom -------------------------------------------------------------------------------------------------------

    def _edges(self, on: CoreQuestion, stages: list[StagePlan], home: Mapping[int, LiveRule]) -> None:
        """Every precedence that is there, pair by pair."""
        places: list[dict[tuple[int, int], int]] = [{} for _ in on.precedence]
        for index, precedence in enumerate(on.precedence):
            there = self.there(precedence.there)
            by = [home[number] for number in precedence.by if number in home]
            targets = [home[number] for number in precedence.targets if number in home]
            if there is False or not by or not targets:
                continue
            stage = stages[by[0].core.stage]
            when = None if precedence.when is None else self.compiler.compile(precedence.when)
            maybe = there if isinstance(there, Open) else None
            pairs: Iterable[tuple[int, int]] = [(one.place, other.place) for one in by for other in targets if one is not other]
            if precedence.kind is PrecedenceKind.CARRIED:
                self._link(stage, [places[number] for number in precedence.through])
                pairs = _chains(stage, pairs)
            for pair in pairs:
                places[index][pair] = len(stage.edges)
                stage.edges.append(PairPrecedence(*pair, precedence, when, maybe))
        self._yield(on, stages, home, places)
        for stage in stages:
            stage.into = [[] for _ in stage.rules]
            for index, edge in enumerate(stage.edges):
                stage.into[edge.target].append(index)
            stage.excuses = any(live.core.verb is Verb.NEED_NOT for live in stage.rules)

    def _link(self, stage: StagePlan, through: list[dict[tuple[int, int], int]]) -> None:
        """The stated edges that a chain may use."""
        found: dict[int, list[int]] = defaultdict(list)
        for pairs in through:
            for (by, _), number in pairs.items():
                found[by].append(number)
        for by, numbers in found.items():
            stage.links[by] = [*stage.links.get(by, []), *numbers]

    def _yield(
        self, on: CoreQuestion, stages: list[StagePlan], home: Mapping[int, LiveRule], places: list[dict[tuple[int, int], int]]
    ) -> None:
        """Of each edge: the edges the other way round that it yields to."""
        for index, precedence in enumerate(on.precedence):
            if not precedence.yields_to or not places[index]:
                continue
            stage = stages[next(home[number] for number in precedence.by if number in home).core.stage]
            for (by, target), number in places[index].items():
                yields = tuple([there for other in precedence.yields_to if (there := places[other].get((target, by))) is not None])
                if yields:
                    edge = stage.edges[number]
                    stage.edges[number] = PairPrecedence(by, target, precedence, edge.when, edge.maybe, yields)

    # ---- what is set aside, and what is not held ------------------------------------------------------------------------------------

    def _asides(self, on: CoreQuestion) -> list[LiveAside]:
        found: dict[int, LiveAside] = {}
        for index, aside in enumerate(on.asides):
            there = self.there(aside.there)
            if there is not False:
                when = None if aside.when is None else self.compiler.compile(aside.when)
                maybe = there if isinstance(there, Open) else None
                found[index] = LiveAside(aside, when, maybe, frozenset(aside.targets), frozenset(aside.absent))
        order = {index: place for place, index in enumerate(found)}
        return [
            LiveAside(
                live.aside, live.when, live.maybe, live.targets, live.absent,
                tuple(order[other] for other in live.aside.set_aside_by if other in order),
            )
            for live in found.values()
        ]  # fmt: skip

    def _absent(self, on: CoreQuestion) -> list[LiveAbsent]:
        found: list[LiveAbsent] = []
        for number, absent in enumerate(on.absent):
            there = self.there(absent.there)
            if there is False:
                continue
            when = None if absent.clause.when is None else self.compiler.compile(absent.clause.when)
            over = tuple(
                (one.by, None if one.when is None else self.compiler.compile(one.when), stated if isinstance(stated, Open) else None)
                for one in absent.overridden_by
                if (stated := self.there(one.there)) is not False
            )
            found.append(LiveAbsent(number, absent, guards_of(absent.clause.heads), when, there if isinstance(there, Open) else None, over))
        return found


def _chains(stage: StagePlan, pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Of these pairs those which a chain of two statements or more may join."""
    found: list[tuple[int, int]] = []
    behind: dict[int, set[int]] = {}
    for by, target in pairs:
        if by not in behind:
            reached: set[int] = set()
            waiting = [stage.edges[number].target for number in stage.links.get(by, ())]
            while waiting:
                for number in stage.links.get(waiting.pop(), ()):
                    after = stage.edges[number].target
                    if after not in reached:
                        reached.add(after)
                        waiting.append(after)
            behind[by] = reached
        if target in behind[by]:
            found.append((by, target))
    return found


Pool: TypeAlias = "str | tuple[Plain, ...]"
"""What a parameter of a statement runs over: a kind of things, or these values."""


def pool_of(core: Core, kind: Type) -> Pool:
    """What a parameter of this type runs over."""
    if isinstance(kind, Thing):
        return kind.record
    return tuple(domain_of_type(core, kind, {}))


@record
class Statement:
    """A statement that rules situations out, compiled, with what it is about: things of a kind, or all values of a type.

    `reads`: the names of the facts that it looks at, directly or through others.
    """

    code: Code
    pools: tuple[Pool, ...]
    group: int
    reads: frozenset[str]


@dataclass(slots=True)
class Statements:
    """All of them, those together in a group that look at the same facts, directly or through others; `group_of` by the names of facts.

    `plain`: they look at facts alone. `roaming`: the groups that depend on which things there are. `possible`: whether anything is possible
    under the statements of a group, by what they can look at.
    """

    each: list[Statement]
    group_of: dict[str, int]
    plain: bool
    roaming: frozenset[int]
    possible: dict[Hashable, bool | None] = field(default_factory=dict)


def _statements(core: Core, compiler: Compiler) -> Statements:
    reach = Reach(core) if core.impossible else None
    read = [frozenset() if reach is None else frozenset(reach.of_term(one.when)) for one in core.impossible]
    group_of: dict[str, int] = {}
    for number, names in enumerate(read):
        joined = {group_of[name] for name in names if name in group_of}
        group_of.update((name, number) for name, group in list(group_of.items()) if group in joined)
        group_of.update(dict.fromkeys(names, number))
    each = [
        Statement(
            compiler.compile(one.when),
            tuple(pool_of(core, param.type) for param in one.params),
            group_of[min(names)] if names else -1,
            names,
        )
        for one, names in zip(core.impossible, read, strict=True)
    ]
    plain = all(isinstance(term, _PLAIN) for one in core.impossible for term in walk(one.when))
    roaming = frozenset(
        one.group for one, stated in zip(each, core.impossible, strict=True) if reach is not None and reach.goes_through(stated.when)
    )
    return Statements(each, group_of, plain, roaming)


_SHARED: Lately[tuple[object, ...], Statements] = Lately(8, same=eq)
"""What the cores asked last rule out."""


def _statements_of(core: Core, compiler: Compiler) -> Statements:
    """The same, shared by cores that declare the same and rule out the same: a book is tried again and again without one of its parts."""
    declared = (core.impossible, core.facts, core.enums, core.maps, core.records)
    found = _SHARED.of(declared)
    if found is None:
        found = _statements(core, compiler)
        if found.plain:
            _SHARED.keep(declared, found)
    return found


_PLAIN = (Const, Var, FactOf, Compare, InSet, Not, And, Or, Arithmetic, Minus, Rounded, PickOf, Shifted, Overflow)
"""Terms that look at facts alone: at no answer, and at no things but their own."""


class Machine:
    """A core made ready to answer: compiled terms, and a `Selection` for each setting of the switches that was asked for."""

    def __init__(self, core: Core) -> None:
        self.core = core
        self.compiler = Compiler(core)
        self._selections: dict[Switches, Selection] = {}
        self._impossible: Statements | None = None

    def impossible(self) -> Statements:
        """The statements that rule situations out."""
        if self._impossible is None:
            self._impossible = _statements_of(self.core, self.compiler)
        return self._impossible

    def selection(self, switches: Switches) -> Selection:
        """The core under these switches."""
        found = self._selections.get(switches)
        if found is None:
            found = self._selections[switches] = Selection(self.core, self.compiler, switches)
        return found
