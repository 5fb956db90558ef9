"""Defects in a rule, or in what it says of others: a condition or a verb of it is another one, or it is in the wrong place."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator, Mapping

from benchmarks.sown.kinds import Kind
from benchmarks.sown.text import Book, Sown, Splice, Written, another, enums_of
from rulewright.base.keywords import RelationKind, Verb
from rulewright.checks.indexes.clauses import body_lines
from rulewright.syntax import nodes

TAG = re.compile(r"\s+@[A-Z]+-[0-9][A-Za-z0-9]*")
NAMED = re.compile(r"^(\s*)\w+: ")
APART = 2
"""So many files are between a rule and the case that it is copied to."""
ORDERING = (RelationKind.OVERRIDES, RelationKind.SETS_ASIDE)


def whens(book: Book, chance: random.Random) -> Iterator[Sown]:
    """The whole condition of a rule is not there."""
    for where, rule in _rules(book):
        for guard in rule.guards:
            if guard.form is nodes.GuardForm.PLAIN and not guard.unless and rule.verb is not nodes.ShortVerb.MEANS:
                written = book.written(where.place, guard.span)
                if written.startswith("when "):
                    yield _without(book, Kind.WHEN_LOST, where, guard)


def unlesses(book: Book, chance: random.Random) -> Iterator[Sown]:
    """An `unless` is not there."""
    for where, rule in _rules(book):
        for guard in rule.guards:
            if guard.form is nodes.GuardForm.PLAIN and guard.unless:
                yield _without(book, Kind.UNLESS_LOST, where, guard)


def _without(book: Book, kind: Kind, where: Written, guard: nodes.Guard) -> Sown:
    start, end = book.between(where.place, guard.span)
    text = book.files[where.place.path]
    while text[start - 1].isspace():
        start -= 1
    return book.spliced(kind, where, start, end, "")


def modals(book: Book, chance: random.Random) -> Iterator[Sown]:
    """`may` for `must`, `must` for `may`."""
    for where, rule in _rules(book):
        if rule.verb in (Verb.MAY, Verb.MUST):
            old, new = ("may", "must") if rule.verb is Verb.MAY else ("must", "may")
            start = book.between(where.place, rule.span)[0]
            head = book.between(where.place, rule.heads[0].span)[0]
            written = book.files[where.place.path][start:head]
            yield book.spliced(Kind.MODAL, where, start, head, re.sub(rf"\b{old} $", f"{new} ", written))


# ---- what a rule says of others --------------------------------------------------------------------------------------------------------


def overrides_next(book: Book, chance: random.Random) -> Iterator[Sown]:
    """What a statement of precedence names is the case after it; an address keeps what is after its case."""
    numbers = _numbers(book)
    for where, relation in _relations(book):
        if relation.kind not in ORDERING:
            continue
        for target in relation.targets:
            case = next((number for number in _heads(target.number) if number in numbers), None)
            following = _next_to(numbers, case, where.cases)
            if case is not None and following is not None:
                yield book.changed(Kind.OVERRIDES_NEXT, where, target.span, following)


def overrides_always(book: Book, chance: random.Random) -> Iterator[Sown]:
    """A statement of precedence loses its condition."""
    for where, relation in _relations(book):
        if relation.when is not None and relation.kind in ORDERING:
            start, end = book.between(where.place, relation.targets[-1].span)[1], book.between(where.place, relation.when.span)[1]
            if relation.for_each is not None:
                start = book.between(where.place, relation.for_each.span)[1]
            yield book.spliced(Kind.OVERRIDES_ALWAYS, where, start, end, "")


def _relations(book: Book) -> Iterator[tuple[Written, nodes.Relation]]:
    for where in book.clauses:
        for line in body_lines(where.block):
            if isinstance(line, nodes.Relation):
                yield where, line
            elif isinstance(line, nodes.ReadingChoice):
                yield from ((where, relation) for relation in line.relations)
        for rule in where.rules:
            yield from ((where, relation) for relation in rule.relations)


def _heads(address: str) -> Iterator[str]:
    """`movement.6.halted`, `movement.6`, `movement`: what an address may be the address in."""
    parts = address.split(".")
    return (".".join(parts[:end]) for end in range(len(parts), 0, -1))


def _numbers(book: Book) -> list[str]:
    """The cases and rulings of a book, in its order."""
    return list(dict.fromkeys(one.block.number for one in book.clauses if isinstance(one.block, nodes.Case | nodes.Ruling)))


def _next_to(numbers: list[str], case: str | None, without: frozenset[str]) -> str | None:
    """The case after a case, or else the one before it, that is none of those of the block itself."""
    if case is None:
        return None
    at = numbers.index(case)
    near = [*numbers[at + 1 : at + 3], *reversed(numbers[max(0, at - 2) : at])]
    return next((number for number in near if number not in without), None)


# ---- rules in the wrong place ----------------------------------------------------------------------------------------------------------


def copied(book: Book, chance: random.Random) -> Iterator[Sown]:
    """A rule of one line and its own value is said again in a case two chapters away, with another value."""
    enums = [values for values in enums_of(book).values() if len(values) > 1]
    for where in book.clauses:
        homes = [one for one in _homes(book) if abs(book.cases.index(one.place.path) - book.cases.index(where.place.path)) >= APART]
        for rule in _alone(where):
            said = _said_otherwise(book, where, rule, enums, chance)
            if said is not None and homes:
                home = chance.choice(homes)
                yield _inserted(book, Kind.COPIED, home, said, where.cases)


def _said_otherwise(book: Book, where: Written, rule: nodes.Rule, enums: list[tuple[str, ...]], chance: random.Random) -> list[str] | None:
    """The lines of a rule with another number or another value of the enum, without its name and its tags."""
    if rule.verb is not Verb.IS or rule.effect is None or rule.otherwise or rule.relations:
        return None
    old = book.written(where.place, rule.effect.span)
    match rule.effect:
        case nodes.Number() if rule.effect.value.denominator == 1:
            new = re.sub(r"^\d+", lambda found: str(int(found[0]) + 1), old)
        case nodes.Call() if not rule.effect.args:
            values = next((values for values in enums if old in values), ())
            new = another(chance, values, old) or old
        case _:  # open: other effects are worked out
            return None
    start, end = book.between(where.place, rule.span)
    at = book.between(where.place, rule.effect.span)[0]
    text = book.files[where.place.path]
    said = text[start:at] + new + text[at + len(old) : end]
    return (
        None
        if new == old
        else [NAMED.sub(r"\1", TAG.sub("", f"  {line.strip()}" if not number else line)) for number, line in enumerate(said.split("\n"))]
    )


def moved(book: Book, chance: random.Random) -> Iterator[Sown]:
    """A rule is in the case after its own, with its tags and what it says of others."""
    for where, following in _neighbours(book):
        for rule in _alone(where):
            first, last = book.extent(where.place, rule)
            start, end = book.lines(where.place.path, first, last)
            there = _insertion(book, following)
            if there is not None:
                text = book.files[where.place.path][start:end]
                splices = (Splice(where.place.path, start, end, ""), Splice(following.place.path, there, there, text))
                yield book.sown(Kind.MOVED, splices, where.cases | following.cases)


def _neighbours(book: Book) -> Iterator[tuple[Written, Written]]:
    """Two cases of one file that follow each other, the second one with rules; the first has another rule to keep."""
    for one, other in zip(book.clauses, book.clauses[1:], strict=False):
        both_cases = isinstance(one.block, nodes.Case | nodes.Amendment) and isinstance(other.block, nodes.Case | nodes.Amendment)
        if both_cases and one.place.path == other.place.path and one.cases.isdisjoint(other.cases) and _source(one) == _source(other):
            yield one, other


def _source(where: Written) -> str | None:
    return where.block.source if isinstance(where.block, nodes.Case | nodes.Amendment) else None


def _alone(where: Written) -> Iterator[nodes.Rule]:
    """The rules of a clause that are lines of their own."""
    return (line for line in body_lines(where.block) if isinstance(line, nodes.Rule))


def _homes(book: Book) -> list[Written]:
    return [one for one in book.clauses if isinstance(one.block, nodes.Case) and _insertion(book, one) is not None]


def _insertion(book: Book, where: Written) -> int | None:
    """Where a rule can be added to a clause: after its last rule, else after its last prose."""
    kinds: tuple[type[nodes.Node], ...]
    for kinds in ((nodes.Rule,), (nodes.Prose,)):
        lines = [line for line in body_lines(where.block) if isinstance(line, kinds)]
        if lines:
            return book.lines(where.place.path, *book.extent(where.place, lines[-1]))[1]
    return None


def _inserted(book: Book, kind: Kind, home: Written, lines: list[str], also: frozenset[str]) -> Sown:
    at = _insertion(book, home)
    assert at is not None
    return book.spliced(kind, home, at, at, "\n".join(lines) + "\n", also)


def _rules(book: Book) -> Iterator[tuple[Written, nodes.Rule]]:
    return ((where, rule) for where in book.clauses for rule in where.rules)


IN_RULES: Mapping[Kind, Callable[[Book, random.Random], Iterator[Sown]]] = {
    Kind.WHEN_LOST: whens,
    Kind.UNLESS_LOST: unlesses,
    Kind.MODAL: modals,
    Kind.OVERRIDES_NEXT: overrides_next,
    Kind.OVERRIDES_ALWAYS: overrides_always,
    Kind.COPIED: copied,
    Kind.MOVED: moved,
}
