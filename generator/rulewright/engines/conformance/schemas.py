"""The published schemas that come from annotations: `python -m rulewright.engines.conformance.schemas` rewrites them."""

from __future__ import annotations

import json
from typing import Any

from rulewright.base.resources import schema_folder
from rulewright.core.codec import core_schema
from rulewright.engines.conformance.kit import kit_schema


def schemas() -> dict[str, str]:
    """Return the text of each schema by file name."""
    documents: tuple[dict[str, Any], ...] = (core_schema(), kit_schema())
    return {document["$id"]: json.dumps(document, indent=2, ensure_ascii=False) + "\n" for document in documents}


def main() -> None:
    """Write the files."""
    for name, text in schemas().items():
        (schema_folder() / name).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
