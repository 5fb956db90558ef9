"""Which facts matter: those in which alone two possible situations differ that differ in outcome.

The situations that were found make a tree: at each node a fact, a branch for each of its values, at the end of each path an outcome. Two
situations that differ in one fact alone part at a node of that fact, so it is enough to hold the branches of each node against each other;
branches that are the same tree are one object, and are not gone through. Where statements rule situations out, two ends of paths count when
both are possible with the same values of everything else; where no fact does alone, a smallest set with it is looked for, pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import perm, prod
from typing import Any, TypeAlias

from rulewright.engines.interpreter.anonymous import Unnamed, unnamed_in
from rulewright.engines.interpreter.possibility import Facts, Trial
from rulewright.engines.interpreter.situation import Situation
from rulewright.semantics.terms import FactKey

_MOST_COMPARED = 50_000
"""So many places of two branches are held against each other."""
_MOST_PAIRS = 50_000
_MOST_RENAMED = 2_000
_MOST_KINDS = 12


@dataclass(slots=True)
class Leaf:
    """A part of the situations, given by some facts, in which the outcome is one; no `situation` where it was found choice by choice."""

    facts: Facts
    outcome: Any
    situation: Situation | None = None


@dataclass(slots=True)
class Node:
    """A fact, and what comes of each of its values."""

    fact: FactKey
    branches: dict[Any, Tree]


Tree: TypeAlias = "Node | tuple[Any, ...]"
"""A node, or an outcome."""


@dataclass(slots=True)
class Matter:
    """The facts that are proved to matter, and those that may; `whole`: nothing was left that could tell of others."""

    proved: set[FactKey] = field(default_factory=set)
    perhaps: set[FactKey] = field(default_factory=set)
    whole: bool = True
    compared: int = 0

    def add(self, fact: FactKey, facts: Facts, *, is_proved: bool = True) -> None:
        """A fact that matters where these facts are so: of one about a thing that was not named those that bring it in, which may."""
        (self.proved if is_proved and not about_unnamed(fact) else self.perhaps).update(brought_in_by(fact, facts))

    def has(self, fact: FactKey, facts: Facts) -> bool:
        """Whether nothing new would come of this fact."""
        if not about_unnamed(fact):
            return fact in self.proved
        return all(one in self.proved or one in self.perhaps for one in brought_in_by(fact, facts))


def facts_that_matter(trial: Trial, leaves: list[Leaf]) -> tuple[list[FactKey], list[FactKey]]:
    """The facts that are proved to matter, and those that may, in the order in which the situations have them.

    Things that were not named have no names of their own: each situation counts under every way of telling them apart. Where only a fact of
    such a thing is known to matter, those that bring it in may.
    """
    facts = list(dict.fromkeys(named for leaf in leaves for fact in leaf.facts for named in brought_in_by(fact, leaf.facts)))
    is_judged = any(trial.near(leaf.facts) for leaf in leaves)
    several = renamed(leaves)
    found = Matter()
    if several is None:
        found.perhaps.update(fact for leaf in leaves for fact, value in leaf.facts.items() if isinstance(value, Unnamed))
    _add_alone(several or leaves, found, trial if is_judged else None)
    if found.whole and is_judged and len(found.proved) < len(facts) and not _told_by(found.proved, several or leaves):
        _add_in_parts(trial, leaves, found)
    if not found.whole:  # a smaller set may be among what is left, and any other fact may matter too
        found.perhaps.update(facts)
    return [fact for fact in facts if fact in found.proved], [fact for fact in facts if fact in found.perhaps - found.proved]


# ---- in one fact alone -------------------------------------------------------------------------------------------------------------------


def _add_alone(leaves: list[Leaf], found: Matter, trial: Trial | None) -> None:
    """Adds the facts in which alone two situations differ that differ in outcome, both possible as far as `trial` can tell."""
    seen: set[int] = set()
    waiting: list[tuple[Tree, Facts]] = [(_tree_of(leaves), {})]
    while waiting:
        tree, known = waiting.pop()
        if not isinstance(tree, Node) or (trial is None and id(tree) in seen and not unnamed_in(known)):
            continue
        seen.add(id(tree))
        waiting += [(branch, {**known, tree.fact: value}) for value, branch in reversed(tree.branches.items())]
        _add_at(tree, known, found, trial)


def _add_at(node: Node, known: Facts, found: Matter, trial: Trial | None) -> None:
    """Adds the fact of a node, if two of its branches lead to different outcomes where everything else is the same."""
    for (value, one), (otherwise, other) in combinations(node.branches.items(), 2):
        for rest in _apart(one, other, known, found):
            several = [{**rest, node.fact: value}, {**rest, node.fact: otherwise}]
            if found.has(node.fact, several[0]):
                break
            is_possible = trial is None or trial.possible_together(several)
            if is_possible is not False:
                found.add(node.fact, several[0], is_proved=is_possible is True)
        if found.has(node.fact, {**known, node.fact: value}) and not about_unnamed(node.fact):
            return


def _apart(one: Tree, other: Tree, known: Facts, found: Matter) -> Iterator[Facts]:
    """The facts with which one tree leads to another outcome than the other."""
    found.compared += 1
    if found.compared > _MOST_COMPARED:
        found.whole = False
        return
    one, other = _under(one, known), _under(other, known)
    if one is other or one == () or other == ():
        return
    node = one if isinstance(one, Node) else other
    if not isinstance(node, Node):
        if one != other:
            yield known
        return
    for value in node.branches:
        yield from _apart(one, other, {**known, node.fact: value}, found)


def _under(tree: Tree, known: Facts) -> Tree:
    """The part of a tree that is left where some facts are known; `()` where there is none."""
    while isinstance(tree, Node) and tree.fact in known:
        tree = tree.branches.get(known[tree.fact], ())
    return tree


def _tree_of(leaves: list[Leaf]) -> Tree:
    """The tree of these situations, each of which has its facts in the order in which they were tried; the same part is one object."""
    root: dict[Any, Any] = {}
    for leaf in leaves:
        place = root
        for fact, value in leaf.facts.items():
            place = place.setdefault(fact, {}).setdefault(value, {})
        place[None] = leaf.outcome
    made: dict[Hashable, Tree] = {}
    return _made(root, made)


def _made(place: dict[Any, Any], made: dict[Hashable, Tree]) -> Tree:
    if None in place:
        outcome: Tree = place[None]
        return made.setdefault(outcome, outcome)
    ((fact, values),) = place.items()
    branches = {value: _made(inside, made) for value, inside in values.items()}
    return made.setdefault((fact, *((value, id(branch)) for value, branch in branches.items())), Node(fact, branches))


# ---- in a smallest set -------------------------------------------------------------------------------------------------------------------


def _add_in_parts(trial: Trial, leaves: list[Leaf], found: Matter) -> None:
    """Adds what matters where statements leave no two situations that differ in one fact alone: each is split until it is possible."""
    parts: list[Leaf] = []
    for leaf in leaves:
        for part in trial.parts(leaf.facts):
            if part is None:
                found.whole = False
                return
            parts.append(Leaf(part, leaf.outcome))
    several = renamed(parts) or parts
    _add_alone(several, found, None)
    sets: set[frozenset[FactKey]] = set()
    pairs = _pairs(several)
    for one, other in islice(pairs, _MOST_PAIRS):
        differ = _differences(one.facts, other.facts)
        if len(differ) > 1 and not differ & found.proved:
            sets.add(frozenset(named for fact in differ for named in brought_in_by(fact, one.facts)))
    if next(pairs, None) is not None:
        found.whole = False
        return
    smallest = [differ for differ in sets if not differ & found.proved and not any(smaller < differ for smaller in sets)]
    found.proved.update(*smallest)


def _pairs(leaves: list[Leaf]) -> Iterator[tuple[Leaf, Leaf]]:
    for index, one in enumerate(leaves):
        for other in leaves[index + 1 :]:
            if one.outcome != other.outcome:
                yield one, other


def _kinds(leaves: list[Leaf], told: Callable[[Leaf], tuple[FactKey, ...]]) -> list[tuple[tuple[FactKey, ...], list[Leaf]]]:
    """The leaves by which facts they tell."""
    found: dict[tuple[FactKey, ...], list[Leaf]] = {}
    for leaf in leaves:
        found.setdefault(told(leaf), []).append(leaf)
    return list(found.items())


def _told_by(facts: Iterable[FactKey], leaves: list[Leaf]) -> bool:
    """Whether these facts tell the outcome: any two leaves that differ in outcome differ in one of them that both tell."""
    names = tuple(facts)
    kinds = _kinds(leaves, lambda leaf: tuple(name for name in names if name in leaf.facts))
    return len(kinds) <= _MOST_KINDS and all(
        _agree(some, others, [name for name in told if name in told_too])
        for (told, some), (told_too, others) in combinations_with_replacement(kinds, 2)
    )


def _agree(some: list[Leaf], others: list[Leaf], shared: list[FactKey]) -> bool:
    """Whether leaves of the one kind and of the other that have these facts in common have one outcome."""
    outcomes: dict[tuple[Any, ...], set[Any]] = {}
    for leaf in some:
        outcomes.setdefault(tuple(leaf.facts[name] for name in shared), set()).add(leaf.outcome)
    return all(outcomes.get(tuple(leaf.facts[name] for name in shared), {leaf.outcome}) == {leaf.outcome} for leaf in others)


def _differences(one: Mapping[Any, Any], other: Mapping[Any, Any]) -> frozenset[Any]:
    """What both tell, differently."""
    small, large = (one, other) if len(one) < len(other) else (other, one)
    return frozenset(name for name, value in small.items() if name in large and large[name] != value)


# ---- things that were not named ----------------------------------------------------------------------------------------------------------


def renamed(leaves: list[Leaf]) -> list[Leaf] | None:
    """Each leaf under every way of telling apart the things in it that were not named; None where that is too many."""
    brought = [unnamed_in(leaf.facts) for leaf in leaves]
    records = sorted({one.record for several in brought for one in several})
    if not records:
        return leaves
    most = {kind: 1 + max(sum(one.record == kind for one in several) for several in brought) for kind in records}
    pools = {kind: [Unnamed(kind, number + 1) for number in range(count)] for kind, count in most.items()}
    found: list[Leaf] = []
    for leaf, several in zip(leaves, brought, strict=True):
        mine = [[one for one in several if one.record == kind] for kind in records]
        if len(found) + prod(perm(most[kind], len(ones)) for kind, ones in zip(records, mine, strict=True)) > _MOST_RENAMED:
            return None
        for taken in product(*(permutations(pools[kind], len(ones)) for kind, ones in zip(records, mine, strict=True))):
            names = {old: new for ones, others in zip(mine, taken, strict=True) for old, new in zip(ones, others, strict=True)}
            found.append(_under_names(leaf, names))
    return found


def _under_names(leaf: Leaf, names: Mapping[Any, Unnamed]) -> Leaf:
    facts = {(fact, tuple(names.get(arg, arg) for arg in args)): names.get(value, value) for (fact, args), value in leaf.facts.items()}
    return Leaf(facts, leaf.outcome)


def about_unnamed(fact: FactKey) -> bool:
    """Whether a fact is about a thing that was not named."""
    return any(isinstance(arg, Unnamed) for arg in fact[1])


def brought_in_by(fact: FactKey, facts: Mapping[FactKey, Any]) -> list[FactKey]:
    """The fact itself; if it is about a thing that was not named, those whose value that thing is."""
    if not about_unnamed(fact):
        return [fact]
    found = [fact]
    for one in found:
        found += [name for name, value in facts.items() if isinstance(value, Unnamed) and value in one[1] and name not in found]
    return [one for one in found if not about_unnamed(one)]
