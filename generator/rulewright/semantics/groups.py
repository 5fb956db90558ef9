"""Terms together with the groups that they use: a term depends on the conditions of its groups."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from rulewright.semantics.model import Group
from rulewright.semantics.terms import Every, Gathered, Linked, Members, NamesIn, Some, Span, Term, Things, Values, names_in, walk


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


def kind_of_range(over: Things | Members | Span | Values, groups: Mapping[str, Group]) -> str | None:
    """Return the kind of thing that a binder ranges over; None for numbers and for values."""
    match over:
        case Things(record=kind):
            return kind
        case Members(group=group):
            return groups[group].record
        case Span() | Values():
            return None
        case _:
            assert_never(over)


def quantified_kinds(term: Term, groups: Mapping[str, Group]) -> Iterator[str]:
    """Yield the kinds of things that the quantifiers, aggregates and links in a term range over."""
    for part in walk(term):
        kind: str | None = None
        if isinstance(part, Some | Every | Gathered):
            kind = kind_of_range(part.domain.over, groups)
        elif isinstance(part, Linked):
            kind = part.record
        if kind is not None:
            yield kind
