"""What a published schema does not allow in a document, in sentences. jsonschema finds it; the words are ours."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from rulewright.base import resources
from rulewright.base.documents.fault import Fault, Steps, shown
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
"""What is said of a value that a keyword of JSON Schema does not allow; the other keywords have a function of their own."""


def faults_of(document: Any, schema: str) -> list[Fault]:
    """Everything in a document that the schema of that name does not allow."""
    return faults_by(document, _published(schema))


def faults_by(document: Any, schema: Mapping[str, Any]) -> list[Fault]:
    """The same by a schema that is given."""
    found = [fault for error in Draft202012Validator(schema).iter_errors(document) for fault in _faults(error)]
    return list(dict.fromkeys(found))


@cache
def _published(name: str) -> Mapping[str, Any]:
    schema: Mapping[str, Any] = json.loads((resources.schema_folder() / f"{name}.schema.json").read_text("utf-8"))
    return schema


def _faults(error: ValidationError) -> Iterator[Fault]:
    """What one error of jsonschema comes to."""
    steps: Steps = tuple(error.absolute_path)
    wanted: Any = error.validator_value
    given: Any = error.instance
    if "propertyNames" in error.absolute_schema_path:
        yield Fault(steps, f"has the name {shown(given)}, which cannot be one")
        return
    match error.validator:
        case "type":
            yield Fault(steps, _of_wrong_kind(given, [wanted] if isinstance(wanted, str) else wanted))
        case "required":
            yield from (Fault(steps, f"lacks `{name}`") for name in wanted if name not in given)
        case "additionalProperties" | "unevaluatedProperties":
            yield from _unknown_names(steps, given, error.schema)
        case "anyOf" | "oneOf":
            yield from _nearest_form(steps, error)
        case keyword:  # open: every other keyword of JSON Schema
            yield Fault(steps, _sentence(str(keyword), error))


def _sentence(keyword: str, error: ValidationError) -> str:
    if keyword in SENTENCES:
        return SENTENCES[keyword].format(found=shown(error.instance), wanted=shown(error.validator_value))
    described = error.schema.get("description") if isinstance(error.schema, Mapping) else None
    return f"is {shown(error.instance)}, which is not {described or f'what the schema has under `{keyword}`'}"


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


def _of_wrong_kind(found: Any, wanted: Sequence[str]) -> str:
    what = "an object" if isinstance(found, dict) else "a list" if isinstance(found, list) else shown(found)
    return f"is {what}, but {listing(dict.fromkeys(words for one in wanted for words in _KINDS[one]))} is expected"


# ---- names -------------------------------------------------------------------------------------------------------------------------------


def _unknown_names(steps: Steps, found: Mapping[str, Any], schema: Any) -> Iterator[Fault]:
    """The names that an object may not have, each with the one that may have been meant."""
    known, patterns = schema.get("properties", {}), schema.get("patternProperties", {})
    for name in found:
        if name not in known and not any(re.search(pattern, name) for pattern in patterns):
            hint = did_you_mean(name, known)
            yield Fault((*steps, name), f"is not known here{f'; {hint}' if hint else ''}")


# ---- several forms -----------------------------------------------------------------------------------------------------------------------


def _nearest_form(steps: Steps, error: ValidationError) -> Iterator[Fault]:
    """Of a value that may have several forms and has none: the faults of the form that it comes nearest to."""
    forms: dict[Any, list[ValidationError]] = {}
    for inner in error.context or ():
        forms.setdefault(inner.relative_schema_path[0], []).append(inner)
    if not forms:
        yield Fault(steps, "has more than one of the forms of which it must have one")
        return
    kinds: list[Any] = [inner.validator_value for form in forms.values() for inner in form if _is_another_kind(inner)]
    if len(kinds) == len(forms):
        yield Fault(steps, _of_wrong_kind(error.instance, [one for kind in kinds for one in ([kind] if isinstance(kind, str) else kind)]))
        return
    for inner in min(forms.values(), key=_distance):
        yield from _faults(inner)


def _distance(form: Sequence[ValidationError]) -> tuple[bool, bool, int]:
    """How far a value is from a form: another kind of thing altogether, another mark in it, or some faults."""
    return any(map(_is_another_kind, form)), any(inner.validator == "const" for inner in form), len(form)


def _is_another_kind(inner: ValidationError) -> bool:
    return inner.validator == "type" and not inner.relative_path
