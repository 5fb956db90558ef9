"""Defects in what errata do: an amendment of the neighbouring case, an act twice, an act on another part or other words."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping

from benchmarks.sown.kinds import Kind
from benchmarks.sown.text import Book, Sown, Splice, Written, another
from rulewright.checks.indexes.clauses import body_lines
from rulewright.syntax import nodes

ORDINALS = ("first", "second", "third", "fourth", "fifth", "last")
WORD = re.compile(r"[A-Za-z]{4,}")


def amends_next(book: Book, chance: random.Random) -> Iterator[Sown]:
    """An amendment is of the case after the one that it is of; the right one counts as named by what is said of either."""
    numbers = _amendable(book)
    for where in book.declared(nodes.Amendment):
        assert isinstance(where.block, nodes.Amendment)
        target = where.block.targets[0]
        if target.number in numbers:
            at = numbers.index(target.number)
            near = [number for number in (*numbers[at + 1 : at + 3], *reversed(numbers[max(0, at - 2) : at])) if number not in where.cases]
            if near:
                yield book.changed(Kind.AMENDS_NEXT, where, target.span, near[0], frozenset({near[0]}))


def _amendable(book: Book) -> list[str]:
    """Every case that has a block of its own or is amended, in the order of the book."""
    found: dict[str, None] = {}
    for one in book.clauses:
        if isinstance(one.block, nodes.Case):
            found.setdefault(one.block.number)
        elif isinstance(one.block, nodes.Amendment):
            for target in one.block.targets:
                found.setdefault(target.number)
    return list(found)


def acts_twice(book: Book, chance: random.Random) -> Iterator[Sown]:
    """An act is there a second time, on the line after it; an amendment that adds rules and has no act is there twice as a whole."""
    for where in book.declared(nodes.Amendment):
        acts = [line for line in body_lines(where.block) if isinstance(line, nodes.AmendingAct)]
        for act in acts:
            lines = book.lines(where.place.path, *book.extent(where.place, act))
            again = book.files[where.place.path][slice(*lines)]
            yield book.spliced(Kind.ACT_TWICE, where, lines[1], lines[1], again)


def wrong_parts(book: Book, chance: random.Random) -> Iterator[Sown]:
    """An amendment names another part of its case; an act has other words of the text, another piece or another field of it."""
    for where in book.declared(nodes.Amendment):
        assert isinstance(where.block, nodes.Amendment)
        if where.block.part is not None:
            yield from _other_part(book, where, where.block.part)
        acts = [line for line in body_lines(where.block) if isinstance(line, nodes.Act)]
        pieces = [act.piece for act in acts if isinstance(act, nodes.CorrectsPiece)]
        for act in acts:
            match act:
                case nodes.CorrectsPiece():
                    piece = another(chance, pieces, act.piece)
                    if piece is not None:
                        yield from _in_act(book, where, act, f" of {act.piece} ", f" of {piece} ")
                case nodes.ReplacesWords() | nodes.Strikes() | nodes.StrikesFrom() | nodes.Inserts() if act.words_held and act.held_there:
                    words = another(chance, sorted(set(WORD.findall(_prose(book, where)))), act.old)
                    if words is not None:
                        yield from _in_act(book, where, act, f'"{act.old}"', f'"{words}"')
                case _:  # open: all others act on the whole case, or on words that nobody here has
                    continue


def _other_part(book: Book, where: Written, part: str) -> Iterator[Sown]:
    """`step 4` becomes `step 5`, `third point` becomes `fourth point`."""
    if re.search(r"\d+", part):
        new = re.sub(r"\d+", lambda found: str(int(found[0]) + 1), part, count=1)
    else:
        ordinal = next((word for word in ORDINALS if word in part.split()), None)
        if ordinal is None:
            return
        new = part.replace(ordinal, ORDINALS[(ORDINALS.index(ordinal) + 1) % len(ORDINALS)])
    start, end = book.lines(where.place.path, where.place.first_line, where.place.first_line)
    line = book.files[where.place.path][start:end]
    yield book.spliced(Kind.WRONG_PART, where, start, end, line.replace(f" {part} ", f" {new} ", 1))


def _prose(book: Book, where: Written) -> str:
    """The text of the case that an amendment is of, as far as the book has it."""
    return " ".join(
        line.text
        for one in book.clauses
        if isinstance(one.block, nodes.Case) and not one.cases.isdisjoint(where.cases)
        for line in body_lines(one.block)
        if isinstance(line, nodes.Prose)
    )


def _in_act(book: Book, where: Written, act: nodes.Node, old: str, new: str) -> Iterator[Sown]:
    start, end = book.lines(where.place.path, *book.extent(where.place, act))
    written = book.files[where.place.path][start:end]
    if old in written:
        yield book.sown(Kind.WRONG_PART, (Splice(where.place.path, start, end, written.replace(old, new, 1)),), where.cases)


IN_ACTS: Mapping[Kind, Callable[[Book, random.Random], Iterator[Sown]]] = {
    Kind.AMENDS_NEXT: amends_next,
    Kind.ACT_TWICE: acts_twice,
    Kind.WRONG_PART: wrong_parts,
}
