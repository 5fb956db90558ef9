"""`rulewright mcp`: serve rulebooks to an assistant."""

from __future__ import annotations

import click

from rulewright.base.runtime import garbage_collector
from rulewright.interfaces.cli.common import books_argument, examples_epilog
from rulewright.interfaces.cli.reader import Reader, budget_option, reading_options
from rulewright.interfaces.cli.serving import extra_missing, site_option


@click.command(epilog=examples_epilog("rulewright mcp", "rulewright mcp leipzig ./ferry", 'pip install "rulewright[mcp]"'))
@books_argument
@site_option
@budget_option
@reading_options
def command(books: tuple[str, ...], site: str, reader: Reader) -> None:
    """Serve rulebooks to an assistant by the Model Context Protocol, on standard input and output.

    The assistant finds questions in plain words, asks them, shows cases and tables, checks drafts of clauses, and explains findings. It
    starts this command itself; the manual's page on assistants says how.
    """
    from rulewright.interfaces.cli.answer_text import answer_text
    from rulewright.interfaces.service.books import ServedBooks

    served = ServedBooks(reader.books(books), answer_text, site)
    with garbage_collector(running=True):  # a long-running command
        try:
            from rulewright.interfaces.service.assistants import serve_on_stdio
        except ModuleNotFoundError as missing:
            raise extra_missing(missing, "assistants are served by mcp", "mcp", ("mcp", "anyio", "pydantic")) from None
        serve_on_stdio(served)
