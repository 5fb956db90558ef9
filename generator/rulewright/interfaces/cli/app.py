"""Root of the command line: the table of commands, and the handling of errors.

The module of a command is imported when the command is called, so that quick commands stay quick. An error in the input is reported as
one sentence on standard error with exit status 2, never as a traceback.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise, takewhile
from typing import Any

import click

import rulewright
from rulewright.base.errors import Error
from rulewright.base.resources import cache_refused, readable_path
from rulewright.base.runtime import garbage_collector
from rulewright.interfaces.cli.terminal import print_json, print_text

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
    "mcp": "mcp",
    "explain": "explain",
}
"""The commands, in the order of `--help`, with the module below `rulewright.interfaces.cli` that defines each as `command`."""

CLEAN, FINDINGS, WRONG, OPEN = 0, 1, 2, 3
"""Exit status: done and clean; findings, failures, a conflict, a result out of range; wrong command or input; no answer, facts missing."""
STOPPED = 128 + signal.SIGINT
"""Exit status of a process that Ctrl-C ended, by the convention of shells."""


class WrongCommand(click.ClickException):
    """A wrong command or wrong input; `hints` are shown below the message, one per line. `place` is the file that is wrong, if one is."""

    exit_code = WRONG

    def __init__(self, message: str, hints: Sequence[str] = (), place: str = "") -> None:
        super().__init__(message)
        self.hints = tuple(hints)
        self.place = place

    def show(self, file: Any = None) -> None:
        for line in (f"rulewright: {self.message}", *(f"  {hint}" for hint in self.hints)):
            print_text(line.replace("\n", "\u240a"), file=file, err=file is None)  # one line each, even if it quotes a line break


class CommandGroup(click.Group):
    """A click group that imports the module of a command on demand."""

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

            suggestion = did_you_mean(args[0], COMMANDS) or self._suggest_option(ctx, args[0]) or "`rulewright --help` lists them"
            raise WrongCommand(f"there is no command `{args[0]}`", [suggestion])
        return super().resolve_command(ctx, args)

    def _suggest_option(self, ctx: click.Context, word: str) -> str:
        """Return the commands that have a word as the name of an option; empty if none has."""
        from rulewright.base.prose_lists import listing

        commands = [
            f"`rulewright {name} --{word}`"
            for name in COMMANDS
            if (command := self.get_command(ctx, name)) is not None and any(f"--{word}" in parameter.opts for parameter in command.params)
        ]
        return f"did you mean {listing(commands)}?" if commands else ""

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command. Under `--format json` what is wrong is a document on standard output as well."""
        is_json = _asks_for_json([*ctx._protected_args, *ctx.args])
        try:
            return self._invoke_command(ctx)
        except click.ClickException as fault:
            if is_json:
                from rulewright.interfaces.cli.error_json import error_json

                print_json(error_json(fault))
            raise

    def _invoke_command(self, ctx: click.Context) -> Any:
        try:
            for line in cache_refused() or ():
                print_text(f"rulewright: {line}", err=True)
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            _exit_after_broken_pipe()
        except KeyboardInterrupt:
            print_text("rulewright: stopped", err=True)
            ctx.exit(STOPPED)
        except Exception as fault:
            sentence = to_wrong_command(fault)
            if sentence is None:
                if os.environ.get("RULEWRIGHT_TRACEBACK"):
                    raise
                name = type(fault).__name__
                sentence = WrongCommand(
                    f"this is a bug in rulewright, not in your rulebook: {name}: {fault}",
                    ["set RULEWRIGHT_TRACEBACK=1 in the environment to see where"],
                )
            raise sentence from None


def _asks_for_json(arguments: Sequence[str]) -> bool:
    """Return True if the words after `rulewright` ask for JSON, whether or not the command takes them."""
    words = list(takewhile(lambda word: word != "--", arguments))
    return "--format=json" in words or ("--format", "json") in pairwise(words)


def to_wrong_command(fault: Exception) -> WrongCommand | None:
    """Return an expected exception as a `WrongCommand` with a sentence for people, or None if the exception is unexpected."""
    if isinstance(fault, Error):
        return WrongCommand(fault.message, fault.hints, fault.place)
    if isinstance(fault, OSError):
        path = readable_path(os.fsdecode(fault.filename)) if isinstance(fault.filename, str | bytes) else ""
        subject = f"`{path}`: " if path else ""
        return WrongCommand(f"{subject}{(fault.strerror or str(fault)).lower()}", place=path)
    if isinstance(fault, RecursionError):
        return WrongCommand("a file of this rulebook is nested too deeply to be read")
    return None


def _exit_after_broken_pipe() -> None:
    """Exit with status 0: the reader of the pipe is gone."""
    _redirect_output_to_null()
    sys.exit(CLEAN)


def _redirect_output_to_null() -> None:
    """Redirect standard output to the null device, so that closing it when the process ends raises nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _flush_output() -> bool:
    """Flush standard output; return False if that fails, as on a full disk, so that buffered text is lost."""
    if sys.stdout is None or sys.stdout.closed:
        return True
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _exit_after_broken_pipe()
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
Exit status: 0 clean; 1 findings, failures, a conflict, a result out of range; 2 wrong command or input; 3 undetermined, facts missing."""


@click.command(cls=CommandGroup, epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(rulewright.__version__, "-V", "--version", prog_name="rulewright")
def app() -> None:
    """Rulebooks as software: check them, ask them, read them."""


def _run_command() -> int:
    """Run the command that the process arguments name; return its exit status. Ctrl-C during parsing is no wrong command."""
    try:
        status: int | None = app(prog_name="rulewright", standalone_mode=False)
    except click.ClickException as fault:
        fault.show()
        return fault.exit_code
    except click.Abort:
        print_text("rulewright: stopped", err=True)
        return STOPPED
    return status or CLEAN


def main() -> None:
    """Run the console script. The objects of a command live until it ends: garbage collection among them would double its time."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # a terminal with a small character set shows `?` instead of raising
            stream.reconfigure(errors="replace")
    with garbage_collector(running=False):
        try:
            sys.exit(_run_command())
        finally:
            if not _flush_output():
                _redirect_output_to_null()
            gc.freeze()  # no garbage collection at process exit either, which is next
