"""The OpenAPI document of the books that are served: facts with their values and bounds, and questions with those of their answers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any, assert_never

from rulewright.base.documents.schema import load_schema
from rulewright.base.version import __version__
from rulewright.core.dependence import Dependence
from rulewright.core.model import Core
from rulewright.core.wording import typed_text
from rulewright.engines.interpreter.questions import argument_info, signature
from rulewright.interfaces.service.books import ServedBook
from rulewright.interfaces.service.requests import query_properties, request_schema
from rulewright.semantics import types
from rulewright.semantics.model import FactDecl, Param, Question, QuestionKind

Schema = dict[str, Any]
ERROR_SCHEMA: Schema = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {"message": {"type": "string"}, "hints": {"type": "array", "items": {"type": "string"}}},
            "required": ["message", "hints"],
        }
    },
    "required": ["error"],
}
EDITION_PARAMETER: Schema = {
    "name": "edition",
    "in": "query",
    "schema": {"type": "string"},
    "description": "the last one if it is left out",
}


def openapi_document(books: Iterable[ServedBook], edition: str | None = None) -> Schema:
    """Return the document; `edition` is that of the only book, None the last one of each."""
    paths: Schema = {"/books": {"get": _describe_operation("the books", {"type": "object"})}}
    schemas: Schema = {"Error": ERROR_SCHEMA, "Answer": answer_schema()}
    for served in books:
        core = served.api.core(served.api.edition(edition))
        book_schemas, queries, answers = book_schemas_of(core, served.name)
        schemas.update(book_schemas)
        paths.update(_book_paths(served, queries, answers))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Rulebooks that answer", "version": __version__},
        "paths": paths,
        "components": {"schemas": schemas},
    }


def answer_schema() -> Schema:
    """Return the schema of any answer: that of `ask --format json`, and what is added here."""
    text = {"type": ["string", "null"]}
    next_fact = {"type": ["object", "null"], "properties": {"fact": text, "asks": text, "domain": text, "certain": {"type": "boolean"}}}
    citation = {"type": "object", "properties": {"case": text, "uri": text, "url": text}}
    added = {"argument": text, "ask_next": next_fact, "citations": {"type": "array", "items": citation}, "note": text}
    return {"allOf": [load_schema("ask"), {"type": "object", "properties": added, "required": list(added)}]}


# ---- the vocabulary of a book --------------------------------------------------------------------------------------------------------


def book_schemas_of(core: Core, prefix: str) -> tuple[Schema, list[Schema], list[Schema]]:
    """Return the schemas of a book by name, and references to those of its queries and of its answers."""
    schemas: Schema = {}
    dependence = Dependence(core)
    for fact in core.facts.values():
        schemas[_component_name(prefix, "fact", fact.name)] = fact_schema(core, fact)
    for name, question in core.questions.items():
        facts = [fact for fact_name, fact in core.facts.items() if fact_name in dependence.facts_of_question(name)]
        schemas[_component_name(prefix, "query", name)] = _query_schema(core, prefix, question, facts)
        schemas[_component_name(prefix, "answer", name)] = _answer_schema(core, question)
    queries, answers = ([_reference_to(_component_name(prefix, kind, name)) for name in core.questions] for kind in ("query", "answer"))
    return schemas, queries, answers


def fact_schema(core: Core, fact: FactDecl) -> Schema:
    """Return the schema of a value of a fact, as a request may give it."""
    sentence = fact.asks or fact.phrase or fact.name
    usual = {} if fact.usual is None else {"default": typed_text(core, fact.type, fact.usual.value)}
    return {"title": signature(fact.name, fact.params), "description": sentence, **usual, **value_schema(core, fact.type)}


def value_schema(core: Core, kind: types.Type) -> Schema:
    """Return the schema of the values of a type, as a request may give them."""
    forms = _value_forms(core, kind)
    if getattr(kind, "or_none", False):
        forms = [*forms, {"enum": ["none"]}]
    return forms[0] if len(forms) == 1 else {"anyOf": forms}


def _value_forms(core: Core, kind: types.Type) -> list[Schema]:
    match kind:
        case types.YesNo():
            return [{"enum": [True, False, "yes", "no", "true", "false"]}]
        case types.Numeric():
            bounds = _whole_bounds(kind)
            unit = types.unit_text(kind.unit)
            as_text = f"a number as text, {types.type_text(kind)}: {f'`7 {unit}`, ' if unit else ''}`3/2`"
            return [{"type": "integer", **bounds}, {"type": "string", "minLength": 1, "description": as_text}]
        case types.Enumerated():
            return [{"enum": list(core.enums[kind.name].values)}]
        case types.PlaceOf():
            return [{"type": "string", "description": argument_info(core, Param("place", kind)).domain}]
        case types.Thing():
            return [{"type": "string", "minLength": 1, "description": f"the name of a thing of the kind {kind.record}"}]
        case types.NoneType():
            return [{"enum": ["none"]}]
        case _:
            assert_never(kind)


def _whole_bounds(kind: types.Numeric) -> Schema:
    """Return the bounds of the whole numbers of a type."""
    low, high, step = kind.low, kind.high, Fraction(kind.step or 1)
    return {
        **({} if low is None else {"minimum": -(-low // 1)}),
        **({} if high is None else {"maximum": high // 1}),
        **({} if kind.step is None or step.denominator != 1 or step == 1 else {"multipleOf": int(step)}),
    }


def _query_schema(core: Core, prefix: str, question: Question, facts: Iterable[FactDecl]) -> Schema:
    """Return the schema of a query: the question with any names for its things, and the facts on which its answer depends."""
    exact: Schema = {}
    patterns: dict[str, list[Schema]] = {}
    fields: dict[str, list[Schema]] = {}
    for fact in facts:
        reference = _reference_to(_component_name(prefix, "fact", fact.name))
        name = fact.name.rpartition(".")[2]
        if fact.kind in ("field", "status"):
            patterns.setdefault(rf"^[^.()]+\.{re.escape(name)}$", []).append(reference)
            fields.setdefault(name, []).append(reference)
        elif fact.params:
            patterns.setdefault(rf"^{re.escape(name)}\(.*\)$", []).append(reference)
        else:
            exact[fact.name] = reference
    world = load_schema("facts")["properties"]
    thing = {"type": ["object", "string", "integer", "boolean", "null"], "properties": _join_schemas(fields)}
    facts_schema = {
        "type": "object",
        "description": "those on which the answer depends; any other fact or answer of the book may be given too",
        "properties": {**world, **exact},
        "patternProperties": _join_schemas(patterns),
        "additionalProperties": thing,
    }
    head, _, name = question.name.rpartition(".")
    owner = r"[^.()]+\." if head else ""
    arguments = "" if head else r"\s*\(.*\)" if question.params else r"(\s*\(\s*\))?"
    call = rf"^\s*{owner}{re.escape(name)}{arguments}\s*$"
    queries = {"type": "string", "pattern": call, "examples": [signature(question.name, question.params)]}
    properties = {**query_properties(), "question": queries, "facts": facts_schema}
    title = question.phrase or question.name
    return {"title": title, "type": "object", "properties": properties, "required": ["question"], "additionalProperties": False}


def _join_schemas(schemas: Mapping[str, list[Schema]]) -> Schema:
    """Return one schema for each name: of any of its own, where several kinds have a field of that name."""
    return {name: forms[0] if len(forms) == 1 else {"anyOf": forms} for name, forms in schemas.items()}


def _answer_schema(core: Core, question: Question) -> Schema:
    """Return the schema of the answers to a question: their values, and their unit."""
    if question.kind is QuestionKind.VERDICT:
        value: Schema = {"enum": ["permitted", "forbidden", "required", None]}
    else:
        value = {"anyOf": [*_answer_forms(core, question.type or types.YesNo()), {"type": "null"}]}
    properties = {"value": value, "unit": {"enum": [types.unit_of_type(question.type), None]}}
    return {"title": question.phrase or question.name, "allOf": [_reference_to("Answer"), {"type": "object", "properties": properties}]}


def _answer_forms(core: Core, kind: types.Type) -> list[Schema]:
    """Return the forms of a value that is answered: exact numbers, a fraction as text."""
    match kind:
        case types.YesNo():
            return [{"type": "boolean"}]
        case types.Numeric():
            return [{"type": "integer"}, {"type": "string", "pattern": r"^-?\d+/\d+$"}]
        case types.Enumerated():
            return [{"enum": list(core.enums[kind.name].values)}]
        case types.Thing() | types.PlaceOf() | types.NoneType():
            return [{"type": "string"}]
        case _:
            assert_never(kind)


def _component_name(prefix: str, kind: str, name: str) -> str:
    """Return the name of a schema, of the letters that OpenAPI allows."""
    return re.sub(r"[^A-Za-z0-9._-]", "_", f"{prefix}.{kind}.{name}")


def _reference_to(component: str) -> Schema:
    return {"$ref": f"#/components/schemas/{component}"}


# ---- paths ---------------------------------------------------------------------------------------------------------------------------


def _book_paths(served: ServedBook, queries: list[Schema], answers: list[Schema]) -> Schema:
    base = f"/books/{served.name}"
    request = request_schema()
    request["properties"]["questions"]["items"] = {"anyOf": queries}
    results = {"type": "array", "items": {"anyOf": [*answers, _reference_to("Error")]}}
    response = {"type": "object", "properties": {"book": {"const": served.name}, "results": results}, "required": ["book", "results"]}
    anything = {"type": "object"}
    words = {"name": "words", "in": "query", "required": True, "schema": {"type": "string"}}
    case = {"name": "case", "in": "path", "required": True, "schema": {"type": "string"}}
    return {
        base: {"get": _describe_operation("the book with its editions, options, readings and scenarios", anything, EDITION_PARAMETER)},
        f"{base}/questions": {"get": _describe_operation("questions and facts", load_schema("questions"), EDITION_PARAMETER)},
        f"{base}/ask": {
            "post": {
                **_describe_operation("answers, one for each question, in their order", response),
                "requestBody": {"required": True, "content": {"application/json": {"schema": request}}},
            }
        },
        f"{base}/find": {"get": _describe_operation("the questions that plain words may mean", anything, words, EDITION_PARAMETER)},
        f"{base}/cases": {"get": _describe_operation("the table of contents", anything, EDITION_PARAMETER)},
        f"{base}/cases/{{case}}": {"get": _describe_operation("a case as in force", anything, case, EDITION_PARAMETER)},
        f"{base}/openapi.json": {"get": _describe_operation("this document, of one book in an edition", anything, EDITION_PARAMETER)},
    }


def _describe_operation(summary: str, schema: Mapping[str, Any], *parameters: Schema) -> Schema:
    json_error = {"description": "what is wrong, in a sentence", "content": {"application/json": {"schema": _reference_to("Error")}}}
    success = {"description": summary, "content": {"application/json": {"schema": schema}}}
    return {"summary": summary, "parameters": list(parameters), "responses": {"200": success, "default": json_error}}
