"""Folders with files that no book should have: each is named in a sentence, and the rest of the book is read."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from shipped import thorough_but

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only here a file's name can be any bytes")
NOT_UTF8 = b"caf\xe9.case"


def rename_rules(book: Path) -> None:
    """Give the chapter a name that is no UTF-8."""
    os.rename(os.fsencode(book / "crossing.case"), os.path.join(os.fsencode(book), NOT_UTF8))  # noqa: PTH104, PTH118


COMMANDS = ("check", "check --format json", "test", "coverage", "questions", "fmt --check", "export --core", "precedence")


@pytest.mark.parametrize("command", thorough_but(COMMANDS, "check", "test", "coverage", "export --core"))
def test_a_name_that_is_no_utf8(process: Callable[..., Any], own_book: Path, command: str) -> None:
    name, *options = command.split()
    before = process(name, own_book, *options)
    rename_rules(own_book)
    done = process(name, own_book, *options)
    assert "Traceback" not in done.err
    assert "bug in rulewright" not in done.err
    assert done.status == before.status


def test_the_name_is_shown(process: Callable[..., Any], own_book: Path) -> None:
    path = own_book / "crossing.case"
    path.write_text(path.read_text("utf-8").replace("5 MP", "5 NP"), "utf-8")
    rename_rules(own_book)
    assert r"caf\xe9.case:" in process("check", own_book).out


def test_a_folder_whose_name_is_no_utf8(process: Callable[..., Any], own_book: Path) -> None:
    folder = os.path.join(os.fsencode(own_book.parent), b"\xff")  # noqa: PTH118
    os.rename(os.fsencode(own_book), folder)  # noqa: PTH104
    done = process("test", os.fsdecode(folder))
    assert (done.status, "bug in rulewright" in done.err) == (0, False)
    assert r"\xff: " in done.out


def test_what_is_no_file_is_said(process: Callable[..., Any], own_book: Path) -> None:
    (own_book / "folder.case").mkdir()
    (own_book / "link.case").symlink_to("nowhere")
    os.mkfifo(own_book / "pipe.csv")
    (own_book / ".#crossing.case").symlink_to("somebody@somewhere.4711")
    done = process("check", own_book)
    assert done.status == 1
    for name, reason in (
        ("folder.case", "it is a folder"),
        ("link.case", "it is a link that leads nowhere"),
        ("pipe.csv", "it is no plain file"),
    ):
        assert f"{name}:1:1" in done.out
        assert f"the file cannot be read: {reason}" in done.out
    assert ".#crossing" not in done.out
    assert "3 errors" in done.out


@pytest.mark.thorough
def test_a_site_of_it(process: Callable[..., Any], own_book: Path, tmp_path: Path) -> None:
    rename_rules(own_book)
    done = process("build", own_book, "--out", tmp_path / "site")
    assert done.status == 0, done.err
    assert (tmp_path / "site" / "index.html").is_file()


STREAMS = ("<&-", ">&-", "2>&-", "<&- >&- 2>&-", ">/dev/full")
LONGER = ("ask {} 'allowance(u)'", "build {} --out {}-site")
SOON = [*product(("check {}", "explain RW301"), STREAMS), *product(LONGER, STREAMS[3:])]


@pytest.mark.parametrize(("command", "closed"), thorough_but([*SOON, *product(LONGER, STREAMS[:3])], *SOON))
def test_streams_that_are_closed_or_full(own_book: Path, command: str, closed: str) -> None:
    line = f"'{sys.executable}' -m rulewright {command.format(own_book, own_book)} {closed}"
    done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr + done.stdout
    assert "bug in rulewright" not in done.stderr + done.stdout
    assert done.returncode in ((2,) if closed == ">/dev/full" else (0, 1, 2, 3))
