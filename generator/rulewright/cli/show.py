"""`rulewright show`: a case as it is in force, with its history and what bears on it; or the table of contents."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.app import WrongCommand
from rulewright.cli.common import book_argument, console, edition_option, example, format_option, load_book, print_json, reading_options

if TYPE_CHECKING:
    from rulewright.pipeline import Loaded
    from rulewright.rulebook.model import CaseInForce, EditionView, ReadingInForce


@click.command(
    epilog=example(
        "rulewright show la-grande-armee",
        "rulewright show la-grande-armee 14.43",
        "rulewright show leipzig-lite movement.3 --edition sheet",
    )
)
@book_argument
@click.argument("case", required=False)
@edition_option
@format_option("text", "json")
@reading_options
def command(book: str, case: str | None, edition: str | None, form: str, with_folder: Path | None, no_cache: bool) -> None:
    """Show CASE of BOOK as it is in force: text, rules, examples, history, and what bears on it.

    A number may be typed in any of its spellings; a reading is named as in the book. Without CASE: the table of contents.
    """
    loaded = load_book(book, with_folder, no_cache)
    name = loaded.edition(edition)
    view = loaded.book.views[name]
    if case is None:
        _contents(loaded, name, view, form)
        return
    found = find(view, case, loaded)
    if form == "json":
        print_json({"book": loaded.name, "edition": name, **_document(found), "bears_on": bearing(loaded, name, found)})
        return
    from rulewright.cli.cases import show_case

    show_case(console(), loaded, name, found, bearing(loaded, name, found))


def find(view: EditionView, told: str, loaded: Loaded) -> CaseInForce | ReadingInForce:
    """The case, scenario, ruling or reading of that name in an edition; raises `WrongCommand`."""
    from rulewright.rulebook.numbers import match_number
    from rulewright.suggest import did_you_mean

    known = [case.number for case in view.every_case()]
    number = match_number(told, [*known, *view.renumbered, *view.readings])
    if number is not None and number in view.readings:
        return view.readings[number]
    case = view.find(number) if number else None
    if case is not None:
        return case
    elsewhere = [name for name, other in loaded.book.views.items() if other is not view and other.find(told)]
    hint = f"the edition {elsewhere[0]} has it" if elsewhere else did_you_mean(told, [*known, *view.readings])
    raise WrongCommand(f"`{loaded.name}` has no case `{told}` in the edition {view.edition.name}", [hint] if hint else [])


def bearing(loaded: Loaded, edition: str, found: CaseInForce | ReadingInForce) -> list[dict[str, Any]]:
    """What bears on a case, by relation: what it refers to, overrides, amends, and what does so to it."""
    from rulewright.graph.queries import neighbours
    from rulewright.rulebook.model import ReadingInForce

    name = found.name if isinstance(found, ReadingInForce) else found.number
    return [
        {"relation": relation, "case": one.number, "label": one.label, "by": one.by, "path": one.location.path, "line": one.location.line}
        for relation, others in neighbours(loaded.graph(edition), name).groups.items()
        for one in others
    ]


def _document(found: CaseInForce | ReadingInForce) -> dict[str, Any]:
    from rulewright.rulebook.model import ReadingInForce
    from rulewright.rulebook.to_json import case_json, reading_json

    if isinstance(found, ReadingInForce):
        return {"reading": reading_json(found)}
    return {"case": case_json(found)}


def _contents(loaded: Loaded, edition: str, view: EditionView, form: str) -> None:
    rows = [
        {
            "number": c.number,
            "title": c.title,
            "kind": c.kind.value,
            "chapter": c.chapter,
            "held": c.held,
            "deleted": c.deleted,
            "new": c.new,
        }
        for c in view.every_case()
    ]
    readings = [
        {"name": reading.name, "title": reading.title, "on": [case.number for case in reading.on]} for reading in view.readings.values()
    ]
    if form == "json":
        print_json({"book": loaded.name, "edition": edition, "contents": rows, "readings": readings})
        return
    from rulewright.cli.cases import show_contents

    show_contents(console(), loaded, edition, view)
