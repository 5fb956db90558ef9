"""Generated books by number, ready to be looked at; and a book made small while it still shows what is looked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from drawn import FIRST
from engines.solver import small_books
from rulewright.semantics.model import Program
from written import program_of

Files = dict[str, str]


@dataclass
class Book:
    seed: int
    files: Files
    program: Program

    @property
    def text(self) -> str:
        return text_of(self.files)


def text_of(files: Files) -> str:
    """A book as people read it."""
    return "\n".join(f"# {path}\n{text}" for path, text in files.items())


def read(files: Files, edition: str = "whole") -> tuple[Program, list[str]]:
    """The program of a book, and the errors in it."""
    return program_of(files, edition)


TRIES = 50


def first_taken(draw: Callable[[Random], Files], number: int) -> tuple[Files, Program]:
    """The book of a number: the first of those drawn with it that the language takes."""
    rng = Random(number)
    for _ in range(TRIES):
        files = draw(rng)
        program, errors = read(files)
        if not errors:
            return files, program
    raise AssertionError(f"no book {number}: {errors}\n{text_of(files)}")


def some_books(count: int, first: int = 0) -> Iterator[Book]:
    """So many books, each from a number; an error in one is a bug of the author. The numbers of a thorough run begin elsewhere."""
    for seed in range(FIRST + first, FIRST + first + count):
        files = small_books.book(Random(seed), size=(1, 2, 3, 4, 6)[seed % 5])
        program, errors = read(files)
        assert not errors, (seed, errors, text_of(files))
        yield Book(seed, files, program)


def smallest(files: Files, shows: Callable[[Program], bool]) -> Files:
    """A book with all lines taken out without which it still shows the same."""
    changed = True
    while changed:
        changed = False
        for path in list(files):
            for part in _parts(files[path]):
                smaller = {**files, path: files[path].replace(part, "", 1)}
                if smaller[path] != files[path] and _still(smaller, shows):
                    files, changed = smaller, True
    return files


def _parts(text: str) -> list[str]:
    """Blocks first, then lines with what stands deeper under them."""
    lines = text.split("\n")
    found: list[str] = []
    for start, line in enumerate(lines):
        depth = len(line) - len(line.lstrip())
        end = start + 1
        while end < len(lines) and lines[end].strip() and len(lines[end]) - len(lines[end].lstrip()) > depth:
            end += 1
        found.append("\n".join(lines[start:end]) + "\n")
    return sorted(found, key=lambda part: -len(part))


def _still(files: Files, shows: Callable[[Program], bool]) -> bool:
    try:
        program, errors = read(files)
        return not errors and shows(program)
    except Exception:
        return False
