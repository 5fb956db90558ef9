"""`rulewright explain`: the page of a check, or what the manual says of a word of the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.base.suggestions import as_question
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import example, format_option
from rulewright.interfaces.cli.terminal import console, print_json, say, table

if TYPE_CHECKING:
    from rulewright.checks.explain import Explanation
    from rulewright.interfaces.api.manual import Explained


@click.command(
    epilog=example("rulewright explain RW302", "rulewright explain dangling-reference", "rulewright explain may only", "rulewright explain")
)
@click.argument("what", nargs=-1)
@format_option("text", "json")
def command(what: tuple[str, ...], form: str) -> None:
    """Say what a check finds, why it matters, and what to write instead; or what a word of the language means.

    WHAT is a check's code or name, or a word of the language, or several (`may only`); without it every check is listed.
    """
    if not what:
        _list(form)
        return
    from rulewright.checks.registry import UnknownCode

    asked = " ".join(what)
    try:
        _check(asked, form)
    except UnknownCode as fault:
        _word(asked, form, fault)


def _check(code: str, form: str) -> None:
    from rulewright.checks.explain import explain

    page: Explanation = explain(code)
    check = page.entry
    if form == "json":
        print_json(
            {"code": check.code, "name": check.name, "severity": check.severity.value, "summary": check.summary, "sections": page.sections}
        )
        return
    _show(page.markdown())


def _word(asked: str, form: str, no_check: Exception) -> None:
    """A word of the language; `no_check` says why it is no check, and is raised in words where it is neither."""
    from rulewright.interfaces.api.manual import explain_word, near_words

    found: Explained | None = explain_word(asked)
    if found is None:
        near = (*getattr(no_check, "near", ()), *near_words(asked))
        hints = [as_question(near)] if near else []
        lists = "`rulewright explain` lists every check; the manual has every word of the language"
        raise WrongCommand(f"there is no check and no word of the language `{asked}`", [*hints, lists]) from None
    if form == "json":
        uses = [{"form": one.form, "meaning": one.meaning} for one in found.uses]
        where = {"title": found.title, "section": found.section, "page": found.page}
        print_json({"word": found.word, "uses": uses, "example": found.example, **where})
        return
    _show(found.markdown())


def _show(text: str) -> None:
    """A page: set for a terminal, as it is written elsewhere."""
    from rich.markdown import Markdown

    out = console()
    if out.is_terminal:
        out.print(Markdown(text))
    else:
        say(text)


def _list(form: str) -> None:
    from rulewright.checks.registry import registry

    entries = registry().values()
    if form == "json":
        print_json([{"code": e.code, "name": e.name, "severity": e.severity.value, "summary": e.summary} for e in entries])
        return
    from rich.text import Text

    from rulewright.interfaces.cli.findings import COLOURS

    out = console()
    listed = table(out, "code", "name", "severity", "finds")
    for entry in entries:
        listed.add_row(Text(entry.code, "bold"), entry.name, Text(entry.severity.value, COLOURS[entry.severity]), entry.summary)
    out.print(listed)
