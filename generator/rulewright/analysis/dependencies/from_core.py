"""What the core gives to the graph of an edition: which rule answers, uses, looks up, restates, overrides and sets aside what.

Every name was resolved when the program was made; nothing is read from the syntax here but the text of a condition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise, product

from rulewright.analysis.dependencies.builder import Builder
from rulewright.analysis.dependencies.from_book import condition_of
from rulewright.analysis.dependencies.model import STATEMENTS, EdgeKind, VertexKind, vertices
from rulewright.base.keywords import FactKind, RelationKind
from rulewright.base.source import Location
from rulewright.core.model import Core, CoreQuestion, CoreRule, Precedence, PrecedenceKind
from rulewright.core.precedence_policy import may_clash
from rulewright.semantics import terms
from rulewright.semantics.model import FactDecl, Override, Rule, SetAside
from rulewright.semantics.terms import Term
from rulewright.semantics.types import Thing
from rulewright.syntax import nodes

MOST_IN_A_CHAIN = 300
"""Chains of overrides that join more rules than this are not spelled out: their carried edges would be as many as the pairs of rules."""


def add_core(builder: Builder, core: Core, relations: Mapping[tuple[str, Location], nodes.Relation]) -> None:
    """Lay the core's part. `relations` are the statements of the book by address and span, for the text of their conditions."""
    side = _CoreSide(builder, core, relations)
    for rule in sorted(core.stated(), key=lambda one: one.uid):
        side.add_rule(rule)
    side.add_restatements()
    for name, group in core.groups.items():
        side.add_uses(side.question(name), [] if group.with_ is None else [group.with_], name, group.location)
    for on in core.on.values():
        side.add_conditions(on)
        side.add_precedence(on)
        side.add_asides(on)
    side.add_examples()


