"""What the verdict on a question depends on, as one short text: a verdict with a key holds for every question that has the key.

Everything counts that bears on an answer or stands in a finding: terms, ids and scopes of rules, precedence, tables, domains, the policy,
what is impossible, options, readings. Nothing counts that does not: places in files, numbers of this core alone, prose, phrases, tags.
This is a digest with ids, which a kept verdict names; `fingerprint` has one of content alone, to compare two cores.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, assert_never

from rulewright.core.model import Absent, Address, Aside, Core, CoreRule, Precedence
from rulewright.core.switches import Chosen, InScenario, Switch, Switching, switches_in
from rulewright.engines.solver.encoding.cone import Cones
from rulewright.semantics import terms, types
from rulewright.semantics.model import Override, Param, Question, SetAside, Table
from rulewright.semantics.terms import Term

DIGITS = "0123456789"


@dataclass(slots=True)
class Named:
    """What declarations name: questions, facts and groups lead on to others; the rest is looked up where it is declared."""

    questions: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)
    enums: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    maps: set[str] = field(default_factory=set)
    switches: set[Switch] = field(default_factory=set)

    def add(self, other: Named) -> None:
        for name in Named.__slots__:
            getattr(self, name).update(getattr(other, name))

    def term(self, root: Term | None) -> None:
        """What a term names."""
        for found in () if root is None else terms.walk(root):
            match found:
                case terms.FactOf(fact=fact):
                    self.facts.add(fact)
                case terms.Ask(question=name) | terms.AskVerdict(question=name) | terms.Barred(question=name) | terms.UpTo(question=name):
                    self.questions.add(name)
                case terms.InGroup(group=group):
                    self.groups.add(group)
                case terms.Some(domain=domain) | terms.Every(domain=domain) | terms.Gathered(domain=domain):
                    self.type(domain.over)
                case terms.Linked(record=kind):
                    self.kinds.add(kind)
                case (
                    terms.Const()
                    | terms.Var()
                    | terms.AsIf()
                    | terms.Compare()
                    | terms.InSet()
                    | terms.Not()
                    | terms.And()
                    | terms.Or()
                    | terms.Arithmetic()
                    | terms.Minus()
                    | terms.Rounded()
                    | terms.PickOf()
                    | terms.Shifted()
                    | terms.Overflow()
                ):
                    pass  # what is inside comes by itself
                case _:
                    assert_never(found)
            scale = getattr(found, "scale", None)
            if scale is not None:
                self.enums.add(scale)

    def type(self, kind: types.Type | terms.Things | terms.Members | terms.Span | terms.Values | None) -> None:
        """What a type names, or a domain that is gone through."""
        match kind:
            case types.Enumerated(name=name) | terms.Values(enum=name):
                self.enums.add(name)
            case types.Thing(record=name) | terms.Things(record=name):
                self.kinds.add(name)
            case types.PlaceOf(map=name):
                self.maps.add(name)
            case terms.Members(group=name):
                self.groups.add(name)
            case types.YesNo() | types.Numeric() | types.NoneType() | terms.Span() | None:
                pass
            case _:
                assert_never(kind)

    def params(self, params: Iterable[Param]) -> list[types.Type]:
        """The types of parameters, noted."""
        found = [param.type for param in params]
        for kind in found:
            self.type(kind)
        return found


class Keys:
    """The keys of a core's questions."""

    def __init__(self, core: Core, cones: Cones | None = None) -> None:
        self.core = core
        self.needs = (cones or Cones(core)).needs()
        self._own: dict[tuple[str, str], tuple[bytes, Named]] = {}
        self._whole, self._everywhere = self._of_all()
        self._taken: dict[str, list[str]] = defaultdict(list)
        values = {value for enum in core.enums.values() for value in enum.values}
        for name in sorted({*values, *core.facts, *core.questions, *core.groups}):
            self._taken[name.rstrip(DIGITS)].append(name)

    def of(self, question: str) -> str:
        """The key of a question."""
        cone, parts = Named(questions={question}), []
        cone.add(self._everywhere)
        seen = {("question", name) for name in cone.questions} | {("fact", name) for name in cone.facts}
        seen |= {("group", name) for name in cone.groups}
        waiting = list(seen)
        while waiting:
            digest, named = self._declared(*waiting.pop())
            parts.append(digest)
            cone.add(named)
            for what, names in (("question", named.questions), ("fact", named.facts), ("group", named.groups)):
                further = {(what, name) for name in names} - seen
                seen |= further
                waiting.extend(further)
        whole = blake2b(self._whole, digest_size=16)
        for part in sorted(parts):
            whole.update(part)
        whole.update(repr((question, self._around(self.core.questions[question], cone))).encode())
        return whole.hexdigest()

    def own(self, question: str) -> str:
        """The key of a question's own declaration and all that is said about it."""
        return self._declared("question", question)[0].hex()

    def places_by_asking(self) -> dict[str, int]:
        """The place of each question in an order in which it comes soon after the questions that it asks."""
        asks = {name: self._asked_by(name) for name in self.core.questions}
        asked = {name for names in asks.values() for name in names}
        found: dict[str, int] = {}
        waiting = [*(name for name in reversed(asks) if name in asked), *(name for name in reversed(asks) if name not in asked)]
        entered: set[str] = set()
        while waiting:
            name = waiting[-1]
            if name in entered:
                found.setdefault(name, len(found))
                waiting.pop()
            else:
                entered.add(name)
                waiting += [one for one in reversed(asks[name]) if one not in entered]
        return found

    def _asked_by(self, question: str) -> list[str]:
        """The questions that one asks, also by way of groups, in the order of the core."""
        _, named = self._declared("question", question)
        names, groups, waiting = set(named.questions), set[str](), set(named.groups)
        while waiting:
            groups |= waiting
            inside = [self._declared("group", group)[1] for group in waiting]
            names.update(*(one.questions for one in inside))
            waiting = {group for one in inside for group in one.groups} - groups
        return [name for name in self.core.questions if name in names]

    # ---- for all questions --------------------------------------------------------------------------------------------------------------

    def _of_all(self) -> tuple[bytes, Named]:
        """What bears on every question: what is impossible, options and games."""
        core, named = self.core, Named()
        for statement in core.impossible:
            named.term(statement.when)
        for option in core.options.values():
            named.term(option.needs)
        everywhere = (
            [(named.params(one.params), one.when) for one in core.impossible],
            [(option.name, option.needs) for option in core.options.values()],
            core.exclusions,
            core.games,
        )
        return repr(everywhere).encode(), named

    def _around(self, question: Question, cone: Named) -> Any:
        """What is declared of all that this cone names, and the names that things of a situation may not have."""
        core, needs = self.core, self.needs
        named = {switch.reading for switch in cone.switches if isinstance(switch, Chosen)}
        readings = [core.readings[name] for name in sorted(set(core.readings) & named)]
        kinds = sorted(cone.kinds)
        stems = {param.name.rstrip(DIGITS) for param in question.params} | {kind[0] for kind in kinds}
        enums = [core.enums[name] for name in sorted(cone.enums)]
        return (
            [(enum.name, enum.values, enum.ordered, enum.clamp_below, enum.clamp_above) for enum in enums],
            [(kind, needs.things.get(kind), kind in needs.counted) for kind in kinds],
            [(name, needs.places.get(name)) for name in sorted(cone.maps)],
            [(one.name, one.on, [choice.name for choice in one.choices], one.settled_as) for one in readings],
            core.scenarios if any(isinstance(switch, InScenario) for switch in cone.switches) else (),
            [self._taken.get(stem) for stem in sorted(stems)],
        )

    # ---- one declaration ----------------------------------------------------------------------------------------------------------------

    def _declared(self, what: str, name: str) -> tuple[bytes, Named]:
        """One declaration with all that is said about it, and what that names."""
        found = self._own.get((what, name))
        if found is None:
            named = Named()
            declared = {"question": self._question, "fact": self._fact, "group": self._group}[what](name, named)
            found = self._own[what, name] = (blake2b(repr((what, name, declared)).encode(), digest_size=16).digest(), named)
        return found

    def _fact(self, name: str, named: Named) -> Any:
        decl = self.core.facts[name]
        named.type(decl.type)
        return (decl.kind, named.params(decl.params), decl.type, decl.symmetric, decl.never_of_itself)

    def _group(self, name: str, named: Named) -> Any:
        group = self.core.groups[name]
        named.kinds.add(group.record)
        named.term(group.with_)
        return (named.params(group.params), group.record, group.with_)

    def _question(self, name: str, named: Named) -> Any:
        on = self.core.on[name]
        question = on.question
        named.type(question.type)
        named.params(question.params)
        for term in on.terms():
            named.term(term)
        return (
            (question.kind, question.params, question.type, question.otherwise, question.total, question.not_held),
            [(stage.name, stage.verb) for stage in question.stages],
            [self._rule(rule, named) for rule in on.rules],
            [self._precedence(one, named) for one in on.precedence],
            [self._aside(one, named) for one in on.asides],
            [self._absent(one, named) for one in on.absent],
        )

    def _there(self, term: Switching, named: Named) -> Switching:
        named.switches.update(switches_in(term))
        return term

    def _rule(self, rule: CoreRule, named: Named) -> Any:
        addresses = [self._address(address, named) for address in rule.addresses]
        return (rule.stage, rule.verb, rule.rounding, rule.otherwise, addresses)

    def _address(self, address: Address, named: Named) -> Any:
        rule = address.rule
        unheld = [(one.cases, self._there(one.there, named)) for one in address.unheld]
        table = None if rule.table is None else _table(self.core.tables[rule.table], named)
        parts = [(part.term, part.label) for part in rule.parts]
        return ((rule.id, rule.case, rule.heads, parts, rule.effect), self._there(address.there, named), len(rule.besides), table, unheld)

    def _precedence(self, one: Precedence, named: Named) -> Any:
        statement = () if one.statement is None else _statement(self.core.overrides[one.statement])
        there = self._there(one.there, named)
        return (one.kind, one.by, one.targets, there, one.when, one.why, one.on_clash, one.yields_to, one.through, statement)

    def _aside(self, one: Aside, named: Named) -> Any:
        statement = _statement(self.core.asides[one.statement])
        return (statement, one.targets, one.absent, self._there(one.there, named), one.when, one.set_aside_by)

    def _absent(self, one: Absent, named: Named) -> Any:
        clause = one.clause
        over = [(over.by, self._there(over.there, named), over.when) for over in one.overridden_by]
        return ((clause.id, clause.case, clause.heads, clause.when), self._there(one.there, named), over)


def _statement(statement: Override | SetAside) -> Any:
    return (name_of(statement), statement.case, statement.cases)


def name_of(statement: Override | SetAside) -> str:
    """A name for a statement of precedence: its place in the book and its words."""
    return f"{statement.id} {statement.says}"


def _table(table: Table, named: Named) -> Any:
    for row in table.rows:
        for cell in row.cells:
            named.term(cell)
    rows = [(row.text, row.keys, row.cells) for row in table.rows]
    clamps = (table.clamp_below, table.clamp_above)
    return (table.id, table.case, table.row_slots, table.column_slots, table.columns, rows, table.held, clamps)
