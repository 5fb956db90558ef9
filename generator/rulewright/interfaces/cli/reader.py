"""Reading of books by commands: the options that control it, and the reader made from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import click

from rulewright.base.errors import Error
from rulewright.interfaces.cli.app import WrongCommand, to_wrong_command
from rulewright.interfaces.cli.terminal import print_text

if TYPE_CHECKING:
    from rulewright.base.store import Store
    from rulewright.base.workers import Workers
    from rulewright.interfaces.api.reports import UnreadBook
    from rulewright.workspace.open_book import OpenBook

Command: TypeAlias = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Reader:
    """Opens books according to the options of a command."""

    with_folder: Path | None = None
    no_cache: bool = False
    workers: Workers | None = None
    budget: int | None = None
    stores: Callable[[Path | None], Store] | None = None
    """Factory of the store for cached results in a folder; None for the default `Store`, which reads them from disk in every run."""

    def book(self, name: str) -> OpenBook:
        """Open a book by the name of a shipped book, or by folder."""
        from rulewright.base.store import Store
        from rulewright.workspace.open_book import load

        return load(
            name,
            with_folder=self.with_folder,
            cache=not self.no_cache,
            budget=self.budget,
            workers=self.workers,
            stores=self.stores or Store,
        )

    def books(self, names: Sequence[str]) -> list[OpenBook]:
        """Open the named books without duplicates, or every shipped book; raise `WrongCommand` if there are none."""
        return [self.book(name) for name in self._book_names(names)]

    def books_there(self, names: Sequence[str]) -> tuple[list[OpenBook], list[UnreadBook]]:
        """Open the books that can be opened, as `books` does; return them, and what is wrong with each of the others."""
        from rulewright.interfaces.api.reports import UnreadBook

        open_books: list[OpenBook] = []
        unread: list[UnreadBook] = []
        for name in self._book_names(names):
            try:
                open_books.append(self.book(name))
            except (Error, OSError) as fault:
                sentence = to_wrong_command(fault) or WrongCommand(str(fault))
                unread.append(UnreadBook(name, sentence.message, sentence.hints))
        return open_books, unread

    def _book_names(self, names: Sequence[str]) -> list[str]:
        from rulewright.base.resources import shipped_books

        if self.with_folder is not None and len(names) != 1:
            raise WrongCommand("`--with` needs exactly one book")
        if not names and next(Path().glob("*.case"), None):
            print_text("no book is named, so every shipped one is taken; the book in this folder is `.`", err=True)
        book_names = list(dict.fromkeys(names)) or list(shipped_books())
        if not book_names:
            raise WrongCommand("no rulebooks are shipped with this copy: name a folder of `.case` files")
        return book_names


def reading_options(function: Command) -> Command:
    """Add `--with` and `--no-cache` to a command, and pass it a `reader`."""

    @wraps(function)
    def with_reader(
        *args: Any, with_folder: Path | None, no_cache: bool, workers: Workers | None = None, budget: int | None = None, **keywords: Any
    ) -> Any:
        return function(*args, reader=Reader(with_folder, no_cache, workers, budget), **keywords)

    return click.option(
        "--with",
        "with_folder",
        type=click.Path(path_type=Path),
        metavar="FOLDER",
        help="Your own copy of printed text, laid over the cases that are not held.",
    )(no_cache_option(with_reader))


def working_options(function: Command) -> Command:
    """Add `workers_options`, `--budget` and `reading_options` to a command that may take long; the reader has the workers."""
    return workers_options(budget_option(reading_options(function)))


def budget_option(function: Command) -> Command:
    """Add `--budget` to a command that may take long and has `reading_options`."""
    return _number_option(
        "--budget", "How much work one question may take: 500 is the usual, 1000 is twice as much. What needs more is named and left."
    )(function)


def no_cache_option(function: Command) -> Command:
    return click.option("--no-cache", is_flag=True, help="Work everything out again and keep nothing on disk.")(function)


def workers_options(function: Command) -> Command:
    """Add `--workers` and `--scheduler` to a command that divides its work, and pass it the `workers`."""

    @wraps(function)
    def with_workers(*args: Any, workers: int | None, scheduler: str | None, **keywords: Any) -> Any:
        if scheduler is not None and workers is not None:
            raise WrongCommand("`--workers` says how many processes work here, `--scheduler` that others do: give one of them")
        return function(*args, workers=start_workers(workers) if scheduler is None else _start_scheduled(scheduler), **keywords)

    count = _number_option(
        "--workers", "How many processes do the work; by default one for each processor. The result is the same for every N."
    )
    return count(
        click.option(
            "--scheduler",
            metavar="ADDRESS",
            help="Let the workers of this Dask scheduler, which must be your own, do the work: tcp://HOST:PORT. The result is the same.",
        )(with_workers)
    )


def _number_option(name: str, help: str) -> Callable[[Command], Command]:
    """Return a click option that takes a whole number of at least 1."""
    return click.option(name, type=click.IntRange(min=1), metavar="N", help=help)


def start_workers(count: int | None = None) -> Workers:
    """Start `count` workers for the running command, by default one per processor; they end with the command."""
    from rulewright.base.workers import Workers, available_cores
    from rulewright.workspace.open_book import prepare_processes

    return click.get_current_context().with_resource(Workers(count or available_cores(), prepare_processes))


def _start_scheduled(address: str) -> Workers:
    """Return the workers of a Dask scheduler, for the running command."""
    from rulewright.base.scheduler import connect_scheduler

    return click.get_current_context().with_resource(connect_scheduler(address))
