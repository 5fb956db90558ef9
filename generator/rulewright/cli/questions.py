"""`rulewright questions`: what can be asked of a rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common import (
    book_argument,
    console,
    edition_option,
    example,
    format_option,
    load_book,
    print_json,
    reading_options,
    table,
)

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.core.model import Core
    from rulewright.interpreter.questions import QuestionInfo
    from rulewright.rulebook.model import Rulebook


@click.command(epilog=example("rulewright questions leipzig-lite", "rulewright questions la-grande-armee --format json"))
@book_argument
@edition_option
@format_option("text", "json")
@reading_options
def command(book: str, edition: str | None, form: str, with_folder: Path | None, no_cache: bool) -> None:
    """List the questions of BOOK by chapter, with the facts that their answers hang on, their domains and units."""
    loaded = load_book(book, with_folder, no_cache)
    core = loaded.core(edition)
    chapters = _chapters(loaded.book, core.edition)
    if form == "json":
        from rulewright.interpreter.questions import questions_json

        document = questions_json(core)
        for question in document["questions"]:
            question["chapter"] = _chapter(question["cases"], chapters)
        print_json(document)
    else:
        _show(console(), core, chapters)


def _chapters(book: Rulebook, edition: str) -> dict[str, str]:
    """The title of the chapter in which each case of an edition stands, in the order of the book."""
    found = {}
    for case in book.views[edition].every_case():
        chapter = book.chapters.get(case.chapter)
        found[str(case.id)] = case.chapter if chapter is None else " ".join(filter(None, (chapter.number, chapter.title)))
    return found


def _chapter(cases: Iterable[str], chapters: Mapping[str, str]) -> str | None:
    """The chapter of a question: the one of the first case, in the book's order, that speaks on it; None where no case does."""
    speaking = set(cases)
    return next((title for number, title in chapters.items() if number in speaking), None)


def _show(out: Console, core: Core, chapters: Mapping[str, str]) -> None:
    from rich.text import Text

    from rulewright.cli.findings import visible
    from rulewright.interpreter.questions import facts, questions

    groups: dict[str | None, list[QuestionInfo]] = {title: [] for title in (*chapters.values(), None)}
    for question in questions(core):
        groups[_chapter(question.cases, chapters)].append(question)
    out.print(Text(f"Questions of {core.book}, edition {core.edition}", "bold"))
    for title, group in groups.items():
        if group:
            asked = table(out, "question", "answer", "asks for", "hangs on")
            for question in group:
                names = ", ".join(fact.name for fact in question.facts)
                asked.add_row(Text(question.name, "bold cyan"), Text(question.domain), Text(_said(question.phrase)), Text(names, "dim"))
            out.print(Text(f"\n{visible(title or 'No case speaks on these')}", "bold"))
            out.print(asked)
    known = table(out, "fact", "values", "meaning")
    for fact in facts(core):
        known.add_row(Text(fact.name, "bold cyan"), Text(visible(fact.domain)), Text(_said(fact.asks or fact.phrase, fact.name)))
    out.print(Text("\nFacts", "bold"))
    out.print(known)
    out.print()
    for title, lines in (
        ("Options", [f"{o.name}: {o.title}" for o in core.options.values()]),
        ("Open readings", [f"{r.name}: {r.title} ({', '.join(c.name for c in r.choices)})" for r in core.readings.values()]),
    ):
        if lines:
            out.print(Text(title, "bold"))
            for line in lines:
                out.print(Text(f"  {visible(line)}"), soft_wrap=True)


def _said(phrase: str, fact: str = "") -> str:
    """`the side of {t}` as `the side of t`; of a field, `{it}` as the thing that has it: `the arm of {it}` as `the arm of the unit`."""
    from rulewright.cli.findings import visible

    owner, dot, _ = fact.partition(".")
    if dot:
        phrase = phrase.replace("{it}", f"the {owner.replace('_', ' ')}")
    return visible(phrase.replace("{", "").replace("}", ""))
