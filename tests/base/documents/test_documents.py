"""JSON at the door: what is wrong with a document is said in sentences with their places, all of it in one run."""

from __future__ import annotations

import doctest
import json
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from rulewright.base.documents import DocumentError, parse_document, read_document
from rulewright.base.documents.exact import DEEPEST, MOST_DIGITS
from rulewright.base.documents.read import MAX_FAULTS_SHOWN
from rulewright.base.documents.schema import SENTENCES, faults_by
from rulewright.base.resources import schema_folder

SCHEMAS = sorted(schema_folder().glob("*.schema.json"))
OWN_SENTENCE = {"type", "required", "additionalProperties", "unevaluatedProperties", "propertyNames", "anyOf", "oneOf"}
NO_FAULT = {
    "$schema",
    "$id",
    "$ref",
    "$defs",
    "title",
    "description",
    "properties",
    "items",
    "prefixItems",
    "patternProperties",
    "allOf",
    "if",
    "then",
}
"""Keywords that only lead to others, or say nothing of a document."""


def faults(text: str, schema: str = "facts") -> tuple[str, ...]:
    """What is said of a text; nothing where it is a document of that schema."""
    try:
        parse_document(text, schema, "it.json")
    except DocumentError as error:
        return error.faults or (error.message,)
    return ()


# ---- the schemas ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_a_schema_is_one(path: Path) -> None:
    schema = json.loads(path.read_text("utf-8"))
    Draft202012Validator.check_schema(schema)
    assert schema["$id"] == path.name


def keywords(schema: Any) -> set[str]:
    """Every keyword that a schema uses; the names under `properties` and `$defs` are none."""
    if not isinstance(schema, dict):
        return set()
    found = set(schema)
    for key, value in schema.items():
        if key in ("properties", "$defs", "patternProperties"):
            inner: list[Any] = list(value.values())
        else:
            inner = value if isinstance(value, list) else [value]
        found |= {one for part in inner for one in keywords(part)}
    return found


@pytest.mark.parametrize("path", SCHEMAS, ids=lambda path: path.name)
def test_every_keyword_has_its_sentence(path: Path) -> None:
    assert keywords(json.loads(path.read_text("utf-8"))) <= OWN_SENTENCE | NO_FAULT | set(SENTENCES)


# ---- facts ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"weather": "mud", "u.arm": "horse", "printed_allowance(u)": 7, "u.tired": False, "u.hex": None, "x": "3/2"},
        {"u": {"arm": "horse", "strength": 5}, "world": {"v": "unit"}},
        {"world": "u, v: unit"},
        {"n": 10 ** (MOST_DIGITS - 1)},
        {"ein Weg/über ~alles": "ja"},
    ],
)
def test_facts_as_they_may_be(document: dict[str, Any]) -> None:
    assert parse_document(json.dumps(document), "facts", "it.json") == document


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "the document is a list, but an object is expected"),
        ('"mud"', 'the document is "mud", but an object is expected'),
        ("null", "the document is null, but an object is expected"),
        ('{"w": []}', "`/w` is a list, but text, a whole number, true, false, null or an object is expected"),
        ('{"u": {"arm": {}}}', "`/u/arm` is an object, but text, a whole number, true, false or null is expected"),
        ('{"u": {"arm": ["a"]}}', "`/u/arm` is a list, but text, a whole number, true, false or null is expected"),
        ('{"world": 3}', "`/world` is 3, but text or an object is expected"),
        ('{"world": {"u": null}}', "`/world/u` is null, but text is expected"),
        ('{"": 1}', 'the document has the name "", which cannot be one'),
        ('{"u": {"": 1}}', '`/u` has the name "", which cannot be one'),
        ('{"w": 1.5}', '`/w` is the decimal 1.5: numbers are exact, write it as text, such as "2.5" or "3/2"'),
        ('{"w": 1e400}', '`/w` is the decimal 1e400: numbers are exact, write it as text, such as "2.5" or "3/2"'),
        ('{"w": NaN}', "`/w` is NaN, which is no number"),
        ('{"w": -Infinity}', "`/w` is -Infinity, which is no number"),
        ('{"w": 1, "w": 1}', "`/w` is given twice"),
        ('{"u": {"arm": 1, "arm": 2}}', "`/u/arm` is given twice"),
        ('{"a/b~": []}', "`/a~1b~0` is a list, but text, a whole number, true, false, null or an object is expected"),
    ],
)
def test_one_fault(text: str, said: str) -> None:
    assert faults(text) == (said,)


def test_an_error_of_one_fault_says_it_at_once() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_document('{"w": []}', "facts", "it.json")
    assert caught.value.message.startswith("`it.json`: `/w` is a list")
    assert caught.value.hints == ()


def test_all_faults_in_one_run_in_the_order_of_their_places() -> None:
    text = '{"w": [], "u": {"b": 2.5, "a": []}, "big": %s, "w2": 1, "w2": [], "world": false}' % ("9" * 5_000)
    with pytest.raises(DocumentError) as caught:
        parse_document(text, "facts", "it.json")
    assert caught.value.message == "`it.json` has 6 faults"
    assert [said.split("`")[1] for said in caught.value.faults] == ["/big", "/u/a", "/u/b", "/w", "/w2", "/world"]
    assert caught.value.hints == caught.value.faults


