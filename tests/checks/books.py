"""Small rulebooks for the tests of checks: written to a folder, then read, folded, resolved and checked as `rulewright check` does it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from rulewright.base.diagnostics import Diagnostic
from rulewright.checks.explain import DEFAULT_FRONT_PAGE
from rulewright.checks.run import run_checks
from rulewright.core.lower import lower
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.parser import parse_folder


def write(files: Mapping[str, str], folder: Path) -> Path:
    """Files of a book, with sub-folders; what is not UTF-8 text is given with surrogates."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
    return folder


def found_in(folder: Path, only: Iterable[str] | None = None) -> tuple[Diagnostic, ...]:
    """All findings about the folder, of every layer; a sub-folder `copy` is laid over the book. `only` names checks to run."""
    tree, found = parse_folder(folder)
    overlay, found_there = parse_folder(folder / "copy") if (folder / "copy").is_dir() else (None, ())
    ledger = folder / "ledger.csv"
    told = ledger.read_text(encoding="utf-8") if ledger.exists() else None
    book, folded = build_rulebook(tree, ledger=told, slug="book", overlay=overlay)
    before, cores = [*found, *found_there, *folded], {}
    for edition in book.views:
        program, resolved = resolve(book, edition)
        cores[edition] = lower(program)
        before += [replace(one, edition=edition) for one in resolved]
    return run_checks(book, cores, before, only)


def findings(text: str, folder: Path, ledger: str = "") -> list[Diagnostic]:
    """All findings about one file of cases under a front page with the sources and editions `printed` and `errata`."""
    files = {"rulebook.case": DEFAULT_FRONT_PAGE, "rules.case": text}
    return list(found_in(write(files | ({"ledger.csv": ledger} if ledger else {}), folder)))
