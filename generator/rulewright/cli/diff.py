"""`rulewright diff`: what changed from one edition to another, in text and in rules."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import click

from rulewright.cli.common import book_argument, console, count, example, format_option, load_book, print_json, reading_options

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from rulewright.rulebook.difference import CaseChange, Difference, Words

COLOURS = {"added": "bold green", "deleted": "bold red", "changed": "bold yellow", "renumbered": "bold cyan"}


@click.command(
    epilog=example("rulewright diff la-grande-armee printed errata", "rulewright diff la-grande-armee printed errata --format json")
)
@book_argument
@click.argument("old", metavar="EDITION")
@click.argument("new", metavar="EDITION")
@format_option("text", "json")
@reading_options
def command(book: str, old: str, new: str, form: str, with_folder: Path | None, no_cache: bool) -> None:
    """Tell which cases of BOOK changed from the first EDITION to the second: their words, their rules, and the acts that did it.

    Differences in meaning (a situation whose answer changes) are not worked out yet: `meaning` is an empty list.
    """
    from rulewright.rulebook.difference import difference, difference_json

    loaded = load_book(book, with_folder, no_cache)
    found = difference(loaded.book, loaded.edition(old), loaded.edition(new))
    if form == "json":
        print_json(difference_json(found))
    else:
        _show(console(), found)


def _show(out: Console, found: Difference) -> None:
    from rich.text import Text

    differ = "differs" if len(found.cases) == 1 else "differ"
    told = f": from {found.from_edition} to {found.to_edition}, {count(len(found.cases), 'case')} {differ}"
    out.print(Text.assemble((found.book, "bold"), told), soft_wrap=True)
    for change in found.cases:
        for line in _change(change, out.is_terminal):
            out.print(line, soft_wrap=not out.is_terminal)
    out.print(Text("\ndifferences in meaning are not worked out yet", "italic dim"))


def _change(one: CaseChange, colours: bool) -> Iterator[Text]:
    from rich.text import Text

    from rulewright.cli.findings import visible

    was = f", was {one.was}" if one.was else ""
    head = Text.assemble(
        (f"\n{one.change.value:<10} ", COLOURS[one.change.value]), (one.number, "bold"), f"{was}  {visible(one.title or '')}"
    )
    yield head.append(f"   ({', '.join(one.sources)})", "dim")
    for act in one.acts:
        yield Text(f"  {visible(act)}", "italic")
    if one.words and one.text_held:
        yield Text("  ").append_text(_words(one.words, colours))
    for sign, style, rules in (("-", "red", one.rules_out), ("+", "green", one.rules_in)):
        for rule in rules:
            for number, line in enumerate(visible(rule, lines=True).split("\n")):
                yield Text(f"  {sign if number == 0 else ' '} {line}", style)


def _words(words: tuple[Words, ...], colours: bool) -> Text:
    """Words that went and came: by colour on a terminal, between `[-…-]` and `{+…+}` elsewhere."""
    from rich.text import Text

    from rulewright.cli.findings import visible

    marks = {"out": ("[-", "-]", "red strike"), "in": ("{+", "+}", "green"), "same": ("", "", "")}
    line = Text()
    for run in words:
        before, after, style = marks[run.step.value]
        text = visible(" ".join(run.text.split()))
        line.append(text if colours else f"{before}{text}{after}", style if colours else "").append(" ")
    return line
