"""The interpreter against the brute-force evaluator on generated rulebooks; and: renaming and reordering change no answer.

Both say the same of every question: the same status and value, and where facts are missing, the same facts matter, each of them for certain. The books
are others in every run. `drawn` says how many.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import written
from drawn import BOOKS, OTHERS_EACH_TIME
from engines.interpreter import generated_books, oracle, oracle_completions
from engines.interpreter.oracle_terms import FactKey, Outcome
from engines.interpreter.two_texts import as_written, written_out
from engines.solver.situations import TooMany
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.interpreter.answer import Answer
from rulewright.engines.interpreter.ask import ask
from rulewright.semantics.model import Program
from rulewright.semantics.types import Thing

ordinary = settings(
    max_examples=max(BOOKS // 3, 9), deadline=None, suppress_health_check=list(HealthCheck), derandomize=not OTHERS_EACH_TIME
)
"""The same books in every run, unless more are asked for."""


def program_of(files: dict[str, str]) -> Program:
    """The typed program of a book given as text; any error in it is a bug of the generator."""
    program, faults = written.program_of(files, "whole")
    assert not faults, (faults, files)
    return program


def keyed(facts: dict[str, str], program: Program) -> dict[FactKey, Any]:
    """Facts as text -> facts as the oracle keeps them."""
    values: dict[str, Any] = {"yes": True, "no": False, "none": None}
    found: dict[FactKey, Any] = {}
    for name, text in facts.items():
        thing, _, field = name.partition(".")
        called, _, args = name.partition("(")
        given = tuple(int(arg) if arg.isdigit() else arg for arg in re.findall(r"\w+", args))
        key = (f"unit.{field}", (thing,)) if field else program.facts[called].key(given)
        plain = written_out(text)
        found[key] = int(plain) if plain.isdigit() else values.get(plain, plain)
    return found


def spoken(key: FactKey) -> str:
    name, args = key
    if "." in name:
        return f"{args[0]}.{name.split('.')[1]}"
    return f"{name}({', '.join(map(str, args))})" if args else name


def outcome(answer: Any) -> Outcome:
    value = answer.value
    if answer.status.value != "answered":
        value = None
    elif isinstance(value, int | Fraction) and not isinstance(value, bool):
        value = Fraction(value)
    return (answer.status.value, value)


def switched(rng: Random, generated: generated_books.Generated) -> oracle.Switches:
    """Options, the scenario and the reading, as they are drawn."""
    return oracle.Switches(
        {generated.reading: rng.choice(("one", "two"))} if generated.reading and rng.random() < 0.5 else {},
        frozenset(option for option in generated.options if rng.random() < 0.5),
        rng.choice((None, *generated.scenarios)),
    )


def put(
    core: Core,
    question: str,
    facts: dict[str, str],
    switches: oracle.Switches,
    read: Callable[[str], str] = as_written,
    world: str = "u, v: unit",
) -> Answer:
    """The question as it is put to the interpreter, in a closed world if a fact has things as its values; `read` says how facts are given."""
    options = sorted(switches.options)
    facts = {name: read(value) for name, value in facts.items()}
    closed = any(isinstance(fact.type, Thing) for fact in core.facts.values())
    setting: dict[str, Any] = {"readings": switches.choices, "options": options, "scenario": switches.scenario}
    return ask(core, question, facts, world=world, closed=closed, **setting)


def compare(rng: Random, generated: generated_books.Generated, rounds: int = 4) -> None:
    program = program_of(generated.files)
    core = lower(program)
    for number in range(rounds):
        facts = generated_books.situation_of(generated, rng, 1.0 if number % 2 else 0.6)
        switches = switched(rng, generated)
        for asked in generated.questions:
            args = ("u",) if asked.has_unit else ()
            text = asked.call("u")
            got = put(core, text, facts, switches, world=generated.world)
            try:
                wanted, matters = oracle_completions.answer(program, asked.name, args, generated.things, keyed(facts, program), switches)
            except TooMany:
                continue
            context = (text, facts, switches, generated.files)
            assert outcome(got) == wanted, (outcome(got), wanted, *context)
            missing = {fact.fact: fact.certain for fact in got.missing}
            assert missing == dict.fromkeys(map(spoken, matters), True), (missing, matters, *context)


@ordinary
@given(st.randoms(use_true_random=False))
def test_interpreter_is_the_definition(rng: Random) -> None:
    compare(rng, generated_books.book(rng))


@settings(ordinary, max_examples=max(BOOKS // 3, 8))
@given(st.randoms(use_true_random=False))
def test_every_form_is_as_it_is_defined(rng: Random) -> None:
    """Scales, groups, aggregates, suppositions, stages, links, tables, in a closed world of two or three units."""
    compare(rng, generated_books.book(rng, every_form=True), rounds=2)


@settings(ordinary, max_examples=max(BOOKS // 20, 6))
@given(st.randoms(use_true_random=False))
def test_dense_books(rng: Random) -> None:
    """Few cases, many statements: chains and cycles of precedence."""
    compare(rng, generated_books.book(rng, cases=3, statements=6), rounds=2)


@settings(ordinary, max_examples=max(BOOKS // 4, 20))
@given(st.randoms(use_true_random=False))
@pytest.mark.meaning("principle.order")
def test_order_and_names_change_no_answer(rng: Random) -> None:
    generated = generated_books.book(rng)
    first = lower(program_of(generated.files))
    second = lower(program_of(shuffled(rng, renamed(generated.files))))
    for _ in range(3):
        facts, switches = generated_books.situation(rng, 0.8, generated.pools), switched(rng, generated)
        for asked in generated.questions:
            here = put(first, asked.call("u"), facts, switches)
            there = put(second, asked.call("u").replace("q", "zz"), facts, switches)
            assert outcome(here) == outcome(there), (asked, facts, generated.files)
            assert {f.fact for f in here.missing} == {f.fact for f in there.missing}


@settings(ordinary, max_examples=max(BOOKS // 3, 20))
@given(st.randoms(use_true_random=False))
def test_measures_dates_moments_and_paths_are_short_for_what_has_none(rng: Random) -> None:
    """The same book with bare numbers, each moment among the conditions of its rules and each path led by what makes it lead anywhere, answers alike."""
    generated = generated_books.book(rng, short=True)
    first, second = (lower(program_of(files)) for files in (generated.files, generated.plain))
    for number in range(3):
        facts, switches = generated_books.situation(rng, 0.5 + number / 4, generated.pools), switched(rng, generated)
        for asked in generated.questions:
            here, there = (put(core, asked.call("u"), facts, switches, read) for core, read in ((first, as_written), (second, written_out)))
            assert outcome(here) == outcome(there), (asked, facts, switches, generated.files, generated.plain)
            assert {f.fact for f in here.missing} == {f.fact for f in there.missing}, (asked, facts, generated.files)


def renamed(files: dict[str, str]) -> dict[str, str]:
    """Questions and cases under other names, in another order."""
    numbers = {"1.1": "7.2", "1.2": "5.1", "2.1": "4.9", "2.2": "3.3"}
    found = {}
    for path, text in files.items():
        text = re.sub(r"\bq(\d)", r"zz\1", text)
        found[path] = re.sub(r"\b[12]\.[12]\b", lambda m: numbers[m.group()], text)
    return found


def shuffled(rng: Random, files: dict[str, str]) -> dict[str, str]:
    """Blocks of the rules in another order, in files of other names, and the rules inside each case turned round."""
    blocks = re.split(r"\n(?=case )", files["rules.case"])
    rng.shuffle(blocks)
    counts = {head[1]: len(rules_of(block)[1]) for block in blocks if (head := re.match(r"case (\d\.\d)", block))}
    moved = {path: turned(text, counts) for path, text in files.items() if path != "rules.case"}
    blocks = [turned(reversed_rules(block), counts) for block in blocks]
    half = len(blocks) // 2
    return {**moved, "a_first.case": "\n".join(blocks[half:]) + "\n", "z_last.case": "\n".join(blocks[:half]) + "\n"}


def turned(text: str, counts: dict[str, int]) -> str:
    """The addresses of rules as they are when every case is turned round."""
    return re.sub(r"\b(\d\.\d)\.(\d+)\b", lambda m: f"{m[1]}.{counts[m[1]] + 1 - int(m[2])}", text)


def rules_of(block: str) -> tuple[list[str], list[list[str]], list[list[str]]]:
    """The head of a case; its rules with what stands under each; its statements."""
    head, parts = written.case_parts(block)
    statements = [part for part in parts if re.match(r"  (overrides|sets aside|except) ", part[0])]
    return head, [part for part in parts if part not in statements], statements


def reversed_rules(block: str) -> str:
    head, rules, statements = rules_of(block)
    return "\n".join([*head, *(line for part in [*reversed(rules), *statements] for line in part)])
