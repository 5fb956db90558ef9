"""A book from text held in memory to its program, with all that is found on the way: for books that are changed many times."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.base.source import Source
from rulewright.checks.run import run_checks
from rulewright.core.lower import lower
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.model import Rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.semantics.model import Program
from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_source


@dataclass(frozen=True, slots=True)
class Read:
    """The program of a book's default edition, and the findings of reading, typing and the checks of structure; nothing is decided."""

    program: Program
    faults: tuple[Diagnostic, ...]

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        return tuple(fault for fault in self.faults if fault.severity is Severity.ERROR)


def read(files: Mapping[str, str]) -> Read:
    """A folder as name -> text. The checks are run only on a book that has no error so far."""
    book, found = resolved(files)
    program, faults = found.program, list(found.faults)
    if not found.errors:
        programs = {edition: program if edition == book.default_edition else resolve(book, edition)[0] for edition in book.views}
        faults += run_checks(book, {edition: lower(one) for edition, one in programs.items()}, decided={})
    return Read(program, tuple(faults))


def resolved(files: Mapping[str, str]) -> tuple[Rulebook, Read]:
    """The same without the checks, and the book."""
    placed: list[nodes.Placed] = []
    faults: list[Diagnostic] = []
    for name, text in sorted(files.items()):
        if name.endswith(".case"):
            blocks, found = parse_source(Source(name, text))
            placed += blocks
            faults += found
    book, found = build_rulebook(nodes.SyntaxTree("book", tuple(placed)), ledger=files.get("ledger.csv"), slug="book")
    faults += found
    program, found = resolve(book, book.default_edition)
    return book, Read(program, (*faults, *found))


def folder_as_text(folder: Path) -> dict[str, str]:
    """The files of a book, by name."""
    return {path.name: path.read_text("utf-8") for path in sorted(folder.iterdir()) if path.suffix in (".case", ".csv")}
