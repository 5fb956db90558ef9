"""The contest of the rules of a stage, in the truths of any engine: who attacks whom, pair by pair, and the graph that follows from it.

Rules are known by their place in the stage. An attack is evaluated on demand: most questions of most situations need few of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property
from typing import Generic, Self, TypeAlias, TypeVar

from rulewright.base.cycles import ordered_components
from rulewright.base.keywords import Verb
from rulewright.base.records import record
from rulewright.core.logic import Logic
from rulewright.core.model import CoreRule, Precedence, PrecedenceKind
from rulewright.core.standing import Attackers

T = TypeVar("T")
Choice: TypeAlias = "tuple[str, int | frozenset[int]]"
"""A truth that may be undecided: a rule's guard (by place), the statement of an attack (by its number), or a clash of two rules."""


@record
class Attack:
    """A precedence, by its index in the question, for one pair of rules."""

    winner: int
    loser: int
    index: int
    precedence: Precedence


class StageAttacks:
    """The attacks that precedences make between the rules of a stage, each known by its number.

    `precedences` are those that may be in force, by their index in the question. `rivals` limits the lines of the policy to pairs that may
    meet: for each rule, those that it may meet.
    """

    def __init__(
        self,
        precedences: Mapping[int, Precedence],
        rules: Sequence[CoreRule],
        rivals: Callable[[], Mapping[int, Sequence[int]]] | None = None,
    ) -> None:
        self.need_nots = frozenset(place for place, rule in enumerate(rules) if rule.verb is Verb.NEED_NOT)
        self.musts = frozenset(place for place, rule in enumerate(rules) if rule.verb is Verb.MUST)
        self.amounts_of_kinds: set[int] = set()
        """The rules of which an amount of their kind may be better."""
        self.pairs: list[Attack] = []
        self.attacks_on: list[list[int]] = [[] for _ in rules]
        self.links: dict[int, list[int]] = defaultdict(list)
        """By source, the stated attacks that a chain may use."""
        self._numbers: dict[int, dict[tuple[int, int], int]] = defaultdict(dict)
        place_of = {rule.number: place for place, rule in enumerate(rules)}
        rivals_of = rivals() if rivals and any(precedence.kind is PrecedenceKind.POLICY for precedence in precedences.values()) else None
        for index, precedence in precedences.items():
            winners, losers = [[place_of[number] for number in side if number in place_of] for side in (precedence.by, precedence.targets)]
            if precedence.kind is PrecedenceKind.CARRIED:
                self._add_links(precedence.through)
            for winner in winners:
                targets: Iterable[int] = losers
                if precedence.kind is PrecedenceKind.CARRIED:
                    reachable = self._reachable_by_chain(winner)
                    targets = [loser for loser in losers if loser in reachable]
                elif precedence.kind is PrecedenceKind.POLICY and rivals_of is not None:
                    targets = [rival for rival in rivals_of.get(winner, ()) if rival in losers]
                for loser in targets:
                    if loser != winner:
                        self._add_attack(Attack(winner, loser, index, precedence))

    def _add_attack(self, attack: Attack) -> None:
        number = self._numbers[attack.index][attack.winner, attack.loser] = len(self.pairs)
        self.pairs.append(attack)
        self.attacks_on[attack.loser].append(number)
        if attack.precedence.kind is PrecedenceKind.BEST:
            self.amounts_of_kinds |= {attack.winner, attack.loser}

    def _add_links(self, statements: Iterable[int]) -> None:
        for index in statements:
            for (winner, _), number in self._numbers[index].items():
                self.links[winner].append(number)

    def _reachable_by_chain(self, winner: int) -> set[int]:
        """Return the rules to which a chain of two statements or more may lead."""
        reachable: set[int] = set()
        pending = [self.pairs[number].loser for number in self.links.get(winner, ())]
        while pending:
            targets = {self.pairs[number].loser for number in self.links.get(pending.pop(), ())} - reachable
            reachable |= targets
            pending += targets
        return reachable

    def opposed(self, attack: Attack) -> Iterator[int]:
        """Yield the attacks in the opposite direction that an attack yields to."""
        for index in attack.precedence.yields_to:
            number = self._numbers[index].get((attack.loser, attack.winner))
            if number is not None:
                yield number

    @cached_property
    def link_groups(self) -> list[list[int]]:
        """The rules on chains, each after those from which a statement leads to it; rules on a circle of statements together."""
        sources: dict[int, list[int]] = {}
        for source, numbers in self.links.items():
            for number in numbers:
                sources.setdefault(source, [])
                sources.setdefault(self.pairs[number].loser, []).append(source)
        return list(ordered_components(sources))

    @cached_property
    def link_circles(self) -> frozenset[int]:
        """The rules on circles of statements."""
        return frozenset(place for group in self.link_groups if len(group) > 1 for place in group)


