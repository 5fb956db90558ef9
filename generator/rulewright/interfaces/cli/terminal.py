"""The one door to the terminal: whatever a command prints passes here, and no text of a rulebook can act on the terminal that shows it.

Control characters and those that turn the order of letters round are shown as pictures (or left out, by rich), never sent.
`tests/interfaces/cli/test_terminal.py` holds that no other module of the package prints.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

import click

from rulewright.base.control_characters import ACTS, in_json, picture, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def say(text: str = "", *, err: bool = False, file: Any = None, nl: bool = True, **style: Any) -> None:
    """A line of text; `style` as in `click.style`, on terminals only and never with NO_COLOR. Without `nl` the line goes on."""
    safe = visible(text)
    click.echo(click.style(safe, **style) if style and not os.environ.get("NO_COLOR") else safe, file=file, err=err, nl=nl)


def tell_job(line: str) -> None:
    """A command to the job on GitHub in which this runs, whose parts are escaped: the one line that may begin as they do."""
    click.echo(ACTS.sub(picture, line))


def print_json(document: Any, *, compact: bool = False) -> None:
    """One JSON document on standard output; letters that it cannot carry, and what would act on a terminal, are written as escapes."""
    unicode = "utf" in (getattr(sys.stdout, "encoding", None) or "").lower()
    layout: dict[str, Any] = {"separators": (",", ":")} if compact else {"indent": 2}
    click.echo(in_json(json.dumps(document, ensure_ascii=not unicode, **layout)))


def console(stderr: bool = False) -> Console:
    """A rich console: styles only on terminals and never with NO_COLOR; in a pipe lines are not folded."""
    from rulewright.interfaces.cli.screen import Screen

    plain: dict[str, Any] = {"stderr": stderr, "highlight": False, "markup": False, "emoji": False}
    if os.environ.get("NO_COLOR"):
        plain["color_system"] = None
    made = Screen(**plain)
    if not made.is_terminal:
        made = Screen(**{**plain, "width": 10_000, "color_system": None})
    return made


def table(out: Console, *headings: str, numbers: Sequence[str] = ()) -> Table:
    """A table: ruled on a terminal, plain columns elsewhere. Columns of `numbers` stand to the right."""
    from rich import box
    from rich.table import Table

    made = Table(box=box.SIMPLE_HEAD if out.is_terminal else None, header_style="bold", pad_edge=False)
    for heading in headings:
        made.add_column(heading, justify="right" if heading in numbers else "left")
    return made


@contextmanager
def under_way() -> Iterator[Callable[[str, int, int], None]]:
    """A progress bar on standard error, if that is a terminal; call what it gives with what is done, how much of it, and of how much."""
    if not _is_shown(sys.stderr) or not (screen := console(stderr=True)).is_terminal:
        yield lambda what, done, of: None
        return
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    with Progress(TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn(), console=screen, transient=True) as bar:
        task = bar.add_task("", total=None)
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of or None)


@contextmanager
def waiting(after: float = 0.5) -> Iterator[Callable[[str], None]]:
    """A line on standard error that says what is done, once it has taken that many seconds and if that is a terminal."""
    if not _is_shown(sys.stderr) or not (screen := console(stderr=True)).is_terminal:
        yield lambda what: None
        return
    from threading import Timer

    shown = screen.status("")
    timer = Timer(after, shown.start)
    timer.daemon = True
    timer.start()
    try:
        yield lambda what: shown.update(visible(what))
    finally:
        timer.cancel()
        timer.join()
        shown.stop()


def on_terminal() -> bool:
    """Whether a person sits at both ends."""
    return all(map(_is_terminal, (sys.stdin, sys.stdout)))


def _is_shown(stream: TextIO | None) -> bool:
    """Rich may write to a stream as to a terminal: it is one, or the environment says so. To import rich to find out takes too long."""
    return _is_terminal(stream) or "TTY_COMPATIBLE" in os.environ or "FORCE_COLOR" in os.environ


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
