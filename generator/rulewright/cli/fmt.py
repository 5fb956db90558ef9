"""`rulewright fmt`: the one layout of a `.case` file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import click

from rulewright.cli.app import FINDINGS, WrongCommand
from rulewright.cli.common import console, count, example


@click.command(epilog=example("rulewright fmt rules/leipzig-lite", "rulewright fmt my-book/combat.case", "rulewright fmt --check"))
@click.argument("paths", nargs=-1, type=click.Path(path_type=Path), metavar="[PATH]...")
@click.option("--check", is_flag=True, help="Write nothing; exit status 1 if a file would change.")
@click.pass_context
def command(ctx: click.Context, paths: tuple[Path, ...], check: bool) -> None:
    """Give `.case` files their one layout; by default those of every shipped rulebook.

    PATH is a file, a folder, or the name of a shipped rulebook. A file with syntax errors is left as it is. Exit
    status 1 if there is such a file.
    """
    changed, faulty = [], 0
    files = list(dict.fromkeys(case_files(paths)))
    for path in files:
        try:
            if _laid_out(path, write=not check):
                changed.append(path)
        except Unreadable as fault:
            faulty += 1
            _tell(path, fault)
    from rulewright.resources import shown_path

    for path in changed:
        click.echo(f"{'would format' if check else 'formatted'} {shown_path(path)}")
    rest = len(files) - len(changed) - faulty
    click.echo(f"{count(len(changed), 'file')} {'would change' if check else 'changed'}, {rest:,} as they should be", err=True)
    ctx.exit(FINDINGS if faulty or (check and changed) else 0)


class Unreadable(Exception):
    """A file has faults of syntax; `findings` say which."""

    def __init__(self, findings: tuple[object, ...]) -> None:
        super().__init__()
        self.findings = findings


def case_files(paths: tuple[Path, ...]) -> Iterator[Path]:
    """The `.case` files that the paths name, a folder's in order of name."""
    from rulewright.resources import book_folder, rules_folder, shipped_books

    for path in paths or (rules_folder(),):
        if path.is_file():
            yield path
        elif path.is_dir():
            yield from sorted(path.rglob("*.case"))
        elif str(path) in shipped_books():
            yield from sorted(book_folder(str(path)).glob("*.case"))
        else:
            raise WrongCommand(f"there is no file, folder or rulebook `{path}`")


def _laid_out(path: Path, write: bool) -> bool:
    """Whether the layout of a file changes; the new one is written whole or not at all."""
    from rulewright.language.formatter import format_source
    from rulewright.language.parse import parse_source, read_source
    from rulewright.store import write_whole

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


def _tell(path: Path, fault: Unreadable) -> None:
    from rulewright.cli.findings import show_finding
    from rulewright.diagnostics import Diagnostic

    lines = path.read_bytes().decode("utf-8-sig", "replace").splitlines() if path.is_file() else []
    out = console(stderr=True)
    for found in fault.findings:
        assert isinstance(found, Diagnostic)
        show_finding(out, found, {str(path): lines})