class Contest(ABC, Generic[T]):
    """The attacks of a stage, in the truths of an engine. `guards`, by place, are the conditions of its rules, after suspensions.

    `undecided` has the truths met that are not decided; with `choices`, such a truth is, where it is undecided, what has been chosen.
    """

    def __init__(self, logic: Logic[T], attacks: StageAttacks, guards: Sequence[T]) -> None:
        self.logic = logic
        self.attacks = attacks
        self.choices: Mapping[Choice, T] = {}
        self.undecided: dict[Choice, T] = {}
        self._statements: dict[int, T] = {}
        self._clashes: dict[frozenset[int], T] = {}
        self._truths: dict[int, T] = {}
        self._links: dict[int, dict[int, T]] | None = None
        self._chains: dict[tuple[int, int | None], dict[int, T]] = {}
        self.guards = self._resolve_guards(guards)

    @abstractmethod
    def _evaluate_statement(self, attack: Attack) -> T:
        """Return the truth that the statement of an attack is in force."""

    @abstractmethod
    def _evaluate_clash(self, winner: int, loser: int) -> T:
        """Return the truth that two rules disagree."""

    def with_choices(self, choices: Mapping[Choice, T]) -> Self:
        """Return the same contest with more choices taken; decided attacks are kept."""
        contest = copy(self)
        contest.choices = {**self.choices, **choices}
        contest.undecided = {}
        contest.guards = contest._resolve_guards(self.guards)
        contest._truths = {number: truth for number, truth in self._truths.items() if self.logic.is_decided(truth)}
        contest._links, contest._chains = None, {}
        return contest

    def _resolve_guards(self, guards: Sequence[T]) -> list[T]:
        is_decided = self.logic.is_decided
        return [guard if is_decided(guard) else self._resolve(("held", place), guard) for place, guard in enumerate(guards)]

    def _resolve(self, choice: Choice, truth: T) -> T:
        """Return a truth as it has been chosen to be where it is undecided; without a choice it is noted."""
        if self.logic.is_decided(truth):
            return truth
        if choice in self.choices:
            return self.logic.fill_undecided(truth, self.choices[choice])
        self.undecided[choice] = truth
        return truth

    # ---- attacks ------------------------------------------------------------------------------------------------------------------------

    def attack_truth(self, number: int) -> T:
        """Return the truth that an attack is in force."""
        truth = self._truths.get(number)
        if truth is None:
            conditions: list[T] = []
            for condition in self._conditions(number):
                conditions.append(condition)
                if self.logic.is_false(condition):
                    break  # the rest, an evaluation each, would change nothing
            truth = self._truths[number] = conditions[0] if len(conditions) == 1 else self.logic.conjunction_of(conditions)
        return truth

    def _conditions(self, number: int) -> Iterator[T]:
        """Yield the conditions under which an attack is in force."""
        attack = self.attacks.pairs[number]
        yield self._statement(number)
        if attack.precedence.kind is PrecedenceKind.CARRIED:
            yield self._chain(attack.winner, attack.loser)
        if attack.precedence.on_clash:
            yield self._clash(attack)
        for opposed in self.attacks.opposed(attack):
            yield self.logic.negate_truth(self.attack_truth(opposed))

    def _statement(self, number: int) -> T:
        attack = self.attacks.pairs[number]
        if attack.index not in self._statements:
            self._statements[attack.index] = self._evaluate_statement(attack)
        return self._resolve(("stated", number), self._statements[attack.index])

    def _clash(self, attack: Attack) -> T:
        pair = frozenset((attack.winner, attack.loser))
        if pair not in self._clashes:
            self._clashes[pair] = self._evaluate_clash(attack.winner, attack.loser)
        return self._resolve(("clash", pair), self._clashes[pair])

    def first_open_attack(self, winner: int, loser: int) -> Choice:
        """Return the first open choice that the attacks of one rule on another, which are undecided, depend on."""
        return self._first_open_of(self.attacks.attacks_on[loser], winner, loser)

    def _first_open_of(self, numbers: Iterable[int], winner: int, loser: int) -> Choice:
        pairs = self.attacks.pairs
        return next(
            self._first_open(number)
            for number in numbers
            if (pairs[number].winner, pairs[number].loser) == (winner, loser) and not self.logic.is_decided(self.attack_truth(number))
        )

    def _first_open(self, number: int) -> Choice:
        attack = self.attacks.pairs[number]
        for choice in (("stated", number), ("clash", frozenset((attack.winner, attack.loser)))):
            if choice in self.undecided and (choice[0] == "stated" or attack.precedence.on_clash):
                return choice
        for opposed in self.attacks.opposed(attack):
            if not self.logic.is_decided(self.attack_truth(opposed)):
                return self._first_open(opposed)
        return self._open_on_chain(attack)

    # ---- chains -------------------------------------------------------------------------------------------------------------------------

    def _chain(self, winner: int, loser: int) -> T:
        """Return the truth that a chain of two statements or more leads from one rule to another, by rules whose own guards hold."""
        end = loser if loser in self.attacks.link_circles else None  # a chain stops at its end; elsewhere it cannot come back
        if (winner, end) not in self._chains:
            self._chains[winner, end] = self._follow_chains(winner, end)
        return self._chains[winner, end].get(loser, self.logic.false)

    def _follow_chains(self, winner: int, end: int | None) -> dict[int, T]:
        """Return, by the rule that they lead to, the truths of the chains from a rule; none continues beyond `end`."""
        links, logic = self._incoming_links(), self.logic
        reachable: dict[int, T] = {}
        chains: dict[int, T] = {}
        for group in self.attacks.link_groups:
            previous: list[T | None] = []
            for _ in group:  # on a circle of statements a chain may be as long as it
                for place in group:
                    sources = links.get(place)
                    if sources is None:
                        continue
                    steps = [
                        logic.conjunction_of([reachable[middle], self.guards[middle], link])
                        for middle, link in sources.items()
                        if middle in reachable and middle != end
                    ]
                    if steps and place != winner:
                        reachable[place] = chains[place] = logic.disjunction_of(steps)
                    if winner in sources:
                        reachable[place] = logic.disjunction_of([sources[winner], *([chains[place]] if place in chains else [])])
                current = [reachable.get(place) for place in group]
                if previous == current:
                    break
                previous = current
        return chains

    def _incoming_links(self) -> dict[int, dict[int, T]]:
        """Return, by target and source, the truths that a statement between two rules is in force."""
        if self._links is None:
            truths: dict[int, dict[int, list[T]]] = defaultdict(lambda: defaultdict(list))
            for source, numbers in self.attacks.links.items():
                for number in numbers:
                    truth, target = self.attack_truth(number), self.attacks.pairs[number].loser
                    if not self.logic.is_false(truth):
                        truths[target][source].append(truth)
            self._links = {
                target: {source: self.logic.disjunction_of(parts) for source, parts in sources.items()}
                for target, sources in truths.items()
            }
        return self._links

    def _open_on_chain(self, attack: Attack) -> Choice:
        """Return an open choice on one of the chains that make up an attack."""
        pending: list[tuple[int, Choice | None]] = [(attack.loser, None)]
        visited = {attack.loser, attack.winner}
        for place, choice in pending:
            for source, link in self._incoming_links().get(place, {}).items():
                open_choice = choice or (
                    None if self.logic.is_decided(link) else self._first_open_of(self.attacks.links[source], source, place)
                )
                if source == attack.winner and place != attack.loser and open_choice is not None:
                    return open_choice
                if source not in visited and not self.logic.is_false(self.guards[source]):
                    visited.add(source)
                    pending.append((source, open_choice or (None if self.logic.is_decided(self.guards[source]) else ("held", source))))
        raise AssertionError("an undecided chain has something undecided on it")


