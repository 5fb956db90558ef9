"""Core -> graph: which rules answer, use, look up, restate, override and set aside what.

Names were resolved when the program was built; from the syntax only the text of conditions is read here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, product

from rulewright.analysis.dependencies.builder import GraphBuilder
from rulewright.analysis.dependencies.from_book import condition_of
from rulewright.analysis.dependencies.model import STATEMENTS, EdgeKind, VertexKind, iter_vertices
from rulewright.base.keywords import FactKind, RelationKind
from rulewright.base.limits import MAX_RULES_IN_CHAIN
from rulewright.base.source import Location
from rulewright.core.model import Core, CoreQuestion, CoreRule, Precedence, PrecedenceKind
from rulewright.core.precedence_policy import may_clash
from rulewright.semantics import terms
from rulewright.semantics.model import FactDecl, Override, Rule, SetAside
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Thing
from rulewright.syntax import nodes


def add_core(builder: GraphBuilder, core: Core, relations: Mapping[tuple[str, Location], nodes.Relation]) -> None:
    """Add the core's part of the graph. `relations` are the statements of the book by address and span, for the text of conditions."""
    side = _CoreSide(builder, core, relations)
    for rule in sorted(core.written_rules(), key=lambda rule: rule.uid):
        side.add_rule(rule)
    side.add_restatements()
    for name, group in core.groups.items():
        side.add_uses(side.question_vertex(name), [] if group.with_ is None else [group.with_], name, group.location)
    for core_question in core.on.values():
        side.add_conditions(core_question)
        side.add_precedence(core_question)
        side.add_asides(core_question)
    side.add_examples()


