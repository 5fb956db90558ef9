"""A request with many questions: JSON text -> the queries in it, each read on its own, so that a fault of one loses no other."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, TypeAlias

from rulewright.base.documents.exact import parse_exactly
from rulewright.base.documents.fault import Fault
from rulewright.base.documents.read import DocumentError, with_faults
from rulewright.base.documents.schema import faults_by, load_schema
from rulewright.base.errors import Error

Query: TypeAlias = Mapping[str, Any]
MAX_QUESTIONS_OF_REQUEST = 100

_TEXT = {"type": "string", "minLength": 1}
_TEXTS = {"type": "array", "items": _TEXT}


def query_properties() -> dict[str, Any]:
    """Return the schema of each property of a query."""
    facts = load_schema("facts")
    return {
        "question": {**_TEXT, "description": "as `GET /books/BOOK/questions` has it, with names for things: `allowance(u)`"},
        "facts": {name: facts[name] for name in ("type", "properties", "propertyNames", "additionalProperties")},
        "edition": {**_TEXT, "description": "the edition; that of the request, or else the last"},
        "on": {**_TEXT, "description": "the edition in force on that day: `1984-06-01`"},
        "options": {**_TEXTS, "description": "the optional rules in play"},
        "readings": {"type": "object", "additionalProperties": _TEXT, "description": "the choice for each open reading"},
        "scenario": _TEXT,
        "closed": {"type": "boolean", "description": "there are no other things than those that are named"},
        "assume_usual": {"type": "boolean", "description": "false: a fact is missing even if the book says what is usual"},
        "over": {**_TEXTS, "maxItems": 2, "description": "also the answer for every value of one or two facts"},
        "least": {"type": "boolean"},
        "most": {"type": "boolean"},
        "brief": {"type": "boolean"},
    }


def query_schema() -> dict[str, Any]:
    return {"type": "object", "properties": query_properties(), "required": ["question"], "additionalProperties": False}


def request_schema() -> dict[str, Any]:
    """Return the schema of a request."""
    questions = {"type": "array", "minItems": 1, "maxItems": MAX_QUESTIONS_OF_REQUEST, "items": query_schema()}
    return {
        "type": "object",
        "properties": {"edition": _TEXT, "questions": questions},
        "required": ["questions"],
        "additionalProperties": False,
    }


def parse_request(text: str) -> list[Query | Error]:
    """Return the queries of a request, and an error for each that cannot be read. Raises `DocumentError` for the request as a whole."""
    try:
        document, faults = parse_exactly(text)
        refused = {fault.steps for fault in faults}
        faults += [fault for fault in faults_by(document, request_schema()) if fault.steps not in refused]
    except RecursionError:
        raise DocumentError("the request is nested too deeply to be read") from None
    except json.JSONDecodeError as error:
        raise DocumentError(f"the request is not JSON: {error.msg[:1].lower()}{error.msg[1:]} in line {error.lineno}") from None
    of_queries: dict[int, list[Fault]] = {}
    for fault in faults:
        if len(fault.steps) > 1 and isinstance(fault.steps[1], int):
            of_queries.setdefault(fault.steps[1], []).append(fault)
    of_request = [fault for fault in faults if len(fault.steps) < 2 or not isinstance(fault.steps[1], int)]
    if of_request:
        raise with_faults("the request", of_request)
    edition = {"edition": document["edition"]} if "edition" in document else {}
    return [
        with_faults(f"question {number + 1}", of_queries[number]) if number in of_queries else {**edition, **query}
        for number, query in enumerate(document["questions"])
    ]