class _CoreSide:
    def __init__(self, builder: Builder, core: Core, relations: Mapping[tuple[str, Location], nodes.Relation]) -> None:
        self.vertex, self.edge, self.graph = builder.add_vertex, builder.add_edge, builder.graph
        self.core = core
        self.relations = relations
        self.keys: dict[int, str] = {}
        """The vertex of each rule, by its number in the program."""
        self.tables: dict[str, list[str]] = defaultdict(list)
        self.used: set[tuple[str, str]] = set()
        self.laid: set[tuple[str, str, EdgeKind, str]] = set()
        for table in core.tables.values():
            self.tables[table.question].append(f"{VertexKind.TABLE.value}:{table.id}")

    # ---- vertices ------------------------------------------------------------------------------------------------------------------

    def statement(self, address: str) -> str | None:
        """The vertex of an address: a ground of a rule stands on the rule's."""
        while address:
            for kind in STATEMENTS:
                key = f"{kind.value}:{address}"
                if key in self.graph:
                    return key
            address = address.rpartition(".")[0]
        return None

    def question(self, name: str) -> str:
        """The vertex of a question or group; those that tables and set-ups bring are not declared in the book."""
        key = f"{VertexKind.QUESTION.value}:{name}"
        if key in self.graph:
            return key
        asked = self.core.questions.get(name) or self.core.groups[name]
        return self.vertex(VertexKind.QUESTION, name, asked.phrase or name, "", asked.location or _nowhere())

    def fact(self, name: str) -> str:
        """The vertex of a fact."""
        decl = self.core.facts[name]
        return self.vertex(VertexKind.FACT, name_of_fact(decl), decl.phrase or name, "", decl.location or _nowhere())

    def names_in(self, term: Term) -> Iterator[str]:
        """The vertices of the facts, questions and groups that a term reads."""
        read = terms.names_in(term)
        yield from map(self.fact, read.facts)
        yield from map(self.question, read.questions)
        yield from map(self.question, read.groups)

    def where(self, key: str, location: Location | None) -> Location:
        found: Location = location or self.graph.nodes[key]["location"]
        return found

    # ---- rules ---------------------------------------------------------------------------------------------------------------------

    def add_rule(self, rule: Rule) -> None:
        key = self.statement(rule.id)
        if key is None:  # a line of a set-up is no statement of the book
            where = rule.location or _nowhere()
            key = self.vertex(VertexKind.RULE, rule.id, rule.id, rule.case, where)
            for home in self.homes(rule):
                self.edge(key, home, EdgeKind.PART_OF, where, rule.id, rule.source)
        self.keys[rule.uid] = key
        question = self.question(rule.question)
        condition = " and ".join(part.text for part in rule.parts)
        self.lay(key, question, EdgeKind.DEFINES, self.where(key, rule.location), rule.id, rule.source, condition, stage=rule.stage)
        read = [part.term for part in rule.parts] + ([] if rule.effect is None else [rule.effect])
        table = self.core.tables.get(rule.table or "")
        if table is not None:
            read += [cell for row in table.rows for cell in row.cells if cell is not None]
        reader = key if rule.through is None else question  # what is handed down depends on the general action; the line does not
        self.add_uses(reader, read, rule.id, rule.location, rule.source)

    def homes(self, rule: Rule) -> list[str]:
        return [key for kind in (VertexKind.CASE, VertexKind.SCENARIO) if (key := f"{kind.value}:{rule.case}") in self.graph]

    def add_uses(self, key: str, read: Iterable[Term], by: str, location: Location | None, source: str = "") -> None:
        """What a vertex reads, each once; of tables also which one."""
        for name in dict.fromkeys(name for term in read for name in self.names_in(term)):
            if (key, name) in self.used:
                continue
            self.used.add((key, name))
            self.edge(key, name, EdgeKind.USES, self.where(key, location), by, source)
            for table in self.tables.get(name.partition(":")[2], ()) if name.startswith(VertexKind.QUESTION.value) else ():
                if table in self.graph and table != key:
                    self.edge(key, table, EdgeKind.LOOKS_UP, self.where(key, location), by, source)

    def add_restatements(self) -> None:
        for rule in self.core.stated():
            for uid in rule.restates:
                if uid in self.keys:
                    own = self.keys[rule.uid]
                    self.lay(own, self.keys[uid], EdgeKind.RESTATES, self.where(own, rule.location), rule.id, rule.source)

    def lay(
        self, tail: str, head: str, kind: EdgeKind, where: Location, by: str, source: str, condition: str = "", *, stage: int = 0
    ) -> None:
        """An edge between two statements, or of a statement and its question; once for each text that causes it."""
        mark = (tail, head, kind, f"{by} {stage} {where.line} {where.column}")
        if tail != head and mark not in self.laid:
            self.laid.add(mark)
            self.edge(tail, head, kind, where, by, source, condition, stage=stage)

    # ---- conditions of statements --------------------------------------------------------------------------------------------------

    def add_conditions(self, on: CoreQuestion) -> None:
        """What an answer depends on besides its rules: the conditions of statements of precedence, of cases not held, `otherwise`."""
        question = on.question
        key = self.question(question.name)
        if question.otherwise is not None and not isinstance(question.otherwise, str):
            self.add_uses(key, [question.otherwise], question.name, question.location)
        for one in on.precedence:
            if one.statement is not None and one.when is not None:
                self.add_condition(key, self.core.overrides[one.statement], one.when)
        for aside in on.asides:
            if aside.when is not None:
                self.add_condition(key, self.core.asides[aside.statement], aside.when)
        for absent in on.absent:
            clause = absent.clause
            when = [] if clause.when is None else [clause.when]
            for reader in filter(None, (self.statement(clause.id), key)):
                self.add_uses(reader, when, clause.id, clause.location)
            for over in absent.overridden_by:
                self.add_uses(key, [] if over.when is None else [over.when], clause.id, clause.location)

    def add_condition(self, question: str, statement: Override | SetAside, when: Term) -> None:
        """A condition is read by the statement that it stands on, and by each question that the statement reaches."""
        for reader in filter(None, (self.statement(statement.id), question)):
            self.add_uses(reader, [when], statement.id, statement.location, statement.source)

    def condition(self, statement: Override | SetAside) -> str:
        return "" if statement.location is None else condition_of(self.relations.get((statement.id, statement.location)))

    # ---- precedence ----------------------------------------------------------------------------------------------------------------

    def key_of(self, rule: CoreRule) -> str:
        return self.keys[rule.first.uid]

    def add_precedence(self, on: CoreQuestion) -> None:
        """Overrides and exceptions rule by rule, then what chains of them carry. Who excepts another stands behind it."""
        for one in on.precedence:
            if one.kind is PrecedenceKind.STATED and one.statement is not None:
                statement = self.core.overrides[one.statement]
                excepts = statement.word is RelationKind.EXCEPT
                condition = self.condition(statement)
                for by, target in product(one.by, one.targets):
                    first, second = self.key_of(on.rules[by]), self.key_of(on.rules[target])
                    tail, head = (second, first) if excepts else (first, second)
                    kind = EdgeKind.EXCEPTS if excepts else EdgeKind.OVERRIDES
                    self.lay(tail, head, kind, self.where(first, statement.location), statement.id, statement.source, condition)
            elif one.kind is PrecedenceKind.CARRIED:
                self.add_carried(on, one)

    def add_carried(self, on: CoreQuestion, carried: Precedence) -> None:
        """A shortest chain between each two rules that only a chain joins; `by` names its statements, `condition` joins theirs."""
        import networkx

        joined: networkx.DiGraph[int] = networkx.DiGraph()
        for place in carried.through:
            one = on.precedence[place]
            joined.add_edges_from([pair for pair in product(one.by, one.targets) if pair[0] != pair[1]], statement=one.statement)
        if len(joined) > MOST_IN_A_CHAIN:
            self.graph.graph.setdefault("chains_left_out", []).append(on.question.name)
            return
        for by in carried.by:
            for target, way in networkx.single_source_shortest_path(joined, by).items():
                if len(way) < 3 or (carried.on_clash and not may_clash(on.rules[by].first, on.rules[target].first)):
                    continue
                steps = [self.core.overrides[joined.edges[step]["statement"]] for step in pairwise(way)]
                condition = " and ".join(dict.fromkeys(filter(None, map(self.condition, steps))))
                tail, head = self.key_of(on.rules[by]), self.key_of(on.rules[target])
                ids = ", ".join(dict.fromkeys(step.id for step in steps))
                self.lay(tail, head, EdgeKind.CARRIED, self.where(tail, steps[0].location), ids, steps[0].source, condition)

    def add_asides(self, on: CoreQuestion) -> None:
        """A setting-aside acts from where it stands, whether or not there is a rule; it reaches rules, cases not held and its like."""
        for aside in on.asides:
            setter = self.core.asides[aside.statement]
            tail = self.statement(setter.id)
            if tail is None:
                continue
            where, condition = self.where(tail, setter.location), self.condition(setter)
            reached = [self.key_of(on.rules[number]) for number in aside.targets]
            reached += [key for place in aside.absent if (key := self.statement(on.absent[place].clause.id)) is not None]
            for head in reached:
                self.lay(tail, head, EdgeKind.SETS_ASIDE, where, setter.id, setter.source, condition)
            for place in aside.set_aside_by:
                other = self.core.asides[on.asides[place].statement]
                above = self.statement(other.id)
                if above is not None:
                    by = self.where(above, other.location)
                    self.lay(above, tail, EdgeKind.SETS_ASIDE, by, other.id, other.source, self.condition(other))

    # ---- examples ------------------------------------------------------------------------------------------------------------------

    def add_examples(self) -> None:
        """What each example asks, in the edition in which it is run; of a case that the edition has not, the example stands by itself.

        It is known by its place: one in a reading counts as of the case that the reading is on.
        """
        known = {(one.label, one.location): one.key for one in vertices(self.graph, [VertexKind.EXAMPLE])}
        for example in self.core.examples:
            where = example.location or _nowhere()
            key = known.get((example.title, where))
            if key is None:
                key = self.vertex(VertexKind.EXAMPLE, f"{example.case}/{example.title}", example.title, example.case, where)
            for name in dict.fromkeys(name for then in example.then for name in self.names_in(then.about)):
                self.edge(key, name, EdgeKind.TESTS, self.where(key, example.location), example.title)


def name_of_fact(decl: FactDecl) -> str:
    """The name of a fact's vertex: a status is a field of what it is of."""
    if decl.kind is FactKind.STATUS and decl.params and isinstance(decl.params[0].type, Thing):
        return f"{decl.params[0].type.record}.{decl.name}"
    return decl.name


def _nowhere() -> Location:
    """Where something stands that no line of the book declares."""
    return Location("", 0, 0, 0, 0)
