"""Parts of the manual that say what the code knows are made from the code: `make manual` writes them.

A part stands between `<!-- made by NAME -->` and `<!-- end of NAME -->`; `generated/NAME.py` has the function `make` that returns it.
"""

from __future__ import annotations

import os
import re
from importlib import import_module
from pathlib import Path

import pytest

from rulewright.base.resources import site_folder

PAGES = site_folder() / "pages"
_PART = re.compile(r"^<!-- made by (\w+) -->\n\n(.*?)\n?\n?^<!-- end of \1 -->$", re.DOTALL | re.MULTILINE)
NAMES = sorted(path.stem for path in (Path(__file__).parent / "generated").glob("*.py"))


def pages_with(name: str) -> list[Path]:
    return [path for path in sorted(PAGES.rglob("*.md")) if f"<!-- made by {name} -->" in path.read_text("utf-8")]


def test_every_part_that_a_page_names_is_made() -> None:
    there = {name for path in PAGES.rglob("*.md") for name in re.findall(r"<!-- (?:made by|end of) (\w+) -->", path.read_text("utf-8"))}
    assert there == set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_generated_part_is_what_the_code_makes(name: str) -> None:
    (path,) = pages_with(name)
    text = path.read_text("utf-8")
    made = import_module(f"manual.generated.{name}").make()
    written = _PART.sub(
        lambda match: f"<!-- made by {name} -->\n\n{made}\n\n<!-- end of {name} -->" if match[1] == name else match[0], text
    )
    if os.environ.get("RULEWRIGHT_REWRITE"):
        path.write_text(written, "utf-8")
    assert path.read_text("utf-8") == written, "`make manual` writes it"
