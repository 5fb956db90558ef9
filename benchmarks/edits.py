"""One number or one condition of one rule of a shipped book is another, and the book is checked again: whole processes, from a warm store.

An edit is drawn from the rules of all books, each rule as likely as any other, so that a book has its share by how many rules it has; one
that leaves the book unreadable is drawn again. Same books, same seed: same edits. Before each, the store is as a check of the book as it
was has left it. `python -m benchmarks.edits [HOW MANY] [SEED]` prints each edit with its time: `100 2` takes a hundred others.
"""

from __future__ import annotations

import math
import random
import re
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.frame import Row, choose_size, measured_books
from benchmarks.processes import run
from rulewright.base.resources import book_folder
from rulewright.base.store import CachingStore
from rulewright.semantics.model import Rule, TableVerb
from rulewright.workspace.inputs import read_inputs
from rulewright.workspace.open_book import OpenBook, load, load_inputs

HOW_MANY, SEED = choose_size(28, 1), 1
MEDIAN, NINETIETH, WORST = 1.0, 3.0, 8.0
"""Seconds that half of the checks, nine of ten and all may take."""

NUMBER = re.compile(r"(?<![\w.,#/-])(\d{1,3})(/\d+)?(?![\w/-]|[.,]\d|\. )")
APART = re.compile(r'"[^"]*"|@[\w-]+')
"""What stands in a rule and is no part of what it says: words in quotes, tags."""
CONDITION = re.compile(r" (when|unless|with) (?!any of|all of|none of)")
CONDITIONS = ((r" is not ", " is "), (r" is (?!at |more |less |not |the |a |an )", " is not "), (r"^( (?:when|unless) )not ", r"\1"))
"""How one condition is turned: the first that is found in it."""


@dataclass(frozen=True)
class Edit:
    """A line of a file that is another."""

    book: str
    name: str
    line: int
    was: str
    now: str

    def apply_to(self, text: str) -> str:
        """The text of the file with it."""
        lines = text.split("\n")
        assert lines[self.line - 1] == self.was
        lines[self.line - 1] = self.now
        return "\n".join(lines)

    def __str__(self) -> str:
        return f"{self.book}/{self.name}:{self.line}: {self.now.strip()}"


ALWAYS = Edit(
    "leipzig-lite",
    "strength.case",
    15,
    "  formed_points(d) is 3/2 point * (the sum of k.stands over troops k among troops_of(d) with formed(k))",
    "  formed_points(d) is 5/2 point * (the sum of k.stands over troops k among troops_of(d) with formed(k))",
)
"""The points that a stand is worth: nearly all amounts of that book depend on it. It is among the edits of the usual seed."""


# ---- which edits ------------------------------------------------------------------------------------------------------------------------


def drawn(books: Sequence[str], how_many: int, seed: int) -> list[Edit]:
    """So many edits of these books."""
    loaded = {book: load(book, cache=False) for book in books}
    chance = random.Random(seed)
    rules = [(book, rule) for book in books for rule in edited_rules(loaded[book])]
    chance.shuffle(rules)
    readable = Readable(books)
    found = [ALWAYS] if seed == SEED and ALWAYS.book in books else []
    for book, rule in rules:
        if len(found) == how_many:
            break
        edits = list(edits_of(book, rule, loaded[book]))
        edit = chance.choice(edits) if edits else None
        if edit is not None and edit not in found and readable.is_so_with(edit):
            found.append(edit)
    return found


def edited_rules(book: OpenBook) -> Iterator[Rule]:
    """The rules of the last edition, each text once: those of a table are its rows, and no one edits them as a rule."""
    seen = set()
    for rule in book.program().rules:
        if rule.location is not None and rule.verb is not TableVerb.LOOK_UP and rule.location not in seen:
            seen.add(rule.location)
            yield rule


def edits_of(book: str, rule: Rule, loaded: OpenBook) -> Iterator[Edit]:
    """Every edit of a number or a condition in the text of a rule."""
    at = rule.location
    assert at is not None
    lines = loaded.source_lines()[at.path]
    for number in range(at.line, at.end_line + 1):
        line = lines[number - 1]
        for now in (*numbers_changed(line), *conditions_turned(line)):
            yield Edit(book, at.path.rpartition("/")[2], number, line, now)


