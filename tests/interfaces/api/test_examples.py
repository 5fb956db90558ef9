"""Every example in the docstrings of the library and on its page of the manual is run."""

from __future__ import annotations

import doctest
import re
from importlib import import_module
from pathlib import Path

import pytest

MODULES = (
    "rulewright",
    "rulewright.base.errors",
    "rulewright.interfaces.api.book",
    "rulewright.interfaces.api.command_lines",
    "rulewright.interfaces.api.facts",
    "rulewright.interfaces.api.plain_questions",
    "rulewright.interfaces.api.situation",
    "rulewright.interfaces.api.table",
)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_are_run(name: str) -> None:
    result = doctest.testmod(import_module(name))
    assert result.attempted
    assert result.failed == 0


def test_no_example_is_left_out(root: Path) -> None:
    folder = root / "generator" / "rulewright"
    with_examples = {path for path in (folder / "interfaces" / "api").glob("*.py") if ">>> " in path.read_text("utf-8")}
    assert {f"rulewright.interfaces.api.{path.stem}" for path in with_examples} <= set(MODULES)


def test_the_walk_of_the_manual_is_run(root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = root / "site" / "pages" / "project" / "library.md"
    text = re.sub(r"^```.*$", "", page.read_text("utf-8"), flags=re.MULTILINE)  # an example ends with its block
    assert text.count(">>> ") > 20
    monkeypatch.chdir(tmp_path)
    walk = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(walk).failed == 0
