"""What several commands share: some options, printing JSON, the terminal (`reader.py`: reading books)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


F = TypeVar("F", bound=Callable[..., Any])


def example(*lines: str) -> str:
    """The epilog of a command: how it is typed."""
    return "\b\nExamples:\n" + "\n".join(f"  {line}" for line in lines)


def _complete(what: str) -> Callable[[click.Context, click.Parameter, str], list[CompletionItem]]:
    """What the shell completes, imported when it asks."""

    def complete(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
        from rulewright.interfaces.cli import completion

        found: list[CompletionItem] = getattr(completion, what)(ctx, param, typed)
        return found

    return complete


def case_argument(*, required: bool = False) -> Callable[[F], F]:
    """A case of the book before it."""
    return click.argument("case", required=required, shell_complete=_complete("cases"))


def editions_argument(function: F) -> F:
    """The editions of the book before it, or another book."""
    complete = _complete("editions")
    return click.argument("others", nargs=-1, metavar="EDITION EDITION | BOOK", required=True, shell_complete=complete)(function)


def switches(function: F) -> F:
    """Which optional rules, scenario and readings an answer is given under."""
    option = click.option(
        "--option",
        "options",
        multiple=True,
        metavar="NAME",
        help="An optional rule that is in play; may be repeated.",
        shell_complete=_complete("options"),
    )
    scenario = click.option("--scenario", metavar="CASE", help="The scenario that is played.", shell_complete=_complete("scenarios"))
    reading = click.option(
        "--reading",
        "readings",
        multiple=True,
        metavar="NAME=CHOICE",
        help="How an open question is read; `all` shows every way.",
        shell_complete=_complete("readings"),
    )
    return option(scenario(reading(function)))


def question_argument(function: F) -> F:
    """A question of the book before it."""
    return click.argument("question", shell_complete=_complete("questions"))(function)


def facts_argument(function: F) -> F:
    """Any number of facts, `NAME=VALUE`."""
    return click.argument("facts", nargs=-1, metavar="[NAME=VALUE]...", shell_complete=_complete("facts"))(function)


def book_argument(function: F) -> F:
    """One book: the name of a shipped one, or a folder."""
    return click.argument("book", shell_complete=_complete("books"))(function)


def books_argument(function: F) -> F:
    """Any number of books; none means every shipped one."""
    return click.argument("books", nargs=-1, metavar="[BOOK]...", shell_complete=_complete("books"))(function)


def format_option(*formats: str) -> Callable[[F], F]:
    """`--format`, the first being the default."""
    return click.option(
        "--format", "form", type=click.Choice(formats), default=formats[0], show_default=True, help="How to print the result."
    )


def edition_option(function: F) -> F:
    complete = _complete("editions")
    return click.option("--edition", metavar="E", help="The edition; by default the book's last.", shell_complete=complete)(function)


def on_option(function: F) -> F:
    return click.option("--on", metavar="DATE", help="The edition in force on that day, such as 1984-06-01.")(function)


def count(number: int, word: str, many: str = "") -> str:
    """`1 case`, `2 cases`."""
    return f"{number:,} {word if number == 1 else many or word + 's'}"


def passing(passed: int, number: int) -> str:
    """`3 of 4 examples pass`, `1 of 1 example passes`."""
    return f"{passed:,} of {count(number, 'example')} {'passes' if number == 1 else 'pass'}"
