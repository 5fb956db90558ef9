"""Every example that a check prints for its own page can be pasted under the lines that it is about: it is read, and it passes."""

from __future__ import annotations

from pathlib import Path

import pytest

from checks.books import found_in, write
from rulewright.analysis.examples import run_examples
from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.explain import Section, explain
from rulewright.checks.registry import registry
from rulewright.core.lower import lower
from rulewright.rulebook import build_rulebook
from rulewright.semantics.elaborate import resolve
from rulewright.syntax.parser import parse_folder


def paste(folder: Path, finding: Diagnostic) -> None:
    """Write the example of a finding at the end of the case that its first label is in, or that it is about."""
    location = finding.labels[0].location
    path = folder / Path(location.path).name
    lines = path.read_text("utf-8").rstrip("\n").split("\n")
    in_a_case = lines[location.line - 1].startswith((" ", "case", "amend"))
    end = location.line if in_a_case else next(at for at, line in enumerate(lines, 1) if line.startswith(f"case {finding.cases[0]}"))
    while end < len(lines) and (not lines[end] or lines[end].startswith(" ")):
        end += 1
    lines[end:end] = ["", *finding.example.rstrip("\n").split("\n"), ""]
    path.write_text("\n".join(lines).rstrip("\n") + "\n", "utf-8")


def errors_and_failures(folder: Path, edition: str) -> list[str]:
    """Return the errors of reading in a book, and the messages of its examples that fail in an edition."""
    tree, found = parse_folder(folder)
    book, folded = build_rulebook(tree, ledger=None, slug="book")
    program, resolved = resolve(book, edition or book.default_edition)
    errors = [one.message for one in (*found, *folded, *resolved) if one.severity is Severity.ERROR]
    return errors + [result.message for result in run_examples(lower(program)) if not result.passed]


@pytest.mark.parametrize("code", sorted(registry()))
def test_the_examples_of_a_check_are_ready_to_paste(code: str, tmp_path: Path) -> None:
    files = explain(code).files(Section.EXAMPLE)
    for number, finding in enumerate(one for one in found_in(write(files, tmp_path / "before")) if one.example):
        folder = write(files, tmp_path / f"after{number}")
        before = errors_and_failures(folder, finding.edition)
        paste(folder, finding)
        assert errors_and_failures(folder, finding.edition) == before, finding.example
