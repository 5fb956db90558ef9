"""Circles in a small directed graph given as plain dictionaries."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

from rulewright.graph.queries import components


def cycles(successors: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """One shortest circle for each strongly connected part, each beginning with its least vertex; parts in order of that vertex."""
    names = sorted({name for tail, heads in successors.items() for name in (tail, *heads)})
    at = {name: place for place, name in enumerate(names)}
    parts = components([[at[head] for head in successors.get(name, ())] for name in names])
    inside = [{names[place] for place in part} for part in parts if len(part) > 1]
    return sorted(_shortest(min(part), part, successors) for part in inside)


def _shortest(start: str, part: set[str], successors: Mapping[str, Sequence[str]]) -> list[str]:
    """A shortest way from `start` back to it, inside its part."""
    before: dict[str, str] = {}
    queue = deque([start])
    while queue:
        vertex = queue.popleft()
        for after in sorted(successors.get(vertex, ())):
            if after == start:
                way = [vertex]
                while way[-1] != start:
                    way.append(before[way[-1]])
                return way[::-1]
            if after in part and after not in before:
                before[after] = vertex
                queue.append(after)
    return [start]
