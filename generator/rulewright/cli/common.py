"""What several commands share: some options, printing JSON, the terminal (`reader.py`: reading books)."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


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
    screen = console(stderr=True)
    if not screen.is_terminal:
        yield lambda what, done, of: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=screen, transient=True) as bar:
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
