"""The rulebook as JSON: plain, whole, and valid against the published schema."""

from __future__ import annotations

import json

import jsonschema

from analysis.dependencies.graphs import book
from rulewright.base.resources import schema_folder
from rulewright.base.source import Source
from rulewright.rulebook import build_rulebook
from rulewright.rulebook.export_json import rulebook_json
from rulewright.syntax.nodes import SyntaxTree
from rulewright.syntax.parser import parse_source


def test_the_export_is_plain_and_valid() -> None:
    document = rulebook_json(book())
    assert json.loads(json.dumps(document)) == document
    schema = json.loads((schema_folder() / "export.schema.json").read_text(encoding="utf-8"))
    jsonschema.validate(document, schema)


def test_backgrounds_are_in_the_export() -> None:
    text = (
        'rulebook b "B"\nsource s "S"\nedition e = s\nfact mud: yes/no\npredicate slow\nbackground wet "a wet day" @T-1\n  given mud\n'
        'chapter "C"\n  background\n    given not mud\n'
        'case 1.1\n  slow when mud\n  background\n    given mud\n  example "wet"\n    with background wet\n    then slow\n'
    )
    blocks, _ = parse_source(Source("b/b.case", text))
    document = rulebook_json(build_rulebook(SyntaxTree("b", tuple(blocks)), ledger=None, slug="b")[0])
    jsonschema.validate(document, json.loads((schema_folder() / "export.schema.json").read_text(encoding="utf-8")))
    assert [(one["name"], one["title"], one["line"], one["tags"]) for one in document["backgrounds"]] == [("wet", "a wet day", 6, ["T-1"])]
    assert document["chapters"][0]["background"] == "background\n  given not mud"
    assert document["views"]["e"]["cases"][0]["examples"][0]["background"] == ["background\n  given mud"]


def test_the_kind_of_a_ruling_is_in_the_export() -> None:
    text = (
        'rulebook b "B"\ncase 1.1\n  "Wade."\nruling 1.1+ on 1.1 in rules as reminder\n  "Mind."\nruling 1.1++ on 1.1 in rules\n  "Mind."\n'
    )
    blocks, _ = parse_source(Source("b/b.case", text))
    document = rulebook_json(build_rulebook(SyntaxTree("b", tuple(blocks)), ledger=None, slug="b")[0])
    jsonschema.validate(document, json.loads((schema_folder() / "export.schema.json").read_text(encoding="utf-8")))
    assert [(one["number"], one["as"]) for one in document["views"]["rules"]["rulings"]] == [("1.1+", "reminder"), ("1.1++", None)]


def test_every_case_of_every_edition_is_there() -> None:
    document = rulebook_json(book())
    for name, view in book().views.items():
        assert [case["number"] for case in document["views"][name]["cases"]] == [case.number for case in view.cases.values()]
        assert [one["name"] for one in document["views"][name]["readings"]] == list(view.readings)
