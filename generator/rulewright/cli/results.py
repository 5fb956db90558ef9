"""Results of examples, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from rulewright.cli.findings import visible

if TYPE_CHECKING:
    from rulewright.interpreter.examples import ExampleResult


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
