"""Findings as data: the JSON of `check`, and SARIF against what the standard demands of a log."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from checks.books import findings
from rulewright.base.diagnostics import Diagnostic, Label, Severity
from rulewright.base.source import Location
from rulewright.checks.export import count_by_severity, diagnostic_json, sarif_log

BOOK = 'case 5.1 "Order"\n  overrides 5.2\n  "See [5.9]."\n\ncase 5.2 "Second"\n  "Nothing."\n'

TEXT = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
LOCATION = {
    "type": "object",
    "required": ["physicalLocation"],
    "additionalProperties": False,
    "properties": {
        "id": {"type": "integer", "minimum": 0},
        "message": TEXT,
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri"],
                    "properties": {"uri": {"type": "string", "pattern": r"^[^ \\]+$"}},
                },
                "region": {
                    "type": "object",
                    "required": ["startLine"],
                    "additionalProperties": False,
                    "properties": {
                        name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine", "endColumn")
                    },
                },
            },
        },
    },
}
# the parts of the SARIF 2.1.0 schema that a log with plain results must keep
SARIF: dict[str, Any] = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "$schema": {"type": "string", "format": "uri"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name"],
                                "properties": {
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "properties": {
                                                "shortDescription": TEXT,
                                                "fullDescription": TEXT,
                                                "help": TEXT,
                                                "defaultConfiguration": {
                                                    "properties": {"level": {"enum": ["none", "note", "warning", "error"]}}
                                                },
                                            },
                                        },
                                    }
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message"],
                            "properties": {
                                "ruleId": {"type": "string"},
                                "ruleIndex": {"type": "integer", "minimum": 0},
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "message": TEXT,
                                "locations": {"type": "array", "items": LOCATION},
                                "relatedLocations": {"type": "array", "items": LOCATION},
                            },
                        },
                    },
                },
            },
        },
    },
}


def test_sarif_is_a_sarif_log(tmp_path: Path) -> None:
    found = findings(BOOK, tmp_path)
    log = json.loads(json.dumps(sarif_log(found)))
    jsonschema.validate(log, SARIF)
    (run,) = log["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == sorted({one.code for one in found})
    assert len(run["results"]) == len(found)
    for result, one in zip(run["results"], found, strict=True):
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"] == one.code
        region = result["locations"][0]["physicalLocation"]["region"]
        at = one.labels[0].location
        assert region == {"startLine": at.line, "startColumn": at.column, "endLine": at.end_line, "endColumn": at.end_column}


def test_sarif_levels_and_odd_paths() -> None:
    at = Label(Location("my rules/cases.case", 3, 1, 3, 5), "here")
    nowhere = Label(Location("my rules", 0, 0, 0, 0))
    found = [
        Diagnostic("RW302", "dangling-reference", Severity.INFO, "so it is", (at, at)),
        Diagnostic("RW302", "dangling-reference", Severity.ERROR, "so it is", (nowhere,)),
        Diagnostic("RW302", "dangling-reference", Severity.WARNING, "so it is"),
    ]
    log = sarif_log(found)
    jsonschema.validate(log, SARIF)
    results = log["runs"][0]["results"]
    assert [result["level"] for result in results] == ["note", "error", "warning"]
    assert results[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "my%20rules/cases.case"
    assert results[0]["relatedLocations"][0]["message"]["text"] == "here"
    assert "region" not in results[1]["locations"][0]["physicalLocation"]
    assert results[2]["locations"] == []


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("./rulebook.case", {"uri": "rulebook.case", "uriBaseId": "%SRCROOT%"}),
        ("rules/./a b.case", {"uri": "rules/a%20b.case", "uriBaseId": "%SRCROOT%"}),
        ("rules\\x.case", {"uri": "rules/x.case", "uriBaseId": "%SRCROOT%"}),
        ("/books/x.case", {"uri": "file:///books/x.case"}),
    ],
)
def test_sarif_has_plain_paths(path: str, location: dict[str, str]) -> None:
    """Below the folder in which it was run a relative one, elsewhere the whole one."""
    found = Diagnostic("RW302", "dangling-reference", Severity.ERROR, "so it is", (Label(Location(path, 3, 1, 3, 5)),))
    (run,) = sarif_log([found])["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"] == location
    assert set(run["originalUriBaseIds"]) == {"%SRCROOT%"}


def test_sarif_says_what_does_not_count_and_what_went_wrong() -> None:
    place = (Label(Location("a.case", 3, 1, 3, 5)),)
    new = Diagnostic("RW302", "dangling-reference", Severity.ERROR, "so it is", place, fingerprint="ab")
    accepted = replace(new, severity=Severity.INFO, accepted=True, notes=("accepted in 5.1: it is meant",))
    log = sarif_log([new, replace(new, in_baseline=True), accepted], ["there is no book `x`"], ["no longer there: RW301 so it was"])
    validator = jsonschema.Draft4Validator(json.loads((Path(__file__).parent / "vendor" / "sarif-2.1.0-rtm.5.json").read_text("utf-8")))
    assert [fault.message for fault in validator.iter_errors(log)] == []
    (run,) = log["runs"]
    assert [[one["kind"] for one in result["suppressions"]] for result in run["results"]] == [[], ["external"], ["inSource"]]
    assert run["results"][2]["suppressions"][0]["justification"] == "accepted in 5.1: it is meant"
    hashes = [result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]]
    assert hashes == ["ab:1", "ab:2", "ab:3"], "code hosts take equal ones for one finding"
    (invocation,) = run["invocations"]
    assert invocation["executionSuccessful"] is False
    assert [notification["level"] for notification in invocation["toolExecutionNotifications"]] == ["error", "note"]


def test_the_json_of_a_finding(tmp_path: Path) -> None:
    found = next(one for one in findings(BOOK, tmp_path) if one.name == "dangling-reference")
    told = json.loads(json.dumps(diagnostic_json(found)))
    assert told == {
        "code": "RW302",
        "name": "dangling-reference",
        "severity": "error",
        "book": "book",
        "edition": None,
        "message": "5.1 refers to `5.9`, and there is no such case",
        "cases": ["5.1"],
        "labels": [
            {"path": told["labels"][0]["path"], "line": 3, "column": 9, "end_line": 3, "end_column": 12, "text": ""},
        ],
        "witness": None,
        "help": "did you mean `5.2` or `5.1`?",
        "notes": [],
        "example": "",
        "accepted": False,
        "follows": None,
        "fingerprint": "",
        "in_baseline": False,
    }


def test_the_json_says_what_a_finding_follows_from() -> None:
    found = Diagnostic("RW302", "dangling-reference", Severity.ERROR, "so it is", follows="RW301 at rules.case:3")
    assert diagnostic_json(found)["follows"] == "RW301 at rules.case:3"


def test_counts_name_every_severity() -> None:
    assert count_by_severity([]) == {"error": 0, "warning": 0, "info": 0}
    assert count_by_severity([Diagnostic("RW302", "dangling-reference", Severity.ERROR, "so it is")])["error"] == 1
