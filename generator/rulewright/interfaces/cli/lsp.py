"""`rulewright lsp`: start the language server for an editor."""

from __future__ import annotations

import click

from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.common import examples_epilog


@click.command(epilog=examples_epilog("rulewright lsp", 'pip install "rulewright[lsp]"'))
@click.option("--stdio", is_flag=True, help="Speak on standard input and output, which is what it does; some editors add this word.")
def command(stdio: bool) -> None:
    """Serve editors by the Language Server Protocol, on standard input and output.

    An editor starts it; the manual's page on editors says how.
    """
    try:
        from rulewright.interfaces.lsp.server import start
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.split(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise WrongCommand("the language server needs pygls, which is not installed", ['pip install "rulewright[lsp]"']) from None
    start()
