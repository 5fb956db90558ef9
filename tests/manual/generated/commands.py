"""Every command with what its help says first, up to a colon or semicolon, and the options that it has of its own."""

from __future__ import annotations

import inspect
import re
from collections import Counter
from importlib import import_module

import click

from rulewright.interfaces.cli.app import COMMANDS

SHARED = 5
"""Options that at least so many commands have are told once, below the table."""
PAGES = {
    "ask": "#ask-a-question",
    "check": "#check-a-book",
    "build": "#build-and-preview-the-site",
    "serve": "#build-and-preview-the-site",
    "diff": "#compare-two-editions",
    "graph": "graph.md",
    "coverage": "../writing/slips.md",
    "new": "../writing/first-book.md",
    "import": "../writing/import.md",
    "ledger": "../writing/ledger.md",
    "lsp": "editors.md",
    "mcp": "assistants.md",
    "export": "core.md",
    "conformance": "core.md",
    "explain": "../language/words.md",
    "fmt": "../language/layout.md",
    "precedence": "../language/rules.md",
}
"""Where there is more on a command."""


def commands() -> dict[str, click.Command]:
    return {name: import_module(f"rulewright.interfaces.cli.{module}").command for name, module in COMMANDS.items()}


def options(command: click.Command) -> list[str]:
    return [
        name
        for param in command.params
        if isinstance(param, click.Option)
        for name in (*param.opts, *param.secondary_opts)
        if name.startswith("--")
    ]


def _row(name: str, command: click.Command, shared: set[str]) -> str:
    typed = " ".join([name, *(param.make_metavar(click.Context(command)) for param in command.params if isinstance(param, click.Argument))])
    form = "`" + re.sub(r" ?\| ?", " or ", typed) + "`"
    does = re.split(r"[:;] |\.$", " ".join(inspect.cleandoc(command.help or "").split("\n\n")[0].split()))[0]
    own = ", ".join(f"`{option}`" for option in options(command) if option not in shared)
    return f"| {f'[{form}]({PAGES[name]})' if name in PAGES else form} | {does} | {own} |"


def make() -> str:
    there = commands()
    counted = Counter(option for command in there.values() for option in options(command))
    shared = {option for option, count in counted.items() if count >= SHARED}
    rows = [_row(name, command, shared) for name, command in there.items()]
    return "\n".join(["| command | does | options of its own |", "|---|---|---|", *rows])
