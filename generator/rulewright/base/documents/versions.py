"""Versions of the published schemas, which each JSON document names under `schema`.

A version changes where a program that reads the documents by their schema could break: a name gone, another meaning, a type not there
before. Names are added without one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

VERSIONS: Mapping[str, int] = dict.fromkeys(
    (
        "ask",
        "ask_table",
        "check",
        "conformance",
        "core",
        "coverage",
        "diff",
        "error",
        "explain",
        "export",
        "graph",
        "impact",
        "import",
        "ledger",
        "precedence",
        "questions",
        "show",
        "test",
    ),
    1,
)
"""The version of the schema of each document that is printed, by the schema's name."""


def with_schema(name: str, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return a document with the name and version of its schema: `{"schema": "ask/1", …}`."""
    return {"schema": f"{name}/{VERSIONS[name]}", **document}
