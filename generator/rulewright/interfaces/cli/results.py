"""Results of examples, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.text import Text

from rulewright.base.records import fields_json

if TYPE_CHECKING:
    from rulewright.analysis.examples import ExampleResult
    from rulewright.engines.conformance.run import Run
    from rulewright.workspace.open_book import Loaded


def show_failure(out: Console, result: ExampleResult) -> None:
    """A failed example: where it stands, what it expected and what came."""
    where = f"{result.location.path}:{result.location.line}" if result.location else ""
    head = Text.assemble(
        ("failed ", "bold red"),
        (result.case, "bold"),
        f" “{result.title}”",
        (f"  edition {result.edition}   {where}", "dim"),
    )
    out.print(head, soft_wrap=True)
    for line in result.message.split("\n"):
        out.print(Text(f"    {line}"), soft_wrap=True)
    out.print()


# ---- engines -----------------------------------------------------------------------------------------------------------------------------


def show_runs(out: Console, book: Loaded, runs: Sequence[Run]) -> None:
    """How an engine did on a book, what it declined and why, and its first difference with its situation."""
    from rulewright.engines.conformance.run import difference_lines

    asked, agreed = sum(run.asked for run in runs), sum(run.agreed for run in runs)
    declined = sum((run.declined for run in runs), start=Counter[str]())
    differing = next((run for run in runs if run.differences), None)
    out.print(
        f"{book.name}: {runs[0].engine} agrees on {agreed:,} of {asked:,} questions",
        style="bold red" if differing else "bold green",
        soft_wrap=True,
    )
    for reason, number in declined.most_common():
        out.print(Text(f"    {number:,} declined: {reason}"), soft_wrap=True)
    if differing is not None:
        out.print(Text(f"    first difference, edition {differing.edition}:"), soft_wrap=True)
        for line in difference_lines(book.core(differing.edition), differing.differences[0]):
            out.print(Text(f"        {line}"), soft_wrap=True)


def run_json(run: Run) -> dict[str, Any]:
    """An entry of `kits` in `test --engine NAME --format json`."""
    from rulewright.core.codec import FORMS
    from rulewright.core.query import Outcome

    return {
        **fields_json(run, "engine", "book", "edition", "asked", "agreed"),
        "declined": [{"reason": reason, "questions": number} for reason, number in run.declined.most_common()],
        "differences": [
            {"question": FORMS.of(type(one.question)).write(one.question), "got": FORMS.of(Outcome).write(one.got)}
            for one in run.differences
        ],
    }
