"""What is said of two programs, question by question, against all situations of small books that were changed in one place.

`drawn` says how many books.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from drawn import BOOKS
from engines.solver.reach import Field, field_of
from engines.solver.situations import Bits, Spread, TooMany
from engines.solver.some_books import some_books
from engines.solver.truth import Truth
from rulewright.analysis.comparison.answer_change import Effect
from rulewright.analysis.comparison.core_difference import CoreComparison
from rulewright.analysis.comparison.replay import outcome_in
from rulewright.analysis.verdicts.fingerprint import Fingerprints
from rulewright.base.keywords import Verb
from rulewright.core.lower import lower
from rulewright.semantics.model import Program, Rule, TableVerb

MOST = 40_000
OPPOSITE: dict[Verb | TableVerb, Verb] = {
    Verb.MAY: Verb.MAY_NOT,
    Verb.MAY_NOT: Verb.MAY,
    Verb.YES: Verb.NO,
    Verb.NO: Verb.YES,
    Verb.ADD: Verb.TAKE,
    Verb.TAKE: Verb.ADD,
}


def changed(program: Program, rng: Random) -> Program:
    """The program with one thing about it changed."""
    ways = [_without_rule, _turned, _without_condition, _without_statement]
    for way in rng.sample(ways, len(ways)):
        found = way(program, rng)
        if found is not None:
            return found
    return program


def _without_rule(program: Program, rng: Random) -> Program | None:
    if not program.rules:
        return None
    gone = rng.choice(program.rules).uid

    def left(uids: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(uid for uid in uids if uid != gone)

    return replace(
        program,
        rules=tuple(replace(rule, restates=left(rule.restates)) for rule in program.rules if rule.uid != gone),
        overrides=tuple(
            replace(one, rule=None, on=tuple(replace(on, by=left(on.by), targets=left(on.targets)) for on in one.on))
            for one in program.overrides
        ),
        set_asides=tuple(replace(one, on=tuple(replace(on, targets=left(on.targets)) for on in one.on)) for one in program.set_asides),
    )


def _turned(program: Program, rng: Random) -> Program | None:
    """A rule says the opposite, at all its addresses: what restates it has the same effect."""
    able = [rule for rule in program.rules if rule.verb in OPPOSITE]
    if not able:
        return None
    chain = _addresses(program, rng.choice(able))
    return replace(program, rules=tuple(replace(rule, verb=OPPOSITE[rule.verb]) if rule.uid in chain else rule for rule in program.rules))


def _addresses(program: Program, rule: Rule) -> set[int]:
    """The rule with all that it restates and all that restates it."""
    found: set[int] = set()
    more = {rule.uid}
    while more - found:
        found |= more
        more = {uid for one in program.rules for uid in (one.uid, *one.restates) if found & {one.uid, *one.restates}}
    return found


def _without_condition(program: Program, rng: Random) -> Program | None:
    able = [rule for rule in program.rules if rule.parts]
    return _instead(program, one := rng.choice(able), replace(one, parts=one.parts[1:])) if able else None


def _instead(program: Program, old: Rule, new: Rule) -> Program:
    return replace(program, rules=tuple(new if rule is old else rule for rule in program.rules))


def _without_statement(program: Program, rng: Random) -> Program | None:
    if not program.overrides:
        return None
    gone = rng.choice(program.overrides)
    return replace(program, overrides=tuple(one for one in program.overrides if one is not gone))


def effects(field: Field, after: Program) -> set[Effect]:
    """The effects that there are, from all situations."""
    other = Truth(after, field.truth.situations, field.truth.things)
    found: set[Effect] = set()
    for instance in field.instances:
        before, now = (truth.outcome(field.question, instance.args).answer for truth in (field.truth, other))
        found |= {effect for effect, bits in _effects(before, now) if bits & field.possible}
    return found


def _effects(before: Spread, after: Spread) -> Iterator[tuple[Effect, Bits]]:
    for value, where in before.values.items():
        for other, there in after.values.items():
            if (value, isinstance(value, bool)) != (other, isinstance(other, bool)):
                yield Effect.CHANGES, where & there
    answered = 0
    for where in after.values.values():
        answered |= where
    yield Effect.SETTLES, before.open & answered
    yield Effect.OPENS, after.undetermined & ~after.conflict & ~(before.undetermined & ~before.conflict)
    yield Effect.CONFLICT, after.conflict & ~before.conflict


def wrong(before: Program, after: Program) -> list[str]:
    """What is said and is not so, or is so and not said."""
    comparing = CoreComparison(lower(before), lower(after))
    found: list[str] = []
    for name in before.questions:
        try:
            field = field_of(before, name)
            if field.truth.situations.count > MOST:
                continue
            wanted = effects(field, after)
        except TooMany:
            continue
        verdict = comparing.verdict_on(name)
        said = {change.effect for change in verdict.changes}
        found += [f"{name}: {effect} is wrong" for effect in said - wanted]
        found += [f"{name}: {effect} is missed" for effect in wanted - said if verdict.reason is None]
        found += [f"{name}: {change} is not so" for change in verdict.changes if not _borne_out(comparing, change)]
    return found


def _borne_out(comparing: CoreComparison, change: Any) -> bool:
    before, after = (outcome_in(side.witnesses, change.point) for side in comparing.sides.pair)
    return (before, after) == (change.outcome_before, change.outcome_after) and before != after


def test_changed_books() -> None:
    compared = 0
    for book in some_books(max(30, BOOKS // 8), first=7_000):
        other = changed(book.program, Random(book.seed))
        found = wrong(book.program, other)
        assert not found, (book.seed, found, book.text)
        compared += len(book.program.questions)
    assert compared > 40


def test_a_book_is_equal_to_itself_and_fingerprints_say_so() -> None:
    for book in some_books(20, first=7_500):
        moved = replace(book.program, rules=tuple(reversed(book.program.rules)))
        prints = Fingerprints(lower(book.program)), Fingerprints(lower(moved))
        for name in book.program.questions:
            assert prints[0].fingerprint_of(name) == prints[1].fingerprint_of(name)
            verdict = CoreComparison(lower(book.program), lower(moved)).verdict_on(name)
            assert verdict.alike
            assert verdict.equal
