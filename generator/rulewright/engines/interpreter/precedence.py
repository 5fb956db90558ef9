"""Attacks between the claims of a stage in one situation, and the statuses that follow from them.

The precedences of the core are evaluated for two claims on demand: true, false or unknown. The least fixpoint is computed first with
unknowns left open. Where undecided claims then depend on one another, their labellings are enumerated: among the claims that no other
undecided claim attacks, the first unknown that one waits for is taken both ways, or, if they wait only for one another, each is tried
accepted and not. The fixpoint is computed again, and so on until nothing is undecided. So no choice is made that makes no difference.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from rulewright.base.keywords import Verb
from rulewright.base.limits import MAX_LABELLING_TRIALS
from rulewright.core.model import CoreRule, PrecedenceKind
from rulewright.core.precedence_policy import may_clash
from rulewright.core.primitives import round_value
from rulewright.engines.interpreter.claims import Claim, Labelling, independent_labelling
from rulewright.engines.interpreter.fixpoint import (
    Attack,
    ClaimStatus,
    Fixpoint,
    compute_fixpoint,
    depend_on_one_another,
    first_undecided,
    labellings,
)
from rulewright.engines.interpreter.kleene import kleene_and, kleene_not, merge_unknowns
from rulewright.engines.interpreter.plan import PairPrecedence, StagePlan
from rulewright.engines.interpreter.unknown import Unknown, merge_all_reasons, merge_reasons
from rulewright.engines.interpreter.value_domain import Code
from rulewright.semantics.model import TableVerb

InForce: TypeAlias = Callable[[Code | None, Unknown | None], Any]
"""Evaluates the guard of a statement and the reading it is under, for the operands of the question."""
Choice: TypeAlias = "tuple[str, int | frozenset[int]]"
"""A choice that may be open: a rule's guard (by index), the statement of an attack (by its number), or a clash of two rules."""


def label_claims(
    plan: StagePlan, claims: list[Claim], conditions: list[Any], in_force: InForce, running_value: Any
) -> tuple[Labelling, ...]:
    """Set the status of each claim of a stage, and return the labellings that are consistent.

    `running_value` is the input of roundings, or an `Unknown`.
    """
    attacks = AttackEvaluator(plan, claims, conditions, in_force, running_value)
    graph = AttackGraph(attacks)
    fixpoint = compute_fixpoint(graph.conditions, graph.attackers)
    for index, claim in enumerate(claims):
        if conditions[index] is not False:
            _record_status(claim, index, fixpoint, graph)
    labellings = (
        _enumerate_labellings(graph) if depend_on_one_another(fixpoint, graph.attackers, graph.second_parts, graph.silent_parts()) else None
    )
    return (independent_labelling(claims),) if labellings is None else labellings


def _record_status(claim: Claim, index: int, fixpoint: Fixpoint, graph: AttackGraph) -> None:
    """Record the status of a claim, the reason it is undecided, and the claim that defeats it."""
    claim.status = fixpoint.statuses[index]
    claim.unknown = fixpoint.reasons.get(index)
    claim.is_cyclic = index in fixpoint.cyclic_nodes
    loser = index
    second_part = graph.second_parts.get(index)
    if second_part is not None:
        claim.is_cyclic = claim.is_cyclic or second_part in fixpoint.cyclic_nodes
    if second_part is not None and claim.live.core.verb is Verb.MUST:
        claim.requirement_status = fixpoint.statuses[second_part]
        if fixpoint.statuses[second_part] is ClaimStatus.OPEN:
            claim.unknown = (
                fixpoint.reasons[second_part] if claim.unknown is None else merge_reasons(claim.unknown, fixpoint.reasons[second_part])
            )
        loser = index if index in fixpoint.winning_attacks else second_part
    if loser in fixpoint.winning_attacks:
        attacker, number = fixpoint.winning_attacks[loser]
        claim.winner = graph.attacks.claims[graph.rule_of_node(attacker)]
        claim.defeat_reason = graph.attacks.plan.attacks[number].precedence.why


# ---- ways in which rules may stand together ----------------------------------------------------------------------------------------------


def _enumerate_labellings(open_graph: AttackGraph) -> tuple[Labelling, ...] | None:
    """Return the consistent labellings of the claims; None if there are more than can be tried."""
    labellings_by_status: dict[tuple[bool, ...], Labelling] = {}
    pending = [open_graph]
    trials = 0
    while pending:
        graph = pending.pop()
        trials += 1
        if trials > MAX_LABELLING_TRIALS:
            return None
        fixpoint = compute_fixpoint(graph.conditions, graph.attackers)
        group = first_undecided(fixpoint.statuses, graph.attackers)
        if not group:
            accepted = tuple(status is ClaimStatus.STANDS for status in fixpoint.statuses)
            labellings_by_status.setdefault(accepted, _complete_labelling(graph, accepted))
        elif (choice := graph.first_open_choice(group, fixpoint)) is not None:
            pending += [graph.with_choice(choice, is_taken) for is_taken in (True, False)]
        else:
            cycle_labellings = labellings(
                {node: [attacker for attacker, _, _ in graph.attackers[node] if attacker in group] for node in group}, graph.second_parts
            )
            if cycle_labellings is None:
                return None
            pending += [graph.with_fixed(labelling) for labelling in cycle_labellings]
    return tuple(labellings_by_status.values())


