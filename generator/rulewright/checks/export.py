"""Findings as data for other programs: the JSON of `check --format json`, and SARIF 2.1.0 for editors and code hosts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.records import fields_json
from rulewright.base.version import __version__
from rulewright.checks.explain import explain
from rulewright.checks.registry import Entry, registry

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def diagnostic_json(finding: Diagnostic) -> dict[str, Any]:
    """One entry of `findings`; `edition` is null where the finding holds in every edition."""
    return {
        **fields_json(finding, "code", "name", "severity", "book"),
        "edition": finding.edition or None,
        **fields_json(finding, "message", "cases"),
        "labels": [_label_json(label) for label in finding.labels],
        **fields_json(finding, "witness", "help", "notes", "example", "accepted"),
        "follows": finding.follows or None,
    }


def _label_json(label: Label) -> dict[str, Any]:
    return {**fields_json(label.location, "path", "line", "column", "end_line", "end_column"), "text": label.text}


def counts(findings: Iterable[Diagnostic]) -> dict[str, int]:
    """How many findings there are of each severity."""
    result = {severity.value: 0 for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO)}
    for found in findings:
        result[found.severity.value] += 1
    return result


def sarif(findings: Iterable[Diagnostic]) -> dict[str, Any]:
    """A SARIF 2.1.0 log of one run; its rules are the codes that occur, each with its page. Paths are relative to where rulewright ran."""
    several = list(findings)
    codes = sorted({one.code for one in several})
    known = registry()
    rules = [_sarif_rule(known[code]) for code in codes if code in known]
    places = {rule["id"]: place for place, rule in enumerate(rules)}
    return {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "rulewright", "version": __version__, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(one, places) for one in several],
            }
        ],
    }


def _sarif_rule(entry: Entry) -> dict[str, Any]:
    page = explain(entry.code)
    return {
        "id": entry.code,
        "name": "".join(word.capitalize() for word in entry.name.split("-")),
        "shortDescription": {"text": entry.summary},
        "fullDescription": {"text": page.sections.get("What it does", entry.summary)},
        "help": {"text": page.markdown(), "markdown": page.markdown()},
        "defaultConfiguration": {"level": LEVELS[entry.severity]},
    }


def _sarif_result(found: Diagnostic, places: dict[str, int]) -> dict[str, Any]:
    text = found.message if not found.help else f"{found.message}\n{found.help}"
    result: dict[str, Any] = {
        "ruleId": found.code,
        "level": LEVELS[found.severity],
        "message": {"text": _no_link(text)},
        "locations": [_sarif_location(label) for label in found.labels[:1]],
        "properties": {"name": found.name, "book": found.book, "edition": found.edition or None, "cases": list(found.cases)},
    }
    if found.code in places:
        result["ruleIndex"] = places[found.code]
    if len(found.labels) > 1:
        result["relatedLocations"] = [{"id": number, **_sarif_location(label)} for number, label in enumerate(found.labels[1:], 1)]
    return result


def _no_link(text: str) -> str:
    """A message in which no words of a book are a link: `[…](…)` is one in this form."""
    return text.replace("](", "] (")


def _sarif_location(label: Label) -> dict[str, Any]:
    at = label.location
    location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": quote(at.path.replace("\\", "/"))}}}
    if at.line > 0:
        location["physicalLocation"]["region"] = {
            "startLine": at.line,
            "startColumn": max(at.column, 1),
            "endLine": max(at.end_line, at.line),
            "endColumn": max(at.end_column, 1),
        }
    if label.text:
        location["message"] = {"text": _no_link(label.text)}
    return location
