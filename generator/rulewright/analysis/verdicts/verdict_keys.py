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

from rulewright.core.lower_expressions import lowering_of
from rulewright.core.model import Absent, Address, Aside, Core, CoreRule, Precedence
from rulewright.core.reads import Reads
from rulewright.core.switches import Chosen, InScenario, Switch, Switching, switches_in
from rulewright.engines.solver.cone import Cones
from rulewright.engines.solver.questions.example_points import AskedExamples, examples_by_question
from rulewright.semantics import types
from rulewright.semantics.model import Override, Param, Question, SetAside, Table

DIGITS = "0123456789"


@dataclass(slots=True)
class References:
    """The names that declarations mention: questions and facts lead to others; the rest is looked up where it is declared."""

    questions: set[str] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    enums: set[str] = field(default_factory=set)
    kinds: set[str] = field(default_factory=set)
    maps: set[str] = field(default_factory=set)
    switches: set[Switch] = field(default_factory=set)

    def add(self, other: References) -> None:
        for name in References.__slots__:
            getattr(self, name).update(getattr(other, name))

    def add_reads(self, reads: Reads) -> None:
        """Add the names that expressions read."""
        self.facts |= reads.facts
        self.questions |= reads.questions
        self.kinds |= reads.kinds
        self.enums |= reads.enums

    def add_type(self, kind: types.Type | None) -> None:
        """Add the name in a type."""
        match kind:
            case types.Enumerated(name=name):
                self.enums.add(name)
            case types.Thing(record=name):
                self.kinds.add(name)
            case types.PlaceOf(map=name):
                self.maps.add(name)
            case types.YesNo() | types.Numeric() | types.NoneType() | None:
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
        cones = cones or Cones(core)
        self.needs = cones.world_needs()
        self._dependence = cones.dependence
        self._lowering = lowering_of(core)
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
        pending = list(visited)
        while pending:
            digest, references = self._digest_declaration(*pending.pop())
            parts.append(digest)
            cone.add(references)
            for what, names in (("question", references.questions), ("fact", references.facts)):
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
        reads = {name: self._dependence.reads_of_question(name).questions for name in self.core.questions}
        calls = {name: [callee for callee in reads if callee in callees] for name, callees in reads.items()}
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

    # ---- for all questions --------------------------------------------------------------------------------------------------------------

    def _general_part(self) -> tuple[bytes, References]:
        """Return the content that affects every question (`impossible` statements, options and games), and its references."""
        core, references = self.core, References()
        conditions = [(statement.when, len(statement.params)) for statement in core.impossible]
        conditions += [(option.needs, 0) for option in core.options.values() if option.needs is not None]
        for condition, arity in conditions:
            references.add_reads(self._dependence.reads_of_term(condition, arity))
        digest_term = self._lowering.digest_term
        content = (
            [(references.params(each.params), digest_term(each.when, len(each.params))) for each in core.impossible],
            [(option.name, digest_term(option.needs, 0)) for option in core.options.values()],
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
            declared = {"question": self._question_content, "fact": self._fact_content}[what](name, references)
            entry = self._declarations[what, name] = (blake2b(repr((what, name, declared)).encode(), digest_size=16).digest(), references)
        return entry

    def _fact_content(self, name: str, references: References) -> Any:
        decl = self.core.facts[name]
        references.add_type(decl.type)
        return (decl.kind, references.params(decl.params), decl.type, decl.symmetric, decl.never_of_itself)

    def _question_content(self, name: str, references: References) -> Any:
        core_question = self.core.on[name]
        question = core_question.question
        references.add_type(question.type)
        references.params(question.params)
        references.add_reads(self._dependence.reads_of_question(name))
        if question.advice is not None:
            references.questions.add(question.advice)  # the two are judged together
        arity, default = len(question.params), question.otherwise
        declared_default = default if isinstance(default, str) else self._lowering.digest_term(default, arity)
        return (
            (question.kind, question.params, question.type, declared_default, question.total, question.not_held),
            [(stage.name, stage.verb) for stage in question.stages],
            [self._rule_content(rule, arity, references) for rule in core_question.rules],
            [self._precedence_content(precedence, arity, references) for precedence in core_question.precedence],
            [self._aside_content(aside, arity, references) for aside in core_question.asides],
            [self._missing_clause_content(absent, arity, references) for absent in core_question.absent],
        )

    def _enablement(self, term: Switching, references: References) -> Switching:
        references.switches.update(switches_in(term))
        return term

    def _rule_content(self, rule: CoreRule, arity: int, references: References) -> Any:
        addresses = [self._address_content(address, arity, references) for address in rule.addresses]
        return (rule.stage, rule.verb, rule.rounds_to, rule.otherwise, addresses)

    def _address_content(self, address: Address, arity: int, references: References) -> Any:
        rule = address.rule
        unheld = [(dependence.cases, self._enablement(dependence.there, references)) for dependence in address.unheld]
        digest_term = self._lowering.digest_term
        table = None if rule.table is None else self._table_content(self.core.tables[rule.table], arity)
        parts = [(digest_term(part.term, arity), part.label) for part in rule.parts]
        return (
            (rule.id, rule.case, rule.heads, parts, digest_term(rule.effect, arity)),
            self._enablement(address.there, references),
            len(rule.besides),
            table,
            unheld,
        )

    def _precedence_content(self, precedence: Precedence, arity: int, references: References) -> Any:
        statement = () if precedence.statement is None else _statement_content(self.core.overrides[precedence.statement])
        enabled_when = self._enablement(precedence.there, references)
        return (
            precedence.kind,
            precedence.by,
            precedence.targets,
            enabled_when,
            self._lowering.digest_term(precedence.when, arity),
            precedence.why,
            precedence.on_clash,
            precedence.yields_to,
            precedence.through,
            statement,
        )

    def _aside_content(self, aside: Aside, arity: int, references: References) -> Any:
        statement = _statement_content(self.core.asides[aside.statement])
        condition = self._lowering.digest_term(aside.when, arity)
        return (statement, aside.targets, aside.absent, self._enablement(aside.there, references), condition, aside.set_aside_by)

    def _missing_clause_content(self, absent: Absent, arity: int, references: References) -> Any:
        clause = absent.clause
        digest_term = self._lowering.digest_term
        overrides = [
            (override.by, self._enablement(override.there, references), digest_term(override.when, arity))
            for override in absent.overridden_by
        ]
        content = (clause.id, clause.case, clause.heads, digest_term(clause.when, arity))
        return (content, self._enablement(absent.there, references), overrides)

    def _table_content(self, table: Table, arity: int) -> Any:
        rows = [(row.text, row.keys, [self._lowering.digest_term(cell, arity) for cell in row.cells]) for row in table.rows]
        clamps = (table.clamp_below, table.clamp_above)
        return (table.id, table.case, table.row_slots, table.column_slots, table.columns, rows, table.held, clamps)


def _statement_content(statement: Override | SetAside) -> Any:
    return (statement_name(statement), statement.case, statement.cases)


def statement_name(statement: Override | SetAside) -> str:
    """Return a name for a statement of precedence: its place in the book and its words."""
    return f"{statement.id} {statement.says}"
