"""The words that every layer shares are defined in one place."""

from __future__ import annotations

import ast
from pathlib import Path

import rulewright
from rulewright.base import keywords

PACKAGE = Path(rulewright.__file__).parent


def test_each_enum_stands_once() -> None:
    shared = {name for name, thing in vars(keywords).items() if isinstance(thing, type) and thing.__module__ == keywords.__name__}
    for path in PACKAGE.rglob("*.py"):
        if path != Path(keywords.__file__):
            defined = {node.name for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.ClassDef) and node.bases}
            assert not defined & shared, path


def test_the_program_knows_no_syntax() -> None:
    for name in ("model", "terms", "types"):
        tree = ast.parse((PACKAGE / "semantics" / f"{name}.py").read_text("utf-8"))
        modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
        assert not any(str(module).startswith("rulewright.syntax") for module in modules), name
