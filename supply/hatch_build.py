"""Puts the bill of materials into the wheel, in `.dist-info/sboms/` (PEP 770), and next to it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class BillOfMaterials(BuildHookInterface[Any]):
    """Called by hatchling for the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "standard":  # an editable install ships nothing
            return
        sys.path.insert(0, self.root)
        from supply.sbom import document, written

        sys.path.remove(self.root)
        path = Path(self.directory) / f"{self.metadata.name}-{self.metadata.version}.cdx.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(written(document(Path(self.root), self.metadata.version)), "utf-8")
        build_data["sbom_files"].append(str(path))
