"""The keys of an answer as JSON: those that are always there, and the others, as the schema has them in its order."""

from __future__ import annotations

import json

from rulewright.base.resources import schema_folder


def make() -> str:
    schema = json.loads((schema_folder() / "ask.schema.json").read_text("utf-8"))
    assert all("description" in key for key in schema["properties"].values())
    always = set(schema["required"])
    there, sometimes = ([f"`{key}`" for key in schema["properties"] if (key in always) is both] for both in (True, False))
    return f"- always: {', '.join(there)}\n- where they apply: {', '.join(sometimes)}"
