"""Cycles in a directed graph: strongly connected components, and a shortest cycle in each."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import networkx

N = TypeVar("N", bound=Hashable)


def is_acyclic(pairs: Iterable[tuple[N, N]]) -> bool:
    """Return True if no path along the pairs leads back; most books are acyclic, and then networkx need not be imported."""
    sorter: TopologicalSorter[N] = TopologicalSorter()
    for tail, head in pairs:
        sorter.add(tail, head)
    try:
        sorter.prepare()
    except CycleError:
        return False
    return True


def cyclic_components(graph: networkx.DiGraph[str]) -> list[list[str]]:
    """The names of each strongly connected component with a cycle, in alphabetical order."""
    import networkx

    parts = networkx.strongly_connected_components(graph)
    return sorted(sorted(part) for part in parts if len(part) > 1 or graph.has_edge(*part, *part))


def shortest_cycle(graph: networkx.DiGraph[str], part: Sequence[str], *, by_name: bool = True) -> list[str]:
    """Return a shortest cycle through the first name of a component; among equals the first by name, or by the order of the edges."""
    import networkx

    start, members = part[0], frozenset(part)
    subgraph: networkx.DiGraph[str] = networkx.DiGraph([pair for pair in graph.edges if members.issuperset(pair)])
    if subgraph.has_edge(start, start):
        return [start]
    predecessors = dict(networkx.bfs_predecessors(subgraph, start, sort_neighbors=sorted if by_name else None))
    cycle = [next(name for name in predecessors if subgraph.has_edge(name, start))]
    while cycle[-1] != start:
        cycle.append(predecessors[cycle[-1]])
    return cycle[::-1]
