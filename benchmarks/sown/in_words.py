"""Defects in words: a number of the prose, the words of a misprint, the tag of a statement."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping

from benchmarks.slips import NUMBER, READS, REFERENCE, TAG, WORDS
from benchmarks.sown.kinds import Kind
from benchmarks.sown.text import Book, Sown, Splice, Written
from rulewright.checks.indexes.clauses import body_lines
from rulewright.syntax import nodes

VAGUE = ("0", "1")


def numbers(book: Book, chance: random.Random) -> Iterator[Sown]:
    """A number in the prose of a clause is another one."""
    for where in book.clauses:
        for line in body_lines(where.block):
            if isinstance(line, nodes.Prose | nodes.Step | nodes.Answers):
                start, end = book.between(where.place, line.span)
                written = book.files[where.place.path][start:end]
                for found in NUMBER.finditer(REFERENCE.sub(lambda one: " " * len(one[0]), written)):
                    if found[0] not in VAGUE:
                        at = start + found.start()
                        yield book.spliced(Kind.PROSE, where, at, at + len(found[0]), _another(found[0], chance))


def _another(written: str, chance: random.Random) -> str:
    if not written.isdigit():
        return chance.choice([word for word in WORDS if word != written.lower()])
    value = int(written)
    return str(chance.choice([one for one in (value - 1, value + 1, 2 * value, value + 10) if one > 1]))


def misprints(book: Book, chance: random.Random) -> Iterator[Sown]:
    """The words of a misprint have another letter than the print has."""
    for where in book.clauses:
        for line in body_lines(where.block):
            if isinstance(line, nodes.Reads):
                start, end = book.lines(
                    where.place.path, where.place.location_of(line.span).line, where.place.location_of(line.span).end_line
                )
                written = book.files[where.place.path][start:end]
                found = READS.match(written)
                places = [] if found is None else [at for at in range(found.start(2), found.end(2)) if written[at].isalpha()]
                if places:
                    at = chance.choice(places)
                    letter = chance.choice([one for one in "aeiourst" if one != written[at].lower()])
                    yield book.spliced(Kind.MISPRINT, where, start + at, start + at + 1, letter)


def tags(book: Book, chance: random.Random) -> Iterator[Sown]:
    """The last tag of a rule is at the end of a rule of another case of the file."""
    for where in book.clauses:
        for line in body_lines(where.block):
            if isinstance(line, nodes.Rule) and line.tags:
                others = list(_others(book, where, line.tags[-1].name))
                if others:
                    yield _moved(book, where, line, *chance.choice(others))


def _others(book: Book, where: Written, tag: str) -> Iterator[tuple[Written, nodes.Rule]]:
    """The rules of other cases of the file that do not have the tag."""
    for one in book.clauses:
        if one.place.path == where.place.path and one.cases.isdisjoint(where.cases):
            for line in body_lines(one.block):
                if isinstance(line, nodes.Rule) and not any(other.name == tag for other in line.tags):
                    yield one, line


def _moved(book: Book, where: Written, rule: nodes.Rule, there: Written, other: nodes.Rule) -> Sown:
    path, tag = where.place.path, f"@{rule.tags[-1].name}"
    last, end = where.place.location_of(rule.span).line, where.place.location_of(rule.tags[-1].span).end_line
    start, stop = book.lines(path, last, end)
    written = book.files[path][start:stop]
    found = next(found for found in TAG.finditer(written) if found[0].strip() == tag)
    line_end = _end_of_line(book, there, other)
    splices = (Splice(path, start + found.start(), start + found.end(), ""), Splice(path, line_end, line_end, f"  {tag}"))
    return book.sown(Kind.TAG, splices, where.cases | there.cases)


def _end_of_line(book: Book, where: Written, rule: nodes.Rule) -> int:
    last = max((where.place.location_of(tag.span).end_line for tag in rule.tags), default=where.place.location_of(rule.span).end_line)
    return book.lines(where.place.path, last, last)[1] - 1


IN_WORDS: Mapping[Kind, Callable[[Book, random.Random], Iterator[Sown]]] = {
    Kind.PROSE: numbers,
    Kind.MISPRINT: misprints,
    Kind.TAG: tags,
}
