"""Cases and amendments that come into force on a day of their own, after the rest of their source.

They are lowered to sources and editions: what a source brings into force on such a day is a source of its own, applied directly after it,
and an edition within whose time such days lie is an edition for each time between two of them. No later pass knows of these days.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date, timedelta
from itertools import pairwise

from rulewright.base.dates import day_text
from rulewright.rulebook.model import Rulebook
from rulewright.syntax import nodes


def source_in_force(block: nodes.Case | nodes.Amendment, first_source: str) -> str:
    """Return the source of a clause; of one with a day of its own, the source that its source is on that day."""
    source = block.source or first_source
    return source if block.since is None else _name_from(source, block.since)


def _name_from(source: str, since: str) -> str:
    return f"{source}_from_{since.replace('-', '_')}"


def with_dated_sources(sources: Mapping[str, nodes.SourceDecl], clauses: Iterable[nodes.Placed]) -> dict[str, nodes.SourceDecl]:
    """Return the sources of a book, each followed by those that it is on days of their own, in the order of these days."""
    first_source = next(iter(sources))
    blocks = (entry.block for entry in clauses)
    days = sorted(
        {(b.since, b.source or first_source) for b in blocks if isinstance(b, nodes.Case | nodes.Amendment) and b.since is not None}
    )
    return {
        source.name: source
        for declared in sources.values()
        for source in (declared, *(_part_from(declared, since) for since, name in days if name == declared.name))
    }


def _part_from(source: nodes.SourceDecl, since: str) -> nodes.SourceDecl:
    title = f"{source.title}, from {day_text(date.fromisoformat(since))}"
    amends = source.amends or (source.name,)
    return nodes.SourceDecl(_name_from(source.name, since), title, source.held, amends, part_of=source.name, since=since)


def with_dated_editions(editions: Mapping[str, nodes.Edition], sources: Mapping[str, nodes.SourceDecl]) -> dict[str, nodes.Edition]:
    """Return the editions of a book with the last days of their time, each after those that it was before its sources were complete."""
    in_force = [edition for declared in editions.values() for edition in _editions_in_force(declared, sources)]
    days = sorted({edition.since for edition in in_force if edition.since is not None})
    last_days = {since: f"{_day_before(following)}" for since, following in pairwise(days)}
    return {edition.name: replace(edition, until=last_days.get(edition.since or "")) for edition in in_force}


def completion_day(book: Rulebook, edition: str) -> str | None:
    """Return the day from which an edition is in force if it is that of a part of one of its sources, else None."""
    edition_node = book.editions[edition]
    days = [book.sources[name].since for name in edition_node.sources]
    return edition_node.since if edition_node.since in days and edition_node.since is not None else None


def _editions_in_force(edition: nodes.Edition, sources: Mapping[str, nodes.SourceDecl]) -> Iterator[nodes.Edition]:
    """Yield an edition as it is in force, from each day on; the last has its name, the others also the last day of their time."""
    parts = [source for source in sources.values() if source.part_of in edition.sources]
    title = edition.title or edition.name.replace("_", " ")
    later = sorted({part.since for part in parts if part.since is not None and part.since > (edition.since or "")})
    for since, following in zip((edition.since, *later), (*later, None), strict=True):
        names = tuple(
            name
            for declared in edition.sources
            for name in (declared, *(part.name for part in parts if part.part_of == declared and (part.since or "") <= (since or "")))
        )
        in_force = replace(edition, sources=names, since=since)
        if following is not None:
            last = _day_before(following)
            yield replace(in_force, name=f"{edition.name}_until_{last:%Y_%m_%d}", title=f"{title}, until {day_text(last)}")
        elif later:
            yield replace(in_force, title=f"{title}, from {day_text(date.fromisoformat(later[-1]))}")
        else:
            yield in_force


def _day_before(day: str) -> date:
    return date.fromisoformat(day) - timedelta(days=1)
