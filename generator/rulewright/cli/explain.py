"""`rulewright explain`: the page of a check."""

from __future__ import annotations

import click

from rulewright.cli.app import WrongCommand
from rulewright.cli.common import example, format_option
from rulewright.cli.terminal import console, print_json, say, table


@click.command(epilog=example("rulewright explain RW302", "rulewright explain dangling-reference", "rulewright explain"))
@click.argument("code", required=False)
@format_option("text", "json")
def command(code: str | None, form: str) -> None:
    """Say what a check finds, why it matters, and what to write instead.

    CODE is a check's code or name; without it every check is listed.
    """
    if code is None:
        _list(form)
        return
    from rulewright.checks.explain import explain
    from rulewright.checks.registry import UnknownCode

    try:
        page = explain(code)
    except UnknownCode as fault:
        near = [f"did you mean {' or '.join(f'`{one}`' for one in fault.near)}?"] if fault.near else []
        raise WrongCommand(str(fault), [*near, "`rulewright explain` lists every check"]) from None
    check = page.entry
    if form == "json":
        print_json(
            {"code": check.code, "name": check.name, "severity": check.severity.value, "summary": check.summary, "sections": page.sections}
        )
        return
    from rich.markdown import Markdown

    out = console()
    if out.is_terminal:
        out.print(Markdown(page.markdown()))
    else:
        say(page.markdown())


def _list(form: str) -> None:
    from rulewright.checks.registry import registry

    entries = registry().values()
    if form == "json":
        print_json([{"code": e.code, "name": e.name, "severity": e.severity.value, "summary": e.summary} for e in entries])
        return
    from rich.text import Text

    from rulewright.cli.findings import COLOURS

    out = console()
    listed = table(out, "code", "name", "severity", "finds")
    for entry in entries:
        listed.add_row(Text(entry.code, "bold"), entry.name, Text(entry.severity.value, COLOURS[entry.severity]), entry.summary)
    out.print(listed)
