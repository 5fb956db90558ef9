"""`rulewright import`: turn an errata sheet into rows of a ledger and a draft of amendments, a spreadsheet into a table."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.base.documents.versions import with_schema
from rulewright.importing.file_forms import ACTS, DIFFS, TABLES
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import examples_epilog, format_count, format_option
from rulewright.interfaces.cli.own_book import load_own_book
from rulewright.interfaces.cli.terminal import print_json, print_text, show_activity

if TYPE_CHECKING:
    from rulewright.importing.into_book import Imported
    from rulewright.importing.sheet.model import Case


WORDS_OF_NEW_CASE = "# todo: its words in place of `not held`"  # each new case has this one
TODO = ("# todo:", "#   todo:")
CHANGES_NOTHING = (
    "is this a text of its own, and no errata? No statement says that it changes another one. A source without `amends` on the front page "
    "gets a draft of cases in place of amendments"
)


@click.command(
    "import",
    epilog=examples_epilog(
        "rulewright import errata.md --into my-book --source errata",
        "rulewright import errata.pdf --into my-book --source errata --dry-run",
        "rulewright import my-book fares.csv",
        "rulewright import my-book fares.dmn --case 12.5 --dry-run",
        "rulewright import rules-2026.md rules-2027.md --into my-book --source y2027",
        "rulewright import changes.diff --into my-book --source y2027",
        "rulewright import second-act.xml --into my-book --source second --of akn/xx/act/2026/1",
    ),
)
@click.argument("sheet", type=click.Path(path_type=Path), metavar="SHEET|BOOK|OLD")
@click.argument("second", type=click.Path(path_type=Path), required=False, metavar="[TABLE|NEW]")
@click.option("--into", "book", metavar="BOOK", help="The folder of the book that it goes into.")
@click.option("--source", metavar="NAME", help="The source of the book that the sheet or the new version is, such as errata.")
@click.option("--case", "number", default="", metavar="NUMBER", help="Of a table: the new case that it is to be; by default its name.")
@click.option("--keys", default="", metavar="HEADS", help="Of a table: the heads of its columns of keys, such as arm,weather.")
@click.option(
    "--policy",
    type=click.Choice(("unique", "any", "first", "sum", "least", "greatest", "count")),
    help="Of a table: what counts where several rows hold; by default no two may.",
)
@click.option(
    "--prefix", default="", metavar="LETTERS", help="What the statements' numbers begin with; by default letters of the book's name."
)
@click.option(
    "--of", "work", default="", metavar="TEXT", help="Of an act that amends several texts: the one that the book is, as the act names it."
)
@click.option("--dry-run", is_flag=True, help="Say what would be written, and write nothing.")
@format_option("text", "json")
def command(
    sheet: Path,
    second: Path | None,
    book: str | None,
    source: str | None,
    number: str,
    keys: str,
    policy: str | None,
    prefix: str,
    work: str,
    dry_run: bool,
    form: str,
) -> None:
    """Read SHEET, an errata sheet or other rules, into a book; or a table; or a new version of the text.

    SHEET is plain text, Markdown, HTML or a PDF with text; the last two need `pip install "rulewright[import]"`. Each statement
    of it gets a row at the end of the book's ledger: its case, the kind of amendment, the words that locate it. A new
    `.case` file has a draft: the heads of the amendments, with the words of the sheet in comments, for you to put in your own.
    No rule is guessed; what could not be read is marked `todo`.

    A newer sheet may be imported again: what is new is added, what has changed or is gone is marked `todo` with its earlier words in a new
    file, and nothing else is touched.

    TABLE is a spreadsheet (.csv, .tsv, .xlsx) or a decision table (.dmn): keys with ranges (`<= 8`, `[1..8]`, `9+`, `-`), one or several
    values, a last row for anything else. A new file has a case with the table, and proposes declarations of what the book has no name for.

    OLD NEW are two versions of a text, the older one also as a BOOK; instead of both, SHEET may be a diff of the text (.diff, .patch). The
    amendments that lead from one to the other go into a new file; a BOOK that is not there is made of OLD. SHEET may also be an act in
    Akoma Ntoso or USLM (.xml) whose mark-up says what it amends.
    """
    if second is not None and second.suffix.lower() in TABLES:
        from rulewright.interfaces.cli.import_table import import_tables

        if book is not None or source is not None or prefix:
            raise WrongCommand("a table has no source: `rulewright import BOOK TABLE` has no `--into`, `--source` or `--prefix`")
        import_tables(str(sheet), second, number, [key for key in keys.split(",") if key], policy or "", dry_run=dry_run, form=form)
        return
    if number or keys or policy:
        raise WrongCommand("`--case`, `--keys` and `--policy` go with a table: `rulewright import BOOK TABLE`")
    if work and (second is not None or sheet.suffix.lower() not in ACTS):
        raise WrongCommand("`--of` goes with an act in Akoma Ntoso or USLM (.xml)")
    if source is None or (book is None and second is None):
        raise WrongCommand("a sheet needs `--into BOOK` and `--source NAME`", ["`rulewright import BOOK TABLE` reads a table"])
    if second is not None or sheet.suffix.lower() in (*DIFFS, *ACTS):
        from rulewright.interfaces.cli.import_version import import_amending_act, import_diff, import_new_version

        if second is not None:
            import_new_version(sheet, second, book, source, dry_run=dry_run, form=form)
        elif book is not None:
            if sheet.suffix.lower() in DIFFS:
                import_diff(sheet, book, source, dry_run=dry_run, form=form)
            else:
                import_amending_act(sheet, book, source, work, dry_run=dry_run, form=form)
        return
    assert book is not None
    from rulewright.importing.into_book import import_sheet
    from rulewright.importing.read_sheet import read_sheet

    if prefix and not re.fullmatch(r"[A-Z]+", prefix):
        raise WrongCommand(f"`{prefix}` cannot begin the number of a statement", ["it is capital letters, such as GA"])
    open_book = load_own_book(book)
    with show_activity(in_pipes=False) as report_step:
        report_step(f"reading {sheet.name}")
        imported = import_sheet(read_sheet(sheet), open_book.book, open_book.folder, source, prefix)
    if not dry_run:
        imported.write()
    if form == "json":
        print_json(with_schema("import", _import_json(imported, was_written=not dry_run)))
    else:
        show_import(imported, book, was_written=not dry_run)


def show_import(imported: Imported, book: str, *, was_written: bool) -> None:
    """Print what an import added, and the next step."""
    new_count, known_count, gone = len(imported.names), len(imported.statements) - len(imported.names), imported.since.gone
    would = "" if was_written else "would be "
    print_text(f"{format_count(len(imported.statements), 'statement')}: {new_count:,} new, {known_count:,} known")
    if new_count:
        print_text(f"  {imported.ledger}: {format_count(new_count, 'row')} {would}added")
    if imported.lines:
        print_text(f"  {imported.draft}: a draft {would}written")
    if not was_written:
        show_statements(imported)
    show_doubts(imported)
    if imported.since.reworded:
        pairs = dict(zip(imported.since.new, imported.names, strict=True))
        print_text(f"  reworded: {', '.join(f'{row.item} as {pairs[index]}' for index, row in imported.since.reworded)}")
    if gone:
        print_text(f"  no longer on the sheet: {', '.join(row.item for row in gone)}")
    if gone and not known_count:
        print_text(
            "is this another sheet? Nothing of the earlier one is on it: give each sheet a source of its own, with `--source`", err=True
        )
    if new_count and was_written:
        print_text(
            f"next: put the draft in your own words; `rulewright check {book}` and `rulewright ledger {book}` say what is missing", err=True
        )


def show_statements(imported: Imported) -> None:
    """Print statement by statement where each goes in the draft, by what on the sheet, and what it is proposed to do."""
    heads = _heads_by_statement(imported.lines)
    for index, item in zip(imported.since.new, imported.names, strict=True):
        statement = imported.statements[index]
        print_text(f"  {item} ({statement.kind.value}): {heads.get(item) or 'on no case'}: {_evidence_of_case(statement.case)}")
        for line in statement.act.lines if statement.act else ():
            print_text(f"    proposed: {line}")
        for doubt in statement.doubts:
            print_text(f"    todo: {doubt}")


def _heads_by_statement(lines_of_file: str) -> dict[str, str]:
    """Return the head of the amendment or case that a draft has for each statement, by its number; a comment where it is not sure."""
    heads: dict[str, str] = {}
    names: list[str] = []
    for line in [*lines_of_file.splitlines(), "# ---- "]:
        if line.startswith("# ---- "):
            names = []
        elif (match := re.match(r"# ([A-Z]+-\d+\w*) \(", line)) is not None:
            names.append(match[1])
        elif re.match(r"(?:# )?(?:amend|case) \S", line):
            heads |= {name: line.removeprefix("# ") + (" (as a comment)" if line.startswith("#") else "") for name in names}
    return heads


def _evidence_of_case(case: Case) -> str:
    """Return by what on the sheet a statement is on its case."""
    if case.numbers:
        return f"the sheet has the number {', '.join(case.numbers)}"
    if case.letter:
        return f"its letter ({case.letter}), under “{case.section}”"
    if case.title:
        return f"its title “{case.title}”"
    return f"the heading “{case.section}”" if case.section else "no number, title or heading names one"


def show_doubts(imported: Imported) -> None:
    """Print how many places of the draft have to be looked at, and a question if the sheet changes nothing."""
    count = sum(line.startswith(TODO) and line != WORDS_OF_NEW_CASE for line in imported.lines.splitlines())
    if count:
        print_text(f"  {format_count(count, 'place')} to look at: search the draft for `todo`")
    if imported.names and imported.changes_nothing:
        print_text(CHANGES_NOTHING, err=True)


def _import_json(imported: Imported, *, was_written: bool) -> dict[str, object]:
    new = dict(zip(imported.since.new, imported.names, strict=True))
    return {
        "written": was_written and bool(imported.lines),
        "ledger": str(imported.ledger),
        "draft": str(imported.draft) if imported.lines else None,
        "known": len(imported.statements) - len(new),
        "new": [_statement_json(imported, index, item) for index, item in new.items()],
        "reworded": [{"item": row.item, "as": new[index]} for index, row in imported.since.reworded],
        "gone": [row.item for row in imported.since.gone],
    }


def _statement_json(imported: Imported, index: int, item: str) -> dict[str, object]:
    statement = imported.statements[index]
    return {
        "item": item,
        "case": statement.case.locator,
        "section": statement.case.section,
        "kind": statement.kind.value,
        "act": statement.act.first_line if statement.act else None,
        "acts": list(statement.act.lines) if statement.act else [],
        "refs": list(statement.refs),
        "doubts": list(statement.doubts),
    }
