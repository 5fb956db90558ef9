"""A kit and its core on disk: `DIR/BOOK/EDITION.core.json` and `DIR/BOOK/EDITION.questions.json`."""

from __future__ import annotations

import json
from pathlib import Path

from rulewright.base.control_characters import in_json
from rulewright.base.json_form import Json
from rulewright.base.store import plain_name
from rulewright.core.codec import core_json
from rulewright.core.model import Core
from rulewright.engines.conformance.kit import Kit, kit_json


def write_kit(folder: Path, core: Core, kit: Kit) -> tuple[Path, Path]:
    """Write both; the same core and kit are the same bytes."""
    place = folder / plain_name(core.book)
    place.mkdir(parents=True, exist_ok=True)
    paths = place / f"{plain_name(core.edition)}.core.json", place / f"{plain_name(core.edition)}.questions.json"
    for path, document in zip(paths, (core_json(core), kit_json(kit)), strict=True):
        path.write_text(as_text(document), "utf-8")
    return paths


def as_text(document: Json) -> str:
    """A document with an entry of its lists and tables a line, so that two can be compared."""
    lines = [f"{json.dumps(name)}:{_entries(value)}" for name, value in document.items()]
    return "{" + ",\n".join(lines) + "}\n"


def _entries(value: Json) -> str:
    match value:
        case list() if value:
            return "[\n" + ",\n".join(_compact(one) for one in value) + "\n]"
        case dict() if value:
            return "{\n" + ",\n".join(f"{json.dumps(name)}:{_compact(one)}" for name, one in value.items()) + "\n}"
        case _:
            return _compact(value)


def _compact(value: Json) -> str:
    return in_json(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
