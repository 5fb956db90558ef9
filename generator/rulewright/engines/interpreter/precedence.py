"""Which rules of a stage go before which in one situation, and how they then stand.

The precedences of the core are worked out for two rules when they are asked for: true, false or open. First the least fixed point is
computed with open things open. Where that leaves rules open that depend on one another, the ways in which they may stand together are gone
through: of the rules that nothing else unsettled goes before, the first open thing that one waits for is taken one way and the other, or,
if they only wait for one another, each is tried standing and not. Then the fixed point is computed again, and so on until nothing is open.
So nothing is chosen that makes no difference.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from rulewright.base.keywords import Rounding, Verb
from rulewright.core.model import PrecedenceKind
from rulewright.core.precedence_policy import may_clash
from rulewright.engines.interpreter.claims import Way, Weighed, independent
from rulewright.engines.interpreter.fixpoint import (
    MOST_TRIED,
    Attack,
    Settled,
    State,
    depend_on_one_another,
    first_left,
    labellings,
    settle,
)
from rulewright.engines.interpreter.kleene import ROUNDINGS, Code, both, opened_of, opposite
from rulewright.engines.interpreter.plan import PairPrecedence, StagePlan
from rulewright.engines.interpreter.unknown import Open, join, join_all
from rulewright.semantics.model import TableVerb

InForce: TypeAlias = Callable[[Code | None, Open | None], Any]
"""Whether a statement is in force for the arguments of the question: its `when`, and the reading that it is under."""
Choice: TypeAlias = "tuple[str, int | frozenset[int]]"
"""Something that may be open: the condition of a rule (its index), a statement about two rules (its edge), a clash of two rules."""


def stand(plan: StagePlan, rules: list[Weighed], conditions: list[Any], in_force: InForce, before: Any) -> tuple[Way, ...]:
    """Notes how each of the rules of a stage stands, and finds the ways in which they may stand together.

    `before` is the value that roundings are given, or why it is open.
    """
    edges = Edges(plan, rules, conditions, in_force, before)
    nodes = Nodes(edges)
    settled = settle(nodes.conditions, nodes.attackers)
    for index, weighed in enumerate(rules):
        if conditions[index] is not False:
            _note(weighed, index, settled, nodes)
    ways = _ways(nodes) if depend_on_one_another(settled, nodes.attackers, nodes.parted, nodes.silent()) else None
    return (independent(rules),) if ways is None else ways


def _note(weighed: Weighed, index: int, settled: Settled, nodes: Nodes) -> None:
    """How a rule stands, why it is open, and what beat it."""
    weighed.state = settled.states[index]
    weighed.opened = settled.reasons.get(index)
    weighed.cycle = index in settled.cycles
    loser = index
    part = nodes.parted.get(index)
    if part is not None:
        weighed.cycle = weighed.cycle or part in settled.cycles
    if part is not None and weighed.live.core.verb is Verb.MUST:
        weighed.excused = settled.states[part]
        if settled.states[part] is State.OPEN:
            weighed.opened = settled.reasons[part] if weighed.opened is None else join(weighed.opened, settled.reasons[part])
        loser = index if index in settled.beaten else part
    if loser in settled.beaten:
        by, number = settled.beaten[loser]
        weighed.by = nodes.edges.rules[nodes.owner(by)]
        weighed.why = nodes.edges.plan.edges[number].precedence.why


# ---- ways in which rules may stand together ----------------------------------------------------------------------------------------------


def _ways(open_nodes: Nodes) -> tuple[Way, ...] | None:
    """Every way in which the rules may stand; None where there are too many to go through."""
    found: dict[tuple[bool, ...], Way] = {}
    waiting = [open_nodes]
    tried = 0
    while waiting:
        nodes = waiting.pop()
        tried += 1
        if tried > MOST_TRIED:
            return None
        settled = settle(nodes.conditions, nodes.attackers)
        group = first_left(settled.states, nodes.attackers)
        if not group:
            standing = tuple(state is State.STANDS for state in settled.states)
            found.setdefault(standing, _way(nodes, standing))
        elif (choice := nodes.waits_for(group, settled)) is not None:
            waiting += [nodes.choosing(choice, taken) for taken in (True, False)]
        else:
            each = labellings({node: [by for by, _, _ in nodes.attackers[node] if by in group] for node in group}, nodes.parted)
            if each is None:
                return None
            waiting += [nodes.fixing(labelling) for labelling in each]
    return tuple(found.values())


def _way(nodes: Nodes, standing: tuple[bool, ...]) -> Way:
    """A way in which everything is settled."""
    rules = nodes.edges.rules
    stands = tuple(one for index, one in enumerate(rules) if standing[index])
    required = frozenset(id(one) for index, one in enumerate(rules) if standing[nodes.parted.get(index, index)])
    return Way(stands, (), required)


class Nodes:
    """What stands or does not: the rules of a stage, and the second parts of some; each with its condition and what goes before it.

    The requirement of a rule that a `need not` goes before is a part of its own (`parted`), for `need not` touches nothing else. Everything
    else that goes before such a rule goes before both its parts; where it goes before a `need not`, its requirement does. A `may` or `may
    not` that goes before no `need not` has no such part: it would say nothing and change nothing.
    """

    def __init__(self, edges: Edges, parted: Mapping[int, int] | None = None, fixed: Mapping[int, bool] | None = None) -> None:
        self.edges = edges
        self.conditions = edges.conditions.copy()
        self.attackers: list[list[Attack]] = edges.attackers()
        self.parted = self._to_part() if parted is None else parted
        if edges.plan.excuses:
            self._part()
        self.fixed = fixed or {}
        for node, stands in self.fixed.items():
            self.conditions[node], self.attackers[node] = stands, []

    def _is_excuse(self, index: int) -> bool:
        return self.edges.rules[index].live.rule.verb is Verb.NEED_NOT

    def _is_must(self, index: int) -> bool:
        return self.edges.rules[index].live.rule.verb is Verb.MUST

    def silent(self) -> frozenset[int]:
        """The parts that say nothing: the requirement of a `may` or `may not`."""
        return frozenset(part for node, part in self.parted.items() if not self._is_must(node))

    def _to_part(self) -> dict[int, int]:
        """The rules of which a `need not` goes before the requirement, or may, each with the node of that."""
        if not self.edges.plan.excuses:
            return {}
        rules = range(len(self.edges.rules))
        excuses = [index for index in rules if self._is_excuse(index)]
        speaking = {by for index in excuses for by, _, _ in self.attackers[index]} | {index for index in rules if self._is_must(index)}
        found = [index for index in sorted(speaking - {*excuses}) if any(self._is_excuse(by) for by, _, _ in self.attackers[index])]
        return {index: part for part, index in enumerate(found, len(self.conditions))}

    def _part(self) -> None:
        for index in self.parted:
            self.conditions.append(self.conditions[index])
            self.attackers.append(self.attackers[index])
        for index in range(len(self.edges.rules)):
            whole = self.attackers[index]
            if self._is_excuse(index):
                self.attackers[index] = [(self.parted.get(by, by), edge, number) for by, edge, number in whole]
            else:
                self.attackers[index] = [one for one in whole if not self._is_excuse(one[0])]

    def choosing(self, choice: Choice, taken: bool) -> Nodes:
        """The same with something that is open taken one way."""
        return Nodes(self.edges.choosing(choice, taken), self.parted, self.fixed)

    def fixing(self, standing: Mapping[int, bool]) -> Nodes:
        """The same with some nodes standing or not, whatever goes before them."""
        return Nodes(self.edges, self.parted, {**self.fixed, **standing})

    def owner(self, node: int) -> int:
        """The rule of which a node is a part."""
        return node if node < len(self.edges.rules) else next(index for index, part in self.parted.items() if part == node)

    def waits_for(self, group: Sequence[int], settled: Settled) -> Choice | None:
        """The first open thing that one of these nodes waits for; None where they only wait for one another."""
        for node in group:
            if self.conditions[node] is not True:
                return ("held", self.owner(node))
        for by_state in (State.STANDS, State.OPEN):
            for node in group:
                for by, edge, number in self.attackers[node]:
                    if edge is not True and settled.states[by] is by_state:
                        return self.edges.first_open(number)
        return None


# ---- who goes before whom ----------------------------------------------------------------------------------------------------------------


class Edges:
    """Who goes before whom among the rules about these arguments, worked out pair by pair as needed."""

    def __init__(self, plan: StagePlan, rules: list[Weighed], conditions: list[Any], in_force: InForce, before: Any) -> None:
        self.plan = plan
        self.before = before
        self.rules = rules
        self.conditions = conditions
        self.in_force = in_force
        self.place = {weighed.live.place: index for index, weighed in enumerate(rules)}
        self._truths: dict[Choice, Any] = {}
        self._edges: dict[int, Any] = {}
        self._links: tuple[Mapping[int, Sequence[tuple[int, int]]], Mapping[int, Sequence[tuple[int, int]]]] | None = None

    def choosing(self, choice: Choice, taken: bool) -> Edges:
        """The same with something that is open taken one way; what is not open stays as it is."""
        conditions = [taken if choice == ("held", index) else value for index, value in enumerate(self.conditions)]
        found = Edges(self.plan, self.rules, conditions, self.in_force, self.before)
        found._truths = {**self._truths, choice: taken}
        found._edges = {number: value for number, value in self._edges.items() if value.__class__ is not Open}
        return found

    def attackers(self) -> list[list[Attack]]:
        """What goes before each rule, or may."""
        found: list[list[Attack]] = [[] for _ in self.rules]
        for index, weighed in enumerate(self.rules):
            if self.conditions[index] is False:
                continue
            for number in self.plan.into[weighed.live.place]:
                by = self.place.get(self.plan.edges[number].by)
                if by is None or self.conditions[by] is False:
                    continue
                active = self.edge(number)
                if active is not False:
                    found[index].append((by, active, number))
            if len(found[index]) > 1:
                found[index] = _for_certain(found[index])
        return found

    def edge(self, number: int) -> Any:
        """Whether an edge is in force: True, False or an `Open`."""
        value = self._edges.get(number)
        if value is None:
            value = self._edges[number] = self._edge(self.plan.edges[number], number)
        return value

    def _edge(self, edge: PairPrecedence, number: int) -> Any:
        value = self._stated(edge, number)
        if edge.precedence.kind is PrecedenceKind.CARRIED:
            value = both(value, self._chain(edge))
        if edge.precedence.on_clash and value is not False:
            value = both(value, self._clash(edge))
        for other in edge.yields_to:
            if value is False:
                break
            value = both(value, opposite(self.edge(other)))
        return value

    def _stated(self, edge: PairPrecedence, number: int) -> Any:
        choice = ("stated", number)
        if choice not in self._truths:
            self._truths[choice] = self.in_force(edge.when, edge.maybe)
        return self._truths[choice]

    def _clash(self, edge: PairPrecedence) -> Any:
        choice = self._pair(edge)
        if choice not in self._truths:
            self._truths[choice] = clashes(self.rules[self.place[edge.by]], self.rules[self.place[edge.target]], self.before)
        return self._truths[choice]

    def _pair(self, edge: PairPrecedence) -> Choice:
        return ("clash", frozenset((self.place[edge.by], self.place[edge.target])))

    def first_open(self, number: int) -> Choice:
        """The first thing for which it is open whether an edge is in force."""
        edge = self.plan.edges[number]
        if self._stated(edge, number).__class__ is Open:
            return ("stated", number)
        if edge.precedence.on_clash and self._clash(edge).__class__ is Open:
            return self._pair(edge)
        for other in edge.yields_to:
            if self.edge(other).__class__ is Open:
                return self.first_open(other)
        rule, link = next(self._open_on_chain(edge))
        return ("held", rule) if link is None else self.first_open(link)

    # ---- chains ----------------------------------------------------------------------------------------------------------------------

    def _chain(self, edge: PairPrecedence) -> Any:
        """Whether a chain of stated edges leads from one rule to another by way of rules whose own condition is true."""
        ends, _ = self._reached(edge.by, edge.target, forward=True)
        if edge.target not in ends:
            return False
        if ends[edge.target]:
            return True
        return join_all([self.conditions[rule] if link is None else self.edge(link) for rule, link in self._open_on_chain(edge)])

    def _open_on_chain(self, edge: PairPrecedence) -> Iterator[tuple[int, int | None]]:
        """What is open on the chains from one rule to another: the conditions of rules between, and statements (the rule, the edge)."""
        _, ahead = self._reached(edge.by, edge.target, forward=True)
        _, behind = self._reached(edge.target, edge.by, forward=False)
        between = sorted(place for place in ahead if place in behind and place not in (edge.by, edge.target))
        for place in between:
            if self.conditions[self.place[place]].__class__ is Open:
                yield self.place[place], None
        for place in (edge.by, *between):
            for after, number in self._steps(place, forward=True):
                if self.edge(number) is not True and (after in between or (after == edge.target and place != edge.by)):
                    yield self.place[place], number

    def _reached(self, start: int, end: int, *, forward: bool) -> tuple[dict[int, bool], dict[int, bool]]:
        """The places that a chain of two edges or more leads to (or comes from), and those that any edges do; True: for certain.

        No chain goes on from its `end`.
        """
        longer: dict[int, bool] = {}
        any_: dict[int, bool] = {}
        waiting = [(start, True, True)]
        while waiting:
            place, certain, is_start = waiting.pop()
            for after, number in self._steps(place, forward=forward):
                sure = certain and self.edge(number) is True
                fresh = False
                for known in (any_,) if is_start else (any_, longer):
                    if after != start and not known.get(after, False) and (sure or after not in known):
                        known[after] = sure
                        fresh = True
                condition = self.conditions[self.place[after]]
                if fresh and after != end and condition is not False:
                    waiting.append((after, sure and condition is True, False))
        return longer, any_

    def _steps(self, place: int, *, forward: bool) -> Sequence[tuple[int, int]]:
        """The places that stated edges lead to, or come from, and the edges: those that are or may be in force."""
        if self._links is None:
            self._links = self._linked()
        return self._links[forward].get(place, ())

    def _linked(self) -> tuple[dict[int, list[tuple[int, int]]], dict[int, list[tuple[int, int]]]]:
        """The steps of chains by the place where they end, and by that where they begin."""
        behind: dict[int, list[tuple[int, int]]] = defaultdict(list)
        ahead: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for by, numbers in self.plan.links.items():
            edges = [(self.plan.edges[number].target, number) for number in numbers if by in self.place]
            there = [(target, self.edge(number), number) for target, number in edges if target in self.place]
            for target, _, number in _for_certain([one for one in there if one[1] is not False]):
                ahead[by].append((target, number))
                behind[target].append((by, number))
        return behind, ahead


def _for_certain(attacks: list[Attack]) -> list[Attack]:
    """Without what is open where the same rule goes before this one for certain: it changes nothing and is no reason for anything."""
    if all(edge is True for _, edge, _ in attacks):
        return attacks
    certain = {by for by, edge, _ in attacks if edge is True}
    return [one for one in attacks if one[1] is True or one[0] not in certain]


def clashes(one: Weighed, other: Weighed, before: Any) -> Any:
    """Whether two rules of one stage disagree: True, False, or open where an effect is, or the value that roundings are given."""
    if one.live.core.verb in {Verb.IS, TableVerb.LOOK_UP}:
        opened = opened_of((one.effect, other.effect))
        return bool(one.effect != other.effect) if opened is None else opened
    if one.live.core.verb is Verb.ROUNDED:
        return _round_apart(one.live.core.rounding, other.live.core.rounding, before)
    return may_clash(one.live.rule, other.live.rule)


def _round_apart(one: Rounding | None, other: Rounding | None, before: Any) -> Any:
    if one is None or other is None or one is other:
        return False
    return before if before.__class__ is Open else ROUNDINGS[one](before) != ROUNDINGS[other](before)
