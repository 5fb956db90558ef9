"""Defects in an expression of a rule: a word of it is another one, or is not there."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import assert_never

from benchmarks.sown.kinds import Kind
from benchmarks.sown.text import Book, Sown, Written, another, enums_of, words_of
from rulewright.base.keywords import Comparison, Gather, OfTwo, Pick, Verb
from rulewright.syntax import nodes

SIDES = {
    Comparison.AT_LEAST: ("at least", "at most"),
    Comparison.AT_MOST: ("at most", "at least"),
    Comparison.MORE: ("more than", "less than"),
    Comparison.LESS: ("less than", "more than"),
}
EXTREMES = {"greatest": "least", "least": "greatest", "larger": "smaller", "smaller": "larger"}


def units(book: Book, chance: random.Random) -> Iterator[Sown]:
    """`3 hex` becomes `3 MP`."""
    measures = [one.block.name for one in book.declared(nodes.Measure) if isinstance(one.block, nodes.Measure)]
    for where, node in _expressions(book):
        if isinstance(node, nodes.Number) and node.unit is not None:
            unit = another(chance, measures, node.unit)
            if unit is not None:
                yield book.changed(Kind.UNIT, where, node.span, f"{book.written(where.place, node.span).split()[0]} {unit}")


def misspelt(book: Book, chance: random.Random) -> Iterator[Sown]:
    """A letter of a field is missing."""
    for where, node in _expressions(book):
        if isinstance(node, nodes.Field) and len(node.name) > 3:
            at = chance.randrange(1, len(node.name))
            yield _field(book, Kind.MISSPELT, where, node, node.name[:at] + node.name[at + 1 :])


def other_fields(book: Book, chance: random.Random) -> Iterator[Sown]:
    """A field becomes another one of the same record and the same type."""
    alike: dict[str, set[str]] = {}
    for one in book.declared(nodes.Record):
        assert isinstance(one.block, nodes.Record)
        for field in one.block.fields:
            same = {other.name for other in one.block.fields if other.type == field.type}
            alike[field.name] = alike.get(field.name, same) & same
    for where, node in _expressions(book):
        if isinstance(node, nodes.Field):
            name = another(chance, sorted(alike.get(node.name, ())), node.name)
            if name is not None:
                yield _field(book, Kind.FIELD, where, node, name)


def _field(book: Book, kind: Kind, where: Written, node: nodes.Field, name: str) -> Sown:
    written = book.written(where.place, node.span)
    at = written.rindex(node.name)
    return book.changed(kind, where, node.span, written[:at] + name + written[at + len(node.name) :])


def swapped(book: Book, chance: random.Random) -> Iterator[Sown]:
    """Two neighbouring arguments change places; not those of a fact that is the same both ways."""
    both_ways = {one.block.name for one in book.declared(nodes.Fact) if isinstance(one.block, nodes.Fact) and one.block.symmetric}
    for where, node in _expressions(book):
        if isinstance(node, nodes.Call) and len(node.args) > 1 and node.name not in both_ways:
            left, right = chance.choice(list(pairwise(node.args)))
            start, end = book.between(where.place, left.span)[0], book.between(where.place, right.span)[1]
            one, other = book.written(where.place, left.span), book.written(where.place, right.span)
            if one != other:
                between = book.files[where.place.path][book.between(where.place, left.span)[1] : book.between(where.place, right.span)[0]]
                yield book.spliced(Kind.SWAPPED, where, start, end, other + between + one)


def negations(book: Book, chance: random.Random) -> Iterator[Sown]:
    """A `not` is not there, or `some` is written for `no`."""
    for where, rule in _rules(book):
        if rule.verb is Verb.NO:
            yield from _reworded(book, Kind.NOT_LOST, where, rule, r"^((?:\w+: )?)not ", r"\1")
    for where, node in _expressions(book):
        match node:
            case nodes.Not():
                yield from _reworded(book, Kind.NOT_LOST, where, node, r"\bnot ", "")
            case nodes.Compare() if node.comparison is Comparison.IS_NOT:
                yield from _between(book, Kind.NOT_LOST, where, node.left, node.right, "is not", "is")
            case nodes.In() if node.negated:
                yield from _between(book, Kind.NOT_LOST, where, node.of, node.members[0].low, "not in", "in")
            case nodes.Quantified() if node.quantifier is nodes.Quantifier.NO:
                yield from _reworded(book, Kind.NOT_LOST, where, node, r"^(\(?)no ", r"\1some ")
            case _:  # open: nothing else denies
                continue


def extremes(book: Book, chance: random.Random) -> Iterator[Sown]:
    """`greatest` for `least`, and the other way round."""
    of_several = (Gather.GREATEST, Gather.LEAST, Gather.SUM_OF_GREATEST, Gather.SUM_OF_LEAST)
    for where, node in _expressions(book):
        match node:
            case nodes.PickOf() | nodes.Rank():
                found: str | None = node.pick
            case nodes.Aggregate() if node.gather in of_several:
                found = Pick.GREATEST if node.gather in (Gather.GREATEST, Gather.SUM_OF_GREATEST) else Pick.LEAST
            case nodes.Pair() if node.word is not OfTwo.DIFFERENCE:
                found = node.word.split()[0]
            case _:  # open: nothing else is of several
                continue
        if found is not None:
            yield from _reworded(book, Kind.EXTREME, where, node, rf"\b{found}\b", EXTREMES[found])


def joined(book: Book, chance: random.Random) -> Iterator[Sown]:
    """`or` for `and`, `and` for `or`, in the whole of a list."""
    for where, node in _expressions(book):
        if isinstance(node, nodes.And | nodes.Or):
            old, new = ("and", "or") if isinstance(node, nodes.And) else ("or", "and")
            yield _rejoined(book, where, node, old, new)


def _rejoined(book: Book, where: Written, node: nodes.And | nodes.Or, old: str, new: str) -> Sown:
    start, written = book.between(where.place, node.span)[0], book.written(where.place, node.span)
    for left, right in reversed(list(pairwise(node.parts))):
        first, last = book.between(where.place, left.span)[1] - start, book.between(where.place, right.span)[0] - start
        written = written[:first] + re.sub(rf"\b{old}\b", new, written[first:last]) + written[last:]
    return book.changed(Kind.JOINED, where, node.span, written)


def conjuncts(book: Book, chance: random.Random) -> Iterator[Sown]:
    """One of the parts of an `and` is not there."""
    for where, node in _expressions(book):
        if isinstance(node, nodes.And):
            at = chance.randrange(len(node.parts))
            gone = node.parts[at]
            if at:
                start, end = book.between(where.place, node.parts[at - 1].span)[1], book.between(where.place, gone.span)[1]
            else:
                start, end = book.between(where.place, gone.span)[0], book.between(where.place, node.parts[1].span)[0]
            yield book.spliced(Kind.CONJUNCT, where, start, end, "")


def at_mosts(book: Book, chance: random.Random) -> Iterator[Sown]:
    """`at most` for `at least`, `less than` for `more than`, in a condition or as what a rule says."""
    for where, rule in _rules(book):
        if rule.verb in (Verb.AT_LEAST, Verb.AT_MOST) and rule.effect is not None:
            old, new = SIDES[Comparison.AT_LEAST if rule.verb is Verb.AT_LEAST else Comparison.AT_MOST]
            yield from _between(book, Kind.AT_MOST, where, rule.heads[0], rule.effect, old, new)
    for where, node in _expressions(book):
        if isinstance(node, nodes.Compare) and node.comparison in SIDES:
            yield from _between(book, Kind.AT_MOST, where, node.left, node.right, *SIDES[node.comparison])


def next_values(book: Book, chance: random.Random) -> Iterator[Sown]:
    """A value of an enum becomes the one after it, the last one the one before it."""
    lists = _lists(book)
    for where, node in _expressions(book):
        if isinstance(node, nodes.Quoted) or (isinstance(node, nodes.Call) and not node.args):
            name = node.text if isinstance(node, nodes.Quoted) else node.name
            values = lists.get(name)
            if values is not None:
                at = values.index(name)
                new = values[at + 1] if at + 1 < len(values) else values[at - 1]
                yield book.changed(Kind.NEXT_VALUE, where, node.span, new if new.isidentifier() else f'"{new}"')


def _lists(book: Book) -> Mapping[str, tuple[str, ...]]:
    """By the name of a value the values of its enum; a name of two enums, or of something else as well, is left out."""
    found: dict[str, tuple[str, ...]] = {}
    twice: set[str] = set()
    for values in enums_of(book).values():
        for name in values if len(values) > 1 else ():
            if name in found:
                twice.add(name)
            found[name] = values
    asked = {one.block.name for kind in (nodes.Fact, nodes.Value, nodes.Predicate, nodes.Group) for one in book.declared(kind)}  # type: ignore[union-attr]  # all of these have a name
    return {name: values for name, values in found.items() if name not in twice | asked}


def bounds(book: Book, chance: random.Random) -> Iterator[Sown]:
    """Of two bounds of one thing that meet (`at most 3` and `at least 4`), one is one more or one less."""
    ends: dict[str, set[int]] = {}
    compared = [(where, node) for where, node in _expressions(book) if isinstance(node, nodes.Compare | nodes.In)]
    for where, node in compared:
        for bound in _bounds(node):
            ends.setdefault(f"{where.place.path} {_of(book, where, node)}", set()).add(bound.side)
    for where, node in compared:
        near = ends.get(f"{where.place.path} {_of(book, where, node)}", set())
        for bound in _bounds(node):
            if -bound.side in near:
                written = book.written(where.place, bound.number.span)
                value = int(bound.number.value)
                off = value + chance.choice([1, -1] if value else [1])
                yield book.changed(Kind.BOUND, where, bound.number.span, re.sub(r"^\d+", str(off), written))


@dataclass(frozen=True, slots=True)
class _Bound:
    """A number that bounds something. `side` is twice the place between the last that goes and the first that does not, below 0 for an
    upper bound: two bounds meet where these are opposite.
    """

    number: nodes.Number
    side: int


def _bounds(node: nodes.Compare | nodes.In) -> Iterator[_Bound]:
    match node:
        case nodes.Compare(right=nodes.Number() as bound) if bound.value.denominator == 1:
            value = int(bound.value)
            match node.comparison:
                case Comparison.AT_LEAST:
                    yield _Bound(bound, 2 * value - 1)
                case Comparison.MORE:
                    yield _Bound(bound, 2 * value + 1)
                case Comparison.AT_MOST:
                    yield _Bound(bound, -2 * value - 1)
                case Comparison.LESS:
                    yield _Bound(bound, -2 * value + 1)
                case Comparison.IS:
                    yield _Bound(bound, 2 * value - 1)
                    yield _Bound(bound, -2 * value - 1)
                case Comparison.IS_NOT:
                    return
                case _:
                    assert_never(node.comparison)
        case nodes.In():
            for member in node.members:
                if isinstance(member.low, nodes.Number) and isinstance(member.high, nodes.Number):
                    yield _Bound(member.low, 2 * int(member.low.value) - 1)
                    yield _Bound(member.high, -2 * int(member.high.value) - 1)
        case _:  # open: other comparisons are not with a number
            return


def _of(book: Book, where: Written, node: nodes.Compare | nodes.In) -> str:
    """What is compared, as it is written."""
    return book.written(where.place, (node.left if isinstance(node, nodes.Compare) else node.of).span)


# ---- where ----------------------------------------------------------------------------------------------------------------------------


def _rules(book: Book) -> Iterator[tuple[Written, nodes.Rule]]:
    return ((where, rule) for where in book.clauses for rule in where.rules)


def _expressions(book: Book) -> Iterator[tuple[Written, nodes.Node]]:
    """What stands in the conditions and effects of rules; what they speak of is left out."""
    for where, rule in _rules(book):
        for part in (*((rule.effect,) if rule.effect is not None else ()), *rule.guards, *(one.when for one in rule.relations if one.when)):
            for node in words_of(part):
                yield where, node


def _reworded(book: Book, kind: Kind, where: Written, node: nodes.Node, pattern: str, by: str) -> Iterator[Sown]:
    written = book.written(where.place, node.span)
    new = re.sub(pattern, by, written, count=1)
    if new != written:
        yield book.changed(kind, where, node.span, new)


def _between(book: Book, kind: Kind, where: Written, left: nodes.Node, right: nodes.Node, old: str, new: str) -> Iterator[Sown]:
    """The words between two expressions are others."""
    start, end = book.between(where.place, left.span)[1], book.between(where.place, right.span)[0]
    written = book.files[where.place.path][start:end]
    if re.search(rf"\b{old}\b", written):
        yield book.spliced(kind, where, start, end, re.sub(rf"\b{old}\b", new, written, count=1))


IN_CONDITIONS: Mapping[Kind, Callable[[Book, random.Random], Iterator[Sown]]] = {
    Kind.UNIT: units,
    Kind.MISSPELT: misspelt,
    Kind.FIELD: other_fields,
    Kind.SWAPPED: swapped,
    Kind.NOT_LOST: negations,
    Kind.EXTREME: extremes,
    Kind.JOINED: joined,
    Kind.CONJUNCT: conjuncts,
    Kind.AT_MOST: at_mosts,
    Kind.NEXT_VALUE: next_values,
}
