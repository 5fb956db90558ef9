"""Terms together with the groups that they use: a term depends on the conditions of its groups."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping

from rulewright.semantics.model import Group
from rulewright.semantics.terms import NamesIn, Term, names_in


def reachable_terms(roots: Iterable[Term], groups: Mapping[str, Group]) -> Iterator[tuple[Term, NamesIn]]:
    """Yield the roots and the conditions of the groups that they use, directly or through others, each with the names in it."""
    pending, visited_groups = deque(roots), set[str]()
    while pending:
        term = pending.popleft()
        names = names_in(term)
        yield term, names
        for name in names.groups:
            condition = groups[name].with_
            if name not in visited_groups and condition is not None:
                pending.append(condition)
            visited_groups.add(name)
