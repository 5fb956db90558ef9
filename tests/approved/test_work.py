"""How much work the proofs of a few small books take, counted in steps: apart from what is found, so that a faster solver changes no meaning.

    RULEWRIGHT_REWRITE=1 python -m pytest tests/approved/test_work.py

writes `work.json` anew. It need not be written anew for less work, or a little more: what is held is that none of it becomes a multiple.
Each of these books reaches something else: the search of boxes, its corners, what is left to z3.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict

from approved.kept import FOLDER, read
from approved.passes import loaded

TABLE = FOLDER.with_name("work.json")
BOOKS = ("cli-precedence-1", "interpreter-forms-566", "own-divisors", "small-1105")
TIMES, MORE = 2, 20
"""So many times what is written, and so many more, a count may be."""


def work_of(name: str) -> dict[str, dict[str, int]]:
    """What the last edition of a book took to decide, and to say what settles its pairs."""
    book = loaded(read(FOLDER / f"{name}.txt").files)
    edition = book.editions[-1]
    return {"decided": asdict(book.decided[edition].effort), "settled": asdict(book.precedence_report(edition).effort)}


def test_the_proofs_take_no_multiple_of_the_work_that_is_written_down() -> None:
    taken = {name: work_of(name) for name in BOOKS}
    if os.environ.get("RULEWRIGHT_REWRITE"):
        TABLE.write_text(json.dumps(taken, indent=1) + "\n", encoding="utf-8")
    written = json.loads(TABLE.read_text(encoding="utf-8"))
    assert taken.keys() == written.keys()
    for name, parts in taken.items():
        for part, counts in parts.items():
            for of, count in counts.items():
                assert count <= TIMES * written[name][part][of] + MORE, f"{name}, {part}: {of}"
