"""`rulewright diff`: show changes from one edition to another in words, rules and answers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from rulewright.interfaces.cli.common import book_argument, edition_option, editions_argument, examples_epilog, format_count, format_option
from rulewright.interfaces.cli.reader import Reader, working_options
from rulewright.interfaces.cli.terminal import console, print_json, print_text, show_progress

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from rulewright.rulebook.edition_diff import CaseChange, Difference, WordRun

COLOURS = {"added": "bold green", "deleted": "bold red", "changed": "bold yellow", "renumbered": "bold cyan", "renamed": "bold cyan"}


@click.command(
    epilog=examples_epilog(
        "rulewright diff la-grande-armee printed errata --no-meaning",
        "rulewright diff leipzig rules/leipzig --format json",
        "rulewright diff leipzig printed errata --format markdown",
    )
)
@book_argument
@editions_argument
@edition_option
@click.option("--meaning/--no-meaning", default=True, help="Whether to work out how answers change; the first time this takes a while.")
@format_option("text", "json", "markdown")
@working_options
def command(
    book: str,
    others: tuple[str, ...],
    edition: str | None,
    meaning: bool,
    form: str,
    reader: Reader,
) -> None:
    """Show what changed in BOOK from the first EDITION to the second: words, rules, and answers, each with a situation that shows it.

    Every question is compared over all situations; every amendment between the two is classed by what it does to answers. With another
    BOOK instead of two editions, the two books are compared, each in its last edition or in the one that --edition names.
    `--format markdown` is a sheet for players: what matters for play first, by chapter.
    """
    from rulewright.interfaces.api.book import Book

    later = reader.book(book)
    first_book = Book(later)
    with show_progress() as progress:
        progress("reading", 0, 0)
        match others:
            case [old, new]:
                comparison = first_book.diff(old, new, meaning=meaning, progress=progress)
            case [other]:
                later = replace(reader, with_folder=None).book(other)
                comparison = first_book.diff_with(Book(later), edition, meaning=meaning, progress=progress)
            case _:
                raise click.UsageError("name two editions of the book, or one other book")
    if form == "json":
        print_json(comparison.to_json())
        return
    if form == "markdown":
        from rulewright.site.book.book_data import BookOfSite
        from rulewright.site.sheet import change_sheet

        print_text(change_sheet(BookOfSite(later), comparison), nl=False)
        return
    out = console()
    _show_difference(out, comparison.text)
    if comparison.meaning is not None:
        from rulewright.interfaces.cli.meanings import show_meaning

        show_meaning(out, comparison.meaning)


def _show_difference(out: Console, difference: Difference) -> None:
    from rich.text import Text

    differ = "differs" if len(difference.cases) == 1 else "differ"
    heading = f": from {difference.from_edition} to {difference.to_edition}, {format_count(len(difference.cases), 'case')} {differ}"
    out.print(Text.assemble((difference.book, "bold"), heading), soft_wrap=True)
    for term in difference.renamed_terms:
        head = Text.assemble(("\nrenamed    ", COLOURS["renamed"]), (format_count(term.case_count, "case"), "bold"), f"   ({term.source})")
        out.print(head, soft_wrap=True)
        out.print(Text(f"  {term.sentence}", "italic"), soft_wrap=True)
    for change in difference.cases:
        for line in _change_lines(change, out.is_terminal):
            out.print(line, soft_wrap=not out.is_terminal)


def _change_lines(case_change: CaseChange, colours: bool) -> Iterator[Text]:
    from rich.text import Text

    was = f", was {case_change.was}" if case_change.was else ""
    head = Text.assemble(
        (f"\n{case_change.change.value:<10} ", COLOURS[case_change.change.value]),
        (case_change.number, "bold"),
        f"{was}  {case_change.title or ''}",
    )
    yield head.append(f"   ({', '.join(case_change.sources)})", "dim")
    for act in dict.fromkeys(case_change.acts):
        yield Text(f"  {act}", "italic")
    if case_change.words and case_change.text_held:
        yield from _word_lines(case_change.words, colours)
    for sign, style, rules in (("-", "red", case_change.rules_out), ("+", "green", case_change.rules_in)):
        for rule in rules:
            for number, line in enumerate(rule.split("\n")):
                yield Text(f"  {sign if number == 0 else ' '} {line}", style)


def _word_lines(words: tuple[WordRun, ...], colours: bool) -> Iterator[Text]:
    """Yield a word diff as lines: removed and added words by colour on a terminal, between `[-…-]` and `{+…+}` elsewhere.

    Whole paragraphs that went or came have lines of their own.
    """
    from rich.text import Text

    from rulewright.rulebook.edition_diff import lines_of

    marks = {"out": ("[-", "-]", "red strike"), "in": ("{+", "+}", "green"), "same": ("", "", "")}
    for runs in lines_of(words):
        line = Text("  ")
        for run in runs:
            opening, closing, style = marks[run.step.value]
            text = " ".join(run.text.split())
            line.append(text if colours else f"{opening}{text}{closing}", style if colours else "").append(" ")
        if line.plain.strip():
            yield line
