"""Small rulebooks for the tests of checks: written to a folder, then read, folded, resolved and checked as `rulewright check` does it."""

from __future__ import annotations

from pathlib import Path

from rulewright.checks.explain import FRONT
from rulewright.diagnostics import Diagnostic
from rulewright.pipeline import load


def found_in(folder: Path) -> tuple[Diagnostic, ...]:
    """All findings about the folder; nothing is read from or left in the cache."""
    return load(str(folder), cache=False).diagnostics


def findings(text: str, folder: Path, ledger: str = "") -> list[Diagnostic]:
    """All findings about one file of cases under a front page with the sources and editions `printed` and `errata`."""
    (folder / "rulebook.case").write_text(FRONT, encoding="utf-8")
    (folder / "cases.case").write_text(text, encoding="utf-8")
    if ledger:
        (folder / "ledger.csv").write_text(ledger, encoding="utf-8")
    return list(found_in(folder))