def numbers_changed(line: str) -> Iterator[str]:
    """The line with one of its numbers one more."""
    shown = APART.sub(lambda found: " " * len(found[0]), line)
    for found in NUMBER.finditer(shown):
        divisor = found[2] or ""
        more = int(found[1]) + int(divisor[1:] or 1)
        yield f"{line[: found.start()]}{more}{divisor}{line[found.end() :]}"


def conditions_turned(line: str) -> Iterator[str]:
    """The line with its first condition the other way round."""
    begins = CONDITION.search(APART.sub(lambda found: " " * len(found[0]), line))
    if begins is None:
        return
    before, after = line[: begins.start()], line[begins.start() :]
    for pattern, by in CONDITIONS:
        turned = re.sub(pattern, by, after, count=1)
        if turned != after:
            yield before + turned
            return


class Readable:
    """Books with an edit in them, read in this process as far as the checks: whether there is nothing wrong with the text."""

    def __init__(self, books: Iterable[str]) -> None:
        self._stores = {book: CachingStore(None) for book in books}

    def is_so_with(self, edit: Edit) -> bool:
        """Whether the book can still be read, folded and resolved in every edition."""
        folder = book_folder(edit.book)
        text = edit.apply_to((folder / edit.name).read_text("utf-8"))
        book = load_inputs(edit.book, read_inputs(folder, {edit.name: text.encode()}), self._stores[edit.book])
        return book.has_no_errors(*book.editions)


# ---- how long they take -----------------------------------------------------------------------------------------------------------------


class Copies:
    """Copies of books in a scratch folder, and the store that a check of them has filled."""

    def __init__(self, scratch: Path, books: Iterable[str]) -> None:
        self._folders = {book: scratch / book for book in books}
        self._store, self._filled = scratch / "cache", scratch / "filled"
        for book, copy in self._folders.items():
            shutil.copytree(book_folder(book), copy)
        run(["check", *map(str, self._folders.values())], self._store)
        self._store.rename(self._filled)

    def seconds_after(self, edit: Edit) -> float:
        """How long a check of the edited book takes."""
        shutil.rmtree(self._store, ignore_errors=True)
        shutil.copytree(self._filled, self._store)
        path = self._folders[edit.book] / edit.name
        before = path.read_text("utf-8")
        path.write_text(edit.apply_to(before), "utf-8")
        start = time.perf_counter()
        run(["check", str(path.parent)], self._store)
        taken = time.perf_counter() - start
        path.write_text(before, "utf-8")
        return taken


def measured(how_many: int = HOW_MANY, seed: int = SEED) -> Iterator[tuple[Edit, float]]:
    """Edits of the shipped books, each with the seconds that the check after it takes."""
    books = measured_books()
    edits = drawn(books, how_many, seed)
    with tempfile.TemporaryDirectory() as scratch:
        copies = Copies(Path(scratch), books)
        for edit in edits:
            yield edit, copies.seconds_after(edit)


def rows() -> Iterable[Row]:
    """The targets that speak of an edit of a rule."""
    return rows_of(list(measured()))


def rows_of(found: Sequence[tuple[Edit, float]]) -> Iterator[Row]:
    """The median, the ninetieth percentile and the worst of what was measured."""
    taken = sorted(seconds for _, seconds in found)
    worst, _ = max(found, key=lambda one: one[1])
    what = f"check after one of {len(found)} edits of a rule"
    yield Row(f"{what}: median", statistics.median(taken), "s", MEDIAN)
    yield Row(f"{what}: ninetieth percentile", taken[math.ceil(0.9 * len(taken)) - 1], "s", NINETIETH)
    yield Row(f"{what}: worst", taken[-1], "s", WORST, note=f"{worst.book}/{worst.name}:{worst.line}")


def main(arguments: Sequence[str]) -> int:
    found = []
    for edit, seconds in measured(*map(int, arguments)):
        found.append((edit, seconds))
        print(f"{seconds:6.2f} s  {edit}", flush=True)
    for row in rows_of(found):
        print(f"{row.what}: {row.measured:.2f} s (at most {row.target:g} s)  {row.note}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