def test_of_very_many_faults_the_rest_is_counted() -> None:
    with pytest.raises(DocumentError) as caught:
        parse_document(json.dumps({f"f{number}": [] for number in range(MAX_FAULTS_SHOWN + 5)}), "facts", "it.json")
    assert len(caught.value.faults) == MAX_FAULTS_SHOWN + 5
    assert len(caught.value.hints) == MAX_FAULTS_SHOWN + 1
    assert caught.value.hints[-1] == "and 5 more"


@pytest.mark.parametrize("digits", [MOST_DIGITS, MOST_DIGITS + 1, 4_301, 100_000])
def test_huge_numbers(digits: int) -> None:
    said = faults('{"n": -%s}' % ("7" * digits))
    assert said == (() if digits <= MOST_DIGITS else (f"`/n` is a number of {digits:,} digits, which is too large to be read",))


@pytest.mark.parametrize("text", ["", "{", '{"a": }', "{'a': 1}", "mud", '{"a": 1} x', '{"a": "\n"}'])
def test_no_json_at_all(text: str) -> None:
    assert len(faults(text)) == 1
    assert faults(text)[0].startswith("`it.json` is not JSON: ")
    assert "in line 1, column " in faults(text)[0]


@pytest.mark.parametrize("depth", [DEEPEST + 1, 5_000, 200_000])
@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ('{"a":', "}")])
def test_nested_too_deep(depth: int, opening: str, closing: str) -> None:
    said = faults(opening * depth + "1" + closing * depth)
    assert len(said) == 1
    assert said[0].endswith("` is nested too deeply to be read")


def test_long_texts_are_cut() -> None:
    assert all(len(said) < 300 for said in faults(json.dumps({"w" * 5_000: ["x" * 5_000], "world": {"u": 10**900}})))


def test_files(tmp_path: Path) -> None:
    path = tmp_path / "facts.json"
    path.write_bytes(b'\xef\xbb\xbf{"weather": "mud"}')  # as editors on Windows write it
    assert read_document(path, "facts") == {"weather": "mud"}
    path.write_bytes(b'{"weather": "\xff"}')
    with pytest.raises(DocumentError, match="is not UTF-8 text"):
        read_document(path, "facts")
    with pytest.raises(DocumentError, match="cannot be read: no such file or directory"):
        read_document(tmp_path / "other.json", "facts")
    with pytest.raises(DocumentError, match="cannot be read: is a directory"):
        read_document(tmp_path, "facts")


# ---- any schema ----------------------------------------------------------------------------------------------------------------------


def said_by(schema: dict[str, Any], document: Any) -> list[str]:
    return [str(fault) for fault in faults_by(document, schema)]


@pytest.mark.parametrize(
    ("schema", "document", "said"),
    [
        ({"const": "core"}, "cor", ['the document is "cor", but "core" is expected']),
        ({"enum": ["may", "must"]}, "shall", ['the document is "shall", but "may" or "must" is expected']),
        ({"pattern": "^a+$"}, "b", ['the document is "b", which has not the form "^a+$"']),
        (
            {"items": {"minimum": 1, "maximum": 6}},
            [0, 3, 7],
            ["`/0` is 0, but at least 1 is expected", "`/2` is 7, but at most 6 is expected"],
        ),
        ({"minItems": 1}, [], ["the document has too few entries: at least 1 is wanted"]),
        ({"uniqueItems": True}, [1, 1], ["the document has an entry twice"]),
        ({"required": ["a", "b", "c"]}, {"b": 1}, ["the document lacks `a`", "the document lacks `c`"]),
        (
            {"properties": {"stages": {}, "rules": {}}, "additionalProperties": False},
            {"stage": 1, "x": 2},
            ["`/stage` is not known here; did you mean `stages`?", "`/x` is not known here"],
        ),
        ({"not": {"type": "null"}}, None, ["the document is null, which is not what the schema has under `not`"]),
        ({"not": {"type": "null"}, "description": "a term"}, None, ["the document is null, which is not a term"]),
    ],
)
def test_sentences(schema: dict[str, Any], document: Any, said: list[str]) -> None:
    assert said_by(schema, document) == said


TERM = {
    "$ref": "#/$defs/term",
    "$defs": {
        "term": {
            "anyOf": [
                {"type": ["integer", "string"]},
                {"type": "object", "properties": {"is": {"const": "not"}, "of": {"$ref": "#/$defs/term"}}, "required": ["is", "of"]},
                {
                    "type": "object",
                    "properties": {"is": {"const": "all"}, "of": {"type": "array", "items": {"$ref": "#/$defs/term"}}},
                    "required": ["is", "of"],
                },
            ]
        }
    },
}


@pytest.mark.parametrize(
    ("document", "said"),
    [
        (["x"], ["the document is a list, but a whole number, text or an object is expected"]),
        ({"is": "not"}, ["the document lacks `of`"]),
        ({"is": "all", "of": [1, {"is": "not", "of": True}]}, ["`/of/1/of` is true, but a whole number, text or an object is expected"]),
        ({"is": "all", "of": {"is": "not"}}, ["`/of` is an object, but a list is expected"]),
    ],
)
def test_of_several_forms_the_nearest_speaks(document: Any, said: list[str]) -> None:
    assert said_by(TERM, document) == said


def test_more_than_one_form() -> None:
    schema = {"oneOf": [{"type": "integer"}, {"minimum": 3}]}
    assert said_by(schema, 5) == ["the document has more than one of the forms of which it must have one"]


@pytest.mark.parametrize("name", ["read", "fault", "exact", "schema"])
def test_docstrings_are_run(name: str) -> None:
    assert doctest.testmod(import_module(f"rulewright.base.documents.{name}")).failed == 0
