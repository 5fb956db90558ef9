"""The public surface: its names stand in one place, each is where it is said to be, and none changes unnoticed."""

from __future__ import annotations

import ast
import dataclasses
import inspect
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from enum import Enum
from pathlib import Path

import pytest

import rulewright
from manual.generated.library import make

GOLDEN = Path(__file__).with_name("public.txt")


def surface() -> Iterator[str]:
    """A line for each public name, and for each thing that can be had of it."""
    for name in sorted(rulewright.__all__):
        thing = getattr(rulewright, name)
        if not inspect.isclass(thing):
            yield f"{name}{inspect.signature(thing)}"
        elif issubclass(thing, Enum):
            yield f"{name}: {', '.join(one.value for one in thing)}"
        else:
            yield f"class {name}({', '.join(base.__name__ for base in thing.__bases__ if base is not object)})".replace("()", "")
            yield from (f"  {name}.{line}" for line in members(thing))


def members(thing: type) -> Iterator[str]:
    if dataclasses.is_dataclass(thing):
        yield from (f"{field.name}: {field.type}" for field in dataclasses.fields(thing) if not field.name.startswith("_"))
    for name, member in sorted(vars(thing).items()):
        if name.startswith("_"):
            continue
        if inspect.isfunction(member):
            yield f"{name}{inspect.signature(member)}"
        elif isinstance(member, property) or hasattr(member, "attrname"):  # a property that is worked out once
            read = member.fget if isinstance(member, property) else member.func
            yield f"{name} -> {read.__annotations__['return']}"


def test_the_public_surface_is_as_it_was() -> None:
    text = "\n".join(surface()).replace("'", "") + "\n"
    if os.environ.get("RULEWRIGHT_REWRITE"):
        GOLDEN.write_text(text, "utf-8")
    assert text == GOLDEN.read_text("utf-8"), "a public name has changed: README.md beside this file says what to do"


def test_names_are_in_order_and_each_has_its_home() -> None:
    assert rulewright.__all__ == sorted(rulewright.__all__, key=lambda name: (name.islower(), name))
    assert set(rulewright._HOMES) == {*rulewright.__all__, "__version__"}
    assert set(rulewright.__all__) <= set(dir(rulewright))
    with pytest.raises(AttributeError, match="has no attribute `lode`"):
        _ = rulewright.lode  # type: ignore[attr-defined]


def test_type_checkers_see_the_same_names_in_the_same_places() -> None:
    tree = ast.parse(Path(rulewright.__file__).read_text("utf-8"))
    typing_only = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.name: f"{node.module}".removeprefix("rulewright.")
        for node in typing_only.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == rulewright._HOMES


def test_the_manual_names_every_public_name_and_method() -> None:
    made = make()
    assert set(rulewright.__all__) <= set(re.findall(r"\w+", made))
    assert re.findall(r"^\| `Book\.(\w+)`", made, re.MULTILINE) == [name for name in vars(rulewright.Book) if not name.startswith("_")]


def test_everything_public_is_documented() -> None:
    for name in rulewright.__all__:
        thing = getattr(rulewright, name)
        assert inspect.getdoc(thing), name
        if inspect.isclass(thing) and thing.__module__.startswith("rulewright.interfaces.api"):
            for member, value in vars(thing).items():
                assert member.startswith("_") or not callable(value) or inspect.getdoc(value), f"{name}.{member}"


def test_importing_is_cheap() -> None:
    """Only the package itself is imported, and of Python nothing that was not there already."""
    code = "import sys; before = set(sys.modules); import rulewright; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["rulewright"]


def test_loading_imports_nothing_heavy() -> None:
    code = "import sys, rulewright; rulewright.load('leipzig-lite').editions; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert {"networkx", "jsonschema", "z3", "click", "rich", "mkdocs"}.isdisjoint(done.stdout.split())
