"""Options, arguments and phrases that several commands share (see `reader.py` for reading books)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


F = TypeVar("F", bound=Callable[..., Any])


def examples_epilog(*lines: str) -> str:
    """Return the epilog of a command: examples of its use."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def _shell_completer(what: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """Return a shell completer for click, which imports `completion` only when the shell asks."""

    def complete_word(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
        from rulewright.interfaces.cli import completion

        items: list[CompletionItem] = getattr(completion, f"complete_{what}")(ctx, param, typed)
        return items

    return complete_word


def case_argument(*, required: bool = False) -> Callable[[F], F]:
    """Add the argument `case`: a case of the book named before it."""
    return click.argument("case", required=required, shell_complete=_shell_completer("cases"))


def editions_argument(function: F) -> F:
    """Add the argument `others`: two editions of the book named before it, or another book."""
    complete = _shell_completer("editions")
    return click.argument("others", nargs=-1, metavar="EDITION EDITION | BOOK", required=True, shell_complete=complete)(function)


def switch_options(function: F) -> F:
    """Add `--option`, `--scenario` and `--reading`: the switches under which a question is answered."""
    option = click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME",
        help="An optional rule that is in play; may be repeated.",
        shell_complete=_shell_completer("options"),
    )
    scenario = click.option("--scenario", metavar="CASE", help="The scenario that is played.", shell_complete=_shell_completer("scenarios"))
    reading = click.option(
        "--reading",
        "readings",
        multiple=True,
        metavar="NAME=CHOICE",
        help="How an open question is read; `all` shows every way.",
        shell_complete=_shell_completer("readings"),
    )
    return option(scenario(reading(function)))


def question_argument(function: F) -> F:
    """Add the argument `question`: a question of the book named before it."""
    return click.argument("question", shell_complete=_shell_completer("questions"))(function)


def facts_argument(function: F) -> F:
    """Add the argument `facts`: any number of facts, `NAME=VALUE`."""
    return click.argument("facts", nargs=-1, metavar="[NAME=VALUE]...", shell_complete=_shell_completer("facts"))(function)


def book_argument(function: F) -> F:
    """Add the argument `book`: the name of a shipped book, or a folder."""
    return click.argument("book", shell_complete=_shell_completer("books"))(function)


def books_argument(function: F) -> F:
    """Add the argument `books`: any number of books; none means every shipped book."""
    return click.argument("books", nargs=-1, metavar="[BOOK]...", shell_complete=_shell_completer("books"))(function)


def format_option(*formats: str) -> Callable[[F], F]:
    """Add `--format`; the first format is the default."""
    return click.option(
        "--format", "form", type=click.Choice(formats), default=formats[0], show_default=True, help="How to print the result."
    )


def edition_option(function: F) -> F:
    complete = _shell_completer("editions")
    return click.option("--edition", metavar="E", help="The edition; by default the book's last.", shell_complete=complete)(function)


def on_option(function: F) -> F:
    return click.option("--on", metavar="DATE", help="The edition in force on that day, such as 1984-06-01.")(function)


def format_count(number: int, word: str, plural: str = "") -> str:
    """Return a number with its noun: `1 case`, `2 cases`; `plural` is for irregular nouns."""
    return f"{number:,} {word if number == 1 else plural or word + 's'}"


def format_passing(passed: int, number: int) -> str:
    """Return a test result in words: `3 of 4 examples pass`, `1 of 1 example passes`."""
    return f"{passed:,} of {format_count(number, 'example')} {'passes' if number == 1 else 'pass'}"
