"""A rule with all its addresses, and what the policy of the book says about two of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.solver.policy import side
from rulewright.base.keywords import Verb
from rulewright.semantics import model as p


@dataclass(frozen=True)
class Merged:
    """A rule with what restates it: `there` are its addresses that are there, the one restated first."""

    uid: int
    addresses: frozenset[int]
    there: tuple[p.Rule, ...]

    @property
    def first(self) -> p.Rule:
        """The address by which the policy reads the rule."""
        return self.there[0]

    @property
    def verb(self) -> Verb | p.TableVerb:
        return self.first.verb

    @property
    def stage(self) -> int:
        return self.first.stage

    @property
    def otherwise(self) -> bool:
        return self.first.otherwise


def merged(program: p.Program, question: str, is_there: Callable[[p.Rule], bool]) -> list[Merged]:
    """The rules on a question of which an address is there."""
    rules = {rule.uid: rule for rule in program.rules if rule.question == question}
    chains: dict[int, list[tuple[int, int]]] = {}
    for uid in rules:
        path = [uid]
        while (first := restated(rules, path[-1])) is not None:
            path.append(first)
        chains.setdefault(path[-1], []).append((len(path), uid))
    found = []
    for root, addresses in chains.items():
        there = tuple(rules[uid] for _, uid in sorted(addresses) if is_there(rules[uid]))
        if there:
            found.append(Merged(root, frozenset(uid for _, uid in addresses), there))
    return found


def restated(rules: dict[int, p.Rule], uid: int) -> int | None:
    """The rule that a rule restates; of the grounds of a block, the one with its own letter."""
    targets = [other for other in rules[uid].restates if other in rules and other != uid]
    alike = [other for other in targets if rules[other].label == rules[uid].label]
    return next(iter([*alike, *targets]), None)


@dataclass(frozen=True)
class Speaking:
    """The first line of the policy, `stated` apart, that speaks about two rules; `early` if it comes before `stated`."""

    strong: int
    weak: int
    early: bool


def speaking(program: p.Program, one: Merged, other: Merged) -> Speaking | None:
    early = any(line.over is None for line in program.policy)
    for line in program.policy:
        if line.over is None or line.under is None:
            early = False
            continue
        for a, b in ((one, other), (other, one)):
            if side(program, line.over, a.first, b.first) and side(program, line.under, b.first, a.first):
                return Speaking(a.uid, b.uid, early)
    return None
