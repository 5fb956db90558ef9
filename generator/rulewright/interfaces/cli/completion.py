"""Shell completion: books, and the cases, questions, facts, editions and switches of the typed book, if it can be read."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from rulewright.interfaces.api.book import Book
    from rulewright.rulebook.model import EditionView


def complete_books(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete the name of a shipped rulebook, or a folder."""
    from rulewright.base.resources import shipped_books

    return [*_matching_items(shipped_books(), typed), CompletionItem(typed, type="dir")]


def complete_cases(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a case of the book; the help text is its title."""
    view = _last_edition(ctx)
    cases_in_force = view.all_cases() if view is not None else ()
    return [CompletionItem(str(case.number), help=case.title) for case in cases_in_force if str(case.number).startswith(typed)]


def complete_editions(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete an edition of the book."""
    book = _typed_book(ctx)
    return _matching_items(book.editions if book is not None else (), typed)


def complete_options(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete an optional rule of the book."""
    book = _typed_book(ctx)
    return _matching_items(book._loaded.book.options if book is not None else (), typed)


def complete_scenarios(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a scenario of the book."""
    view = _last_edition(ctx)
    return _matching_items(map(str, view.scenarios) if view is not None else (), typed)


def complete_readings(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a reading of the book with one of its choices."""
    view = _last_edition(ctx)
    readings_in_force = view.readings.values() if view is not None else ()
    return _matching_items((f"{reading.name}={choice.name}" for reading in readings_in_force for choice in reading.choices), typed)


def complete_questions(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a question of the book; the help text is its phrase."""
    book = _typed_book(ctx)
    question_infos = () if book is None else book.questions().questions
    return [CompletionItem(question.name, help=question.phrase) for question in question_infos if question.name.startswith(typed)]


def complete_facts(ctx: click.Context, param: click.Parameter, typed: str) -> list[CompletionItem]:
    """Complete a fact on which the question depends, or any of the book; after `=` a value, if the domain is a list."""
    from rulewright.interfaces.cli.interview import list_choices

    book = _typed_book(ctx)
    if book is None:
        return []
    question_names = (ctx.params.get("question") or "").partition("(")[0].split()[-1:]
    matching = (question for question in book.questions().questions if question.name.partition("(")[0] in question_names)
    facts_by_name = {fact.name: fact for question in matching for fact in question.facts}
    facts_by_name = facts_by_name or {fact.name: fact for fact in book.questions().facts}
    name, equals_sign, _ = typed.partition("=")
    if not equals_sign:
        return [
            CompletionItem(f"{fact_name}=", help=fact.asks or fact.phrase)
            for fact_name, fact in facts_by_name.items()
            if fact_name.startswith(typed)
        ]
    return (
        _matching_items((f"{name}={value}" for value in list_choices(facts_by_name[name].domain)), typed) if name in facts_by_name else []
    )


def _matching_items(names: Iterable[str], typed: str) -> list[CompletionItem]:
    return [CompletionItem(name) for name in names if name.startswith(typed)]


def _last_edition(ctx: click.Context) -> EditionView | None:
    """Return the last edition of the typed book, or None."""
    book = _typed_book(ctx)
    return None if book is None or not book.editions else book._loaded.book.views[book.edition()]


def _typed_book(ctx: click.Context) -> Book | None:
    """Return the book on the line so far, or None. While an option waits for its value, click has not assigned words to parameters yet."""
    from rulewright.base.errors import Error
    from rulewright.interfaces.api.book import load

    book_name = ctx.params.get("book") or next(iter(ctx.args), None)
    try:
        return load(book_name) if book_name else None
    except Error:
        return None
