"""Results of examples and engines as text for people."""

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
    from rulewright.workspace.open_book import OpenBook


def show_failure(out: Console, result: ExampleResult) -> None:
    """Print a failed example: its location, the expected answer and the actual one."""
    position = f"{result.location.path}:{result.location.line}" if result.location else ""
    head = Text.assemble(
        ("failed ", "bold red"),
        (result.case, "bold"),
        f" “{result.title}”",
        (f"  edition {result.edition}   {position}", "dim"),
    )
    out.print(head, soft_wrap=True)
    for line in result.message.split("\n"):
        out.print(Text(f"    {line}"), soft_wrap=True)
    out.print()


# ---- engines -----------------------------------------------------------------------------------------------------------------------------


def show_runs(out: Console, book: OpenBook, runs: Sequence[Run]) -> None:
    """Print the result of an engine on a book: agreements, declined questions by reason, and the first difference with its situation."""
    from rulewright.engines.conformance.run import difference_lines

    asked_count, agreed_count = sum(run.question_count for run in runs), sum(run.agreed for run in runs)
    declined = sum((run.declined for run in runs), start=Counter[str]())
    differing = next((run for run in runs if run.differences), None)
    out.print(
        f"{book.name}: {runs[0].engine} agrees on {agreed_count:,} of {asked_count:,} questions",
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
    """Return a run as an entry of `kits` in the JSON of `test --engine NAME`."""
    from rulewright.core.codec import FORMS
    from rulewright.core.query import Outcome

    return {
        **fields_json(run, "engine", "book", "edition"),
        "asked": run.question_count,
        **fields_json(run, "agreed"),
        "declined": [{"reason": reason, "questions": number} for reason, number in run.declined.most_common()],
        "differences": [
            {
                "question": FORMS.form_of(type(difference.question)).write(difference.question),
                "got": FORMS.form_of(Outcome).write(difference.got),
            }
            for difference in run.differences
        ],
    }
