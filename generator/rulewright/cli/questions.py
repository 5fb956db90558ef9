"""`rulewright questions`: what can be asked of a rulebook."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common import (
    book_argument,
    console,
    edition_option,
    example,
    format_option,
    load_book,
    print_json,
    reading_options,
    table,
)

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.semantics.program import Program


@click.command(epilog=example("rulewright questions leipzig-lite", "rulewright questions la-grande-armee --format json"))
@book_argument
@edition_option
@format_option("text", "json")
@reading_options
def command(book: str, edition: str | None, form: str, with_folder: Path | None, no_cache: bool) -> None:
    """List the questions of BOOK, with the facts that their answers hang on, their domains and units."""
    program = load_book(book, with_folder, no_cache).program(edition)
    if form == "json":
        from rulewright.semantics.questions import questions_json

        print_json(questions_json(program))
    else:
        _show(console(), program)


def _show(out: Console, program: Program) -> None:
    from rich.text import Text

    from rulewright.cli.findings import visible
    from rulewright.semantics.questions import facts, questions

    asked = table(out, "question", "answer", "asks for", "hangs on")
    for question in questions(program):
        names = ", ".join(fact.name for fact in question.facts)
        asked.add_row(Text(question.name, "bold cyan"), Text(question.domain), Text(_said(question.phrase)), Text(names, "dim"))
    known = table(out, "fact", "values", "meaning")
    for fact in facts(program):
        known.add_row(Text(fact.name, "bold cyan"), Text(visible(fact.domain)), Text(_said(fact.asks or fact.phrase)))
    for title, one in ((f"Questions of {program.book}, edition {program.edition}", asked), ("Facts", known)):
        out.print(Text(title, "bold"))
        out.print(one)
        out.print()
    for title, lines in (
        ("Options", [f"{o.name}: {o.title}" for o in program.options.values()]),
        ("Open readings", [f"{r.name}: {r.title} ({', '.join(c.name for c in r.choices)})" for r in program.readings.values()]),
    ):
        if lines:
            out.print(Text(title, "bold"))
            for line in lines:
                out.print(Text(f"  {visible(line)}"), soft_wrap=True)


def _said(phrase: str) -> str:
    """`the side of {t}` as `the side of t`."""
    from rulewright.cli.findings import visible

    return visible(phrase.replace("{", "").replace("}", ""))
