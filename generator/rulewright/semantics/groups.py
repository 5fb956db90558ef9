"""Terms and the groups that they look into: the condition of a group is part of what a term depends on."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from typing import assert_never

from rulewright.semantics.model import Group
from rulewright.semantics.terms import Every, Gathered, Linked, Members, NamesIn, Some, Span, Term, Things, Values, names_in, walk


def terms_reached(roots: Iterable[Term], groups: Mapping[str, Group]) -> Iterator[tuple[Term, NamesIn]]:
    """Yield the roots and the condition of every group that they look into, also through other groups, each with the names in it."""
    waiting, seen = deque(roots), set[str]()
    while waiting:
        term = waiting.popleft()
        names = names_in(term)
        yield term, names
        for name in names.groups:
            condition = groups[name].with_
            if name not in seen and condition is not None:
                waiting.append(condition)
            seen.add(name)


def kind_run_over(over: Things | Members | Span | Values, groups: Mapping[str, Group]) -> str | None:
    """The kind of the things that are gone through; None for numbers and for values."""
    match over:
        case Things(record=kind):
            return kind
        case Members(group=group):
            return groups[group].record
        case Span() | Values():
            return None
        case _:
            assert_never(over)


def kinds_gone_through(term: Term, groups: Mapping[str, Group]) -> Iterator[str]:
    """Yield the kind of things that each part of a term goes through, or between which it follows links."""
    for part in walk(term):
        kind: str | None = None
        if isinstance(part, Some | Every | Gathered):
            kind = kind_run_over(part.domain.over, groups)
        elif isinstance(part, Linked):
            kind = part.record
        if kind is not None:
            yield kind
