"""What `check` finds in generated books about wide numbers, against brute force: no miss, and no false alarm.

    cd tests && python -m analysis.verdicts.wide --books 20000 [--first 0]

A book is its number; one in which something differs is printed with its text, and the run goes on.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from random import Random
from typing import Any

from analysis.verdicts.compare import Comparison, Difference
from engines.solver import wide_books
from engines.solver.reach import Field, Instance, reach_of
from engines.solver.replay import core_of, outcome_of
from engines.solver.situations import bits_of
from engines.solver.some_books import Files, first_taken, text_of
from engines.solver.stretches import Stretches, size_of, stretches, value_at, wide_facts, wide_field
from engines.solver.test_truth import root, standing, told
from rulewright.analysis.verdicts.witness import NotShown
from rulewright.base.errors import WrongInput
from rulewright.engines.interpreter.ask import ask
from rulewright.semantics.model import Program

SAMPLED = 10
"""In one book of so many the brute force itself is held against the interpreter, at places that it did not keep."""
MOST_SHOWN = 20


@dataclass
class Tally:
    """What came of some books: questions judged and left, findings compared by kind, and the books in which something differs, as text."""

    books: int = 0
    judged: int = 0
    left: int = 0
    compared: int = 0
    not_analysed: int = 0
    sampled: int = 0
    kinds: Counter[str] = field(default_factory=Counter)
    differing: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        kinds = ", ".join(f"{count:,} {kind}" for kind, count in sorted(self.kinds.items()))
        questions = f"{self.judged:,} questions judged, {self.left:,} left, {self.not_analysed:,} not analysed"
        return (
            f"{self.books:,} books, {questions}, {self.compared:,} findings compared ({kinds}), "
            f"{self.sampled:,} answers of the interpreter; {len(self.differing):,} books differ"
        )


def drawn(number: int) -> tuple[Files, Program]:
    """The book of a number: the first of those drawn with it that the language takes."""
    return first_taken(wide_books.book, number)


def compared(program: Program) -> tuple[Comparison, Difference]:
    comparison = Comparison(program, wide_field)
    return comparison, comparison.difference()


def try_book(number: int, tally: Tally) -> None:
    """The book of that number, decided and judged."""
    files, program = drawn(number)
    tally.books += 1
    try:
        comparison, difference = compared(program)
    except (WrongInput, NotShown, ArithmeticError, LookupError, AssertionError) as fault:
        tally.differing.append(f"book {number}: {fault!r}\n{text_of(files)}")
        return
    tally.judged += len(comparison.judged)
    tally.left += len(program.questions) - len(comparison.judged)
    tally.compared += difference.compared
    tally.not_analysed += len(comparison.decided.not_analysed)
    tally.kinds.update(finding.kind.value for finding in comparison.decided.findings)
    if difference:
        tally.differing.append(f"book {number}:\n{difference}\n{text_of(files)}")
    if number % SAMPLED == 0:
        rng = Random(number)
        for name in comparison.judged:
            wrong = sampled(program, name, rng, tally)
            if wrong:
                tally.differing.append(f"book {number}, the brute force itself: {wrong}\n{text_of(files)}")


def sampled(program: Program, question: str, rng: Random, tally: Tally, times: int = 4) -> str:
    """What the interpreter says of a question at places that were not kept, and the brute force does not; empty if nothing."""
    if not wide_facts(program, reach_of(program, question)) or program.questions[question].params:
        return ""
    where, known = wide_field(program, question), stretches(program, question)
    (instance,) = where.instances
    possible = where.possible
    for _ in range(times if possible else 0):
        bit = rng.choice(bits_of(possible)) if where.truth.situations.count < 5_000 else (possible & -possible).bit_length() - 1
        place = tuple(rng.randrange(size_of(kind)) for kind in known.wide.values())
        wrong = held(program, where, instance, known, bit, place)
        tally.sampled += 1
        if wrong:
            return wrong
    return ""


def held(program: Program, where: Field, instance: Instance, known: Stretches, bit: int, place: tuple[int, ...]) -> str:
    """What differs between the interpreter at a place and the brute force at the kept place that is said to be like it."""
    facts: dict[str, Any] = {name: value for (_, name, _), value in where.truth.situations.at(bit).items()}
    there = {name: value_at(kind, at) for (name, kind), at in zip(known.wide.items(), place, strict=True)}
    like = known.like(facts, place)
    kept = {name: value_at(kind, at) for (name, kind), at in zip(known.wide.items(), like, strict=True)}
    spot = where.possible
    for name, value in {**facts, **kept}.items():
        spot &= where.truth.situations.spreads["fact", name, ()].of(value)
    if not spot:
        return ""  # it is impossible
    at = spot.bit_length() - 1
    given = {name: {True: "yes", False: "no"}[value] if isinstance(value, bool) else value for name, value in {**facts, **there}.items()}
    got = ask(core_of(program), instance.text, given)
    wanted, found = told(where, instance, at), outcome_of(got)
    same = wanted == found if wanted[0] != "answered" or isinstance(wanted[1], bool | str) else wanted[0] == found[0]
    rules = {root(where, reason.rule) for reason in got.because}
    if same and rules == standing(where, instance, at):
        return ""
    return f"{instance.text} at {given}: {found} by {sorted(rules)}; at {kept}: {wanted} by {sorted(standing(where, instance, at))}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="decision.wide", description="hold findings about wide numbers against brute force")
    parser.add_argument("--books", type=int, default=20_000, help="how many generated books")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    asked = parser.parse_args()
    tally, began = Tally(), time.process_time()
    for number in range(asked.first, asked.first + asked.books):
        before = len(tally.differing)
        try_book(number, tally)
        for text in tally.differing[before:MOST_SHOWN]:
            print(text, flush=True)
        if tally.books % 200 == 0:
            print(f"{tally}; {time.process_time() - began:.0f} s", flush=True)
    print(f"{tally}; {time.process_time() - began:.0f} s of processor time")
    sys.exit(bool(tally.differing))


if __name__ == "__main__":
    main()
