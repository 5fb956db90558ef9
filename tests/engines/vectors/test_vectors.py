"""Every engine, and brute force, gives what the vectors say; and every operator and kind of term has some, with operands of every kind."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import Enum
from fractions import Fraction
from functools import cache, partial
from typing import Any, get_args

import pytest

from engines.interpreter import oracle_completions
from engines.interpreter.test_oracle import spoken
from engines.vectors.questions import NO_LEVELS, NO_NUMBERS, NO_TRUTHS, NO_UNITS, WITHOUT, vector_questions
from engines.vectors.vectors import VECTORS, Said, Vector, book, given_facts, kept_vectors, query_of, said_by_interpreter, said_of, things
from rulewright.base.keywords import Comparison, Gather, Operator, Permission, Pick, Rounding
from rulewright.core.query import Declined, Outcome, Query, Status
from rulewright.engines.interpreter.engine import InterpreterEngine
from rulewright.engines.page.engine import QUERY, PageEngine
from rulewright.engines.registry import answering, is_there
from rulewright.semantics import terms as t
from rulewright.semantics.model import Program
from rulewright.semantics.terms import FactKey

KINDS: tuple[Any, ...] = get_args(t.Term)
RANGES = (t.Things, t.Members, t.Span, t.Values)
WORDS: tuple[type[Enum], ...] = (Operator, Comparison, Gather, Pick, Rounding, Permission)
NO_VALUES = tuple(zip(NO_NUMBERS, NO_TRUTHS, NO_LEVELS, NO_UNITS, strict=True))
"""What has no value, for each reason: a conflict, nothing said, out of range, missing, an open reading."""


@cache
def vectors() -> tuple[Vector, ...]:
    return tuple(kept_vectors())


def answers_of(name: str) -> Callable[[Vector], Said]:
    """Return what an engine says of a vector, without the reason why something is undetermined where it gives none."""
    program, core = book()
    match name:
        case "interpreter":
            interpreter = InterpreterEngine(core)
            return lambda vector: said_by_interpreter(interpreter, vector.term)
        case "page":
            return partial(said_by_page, PageEngine(core))
        case "brute force":
            given = {(fix.name, fix.args): fix.value for fix in given_facts()}
            return partial(said_by_brute_force, program, given)
        case _:
            return partial(said_by_solver, answering("solver", core))


def said_by_page(engine: PageEngine, vector: Vector) -> Said:
    query = query_of(vector.term)
    outcome = engine(query)
    assert isinstance(outcome, Outcome), outcome
    why = None
    if outcome.status is Status.UNDETERMINED:
        why = engine.ask({**QUERY.write(query), "closed": True, "premises": False})["undetermined"]["why"]
    return said_of(outcome.status, outcome.value, list(outcome.matter or ()), why)


def said_by_brute_force(program: Program, given: dict[FactKey, Any], vector: Vector) -> Said:
    (status, value), matter = oracle_completions.answer_of_term(program, vector.term, things(), given)
    return said_of(Status(status), value, [spoken(key) for key in matter], None)


def said_by_solver(engine: Callable[[Query], Outcome | Declined], vector: Vector) -> Said:
    """It does not say which facts are missing."""
    outcome = engine(query_of(vector.term))
    assert isinstance(outcome, Outcome), outcome
    missing = vector.said[1] if vector.said[0] == outcome.status is Status.MISSING else []
    return said_of(outcome.status, outcome.value, missing, None)


NEEDS_QUICKJS = pytest.mark.skipif(not is_there("page"), reason="quickjs-ng is not installed")


@pytest.mark.parametrize(
    ("name", "step"),
    [
        ("interpreter", 1),
        pytest.param("page", 3, marks=NEEDS_QUICKJS),
        ("solver", 5),
        ("brute force", 6),
        pytest.param("page", 1, marks=[NEEDS_QUICKJS, pytest.mark.thorough]),
        pytest.param("solver", 1, marks=pytest.mark.thorough),
        pytest.param("brute force", 1, marks=pytest.mark.thorough),
    ],
)
def test_what_the_vectors_say(name: str, step: int) -> None:
    """Of the slower ones some of the vectors, in a thorough run all."""
    answer = answers_of(name)
    gives_reasons = name in ("interpreter", "page")
    differing = []
    for vector in vectors()[::step]:
        wanted = vector.said if gives_reasons or vector.said[0] != "undetermined" else ("undetermined", None)
        if (found := answer(vector)) != wanted or [type(part) for part in found] != [type(part) for part in wanted]:
            differing.append((vector.text, wanted, found))
    assert differing == []


# ---- what there are vectors of -----------------------------------------------------------------------------------------------------------


def terms_below(term: t.Term) -> Iterator[t.Term]:
    """Yield the terms of a vector; of an inherited bar, which cannot be written, those of the rule."""
    yield from t.walk(term)
    for question in t.questions_in(term):
        if book()[0].questions[question].kind_of:
            yield from (
                inner for rule in book()[0].rules if rule.question == question for part in rule.parts for inner in t.walk(part.term)
            )


@cache
def terms_asked() -> tuple[t.Term, ...]:
    return tuple(inner for vector in vectors() for inner in terms_below(vector.term))


def reasons_below(term: t.Term) -> set[int]:
    """Return the reasons for which something below a term has no value, by their place; `amount(4)` and those after it have none either."""
    names = t.names_in(term)
    found = {place for place, several in enumerate(NO_VALUES) if {*several} & {*names.questions, *names.facts}}
    if {"amount", "level_of", "holds"} & {*names.questions}:
        numbers = {inner.value for inner in t.walk(term) if isinstance(inner, t.Const)}
        found |= {place for place in range(len(NO_VALUES)) if WITHOUT + place in numbers}
    return found


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: str(kind.__name__))
def test_every_kind_of_term_has_vectors(kind: type) -> None:
    """With an operand that has no value for each of the reasons, if it has operands."""
    of_kind = [term for term in terms_asked() if isinstance(term, kind)]
    assert of_kind
    if kind is t.Barred:  # its operands are arguments of the action that is asked
        of_kind = [vector.term for vector in vectors() if vector.group == "barred"]
    if kind not in (t.Const, t.Var):
        assert set().union(*map(reasons_below, of_kind)) == set(range(len(NO_VALUES)))


@pytest.mark.parametrize("word", [word for words in WORDS for word in words], ids=str)
def test_every_operator_has_vectors(word: Enum) -> None:
    of_word = [term for term in terms_asked() if word in vars_of(term).values()]
    assert set().union(*map(reasons_below, of_word)) == set(range(len(NO_VALUES)))


def vars_of(term: t.Term) -> dict[str, Any]:
    return {name: getattr(term, name) for name in type(term).__match_args__}


def test_numbers_are_fractions_too() -> None:
    for word in (word for words in (Operator, Comparison, Pick, Rounding) for word in words):
        below = (inner for term in terms_asked() if word in vars_of(term).values() for inner in t.walk(term))
        assert any(isinstance(inner, t.Const) and isinstance(inner.value, Fraction) for inner in below), word


def test_what_compares_does_so_on_a_scale_too() -> None:
    scaled = {type(term) for term in terms_asked() if vars_of(term).get("scale") is not None}
    assert scaled == {kind for kind in KINDS if "scale" in kind.__match_args__}


def test_whatever_is_gone_through_has_vectors() -> None:
    assert {type(term.domain.over) for term in terms_asked() if isinstance(term, t.Some | t.Every | t.Gathered)} == set(RANGES)


def test_all_that_is_asked_is_in_the_file_which_stays_small() -> None:
    asked = [(group, text) for group, texts in vector_questions().items() for text in texts]
    assert [(vector.group, vector.text) for vector in vectors()] == asked, "cd tests && python -m engines.vectors"
    assert VECTORS.stat().st_size < 300_000
    assert {vector.said[0] for vector in vectors()} == set(Status)
