"""Findings as data for other programs: the JSON of `check --format json`, and SARIF 2.1.0 for editors and code hosts."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path, PurePath
from typing import Any
from urllib.parse import quote

from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.records import fields_json
from rulewright.base.version import __version__
from rulewright.checks.explain import explain
from rulewright.checks.registry import Entry, registry

SARIF_SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
BASE = "%SRCROOT%"
"""The name for the folder to which paths are relative; code hosts know it as the root of the repository."""
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
        "in_baseline": finding.in_baseline,
    }


def _label_json(label: Label) -> dict[str, Any]:
    return {**fields_json(label.location, "path", "line", "column", "end_line", "end_column"), "text": label.text}


def count_by_severity(findings: Iterable[Diagnostic]) -> dict[str, int]:
    """Count the findings by severity; severities without findings count 0."""
    result = {severity.value: 0 for severity in (Severity.ERROR, Severity.WARNING, Severity.INFO)}
    for finding in findings:
        result[finding.severity.value] += 1
    return result


def sarif_log(findings: Iterable[Diagnostic], faults: Sequence[str] = (), remarks: Sequence[str] = ()) -> dict[str, Any]:
    """Return a SARIF 2.1.0 log of one run. Its rules are the codes that occur; paths are relative to the working directory.

    `faults` are sentences on what could not be checked, `remarks` further ones on the run.
    """
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
                "invocations": [
                    {
                        "executionSuccessful": not faults,
                        "toolExecutionNotifications": [
                            {"level": level, "message": {"text": _no_link(text)}}
                            for level, texts in (("error", faults), ("note", remarks))
                            for text in texts
                        ],
                    }
                ],
                "originalUriBaseIds": {BASE: {"description": {"text": "the folder in which rulewright was run"}}},
                "columnKind": "unicodeCodePoints",
                "results": _sarif_results(all_findings, rule_indexes),
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


def _sarif_results(findings: Sequence[Diagnostic], rule_indexes: dict[str, int]) -> list[dict[str, Any]]:
    """The results, each with its fingerprint: `rulewright/v1`, and with its number among equal ones under the name that GitHub reads."""
    number_of: Counter[str] = Counter()
    results = []
    for finding in findings:
        result = _sarif_result(finding, rule_indexes)
        if finding.fingerprint:
            number_of[finding.fingerprint] += 1
            numbered = f"{finding.fingerprint}:{number_of[finding.fingerprint]}"
            result["partialFingerprints"] = {"rulewright/v1": finding.fingerprint, "primaryLocationLineHash": numbered}
        results.append(result)
    return results


def _suppressions(finding: Diagnostic) -> list[dict[str, str]]:
    """Why a finding does not count: the book accepts it, or a baseline has it."""
    accepted = [{"kind": "inSource", "justification": _no_link(finding.notes[-1])}] if finding.accepted and finding.notes else []
    return [*accepted, *([{"kind": "external", "justification": "in the baseline"}] if finding.in_baseline else [])]


def _sarif_result(finding: Diagnostic, rule_indexes: dict[str, int]) -> dict[str, Any]:
    text = "\n".join(filter(None, (finding.message + finding.edition_text, finding.help)))
    result: dict[str, Any] = {
        "ruleId": finding.code,
        "level": LEVELS[finding.severity],
        "message": {"text": _no_link(text)},
        "locations": [_sarif_location(label) for label in finding.labels[:1]],
        "suppressions": _suppressions(finding),
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


def plain_path(path: str) -> str:
    """Return the path of a file without steps that lead nowhere: `rulebook.case` for `./rulebook.case`."""
    return posixpath.normpath(path.replace("\\", "/"))


def _artifact_location(path: str) -> dict[str, str]:
    """Return a file below the working directory by its relative path, any other by its whole one."""
    plain = plain_path(path)
    if plain.startswith(("/", "../")) or PurePath(plain).is_absolute():
        return {"uri": Path(plain).resolve().as_uri()}
    return {"uri": quote(plain), "uriBaseId": BASE}


def _sarif_location(label: Label) -> dict[str, Any]:
    location = label.location
    sarif_location: dict[str, Any] = {"physicalLocation": {"artifactLocation": _artifact_location(location.path)}}
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
