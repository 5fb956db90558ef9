"""Every example in the docstrings of the library and on its page of the manual is run."""

from __future__ import annotations

import doctest
import inspect
import re
from importlib import import_module
from pathlib import Path

import pytest

MODULES = (
    "rulewright",
    "rulewright.base.errors",
    "rulewright.interfaces.api.answer_words",
    "rulewright.interfaces.api.book",
    "rulewright.interfaces.api.command_lines",
    "rulewright.interfaces.api.facts",
    "rulewright.interfaces.api.plain_questions",
    "rulewright.interfaces.api.situation",
    "rulewright.interfaces.api.table",
)


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_are_run(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    is_of_module = doctest.DocTestFinder._from_module  # type: ignore[attr-defined]
    monkeypatch.setattr(doctest.DocTestFinder, "_from_module", lambda self, module, each: is_of_module(self, module, inspect.unwrap(each)))
    module = import_module(name)
    result = doctest.testmod(module)
    assert result.attempted == Path(str(module.__file__)).read_text("utf-8").count(">>> ")
    assert result.failed == 0


def test_no_example_is_left_out(root: Path) -> None:
    folder = root / "generator" / "rulewright"
    with_examples = {path for path in (folder / "interfaces" / "api").glob("*.py") if ">>> " in path.read_text("utf-8")}
    assert {f"rulewright.interfaces.api.{path.stem}" for path in with_examples} <= set(MODULES)


@pytest.mark.parametrize("name", ["library", "graph"])
def test_the_walks_of_the_manual_are_run(name: str, root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = root / "site" / "pages" / "project" / f"{name}.md"
    text = re.sub(r"^```.*$", "", page.read_text("utf-8"), flags=re.MULTILINE)  # an example ends with its block
    assert text.count(">>> ") > 8
    monkeypatch.chdir(tmp_path)
    walk = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    assert doctest.DocTestRunner().run(walk).failed == 0
