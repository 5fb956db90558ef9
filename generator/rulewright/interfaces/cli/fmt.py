"""`rulewright fmt`: the one layout of a `.case` file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from rulewright.interfaces.cli.app import FINDINGS, WrongCommand
from rulewright.interfaces.cli.common import count, example
from rulewright.interfaces.cli.terminal import console, say


@click.command(epilog=example("rulewright fmt rules/leipzig-lite", "rulewright fmt my-book/combat.case", "rulewright fmt --check"))
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
            if _laid_out(path, write=not check):
                changed.append(path)
        except Unreadable as fault:
            faulty += 1
            _tell(path, fault)
    from rulewright.base.resources import shown_path

    for path in changed:
        say(f"{'would format' if check else 'formatted'} {shown_path(path)}")
    rest = len(files) - len(changed) - faulty
    say(f"{count(len(changed), 'file')} {'would change' if check else 'changed'}, {rest:,} as they should be", err=True)
    ctx.exit(FINDINGS if faulty or (check and changed) else 0)


class Unreadable(Exception):
    """A file has faults of syntax; `findings` say which."""

    def __init__(self, findings: tuple[object, ...]) -> None:
        super().__init__()
        self.findings = findings


def case_files(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The `.case` files that the paths name, a folder's in order of name."""
    from rulewright.base.resources import book_folder, shipped_books

    for path in paths or _books_here():
        if path.is_file():
            yield path
        elif path.is_dir():
            yield from sorted(path.rglob("*.case"))
        elif str(path) in shipped_books():
            yield from sorted(book_folder(str(path)).glob("*.case"))
        else:
            raise WrongCommand(f"there is no file, folder or rulebook `{path}`")


def _books_here() -> tuple[Path, ...]:
    """The folder one is in, where it holds `.case` files, or else the rulebooks of the checkout that one is in.

    What is installed is never meant without being named.
    """
    from rulewright.base.resources import book_folder, rules_folder, shipped_books

    here = Path()
    if any(here.glob("*.case")):
        return (here,)
    if rules_folder().parent.resolve() == here.resolve():
        return tuple(map(book_folder, shipped_books()))
    raise WrongCommand("there are no `.case` files in this folder", ["name a file, a folder or a rulebook"])


def _laid_out(path: Path, write: bool) -> bool:
    """Whether the layout of a file changes; the new one is written whole or not at all."""
    from rulewright.base.store import write_whole
    from rulewright.syntax.formatter import format_source
    from rulewright.syntax.parser import parse_source, read_source

    source, problems = read_source(path, str(path))
    if source is None or problems:
        raise Unreadable(problems)
    _, diagnostics = parse_source(source)
    faults = tuple(one for one in diagnostics if one.severity == "error")
    if faults:
        raise Unreadable(faults)
    before = path.read_bytes()
    after = format_source(source.text).encode()
    if after == before:
        return False
    if write:
        write_whole(path, after)
    return True


def _name_rules(books: tuple[Path, ...], write: bool) -> int:
    """Names the rules of books; what to exit with."""
    from rulewright.base.store import write_whole
    from rulewright.interfaces.api.name_rules import name_rules
    from rulewright.workspace.open_book import load

    status = 0
    for book in books or _books_here():
        loaded = load(str(book))
        found = name_rules(loaded)
        for old, new in found.addresses:
            say(f"{old} {'would be' if not write else 'is now'} {new}")
        for path, text in found.files.items() if write else ():
            write_whole(loaded.folder / Path(path).name, text.encode())
        for number, at in found.left:
            say(f"{at.path}:{at.line}: {number} is left as it is: name the rule that it means", err=True)
        if found.left or (found.addresses and not write):
            status = FINDINGS
        say(f"{loaded.name}: {count(len(found.addresses), 'address', 'addresses')}", err=True)
    return status


def _tell(path: Path, fault: Unreadable) -> None:
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.interfaces.cli.findings import show_finding

    lines = path.read_bytes().decode("utf-8-sig", "replace").splitlines() if path.is_file() else []
    out = console(stderr=True)
    for found in fault.findings:
        assert isinstance(found, Diagnostic)
        show_finding(out, found, {str(path): lines})
