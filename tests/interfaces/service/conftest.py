"""Books that are served, and ways to run what serves them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from interfaces.cli.ferry import write_book
from rulewright.interfaces.cli.answer_text import answer_text
from rulewright.interfaces.service.books import ServedBooks
from rulewright.workspace.open_book import load

SITE = "https://example.org/rules/"


@pytest.fixture(scope="session")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small book; not to be changed."""
    return write_book(tmp_path_factory.mktemp("served") / "ferry")


@pytest.fixture(scope="session")
def serve() -> Callable[..., ServedBooks]:
    """Books by name or folder, as commands serve them."""
    return lambda *books, site="": ServedBooks([load(str(book)) for book in books], answer_text, site)


@pytest.fixture(scope="session")
def served(ferry: Path, serve: Callable[..., ServedBooks]) -> ServedBooks:
    """The small book, as if it were published."""
    return serve(ferry, site=SITE)
