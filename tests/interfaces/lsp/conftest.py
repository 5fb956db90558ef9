"""A server for all tests of a file, with a small book and a shipped one."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from interfaces.cli.ferry import write_book
from interfaces.lsp.client import Editor
from rulewright.base.resources import book_folder


@pytest.fixture(scope="module")
def editor() -> Iterator[Editor]:
    with Editor() as opened:
        yield opened


@pytest.fixture(scope="module")
def ferry(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_book(tmp_path_factory.mktemp("small") / "ferry")


@pytest.fixture(scope="module")
def lite(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of a shipped book, to be edited."""
    return Path(shutil.copytree(book_folder("leipzig-lite"), tmp_path_factory.mktemp("shipped") / "leipzig-lite"))
