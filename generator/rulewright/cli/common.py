"""What several commands share: their options, loading books, printing JSON, the terminal."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from rulewright.cli.app import WrongCommand

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from rulewright.loaded import Loaded
    from rulewright.workers import Workers

F = TypeVar("F", bound=Callable[..., Any])


def example(*lines: str) -> str:
    """The epilog of a command: how it is typed."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def book_argument(function: F) -> F:
    """One book: the name of a shipped one, or a folder."""
    return click.argument("book")(function)


def books_argument(function: F) -> F:
    """Any number of books; none means every shipped one."""
    return click.argument("books", nargs=-1, metavar="[BOOK]...")(function)


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, the first being the default."""
    return click.option(
        "--format", "form", type=click.Choice(formats), default=formats[0], show_default=True, help="How to print the result."
    )


def edition_option(function: F) -> F:
    return click.option("--edition", metavar="E", help="The edition; by default the book's last.")(function)


def reading_options(function: F) -> F:
    """What every command that reads a book may be told about reading it."""
    function = click.option("--no-cache", is_flag=True, help="Work everything out again and keep nothing on disk.")(function)
    return click.option(
        "--with",
        "with_folder",
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="Your own copy of printed text, laid over the cases that are not held.",
    )(function)


def workers_option(function: F) -> F:
    """`--workers`, for the commands that may work long."""
    return click.option(
        "--workers",
        type=click.IntRange(min=1),
        metavar="N",
        help="How many processes do the work; by default one for each processor. The result is the same for every N.",
    )(function)


def load_book(
    name: str, with_folder: Path | None = None, no_cache: bool = False, budget: int | None = None, workers: Workers | None = None
) -> Loaded:
    from rulewright.loaded import load

    return load(name, with_folder=with_folder, cache=not no_cache, budget=budget, workers=workers)


def load_books(
    names: Sequence[str],
    with_folder: Path | None = None,
    no_cache: bool = False,
    budget: int | None = None,
    workers: Workers | None = None,
) -> list[Loaded]:
    """The books named, each once, or every shipped one."""
    from rulewright.resources import shipped_books

    if with_folder is not None and len(names) != 1:
        raise WrongCommand("`--with` needs exactly one book")
    wanted = list(dict.fromkeys(names)) or list(shipped_books())
    if not wanted:
        raise WrongCommand("no rulebooks are shipped with this copy: name a folder of `.case` files")
    return [load_book(name, with_folder, no_cache, budget, workers) for name in wanted]


def start_workers(count: int | None = None) -> Workers:
    """So many workers for the command that runs, by default as many as there are processors; they end with it."""
    from rulewright.loaded import prepare
    from rulewright.workers import Workers, cores

    return click.get_current_context().with_resource(Workers(count or cores(), prepare))


def print_json(document: Any) -> None:
    """One JSON document on standard output; letters that it cannot carry are written as escapes."""
    unicode = "utf" in (getattr(sys.stdout, "encoding", None) or "").lower()
    click.echo(json.dumps(document, ensure_ascii=not unicode, indent=2))


def console(stderr: bool = False) -> Console:
    """A rich console: styles only on terminals and never with NO_COLOR; in a pipe lines are not folded."""
    from rich.console import Console

    plain: dict[str, Any] = {"stderr": stderr, "highlight": False, "markup": False, "emoji": False}
    if os.environ.get("NO_COLOR"):
        plain["color_system"] = None
    made = Console(**plain)
    if not made.is_terminal:
        made = Console(**{**plain, "width": 10_000, "color_system": None})
    return made


def table(out: Console, *headings: str, numbers: Sequence[str] = ()) -> Table:
    """A table: ruled on a terminal, plain columns elsewhere. Columns of `numbers` stand to the right."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD if out.is_terminal else None, header_style="bold", pad_edge=False)
    for heading in headings:
        made.add_column(heading, justify="right" if heading in numbers else "left")
    return made


@contextmanager
def under_way() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on standard error, if that is a terminal; call what it gives with what is done, how much of it, and of how much."""
    told = console(stderr=True)
    if not told.is_terminal:
        yield lambda what, done, of: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=told, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of or None)


def on_terminal() -> bool:
    """Whether a person sits at both ends."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def count(number: int, word: str, many: str = "") -> str:
    """`1 case`, `2 cases`."""
    return f"{number:,} {word if number == 1 else many or word + 's'}"


def passing(passed: int, number: int) -> str:
    """`3 of 4 examples pass`, `1 of 1 example passes`."""
    return f"{passed:,} of {count(number, 'example')} {'passes' if number == 1 else 'pass'}"