class AttackGraph(Generic[T]):
    """The attack graph of a stage: a node for each rule and for the requirements of some, with guards and attackers.

    The requirement of a rule that a `need not` attacks is a node of its own (`requirements`), since `need not` touches nothing else. Other
    attackers of such a rule attack both its nodes; when it attacks a `need not`, its requirement does. A `may` or `may not` that attacks no
    `need not` has no such node, which would say nothing and change nothing.

    An amount of a kind has a second node too: that it stands, by which it attacks. Its first is that it counts: only that is attacked by
    a better amount of its kind.
    """

    def __init__(self, contest: Contest[T], requirements: Mapping[int, int] | None = None) -> None:
        self.contest = contest
        self.guards = contest.guards.copy()
        self.attackers: list[Attackers[T]] = [[] for _ in self.guards]
        in_force = [not contest.logic.is_false(guard) for guard in self.guards]
        for place, numbers in enumerate(contest.attacks.attacks_on):
            if numbers and in_force[place]:
                self.attackers[place] = list(self._attackers_of(numbers, in_force))
        self.requirements = self._find_requirements() if requirements is None else requirements
        if contest.attacks.amounts_of_kinds:
            self._split_amounts(in_force)
        self._split_requirements()

    def _attackers_of(self, numbers: Sequence[int], in_force: Sequence[bool]) -> Iterator[tuple[int, T]]:
        """Yield the rules that may attack by these attacks, all on one rule, each with the truth that one of its attacks is in force."""
        contest, logic = self.contest, self.contest.logic
        truths: dict[int, list[T]] = {}
        for number in numbers:
            winner = contest.attacks.pairs[number].winner
            if in_force[winner] and not logic.is_false(truth := contest.attack_truth(number)):
                truths.setdefault(winner, []).append(truth)
        for winner, parts in truths.items():
            yield winner, parts[0] if len(parts) == 1 else logic.disjunction_of(parts)

    def _find_requirements(self) -> dict[int, int]:
        """Map each rule whose requirement a `need not` attacks, or may attack, to the node of that requirement."""
        need_nots = self.contest.attacks.need_nots
        if amounts := self.contest.attacks.amounts_of_kinds:
            return {place: node for node, place in enumerate(sorted(amounts), len(self.guards))}
        requiring = self.contest.attacks.musts.union(*[[attacker for attacker, _ in self.attackers[place]] for place in need_nots])
        split = [place for place in sorted(requiring - need_nots) if any(attacker in need_nots for attacker, _ in self.attackers[place])]
        return {place: node for node, place in enumerate(split, len(self.guards))}

    def _split_amounts(self, in_force: Sequence[bool]) -> None:
        attacks = self.contest.attacks
        for place in self.requirements:
            ordinary = [number for number in attacks.attacks_on[place] if attacks.pairs[number].precedence.kind is not PrecedenceKind.BEST]
            self.guards.append(self.guards[place])
            self.attackers.append(list(self._attackers_of(ordinary, in_force)) if in_force[place] else [])
        self.attackers = [
            [(self.requirements.get(attacker, attacker), attack) for attacker, attack in attackers] for attackers in self.attackers
        ]

    def place_of(self, node: int) -> int:
        """Return the rule that a node is a part of."""
        return node if node < len(self.contest.guards) else next(place for place, part in self.requirements.items() if part == node)

    def _split_requirements(self) -> None:
        need_nots = self.contest.attacks.need_nots
        if not need_nots:
            return
        for place in self.requirements:
            self.guards.append(self.guards[place])
            self.attackers.append(self.attackers[place])
        for place in range(len(self.contest.guards)):
            if place in need_nots:
                self.attackers[place] = [(self.requirements.get(attacker, attacker), attack) for attacker, attack in self.attackers[place]]
            else:
                self.attackers[place] = [(attacker, attack) for attacker, attack in self.attackers[place] if attacker not in need_nots]
