"""The core of an edition as the pages need it: without data that no answer shows, and with sentences for people instead of the language."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from rulewright.core.codec import core_form, core_json, forms_without
from rulewright.core.model import Core
from rulewright.core.wording import Wording
from rulewright.semantics import model

_OF_STATEMENTS = ("uid", "question", "scope", "clause", "about", "force", "restates", "besides", "rests_on", "location")
_SOURCE_FIELDS = ("location", "tags")


def _omitted_fields(record: type) -> tuple[str, ...]:
    """Return the fields of a record that no answer shows: its location, and for a statement the fields the core was made from."""
    if record is model.Rule:
        return _OF_STATEMENTS
    if record is model.Part:
        return ("tags",)
    if record is model.CellSource:
        return ("location",)
    return _SOURCE_FIELDS if issubclass(record, model.Written | model.TableRow) else ()


_LEAN = core_form(forms_without(_omitted_fields))


def lean_core(core: Core, wording: Wording) -> dict[str, Any]:
    """Return the document of a core for which the pages' engine gives the same answers, in the words of the pages."""
    answering = replace(core, examples=(), does_not_matter=(), overrides={}, unheld_cases=frozenset(), policy=())
    document = core_json(answering, _LEAN)
    for question in document["questions"].values():
        for rule in question["rules"]:
            for address in rule["addresses"]:
                _put_in_words(address["rule"], wording)
    for outlived in document["outlived"].values():
        outlived["source"] = wording.sources.get(outlived["source"], outlived["source"])
    for name, table in document["tables"].items():
        for correction in (each for row in table["rows"] for each in row["corrections"]):
            correction["source"] = wording.sources.get(correction["source"], correction["source"])
        words = wording.tables.get(name)
        if words is not None and len(words.rows) == len(table["rows"]):
            table["heads"] = list(words.columns)
            for row, text in zip(table["rows"], words.rows, strict=True):
                row["text"] = text
    return document


def _put_in_words(statement: dict[str, Any], wording: Wording) -> None:
    table = wording.tables.get(statement.get("table") or "")
    statement["says"] = table.title if table is not None else wording.rule_sentence(statement["id"], statement["says"])
    statement["source"] = wording.sources.get(statement["source"], statement["source"])
    if not statement["formed_by"]:
        statement["tags"] = []  # answers cite those of amendments alone
    for part in statement["parts"]:
        part["text"] = wording.condition_clause(part["text"])
