"""`rulewright coverage`: report which source statements are placed, executable and exercised."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.base.documents.versions import with_schema
from rulewright.interfaces.cli.common import books_argument, examples_epilog, format_option
from rulewright.interfaces.cli.reader import Reader, working_options
from rulewright.interfaces.cli.terminal import console, make_table, print_json, show_activity

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.workspace.open_book import OpenBook


@click.command(
    epilog=examples_epilog(
        "rulewright coverage",
        "rulewright coverage leipzig-lite --format json",
        "rulewright coverage leipzig-lite --mutants",
        "rulewright coverage leipzig-lite --mutants --budget 2000 --format json",
    )
)
@books_argument
@click.option(
    "--mutants",
    is_flag=True,
    help="Say of each bound, value, verb, condition, row and precedence whether an example would fail if it were another.",
)
@format_option("text", "json")
@working_options
def command(books: tuple[str, ...], mutants: bool, form: str, reader: Reader) -> None:
    """Account for every statement of a book's ledger.

    Placed: some part of the book carries its tag. Executable: a rule, table, set-up line or precedence carries it. Exercised: an example
    uses that part, and fails without it; what changes words alone is not among what can be exercised.

    With --mutants, one thing of the book's last edition is changed at a time, as an author's hand slips: a bound by one, a value, may for
    must, a condition or an `unless` lost, two cells swapped, a row lost, least for greatest, an override lost. A slip is noticed if an
    example fails; it is equal if it is proved to change no answer. The others are listed, with a situation that tells the two apart and
    an example to paste. This takes some minutes the first time.
    """
    from rulewright.workspace.open_book import Part, start_work

    loaded = reader.books(books)
    start_work(loaded, Part.EXAMPLES, *([Part.SLIPS] if mutants else []), Part.COVERAGE)
    with show_activity() as report_step:
        for book in loaded:
            report_step(f"trying slips in {book.name}" if mutants else f"reading {book.name}")
            _ = (book.coverage, book.slips if mutants else None)
    if form == "json":
        from rulewright.analysis.mutation.mutation_json import slips_json

        slips_by_book = {book.name: {"slips": slips_json(book.slips)} if mutants else {} for book in loaded}
        print_json(with_schema("coverage", {"books": {book.name: book.coverage.as_json() | slips_by_book[book.name] for book in loaded}}))
        return
    _show_coverage(console(), loaded)
    if mutants:
        from rulewright.interfaces.cli.slips import show_slips

        show_slips(console(), loaded)


def _show_coverage(out: Console, loaded: list[OpenBook]) -> None:
    from rich.text import Text

    counted = ("statements", "placed", "computable", "executable", "exercised")
    figures = make_table(out, "book", *counted, numbers=counted)
    by_book = {book.name: book.coverage.as_json() for book in loaded}
    for name, counts in by_book.items():
        shares = [_format_share(counts["placed"], counts["statements"]), str(counts["computable"])]
        to_exercise = counts["computable"] - len(counts["words_only"])
        of_computable = [_format_share(counts["executable"], counts["computable"]), _format_share(counts["exercised"], to_exercise)]
        figures.add_row(name, f"{counts['statements']:,}", *shares, *of_computable)
    out.print(figures)
    for name, counts in by_book.items():
        if not counts["statements"]:
            out.print(Text(f'{name} has no ledger of statements: `ledger "ledger.csv"` under a source names one', "dim"), soft_wrap=True)
        for key, title in _LISTS:
            if counts[key]:
                out.print(Text.assemble((f"{name}, {title}: ", "bold"), ", ".join(merge_runs(counts[key]))), soft_wrap=not out.is_terminal)
    for book in loaded:
        for item, parts in book.coverage.unproved.items():
            out.print(Text(f"{book.name}, {item}: no example would fail without {'; '.join(parts)}", "dim"), soft_wrap=True)


_LISTS = (
    ("unplaced", "not placed"),
    ("not_executable", "not executable"),
    ("not_exercised", "not exercised"),
    ("words_only", "words alone, so that no example can need them"),
)


def merge_runs(items: list[str]) -> list[str]:
    """Merge consecutive statements into ranges: `GA-038a`, `GA-038b`, `GA-038c` into `GA-038a to c`; `GA-078`, `GA-079` stay separate."""
    groups: list[list[str]] = []
    for item in items:
        last = groups[-1] if groups else None
        if last is not None and last[0][:-1] == item[:-1] and ord(item[-1]) == ord(last[-1][-1]) + 1 and item[-1].isalpha():
            last.append(item)
        else:
            groups.append([item])
    return [run[0] if len(run) == 1 else f"{run[0]} to {run[-1][-1]}" for run in groups]


def _format_share(part: int, total: int) -> str:
    return f"{part:,} ({100 * part // total} %)" if total else f"{part:,}"
