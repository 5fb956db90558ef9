"""The property names that the minified engine keeps: those that other code uses too. Its own are shortened.

Someone else is the core and the answer by their schemas, the other scripts of the pages, and whoever asks the engine as the manual shows.
A name that is a text anywhere in the sources (`"is at least"`, `"not"`) is kept as well.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from rulewright.base.resources import schema_folder

SCHEMAS = ("core", "conformance", "ask")
"""The documents that the engine reads and writes."""
OF_PAGES = ("shapes", "parts", "whole", "key", "cell", "inner", "opened", "args")
"""What is in data and answers of the pages besides: `engines/page/packed.py` writes it, and `explain.js`."""
PUBLIC = ("Rulewright", "Engine", "ask", "outcome", "quick", "within", "conform", "declined", "read", "unpacked", "assumeUsual", "closed")
"""How the engine is asked; `conform` is for the conformance kit."""
_NAME = re.compile(r"[A-Za-z_]\w*")
_COMMENT = re.compile(r"/\*[\s\S]*?\*/|//.*")
_PROPERTY = re.compile(r"\.\s*([A-Za-z_]\w*)|\b([A-Za-z_]\w*)\s*:|(?<=[{,])\s*([A-Za-z_]\w*)\s*(?=[,}=])")
"""What may be the name of a property: behind a dot, before a colon, or in a list within braces."""
_TEXT = re.compile(r'"([A-Za-z_]\w*)"')


def kept_names(text: str, others: Iterable[Path]) -> list[str]:
    """The names in the sources of the engine that its small form keeps; `others` are the scripts that use it."""
    code = _COMMENT.sub("", text)
    spoken = {*OF_PAGES, *PUBLIC, *_TEXT.findall(code)}
    for path in others:
        for match in _PROPERTY.findall(_COMMENT.sub("", path.read_text(encoding="utf-8"))):
            spoken.update(match)
    for name in SCHEMAS:
        spoken.update(_schema_properties(json.loads((schema_folder() / f"{name}.schema.json").read_text(encoding="utf-8"))))
    return sorted(spoken.intersection(_NAME.findall(code)))


def _schema_properties(schema: Any) -> Iterator[str]:
    """The names of the fields that a schema has, however deep."""
    parts: Iterable[Any] = schema
    if isinstance(schema, dict):
        yield from schema.get("properties", ())
        parts = schema.values()
    elif not isinstance(schema, list):
        return
    for part in parts:
        yield from _schema_properties(part)
