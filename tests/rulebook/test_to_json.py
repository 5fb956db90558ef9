"""The rulebook as JSON: plain, whole, and valid against the published schema."""

from __future__ import annotations

import json

import jsonschema

from graph.graphs import book
from rulewright.resources import schema_folder
from rulewright.rulebook.to_json import rulebook_json


def test_the_export_is_plain_and_valid() -> None:
    document = rulebook_json(book())
    assert json.loads(json.dumps(document)) == document
    schema = json.loads((schema_folder() / "export.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)


def test_every_case_of_every_edition_is_there() -> None:
    document = rulebook_json(book())
    for name, view in book().views.items():
        assert [case["number"] for case in document["views"][name]["cases"]] == [case.number for case in view.cases.values()]
        assert [one["name"] for one in document["views"][name]["readings"]] == list(view.readings)
