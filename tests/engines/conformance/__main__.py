"""`make conformance`: all engines, and brute force, on generated books; all engines on the kits of the shipped books.

cd tests && python -m engines.conformance --books 20000 [--first 0] [--rounds 4] [--workers 2] [--questions 200]

Every other book has the forms of conditions and amounts that those of the first kind leave out.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from engines.conformance.books import ROUNDS, Tally, try_book
from rulewright.base.resources import shipped_books
from rulewright.engines.conformance.run import run_book
from rulewright.engines.registry import ENGINES
from rulewright.interfaces.cli.results import show_runs
from rulewright.interfaces.cli.terminal import console
from rulewright.workspace.open_book import load

CHUNK = 20


def try_books(rounds: int, numbers: range) -> Tally:
    """Books of both kinds, two of which have one number, each in so many situations."""
    tally = Tally()
    for place in numbers:
        tally.add(try_book(place // 2, rounds=rounds, every_form=place % 2 == 1))
    return tally


def generated(first: int, books: int, rounds: int, workers: int) -> bool:
    """Whether a generated book shows a difference; prints counts and the first difference of each engine."""
    began = time.monotonic()
    tally = Tally()
    places = range(2 * first, 2 * first + books)
    chunks = [places[start : start + CHUNK] for start in range(0, books, CHUNK)]
    with ProcessPoolExecutor(workers) as pool:
        for found in pool.map(partial(try_books, rounds), chunks):
            tally.add(found)
            if tally.books % 1000 < CHUNK:
                print(f"  {tally.books:,} books, {tally.questions:,} questions, {tally.differing.total():,} differences", flush=True)
    names = ", ".join((*ENGINES, "brute force"))
    print(f"{tally.books:,} generated books, {tally.questions:,} questions in {names}: {tally.differing.total():,} differences", end="")
    print(f", {time.monotonic() - began:.0f} s")
    for (name, reason), number in tally.declined.most_common():
        print(f"  {name} declined {number:,}: {reason}")
    for name, text in tally.first.items():
        print(f"  {name}: {tally.differing[name]:,} differences, the first:")
        print("\n".join(f"    {line}" for line in text.splitlines()))
    return bool(tally.differing)


def shipped(questions: int, seed: int) -> bool:
    """Whether an engine differs on the kit of a shipped book."""
    differing = False
    for name in shipped_books():
        book = load(name)
        runs = run_book(book.cores.values(), ENGINES, questions, seed)
        for engine in ENGINES:
            show_runs(console(), book, [run for run in runs if run.engine == engine])
        differing = differing or any(run.differences for run in runs)
    return differing


def main() -> None:
    parser = argparse.ArgumentParser(prog="conformance", description="hold all engines, and brute force, against one another")
    parser.add_argument("--books", type=int, default=20_000, help="how many generated books")
    parser.add_argument("--first", type=int, default=0, help="the number of the first")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="in how many situations the questions of each of them are put")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--questions", type=int, default=100, help="how many questions to draw for each edition of the shipped books")
    told = parser.parse_args()
    differing = shipped(told.questions, told.first)
    differing = generated(told.first, told.books, told.rounds, told.workers) or differing
    sys.exit(differing)


if __name__ == "__main__":
    main()
