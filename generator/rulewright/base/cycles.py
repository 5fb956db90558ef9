"""Circles in a directed graph: the parts in which everything leads to everything, and a shortest way round each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import networkx


def is_acyclic(pairs: Iterable[tuple[str, str]]) -> bool:
    """Whether no way along the pairs leads back; most books are so, and then networkx need not be imported."""
    sorter: TopologicalSorter[str] = TopologicalSorter()
    for tail, head in pairs:
        sorter.add(tail, head)
    try:
        sorter.prepare()
    except CycleError:
        return False
    return True


def circular_parts(graph: networkx.DiGraph[str]) -> list[list[str]]:
    """The names of each strongly connected part that has a circle, in alphabetical order."""
    import networkx

    parts = networkx.strongly_connected_components(graph)
    return sorted(sorted(part) for part in parts if len(part) > 1 or graph.has_edge(*part, *part))


def way_round(graph: networkx.DiGraph[str], part: Sequence[str], *, by_name: bool = True) -> list[str]:
    """A shortest way from the first of a part round to it again; of several the first by name, or in the order of the edges."""
    import networkx

    start, within = part[0], frozenset(part)
    inside: networkx.DiGraph[str] = networkx.DiGraph([pair for pair in graph.edges if within.issuperset(pair)])
    if inside.has_edge(start, start):
        return [start]
    before = dict(networkx.bfs_predecessors(inside, start, sort_neighbors=sorted if by_name else None))
    way = [next(name for name in before if inside.has_edge(name, start))]
    while way[-1] != start:
        way.append(before[way[-1]])
    return way[::-1]
