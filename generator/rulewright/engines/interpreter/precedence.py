"""The contest of the claims of a stage in one situation: their statuses, and the labellings that are consistent.

What stands is settled first with unknowns left open. Where undecided claims then depend on one another, their labellings are enumerated:
among the claims that no other undecided claim attacks, the first unknown that one waits for is taken both ways, or, if they wait only for
one another, each is tried accepted and not. What stands is settled again, and so on until nothing is undecided. So no choice is made that
makes no difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeAlias

from rulewright.base.keywords import Verb
from rulewright.base.limits import MAX_LABELLING_TRIALS
from rulewright.core.contest import Attack, AttackGraph, Choice, Contest
from rulewright.core.model import CoreRule
from rulewright.core.precedence_policy import may_clash
from rulewright.core.primitives import round_value
from rulewright.core.standing import circle_labellings, first_component, settle_nodes
from rulewright.engines.interpreter.claims import Claim, ClaimStatus, Labelling, independent_labelling
from rulewright.engines.interpreter.kleene import KLEENE, merge_unknowns
from rulewright.engines.interpreter.plan import StagePlan
from rulewright.engines.interpreter.unknown import Unknown
from rulewright.engines.interpreter.value_domain import Code
from rulewright.semantics.model import TableVerb

InForce: TypeAlias = Callable[[Code | None, Unknown | None], Any]
"""Evaluates the guard of a statement and the reading it is under, for the operands of the question."""


class ClaimContest(Contest[Any]):
    """The attacks between the claims of a stage in one situation."""

    def __init__(self, plan: StagePlan, claims: list[Claim], conditions: list[Any], in_force: InForce, running_value: Any) -> None:
        self.plan = plan
        self.claims = {claim.live.stage_index: claim for claim in claims}
        self.in_force = in_force
        self.running_value = running_value
        guards: list[Any] = [False] * len(plan.rules)
        for place, condition in zip(self.claims, conditions, strict=True):
            guards[place] = condition
        super().__init__(KLEENE, plan.attacks, guards)

    def _evaluate_statement(self, attack: Attack) -> Any:
        statement = self.plan.statements[attack.index]
        return self.in_force(statement.guard, statement.unknown)

    def _evaluate_clash(self, winner: int, loser: int) -> Any:
        return clash_of(self.claims[winner], self.claims[loser], self.running_value)


class ClaimGraph(AttackGraph[Any]):
    """The attack graph of the claims of a stage, and which of its nodes stand."""

    def __init__(
        self, contest: ClaimContest, requirements: Mapping[int, int] | None = None, fixed: Mapping[int, bool] | None = None
    ) -> None:
        super().__init__(contest, requirements)
        self.claims = contest.claims
        self.fixed = fixed or {}
        """Nodes that are accepted or not, whatever attacks them."""
        for node, is_accepted in self.fixed.items():
            self.guards[node], self.attackers[node] = is_accepted, []
        self.standing = settle_nodes(KLEENE, self.guards, self.attackers)
        self.undecided = {
            node: [attacker for attacker, _ in self.attackers[node]]
            for node, truth in enumerate(self.standing)
            if truth.__class__ is Unknown
        }

    def status(self, node: int) -> ClaimStatus:
        """Return the status of a node whose guard is not false."""
        truth = self.standing[node]
        return ClaimStatus.STANDS if truth is True else ClaimStatus.DEFEATED if truth is False else ClaimStatus.OPEN

    def circular_nodes(self) -> set[int]:
        """Return the undecided nodes that wait for one another, and those that wait for them."""
        circular = {node for node in self.undecided if self.standing[node].conflict}
        while free_nodes := {node for node in circular if circular.isdisjoint(self.undecided[node])}:
            circular -= free_nodes
        return circular

    def winning_attack(self, node: int) -> Attack:
        """Return the first attack that defeats a node, which is defeated."""
        winners = {self.place_of(attacker) for attacker, _ in self.attackers[node] if self.standing[attacker] is True}
        attacks = self.contest.attacks
        return next(
            attacks.pairs[number]
            for number in attacks.attacks_on[self.place_of(node)]
            if attacks.pairs[number].winner in winners and self.contest.attack_truth(number) is True
        )

    def depend_on_one_another(self) -> bool:
        """Return True if an undecided node attacks an undecided node, so that their choices are not independent.

        If a reading is among the reasons, the result is False: readings are enumerated elsewhere. Readings of a part that says nothing, the
        requirement of a `may` or `may not`, do not count. An unknown fact is one more choice: an outcome common to all labellings holds
        whatever its value.
        """
        is_attacked = any(attacker in self.undecided for attackers in self.undecided.values() for attacker in attackers)
        if not is_attacked and not any(node in self.undecided and part in self.undecided for node, part in self.requirements.items()):
            return False
        silent = {part for node, part in self.requirements.items() if node not in self.contest.attacks.musts}
        return not any(self.standing[node].readings for node in self.undecided if node not in silent)

    def first_open_choice(self, group: Sequence[int]) -> Choice | None:
        """Return the first open choice that one of these nodes waits for; None if they wait only for one another."""
        for node in group:
            if self.guards[node] is not True:
                return ("held", self.place_of(node))
        for is_settled in (True, False):
            for node in group:
                for attacker, attack in self.attackers[node]:
                    if attack is not True and (attacker not in self.undecided) is is_settled and self.standing[attacker] is not False:
                        return self.contest.first_open_attack(self.place_of(attacker), self.place_of(node))
        return None

    def to_labelling(self) -> Labelling:
        """Return the labelling of a graph in which every node is decided."""
        accepted = tuple(claim for place, claim in self.claims.items() if self.standing[place])
        required = frozenset(id(claim) for place, claim in self.claims.items() if self.standing[self.requirements.get(place, place)])
        return Labelling(accepted, (), required)


def label_claims(
    plan: StagePlan, claims: list[Claim], conditions: list[Any], in_force: InForce, running_value: Any
) -> tuple[Labelling, ...]:
    """Set the status of each claim of a stage, and return the labellings that are consistent.

    `running_value` is the input of roundings, or an `Unknown`.
    """
    contest = ClaimContest(plan, claims, conditions, in_force, running_value)
    graph = ClaimGraph(contest)
    circular = graph.circular_nodes()
    for place, claim in contest.claims.items():
        if graph.guards[place] is not False:
            _record_status(claim, place, graph, circular)
    labellings = _enumerate_labellings(contest, graph) if graph.depend_on_one_another() else None
    return (independent_labelling(claims),) if labellings is None else labellings


def _record_status(claim: Claim, place: int, graph: ClaimGraph, circular: set[int]) -> None:
    """Record the status of a claim, the reason it is undecided, and the claim that defeats it."""
    requirement = graph.requirements.get(place, place)
    claim.is_cyclic = place in circular or requirement in circular
    claim.status = graph.status(place)
    nodes = [place]
    if requirement != place and place in graph.contest.attacks.musts:
        claim.requirement_status = graph.status(requirement)
        nodes.append(requirement)
    # On a circle, the statements that could break it are the first reasons.
    statements = [attack for node in nodes if node in circular for _, attack in graph.attackers[node]]
    claim.unknown = merge_unknowns([*statements, *[graph.standing[node] for node in nodes]])
    for node in reversed(nodes):
        if graph.standing[node] is False:
            attack = graph.winning_attack(node)
            claim.winner, claim.defeat_reason = graph.claims[attack.winner], attack.precedence.why


def _enumerate_labellings(open_contest: ClaimContest, open_graph: ClaimGraph) -> tuple[Labelling, ...] | None:
    """Return the consistent labellings of the claims; None if there are more than can be tried."""
    complete: dict[tuple[bool, ...], Labelling] = {}
    requirements = open_graph.requirements
    pending: list[tuple[ClaimContest, Mapping[int, bool]]] = [(open_contest, {})]
    trials = 0
    while pending:
        contest, fixed = pending.pop()
        trials += 1
        if trials > MAX_LABELLING_TRIALS:
            return None
        graph = ClaimGraph(contest, requirements, fixed)
        group = first_component(graph.undecided)
        if not group:
            complete.setdefault(tuple(graph.standing), graph.to_labelling())
        elif (choice := graph.first_open_choice(group)) is not None:
            pending += [(contest.with_choices({choice: is_taken}), fixed) for is_taken in (True, False)]
        else:
            cycle = {node: [attacker for attacker in graph.undecided[node] if attacker in group] for node in group}
            cycle_labellings = circle_labellings(cycle, requirements)
            if cycle_labellings is None:
                return None
            pending += [(contest, {**fixed, **labelling}) for labelling in cycle_labellings]
    return tuple(complete.values())


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
