"""The brute force is held against the interpreter before anything is held against the brute force.

`drawn` says how many books.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from drawn import BOOKS
from engines.solver.plain import main_part
from engines.solver.reach import Field, Instance, field_of
from engines.solver.replay import outcome_of, replayed
from engines.solver.situations import TooMany
from engines.solver.some_books import some_books


def told(field: Field, instance: Instance, bit: int) -> tuple[str, Any]:
    """What the brute force says of one situation."""
    answer = field.truth.outcome(field.question, instance.args).answer
    if answer.conflict >> bit & 1:
        return ("conflict", None)
    if answer.undetermined >> bit & 1:
        return ("undetermined", None)
    value = next(value for value, where in answer.values.items() if where >> bit & 1)
    number = isinstance(value, int | Fraction) and not isinstance(value, bool)
    return ("answered", Fraction(value) if number else value)


def standing(field: Field, instance: Instance, bit: int) -> set[str]:
    found = field.truth.standing(field.question, instance.args)
    rules = field.truth.rules(field.question, instance.args)
    return {rule.id for rule in rules if found.stands[("rule", rule.uid, main_part(rule))] >> bit & 1}


def root(field: Field, rule: str) -> str:
    """The rule that a rule repeats, or itself: an answer may name either address."""
    rules = {one.uid: one for one in field.truth.program.rules}
    uid = next(one.uid for one in rules.values() if one.id == rule)
    return rules[field.truth.main_address(uid)].id


def drawn(rng: Random, field: Field) -> int:
    """A situation that is possible."""
    while True:
        bit = rng.randrange(field.truth.situations.count)
        if field.possible >> bit & 1:
            return bit


def test_interpreter_gives_what_is_told() -> None:
    """Outcomes, and the rules that stand, in situations drawn from all that are possible."""
    compared = 0
    for book in some_books(BOOKS):
        rng = Random(book.seed)
        for name in book.program.questions:
            try:
                field = field_of(book.program, name)
                for instance in field.instances:
                    told(field, instance, 0)
            except TooMany:
                continue
            if not field.possible:
                continue
            for _ in range(4):
                instance, bit = rng.choice(field.instances), drawn(rng, field)
                got = replayed(book.program, field, instance, bit)
                context = (book.seed, instance.text, field.truth.situations.at(bit), book.text)
                assert outcome_of(got) == told(field, instance, bit), context  # `test_oracle` of the interpreter knows what is out of range
                assert {root(field, reason.rule) for reason in got.because} == standing(field, instance, bit), context
                compared += 1
    assert compared > 2 * BOOKS
