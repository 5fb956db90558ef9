"""A talk and a table of rows: how much less a further turn takes than the first, and a row of a table than the same question alone.

Both are ratios of processor times in one run, so that they hold on any machine.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.frame import Row, choose_size
from rulewright.interfaces.api.book import Book, load

BOOK, QUESTION = "leipzig", "outmatched(u, b)"
TABLE_BOOK, TABLE_QUESTION = "la-grande-armee", "allowance(u)"
ROWS, ALONE = choose_size(10_000, 2_000), 300
TURN_SHARE, FACT_SHARE, ROW_SHARE, SECONDS = 0.02, 0.4, 0.4, 5.0
"""Targets: the share of the first turn that a turn takes without, and with, a fact that matters; the share of a question alone that a row
takes; seconds of processor time for the rows."""


def rows() -> Iterator[Row]:
    """The further turns of a talk, and the rows of a table with and without facts missing."""
    yield from _turns()
    yield from _table()


def _seconds(work: Callable[[], Any]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def _turns() -> Iterator[Row]:
    book = load(BOOK)
    book.core()
    situation = book.situation()
    first = _seconds(lambda: situation.ask(QUESTION))
    situation.give("turn", 3)
    same = _seconds(lambda: situation.ask(QUESTION))
    situation.give("u.strength", 3)
    further = _seconds(lambda: situation.ask(QUESTION))
    note = f"{BOOK}, {QUESTION}: the first takes {first:.2f} s"
    yield Row("turn of a talk in which nothing changed that matters", same / first, "of the first", TURN_SHARE, note=note)
    yield Row("turn of a talk with a fact that matters", further / first, "of the first", FACT_SHARE, note=note)


def _table() -> Iterator[Row]:
    book = load(TABLE_BOOK)
    book.core()
    table_rows = list(_drawn_rows(ROWS))
    taken = _seconds(lambda: list(book.table(TABLE_QUESTION, table_rows)))
    alone = _seconds(lambda: _ask_alone(book, table_rows[:ALONE])) / ALONE * ROWS
    note = f"{ROWS:,} rows, one of eighteen with a fact missing; asked alone {alone:.1f} s"
    yield Row("rows of a table", taken, "s", SECONDS, note=note)
    yield Row("row of a table", taken / alone, "of a question", ROW_SHARE, note=note)


def _drawn_rows(count: int) -> Iterator[dict[str, Any]]:
    rng = random.Random(1)
    for _ in range(count):
        row: dict[str, Any] = {
            "u.arm": rng.choice(["infantry", "cavalry", "artillery", "leader"]),
            "weather": rng.choice(["clear", "mud", "snow"]),
            "printed_allowance(u)": rng.randint(0, 20),
        }
        if rng.random() < 0.0564:
            del row[rng.choice(list(row))]
        yield row


def _ask_alone(book: Book, table_rows: list[dict[str, Any]]) -> None:
    for row in table_rows:
        book.ask(TABLE_QUESTION, row, brief=True)
