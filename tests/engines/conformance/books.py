"""Generated books put to every engine and to brute force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from engines.interpreter import generated_books, oracle, oracle_completions
from engines.interpreter.oracle_terms import FactKey
from engines.interpreter.test_oracle import keyed, program_of, switched
from engines.solver.situations import TooMany
from rulewright.core.codec import core_json, read_core
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.core.query import AskedQuestion, Declined, Outcome, Query, Switches
from rulewright.engines.conformance.run import outcome_text, query_lines
from rulewright.engines.registry import ENGINES, REFERENCE, answering, is_there
from rulewright.semantics.model import Fix, Program

INSTALLED = tuple(name for name in ENGINES if is_there(name))
ROUNDS = 4
"""So many situations are tried of each book, unless it is told otherwise."""


@dataclass
class Tally:
    """What came of some books: questions put, those declined by engine and reason, and what differed, the first of each kind in words."""

    books: int = 0
    questions: int = 0
    declined: Counter[tuple[str, str]] = field(default_factory=Counter)
    differing: Counter[str] = field(default_factory=Counter)
    first: dict[str, str] = field(default_factory=dict)

    def add(self, other: Tally) -> None:
        self.books += other.books
        self.questions += other.questions
        self.declined += other.declined
        self.differing += other.differing
        self.first = {**other.first, **self.first}

    def note(self, who: str, text: str) -> None:
        self.differing[who] += 1
        self.first.setdefault(who, text)


def try_book(number: int, *, brute_force: bool = True, rounds: int = ROUNDS, every_form: bool = False) -> Tally:
    """The book of that number: its core through JSON, every question in some situations, brute force too if asked for.

    With `every_form` another book of that number, which has the forms that the first one leaves out.
    """
    rng = Random(number)
    cases, statements = (3, 6) if number % 3 == 2 else (4, 4)
    generated = generated_books.book(rng, cases, statements, every_form=every_form)
    tally = Tally(books=1)
    try:
        program = program_of(generated.files)
    except AssertionError as wrong:
        tally.note("generator", f"book {number} has errors: {str(wrong)[:2000]}")
        return tally
    core = read_core(core_json(lower(program)))
    engines = {name: answering(name, core) for name in INSTALLED}
    for place in range(rounds):
        facts = keyed(generated_books.situation_of(generated, rng, 1.0 if place % 2 else 0.6), program)
        switches = switched(rng, generated)
        for asked in generated.questions:
            query = query_of(asked, generated.things, facts, switches)
            tally.questions += 1
            try:
                outcomes = {name: engine(query) for name, engine in engines.items()}
            except (LookupError, ArithmeticError, AssertionError, TypeError) as fault:
                tally.note("fault", "\n".join((f"book {number}: {fault!r}", *query_lines(core, query))))
                continue
            _compare(
                tally, number, core, query, outcomes, _brute_force(program, generated.things, query, switches) if brute_force else None
            )
    return tally


def query_of(asked: generated_books.Asked, things: Mapping[str, str], facts: dict[FactKey, Any], switches: oracle.Switches) -> Query:
    named: dict[str, tuple[str, ...]] = {}
    for name, kind in things.items():
        named[kind] = (*named.get(kind, ()), name)
    return Query(
        AskedQuestion(asked.name, ("u",) if asked.has_unit else ()),
        named,
        tuple(Fix(name, args, value) for (name, args), value in facts.items()),
        Switches(switches.options, switches.scenario, None, tuple(switches.choices.items())),
    )


def _brute_force(program: Program, things: Mapping[str, str], query: Query, switches: oracle.Switches) -> tuple[str, Any] | None:
    assert isinstance(query.asked, AskedQuestion)
    given = {(one.name, one.args): one.value for one in query.given}
    try:
        return oracle_completions.answer(program, query.asked.question, query.asked.args, things, given, switches)[0]
    except TooMany:
        return None


def _compare(
    tally: Tally, number: int, core: Core, query: Query, outcomes: dict[str, Outcome | Declined], wanted: tuple[str, Any] | None
) -> None:
    said = {} if wanted is None else {"brute force": wanted}
    for name, outcome in outcomes.items():
        if isinstance(outcome, Declined):
            tally.declined[name, outcome.reason] += 1
        else:
            said[name] = (outcome.status.value, outcome.value)
    reference = said.get(REFERENCE)
    for name, found in said.items():
        if reference is not None and (found != reference or isinstance(found[1], bool) != isinstance(reference[1], bool)):
            told = [f"book {number}", *query_lines(core, query), f"{REFERENCE}: {_told(outcomes[REFERENCE])}", f"{name}: {found}"]
            tally.note(name, "\n".join(told))


def _told(outcome: Outcome | Declined) -> str:
    return outcome.reason if isinstance(outcome, Declined) else outcome_text(outcome)
