"""The two brute forces, that of one situation and that of all at once, are written apart: they say the same.

`drawn` says how many books.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from drawn import BOOKS
from engines.interpreter import generated_books, oracle
from engines.interpreter.oracle_terms import FactKey
from engines.interpreter.test_oracle import program_of
from engines.solver.reach import Field, Instance, field_of
from engines.solver.situations import TooMany
from engines.solver.some_books import text_of
from engines.solver.test_truth import drawn, told
from rulewright.semantics.model import Program


def world(program: Program, field: Field, bit: int) -> oracle.World:
    """One situation of the field, for the brute force of single situations."""
    choices: dict[str, str] = {}
    options: set[str] = set()
    scenario = None
    facts: dict[FactKey, Any] = {}
    for key, value in field.truth.situations.at(bit).items():
        match key:
            case ("fact", name, args):
                facts[name, args] = value
            case ("option", name) if value:
                options.add(name)
            case ("reading", name):
                choices[name] = value
            case ("scenario",):
                scenario = value
            case _:
                pass  # an option that is off; how many things there are
    there = {name: kind for kind, names in field.truth.things.items() for name, where in names.items() if where >> bit & 1}
    return oracle.World(program, there, facts, oracle.Switches(choices, frozenset(options), scenario))


def cases(program: Program, rng: Random, count: int) -> Iterator[tuple[Field, Instance, int]]:
    for name in program.questions:
        try:
            field = field_of(program, name)
            for instance in field.instances:
                told(field, instance, 0)
        except TooMany:
            continue
        for _ in range(count):
            yield field, rng.choice(field.instances), drawn(rng, field)


@pytest.mark.parametrize(("size", "every_form"), [((4, 4), False), ((3, 6), False), ((4, 4), True)])
def test_both_say_the_same(size: tuple[int, int], every_form: bool) -> None:
    compared = 0
    for seed in range(BOOKS // 4):
        rng = Random(seed)
        files = generated_books.book(rng, *size, every_form=every_form).files
        program = program_of(files)
        for field, instance, bit in cases(program, rng, 4):
            here = told(field, instance, bit)
            there = world(program, field, bit).ask(field.question, instance.args)
            assert here == there, (seed, instance.text, field.truth.situations.at(bit), text_of(files))
            compared += 1
    assert compared > BOOKS
