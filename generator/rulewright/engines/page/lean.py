"""The core of an edition as the pages need it: without what no answer shows, and with sentences for people where the language is."""

from __future__ import annotations

from typing import Any

from rulewright.core.json_form import core_json
from rulewright.core.model import Core
from rulewright.core.wording import Wording

_EMPTY: dict[str, Any] = {"examples": [], "does_not_matter": [], "overrides": {}, "unheld_cases": [], "policy": []}
_OF_STATEMENTS = ("uid", "question", "scope", "clause", "about", "force", "restates", "besides", "rests_on", "location", "tags")
_WRITTEN = ("location", "tags")


def lean_core(core: Core, wording: Wording) -> dict[str, Any]:
    """The document of a core, of which the engine of the pages makes the same answers, and says them in the words of the pages."""
    document = {**core_json(core), **_EMPTY}
    for question in document["questions"].values():
        for rule in question["rules"]:
            for address in rule["addresses"]:
                address["rule"] = _statement(address["rule"], wording)
    for table in document["tables"].values():
        table["rows"] = [{name: one for name, one in row.items() if name not in _WRITTEN} for row in table["rows"]]
    return _without_places(document)  # type: ignore[no-any-return]


def _statement(statement: dict[str, Any], wording: Wording) -> dict[str, Any]:
    left = {name: one for name, one in statement.items() if name not in _OF_STATEMENTS}
    parts = [{"term": one["term"], "text": wording.condition(one["text"]), "label": one["label"]} for one in statement["parts"]]
    return {**left, "says": wording.rule(statement["id"], statement["says"]), "parts": parts}


def _without_places(value: Any) -> Any:
    """The same without where things are written. Names of a book may be `location` or `tags` too: what is meant has both, so formed."""
    if isinstance(value, list):
        return [_without_places(one) for one in value]
    if not isinstance(value, dict):
        return value
    if _is_written(value):
        return {name: _without_places(one) for name, one in value.items() if name not in _WRITTEN}
    return {name: _without_places(one) for name, one in value.items()}


def _is_written(value: dict[str, Any]) -> bool:
    place = value.get("location", False)
    return isinstance(value.get("tags"), list) and (place is None or (isinstance(place, dict) and "path" in place))
