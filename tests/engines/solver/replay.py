"""One situation of a small book put to the reference interpreter, to hold the brute force against it."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

from engines.solver.reach import Field, Instance
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, Query, Status, Switches
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.engine import answering
from rulewright.semantics.model import Fix, Program


@cache
def core_of(program: Program) -> Core:
    """The core of a program, made once."""
    return lower(program)


def replayed(program: Program, field: Field, instance: Instance, bit: int) -> Answer:
    """The interpreter's answer in the situation of that bit."""
    truth = field.truth
    there = {name: kind for kind, names in truth.things.items() for name, where in names.items() if where >> bit & 1}
    facts: list[Fix] = []
    options: list[str] = []
    readings: dict[str, str] = {}
    scenario = None
    for key, value in truth.situations.at(bit).items():
        match key:
            case ("fact", name, args):
                things = [arg for arg in args if any(arg in names for names in truth.things.values())]
                if all(thing in there for thing in things) and value not in _absent(field, there):
                    facts.append(Fix(name, args, value))
            case ("option", name) if value:
                options.append(name)
            case ("reading", name):
                readings[name] = value
            case ("scenario",):
                scenario = value
            case _:
                pass  # an option that is off; how many things there are, which `there` has
    switches = Switches(frozenset(options), scenario, None, tuple(sorted(readings.items())))
    things_by_kind: dict[str, tuple[str, ...]] = {}
    for name, kind in there.items():
        things_by_kind[kind] = (*things_by_kind.get(kind, ()), name)
    query = Query(AskedQuestion(field.question, instance.args), things_by_kind, tuple(facts), switches)
    return answering(core_of(program)).answer(query)[0]


def _absent(field: Field, there: dict[str, str]) -> list[str]:
    return [name for names in field.truth.things.values() for name in names if name not in there]


def outcome_of(answer: Answer) -> tuple[str, Any]:
    """Status and value, numbers as fractions. A result out of its range is a conflict, as the brute force of this folder has it."""
    value = answer.value
    if isinstance(value, int) and not isinstance(value, bool):
        value = Fraction(value)
    status = Status.CONFLICT if answer.status is Status.OUT_OF_RANGE else answer.status
    return (status.value, value if status is Status.ANSWERED else None)
