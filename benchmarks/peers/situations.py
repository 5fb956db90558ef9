"""Situations drawn at random for a plain book: every fact has a value. One seed, the same situations."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from rulewright.core.lower import lower
from rulewright.core.query import Status
from rulewright.engines.interpreter.ask import ask
from rulewright.semantics import model as p
from rulewright.semantics.types import Enumerated, Numeric, Thing, Type, YesNo

Situation = dict[str, Any]
"""Name of a fact (`unit.arm`) or of an argument that is no thing -> its value."""


def situations(program: p.Program, count: int, seed: int = 1) -> Iterator[Situation]:
    """Each value of a domain is as likely as any other."""
    draw = random.Random(seed)
    kinds = {fact.name: fact.type for fact in program.facts.values()}
    for question in program.questions.values():
        if question.kind is not p.QuestionKind.TABLE:
            kinds |= {param.name: param.type for param in question.params if not isinstance(param.type, Thing)}
    for _ in range(count):
        yield {name: _value(program, draw, kind) for name, kind in kinds.items()}


def _value(program: p.Program, draw: random.Random, kind: Type) -> Any:
    match kind:
        case YesNo():
            return draw.random() < 0.5
        case Enumerated(name):
            return draw.choice(program.enums[name].values)
        case Numeric(int(low), int(high)):
            return draw.randint(low, high)
        case _:
            raise ValueError(f"no value of {kind} can be drawn")


def our_answer(program: p.Program, question: p.Question, situation: Situation) -> tuple[str, Any]:
    """Status and value of a question with all facts known; things are named after their parameters."""
    things = {param.type.record: param.name for param in question.params if isinstance(param.type, Thing)}
    facts = {}
    for fact in program.facts.values():
        kinds = [param.type.record for param in fact.params if isinstance(param.type, Thing)]
        if not set(kinds) <= set(things):
            continue
        names = [things[kind] for kind in kinds]
        written = (
            f"{names[0]}.{fact.name.partition('.')[2]}"
            if fact.kind == "field"
            else f"{fact.name}({', '.join(names)})"
            if names
            else fact.name
        )
        facts[written] = situation[fact.name]
    arguments = [things[param.type.record] if isinstance(param.type, Thing) else str(situation[param.name]) for param in question.params]
    answer = ask(lower(program), f"{question.name}({', '.join(arguments)})" if arguments else question.name, facts)
    return answer.status.value, answer.value if answer.status is Status.ANSWERED else None