def _complete_labelling(graph: AttackGraph, accepted: tuple[bool, ...]) -> Labelling:
    """Return the labelling of a graph in which every node is decided."""
    claims = graph.attacks.claims
    accepted_claims = tuple(claim for index, claim in enumerate(claims) if accepted[index])
    required = frozenset(id(claim) for index, claim in enumerate(claims) if accepted[graph.second_parts.get(index, index)])
    return Labelling(accepted_claims, (), required)


class AttackGraph:
    """The attack graph of a stage: a node for each claim and for the second parts of some, with guards and attackers.

    The requirement of a rule that a `need not` attacks is a node of its own (`second_parts`), since `need not` touches nothing else. Other
    attackers of such a rule attack both its nodes; when it attacks a `need not`, its requirement does. A `may` or `may not` that attacks no
    `need not` has no second node, which would say nothing and change nothing.
    """

    def __init__(
        self, attacks: AttackEvaluator, second_parts: Mapping[int, int] | None = None, fixed: Mapping[int, bool] | None = None
    ) -> None:
        self.attacks = attacks
        self.conditions = attacks.conditions.copy()
        self.attackers: list[list[Attack]] = attacks.attackers_of_rules()
        self.second_parts = self._find_second_parts() if second_parts is None else second_parts
        if attacks.plan.has_need_not:
            self._split_requirements()
        self.fixed = fixed or {}
        for node, is_accepted in self.fixed.items():
            self.conditions[node], self.attackers[node] = is_accepted, []

    def _is_excuse(self, index: int) -> bool:
        return self.attacks.claims[index].live.rule.verb is Verb.NEED_NOT

    def _is_must(self, index: int) -> bool:
        return self.attacks.claims[index].live.rule.verb is Verb.MUST

    def silent_parts(self) -> frozenset[int]:
        """Return the second parts that say nothing: the requirement of a `may` or `may not`."""
        return frozenset(part for node, part in self.second_parts.items() if not self._is_must(node))

    def _find_second_parts(self) -> dict[int, int]:
        """Map each rule whose requirement a `need not` attacks, or may attack, to the node of that requirement."""
        if not self.attacks.plan.has_need_not:
            return {}
        indexes = range(len(self.attacks.claims))
        excuses = [index for index in indexes if self._is_excuse(index)]
        requiring = {attacker for index in excuses for attacker, _, _ in self.attackers[index]} | {
            index for index in indexes if self._is_must(index)
        }
        split_nodes = [
            index for index in sorted(requiring - {*excuses}) if any(self._is_excuse(attacker) for attacker, _, _ in self.attackers[index])
        ]
        return {index: part for part, index in enumerate(split_nodes, len(self.conditions))}

    def _split_requirements(self) -> None:
        for index in self.second_parts:
            self.conditions.append(self.conditions[index])
            self.attackers.append(self.attackers[index])
        for index in range(len(self.attacks.claims)):
            attackers = self.attackers[index]
            if self._is_excuse(index):
                self.attackers[index] = [(self.second_parts.get(attacker, attacker), edge, number) for attacker, edge, number in attackers]
            else:
                self.attackers[index] = [attack for attack in attackers if not self._is_excuse(attack[0])]

    def with_choice(self, choice: Choice, is_taken: bool) -> AttackGraph:
        """Return the same graph with an open choice taken one way."""
        return AttackGraph(self.attacks.with_choice(choice, is_taken), self.second_parts, self.fixed)

    def with_fixed(self, fixed_nodes: Mapping[int, bool]) -> AttackGraph:
        """Return the same graph with some nodes accepted or rejected, whatever attacks them."""
        return AttackGraph(self.attacks, self.second_parts, {**self.fixed, **fixed_nodes})

    def rule_of_node(self, node: int) -> int:
        """Return the rule that a node is a part of."""
        return node if node < len(self.attacks.claims) else next(index for index, part in self.second_parts.items() if part == node)

    def first_open_choice(self, group: Sequence[int], fixpoint: Fixpoint) -> Choice | None:
        """Return the first open choice that one of these nodes waits for; None if they wait only for one another."""
        for node in group:
            if self.conditions[node] is not True:
                return ("held", self.rule_of_node(node))
        for attacker_status in (ClaimStatus.STANDS, ClaimStatus.OPEN):
            for node in group:
                for attacker, edge, number in self.attackers[node]:
                    if edge is not True and fixpoint.statuses[attacker] is attacker_status:
                        return self.attacks.first_open(number)
        return None


