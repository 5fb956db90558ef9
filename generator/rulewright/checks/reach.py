"""Which questions are connected: what a question's rules read, directly and through other questions. By name; arguments do not count."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rulewright.checks.edition_index import EditionIndex
from rulewright.rulebook.model import Provision


def reach(reads: Mapping[str, frozenset[str]], start: Iterable[str]) -> set[str]:
    """All names that `start` reads, directly or through others, itself included."""
    found: set[str] = set(start)
    pending = list(found)
    while pending:
        for name in reads.get(pending.pop(), ()):
            if name not in found:
                found.add(name)
                pending.append(name)
    return found


def readers(here: EditionIndex, question: str, name: str) -> Iterator[Provision]:
    """Rules of a question, or of questions it depends on, that mention `name`."""
    for reached in sorted(reach(here.reads, [question])):
        for provision, rule, _ in here.by_question.get(reached, ()):
            if name in here.whole.names_in(rule):
                yield provision
