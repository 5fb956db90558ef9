"""The public surface as a stub: each public name with its methods, fields and signatures, read from the sources without running them.

    cd tests && python -m interfaces.api.surface

writes `released.txt` anew. That is done at a release, and only then: later changes are held against it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import griffe

RELEASED = Path(__file__).with_name("released.txt")
PACKAGE = Path(__file__).parents[3] / "generator" / "rulewright"


def surface(package: Path = PACKAGE) -> str:
    """The stub of the package in a folder, under its version."""
    version = _visit(package, "rulewright.base.version")["__version__"].value
    root = _visit(package, "rulewright")
    blocks = ["\n".join(_lines(_definition(package, f"rulewright.{name}"))) for name in sorted(map(str, root.exports or ()))]
    return f"# rulewright {str(version).strip(chr(39) + chr(34))}\n\n" + "\n\n".join(blocks) + "\n"


def breakages(old: str, new: str) -> list[str]:
    """What a program that uses the one surface could miss in the other, a sentence each."""
    stubs = [griffe.visit("rulewright", filepath=RELEASED, code=stub) for stub in (old, new)]
    explained = (breakage.explain(griffe.ExplanationStyle.ONE_LINE) for breakage in griffe.find_breaking_changes(*stubs))
    return [re.sub(r"\x1b\[\d+m", "", line).partition(": ")[2] for line in explained]


def _visit(package: Path, name: str) -> griffe.Module:
    path = package.joinpath(*name.split(".")[1:])
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return griffe.visit(name, filepath=path, code=path.read_text("utf-8"))


def _definition(package: Path, path: str) -> griffe.Object:
    """The object of that path, wherever it is imported from."""
    module, _, name = path.rpartition(".")
    found = _visit(package, module)[name]
    return _definition(package, found.target_path) if isinstance(found, griffe.Alias) else found


def _lines(thing: griffe.Object, indent: str = "") -> Iterator[str]:
    if isinstance(thing, griffe.Function):
        decorators = [f"@{label}" for label in ("staticmethod", "classmethod") if label in thing.labels]
        yield from (f"{indent}{line}" for line in (*decorators, f"def {_signature(thing)}: ..."))
    elif isinstance(thing, griffe.Class):
        bases = ", ".join(str(base).rpartition(".")[2] for base in thing.bases)
        yield f"{indent}class {thing.name}{f'({bases})' if bases else ''}:"
        members = [m for name, m in thing.members.items() if not name.startswith("_") and not isinstance(m, griffe.Alias)]
        for member in members:
            yield from _lines(member, indent + "    ")
        if not members:
            yield f"{indent}    ..."
    elif isinstance(thing, griffe.Attribute):
        is_constant = isinstance(thing.parent, griffe.Class) and any("Enum" in str(base) for base in thing.parent.bases)
        yield f"{indent}{thing.name}{f' = {thing.value}' if is_constant else f': {thing.annotation or object.__name__}'}"


def _signature(function: griffe.Function) -> str:
    """The signature, with the `self` that griffe leaves out."""
    text = function.signature()
    if not isinstance(function.parent, griffe.Class) or "staticmethod" in function.labels:
        return text
    return re.sub(r"\((?=\S)", "(self, ", text, count=1).replace("(self, )", "(self)", 1)


if __name__ == "__main__":
    RELEASED.write_text(surface(), "utf-8")
