"""A kit and its core on disk: `DIR/BOOK/EDITION.core.json` and `DIR/BOOK/EDITION.questions.json`."""

from __future__ import annotations

import json
from pathlib import Path

from rulewright.base.control_characters import escape_in_json
from rulewright.base.json_form import Json
from rulewright.base.store import plain_name
from rulewright.core.codec import core_json
from rulewright.core.model import Core
from rulewright.engines.conformance.kit import Kit, kit_json


def write_kit(folder: Path, core: Core, kit: Kit) -> tuple[Path, Path]:
    """Write both; equal cores and kits give equal bytes."""
    place = folder / plain_name(core.book)
    place.mkdir(parents=True, exist_ok=True)
    paths = place / f"{plain_name(core.edition)}.core.json", place / f"{plain_name(core.edition)}.questions.json"
    for path, document in zip(paths, (core_json(core), kit_json(kit)), strict=True):
        path.write_text(as_text(document), "utf-8")
    return paths


def as_text(document: Json) -> str:
    """Return a document with one line for each entry of its lists and tables, so that two can be compared."""
    lines = [f"{json.dumps(name)}:{_entry_lines(value)}" for name, value in document.items()]
    return "{" + ",\n".join(lines) + "}\n"


def _entry_lines(value: Json) -> str:
    match value:
        case list() if value:
            return "[\n" + ",\n".join(_compact_json(entry) for entry in value) + "\n]"
        case dict() if value:
            return "{\n" + ",\n".join(f"{json.dumps(name)}:{_compact_json(entry)}" for name, entry in value.items()) + "\n}"
        case _:
            return _compact_json(value)


def _compact_json(value: Json) -> str:
    return escape_in_json(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
