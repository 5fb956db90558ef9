"""The public functions and the methods of a book with what their docstrings say first, and where each other public name is met."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import rulewright

PUBLIC = Path(__file__).parents[2] / "interfaces" / "api" / "public.txt"
_MEMBER = re.compile(r"^  (\w+)\.(\w+)(?:: | -> |\(.*\) -> )(.*)$", re.MULTILINE)


def _row(name: str, thing: object) -> str:
    said = re.split(r"[.:;,] | \(|\.$", (inspect.getdoc(thing) or "").replace("\n", " "))[0]
    said = re.sub(r"^(Return|Yield) ", "", said)
    return f"| `{name}` | {said[0].lower()}{said[1:]} |"


def _rows() -> Iterator[str]:
    for name in rulewright.__all__:
        if not inspect.isclass(thing := getattr(rulewright, name)):
            yield _row(name, thing)
    yield from (_row(f"Book.{name}", member) for name, member in vars(rulewright.Book).items() if not name.startswith("_"))


def _places(classes: set[str]) -> dict[str, list[str]]:
    """Return, for each class, its members that give public classes that no class before it gives."""
    members = _MEMBER.findall(PUBLIC.read_text("utf-8"))
    met = {"Book"}
    places: dict[str, list[str]] = {}
    for owner in sorted({owner for owner, _, _ in members}, key=lambda owner: (owner != "Book", owner != "Answer", owner)):
        for _, member, gives in (one for one in members if one[0] == owner):
            for name in re.findall(r"\w+", gives):
                if name in classes - met - {owner}:
                    met.add(name)
                    places.setdefault(owner, []).append(f"`{member}` → `{name}`")
    places[""] = [f"`{name}`" for name in sorted(classes - met)]
    return places


def make() -> str:
    classes = {name for name in rulewright.__all__ if inspect.isclass(getattr(rulewright, name))}
    errors = {name for name in classes if issubclass(getattr(rulewright, name), Exception)}
    lines = [f"- {f'`{owner}`' if owner else 'also'}: {', '.join(members)}" for owner, members in _places(classes - errors).items()]
    lines.append("- errors: " + ", ".join(f"`{name}`" for name in sorted(errors)))
    return "\n".join(["| name | is or does |", "|---|---|", *_rows(), "", *lines])
