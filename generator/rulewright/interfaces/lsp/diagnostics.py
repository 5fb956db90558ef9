"""Findings as the client shows them, and findings of a text that has been edited since."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from lsprotocol import types

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.interfaces.lsp.said import plain
from rulewright.interfaces.lsp.text import Text

_SEVERITY = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
UriOf = Callable[[str], str]
"""The client's name of a file, by its path as findings show it."""


def by_file(found: Iterable[Diagnostic], default: str) -> dict[str, list[Diagnostic]]:
    """Findings by the file in which they are shown; what has no place is shown in the `default`."""
    sorted_: dict[str, list[Diagnostic]] = defaultdict(list)
    for one in found:
        sorted_[one.labels[0].location.path if one.labels else default].append(one)
    return sorted_


def shown(found: Diagnostic, texts: Mapping[str, Text], uri_of: UriOf) -> types.Diagnostic:
    """A finding as the client shows it: its first place, its other places as related ones, its help and notes with the sentence."""
    labels = found.labels
    empty = Text("")
    return types.Diagnostic(
        range=texts.get(labels[0].location.path, empty).range(labels[0].location) if labels else Text("").all,
        message=plain("\n".join(filter(None, (_sentence(found), found.help, *found.notes)))),
        severity=_SEVERITY[found.severity],
        code=found.code,
        source="rulewright",
        related_information=[
            types.DiagnosticRelatedInformation(
                types.Location(uri_of(label.location.path), texts.get(label.location.path, empty).range(label.location)),
                plain(label.text) or "here",
            )
            for label in labels[1:]
        ]
        or None,
        data={"name": found.name, "edition": found.edition, "help": found.help, "message": found.message, "example": found.example},
    )


def _sentence(found: Diagnostic) -> str:
    """The sentence of a finding with what is said at its own place."""
    said = found.labels[0].text if found.labels else ""
    return found.message + (f" ({said})" if said else "") + (f" [{found.edition}]" if found.edition else "")


def moved(found: Iterable[Diagnostic], path: str, old: str, new: str) -> list[Diagnostic]:
    """Findings of a text as they are in the text that it has become: lines that are as before keep theirs, wherever they are now."""
    if old == new:
        return list(found)
    before, after = old.split("\n"), new.split("\n")
    same = next((at for at, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after)))
    room = min(len(before), len(after)) - same
    tail = next((at for at in range(room) if before[-1 - at] != after[-1 - at]), room)
    return [one for one in (_moved(one, path, same, len(before) - tail, len(after) - len(before)) for one in found) if one is not None]


def _moved(found: Diagnostic, path: str, same: int, tail: int, shift: int) -> Diagnostic | None:
    """A finding whose lines up to and with `same` are as they were, and those after `tail` are `shift` further down."""
    labels: list[Label] = []
    for label in found.labels:
        at = label.location
        if at.path != path or at.end_line <= same:
            labels.append(label)
        elif at.line > tail:
            labels.append(Label(Location(at.path, at.line + shift, at.column, at.end_line + shift, at.end_column), label.text))
        elif not labels:
            return None
    return replace(found, labels=tuple(labels))
