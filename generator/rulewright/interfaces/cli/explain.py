"""`rulewright explain`: print the page of a check, or the manual's entry on a word of the language."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.base.documents.versions import with_schema
from rulewright.base.suggestions import as_question
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import examples_epilog, format_option
from rulewright.interfaces.cli.terminal import console, make_table, print_json, print_text

if TYPE_CHECKING:
    from rulewright.checks.explain import Explanation
    from rulewright.interfaces.api.manual import Explained


@click.command(
    epilog=examples_epilog(
        "rulewright explain RW302", "rulewright explain dangling-reference", "rulewright explain may only", "rulewright explain"
    )
)
@click.argument("what", nargs=-1)
@format_option("text", "json")
def command(what: tuple[str, ...], form: str) -> None:
    """Say what a check finds, why it matters, and what to write instead; or what a word of the language means.

    WHAT is a check's code or name, or a word of the language, or several (`may only`); without it every check is listed.
    """
    if not what:
        _list_checks(form)
        return
    from rulewright.checks.registry import UnknownCode

    topic = " ".join(what)
    try:
        _explain_check(topic, form)
    except UnknownCode as fault:
        _explain_word(topic, form, fault)


def _explain_check(code: str, form: str) -> None:
    from rulewright.checks.explain import explain

    page: Explanation = explain(code)
    check = page.entry
    if form == "json":
        entry = {"code": check.code, "name": check.name, "severity": check.severity.value, "summary": check.summary}
        print_json(with_schema("explain", {**entry, "sections": page.sections}))
        return
    _show_page(page.markdown())


def _explain_word(word: str, form: str, no_check: Exception) -> None:
    """Print the entry on a word of the language; raise `WrongCommand` if there is none, with the near names in `no_check`."""
    from rulewright.interfaces.api.manual import explain_word, near_words

    explained: Explained | None = explain_word(word)
    if explained is None:
        suggestions = (*getattr(no_check, "suggestions", ()), *near_words(word))
        hints = [as_question(suggestions)] if suggestions else []
        lists = "`rulewright explain` lists every check; the manual has every word of the language"
        raise WrongCommand(f"there is no check and no word of the language `{word}`", [*hints, lists]) from None
    if form == "json":
        uses = [{"form": use.form, "meaning": use.meaning} for use in explained.uses]
        reference = {"title": explained.title, "section": explained.section, "page": explained.page}
        print_json(with_schema("explain", {"word": explained.word, "uses": uses, "example": explained.example, **reference}))
        return
    _show_page(explained.markdown())


def _show_page(text: str) -> None:
    """Print a Markdown page: rendered on a terminal, as source elsewhere."""
    from rich.markdown import Markdown

    out = console()
    if out.is_terminal:
        out.print(Markdown(text))
    else:
        print_text(text)


def _list_checks(form: str) -> None:
    from rulewright.checks.registry import registry

    entries = registry().values()
    if form == "json":
        print_json([{"code": e.code, "name": e.name, "severity": e.severity.value, "summary": e.summary} for e in entries])
        return
    from rich.text import Text

    from rulewright.interfaces.cli.findings import COLOURS

    out = console()
    checks_table = make_table(out, "code", "name", "severity", "finds")
    for entry in entries:
        checks_table.add_row(Text(entry.code, "bold"), entry.name, Text(entry.severity.value, COLOURS[entry.severity]), entry.summary)
    out.print(checks_table)