# ---- who goes before whom ----------------------------------------------------------------------------------------------------------------


class AttackEvaluator:
    """Lazy evaluation of the attacks between the claims of a stage, pair by pair."""

    def __init__(self, plan: StagePlan, claims: list[Claim], conditions: list[Any], in_force: InForce, running_value: Any) -> None:
        self.plan = plan
        self.running_value = running_value
        self.claims = claims
        self.conditions = conditions
        self.in_force = in_force
        self.index_by_place = {claim.live.stage_index: index for index, claim in enumerate(claims)}
        self._truths: dict[Choice, Any] = {}
        self._attack_values: dict[int, Any] = {}
        self._chain_links: tuple[Mapping[int, Sequence[tuple[int, int]]], Mapping[int, Sequence[tuple[int, int]]]] | None = None

    def with_choice(self, choice: Choice, is_taken: bool) -> AttackEvaluator:
        """Return the same evaluator with an open choice taken one way; decided attacks are kept."""
        conditions = [is_taken if choice == ("held", index) else value for index, value in enumerate(self.conditions)]
        evaluator = AttackEvaluator(self.plan, self.claims, conditions, self.in_force, self.running_value)
        evaluator._truths = {**self._truths, choice: is_taken}
        evaluator._attack_values = {number: value for number, value in self._attack_values.items() if value.__class__ is not Unknown}
        return evaluator

    def attackers_of_rules(self) -> list[list[Attack]]:
        """Return the attackers of each claim, undecided attacks included."""
        attackers: list[list[Attack]] = [[] for _ in self.claims]
        for index, claim in enumerate(self.claims):
            if self.conditions[index] is False:
                continue
            for number in self.plan.attacks_on[claim.live.stage_index]:
                attacker = self.index_by_place.get(self.plan.attacks[number].winner)
                if attacker is None or self.conditions[attacker] is False:
                    continue
                active = self.attack_value(number)
                if active is not False:
                    attackers[index].append((attacker, active, number))
            if len(attackers[index]) > 1:
                attackers[index] = _drop_redundant_attacks(attackers[index])
        return attackers

    def attack_value(self, number: int) -> Any:
        """Return True, False or an `Unknown`: an attack that is in force, is not, or is undecided."""
        value = self._attack_values.get(number)
        if value is None:
            value = self._attack_values[number] = self._evaluate_attack(self.plan.attacks[number], number)
        return value

    def _evaluate_attack(self, edge: PairPrecedence, number: int) -> Any:
        value = self._stated_value(edge, number)
        if edge.precedence.kind is PrecedenceKind.CARRIED:
            value = kleene_and(value, self._chain_value(edge))
        if edge.precedence.on_clash and value is not False:
            value = kleene_and(value, self._clash_value(edge))
        for yielded in edge.yields_to:
            if value is False:
                break
            value = kleene_and(value, kleene_not(self.attack_value(yielded)))
        return value

    def _stated_value(self, edge: PairPrecedence, number: int) -> Any:
        choice = ("stated", number)
        if choice not in self._truths:
            self._truths[choice] = self.in_force(edge.guard, edge.unknown)
        return self._truths[choice]

    def _clash_value(self, edge: PairPrecedence) -> Any:
        choice = self._clash_choice(edge)
        if choice not in self._truths:
            self._truths[choice] = clash_of(
                self.claims[self.index_by_place[edge.winner]], self.claims[self.index_by_place[edge.loser]], self.running_value
            )
        return self._truths[choice]

    def _clash_choice(self, edge: PairPrecedence) -> Choice:
        return ("clash", frozenset((self.index_by_place[edge.winner], self.index_by_place[edge.loser])))

    def first_open(self, number: int) -> Choice:
        """Return the first open choice that an undecided attack depends on."""
        edge = self.plan.attacks[number]
        if self._stated_value(edge, number).__class__ is Unknown:
            return ("stated", number)
        if edge.precedence.on_clash and self._clash_value(edge).__class__ is Unknown:
            return self._clash_choice(edge)
        for yielded in edge.yields_to:
            if self.attack_value(yielded).__class__ is Unknown:
                return self.first_open(yielded)
        rule, link = next(self._open_on_chain(edge))
        return ("held", rule) if link is None else self.first_open(link)

    # ---- chains ----------------------------------------------------------------------------------------------------------------------

    def _chain_value(self, edge: PairPrecedence) -> Any:
        """Evaluate a chain: stated attacks that lead from one rule to the other through rules whose guards are true."""
        reachable, _ = self._reachable_places(edge.winner, edge.loser, forward=True)
        if edge.loser not in reachable:
            return False
        if reachable[edge.loser]:
            return True
        return merge_all_reasons(
            [self.conditions[rule] if link is None else self.attack_value(link) for rule, link in self._open_on_chain(edge)]
        )

    def _open_on_chain(self, edge: PairPrecedence) -> Iterator[tuple[int, int | None]]:
        """Yield the unknowns on the chains between two rules: (rule, None) for a guard, (rule, attack) for a statement."""
        _, reachable = self._reachable_places(edge.winner, edge.loser, forward=True)
        _, reaching = self._reachable_places(edge.loser, edge.winner, forward=False)
        places_between = sorted(place for place in reachable if place in reaching and place not in (edge.winner, edge.loser))
        for place in places_between:
            if self.conditions[self.index_by_place[place]].__class__ is Unknown:
                yield self.index_by_place[place], None
        for place in (edge.winner, *places_between):
            for next_place, number in self._chain_steps(place, forward=True):
                if self.attack_value(number) is not True and (
                    next_place in places_between or (next_place == edge.loser and place != edge.winner)
                ):
                    yield self.index_by_place[place], number

    def _reachable_places(self, start: int, end: int, *, forward: bool) -> tuple[dict[int, bool], dict[int, bool]]:
        """Return the places reachable by a chain of two attacks or more (or backwards), and by one or more; True: for certain.

        No chain continues beyond `end`.
        """
        by_chain: dict[int, bool] = {}
        by_edges: dict[int, bool] = {}
        pending = [(start, True, True)]
        while pending:
            place, certain, is_start = pending.pop()
            for next_place, number in self._chain_steps(place, forward=forward):
                is_certain = certain and self.attack_value(number) is True
                is_new = False
                for certainty_by_place in (by_edges,) if is_start else (by_edges, by_chain):
                    if (
                        next_place != start
                        and not certainty_by_place.get(next_place, False)
                        and (is_certain or next_place not in certainty_by_place)
                    ):
                        certainty_by_place[next_place] = is_certain
                        is_new = True
                condition = self.conditions[self.index_by_place[next_place]]
                if is_new and next_place != end and condition is not False:
                    pending.append((next_place, is_certain and condition is True, False))
        return by_chain, by_edges

    def _chain_steps(self, place: int, *, forward: bool) -> Sequence[tuple[int, int]]:
        """Return the (place, attack) pairs that stated attacks lead to, or come from, in force or undecided."""
        if self._chain_links is None:
            self._chain_links = self._build_chain_links()
        return self._chain_links[forward].get(place, ())

    def _build_chain_links(self) -> tuple[dict[int, list[tuple[int, int]]], dict[int, list[tuple[int, int]]]]:
        """Index the steps of chains by their end and by their start."""
        incoming: dict[int, list[tuple[int, int]]] = defaultdict(list)
        outgoing: dict[int, list[tuple[int, int]]] = defaultdict(list)
        for source, numbers in self.plan.chain_links.items():
            edges = [(self.plan.attacks[number].loser, number) for number in numbers if source in self.index_by_place]
            links = [(target, self.attack_value(number), number) for target, number in edges if target in self.index_by_place]
            for target, _, number in _drop_redundant_attacks([link for link in links if link[1] is not False]):
                outgoing[source].append((target, number))
                incoming[target].append((source, number))
        return incoming, outgoing


