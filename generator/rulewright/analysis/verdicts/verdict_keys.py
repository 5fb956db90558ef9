"""Keys of verdicts: a short text of all that the verdict on a question depends on; a verdict holds for every question with its key.

A key covers all that affects an answer or appears in a finding: terms, ids and enablements of rules, precedence, tables, domains, the
policy, `impossible` statements, options, readings. It omits the rest: locations, numbers of this core alone, prose, phrases, tags. This
is a digest with ids, which a stored verdict names; `fingerprint` has one of content alone, to compare two cores.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any, assert_never

from rulewright.analysis.verdicts.example_points import AskedExamples, examples_by_question
from rulewright.core.model import Absent, Address, Aside, Core, CoreRule, Precedence
from rulewright.core.switches import Chosen, InScenario, Switch, Switching, switches_in
from rulewright.engines.solver.encoding.cone import Cones
from rulewright.semantics import terms, types
from rulewright.semantics.model import Override, Param, Question, SetAside, Table
from rulewright.semantics.terms import Term

DIGITS = "0123456789"


@dataclass(slots=True)
class References:
    """The names that declarations mention: questions, facts and groups lead to others; the rest is looked up where it is declared."""

    questions: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    groups: set[str] = field(default_factory=set)
    enums: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    maps: set[str] = field(default_factory=set)
    switches: set[Switch] = field(default_factory=set)

    def add(self, other: References) -> None:
        for name in References.__slots__:
            getattr(self, name).update(getattr(other, name))

    def add_term(self, root: Term | None) -> None:
        """Add the names in a term."""
        for term in () if root is None else terms.walk(root):
            match term:
                case terms.FactOf(fact=fact):
                    self.facts.add(fact)
                case terms.Ask(question=name) | terms.AskVerdict(question=name) | terms.Barred(question=name) | terms.UpTo(question=name):
                    self.questions.add(name)
                case terms.InGroup(group=group):
                    self.groups.add(group)
                case terms.Some(domain=domain) | terms.Every(domain=domain) | terms.Gathered(domain=domain):
                    self.add_type(domain.over)
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
                    pass  # subterms are visited by the walk
                case _:
                    assert_never(term)
            scale = getattr(term, "scale", None)
            if scale is not None:
                self.enums.add(scale)

    def add_type(self, kind: types.Type | terms.Things | terms.Members | terms.Span | terms.Values | None) -> None:
        """Add the name in a type, or in the range of a domain."""
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

    def params(self, add_params: Iterable[Param]) -> list[types.Type]:
        """Add the names in the types of parameters, and return the types."""
        kinds = [param.type for param in add_params]
        for kind in kinds:
            self.add_type(kind)
        return kinds


class Keys:
    """The verdict keys of a core's questions."""

    def __init__(self, core: Core, cones: Cones | None = None) -> None:
        self.core = core
        self.needs = (cones or Cones(core)).world_needs()
        self._declarations: dict[tuple[str, str], tuple[bytes, References]] = {}
        self._general_content, self._general_references = self._general_part()
        self._names_by_stem: dict[str, list[str]] = defaultdict(list)
        values = {value for enum in core.enums.values() for value in enum.values}
        for name in sorted({*values, *core.facts, *core.questions, *core.groups}):
            self._names_by_stem[name.rstrip(DIGITS)].append(name)

    def key_of(self, question: str) -> str:
        """Return the key of a question."""
        cone, parts = References(questions={question}), []
        cone.add(self._general_references)
        visited = {("question", name) for name in cone.questions} | {("fact", name) for name in cone.facts}
        visited |= {("group", name) for name in cone.groups}
        pending = list(visited)
        while pending:
            digest, references = self._digest_declaration(*pending.pop())
            parts.append(digest)
            cone.add(references)
            for what, names in (("question", references.questions), ("fact", references.facts), ("group", references.groups)):
                further = {(what, name) for name in names} - visited
                visited |= further
                pending.extend(further)
        digest_of_all = blake2b(self._general_content, digest_size=16)
        for part in sorted(parts):
            digest_of_all.update(part)
        digest_of_all.update(repr((question, self._declarations_in_cone(self.core.questions[question], cone))).encode())
        return digest_of_all.hexdigest()

    def verdict_key(self, question: str) -> str:
        """Return the key of the verdicts on a question: it covers the situations of examples too, near which the solver looks."""
        situations = [
            (args, example.world, example.given, example.options, example.scenario, example.readings)
            for example, args in self._asked_examples.get(question, ())
        ]
        return blake2b(repr((self.key_of(question), situations)).encode(), digest_size=16).hexdigest()

    @cached_property
    def _asked_examples(self) -> AskedExamples:
        return examples_by_question(self.core)

    def own_key(self, question: str) -> str:
        """Return the key of a question's own declaration and of all statements about it."""
        return self._digest_declaration("question", question)[0].hex()

    def calling_order(self) -> dict[str, int]:
        """Return the place of each question in an order in which it follows soon after the questions that it calls."""
        calls = {name: self._called_questions(name) for name in self.core.questions}
        called = {name for names in calls.values() for name in names}
        places: dict[str, int] = {}
        pending = [*(name for name in reversed(calls) if name in called), *(name for name in reversed(calls) if name not in called)]
        entered: set[str] = set()
        while pending:
            name = pending[-1]
            if name in entered:
                places.setdefault(name, len(places))
                pending.pop()
            else:
                entered.add(name)
                pending += [callee for callee in reversed(calls[name]) if callee not in entered]
        return places

    def _called_questions(self, question: str) -> list[str]:
        """Return the questions that a question calls, also through groups, in the order of the core."""
        _, references = self._digest_declaration("question", question)
        names, groups, pending = set(references.questions), set[str](), set(references.groups)
        while pending:
            groups |= pending
            group_references = [self._digest_declaration("group", group)[1] for group in pending]
            names.update(*(members.questions for members in group_references))
            pending = {group for members in group_references for group in members.groups} - groups
        return [name for name in self.core.questions if name in names]

    # ---- for all questions --------------------------------------------------------------------------------------------------------------

    def _general_part(self) -> tuple[bytes, References]:
        """Return the content that affects every question (`impossible` statements, options and games), and its references."""
        core, references = self.core, References()
        for statement in core.impossible:
            references.add_term(statement.when)
        for option in core.options.values():
            references.add_term(option.needs)
        content = (
            [(references.params(statement.params), statement.when) for statement in core.impossible],
            [(option.name, option.needs) for option in core.options.values()],
            core.exclusions,
            core.games,
        )
        return repr(content).encode(), references

    def _declarations_in_cone(self, question: Question, cone: References) -> Any:
        """Return the declarations in a cone, and the names that things of a situation may not have."""
        core, needs = self.core, self.needs
        used_readings = {switch.reading for switch in cone.switches if isinstance(switch, Chosen)}
        readings = [core.readings[name] for name in sorted(set(core.readings) & used_readings)]
        kinds = sorted(cone.kinds)
        stems = {param.name.rstrip(DIGITS) for param in question.params} | {kind[0] for kind in kinds}
        enums = [core.enums[name] for name in sorted(cone.enums)]
        return (
            [(enum.name, enum.values, enum.ordered, enum.clamp_below, enum.clamp_above) for enum in enums],
            [(kind, needs.things.get(kind), kind in needs.optional_kinds) for kind in kinds],
            [(name, needs.places.get(name)) for name in sorted(cone.maps)],
            [(reading.name, reading.on, [choice.name for choice in reading.choices], reading.settled_as) for reading in readings],
            core.scenarios if any(isinstance(switch, InScenario) for switch in cone.switches) else (),
            [self._names_by_stem.get(stem) for stem in sorted(stems)],
        )

    # ---- one declaration ----------------------------------------------------------------------------------------------------------------

    def _digest_declaration(self, what: str, name: str) -> tuple[bytes, References]:
        """Return the digest of a declaration with all statements about it, and its references."""
        entry = self._declarations.get((what, name))
        if entry is None:
            references = References()
            declared = {"question": self._question_content, "fact": self._fact_content, "group": self._group_content}[what](
                name, references
            )
            entry = self._declarations[what, name] = (blake2b(repr((what, name, declared)).encode(), digest_size=16).digest(), references)
        return entry

    def _fact_content(self, name: str, references: References) -> Any:
        decl = self.core.facts[name]
        references.add_type(decl.type)
        return (decl.kind, references.params(decl.params), decl.type, decl.symmetric, decl.never_of_itself)

    def _group_content(self, name: str, references: References) -> Any:
        group = self.core.groups[name]
        references.kinds.add(group.record)
        references.add_term(group.with_)
        return (references.params(group.params), group.record, group.with_)

    def _question_content(self, name: str, references: References) -> Any:
        core_question = self.core.on[name]
        question = core_question.question
        references.add_type(question.type)
        references.params(question.params)
        for term in core_question.conditions_and_effects():
            references.add_term(term)
        return (
            (question.kind, question.params, question.type, question.otherwise, question.total, question.not_held),
            [(stage.name, stage.verb) for stage in question.stages],
            [self._rule_content(rule, references) for rule in core_question.rules],
            [self._precedence_content(precedence, references) for precedence in core_question.precedence],
            [self._aside_content(aside, references) for aside in core_question.asides],
            [self._missing_clause_content(absent, references) for absent in core_question.absent],
        )

    def _enablement(self, term: Switching, references: References) -> Switching:
        references.switches.update(switches_in(term))
        return term

    def _rule_content(self, rule: CoreRule, references: References) -> Any:
        addresses = [self._address_content(address, references) for address in rule.addresses]
        return (rule.stage, rule.verb, rule.rounds_to, rule.otherwise, addresses)

    def _address_content(self, address: Address, references: References) -> Any:
        rule = address.rule
        unheld = [(dependence.cases, self._enablement(dependence.there, references)) for dependence in address.unheld]
        table = None if rule.table is None else _table_content(self.core.tables[rule.table], references)
        parts = [(part.term, part.label) for part in rule.parts]
        return (
            (rule.id, rule.case, rule.heads, parts, rule.effect),
            self._enablement(address.there, references),
            len(rule.besides),
            table,
            unheld,
        )

    def _precedence_content(self, precedence: Precedence, references: References) -> Any:
        statement = () if precedence.statement is None else _statement_content(self.core.overrides[precedence.statement])
        enabled_when = self._enablement(precedence.there, references)
        return (
            precedence.kind,
            precedence.by,
            precedence.targets,
            enabled_when,
            precedence.when,
            precedence.why,
            precedence.on_clash,
            precedence.yields_to,
            precedence.through,
            statement,
        )

    def _aside_content(self, aside: Aside, references: References) -> Any:
        statement = _statement_content(self.core.asides[aside.statement])
        return (statement, aside.targets, aside.absent, self._enablement(aside.there, references), aside.when, aside.set_aside_by)

    def _missing_clause_content(self, absent: Absent, references: References) -> Any:
        clause = absent.clause
        overrides = [(overrides.by, self._enablement(overrides.there, references), overrides.when) for overrides in absent.overridden_by]
        return ((clause.id, clause.case, clause.heads, clause.when), self._enablement(absent.there, references), overrides)


def _statement_content(statement: Override | SetAside) -> Any:
    return (statement_name(statement), statement.case, statement.cases)


def statement_name(statement: Override | SetAside) -> str:
    """Return a name for a statement of precedence: its place in the book and its words."""
    return f"{statement.id} {statement.says}"


def _table_content(table: Table, references: References) -> Any:
    for row in table.rows:
        for cell in row.cells:
            references.add_term(cell)
    rows = [(row.text, row.keys, row.cells) for row in table.rows]
    clamps = (table.clamp_below, table.clamp_above)
    return (table.id, table.case, table.row_slots, table.column_slots, table.columns, rows, table.held, clamps)
