"""Findings as GitHub workflow commands, which annotate the lines that they are about."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulewright.base.diagnostics import Diagnostic, Severity
from rulewright.checks.export import plain_path

WORDS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def github_lines(findings: Iterable[Diagnostic]) -> Iterator[str]:
    """Yield one workflow command for each finding: `::error file=…,line=…,title=…::` and its message."""
    for finding in findings:
        remark = " (in the baseline)" if finding.in_baseline else ""
        values_by_name = {**_location_properties(finding), "title": f"{finding.code} {finding.name}{remark}"}
        text = "\n".join(filter(None, (finding.message + finding.edition_text, finding.help)))
        yield github_line("notice" if finding.in_baseline else WORDS[finding.severity], text, **values_by_name)


def github_line(word: str, text: str, **values_by_name: object) -> str:
    """Return one workflow command: `::error title=…::` and a text."""
    properties = ",".join(f"{name}={_escape_property(str(value))}" for name, value in values_by_name.items())
    return f"::{word} {properties}::{_escape_data(text)}"


def _location_properties(finding: Diagnostic) -> dict[str, object]:
    if not finding.labels:
        return {}
    location = finding.labels[0].location
    place: dict[str, object] = {"file": plain_path(location.path)}
    if location.line > 0:
        place |= {"line": location.line, "endLine": max(location.end_line, location.line)}
        if location.end_line == location.line:  # columns count only within one line
            place |= {"col": max(location.column, 1), "endColumn": max(location.end_column, 1)}
    return place


def _escape_data(text: str) -> str:
    """Escape the characters that would end the command's line."""
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    """Escape a property value; commas and colons are separators there."""
    return _escape_data(text).replace(":", "%3A").replace(",", "%2C")
