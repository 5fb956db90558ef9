"""The command line's root: the table of commands, and what becomes of faults.

A command's module is imported when the command is called, so that the quick ones stay quick. Whatever is wrong with the input ends as
one sentence on standard error and exit status 2; nobody sees a traceback for it.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

import rulewright
from rulewright.base.errors import Error
from rulewright.base.resources import cache_refused, readable_path
from rulewright.base.runtime import garbage_collector
from rulewright.interfaces.cli.terminal import say

COMMANDS = {
    "check": "check",
    "ask": "ask",
    "test": "test",
    "show": "show",
    "graph": "graph",
    "diff": "diff",
    "impact": "impact",
    "precedence": "precedence",
    "coverage": "coverage",
    "questions": "questions",
    "export": "export",
    "conformance": "conformance",
    "build": "build",
    "serve": "serve",
    "fmt": "fmt",
    "new": "new",
    "import": "import_sheet",
    "ledger": "ledger",
    "lsp": "lsp",
    "explain": "explain",
}
"""Each command and the module of `rulewright.interfaces.cli` whose `command` it is, in the order of `--help`."""

CLEAN, FINDINGS, WRONG, OPEN = 0, 1, 2, 3
"""Exit status: done and clean; findings, failures or a conflict; the command or its input is wrong; undetermined or facts are missing."""
STOPPED = 128 + signal.SIGINT
"""The status of whatever was ended by Ctrl-C, as shells have it."""


class WrongCommand(click.ClickException):
    """The command or its input is wrong; `hints` are shown below the sentence, one a line."""

    exit_code = WRONG

    def __init__(self, message: str, hints: Sequence[str] = ()) -> None:
        super().__init__(message)
        self.hints = tuple(hints)

    def show(self, file: Any = None) -> None:
        for line in (f"rulewright: {self.message}", *(f"  {hint}" for hint in self.hints)):
            say(line.replace("\n", "\u240a"), file=file, err=file is None)  # each is one line, whatever words it quotes


class Commands(click.Group):
    """A group that imports a command when it is named."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        module = COMMANDS.get(cmd_name)
        if module is None:
            return None
        command: click.Command = import_module(f"rulewright.interfaces.cli.{module}").command
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in COMMANDS and not args[0].startswith("-"):
            from rulewright.base.suggestions import did_you_mean

            raise WrongCommand(f"there is no command `{args[0]}`", [did_you_mean(args[0], COMMANDS) or "`rulewright --help` lists them"])
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            for line in cache_refused() or ():
                say(f"rulewright: {line}", err=True)
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            _leave_quietly()
        except KeyboardInterrupt:
            say("rulewright: stopped", err=True)
            ctx.exit(STOPPED)
        except Exception as fault:
            sentence = as_sentence(fault)
            if sentence is None:
                if os.environ.get("RULEWRIGHT_TRACEBACK"):
                    raise
                name = type(fault).__name__
                sentence = WrongCommand(
                    f"this is a bug in rulewright, not in your rulebook: {name}: {fault}",
                    ["set RULEWRIGHT_TRACEBACK=1 in the environment to see where"],
                )
            raise sentence from None


def as_sentence(fault: Exception) -> WrongCommand | None:
    """What an expected fault says to a person, or None for one that nobody expected."""
    if isinstance(fault, Error):
        return WrongCommand(fault.message, fault.hints)
    if isinstance(fault, OSError):
        what = f"`{readable_path(os.fsdecode(fault.filename))}`: " if isinstance(fault.filename, str | bytes) else ""
        return WrongCommand(f"{what}{(fault.strerror or str(fault)).lower()}")
    if isinstance(fault, RecursionError):
        return WrongCommand("a file of this rulebook is nested too deeply to be read")
    return None


def _leave_quietly() -> None:
    """The reader of a pipe has gone."""
    _point_nowhere()
    sys.exit(CLEAN)


def _point_nowhere() -> None:
    """Standard output takes no more: without it, closing it raises nothing when the process ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _written_out() -> bool:
    """Whether standard output has taken all that it was given; what is left waits in memory and cannot be written when the disk is full."""
    if sys.stdout is None or sys.stdout.closed:
        return True
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _leave_quietly()
    except OSError:
        return False
    return True


EPILOG = """\b
Examples:
  rulewright check
  rulewright ask la-grande-armee "allowance(u)" u.arm=cavalry
  rulewright COMMAND --help

\b
Books are shipped by name, or are the path of a folder of .case files.
Your shell completes books, cases, questions, facts, editions and readings after
  eval "$(_RULEWRIGHT_COMPLETE=bash_source rulewright)"     (or zsh_source, fish_source)
Exit status: 0 clean; 1 findings, failures or a conflict; 2 wrong command or input; 3 undetermined or facts missing."""


@click.command(cls=Commands, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(rulewright.__version__, "-V", "--version", prog_name="rulewright")
def app() -> None:
    """Rulebooks as software: check them, ask them, read them."""


def _status() -> int:
    """Run the command that the words of the process ask for. Whoever stops it while they are read finds nothing wrong with them."""
    try:
        status: int | None = app(prog_name="rulewright", standalone_mode=False)
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except click.Abort:
        say("rulewright: stopped", err=True)
        return STOPPED
    return status or CLEAN


def main() -> None:
    """The console script. What a command makes lives until it ends: looking for garbage among it would double its time."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal that knows few letters shows a `?`, and no fault
            stream.reconfigure(errors="replace")
    with garbage_collector(running=False):
        try:
            sys.exit(_status())
        finally:
            if not _written_out():
                _point_nowhere()
            gc.freeze()  # nor is garbage looked for when the process ends, which is now
