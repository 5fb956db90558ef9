"""The rules of one stage over all situations: where each one's condition holds, what goes before it, and where it stands.

The twin of `interpreter.standing` and `interpreter.situation`: the same least fixed point, as formulas instead of states.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rulewright.core.policy import may_clash, speaking
from rulewright.decision.formula.space import FALSE, TRUE, Formula
from rulewright.decision.formula.symbolic import ALWAYS, NEVER, Algebra, Truth, Value
from rulewright.semantics.program import Override, OverrideOn, Rule, SetAside, TableVerb
from rulewright.semantics.terms import groups_in, questions_in
from rulewright.words import Verb

if TYPE_CHECKING:
    from rulewright.decision.encode.encoder import Encoder
    from rulewright.semantics.program import Question


@dataclass(slots=True)
class Live:
    """A rule, those that restate it, where its own conditions hold (`condition`), also after settings-aside (`held`), and its effect."""

    rule: Rule
    also: tuple[Rule, ...]
    place: int
    condition: Truth
    held: Truth
    effect: Value | None
    held_back: Truth = NEVER
    """Of a table's rule: where it does not speak because nothing stands at these keys; open effects' conflicts in `bad`."""

    @property
    def uids(self) -> tuple[int, ...]:
        return (self.rule.uid, *(other.uid for other in self.also))


@dataclass(slots=True)
class Edge:
    """Rule `by` goes before `target` where `active`; `why` as in answers."""

    by: int
    target: int
    active: Truth
    why: str
    statement: Override | None = None


@dataclass(slots=True)
class Standing:
    """Where something stands, where it is out, and where it is open by conflict; elsewhere it is open."""

    stands: Formula
    out: Formula
    bad: Formula = FALSE


@dataclass(slots=True)
class Stage:
    """The rules of a stage, what goes before what, and how each stands; `required`: the requirement of a `must`, where it stands apart."""

    rules: list[Live]
    edges: list[Edge]
    standing: list[Standing] = field(default_factory=list)
    required: dict[int, Standing] = field(default_factory=dict)


@dataclass(slots=True)
class Setter:
    """A setting-aside on a question and where it is in force."""

    setter: SetAside
    targets: frozenset[int]
    not_held: frozenset[int]
    active: Truth


class RuleEncoder:
    """Encodes the rules of the questions of one encoder."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder = encoder
        self.algebra: Algebra = encoder.algebra
        self.space = encoder.algebra.space
        self.program = encoder.program
        self.index = encoder.index
        self._lives: dict[Any, Live] = {}
        self._recursive: dict[int, bool] = {}

    # ---- what is there --------------------------------------------------------------------------------------------------------------

    def stages(self, question: Question, env: tuple[Value, ...], setters: list[Setter], without: int | None) -> list[Stage]:
        """The stages of a question with their rules, those that restate another merged into it."""
        rules = [rule for rule in self.index.rules.get(question.name, ()) if rule.uid != without]
        merged = self._restated(rules)
        stages = [Stage([], []) for _ in question.stages or (None,)]
        second: dict[int, list[Rule]] = {}
        for rule in rules:
            if rule.uid in merged:
                second.setdefault(merged[rule.uid], []).append(rule)
        for rule in rules:
            if rule.uid in merged:
                continue
            also = tuple(second.get(rule.uid, ()))
            stage = stages[rule.stage]
            live = self._kept(rule, also, env, setters)
            stage.rules.append(replace(live, place=len(stage.rules)))
        for stage in stages:
            self._edges(question, stage, env)
            self.settle_stage(stage)
        return stages

    def _restated(self, rules: list[Rule]) -> dict[int, int]:
        """The rules that are second addresses, each with the rule that it restates."""
        known = {rule.uid: rule for rule in rules}
        found: dict[int, int] = {}
        for rule in rules:
            first = next((other for other in rule.restates if other in known and other != rule.uid), None)
            if first is not None and known[first].scope == rule.scope:
                while first in found:
                    first = found[first]
                if first != rule.uid:
                    found[rule.uid] = first
        return found

    def _kept(self, rule: Rule, also: tuple[Rule, ...], env: tuple[Value, ...], setters: list[Setter]) -> Live:
        """A rule laid out; that hangs on no rule that is left out, unless it asks its own question."""
        without = self.encoder.without
        if without is not None and not self.asks_itself(rule):
            without = None
        key = (rule.uid, tuple([other.uid for other in also]), env, self.encoder.supposed, without)
        live = self._lives.get(key)
        if live is None:
            live = self._lives[key] = self._live(rule, also, 0, env, setters)
        return live

    def asks_itself(self, rule: Rule) -> bool:
        """Whether a rule may ask its own question without asking another first."""
        found = self._recursive.get(rule.uid)
        if found is None:
            waiting = [part.term for part in rule.parts] + ([] if rule.effect is None else [rule.effect])
            groups: set[str] = set()
            found = rule.verb is TableVerb.LOOK_UP
            for term in waiting:
                found = found or rule.question in questions_in(term)
                for group in groups_in(term):
                    if group not in groups and (inside := self.program.groups[group].with_) is not None:
                        waiting.append(inside)
                    groups.add(group)
            self._recursive[rule.uid] = found
        return found

    def _live(self, rule: Rule, also: tuple[Rule, ...], place: int, env: tuple[Value, ...], setters: list[Setter]) -> Live:
        there = self.encoder.world.there(rule.scope)
        about = self.space.both(there, self.encoder.heads(rule.heads, env))
        parts = [self.algebra.fact(about)]
        parts += [self.encoder.terms.truth(part.term, env) for part in rule.parts]
        condition = NEVER if about == FALSE else self.algebra.all_of(parts)
        uids = {rule.uid, *(other.uid for other in also)}
        asides = [self.algebra.opposite(one.active) for one in setters if uids & one.targets]
        held = self.algebra.all_of([condition, *asides]) if asides else condition
        effect: Value | None = None
        held_back = NEVER
        if rule.verb is TableVerb.LOOK_UP:
            assert rule.table is not None
            effect = self.encoder.tables.look_up(self.program.tables[rule.table], env)
            held_back, held = self._silent_table(held, effect)
        elif rule.effect is not None:
            effect = self.encoder.effect(rule.effect, env)
        return Live(rule, also, place, condition, held, effect, held_back)

    def _silent_table(self, held: Truth, effect: Value) -> tuple[Truth, Truth]:
        """A table in which nothing stands at these keys does not speak: where that is so, and where its rule may stand."""
        nothing = self.algebra.open(effect)
        if nothing == FALSE:
            return NEVER, held
        back = self.space.both(nothing, self.space.negate(held.no))
        speaking_only = Truth(self.space.both(held.yes, self.space.negate(nothing)), self.space.either(held.no, nothing), held.bad)
        return Truth(back, self.space.negate(back), effect.bad), speaking_only

    def setters(self, question: Question, env: tuple[Value, ...]) -> list[Setter]:
        """The settings-aside on a question, each with where it is in force: what is itself set aside sets nothing aside."""
        found = self.index.setters.get(question.name, [])
        conditions: list[Truth] = []
        for setter, on in found:
            there = self.algebra.fact(self.encoder.world.there(setter.scope))
            conditions.append(there if on.when is None else self.algebra.all_of([there, self.encoder.terms.truth(on.when, env)]))
        attackers: list[list[tuple[int, Truth]]] = []
        for setter, _ in found:
            attackers.append([(other, ALWAYS) for other, (one, _) in enumerate(found) if setter.uid in one.setters])
        settled = settle(self.algebra, conditions, attackers)
        return [
            Setter(setter, frozenset(on.targets), frozenset(on.not_held), Truth(one.stands, one.out, one.bad))
            for (setter, on), one in zip(found, settled, strict=True)
        ]

    # ---- what goes before what ------------------------------------------------------------------------------------------------------

    def _edges(self, question: Question, stage: Stage, env: tuple[Value, ...]) -> None:
        home = {uid: live.place for live in stage.rules for uid in live.uids}
        stated: dict[tuple[int, int], list[int]] = {}
        for override, on in self.index.overrides.get(question.name, ()):
            pairs = {(home[a], home[b]) for a in on.by if a in home for b in on.targets if b in home}
            if not pairs:
                continue
            active = self._statement(override, on, env)
            for by, target in sorted(pairs):
                if by == target or (stage.rules[by].rule.otherwise and not stage.rules[target].rule.otherwise):
                    continue
                stated.setdefault((min(by, target), max(by, target)), []).append(len(stage.edges))
                stage.edges.append(Edge(by, target, active, "stated", override))
        if any(line.over is not None for line in self.program.policy):
            for one, other in self._overlapping(stage.rules):
                self._policy_edge(stage, one, other, stated.get((one.place, other.place), []))
        for weak in stage.rules:
            if weak.rule.otherwise:
                stage.edges.extend(
                    Edge(strong.place, weak.place, ALWAYS, "otherwise") for strong in stage.rules if not strong.rule.otherwise
                )

    def _statement(self, override: Override, on: OverrideOn, env: tuple[Value, ...]) -> Truth:
        there = self.algebra.fact(self.encoder.world.there(override.scope))
        return there if on.when is None else self.algebra.all_of([there, self.encoder.terms.truth(on.when, env)])

    def _overlapping(self, rules: list[Live]) -> Iterator[tuple[Live, Live]]:
        """The pairs that can clash and whose conditions can hold together as far as their plain parts tell."""
        from rulewright.decision.formula.overlaps import overlapping

        boxes = [self.space.necessary(self.space.negate(live.held.no)) for live in rules]
        for one, other in overlapping(boxes, self.space):
            first, second = rules[one], rules[other]
            if first.rule.otherwise == second.rule.otherwise and may_clash(first.rule, second.rule):
                yield first, second

    def _policy_edge(self, stage: Stage, one: Live, other: Live, between: list[int]) -> None:
        """The first line of the policy about two rules that may clash: where they do, and no statement before it decides."""
        found = speaking(self.program, one.rule, other.rule)
        if found is None:
            return
        line, forward, before_stated = found
        clash = self.clash(one, other)
        by, target = (one, other) if forward else (other, one)
        parts = [clash]
        for number in between:
            edge = stage.edges[number]
            if before_stated:
                edge.active = self.algebra.all_of([edge.active, self.algebra.opposite(clash)])
            else:
                parts.append(self.algebra.opposite(edge.active))
        stage.edges.append(Edge(by.place, target.place, self.algebra.all_of(parts), line.text))

    def clash(self, one: Live, other: Live) -> Truth:
        """Where the effects of two rules of one stage disagree; roundings clash by kind, as the interpreter has it."""
        verbs = {one.rule.verb, other.rule.verb}
        if verbs <= {Verb.IS, TableVerb.LOOK_UP}:
            assert one.effect is not None
            assert other.effect is not None
            if len(one.effect.cases) == len(other.effect.cases) == 1 and one.effect.cases[0][0] == other.effect.cases[0][0] == TRUE:
                same = self.algebra.leaves_equal(one.effect.cases[0][1], other.effect.cases[0][1])
                return Truth(self.space.negate(same), same)  # plain values, as nearly all are
            differ, same = self.algebra.differing(one.effect, other.effect), self.algebra.same(one.effect, other.effect)
            return Truth(differ, same, self.algebra.first_bad([one.effect, other.effect]))
        if verbs == {Verb.ROUNDED}:
            return ALWAYS if one.rule.rounding is not other.rule.rounding else NEVER
        return ALWAYS

    # ---- how they stand -------------------------------------------------------------------------------------------------------------

    def settle_stage(self, stage: Stage) -> None:
        """Work out how each rule of a stage stands."""
        conditions = [live.held for live in stage.rules]
        attackers: list[list[tuple[int, Truth]]] = [[] for _ in conditions]
        by_excuse: list[set[int]] = [set() for _ in conditions]
        for edge in stage.edges:
            if conditions[edge.by].no != TRUE and conditions[edge.target].no != TRUE and edge.active.no != TRUE:
                if stage.rules[edge.by].rule.verb is Verb.NEED_NOT:
                    by_excuse[edge.target].add(len(attackers[edge.target]))
                attackers[edge.target].append((edge.by, edge.active))
        parted = self._by_parts(stage, conditions, attackers, by_excuse)
        settled = settle(self.algebra, conditions, attackers)
        stage.standing = settled[: len(stage.rules)]
        stage.required = {place: settled[part] for place, part in parted.items() if stage.rules[place].rule.verb is Verb.MUST}

    def _by_parts(
        self, stage: Stage, conditions: list[Truth], attackers: list[list[tuple[int, Truth]]], by_excuse: list[set[int]]
    ) -> dict[int, int]:
        """The requirement part of each rule that a `need not` goes before becomes a node of its own, for that touches nothing else."""
        parted: dict[int, int] = {}
        for place, live in enumerate(stage.rules):
            if by_excuse[place] and live.rule.verb is not Verb.NEED_NOT:
                whole = attackers[place]
                attackers[place] = [one for number, one in enumerate(whole) if number not in by_excuse[place]]
                parted[place] = len(conditions)
                conditions.append(conditions[place])
                attackers.append(whole)
        for place, live in enumerate(stage.rules):
            if live.rule.verb is Verb.NEED_NOT:
                attackers[place] = [(parted.get(by, by), active) for by, active in attackers[place]]
        return parted


