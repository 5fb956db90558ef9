"""Findings as the lines by which a job on GitHub marks the places that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.base.diagnostics import Diagnostic, Severity

WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def github_lines(findings: Iterable[Diagnostic]) -> Iterator[str]:
    """A line for each finding: `::error file=…,line=…,title=…::` and its sentence."""
    for found in findings:
        given = {**_place(found), "title": f"{found.code} {found.name}"}
        said = found.message if not found.help else f"{found.message}\n{found.help}"
        properties = ",".join(f"{name}={_property(str(value))}" for name, value in given.items())
        yield f"::{WORDS[found.severity]} {properties}::{_data(said)}"


def _place(found: Diagnostic) -> dict[str, object]:
    if not found.labels:
        return {}
    at = found.labels[0].location
    place: dict[str, object] = {"file": at.path.removeprefix("./")}
    if at.line > 0:
        place |= {"line": at.line, "endLine": max(at.end_line, at.line)}
        if at.end_line == at.line:  # columns count only within one line
            place |= {"col": max(at.column, 1), "endColumn": max(at.end_column, 1)}
    return place


def _data(text: str) -> str:
    """A text that ends with its line, whatever is in it."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    """The same between commas and colons."""
    return _data(text).replace(":", "%3A").replace(",", "%2C")
