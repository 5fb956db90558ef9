"""`rulewright questions`: list the questions that a rulebook answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.interfaces.cli.common import book_argument, edition_option, examples_epilog, format_option
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import console, make_table, print_json

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.interfaces.api.questions import Questions


@click.command(epilog=examples_epilog("rulewright questions leipzig-lite", "rulewright questions la-grande-armee --format json"))
@book_argument
@edition_option
@format_option("text", "json")
@reading_options
def command(book: str, edition: str | None, form: str, reader: Reader) -> None:
    """List the questions of BOOK by chapter, with the facts that their answers depend on, their domains and units."""
    from rulewright.interfaces.api.book import Book

    contents = Book(reader.book(book)).questions(edition)
    if form == "json":
        print_json(contents.to_json())
    else:
        _show_questions(console(), contents)


def _show_questions(out: Console, contents: Questions) -> None:
    from rich.text import Text

    out.print(Text(f"Questions of {contents.book}, edition {contents.edition}", "bold"))
    for title, group in contents.by_chapter().items():
        if group:
            questions_table = make_table(out, "question", "answer", "asks for", "depends on")
            for question in group:
                names = ", ".join(fact.name for fact in question.facts)
                questions_table.add_row(
                    Text(question.name, "bold cyan"), Text(question.domain), Text(_fill_placeholders(question.phrase)), Text(names, "dim")
                )
            out.print(Text(f"\n{title or 'No case is about these'}", "bold"))
            out.print(questions_table)
    _show_arguments(out, contents)
    out.print(Text("\nFacts", "bold"))
    for place, facts in contents.by_place().items():
        facts_table = make_table(out, "fact", "values", "usually", "meaning")
        for fact in facts:
            meaning = Text(_fill_placeholders(fact.asks or fact.phrase, fact.name))
            facts_table.add_row(Text(fact.name, "bold cyan"), Text(fact.domain), Text(fact.usual or ""), meaning)
        out.print(Text(f"\n{place.capitalize() or 'Not said where'}", "bold"))
        out.print(facts_table)
    out.print()
    for title, lines in (
        ("Options", [f"{o.name}: {o.title}" for o in contents.options]),
        ("Scenarios", [f"{number}: {title}" if title else number for number, title in contents.scenarios.items()]),
        ("Open readings", [f"{r.name}: {r.title} ({', '.join(c.name for c in r.choices)})" for r in contents.readings]),
    ):
        if lines:
            out.print(Text(title, "bold"))
            for line in lines:
                out.print(Text(f"  {line}"), soft_wrap=True)


def _show_arguments(out: Console, contents: Questions) -> None:
    """Print the kinds of arguments that questions take, once each, with their domains; listed values are shown with their titles."""
    from rich.text import Text

    if not contents.by_argument():
        return
    rows = make_table(out, "argument", "values", "of")
    for argument, names in contents.by_argument():
        value_list = argument.values and ", ".join(value if value == title else f"{value} ({title})" for value, title in argument.values)
        rows.add_row(Text(argument.kind, "bold cyan"), Text(value_list or argument.domain), Text(", ".join(names), "dim"))
    out.print(Text("\nArguments", "bold"))
    out.print(rows)


def _fill_placeholders(phrase: str, fact: str = "") -> str:
    """Fill the placeholders of a phrase: `the side of {t}` to `the side of t`; for a field, `the arm of {it}` to `the arm of the unit`."""

    owner, dot, _ = fact.partition(".")
    if dot:
        phrase = phrase.replace("{it}", f"the {owner.replace('_', ' ')}")
    return phrase.replace("{", "").replace("}", "")
