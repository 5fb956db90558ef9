"""The single gateway to the terminal: all output of commands passes here, so that no text of a rulebook can control the terminal.

Control characters and bidirectional overrides are replaced by visible symbols (or dropped by rich), never sent.
`tests/interfaces/cli/test_terminal.py` ensures that no other module of the package prints.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

import click

from rulewright.base.control_characters import CONTROL_CHARACTER, control_picture, escape_in_json, make_visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def print_text(text: str = "", *, err: bool = False, file: Any = None, nl: bool = True, **style: Any) -> None:
    """Print a line of text; `style` is as in `click.style`, on terminals only and never with NO_COLOR. Without `nl` the line goes on."""
    safe = make_visible(text)
    click.echo(click.style(safe, **style) if style and not os.environ.get("NO_COLOR") else safe, file=file, err=err, nl=nl)


def print_workflow_command(line: str) -> None:
    """Print a workflow command to the GitHub job in which this runs; its parts are escaped already. Only such lines may begin with `::`."""
    click.echo(CONTROL_CHARACTER.sub(control_picture, line))


def print_json(document: Any, *, compact: bool = False) -> None:
    """Print one JSON document on standard output; control characters and characters outside its encoding are escaped."""
    unicode = "utf" in (getattr(sys.stdout, "encoding", None) or "").lower()
    layout: dict[str, Any] = {"separators": (",", ":")} if compact else {"indent": 2}
    click.echo(escape_in_json(json.dumps(document, ensure_ascii=not unicode, **layout)))


def console(stderr: bool = False) -> Console:
    """Return a rich console: styles only on terminals and never with NO_COLOR; in a pipe lines are not wrapped."""
    from rulewright.interfaces.cli.screen import Screen

    plain: dict[str, Any] = {"stderr": stderr, "highlight": False, "markup": False, "emoji": False}
    if os.environ.get("NO_COLOR"):
        plain["color_system"] = None
    screen = Screen(**plain)
    if not screen.is_terminal:
        screen = Screen(**{**plain, "width": 10_000, "color_system": None})
    return screen


def make_table(out: Console, *headings: str, numbers: Sequence[str] = ()) -> Table:
    """Return a table: ruled on a terminal, plain columns elsewhere. The columns in `numbers` are right-aligned."""
    from rich import box
    from rich.table import Table

    grid = Table(box=box.SIMPLE_HEAD if out.is_terminal else None, header_style="bold", pad_edge=False)
    for heading in headings:
        grid.add_column(heading, justify="right" if heading in numbers else "left")
    return grid


@contextmanager
def show_progress() -> Iterator[Callable[[str, int, int], None]]:
    """Show the current step as `show_activity` does; yield the function that sets it: (description, parts done, all parts)."""
    with show_activity() as report_step:
        yield lambda what, done, total: report_step(f"{what} ({done + 1} of {total})" if 1 < total > done else what)


@contextmanager
def show_activity(delay: float = 0.5, *, in_pipes: bool = True) -> Iterator[Callable[[str], None]]:
    """Show the current step and how much was done on standard error; yield the function that sets the step.

    On a terminal they are shown after `delay` seconds; elsewhere a line says them every quarter of a minute, without `in_pipes` none does.
    """
    on_terminal = _is_shown(sys.stderr) and (screen := console(stderr=True)).is_terminal
    if not (on_terminal or in_pipes):
        yield lambda what: None
        return
    from rulewright.interfaces.cli.activity import Lines, Status

    activity = Status(screen, delay) if on_terminal else Lines(lambda line: print_text(line, err=True))
    with activity:
        yield activity.set_step


def is_interactive() -> bool:
    """Return True if standard input and standard output are both terminals."""
    return all(map(_is_terminal, (sys.stdin, sys.stdout)))


def _is_shown(stream: TextIO | None) -> bool:
    """Return True if rich may treat a stream as a terminal, by its kind or by the environment. Importing rich to find out is slow."""
    return _is_terminal(stream) or "TTY_COMPATIBLE" in os.environ or "FORCE_COLOR" in os.environ


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
