"""Findings as diagnostics of the client, and their locations after an edit.

A diagnostic has the source `rulewright`, the code, and in `data` the finding's `name`, `edition`, `message` and `help`, which quick fixes
need back. Its own `message` has the help from the second line on. For a file in which nothing has been found so far, nothing is published.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from lsprotocol import types

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.interfaces.lsp.said import plain_text
from rulewright.interfaces.lsp.text import Text

_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
UriOf = Callable[[str], str]
"""Maps the path of a file in findings to the client's name of it."""


def group_by_file(diagnostics: Iterable[Diagnostic], default: str) -> dict[str, list[Diagnostic]]:
    """Return findings by file; those without location are shown in the `default`."""
    sorted_: dict[str, list[Diagnostic]] = defaultdict(list)
    for diagnostic in diagnostics:
        sorted_[diagnostic.labels[0].location.path if diagnostic.labels else default].append(diagnostic)
    return sorted_


def client_diagnostic(diagnostic: Diagnostic, texts: Mapping[str, Text], uri_of: UriOf) -> types.Diagnostic:
    """Return a finding in the client's form: its first location, the others as related ones, its help and notes in the message."""
    labels = diagnostic.labels
    empty = Text("")
    return types.Diagnostic(
        range=texts.get(labels[0].location.path, empty).range(labels[0].location) if labels else Text("").all,
        message=plain_text("\n".join(filter(None, (_message_with_label(diagnostic), diagnostic.help, *diagnostic.notes)))),
        severity=_SEVERITY[diagnostic.severity],
        code=diagnostic.code,
        source="rulewright",
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(uri_of(label.location.path), texts.get(label.location.path, empty).range(label.location)),
                plain_text(label.text) or "here",
            )
            for label in labels[1:]
        ]
        or None,
        data={
            "name": diagnostic.name,
            "edition": diagnostic.edition,
            "help": diagnostic.help,
            "message": diagnostic.message,
            "example": diagnostic.example,
        },
    )


def _message_with_label(diagnostic: Diagnostic) -> str:
    """Return the message of a finding with the label of its own location."""
    label = diagnostic.labels[0].text if diagnostic.labels else ""
    return diagnostic.message + (f" ({label})" if label else "") + diagnostic.edition_text


def shift_findings(diagnostics: Iterable[Diagnostic], path: str, old: str, new: str) -> list[Diagnostic]:
    """Return the findings of a text with their locations in its edited version: unchanged lines keep their findings."""
    if old == new:
        return list(diagnostics)
    old_lines, new_lines = old.split("\n"), new.split("\n")
    common = next(
        (index for index, (a, b) in enumerate(zip(old_lines, new_lines, strict=False)) if a != b), min(len(old_lines), len(new_lines))
    )
    room = min(len(old_lines), len(new_lines)) - common
    tail = next((index for index in range(room) if old_lines[-1 - index] != new_lines[-1 - index]), room)
    return [
        diagnostic
        for diagnostic in (
            _shift_finding(diagnostic, path, common, len(old_lines) - tail, len(new_lines) - len(old_lines)) for diagnostic in diagnostics
        )
        if diagnostic is not None
    ]


def _shift_finding(diagnostic: Diagnostic, path: str, common: int, tail: int, shift: int) -> Diagnostic | None:
    """Return a finding for a text with `common` unchanged first lines, and lines after `tail` moved by `shift`; None if it is outdated."""
    labels: list[Label] = []
    for label in diagnostic.labels:
        location = label.location
        if location.path != path or location.end_line <= common:
            labels.append(label)
        elif location.line > tail:
            labels.append(
                Label(
                    Location(location.path, location.line + shift, location.column, location.end_line + shift, location.end_column),
                    label.text,
                )
            )
        elif not labels:
            return None
    return replace(diagnostic, labels=tuple(labels))
