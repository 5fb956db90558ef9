"""`rulewright diff`: what changed from one edition to another, in text."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from rulewright.cli.common import book_argument, console, count, example, format_option, load_book, print_json, reading_options

if TYPE_CHECKING:
    from rich.console import Console

    from rulewright.rulebook.model import CaseInForce, EditionView


@click.command(
    epilog=example("rulewright diff la-grande-armee printed errata", "rulewright diff la-grande-armee printed errata --format json")
)
@book_argument
@click.argument("old", metavar="EDITION")
@click.argument("new", metavar="EDITION")
@format_option("text", "json")
@reading_options
def command(book: str, old: str, new: str, form: str, with_folder: Path | None, no_cache: bool) -> None:
    """Tell which cases of BOOK changed from the first EDITION to the second, and by which acts.

    Differences in meaning (a situation whose answer changes) are not worked out yet: `meaning` is an empty list.
    """
    loaded = load_book(book, with_folder, no_cache)
    before, after = loaded.edition(old), loaded.edition(new)
    changes = case_changes(loaded.book.views[before], loaded.book.views[after])
    if form == "json":
        print_json({"book": loaded.name, "from": before, "to": after, "cases": changes, "meaning": []})
        return
    _show(console(), loaded.name, before, after, changes)


def case_changes(old: EditionView, new: EditionView) -> list[dict[str, Any]]:
    """One entry for each case that is not the same in both: its number, what became of it, and the acts that made it so."""
    before = {case.first_number: case for case in old.every_case()}
    after = {case.first_number: case for case in new.every_case()}
    found = []
    for first in [*after, *(one for one in before if one not in after)]:
        change = _change(before.get(first), after.get(first))
        if change is not None:
            found.append(change)
    return found


def _change(old: CaseInForce | None, new: CaseInForce | None) -> dict[str, Any] | None:
    case = new or old
    assert case is not None
    was = old is not None and not old.deleted
    is_now = new is not None and not new.deleted
    if not was and not is_now:
        return None
    text = _words(old) != _words(new)
    rules = _rules(old) != _rules(new)
    if was and is_now and not text and not rules and old is not None and old.number == case.number and old.title == case.title:
        return None
    kind = "changed" if was and is_now else "added" if is_now else "deleted"
    renumbered = old.number if old is not None and old.number != case.number else None
    acts = _acts(old, new)
    return {"case": case.number, "change": kind, "acts": acts, "was": renumbered, "text_changed": text, "rules_changed": rules}


def _words(case: CaseInForce | None) -> list[str]:
    return [] if case is None or case.deleted else [one.text for one in case.text if not one.struck]


def _rules(case: CaseInForce | None) -> list[Any]:
    return [] if case is None or case.deleted else [(one.node, one.scope) for one in case.provisions]


def _acts(old: CaseInForce | None, new: CaseInForce | None) -> list[str]:
    """What the newer history has that the older has not; where the older edition is the longer one, what it had, undone."""
    before = [(e.origin.source, act) for e in (old.history if old else ()) for act in e.acts]
    after = [(e.origin.source, act) for e in (new.history if new else ()) for act in e.acts]
    gained = [f"{act} ({source})" for source, act in after if (source, act) not in before]
    lost = [f"without: {act} ({source})" for source, act in before if (source, act) not in after]
    return gained + lost


def _show(out: Console, name: str, old: str, new: str, changes: list[dict[str, Any]]) -> None:
    from rich.text import Text

    from rulewright.cli.findings import visible

    colours = {"added": "bold green", "deleted": "bold red", "changed": "bold yellow"}
    out.print(Text.assemble((name, "bold"), f": from {old} to {new}, {count(len(changes), 'case')} differ"), soft_wrap=True)
    for change in changes:
        what = [word for word, is_so in (("text", change["text_changed"]), ("rules", change["rules_changed"])) if is_so]
        told = f"  ({' and '.join(what)})" if change["change"] == "changed" and what else ""
        was = f", was {change['was']}" if change["was"] else ""
        out.print(
            Text.assemble((f"{change['change']:<8} ", colours[change["change"]]), (change["case"], "bold"), f"{was}{told}"), soft_wrap=True
        )
        for act in change["acts"]:
            out.print(Text(f"           {visible(act)}", "dim"), soft_wrap=True)
    out.print(Text("differences in meaning are not worked out yet", "italic dim"))
