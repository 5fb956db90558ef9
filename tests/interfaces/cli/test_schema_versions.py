"""Every JSON document names its schema and the version of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulewright.base.documents.versions import VERSIONS
from rulewright.base.resources import schema_folder

COMMANDS = {
    ("check", "{book}"): "check",
    ("ask", "{book}", "cross(u)", "u.arm=foot", "weather=clear"): "ask",
    ("ask", "{book}", "what is the allowance of a unit?"): "ask",
    ("test", "{book}"): "test",
    ("show", "{book}"): "show",
    ("show", "{book}", "1.2"): "show",
    ("show", "{book}", "tow"): "show",
    ("graph", "{book}"): "graph",
    ("diff", "{book}", "printed", "errata"): "diff",
    ("impact", "{book}", "1.2"): "impact",
    ("precedence", "{book}"): "precedence",
    ("coverage", "{book}"): "coverage",
    ("questions", "{book}"): "questions",
    ("export", "{book}"): "export",
    ("export", "{book}", "--core"): "core",
    ("ledger", "{book}"): "ledger",
    ("explain", "RW301"): "explain",
    ("explain", "take"): "explain",
    ("show", "{book}", "9.9"): "error",
}


@pytest.mark.parametrize("words", COMMANDS)
def test_a_document_names_its_schema(run: Callable[..., Any], valid: Callable[..., Any], ferry: Path, words: tuple[str, ...]) -> None:
    done = run(*(word.replace("{book}", str(ferry)) for word in words), "--format", "json")
    name = COMMANDS[words]
    assert next(iter(done.json.items())) == ("schema", f"{name}/{VERSIONS[name]}")
    if name not in ("ledger", "core"):  # the first has no schema yet, the other is held against its own in tests/core
        valid(name, done.json)


def test_the_published_schemas_have_these_versions() -> None:
    """`facts` and `baseline` are read and not printed, `words` is a file of the tool's own; `import` and `ledger` have none yet."""
    published = {path.name.removesuffix(".schema.json"): json.loads(path.read_text("utf-8")) for path in schema_folder().iterdir()}
    assert set(VERSIONS) - set(published) == {"import", "ledger"}
    assert set(published) - set(VERSIONS) == {"facts", "baseline", "words"}
    for name in set(VERSIONS) & set(published):
        forms = [form for form in published[name].get("anyOf", [published[name]]) if form["type"] == "object"]
        assert [form["properties"]["schema"]["const"] for form in forms] == [f"{name}/{VERSIONS[name]}"] * len(forms)
