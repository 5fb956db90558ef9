"""`python -m rulewright.site.asking.small`: makes the small forms of the pages' scripts anew, by terser, which needs Node and its registry.

Names of variables are shortened, and those of properties that only the engine itself says (`names`); what is never reached is left out.
Whoever has no Node may change a script all the same: the site then ships the sources until the small forms are made.
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from rulewright.engines.page.engine import PARTS as ENGINE
from rulewright.site.asking.scripts import PARTS, digest_head, is_current, names_to_keep, single_files, small_file, source_script

TERSER = "terser@5.51.2"


def terser_settings(kept_names: list[str] | None) -> dict[str, Any]:
    """The settings of terser; property names are left alone if `kept_names` is None."""
    properties = False if kept_names is None else {"keep_quoted": True, "reserved": kept_names}
    return {
        "compress": {"passes": 3, "toplevel": True, "unsafe_arrows": True},
        "mangle": {"toplevel": True, "properties": properties},
        "ecma": 2020,
    }


def make_small(names: Iterable[str]) -> None:
    """Write the small forms of some scripts, made one after the other: they have the same short names for properties."""
    with TemporaryDirectory() as folder:
        file, names_so_far = Path(folder) / "settings.json", Path(folder) / "names.json"
        for name in names:
            file.write_text(json.dumps(terser_settings(names_to_keep(name))), encoding="utf-8")
            command = ["npx", "--yes", TERSER, "--config-file", str(file), "--name-cache", str(names_so_far)]
            minified = subprocess.run(command, input=source_script(name), text=True, check=True, capture_output=True).stdout
            path = small_file(name)
            path.parent.mkdir(exist_ok=True)
            path.write_text(digest_head(name) + minified.strip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    if not all(map(is_current, ENGINE)):
        make_small(ENGINE)
    for each in (*PARTS, *single_files()):
        if not is_current(each):
            make_small([each])
