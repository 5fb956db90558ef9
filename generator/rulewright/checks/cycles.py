"""Circles in a small directed graph given as plain dictionaries."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence


def cycles(successors: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """One shortest circle for each strongly connected part, each beginning with its least vertex; parts in order of that vertex."""
    return sorted(_shortest(min(part), part, successors) for part in components(successors) if len(part) > 1)


def components(successors: Mapping[str, Sequence[str]]) -> list[set[str]]:
    """Strongly connected parts (Tarjan), without recursion: rulebooks may be deep."""
    order: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    inside: set[str] = set()
    found: list[set[str]] = []
    for root in successors:
        if root in order:
            continue
        work = [(root, iter(successors.get(root, ())))]
        order[root] = low[root] = len(order)
        stack.append(root)
        inside.add(root)
        while work:
            vertex, rest = work[-1]
            for after in rest:
                if after not in order:
                    order[after] = low[after] = len(order)
                    stack.append(after)
                    inside.add(after)
                    work.append((after, iter(successors.get(after, ()))))
                    break
                if after in inside:
                    low[vertex] = min(low[vertex], order[after])
            else:
                work.pop()
                if work:
                    low[work[-1][0]] = min(low[work[-1][0]], low[vertex])
                if low[vertex] == order[vertex]:
                    found.append(_unwind(stack, inside, vertex))
    return found


def _unwind(stack: list[str], inside: set[str], root: str) -> set[str]:
    part: set[str] = set()
    while True:
        top = stack.pop()
        inside.discard(top)
        part.add(top)
        if top == root:
            return part


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
