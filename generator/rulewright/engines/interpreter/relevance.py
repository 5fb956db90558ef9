"""Relevant facts: those in which alone two possible situations differ that differ in outcome.

The explored situations form a tree: a fact at each node, a branch for each of its values, an outcome at each leaf. Two situations that
differ in one fact alone part at a node of that fact, so it is enough to compare the branches of each node; equal subtrees are one object,
and are not compared. If statements rule situations out, two leaves count only if both are possible with equal values of all other facts; if
no single fact is relevant, a smallest set is searched for, pair by pair.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import combinations, combinations_with_replacement, islice, permutations, product
from math import perm, prod
from typing import Any, TypeAlias

from rulewright.base.limits import MAX_LEAF_KINDS, MAX_NODES_COMPARED, MAX_PAIRS_COMPARED, MAX_RENAMINGS
from rulewright.engines.interpreter.anonymous import AnonymousThing, anonymous_things
from rulewright.engines.interpreter.possibility import Facts, Trial
from rulewright.engines.interpreter.situation import Situation
from rulewright.semantics.terms import FactKey


@dataclass(slots=True)
class Leaf:
    """A set of situations, given by some facts, with one outcome; no `situation` if it was found choice by choice."""

    facts: Facts
    outcome: Any
    situation: Situation | None = None


@dataclass(slots=True)
class Node:
    """A fact, with the subtree for each of its values."""

    fact: FactKey
    branches: dict[Any, Tree]


Tree: TypeAlias = "Node | tuple[Any, ...]"
"""A node, or an outcome."""


@dataclass(slots=True)
class RelevantFacts:
    """The relevant facts that are proved, and the possible ones; `is_complete`: the search was not cut off."""

    proved: set[FactKey] = field(default_factory=set)
    possible: set[FactKey] = field(default_factory=set)
    is_complete: bool = True
    comparison_count: int = 0

    def add_fact(self, fact: FactKey, facts: Facts, *, is_proved: bool = True) -> None:
        """Add a fact that is relevant under these facts.

        For a fact about an anonymous thing the facts that introduce it are added, as possible ones.
        """
        (self.proved if is_proved and not is_about_anonymous(fact) else self.possible).update(named_sources(fact, facts))

    def has_fact(self, fact: FactKey, facts: Facts) -> bool:
        """Return True if adding this fact would change nothing."""
        if not is_about_anonymous(fact):
            return fact in self.proved
        return all(source in self.proved or source in self.possible for source in named_sources(fact, facts))


def relevant_facts(trial: Trial, leaves: list[Leaf]) -> tuple[list[FactKey], list[FactKey]]:
    """Return the facts that provably matter, and those that may, in the order of the situations.

    Anonymous things have no identity: each situation counts under all assignments of names to them. If only a fact about such a thing is
    known to matter, the facts that introduce it may matter.
    """
    facts = list(dict.fromkeys(source for leaf in leaves for fact in leaf.facts for source in named_sources(fact, leaf.facts)))
    is_judged = any(trial.relevant_groups(leaf.facts) for leaf in leaves)
    renamed_leaves = rename_anonymous(leaves)
    relevant = RelevantFacts()
    if renamed_leaves is None:
        relevant.possible.update(fact for leaf in leaves for fact, value in leaf.facts.items() if isinstance(value, AnonymousThing))
    _add_single_differences(renamed_leaves or leaves, relevant, trial if is_judged else None)
    if (
        relevant.is_complete
        and is_judged
        and len(relevant.proved) < len(facts)
        and not _is_determined_by(relevant.proved, renamed_leaves or leaves)
    ):
        _add_smallest_sets(trial, leaves, relevant)
    if not relevant.is_complete:  # a smaller set may be among what is left, and any other fact may matter too
        relevant.possible.update(facts)
    return [fact for fact in facts if fact in relevant.proved], [fact for fact in facts if fact in relevant.possible - relevant.proved]


# ---- in one fact alone -------------------------------------------------------------------------------------------------------------------


def _add_single_differences(leaves: list[Leaf], relevant: RelevantFacts, trial: Trial | None) -> None:
    """Add the facts in which alone two situations differ that differ in outcome, both possible as far as `trial` can tell."""
    visited: set[int] = set()
    pending: list[tuple[Tree, Facts]] = [(_build_tree(leaves), {})]
    while pending:
        tree, path_facts = pending.pop()
        if not isinstance(tree, Node) or (trial is None and id(tree) in visited and not anonymous_things(path_facts)):
            continue
        visited.add(id(tree))
        pending += [(branch, {**path_facts, tree.fact: value}) for value, branch in reversed(tree.branches.items())]
        _add_node_difference(tree, path_facts, relevant, trial)


def _add_node_difference(node: Node, path_facts: Facts, relevant: RelevantFacts, trial: Trial | None) -> None:
    """Add the fact of a node, if two of its branches lead to different outcomes with all else equal."""
    for (first_value, first_branch), (second_value, second_branch) in combinations(node.branches.items(), 2):
        for shared_facts in _differing_paths(first_branch, second_branch, path_facts, relevant):
            fact_sets = [{**shared_facts, node.fact: first_value}, {**shared_facts, node.fact: second_value}]
            if relevant.has_fact(node.fact, fact_sets[0]):
                break
            is_possible = trial is None or trial.are_compatible(fact_sets)
            if is_possible is not False:
                relevant.add_fact(node.fact, fact_sets[0], is_proved=is_possible is True)
        if relevant.has_fact(node.fact, {**path_facts, node.fact: first_value}) and not is_about_anonymous(node.fact):
            return


def _differing_paths(first: Tree, second: Tree, path_facts: Facts, relevant: RelevantFacts) -> Iterator[Facts]:
    """Yield the facts under which two trees lead to different outcomes."""
    relevant.comparison_count += 1
    if relevant.comparison_count > MAX_NODES_COMPARED:
        relevant.is_complete = False
        return
    first, second = _subtree(first, path_facts), _subtree(second, path_facts)
    if first is second or first == () or second == ():
        return
    node = first if isinstance(first, Node) else second
    if not isinstance(node, Node):
        if first != second:
            yield path_facts
        return
    for value in node.branches:
        yield from _differing_paths(first, second, {**path_facts, node.fact: value}, relevant)


def _subtree(tree: Tree, path_facts: Facts) -> Tree:
    """Return the subtree under known facts; `()` if there is none."""
    while isinstance(tree, Node) and tree.fact in path_facts:
        tree = tree.branches.get(path_facts[tree.fact], ())
    return tree


def _build_tree(leaves: list[Leaf]) -> Tree:
    """Build the tree of these situations from their facts in the order tried; equal subtrees are one object."""
    root: dict[Any, Any] = {}
    for leaf in leaves:
        position = root
        for fact, value in leaf.facts.items():
            position = position.setdefault(fact, {}).setdefault(value, {})
        position[None] = leaf.outcome
    interned: dict[Hashable, Tree] = {}
    return _intern_tree(root, interned)


def _intern_tree(position: dict[Any, Any], interned: dict[Hashable, Tree]) -> Tree:
    if None in position:
        outcome: Tree = position[None]
        return interned.setdefault(outcome, outcome)
    ((fact, values),) = position.items()
    branches = {value: _intern_tree(subtree, interned) for value, subtree in values.items()}
    return interned.setdefault((fact, *((value, id(branch)) for value, branch in branches.items())), Node(fact, branches))


# ---- in a smallest set -------------------------------------------------------------------------------------------------------------------


def _add_smallest_sets(trial: Trial, leaves: list[Leaf], relevant: RelevantFacts) -> None:
    """Add relevant sets of facts where no two possible situations differ in one fact alone: leaves are split until each is possible."""
    parts: list[Leaf] = []
    for leaf in leaves:
        for part in trial.split_possible(leaf.facts):
            if part is None:
                relevant.is_complete = False
                return
            parts.append(Leaf(part, leaf.outcome))
    renamed_parts = rename_anonymous(parts) or parts
    _add_single_differences(renamed_parts, relevant, None)
    sets: set[frozenset[FactKey]] = set()
    pairs = _differing_pairs(renamed_parts)
    for first, second in islice(pairs, MAX_PAIRS_COMPARED):
        difference = _differing_keys(first.facts, second.facts)
        if len(difference) > 1 and not difference & relevant.proved:
            sets.add(frozenset(source for fact in difference for source in named_sources(fact, first.facts)))
    if next(pairs, None) is not None:
        relevant.is_complete = False
        return
    smallest = [difference for difference in sets if not difference & relevant.proved and not any(smaller < difference for smaller in sets)]
    relevant.proved.update(*smallest)


def _differing_pairs(leaves: list[Leaf]) -> Iterator[tuple[Leaf, Leaf]]:
    for index, first in enumerate(leaves):
        for second in leaves[index + 1 :]:
            if first.outcome != second.outcome:
                yield first, second


def _group_leaves(leaves: list[Leaf], key: Callable[[Leaf], tuple[FactKey, ...]]) -> list[tuple[tuple[FactKey, ...], list[Leaf]]]:
    """Group the leaves by the facts that they give."""
    groups: dict[tuple[FactKey, ...], list[Leaf]] = {}
    for leaf in leaves:
        groups.setdefault(key(leaf), []).append(leaf)
    return list(groups.items())


def _is_determined_by(facts: Iterable[FactKey], leaves: list[Leaf]) -> bool:
    """Return True if these facts determine the outcome: leaves that differ in outcome differ in one of them that both give."""
    names = tuple(facts)
    groups = _group_leaves(leaves, lambda leaf: tuple(name for name in names if name in leaf.facts))
    return len(groups) <= MAX_LEAF_KINDS and all(
        _have_same_outcome(first_leaves, second_leaves, [name for name in first_names if name in second_names])
        for (first_names, first_leaves), (second_names, second_leaves) in combinations_with_replacement(groups, 2)
    )


def _have_same_outcome(first_leaves: list[Leaf], second_leaves: list[Leaf], shared: list[FactKey]) -> bool:
    """Return True if leaves of the two groups that agree on the shared facts have one outcome."""
    outcomes: dict[tuple[Any, ...], set[Any]] = {}
    for leaf in first_leaves:
        outcomes.setdefault(tuple(leaf.facts[name] for name in shared), set()).add(leaf.outcome)
    return all(outcomes.get(tuple(leaf.facts[name] for name in shared), {leaf.outcome}) == {leaf.outcome} for leaf in second_leaves)


def _differing_keys(first: Mapping[Any, Any], second: Mapping[Any, Any]) -> frozenset[Any]:
    """Return the keys that both mappings have, with different values."""
    small, large = (first, second) if len(first) < len(second) else (second, first)
    return frozenset(name for name, value in small.items() if name in large and large[name] != value)


# ---- things that were not named ----------------------------------------------------------------------------------------------------------


def rename_anonymous(leaves: list[Leaf]) -> list[Leaf] | None:
    """Return each leaf under all assignments of names to its anonymous things; None if these are too many."""
    things_by_leaf = [anonymous_things(leaf.facts) for leaf in leaves]
    records = sorted({thing.record for things in things_by_leaf for thing in things})
    if not records:
        return leaves
    counts = {kind: 1 + max(sum(thing.record == kind for thing in things) for things in things_by_leaf) for kind in records}
    pools = {kind: [AnonymousThing(kind, number + 1) for number in range(count)] for kind, count in counts.items()}
    renamed_leaves: list[Leaf] = []
    for leaf, leaf_things in zip(leaves, things_by_leaf, strict=True):
        things_by_kind = [[thing for thing in leaf_things if thing.record == kind] for kind in records]
        if (
            len(renamed_leaves) + prod(perm(counts[kind], len(things)) for kind, things in zip(records, things_by_kind, strict=True))
            > MAX_RENAMINGS
        ):
            return None
        for permuted in product(*(permutations(pools[kind], len(things)) for kind, things in zip(records, things_by_kind, strict=True))):
            names = {
                old: new
                for things, new_things in zip(things_by_kind, permuted, strict=True)
                for old, new in zip(things, new_things, strict=True)
            }
            renamed_leaves.append(_rename_leaf(leaf, names))
    return renamed_leaves


def _rename_leaf(leaf: Leaf, names: Mapping[Any, AnonymousThing]) -> Leaf:
    facts = {(fact, tuple(names.get(arg, arg) for arg in args)): names.get(value, value) for (fact, args), value in leaf.facts.items()}
    return Leaf(facts, leaf.outcome)


def is_about_anonymous(fact: FactKey) -> bool:
    """Return True if a fact is about an anonymous thing."""
    return any(isinstance(arg, AnonymousThing) for arg in fact[1])


def named_sources(fact: FactKey, facts: Mapping[FactKey, Any]) -> list[FactKey]:
    """Return the fact itself, or for a fact about an anonymous thing the facts whose value that thing is."""
    if not is_about_anonymous(fact):
        return [fact]
    sources = [fact]
    for source in sources:
        sources += [
            name for name, value in facts.items() if isinstance(value, AnonymousThing) and value in source[1] and name not in sources
        ]
    return [source for source in sources if not is_about_anonymous(source)]
