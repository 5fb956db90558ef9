"""What each folder may import, held against all imports in the code; no circle of files or of folders."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import networkx as nx
import pytest

import rulewright

PACKAGE = Path(rulewright.__file__).parent
FOLDERS = (
    "base",
    "syntax",
    "rulebook",
    "semantics",
    "core",
    "engines",
    "analysis",
    "checks",
    "workspace",
    "importing",
    "site",
    "interfaces",
)
"""From the bottom up."""
MAY_IMPORT: dict[str, frozenset[str]] = {
    "base": frozenset(),
    "syntax": frozenset({"base"}),
    "rulebook": frozenset({"base", "syntax"}),
    "semantics": frozenset({"base", "syntax", "rulebook"}),
    "core": frozenset({"base", "semantics"}),
    "engines": frozenset({"base", "semantics", "core"}),
    "analysis": frozenset(FOLDERS[:6]),
    "checks": frozenset(FOLDERS[:7]),
    "workspace": frozenset(FOLDERS[:8]),
    "importing": frozenset({"base", "syntax", "rulebook"}),
    "site": frozenset(FOLDERS[:9]),
    "interfaces": frozenset(FOLDERS[:11]),
}
"""The folders that the modules of a folder may import beside their own."""
EXCEPTIONS = {"engines/interpreter/query_expressions.py": frozenset({"syntax"})}
"""Files that step over the row of their folder: a question comes as text."""
FILES = sorted(path for path in PACKAGE.rglob("*.py") if "_data" not in path.parts)
MODULES = {".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__"): path for path in FILES}
ROOT_FILES = {"__init__.py", "__main__.py", "py.typed"}


@cache
def imports(path: Path) -> tuple[tuple[int, str], ...]:
    """The modules of rulewright that a file imports, wherever the import stands and for whatever purpose, each with its line."""
    return tuple(find_imports(path))


def find_imports(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names if alias.name.split(".")[0] == "rulewright")
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            if node.module and node.module.split(".")[0] == "rulewright":
                inside = [f"{node.module}.{alias.name}" for alias in node.names]
                yield from ((node.lineno, full if full in MODULES else node.module) for full in inside)


def import_graph(node_of: Callable[[str], str]) -> nx.DiGraph[str]:
    """The imports between the nodes that `node_of` gives for the names of modules."""
    graph: nx.DiGraph[str] = nx.DiGraph()
    for name, path in MODULES.items():
        pairs = ((node_of(name), node_of(module)) for _, module in imports(path) if module in MODULES)
        graph.add_edges_from((start, end) for start, end in pairs if start != end)
    return graph


def circles(graph: nx.DiGraph[str]) -> list[list[str]]:
    return [sorted(circle) for circle in nx.strongly_connected_components(graph) if len(circle) > 1]


def folder_of(module: str) -> str:
    """The folder of a module; the package itself, which only passes on the names of `interfaces.api`, is no folder."""
    return module if module == "rulewright" else MODULES[module].parent.relative_to(PACKAGE).as_posix()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_a_folder_imports_what_it_may(path: Path) -> None:
    name = path.relative_to(PACKAGE)
    if len(name.parts) == 1:
        return
    allowed = MAY_IMPORT[name.parts[0]] | EXCEPTIONS.get(name.as_posix(), frozenset()) | {name.parts[0]}
    for line, module in imports(path):
        parts = module.split(".")[1:]
        if parts:
            assert parts[0] in allowed, f"{name}:{line}: {name.parts[0]} must not import {module}"
        else:  # the version, and the public names
            assert name.parts[0] == "interfaces", f"{name}:{line}: only interfaces import the package itself"


def test_exceptions_are_needed() -> None:
    for name, folders in EXCEPTIONS.items():
        used = {module.split(".")[1] for _, module in imports(PACKAGE / name) if "." in module}
        assert folders <= used


def test_no_circle_of_files() -> None:
    assert circles(import_graph(str)) == []


def test_no_circle_of_folders() -> None:
    assert circles(import_graph(folder_of)) == []


def test_the_package_has_these_folders_and_three_files() -> None:
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders == set(FOLDERS)
    assert {path.name for path in PACKAGE.iterdir() if path.is_file()} == ROOT_FILES


def test_no_package_marker_above() -> None:
    assert not (PACKAGE.parent / "__init__.py").exists()


def test_verdicts_ask_the_solver_by_its_face() -> None:
    """What is found of an edition knows questions and regions, and nothing of how they are encoded and solved."""
    faces = ("rulewright.engines.solver.questions.", "rulewright.engines.solver.cone")
    inside = {
        f"{path.name}:{line}": module
        for path in (PACKAGE / "analysis" / "verdicts").glob("*.py")
        for line, module in imports(path)
        if module.startswith("rulewright.engines.solver") and not module.startswith(faces)
    }
    assert inside == {}
