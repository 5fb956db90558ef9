"""No text of a rulebook acts on the terminal that shows it: there is one door. `tests/hostile` tries every command."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import FRONT, RULES, write_book
from rulewright.base.control_characters import make_visible

PACKAGE = Path(__file__).parents[3] / "generator" / "rulewright"
DOOR = {"interfaces/cli/terminal.py", "interfaces/cli/screen.py"}
HOSTILE = "\x1b]0;gotcha\x07\x1b[2J\x9b31m\u202eback\u2066\x7f\u2028"


def hostile(text: str) -> str:
    """A file in which every string that a reader sees has such characters in it."""
    keeps = re.compile(r'^\s*(ledger|example) ".*|^edition .*|^\s*numbering .*', re.MULTILINE)
    kept = {found.span() for found in keeps.finditer(text)}
    return re.sub(r'"([^"]*)"', lambda m: m[0] if any(a <= m.start() < b for a, b in kept) else f'"{HOSTILE}{m[1]}"', text)


@pytest.fixture
def book(tmp_path: Path) -> Path:
    """The small book with such characters in it."""
    written = write_book(tmp_path / "book", hostile(RULES))
    (written / "rulebook.case").write_text(hostile(FRONT), "utf-8")
    return written


def test_the_text_is_shown_all_the_same(run: Callable[..., Any], book: Path) -> None:
    assert "␛]0;gotcha␛[2J\ufffd31m\ufffdback\ufffd␡\ufffdMud" in run("show", book, "1.2").out


def test_what_is_sent_to_a_terminal_is_only_colours(monkeypatch: pytest.MonkeyPatch) -> None:
    from io import StringIO

    from rich.text import Text

    from rulewright.interfaces.cli.screen import Screen

    monkeypatch.delenv("NO_COLOR", raising=False)
    out = StringIO()
    Screen(file=out, force_terminal=True, color_system="standard", width=200).print(Text(HOSTILE, "bold"))
    assert re.findall("\x1b.{0,3}", out.getvalue()) == ["\x1b[1m", "\x1b[0m"]


def test_in_a_job_no_text_is_a_command_to_it(run: Callable[..., Any], book: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = book / "crossing.case"
    path.write_text(path.read_text("utf-8").replace('"', '"::error::', 1).replace("Foot has", "##[add-mask]Foot has"), "utf-8")
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    shown = run("show", book, "1.1").out
    assert "# #[add-mask]" in shown and "##[" not in shown
    assert make_visible("::error::x\n  ::x") == ": :error::x\n  : :x"
    monkeypatch.delenv("GITHUB_ACTIONS")
    assert "##[add-mask]" in run("show", book, "1.1").out


def test_nothing_else_prints() -> None:
    """A call of `print`, of click's `echo`, or a console of its own is in no other module."""
    found = set()
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and name not in DOOR:
                called = ast.unparse(node.func)
                if called in {"print", "click.echo", "click.secho", "Console", "sys.stdout.write", "sys.stderr.write", "rich.print"}:
                    found.add(f"{name}:{node.lineno} {called}")
    assert not found