def settle(algebra: Algebra, conditions: list[Truth], attackers: list[list[tuple[int, Truth]]]) -> list[Standing]:
    """The least fixed point: where each node stands, where it is out; what never settles is a cycle, open by conflict."""
    count = len(conditions)
    standing = [Standing(FALSE, TRUE) for _ in range(count)]
    for group in _components(attackers, count):
        if len(group) == 1 and all(by != group[0] for by, _ in attackers[group[0]]):
            node = group[0]
            standing[node] = _settled(algebra, conditions[node], attackers[node], standing)
        else:
            _settle_cycle(algebra, group, conditions, attackers, standing)
    return standing


def _settled(algebra: Algebra, condition: Truth, attackers: list[tuple[int, Truth]], standing: list[Standing]) -> Standing:
    """One node whose attackers are settled."""
    if not attackers:
        return Standing(condition.yes, condition.no, condition.bad)
    both, either = algebra.space.both, algebra.space.either
    stands = both(condition.yes, *[either(standing[by].out, active.no) for by, active in attackers])
    out = either(condition.no, *[both(standing[by].stands, active.yes) for by, active in attackers])
    return Standing(stands, out, _reasons(algebra, condition, attackers, standing))


def _reasons(algebra: Algebra, condition: Truth, attackers: Iterable[tuple[int, Truth]], standing: list[Standing]) -> Formula:
    """Where a node that is open is so by conflict."""
    both, either, negate = algebra.space.both, algebra.space.either, algebra.space.negate
    parts = [algebra.ill(condition)]
    for by, active in attackers:
        ill = algebra.ill(active)
        parts.append(both(standing[by].stands, ill))
        if standing[by].out != negate(standing[by].stands):
            opened = negate(either(standing[by].stands, standing[by].out))
            parts.append(both(opened, negate(active.no), either(standing[by].bad, ill)))
    return either(*parts)


