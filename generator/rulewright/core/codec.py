"""Conversion of a core to a JSON document and back, without loss; the schema is derived from the annotations of the records.

The manual's page on the core explains the meaning of the document. It has the fields of `Core` with one exception: its `questions` holds
everything that bears on each question, including the declaration, and replaces both `on` and `questions`.

>>> read_core(core_json(core)).book
'la-grande-armee'
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulewright.base.documents.versions import VERSIONS, with_schema
from rulewright.base.json_form import Forms, Json, Misfit, RecordForm
from rulewright.base.version import __version__
from rulewright.core.model import Core, CoreQuestion, CoreRule
from rulewright.core.switches import Switching
from rulewright.semantics import model, terms, types

FORMAT = 1
"""The version of the format, raised whenever an older document would be read wrongly or not at all."""

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
    """Return the JSON form of a core whose parts are written in the given forms."""
    return RecordForm(
        forms,
        Core,
        renamed={"on": "questions"},
        left_out=("questions",),
        written_before={"on": "tables", "overrides": "policy", "asides": "policy"},
    )


def forms_without(left_out: Callable[[type], tuple[str, ...]]) -> Forms:
    """Return the forms of the core's parts without the fields that `left_out` names per class, for documents that are not read back."""
    return Forms(_KINDS, _UNIONS, left_out)


_CORE = core_form(FORMS)
_DESCRIPTIONS = {
    "book": "the book, by the name of its folder",
    "edition": "the edition, by its name",
    "measures": "the measures, with their titles; for people",
    "conversions": "for a measure that is a multiple of another: what it is of it. Rules are converted; facts may be given in either",
    "calendars": "how the turns of each calendar are dated. Rules hold numbers of turns; a fact whose type names a `calendar` may be given "
    "by its date too, and a date is shown next to its number",
    "enums": "the values of each enum or scale",
    "records": "the kinds of things, with their titles",
    "maps": "the lawful places of each map: pairs of a first and a last name. A place is lawful if it is as long as both and between them",
    "classes": "the classes of values of an enum, by their names; for people: rules have the values",
    "facts": "what a player may give, by name. `usual` and `found` are for people: an engine assumes nothing",
    "groups": "the groups of things",
    "impossible": "situations that cannot exist",
    "questions": "what can be asked, each with its rules and with all that decides between them",
    "tables": "the cells that rules with the verb `look up` have as effects",
    "overrides": "the statements of precedence as written, by uid; for people: questions have what follows from them",
    "asides": "the settings-aside as written, by uid; for people: questions have what follows from them",
    "policy": "the lines of the precedence policy as written; for people",
    "sources": "the names of the sources in their order; for people",
    "options": "the options of the book",
    "exclusions": "at most one option of each list may be on",
    "games": "the games that the book names",
    "scenarios": "the scenarios, with their titles",
    "readings": "the readings, each with its choices",
    "does_not_matter": "facts that have no effect on questions; for checks",
    "examples": "situations with what must follow, as the book has them",
    "unheld_cases": "the cases whose words are not held; for people",
    "former_names": "the names that something had before, each with that of today; for people and links: no rule has them",
    "outlived": "rulings and readings on a case that a later source changed, by the address of the rule: an answer from one says so",
}
"""What each field of the document is."""


def core_json(core: Core, form: RecordForm = _CORE) -> dict[str, Any]:
    """Return the document of `export --core`."""
    return with_schema("core", {"rulewright": __version__, "format": FORMAT, **form.write(core)})


def read_core(document: Json) -> Core:
    """Return the core that a document holds. Raises `Misfit`, a message with the path to the error."""
    body = dict(read_head(document, "core"))
    fields = _CORE.read_fields(body)
    return Core(questions={name: question.question for name, question in fields["on"].items()}, **fields)


def read_head(document: Json, what: str) -> dict[str, Any]:
    """Return the body of a document. Raises `Misfit` unless it is an object of the current format; `what` names it in messages."""
    if not isinstance(document, dict):
        raise Misfit(f"a {what} is an object")
    if document.get("format") != FORMAT:
        raise Misfit(f"this {what} is of format {document.get('format')}; format {FORMAT} is read here", ("format",))
    return {name: value for name, value in document.items() if name not in ("schema", "rulewright", "format")}


def head_schema(name: str) -> dict[str, Any]:
    """Return the schemas of the fields that all documents begin with."""
    return {
        "schema": {"const": f"{name}/{VERSIONS[name]}", "description": "the schema of this document, with its version"},
        "rulewright": {"type": "string", "description": "the version of rulewright that wrote it"},
        "format": {"const": FORMAT, "description": "the version of this form"},
    }


def core_schema() -> dict[str, Any]:
    """Return the schema stored as `grammar/schema/core.schema.json`."""
    definitions: dict[str, Any] = {}
    body = _CORE.schema_of_fields(definitions)
    body["properties"] = {name: {"description": _DESCRIPTIONS[name], **schema} for name, schema in body["properties"].items()}
    return document_schema("core", "rulewright export --core", "The core of one edition: what every engine reads.", body, definitions)


def document_schema(name: str, title: str, description: str, body: dict[str, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a whole document: the common head, its own fields in `body`, and the definitions that they refer to."""
    head = head_schema(name)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"{name}.schema.json",
        "title": title,
        "description": description,
        "type": "object",
        "properties": {**head, **body["properties"]},
        "required": [*(field for field in head if field != "schema"), *body["required"]],  # those of version 0.3 have none
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }
