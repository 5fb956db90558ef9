"""Results of examples, for people and for programs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from rulewright.cli.findings import visible

if TYPE_CHECKING:
    from rulewright.interpreter.examples import ExampleResult


def failure_json(book: str, result: ExampleResult) -> dict[str, Any]:
    """An entry of `failed` in `test --format json`."""
    return {
        "book": book,
        "edition": result.edition,
        "case": result.case,
        "example": result.title,
        "path": result.location.path if result.location else None,
        "line": result.location.line if result.location else None,
        "message": result.message,
        "tags": list(result.tags),
    }


def show_failure(out: Console, result: ExampleResult) -> None:
    """A failed example: where it stands, what it expected and what came."""
    where = f"{result.location.path}:{result.location.line}" if result.location else ""
    head = Text.assemble(
        ("failed ", "bold red"),
        (result.case, "bold"),
        f" “{visible(result.title)}”",
        (f"  edition {result.edition}   {visible(where)}", "dim"),
    )
    out.print(head, soft_wrap=True)
    for line in visible(result.message, lines=True).split("\n"):
        out.print(Text(f"    {line}"), soft_wrap=True)
    out.print()
