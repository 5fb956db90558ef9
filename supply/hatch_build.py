"""Puts into the wheel what is made when it is built: the parser's table, the bill of materials, and the digest of the tool's own files."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

PACKAGE, DATA, GRAMMAR = "rulewright/", "rulewright/_data/", "rulewright/_data/grammar/"
"""Where in the wheel the tool's own files are, what else is there, and the grammar in it."""

DIGEST, TABLE = "sources.digest", "grammar.table"


class MadeForTheWheel(BuildHookInterface[Any]):
    """Called by hatchling for the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        folders = [self.root, str(Path(self.root, "generator"))]
        sys.path[:0] = folders
        try:
            from rulewright.base.resources import CARRIED_TABLE

            build_data["shared_data"][str(self._written(TABLE, self._table()))] = CARRIED_TABLE
            if version != "standard":  # an editable install ships nothing else
                return
            bill, digest = self._bill(), self._digest()
        finally:
            del sys.path[: len(folders)]
        build_data["sbom_files"].append(str(self._written(f"{self.metadata.name}-{self.metadata.version}.cdx.json", bill)))
        # it is written after all of which it is: so `tool` can see whether one of them was changed since
        build_data["force_include"][str(self._written(DIGEST, f"{digest}\n"))] = f"{DATA}{DIGEST}"

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        for name in (DIGEST, TABLE):
            Path(self.directory, name).unlink(missing_ok=True)

    def _table(self) -> bytes:
        """The parser's table, for the grammar as it is now."""
        from rulewright.syntax.lalr import carried_form

        return carried_form(Path(self.root, "grammar", "rulewright.lark").read_text("utf-8"))

    def _bill(self) -> str:
        """The bill of materials, in `.dist-info/sboms/` (PEP 770) and next to the wheel."""
        from supply.sbom import document, written

        return written(document(Path(self.root), self.metadata.version))

    def _digest(self) -> str:
        """The digest of the files that the wheel will hold, as `rulewright.base.tool_version` works it out where they are installed."""
        from rulewright.base.tool_version import digest_of

        found = {one.distribution_path.replace("\\", "/"): Path(one.path) for one in self.build_config.builder.recurse_included_files()}
        grammar = {name.removeprefix(GRAMMAR): path for name, path in found.items() if name.startswith(GRAMMAR)}
        package = {
            name.removeprefix(PACKAGE): path for name, path in found.items() if name.startswith(PACKAGE) and not name.startswith(DATA)
        }
        return digest_of(
            *([(name, of[name].read_bytes()) for name in sorted(of, key=lambda one: one.split("/"))] for of in (package, grammar))
        )

    def _written(self, name: str, content: str | bytes) -> Path:
        """A file with that content, next to the wheel."""
        path = Path(self.directory, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path
