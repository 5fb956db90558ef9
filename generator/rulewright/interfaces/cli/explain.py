"""`rulewright explain`: print the page of a check, or what the manual says of a word of the language, an answer, or any words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from rulewright.base.suggestions import as_question
from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import examples_epilog, format_option
from rulewright.interfaces.cli.terminal import console, make_table, print_json, print_text

if TYPE_CHECKING:
    from rulewright.checks.explain import Explanation
    from rulewright.interfaces.api.look_up import Hit
    from rulewright.interfaces.api.manual import Explained

MAX_HITS = 4
"""The maximum number of places of the manual that are named."""


@click.command(
    epilog=examples_epilog(
        "rulewright explain RW302",
        "rulewright explain may only",
        "rulewright explain exit status 3",
        "rulewright explain once a turn",
        "rulewright explain",
    )
)
@click.argument("what", nargs=-1)
@format_option("text", "json")
def command(what: tuple[str, ...], form: str) -> None:
    """Say what a check finds, why it matters, and what to write instead; or what a word of the language means; or what the manual says.

    WHAT is a check's code, name or message; a word of the language, or several (`may only`); what an answer can be (`undetermined`,
    `silent`); an exit status; or any words, of which the manual's places that fit best are named. Without it every check is listed.
    """
    if not what:
        _list_checks(form)
        return
    from rulewright.checks.registry import UnknownCode

    topic = " ".join(what)
    try:
        _explain_check(topic, form)
    except UnknownCode as fault:
        _explain_topic(topic, form, fault)


def _explain_check(code: str, form: str) -> None:
    from rulewright.checks.explain import explain

    page: Explanation = explain(code)
    check = page.entry
    if form == "json":
        print_json(
            {"code": check.code, "name": check.name, "severity": check.severity.value, "summary": check.summary, "sections": page.sections}
        )
        return
    _show_page(page.markdown())


def _explain_topic(topic: str, form: str, no_check: Exception) -> None:
    """Print what the manual says of some words: of the language, of an answer, of a message, or any.

    Raises `WrongCommand` if it says nothing, with the near names in `no_check`.
    """
    from rulewright.interfaces.api.look_up import code_in_message, explain_hit, look_up
    from rulewright.interfaces.api.manual import explain_word, near_words

    hits = look_up(topic, MAX_HITS)
    explained: Explained | None = explain_word(topic)
    code = code_in_message(topic) if explained is None else None
    if explained is None and hits and hits[0].kind == "check":
        code = code or hits[0].title.split()[0]
    if code is not None:
        _explain_check(code, form)
        return
    suggestions = (*getattr(no_check, "suggestions", ()), *near_words(topic))
    if explained is None and hits and (hits[0].is_called_so or not suggestions):
        explained = explain_hit(topic, hits[0])
    if explained is None:
        hints = [as_question(suggestions)] if suggestions else []
        lists = "`rulewright explain` lists every check; the manual has every word of the language"
        raise WrongCommand(
            f"there is no check and no word of the language `{topic}`, and the manual does not say it", [*hints, lists]
        ) from None
    others = [hit for hit in hits if hit.address != explained.address]
    if form == "json":
        uses = [{"form": use.form, "meaning": use.meaning} for use in explained.uses]
        place = {"title": explained.title, "section": explained.section, "page": explained.page, "address": explained.address}
        further = [{"title": hit.title, "place": hit.place, "address": hit.address} for hit in others]
        print_json({"word": explained.word, "uses": uses, "example": explained.example, **place, "others": further})
        return
    see_also = "\n".join(["", "See also", "", *(f"- {hit.title}{_place_of(hit)}" for hit in others), ""]) if others else ""
    _show_page(explained.markdown() + see_also)


def _place_of(hit: Hit) -> str:
    return f" (*{hit.place}*, {hit.address})" if hit.place else f" ({hit.address})"


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