def _settle_cycle(
    algebra: Algebra, group: list[int], conditions: list[Truth], attackers: list[list[tuple[int, Truth]]], standing: list[Standing]
) -> None:
    """Nodes that go before one another: settled step by step from what is known for certain."""
    both, either = algebra.space.both, algebra.space.either
    for node in group:
        standing[node] = Standing(FALSE, conditions[node].no)
    told = dict.fromkeys(group, FALSE)
    for _ in range(2 * len(group) + 1):
        changed = False
        after: dict[int, Standing] = {}
        for node in group:
            found = _settled(algebra, conditions[node], attackers[node], standing)
            after[node] = Standing(either(standing[node].stands, found.stands), either(standing[node].out, found.out))
            changed = changed or after[node] != standing[node]
        for node, found in after.items():
            standing[node] = found
        if not changed:
            break
    for _ in range(len(group) + 1):
        changed = False
        for node in group:
            known = [either(standing[by].stands, standing[by].out, told.get(by, TRUE), active.no) for by, active in attackers[node]]
            found_told = both(algebra.space.negate(either(standing[node].stands, standing[node].out)), *known)
            changed = changed or found_told != told[node]
            told[node] = found_told
        if not changed:
            break
    for _ in group:
        for node in group:
            standing[node].bad = either(algebra.space.negate(told[node]), _reasons(algebra, conditions[node], attackers[node], standing))


def _components(attackers: list[list[tuple[int, Truth]]], count: int) -> list[list[int]]:
    """Groups of nodes that go before one another, each after those that go before it (networkx tells the last ones first)."""
    import networkx

    if all(by < node for node in range(count) for by, _ in attackers[node]):
        return [[node] for node in range(count)]
    graph: networkx.DiGraph[int] = networkx.DiGraph()
    graph.add_nodes_from(range(count))
    graph.add_edges_from((by, node) for node in range(count) for by, _ in attackers[node])
    return [sorted(group) for group in networkx.strongly_connected_components(graph)][::-1]
