"""Defects in whole blocks: a case that others refer to is gone, an option is there twice, choices are alike, an edition is out of order."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping

from benchmarks.sown.kinds import Kind
from benchmarks.sown.text import Book, Sown, Splice, Written
from rulewright.checks.indexes.clauses import body_lines
from rulewright.syntax import nodes
from rulewright.syntax.traversal import descendants

EDITION = re.compile(r"(?<== )[^#\n]*?(?=( from |\s*@|\s*$))", re.MULTILINE)


def cases_lost(book: Book, chance: random.Random) -> Iterator[Sown]:
    """The block of a case that another block refers to is not there."""
    for where in _referenced(book):
        first = where.place.first_line
        start, end = book.lines(where.place.path, first, _last(book, where))
        yield book.sown(Kind.CASE_LOST, (Splice(where.place.path, start, end, ""),), where.cases)


def cases_acted(book: Book, chance: random.Random) -> Iterator[Sown]:
    """An amendment next to a case that another block refers to deletes the case."""
    amending = [
        one.block
        for one in book.declared(nodes.SourceDecl)
        if isinstance(one.block, nodes.SourceDecl) and one.block.ledger and one.block.amends
    ]
    for where in _referenced(book) if amending else ():
        assert isinstance(where.block, nodes.Case)
        end = book.lines(where.place.path, where.place.first_line, _last(book, where))[1]
        text = f"\namend {where.block.number} in {amending[0].name} as correction\n  deletes the case\n"
        yield book.sown(Kind.CASE_ACTED, (Splice(where.place.path, end, end, text),), where.cases)


def _referenced(book: Book) -> Iterator[Written]:
    """The cases that a block of another case names in a line or in its prose."""
    named: dict[str, set[frozenset[str]]] = {}
    for one in book.clauses:
        for line in body_lines(one.block):
            for node in descendants(line):
                if isinstance(node, nodes.CaseRef):
                    named.setdefault(node.number, set()).add(one.cases)
                elif isinstance(node, nodes.Prose):
                    for number in re.findall(r"\[([^\]]+)\]", node.text):
                        named.setdefault(number, set()).add(one.cases)
    for one in book.clauses:
        if isinstance(one.block, nodes.Case) and any(cases != one.cases for cases in named.get(one.block.number, ())):
            yield one


def _last(book: Book, where: Written) -> int:
    """The last line of a block, empty lines after it included."""
    following = [other.place.first_line for other in book.blocks if other.place.path == where.place.path]
    later = [first for first in following if first > where.place.first_line]
    return min(later) - 1 if later else book.files[where.place.path].count("\n")


def options_twice(book: Book, chance: random.Random) -> Iterator[Sown]:
    """An option is there a second time under another title, as a line that was copied and not finished is."""
    for where in book.declared(nodes.Option):
        first = where.place.first_line
        line = book.line(where.place.path, first)
        end = book.lines(where.place.path, first, first)[1]
        again = re.sub(r'"[^"]*"', '"Another optional rule"', line, count=1) + "\n"
        assert isinstance(where.block, nodes.Option)
        yield book.sown(Kind.OPTION_TWICE, (Splice(where.place.path, end, end, again),), frozenset({where.block.name}))


def choices_alike(book: Book, chance: random.Random) -> Iterator[Sown]:
    """Of two choices of a reading, the second says what the first says."""
    for where in book.declared(nodes.Reading):
        choices = [line for line in body_lines(where.block) if isinstance(line, nodes.ReadingChoice)]
        for one, other in ((one, other) for one in choices for other in choices if one is not other):
            if one.rules and other.rules and one.rules != other.rules:
                yield _said_alike(book, where, one, other)


def _said_alike(book: Book, where: Written, one: nodes.ReadingChoice, other: nodes.ReadingChoice) -> Sown:
    """The second choice under its own name and title with the rules of the first."""
    path = where.place.path
    said = book.files[path][slice(*book.lines(path, *book.extent(where.place, one)))]
    start, end = book.lines(path, *book.extent(where.place, other))
    return book.sown(Kind.CHOICES, (Splice(path, start, end, _headed(book.files[path][start:end], said)),), where.cases)


CHOICE = re.compile(r'^(\s*choice \w+(?: +"[^"]*")?)(?: in play)?')


def _headed(own: str, said: str) -> str:
    """A choice's own head, and what another one says."""
    head = CHOICE.match(own)
    assert head is not None
    return CHOICE.sub(lambda _: head[0], said, count=1)


def editions(book: Book, chance: random.Random) -> Iterator[Sown]:
    """Of two sources of an edition that follow each other, the later one is written first."""
    for where in book.declared(nodes.Edition):
        assert isinstance(where.block, nodes.Edition)
        sources = where.block.sources
        start, end = book.lines(where.place.path, where.place.first_line, where.place.first_line)
        line = book.files[where.place.path][start:end]
        for at in range(len(sources) - 1):
            order = (*sources[:at], sources[at + 1], sources[at], *sources[at + 2 :])
            new = EDITION.sub(" + ".join(order), line, count=1)
            yield book.sown(Kind.EDITION, (Splice(where.place.path, start, end, new),), frozenset())


IN_BLOCKS: Mapping[Kind, Callable[[Book, random.Random], Iterator[Sown]]] = {
    Kind.CASE_LOST: cases_lost,
    Kind.CASE_ACTED: cases_acted,
    Kind.OPTION_TWICE: options_twice,
    Kind.CHOICES: choices_alike,
    Kind.EDITION: editions,
}
