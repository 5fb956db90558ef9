"""`rulewright explain`: print the page of a check, or what the manual says of a word of the language, an answer, or any words."""

from __future__ import annotations

import click

from rulewright.base.documents.versions import with_schema
from rulewright.interfaces.cli.common import examples_epilog, format_option
from rulewright.interfaces.cli.terminal import console, make_table, print_json, print_text


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
    from rulewright.interfaces.api.explanations import explanation_json, find_explanation

    explanation = find_explanation(" ".join(what))
    if form == "json":
        print_json(with_schema("explain", explanation_json(explanation)))
    else:
        _show_page(explanation.markdown())


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
