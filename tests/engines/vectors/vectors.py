"""Vectors: what comes out of each operator and each kind of term, in `vectors.json`. `book.case` has the operands, `questions` what is asked.

A vector is the question as it is written and what comes out: `["2 + n", "missing", ["n"]]`. After the status comes the value, the facts that are
missing, or why it is undetermined.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

from engines.vectors.questions import GIVEN, WORLD, vector_questions
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.query import AskedTerm, Query, Status, Switches
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.engine import InterpreterEngine
from rulewright.engines.interpreter.query_expressions import read_free_question
from rulewright.engines.interpreter.query_inputs import NameReader, parse_world, read_argument, read_value
from rulewright.semantics.model import FactDecl, Fix, Program
from rulewright.semantics.terms import Term
from written import program_of

FOLDER = Path(__file__).parent
VECTORS = FOLDER / "vectors.json"
FORMAT = 1
"""It changes when a vector could be misread by whoever knows the format before it."""
Said = tuple[Any, ...]
"""A status with what goes with it."""


@dataclass(frozen=True)
class Vector:
    """A question of a group, its term, and what comes out of it."""

    group: str
    text: str
    term: Term
    said: Said


@cache
def book() -> tuple[Program, Core]:
    """Return the program and the core of the book that has the operands."""
    program, errors = program_of({"book.case": (FOLDER / "book.case").read_text("utf-8")}, "whole")
    assert not errors, errors
    return program, lower(program)


@cache
def things() -> Mapping[str, str]:
    """Return the things of the situation with their kinds."""
    return parse_world(book()[1], WORLD)


@cache
def given_facts() -> tuple[Fix, ...]:
    """Return the facts of the situation."""
    core = book()[1]
    reader = NameReader(core, dict(things()))
    fixes = []
    for name, value in GIVEN.items():
        fact, texts, decl = reader.resolve_name(name)
        assert isinstance(decl, FactDecl)
        args = tuple(read_argument(core, param, text) for param, text in zip(decl.params, texts, strict=True))
        fixes.append(Fix(fact, decl.key(args)[1], read_value(core, decl.type, value, name)))
    return tuple(fixes)


def term_of(text: str) -> Term:
    return read_free_question(book()[1], text, things())[0]


def query_of(term: Term) -> Query:
    return Query(
        AskedTerm(term),
        {kind: tuple(name for name, of in things().items() if of == kind) for kind in things().values()},
        given_facts(),
        Switches(),
    )


def said_of(status: Status, value: Any, missing: list[str], why: str | None) -> Said:
    """Return the status with its value, the missing facts, or the reason why it is undetermined."""
    match status:
        case Status.ANSWERED:
            return (status.value, plain(value))
        case Status.MISSING:
            return (status.value, sorted(missing))
        case Status.UNDETERMINED:
            return (status.value, why)
        case _:
            return (status.value,)


def plain(value: Any) -> Any:
    """Return a value as JSON has it: a fraction as text."""
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else f"{value.numerator}/{value.denominator}"
    return value


def said_by_interpreter(engine: InterpreterEngine, term: Term) -> Said:
    answer: Answer = engine.answer(query_of(term))[0]
    assert all(fact.certain for fact in answer.missing), "it must be proved which facts matter"
    why = answer.undetermined.why.value if answer.undetermined is not None else None
    return said_of(answer.status, answer.value, [fact.fact for fact in answer.missing], why)


def written_anew() -> str:
    """Return the file of vectors as the interpreter answers: a line for each."""
    engine = InterpreterEngine(book()[1])
    groups = []
    for group, texts in vector_questions().items():
        lines = [json.dumps([text, *said_by_interpreter(engine, term_of(text))]) for text in texts]
        groups.append(f"  {json.dumps(group)}: [\n    " + ",\n    ".join(lines) + "\n  ]")
    head = f'{{\n "format": {FORMAT},\n "world": {json.dumps(WORLD)},\n "given": {json.dumps(GIVEN)},\n "vectors": {{\n'
    return head + ",\n".join(groups) + "\n }\n}\n"


def kept_vectors() -> Iterator[Vector]:
    """Yield the vectors of the file."""
    document = json.loads(VECTORS.read_text("utf-8"))
    assert document["format"] == FORMAT and document["world"] == WORLD and document["given"] == GIVEN
    for group, vectors in document["vectors"].items():
        for text, *said in vectors:
            yield Vector(group, text, term_of(text), tuple(said))
