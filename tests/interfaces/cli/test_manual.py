"""The manual's page of commands names every command and every option, and none that is not there."""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.told import same
from manual.generated.commands import commands, options
from rulewright.interfaces.cli.app import CLEAN, COMMANDS, OPEN


def page(root: Path) -> str:
    return (root / "site" / "pages" / "project" / "commands.md").read_text("utf-8")


def test_every_command_is_named(root: Path) -> None:
    assert re.findall(r"^\| \[?`([a-z]+)\b", page(root), re.MULTILINE) == list(COMMANDS)
    assert set(re.findall(r"rulewright (\w+)\b", page(root))) <= set(COMMANDS)


def test_options_are_those_that_exist(root: Path) -> None:
    there = {option for command in commands().values() for option in options(command)}
    told = set(re.findall(r"(?<![\w-])--[a-z][a-z-]*", page(root)))
    assert told <= there | {"--help"}
    assert there <= told, "the page leaves out an option"


def sessions() -> list[Any]:
    """Every command that the page shows with what it prints."""
    blocks = re.findall(r"```console\n(.*?)```", page(Path(__file__).parents[3]), re.DOTALL)
    typed = [session for block in blocks for session in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)]
    return [pytest.param(*session, id=session[0][:60]) for session in typed]


@pytest.mark.parametrize(("typed", "printed"), sessions())
def test_what_the_page_shows_is_printed(
    typed: str, printed: str, run: Callable[..., Any], root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if "--table units.csv" in typed:
        (written,) = re.findall(r"With this in `units.csv`\n\n```text\n(.*?)```", page(root), re.DOTALL)
        (tmp_path / "units.csv").write_text(written, "utf-8")
        monkeypatch.chdir(tmp_path)
    program, *arguments = shlex.split(typed)
    assert program == "rulewright"
    done = run(*arguments)
    lines = [line.rstrip() for line in (done.out or done.err).splitlines()]
    assert same(tuple(printed.splitlines()), tuple(lines)), "\n".join(lines)


def test_what_a_player_types_is_read_by_a_book(run: Callable[..., Any], root: Path) -> None:
    typed = re.findall(r'^\| [^|]*\? \| `"([^`]*)"` \|$', page(root), re.MULTILINE)
    assert len(typed) == 3
    for question, book in zip(typed, ("la-grande-armee", "la-grande-armee", "war-in-europe"), strict=True):
        assert run("ask", book, question, "--brief").status in (CLEAN, OPEN), question
