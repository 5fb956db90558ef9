"""`rulewright fmt`: give `.case` files their canonical layout."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from rulewright.interfaces.cli.app import FINDINGS, WrongCommand
from rulewright.interfaces.cli.common import examples_epilog, format_count
from rulewright.interfaces.cli.terminal import console, print_text


@click.command(epilog=examples_epilog("rulewright fmt rules/leipzig-lite", "rulewright fmt my-book/combat.case", "rulewright fmt --check"))
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Write nothing; exit status 1 if a file would change.")
@click.option("--name-rules", is_flag=True, help="Name every rule that is addressed by its place, and write the names where it is.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], check: bool, name_rules: bool) -> None:
    """Give `.case` files their one layout; by default those of the folder you are in.

    PATH is a file, a folder, or the name of a shipped rulebook. A file with syntax errors is left as it is. Exit
    status 1 if there is such a file.

    With `--name-rules` PATH is a rulebook: each of its rules that is addressed by its place (`8.6.2`) is given a name, and the
    name is written for the place in all its files, `.csv` files too. Exit status 1 if an address means different rules in
    different editions.
    """
    if name_rules:
        ctx.exit(_name_rules(paths, write=not check))
    changed, faulty = [], 0
    files = list(dict.fromkeys(case_files(paths)))
    for path in files:
        try:
            if _format_file(path, write=not check):
                changed.append(path)
        except Unreadable as fault:
            faulty += 1
            _show_faults(path, fault)
    from rulewright.base.resources import shown_path

    for path in changed:
        print_text(f"{'would format' if check else 'formatted'} {shown_path(path)}")
    unchanged = len(files) - len(changed) - faulty
    print_text(f"{format_count(len(changed), 'file')} {'would change' if check else 'changed'}, {unchanged:,} as they should be", err=True)
    ctx.exit(FINDINGS if faulty or (check and changed) else 0)


class Unreadable(Exception):
    """A file has syntax errors; `findings` are their diagnostics."""

    def __init__(self, findings: tuple[object, ...]) -> None:
        super().__init__()
        self.findings = findings


def case_files(paths: tuple[Path, ...]) -> Iterator[Path]:
    """Yield the `.case` files that the paths name, those of a folder sorted by name; raise `WrongCommand` for an unknown path."""
    from rulewright.base.resources import book_folder, shipped_books

    for path in paths or _default_paths():
        if path.is_file():
            yield path
        elif path.is_dir():
            yield from sorted(path.rglob("*.case"))
        elif str(path) in shipped_books():
            yield from sorted(book_folder(str(path)).glob("*.case"))
        else:
            raise WrongCommand(f"there is no file, folder or rulebook `{path}`")


def _default_paths() -> tuple[Path, ...]:
    """Return the current folder if it holds `.case` files, or else the rulebooks of the current checkout.

    Installed rulebooks must be named. Raises `WrongCommand` if there is neither.
    """
    from rulewright.base.resources import book_folder, rules_folder, shipped_books

    folder = Path()
    if any(folder.glob("*.case")):
        return (folder,)
    if rules_folder().parent.resolve() == folder.resolve():
        return tuple(map(book_folder, shipped_books()))
    raise WrongCommand("there are no `.case` files in this folder", ["name a file, a folder or a rulebook"])


def _format_file(path: Path, write: bool) -> bool:
    """Return True if formatting changes a file; with `write` it is replaced atomically. Raises `Unreadable` for syntax errors."""
    from rulewright.base.store import write_whole
    from rulewright.syntax.formatter import format_source
    from rulewright.syntax.parser import parse_source, read_source

    source, problems = read_source(path, str(path))
    if source is None or problems:
        raise Unreadable(problems)
    _, diagnostics = parse_source(source)
    faults = tuple(diagnostic for diagnostic in diagnostics if diagnostic.severity == "error")
    if faults:
        raise Unreadable(faults)
    old_bytes = path.read_bytes()
    new_bytes = format_source(source.text).encode()
    if new_bytes == old_bytes:
        return False
    if write:
        write_whole(path, new_bytes)
    return True


def _name_rules(books: tuple[Path, ...], write: bool) -> int:
    """Name the rules of books that are addressed by position, and print the new addresses; return the exit status."""
    from rulewright.base.store import write_whole
    from rulewright.interfaces.api.name_rules import name_rules
    from rulewright.workspace.open_book import load

    status = 0
    for book in books or _default_paths():
        loaded = load(str(book))
        naming = name_rules(loaded)
        for old, new in naming.addresses:
            print_text(f"{old} {'would be' if not write else 'is now'} {new}")
        for path, text in naming.files.items() if write else ():
            write_whole(loaded.folder / Path(path).name, text.encode())
        for number, location in naming.unchanged:
            print_text(f"{location.path}:{location.line}: {number} is left as it is: name the rule that it means", err=True)
        if naming.unchanged or (naming.addresses and not write):
            status = FINDINGS
        print_text(f"{loaded.name}: {format_count(len(naming.addresses), 'address', 'addresses')}", err=True)
    return status


def _show_faults(path: Path, fault: Unreadable) -> None:
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.interfaces.cli.findings import show_finding

    lines = path.read_bytes().decode("utf-8-sig", "replace").splitlines() if path.is_file() else []
    out = console(stderr=True)
    for finding in fault.findings:
        assert isinstance(finding, Diagnostic)
        show_finding(out, finding, {str(path): lines})
