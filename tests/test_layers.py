"""Who may import whom: the table of layers, held against the imports in the code."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest

import rulewright

PACKAGE = Path(rulewright.__file__).parent
LAYERS: tuple[tuple[str, ...], ...] = (
    (
        "records",
        "scope",
        "kept",
        "packing",
        "private",
        "json_form",
        "listing",
        "numerals",
        "budget",
        "depth",
        "dates",
        "resources",
        "suggest",
        "runtime",
        "workers",
        "scheduler",
        "store",
        "tool",
        "controls",
        "cycles",
        "version",
        "inputs",
        "source",
        "diagnostics",
        "words",
        "errors",
        "documents",
        "",
    ),
    ("language",),
    ("rulebook",),
    ("semantics",),
    ("core",),
    ("graph",),
    ("interpreter",),
    ("decision",),
    ("engines",),
    ("conformance",),
    ("checks", "play", "importing"),
    ("slips",),
    ("pipeline", "reading", "wordless", "loaded"),
    ("library",),
    ("site",),
    ("cli", "lsp", "editors"),
)
"""A module may import from its own row and from rows above it."""
RANK = {name: rank for rank, row in enumerate(LAYERS) for name in row}
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)


def layer_of(module: str) -> str:
    """`rulewright.checks.run` -> `checks`; a public name of the package is of the library; its version, and the package itself, of ``."""
    part = module.split(".")[1] if "." in module else ""
    return "library" if part in rulewright.__all__ else part


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """The modules of rulewright that a file imports, wherever the import stands, with the line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name.split(".")[0] == "rulewright")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            if node.module == "rulewright":
                yield from ((node.lineno, f"rulewright.{alias.name}") for alias in node.names)
            elif node.module and node.module.startswith("rulewright."):
                yield node.lineno, node.module


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_imports_go_down(path: Path) -> None:
    own = path.relative_to(PACKAGE).with_suffix("").parts[0]
    own = {"__init__": "library", "__main__": "cli"}.get(own, own)
    assert own in RANK, f"{own} stands in no layer: add it to the table"
    for line, module in imports(path):
        layer = layer_of(module)
        if layer not in RANK:  # a name of the package itself, such as its version
            layer = ""
        assert RANK[layer] <= RANK[own], f"{path.name}:{line}: {own} must not import {module}"


def test_every_layer_is_told() -> None:
    there = {
        path.stem if path.is_file() else path.name for path in PACKAGE.iterdir() if path.suffix == ".py" or (path / "__init__.py").is_file()
    }
    assert there - {"__init__", "__main__"} <= set(RANK)


def test_no_package_marker_above() -> None:
    assert not (PACKAGE.parent / "__init__.py").exists()


def module_of(path: Path) -> str:
    """The dotted name of a file's module."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def test_no_circle_of_files() -> None:
    modules = {module_of(path): path for path in FILES}
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, path in modules.items():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                targets = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                inside = [f"{node.module}.{alias.name}" for alias in node.names]
                targets = [full if full in modules else str(node.module) for full in inside]
            else:
                continue
            graph.add_edges_from((name, target) for target in targets if target in modules and target != name)
    assert [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1] == []
