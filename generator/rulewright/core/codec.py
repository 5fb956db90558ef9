"""The core as a JSON document, and back to the same data; the schema of both comes from the records' own annotations.

The manual's page on the core says what everything in it means. The document has the fields of `Core`, but for two: `questions` holds all
that bears on each question, with its declaration inside, and stands for `on` and `questions` both.

>>> read_core(core_json(core)).book
'la-grande-armee'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.base.json_form import Forms, Json, Misfit, RecordForm
from rulewright.base.version import __version__
from rulewright.core.model import Core, CoreQuestion, CoreRule
from rulewright.core.switches import Switching
from rulewright.semantics import model, terms, types

FORMAT = 1
"""The version of the form: it changes when a document of before would be read wrongly, or not at all."""

_KINDS: dict[type, str] = {
    terms.Const: "constant",
    terms.Var: "variable",
    terms.FactOf: "fact",
    terms.PickOf: "pick",
    types.YesNo: "yes/no",
    types.Numeric: "number",
    types.Enumerated: "enum",
    types.PlaceOf: "place",
    types.NoneType: "none",
    model.From: "range",
    model.AnyKey: "any",
    model.Param: "parameter",
    model.Enum: "declared enum",
    model.FactDecl: "declared fact",
    model.Question: "declared question",
    CoreQuestion: "question",
    CoreRule: "rule",
    model.Rule: "statement",
    model.Part: "condition",
    model.Fix: "given",
}
_UNIONS = {"term": terms.Term, "type": types.Type, "switching": Switching, "key": model.Key}
FORMS = Forms(_KINDS, _UNIONS)


def core_form(forms: Forms) -> RecordForm:
    """How a core is written, its parts in these forms."""
    return RecordForm(
        forms,
        Core,
        renamed={"on": "questions"},
        left_out=("questions",),
        before={"on": "tables", "overrides": "policy", "asides": "policy"},
    )


def forms_without(left_out: Callable[[type], tuple[str, ...]]) -> Forms:
    """The forms of the core's parts, each without some of its fields: for documents that are not read back."""
    return Forms(_KINDS, _UNIONS, left_out)


_CORE = core_form(FORMS)


def core_json(core: Core, form: RecordForm = _CORE) -> dict[str, Any]:
    """The document of `export --core`."""
    return {"rulewright": __version__, "format": FORMAT, **form.write(core)}


def read_core(document: Json) -> Core:
    """The core that a document holds. Raises `Misfit`, a sentence with the path to what is wrong."""
    body = dict(read_head(document, "core"))
    found = _CORE.read_fields(body)
    return Core(questions={name: one.question for name, one in found["on"].items()}, **found)


def read_head(document: Json, what: str) -> dict[str, Any]:
    """The body of a document whose format is one that is known here."""
    if not isinstance(document, dict):
        raise Misfit(f"a {what} is an object")
    if document.get("format") != FORMAT:
        raise Misfit(f"this {what} is of format {document.get('format')}; format {FORMAT} is read here", ("format",))
    return {name: one for name, one in document.items() if name not in ("rulewright", "format")}


def head_schema() -> dict[str, Any]:
    """The fields that every document begins with."""
    return {
        "rulewright": {"type": "string", "description": "the version of rulewright that wrote it"},
        "format": {"const": FORMAT, "description": "the version of this form"},
    }


def core_schema() -> dict[str, Any]:
    """`grammar/schema/core.schema.json`."""
    named: dict[str, Any] = {}
    body = _CORE.schema_of_fields(named)
    return document_schema("core", "rulewright export --core", "The core of one edition: what every engine reads.", body, named)


def document_schema(name: str, title: str, description: str, body: dict[str, Any], named: dict[str, Any]) -> dict[str, Any]:
    """The schema of a whole document: the fields that every one begins with, its own, and the parts that they refer to."""
    head = head_schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{name}.schema.json",
        "title": title,
        "description": description,
        "type": "object",
        "properties": {**head, **body["properties"]},
        "required": [*head, *body["required"]],
        "additionalProperties": False,
        "$defs": dict(sorted(named.items())),
    }
