"""Violations of a published schema, in sentences. jsonschema finds them; the wording is ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from rulewright.base import resources
from rulewright.base.documents.fault import Fault, Steps, display_value
from rulewright.base.prose_lists import listing
from rulewright.base.suggestions import did_you_mean

SENTENCES: Mapping[str, str] = {
    "const": "is {found}, but {wanted} is expected",
    "enum": "is {found}, but {wanted} is expected",
    "pattern": "is {found}, which has not the form {wanted}",
    "minimum": "is {found}, but at least {wanted} is expected",
    "maximum": "is {found}, but at most {wanted} is expected",
    "exclusiveMinimum": "is {found}, but more than {wanted} is expected",
    "exclusiveMaximum": "is {found}, but less than {wanted} is expected",
    "multipleOf": "is {found}, but a multiple of {wanted} is expected",
    "minLength": "is {found}, which is too short: at least {wanted} is wanted",
    "maxLength": "is {found}, which is too long: at most {wanted} is wanted",
    "minItems": "has too few entries: at least {wanted} is wanted",
    "maxItems": "has too many entries: at most {wanted} is wanted",
    "uniqueItems": "has an entry twice",
    "minProperties": "has too few names: at least {wanted} is wanted",
    "maxProperties": "has too many names: at most {wanted} is wanted",
}
"""The sentence for a value that a keyword of JSON Schema does not allow; the other keywords have functions of their own."""


def faults_of(document: Any, schema: str) -> list[Fault]:
    """Return the faults of a document against the schema of that name."""
    return faults_by(document, load_schema(schema))


def faults_by(document: Any, schema: Mapping[str, Any]) -> list[Fault]:
    """Return the faults of a document against a schema."""
    faults = [fault for error in Draft202012Validator(schema).iter_errors(document) for fault in _faults_of_error(error)]
    return list(dict.fromkeys(faults))


@cache
def load_schema(name: str) -> Mapping[str, Any]:
    schema: Mapping[str, Any] = json.loads((resources.schema_folder() / f"{name}.schema.json").read_text("utf-8"))
    return schema


def _faults_of_error(error: ValidationError) -> Iterator[Fault]:
    """Yield the faults that one error of jsonschema comes to."""
    steps: Steps = tuple(error.absolute_path)
    expected: Any = error.validator_value
    value: Any = error.instance
    if "propertyNames" in error.absolute_schema_path:
        yield Fault(steps, f"has the name {display_value(value)}, which cannot be one")
        return
    match error.validator:
        case "type":
            yield Fault(steps, _of_wrong_kind(value, [expected] if isinstance(expected, str) else expected))
        case "required":
            yield from (Fault(steps, f"lacks `{name}`") for name in expected if name not in value)
        case "additionalProperties" | "unevaluatedProperties":
            yield from _unknown_names(steps, value, error.schema)
        case "anyOf" | "oneOf":
            yield from _nearest_form(steps, error)
        case keyword:  # open: every other keyword of JSON Schema
            yield Fault(steps, _describe_error(str(keyword), error))


def _describe_error(keyword: str, error: ValidationError) -> str:
    if keyword in SENTENCES:
        return SENTENCES[keyword].format(found=display_value(error.instance), wanted=display_value(error.validator_value))
    described = error.schema.get("description") if isinstance(error.schema, Mapping) else None
    return f"is {display_value(error.instance)}, which is not {described or f'what the schema has under `{keyword}`'}"


# ---- kinds -------------------------------------------------------------------------------------------------------------------------------

_KINDS: Mapping[str, tuple[str, ...]] = {
    "object": ("an object",),
    "array": ("a list",),
    "string": ("text",),
    "integer": ("a whole number",),
    "number": ("a number",),
    "boolean": ("true", "false"),
    "null": ("null",),
}


def _of_wrong_kind(value: Any, types: Sequence[str]) -> str:
    description = "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else display_value(value)
    return f"is {description}, but {listing(dict.fromkeys(words for type_name in types for words in _KINDS[type_name]))} is expected"


# ---- names -------------------------------------------------------------------------------------------------------------------------------


def _unknown_names(steps: Steps, value: Mapping[str, Any], schema: Any) -> Iterator[Fault]:
    """Yield a fault for each name that an object may not have, with a suggestion."""
    properties, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for name in value:
        if name not in properties and not any(re.search(pattern, name) for pattern in patterns):
            hint = did_you_mean(name, properties)
            yield Fault((*steps, name), f"is not known here{f'; {hint}' if hint else ''}")


# ---- several forms -----------------------------------------------------------------------------------------------------------------------


def _nearest_form(steps: Steps, error: ValidationError) -> Iterator[Fault]:
    """Yield the faults of the closest form, for a value that may have several forms and fits none."""
    forms: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        forms.setdefault(inner.relative_schema_path[0], []).append(inner)
    if not forms:
        yield Fault(steps, "has more than one of the forms of which it must have one")
        return
    kinds: list[Any] = [inner.validator_value for form in forms.values() for inner in form if _is_another_kind(inner)]
    if len(kinds) == len(forms):
        yield Fault(
            steps,
            _of_wrong_kind(error.instance, [type_name for kind in kinds for type_name in ([kind] if isinstance(kind, str) else kind)]),
        )
        return
    for inner in min(forms.values(), key=_form_distance):
        yield from _faults_of_error(inner)


def _form_distance(form: Sequence[ValidationError]) -> tuple[bool, bool, int]:
    """The distance of a value from a form: a different type, a different mark in it, or the number of faults."""
    return any(map(_is_another_kind, form)), any(inner.validator == "const" for inner in form), len(form)


def _is_another_kind(inner: ValidationError) -> bool:
    return inner.validator == "type" and not inner.relative_path
