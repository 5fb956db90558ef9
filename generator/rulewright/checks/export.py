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
    """Return an entry of `findings`; `edition` is null if the finding holds in every edition."""
    return {
        **fields_json(finding, "code", "name", "severity", "book"),
        "edition": finding.edition or None,
        **fields_json(finding, "message", "cases"),
        "labels": [_label_json(label) for label in finding.labels],
        **fields_json(finding, "witness", "help", "notes", "example", "accepted"),
        "follows": finding.follows or None,
        "fingerprint": finding.fingerprint,
    }


def _label_json(label: Label) -> dict[str, Any]:
    return {**fields_json(label.location, "path", "line", "column", "end_line", "end_column"), "text": label.text}


def count_by_severity(findings: Iterable[Diagnostic]) -> dict[str, int]:
    """Count the findings by severity; severities without findings count 0."""
    result = {severity.value: 0 for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO)}
    for finding in findings:
        result[finding.severity.value] += 1
    return result


def sarif_log(findings: Iterable[Diagnostic]) -> dict[str, Any]:
    """Return a SARIF 2.1.0 log of one run. Its rules are the codes that occur; paths are relative to the working directory."""
    all_findings = list(findings)
    codes = sorted({finding.code for finding in all_findings})
    entries = registry()
    rules = [_sarif_rule(entries[code]) for code in codes if code in entries]
    rule_indexes = {rule["id"]: index for index, rule in enumerate(rules)}
    return {
        "$schema": SARIF_SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {"driver": {"name": "rulewright", "version": __version__, "rules": rules}},
                "columnKind": "unicodeCodePoints",
                "results": [_sarif_result(finding, rule_indexes) for finding in all_findings],
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


def _sarif_result(finding: Diagnostic, rule_indexes: dict[str, int]) -> dict[str, Any]:
    text = "\n".join(filter(None, (finding.message + finding.edition_text, finding.help)))
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": LEVELS[finding.severity],
        "message": {"text": _no_link(text)},
        "locations": [_sarif_location(label) for label in finding.labels[:1]],
        "properties": {"name": finding.name, "book": finding.book, "edition": finding.edition or None, "cases": list(finding.cases)},
    }
    if finding.code in rule_indexes:
        result["ruleIndex"] = rule_indexes[finding.code]
    if len(finding.labels) > 1:
        result["relatedLocations"] = [{"id": number, **_sarif_location(label)} for number, label in enumerate(finding.labels[1:], 1)]
    return result


def _no_link(text: str) -> str:
    """Break up `[…](…)` in a message, which SARIF viewers would show as a link."""
    return text.replace("](", "] (")


def _sarif_location(label: Label) -> dict[str, Any]:
    location = label.location
    sarif_location: dict[str, Any] = {"physicalLocation": {"artifactLocation": {"uri": quote(location.path.replace("\\", "/"))}}}
    if location.line > 0:
        sarif_location["physicalLocation"]["region"] = {
            "startLine": location.line,
            "startColumn": max(location.column, 1),
            "endLine": max(location.end_line, location.line),
            "endColumn": max(location.end_column, 1),
        }
    if label.text:
        sarif_location["message"] = {"text": _no_link(label.text)}
    return sarif_location
