"""Where each node of the fixtures is, kept in `spans.txt`: `cd tests && python -m syntax.spans` writes it anew, to be read before it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulewright.base.source import Source
from rulewright.syntax import nodes
from rulewright.syntax.parser import parse_source
from rulewright.syntax.traversal import children

HERE = Path(__file__).parent
KEPT = HERE / "spans.txt"
FIXTURES = sorted((HERE / "fixtures").glob("*.case"))
MOST = 50
"""So many letters of a longer text are shown, half of them from its end."""


def spans() -> str:
    """A line for each node, below the one that it is part of: its kind, where it begins and ends in its block, and the words there."""
    return "".join(line for path in FIXTURES for line in _of_file(path))


def _of_file(path: Path) -> Iterator[str]:
    source = Source(path.name, path.read_text("utf-8"))
    lines = source.text.split("\n")
    yield f"# {path.name}\n"
    for placed in parse_source(source)[0]:
        yield from _of(placed.block, lines[placed.place.first_line - 1 :], 0)


def _of(node: nodes.Node, lines: list[str], depth: int) -> Iterator[str]:
    at = node.span
    words = lines[at.line - 1 : at.end_line]
    words[-1] = words[-1][: at.end_column - 1]
    words[0] = words[0][at.column - 1 :]
    text = " ".join(" ".join(words).split())
    shown = text if len(text) <= MOST else f"{text[: MOST // 2]} … {text[-MOST // 2 :]}"
    yield f"{'  ' * depth}{type(node).__name__} {at.line}:{at.column}-{at.end_line}:{at.end_column} {shown}".rstrip() + "\n"
    for tag in getattr(node, "tags", ()):
        yield from _of(tag, lines, depth + 1)
    for part in sorted(children(node), key=lambda part: (part.span.line, part.span.column)):
        yield from _of(part, lines, depth + 1)


if __name__ == "__main__":
    KEPT.write_text(spans(), "utf-8")
