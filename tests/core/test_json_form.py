"""The core as JSON: read back to the same data, valid against its schema, and nothing unknown is let in."""

from __future__ import annotations

import copy
import json
from collections.abc import Mapping, Sequence
from dataclasses import fields
from fractions import Fraction
from random import Random
from typing import Any

import jsonschema
import pytest

from engines.interpreter import generated_books
from engines.interpreter.test_oracle import program_of
from rulewright.base.json_form import Misfit
from rulewright.base.resources import schema_folder, shipped_books
from rulewright.core.codec import FORMS, core_json, core_schema, read_core
from rulewright.core.lower import lower
from rulewright.core.model import Core
from rulewright.engines.conformance.kit import kit_json, kit_schema, make_kit
from rulewright.engines.conformance.schemas import schemas
from rulewright.semantics.terms import Plain
from rulewright.workspace.open_book import load
from shipped import thorough_but

VALIDATOR = jsonschema.Draft202012Validator(core_schema())
EDITIONS = [(book, edition) for book in shipped_books() for edition in load(book).editions]


@pytest.fixture(scope="module")
def core() -> Core:
    return lower(program_of(generated_books.book(Random(3)).files))


def through_json(core: Core) -> Core:
    return read_core(json.loads(json.dumps(core_json(core))))


def unequal(one: Core, other: Core) -> list[str]:
    """The fields in which two cores differ, the order of mappings and the classes of numbers among them."""

    def plain(value: Any) -> str:
        if isinstance(value, Mapping):
            return repr(list(value.items()))
        return repr(sorted(value) if isinstance(value, frozenset) else list(value) if isinstance(value, Sequence) else value)

    return [field.name for field in fields(Core) if plain(getattr(one, field.name)) != plain(getattr(other, field.name))]


FIRST = "the first question"
"""In a path: its name, whatever the drawn book calls it."""


@pytest.mark.parametrize(
    ("book", "edition"), thorough_but(EDITIONS, *(pair for pair in EDITIONS if pair[0] in ("la-grande-armee", "war-in-europe")))
)
def test_shipped_books_are_read_back(book: str, edition: str) -> None:
    core = load(book).core(edition)
    assert unequal(through_json(core), core) == []


def test_generated_books_are_read_back() -> None:
    for number in range(150):
        core = lower(program_of(generated_books.book(Random(number)).files))
        assert unequal(through_json(core), core) == []


@pytest.mark.parametrize("book", thorough_but(["leipzig", "war-in-europe"], "war-in-europe"))
def test_a_shipped_book_is_valid(book: str) -> None:
    for core in load(book).cores.values():
        assert next(VALIDATOR.iter_errors(json.loads(json.dumps(core_json(core)))), None) is None


def test_generated_books_and_kits_are_valid() -> None:
    kits = jsonschema.Draft202012Validator(kit_schema())
    for number in range(15):
        core = lower(program_of(generated_books.book(Random(number)).files))
        assert next(VALIDATOR.iter_errors(json.loads(json.dumps(core_json(core)))), None) is None
        assert next(kits.iter_errors(json.loads(json.dumps(kit_json(make_kit(core, 10, 0))))), None) is None


@pytest.mark.parametrize("name", sorted(schemas()))
def test_the_published_schemas_are_current(name: str) -> None:
    """`python -m rulewright.engines.conformance.schemas` writes them."""
    text = schemas()[name]
    jsonschema.Draft202012Validator.check_schema(json.loads(text))
    assert (schema_folder() / name).read_text("utf-8") == text


def test_it_is_the_same_every_time(core: Core) -> None:
    again = lower(program_of(generated_books.book(Random(3)).files))
    assert json.dumps(core_json(core)) == json.dumps(core_json(again))


@pytest.mark.parametrize("value", [True, False, None, 0, -7, 10**30, Fraction(1, 3), Fraction(-7, 2), "none", "1/3"])
def test_plain_values(value: Plain) -> None:
    form = FORMS.form_of(Plain)
    found = form.read(json.loads(json.dumps(form.write(value))))
    assert (found, type(found)) == (value, type(value))


def set_at(document: Any, path: list[Any], value: Any) -> Any:
    changed = copy.deepcopy(document)
    place = changed
    for step in path[:-1]:
        place = place[step]
    if value is ...:
        del place[path[-1]]
    else:
        place[path[-1]] = value
    return changed


@pytest.mark.parametrize(
    ("path", "value", "says"),
    [
        (["format"], 2, "at `format`: this core is of format 2; format 1 is read here"),
        (["book"], 3, "at `book`: `3` stands where text must stand"),
        (["book"], ..., "the field `book` is missing"),
        (["colour"], 3, "there is no field `colour` here"),
        (["facts", "a", "type"], {"kind": "maybe"}, "at `facts.a.type`: `maybe` is none of `yes/no`, `number`,"),
        (["facts", "a", "type"], {}, "at `facts.a.type`: an object without `kind` is none of"),
        (["facts", "a", "type"], "yes/no", "at `facts.a.type`: `yes/no` stands where an object must stand"),
        (["facts", "a", "kind"], None, "at `facts.a.kind`: null stands where text must stand"),
        (["overrides", "x"], {}, "at `overrides.x`: `x` is no number of a statement"),
        (["measures"], [], "at `measures`: a list stands where an object must stand"),
        (["records", "unit"], 1, "at `records.unit`: `1` stands where text or null must stand"),
        (["exclusions"], [["a"], 1], "at `exclusions[1]`: `1` stands where a list must stand"),
        (["facts", "n", "type", "low"], True, "at `facts.n.type.low`: true stands where"),
        (["facts", "n", "type", "step"], {"kind": "fraction", "numerator": 2, "denominator": 1}, "at `facts.n.type.step`: a fraction is"),
        (
            ["questions", FIRST, "question", "kind"],
            "riddle",
            f"at `questions.{FIRST}.question.kind`: `riddle` is none of `value`, `verdict`",
        ),
    ],
)
def test_what_does_not_fit_is_refused_with_a_sentence(core: Core, path: list[Any], value: Any, says: str) -> None:
    first = next(iter(core.questions))
    document = set_at(core_json(core), [first if part == FIRST else part for part in path], value)
    says = says.replace(FIRST, first)
    with pytest.raises(Misfit) as refused:
        read_core(document)
    assert str(refused.value).startswith(says)
    assert next(VALIDATOR.iter_errors(document), None) is not None


def test_what_is_no_object_is_refused() -> None:
    with pytest.raises(Misfit, match="a core is an object"):
        read_core([])
