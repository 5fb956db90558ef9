"""A book of one's own, which a command may write to."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.interfaces.cli.app import WrongCommand

if TYPE_CHECKING:
    from rulewright.workspace.open_book import OpenBook


def load_own_book(name: str) -> OpenBook:
    """Load a book that may be written to; raise `WrongCommand` for a shipped book."""
    from rulewright.base.resources import rules_folder
    from rulewright.workspace.open_book import load

    open_book = load(name)
    if not Path(name).is_dir() and open_book.folder.parent == rules_folder():
        raise WrongCommand(f"`{name}` is a shipped book and is not written to", ["name the folder of a book of your own"])
    return open_book
