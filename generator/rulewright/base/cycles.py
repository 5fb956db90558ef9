"""Cycles in a directed graph: strongly connected components, and a shortest cycle in each."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from math import inf
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


def ordered_components(sources: Mapping[N, Iterable[N]]) -> Iterator[list[N]]:
    """Yield the strongly connected components of the nodes that have an entry, each after the components that lead to it.

    `sources` gives the nodes that lead to a node. By Tarjan, without recursion: a chain may be long.
    """
    lowest: dict[N | None, float] = {None: -1}
    """By node met: the lowest number of a node to which it leads back; infinite once it is in a component."""
    unfinished: list[N] = []
    path: list[tuple[N | None, float, Iterator[N]]] = [(None, -1, iter(sources))]  # begins at a node to which all others lead
    while path:
        node, number, remaining = path[-1]
        for source in remaining:
            if source not in lowest and source in sources:
                path.append((source, len(lowest), iter(sources[source])))
                lowest[source] = len(lowest)
                unfinished.append(source)
                break
            lowest[node] = min(lowest[node], lowest.get(source, inf))
        else:
            path.pop()
            if path:
                lowest[path[-1][0]] = min(lowest[path[-1][0]], lowest[node])
            if node is not None and lowest[node] == number:
                component: list[N] = []
                while not component or component[-1] != node:
                    component.append(unfinished.pop())
                    lowest[component[-1]] = inf
                yield component


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
