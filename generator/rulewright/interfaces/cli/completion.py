"""What the shell completes: books, and of the book that is typed its cases, questions, facts, editions and switches; else it is silent."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from rulewright.interfaces.api.book import Book
    from rulewright.rulebook.model import EditionView


def books(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Shipped rulebooks, and the folders here."""
    from rulewright.base.resources import shipped_books

    return [*_items(shipped_books(), typed), CompletionItem(typed, type="dir")]


def cases(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """The cases of the book, with their titles."""
    view = _view(ctx)
    known = view.every_case() if view is not None else ()
    return [CompletionItem(str(case.number), help=case.title) for case in known if str(case.number).startswith(typed)]


def editions(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """The editions of the book."""
    book = _book(ctx)
    return _items(book.editions if book is not None else (), typed)


def options(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """The optional rules of the book."""
    book = _book(ctx)
    return _items(book._loaded.book.options if book is not None else (), typed)


def scenarios(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """The scenarios of the book."""
    view = _view(ctx)
    return _items(map(str, view.scenarios) if view is not None else (), typed)


def readings(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """The readings of the book with each of their choices."""
    view = _view(ctx)
    known = view.readings.values() if view is not None else ()
    return _items((f"{one.name}={choice.name}" for one in known for choice in one.choices), typed)


def questions(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """The questions of the book, with what they mean."""
    book = _book(ctx)
    known = () if book is None else book.questions().questions
    return [CompletionItem(one.name, help=one.phrase) for one in known if one.name.startswith(typed)]


def facts(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """The facts on which the question depends, or all of the book; after `=` the values of one that has a list."""
    from rulewright.interfaces.cli.interview import choices

    book = _book(ctx)
    if book is None:
        return []
    asked = (ctx.params.get("question") or "").partition("(")[0].split()[-1:]
    known = {fact.name: fact for one in book.questions().questions if one.name.partition("(")[0] in asked for fact in one.facts}
    known = known or {fact.name: fact for fact in book.questions().facts}
    name, given, _ = typed.partition("=")
    if not given:
        return [CompletionItem(f"{one}=", help=fact.asks or fact.phrase) for one, fact in known.items() if one.startswith(typed)]
    return _items((f"{name}={one}" for one in choices(known[name].domain)), typed) if name in known else []


def _items(names: Iterable[str], typed: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(typed)]


def _view(ctx: click.Context) -> EditionView | None:
    """Its last edition."""
    book = _book(ctx)
    return None if book is None or not book.editions else book._loaded.book.views[book.edition()]


def _book(ctx: click.Context) -> Book | None:
    """The book that is on the line so far; where an option waits for its value, click has not yet said which word is which."""
    from rulewright.base.errors import Error
    from rulewright.interfaces.api.book import load

    named = ctx.params.get("book") or next(iter(ctx.args), None)
    try:
        return load(named) if named else None
    except Error:
        return None
