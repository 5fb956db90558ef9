"""`rulewright questions`: what can be asked of a rulebook."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.interfaces.cli.common import book_argument, edition_option, example, format_option
from rulewright.interfaces.cli.reader import Reader, reading_options
from rulewright.interfaces.cli.terminal import console, print_json, table

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.interfaces.api.questions import Questions


@click.command(epilog=example("rulewright questions leipzig-lite", "rulewright questions la-grande-armee --format json"))
@book_argument
@edition_option
@format_option("text", "json")
@reading_options
def command(book: str, edition: str | None, form: str, reader: Reader) -> None:
    """List the questions of BOOK by chapter, with the facts that their answers depend on, their domains and units."""
    from rulewright.interfaces.api.book import Book

    found = Book(reader.book(book)).questions(edition)
    if form == "json":
        print_json(found.to_json())
    else:
        _show(console(), found)


def _show(out: Console, contents: Questions) -> None:
    from rich.text import Text

    out.print(Text(f"Questions of {contents.book}, edition {contents.edition}", "bold"))
    for title, group in contents.by_chapter().items():
        if group:
            asked = table(out, "question", "answer", "asks for", "depends on")
            for question in group:
                names = ", ".join(fact.name for fact in question.facts)
                asked.add_row(Text(question.name, "bold cyan"), Text(question.domain), Text(_said(question.phrase)), Text(names, "dim"))
            out.print(Text(f"\n{title or 'No case is about these'}", "bold"))
            out.print(asked)
    _show_arguments(out, contents)
    out.print(Text("\nFacts", "bold"))
    for place, facts in contents.by_place().items():
        known = table(out, "fact", "values", "usually", "meaning")
        for fact in facts:
            said = Text(_said(fact.asks or fact.phrase, fact.name))
            known.add_row(Text(fact.name, "bold cyan"), Text(fact.domain), Text(fact.usual or ""), said)
        out.print(Text(f"\n{place.capitalize() or 'Not said where'}", "bold"))
        out.print(known)
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
    """What can be put in the brackets, each kind of argument once; of a list of values those too that have a title."""
    from rich.text import Text

    if not contents.by_argument():
        return
    rows = table(out, "argument", "values", "of")
    for argument, names in contents.by_argument():
        listed = argument.values and ", ".join(value if value == title else f"{value} ({title})" for value, title in argument.values)
        rows.add_row(Text(argument.kind, "bold cyan"), Text(listed or argument.domain), Text(", ".join(names), "dim"))
    out.print(Text("\nArguments", "bold"))
    out.print(rows)


def _said(phrase: str, fact: str = "") -> str:
    """`the side of {t}` as `the side of t`; of a field, `{it}` as the thing that has it: `the arm of {it}` as `the arm of the unit`."""

    owner, dot, _ = fact.partition(".")
    if dot:
        phrase = phrase.replace("{it}", f"the {owner.replace('_', ' ')}")
    return phrase.replace("{", "").replace("}", "")