def _drop_redundant_attacks(attacks: list[Attack]) -> list[Attack]:
    """Drop an undecided attack where the same rule attacks for certain: it changes nothing and is no reason."""
    if all(edge is True for _, edge, _ in attacks):
        return attacks
    certain = {attacker for attacker, edge, _ in attacks if edge is True}
    return [attack for attack in attacks if attack[1] is True or attack[0] not in certain]


def clash_of(claim: Claim, rival: Claim, running_value: Any) -> Any:
    """Return True if two claims of a stage disagree, False if not, or an `Unknown` if an effect or the running value is unknown."""
    if claim.live.core.verb in {Verb.IS, TableVerb.LOOK_UP}:
        unknown = merge_unknowns((claim.effect, rival.effect))
        return bool(claim.effect != rival.effect) if unknown is None else unknown
    if claim.live.core.verb is Verb.ROUNDED:
        return _roundings_differ(claim.live.core, rival.live.core, running_value)
    return may_clash(claim.live.rule, rival.live.rule)


def _roundings_differ(rule: CoreRule, rival: CoreRule, running_value: Any) -> Any:
    first, second = rule.rounds_to, rival.rounds_to
    if first is None or second is None or first == second:
        return False
    if running_value.__class__ is Unknown:
        return running_value
    return round_value(running_value, *first) != round_value(running_value, *second)
