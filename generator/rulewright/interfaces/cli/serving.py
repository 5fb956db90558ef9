"""Options and errors that commands share which serve rulebooks to other programs."""

from __future__ import annotations

from collections.abc import Collection

import click

from rulewright.interfaces.cli.app import WrongCommand
from rulewright.interfaces.cli.reader import Command


def site_option(function: Command) -> Command:
    """Add `--site`, the address of a published site."""
    return click.option(
        "--site", default="", metavar="URL", help="The address of the published site, to which the citations of answers then lead."
    )(function)


def extra_missing(missing: ModuleNotFoundError, use: str, extra: str, packages: Collection[str]) -> Exception:
    """Return the error for a package of an extra that is not installed; any other missing module is returned as it is."""
    if missing.name is None or missing.name.split(".")[0] not in packages:
        return missing
    return WrongCommand(f"{use}, which is not installed", [f'pip install "rulewright[{extra}]"'])