class _CoreSide:
    def __init__(self, builder: GraphBuilder, core: Core, relations: Mapping[tuple[str, Location], nodes.Relation]) -> None:
        self.vertex, self.edge, self.graph = builder.add_vertex, builder.add_edge, builder.graph
        self.core = core
        self.relations = relations
        self.keys: dict[int, str] = {}
        """The vertices of rules, by number in the program."""
        self.tables: dict[str, list[str]] = defaultdict(list)
        self.use_edges: set[tuple[str, str]] = set()
        self.statement_edges: set[tuple[str, str, EdgeKind, str]] = set()
        for table in core.tables.values():
            self.tables[table.question].append(f"{VertexKind.TABLE.value}:{table.id}")

    # ---- vertices ------------------------------------------------------------------------------------------------------------------

    def statement_vertex(self, address: str) -> str | None:
        """Return the vertex of an address; for a ground of a rule, the vertex of the rule. None if there is none."""
        while address:
            for kind in STATEMENTS:
                key = f"{kind.value}:{address}"
                if key in self.graph:
                    return key
            address = address.rpartition(".")[0]
        return None

    def question_vertex(self, name: str) -> str:
        """Return the vertex of a question or group; add it if a table or set-up defines it without a declaration in the book."""
        key = f"{VertexKind.QUESTION.value}:{name}"
        if key in self.graph:
            return key
        declaration = self.core.questions.get(name) or self.core.groups[name]
        return self.vertex(VertexKind.QUESTION, name, declaration.phrase or name, "", declaration.location or _nowhere())

    def fact_vertex(self, name: str) -> str:
        """Return the vertex of a fact, adding it if necessary."""
        decl = self.core.facts[name]
        return self.vertex(VertexKind.FACT, name_of_fact(decl), decl.phrase or name, "", decl.location or _nowhere())

    def vertices_read(self, term: Term) -> Iterator[str]:
        """Yield the vertices of the facts, questions and groups that a term reads."""
        read = terms.names_in(term)
        yield from map(self.fact_vertex, read.facts)
        yield from map(self.question_vertex, read.questions)
        yield from map(self.question_vertex, read.groups)

    def location_of(self, key: str, location: Location | None) -> Location:
        resolved: Location = location or self.graph.nodes[key]["location"]
        return resolved

    # ---- rules ---------------------------------------------------------------------------------------------------------------------

    def add_rule(self, rule: Rule) -> None:
        key = self.statement_vertex(rule.id)
        if key is None:  # a line of a set-up is not a statement of the book
            location = rule.location or _nowhere()
            key = self.vertex(VertexKind.RULE, rule.id, rule.id, rule.case, location)
            for home in self.case_vertices(rule):
                self.edge(key, home, EdgeKind.PART_OF, location, rule.id, rule.source)
        self.keys[rule.uid] = key
        question = self.question_vertex(rule.question)
        condition = " and ".join(part.text for part in rule.parts if not part.implied)
        self.add_statement_edge(
            key, question, EdgeKind.DEFINES, self.location_of(key, rule.location), rule.id, rule.source, condition, stage=rule.stage
        )
        read = [part.term for part in rule.parts] + ([] if rule.effect is None else [rule.effect])
        table = self.core.tables.get(rule.table or "")
        if table is not None:
            read += [cell for row in table.rows for cell in row.cells if cell is not None]
        reader = key if rule.through is None else question  # the inherited rule depends on the general action; the line does not
        self.add_uses(reader, read, rule.id, rule.location, rule.source)

    def case_vertices(self, rule: Rule) -> list[str]:
        return [key for kind in (VertexKind.CASE, VertexKind.SCENARIO) if (key := f"{kind.value}:{rule.case}") in self.graph]

    def add_uses(self, key: str, read: Iterable[Term], stated_by: str, location: Location | None, source: str = "") -> None:
        """Add edges from a vertex to the vertices it reads, each once; for tables also a look-up edge."""
        for name in dict.fromkeys(name for term in read for name in self.vertices_read(term)):
            if (key, name) in self.use_edges:
                continue
            self.use_edges.add((key, name))
            self.edge(key, name, EdgeKind.USES, self.location_of(key, location), stated_by, source)
            for table in self.tables.get(name.partition(":")[2], ()) if name.startswith(VertexKind.QUESTION.value) else ():
                if table in self.graph and table != key:
                    self.edge(key, table, EdgeKind.LOOKS_UP, self.location_of(key, location), stated_by, source)

    def add_restatements(self) -> None:
        for rule in self.core.written_rules():
            for uid in rule.restates:
                if uid in self.keys:
                    restating_key = self.keys[rule.uid]
                    self.add_statement_edge(
                        restating_key,
                        self.keys[uid],
                        EdgeKind.RESTATES,
                        self.location_of(restating_key, rule.location),
                        rule.id,
                        rule.source,
                    )

    def add_statement_edge(
        self, tail: str, head: str, kind: EdgeKind, location: Location, stated_by: str, source: str, condition: str = "", *, stage: int = 0
    ) -> None:
        """Add an edge between two statements, or a statement and its question; once per text that causes it."""
        mark = (tail, head, kind, f"{stated_by} {stage} {location.line} {location.column}")
        if tail != head and mark not in self.statement_edges:
            self.statement_edges.add(mark)
            self.edge(tail, head, kind, location, stated_by, source, condition, stage=stage)

    # ---- conditions of statements --------------------------------------------------------------------------------------------------

    def add_conditions(self, core_question: CoreQuestion) -> None:
        """Add the dependences of an answer besides its rules: conditions of precedence, of cases not held, and the default."""
        question = core_question.question
        key = self.question_vertex(question.name)
        if question.otherwise is not None and not isinstance(question.otherwise, str):
            self.add_uses(key, [question.otherwise], question.name, question.location)
        for precedence in core_question.precedence:
            if precedence.statement is not None and precedence.when is not None:
                self.add_condition(key, self.core.overrides[precedence.statement], precedence.when)
        for aside in core_question.asides:
            if aside.when is not None:
                self.add_condition(key, self.core.asides[aside.statement], aside.when)
        for absent in core_question.absent:
            clause = absent.clause
            conditions = [] if clause.when is None else [clause.when]
            for reader in filter(None, (self.statement_vertex(clause.id), key)):
                self.add_uses(reader, conditions, clause.id, clause.location)
            for over in absent.overridden_by:
                self.add_uses(key, [] if over.when is None else [over.when], clause.id, clause.location)

    def add_condition(self, question: str, statement: Override | SetAside, condition: Term) -> None:
        """Add a condition as read by its statement and by the question that the statement affects."""
        for reader in filter(None, (self.statement_vertex(statement.id), question)):
            self.add_uses(reader, [condition], statement.id, statement.location, statement.source)

    def condition_text(self, statement: Override | SetAside) -> str:
        return "" if statement.location is None else condition_of(self.relations.get((statement.id, statement.location)))

    # ---- precedence ----------------------------------------------------------------------------------------------------------------

    def rule_vertex(self, rule: CoreRule) -> str:
        return self.keys[rule.first.uid]

    def add_precedence(self, core_question: CoreQuestion) -> None:
        """Add overrides and exceptions rule by rule, then the attacks carried by chains. A rule that excepts another yields to it."""
        for precedence in core_question.precedence:
            if precedence.kind is PrecedenceKind.STATED and precedence.statement is not None:
                statement = self.core.overrides[precedence.statement]
                excepts = statement.word is RelationKind.EXCEPT
                condition = self.condition_text(statement)
                for winner, target in product(precedence.by, precedence.targets):
                    first, second = self.rule_vertex(core_question.rules[winner]), self.rule_vertex(core_question.rules[target])
                    tail, head = (second, first) if excepts else (first, second)
                    kind = EdgeKind.EXCEPTS if excepts else EdgeKind.OVERRIDES
                    self.add_statement_edge(
                        tail, head, kind, self.location_of(first, statement.location), statement.id, statement.source, condition
                    )
            elif precedence.kind is PrecedenceKind.CARRIED:
                self.add_carried(core_question, precedence)

    def add_carried(self, core_question: CoreQuestion, carried: Precedence) -> None:
        """Add a shortest chain for each pair of rules connected only by chains; `by` names its statements, `condition` joins theirs."""
        import networkx

        joined: networkx.DiGraph[int] = networkx.DiGraph()
        for place in carried.through:
            precedence = core_question.precedence[place]
            joined.add_edges_from(
                [pair for pair in product(precedence.by, precedence.targets) if pair[0] != pair[1]], statement=precedence.statement
            )
        if len(joined) > MAX_RULES_IN_CHAIN:
            self.graph.graph.setdefault("chains_left_out", []).append(core_question.question.name)
            return
        for winner in carried.by:
            for target, way in networkx.single_source_shortest_path(joined, winner).items():
                if len(way) < 3 or (
                    carried.on_clash and not may_clash(core_question.rules[winner].first, core_question.rules[target].first)
                ):
                    continue
                steps = [self.core.overrides[joined.edges[step]["statement"]] for step in pairwise(way)]
                condition = " and ".join(dict.fromkeys(filter(None, map(self.condition_text, steps))))
                tail, head = self.rule_vertex(core_question.rules[winner]), self.rule_vertex(core_question.rules[target])
                ids = ", ".join(dict.fromkeys(step.id for step in steps))
                self.add_statement_edge(
                    tail, head, EdgeKind.CARRIED, self.location_of(tail, steps[0].location), ids, steps[0].source, condition
                )

    def add_asides(self, core_question: CoreQuestion) -> None:
        """Add suspensions, each from its own statement, with or without a rule, to rules, cases not held and other suspensions."""
        for aside in core_question.asides:
            setter = self.core.asides[aside.statement]
            tail = self.statement_vertex(setter.id)
            if tail is None:
                continue
            location, condition = self.location_of(tail, setter.location), self.condition_text(setter)
            heads = [self.rule_vertex(core_question.rules[number]) for number in aside.targets]
            heads += [key for place in aside.absent if (key := self.statement_vertex(core_question.absent[place].clause.id)) is not None]
            for head in heads:
                self.add_statement_edge(tail, head, EdgeKind.SETS_ASIDE, location, setter.id, setter.source, condition)
            for place in aside.set_aside_by:
                other = self.core.asides[core_question.asides[place].statement]
                above = self.statement_vertex(other.id)
                if above is not None:
                    other_location = self.location_of(above, other.location)
                    self.add_statement_edge(
                        above, tail, EdgeKind.SETS_ASIDE, other_location, other.id, other.source, self.condition_text(other)
                    )

    # ---- examples ------------------------------------------------------------------------------------------------------------------

    def add_examples(self) -> None:
        """Add the questions asked by examples in the edition; an example of a case absent from the edition gets a vertex.

        Examples are identified by location, since an example in a reading counts as one of the case that the reading is on.
        """
        keys_by_label = {(vertex.label, vertex.location): vertex.key for vertex in iter_vertices(self.graph, [VertexKind.EXAMPLE])}
        for example in self.core.examples:
            location = example.location or _nowhere()
            key = keys_by_label.get((example.title, location))
            if key is None:
                key = self.vertex(VertexKind.EXAMPLE, f"{example.case}/{example.title}", example.title, example.case, location)
            for name in dict.fromkeys(name for expectation in example.then for name in self.vertices_read(expectation.about)):
                self.edge(key, name, EdgeKind.TESTS, self.location_of(key, example.location), example.title)


def name_of_fact(decl: FactDecl) -> str:
    """Return the name of the vertex of a fact: a status is named as a field of its owner."""
    if decl.kind is FactKind.STATUS and decl.params and isinstance(decl.params[0].type, Thing):
        return f"{decl.params[0].type.record}.{decl.name}"
    return decl.name


def _nowhere() -> Location:
    """Return a placeholder location for vertices that no line of the book declares."""
    return Location("", 0, 0, 0, 0)
