"""What several commands share: some options, printing JSON, the terminal (`reader.py`: reading books)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    pass


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


def on_option(function: F) -> F:
    return click.option("--on", metavar="DATE", help="The edition in force on that day, such as 1984-06-01.")(function)


def count(number: int, word: str, many: str = "") -> str:
    """`1 case`, `2 cases`."""
    return f"{number:,} {word if number == 1 else many or word + 's'}"


def passing(passed: int, number: int) -> str:
    """`3 of 4 examples pass`, `1 of 1 example passes`."""
    return f"{passed:,} of {count(number, 'example')} {'passes' if number == 1 else 'pass'}"
