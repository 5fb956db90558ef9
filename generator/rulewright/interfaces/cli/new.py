"""`rulewright new`: make a folder with a new book."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.base.samples import sample_books
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import examples_epilog, format_count
from rulewright.interfaces.cli.import_sheet import show_doubts
from rulewright.interfaces.cli.terminal import print_text, show_activity

if TYPE_CHECKING:
    from rulewright.importing.text.model import RulesText


@click.command(
    epilog=examples_epilog(
        "rulewright new my-book",
        "rulewright new my-book --from errata.md",
        "rulewright new my-book --from rules.md --keep-words",
        "rulewright new my-ferry --sample ferry",
    )
)
@click.argument("folder", type=click.Path(path_type=Path), metavar="NAME")
@click.option(
    "--from", "sheet", type=click.Path(path_type=Path), metavar="SHEET", help="An errata sheet to begin with, as `import` reads it."
)
@click.option("--keep-words", is_flag=True, help="The file is a text that you may show: its cases come with their titles and words.")
@click.option("--sample", type=click.Choice(tuple(sample_books())), help="A book that the examples of the manual stand on.")
@click.option("--dry-run", is_flag=True, help="With --keep-words: say line by line which case it becomes and why, and write nothing.")
def command(folder: Path, sheet: Path | None, keep_words: bool, sample: str | None, dry_run: bool) -> None:
    """Begin a rulebook in a new folder NAME.

    It has a front page, a chapter with a case, its rule and two examples, a ledger, and what git and GitHub need to check it at
    each change. `check` and `test` are clean on it from the first minute, and a comment above each line says what to do next.

    With --keep-words the file of --from is the text of the rulebook itself (Markdown, or an act in Akoma Ntoso or USLM): each case has its
    words, and what the language does not hold of them is marked `todo` at its place. `export --format md` gives the text back.

    With --sample the book is one of those that examples of the manual stand on: put an example into a file of its own beside it.
    """
    if sample is not None:
        _begin_with_sample(folder, sample, is_alone=sheet is None and not keep_words and not dry_run)
        return
    if keep_words or dry_run:
        _begin_with_words(folder, sheet, keep_words=keep_words, dry_run=dry_run)
        return
    from rulewright.importing.read_sheet import read_sheet
    from rulewright.interfaces.api.new_book import new_book

    with show_activity(in_pipes=False) as report_step:
        report_step(f"reading {sheet.name}" if sheet else "making the book")
        imported = new_book(folder, None if sheet is None else read_sheet(sheet))
    print_text(f"{folder} is made")
    if imported is not None:
        print_text(f"  {format_count(len(imported.names), 'statement')} of the sheet: rows in ledger.csv, a draft in {imported.draft.name}")
        show_doubts(imported)
    print_text(
        f"next: read {folder}/rulebook.case and {folder}/first.case; `rulewright check {folder}` and `rulewright test {folder}`", err=True
    )


def _begin_with_sample(folder: Path, sample: str, *, is_alone: bool) -> None:
    from rulewright.interfaces.api.new_book import new_sample

    if not is_alone:
        raise WrongCommand("`--sample` goes with no other option: the book is the sample, and nothing else")
    new_sample(folder, sample)
    print_text(f"{folder} is made")
    print_text(f"next: put an example of the manual into {folder}/example.case; `rulewright check {folder}`", err=True)


def _begin_with_words(folder: Path, path: Path | None, *, keep_words: bool, dry_run: bool) -> None:
    from rulewright.importing.text.read_text import read_text
    from rulewright.interfaces.api.new_book import new_book_of_text

    if path is None or not keep_words:
        raise WrongCommand("`--keep-words` goes with `--from`, and `--dry-run` with both: they say what becomes of the words of a text")
    with show_activity(in_pipes=False) as report_step:
        report_step(f"reading {path.name}")
        text = read_text(path)
        if not dry_run:
            new_book_of_text(folder, text)
    if dry_run:
        show_text(text)
        return
    clauses = list(text.all_clauses())
    print_text(f"{folder} is made: {format_count(len(clauses), 'case')} with their words, of {format_count(len(text.chapters), 'file')}")
    if count := len(text.list_marks()):
        print_text(f"  {format_count(count, 'place')} to look at: search the files for `todo`")
    print_text(f"next: `rulewright check {folder}`, then give a case its rule below its words", err=True)


def show_text(text: RulesText) -> None:
    """Print line by line which chapter or case a text becomes, why, and what is marked."""
    for passage in text.introduction:
        print_text(f"line {passage.line:,}: about the book")
    for chapter in text.chapters:
        if chapter.title:
            print_text(f"line {chapter.line:,}: chapter {' '.join(filter(None, (chapter.number, chapter.title)))}")
        for clause in chapter.clauses:
            words = f"case {clause.number}{f' “{clause.title}”' if clause.title else ''}"
            print_text(f"line {clause.line:,}: {words}, {format_count(len(clause.words), 'paragraph')}: {clause.evidence}")
    for line, mark in text.list_marks():
        print_text(f"line {line:,}: todo: {mark}")
