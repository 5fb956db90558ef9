"""The command line's root."""

from __future__ import annotations

import click

import rulewright


@click.group()
@click.version_option(rulewright.__version__, prog_name="rulewright")
def main() -> None:
    """Rulebooks as software: check them, ask them, read them."""
