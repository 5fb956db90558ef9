"""No text of a rulebook acts on the terminal that shows it: there is one door, every command goes through it."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cli.ferry import FRONT, RULES, write_book
from rulewright.cli.app import COMMANDS
from rulewright.cli.terminal import ACTS, visible

PACKAGE = Path(__file__).parents[2] / "generator" / "rulewright"
DOOR = {"cli/terminal.py", "cli/screen.py"}
HOSTILE = "\x1b]0;gotcha\x07\x1b[2J\x9b31m\u202eback\u2066\x7f\u2028"

ARGUMENTS: dict[str, list[list[str]]] = {
    "check": [
        ["BOOK"],
        ["BOOK", "--notes"],
        ["BOOK", "--format", "json"],
        ["BROKEN"],
        ["BROKEN", "--format", "github"],
        ["BROKEN", "--format", "junit"],
    ],
    "ask": [
        ["BOOK", "allowance(u)", "u.arm=horse", "weather=mud"],
        ["BOOK", "cross(u)"],
        ["BOOK", "cross(u)", "--over", "weather", "u.arm=foot"],
        ["BOOK", "cross(u)", "u.arm=foot", "weather=clear", "--why-not", "forbidden"],
        ["BOOK", f"allow{HOSTILE}(u)"],
        ["BOOK", "cross(u)", "--format", "json"],
    ],
    "test": [["BOOK"], ["BROKEN"], ["BROKEN", "--format", "junit"], ["BOOK", "--format", "json"]],
    "show": [["BOOK", "1.1"], ["BOOK", "1.2", "--history"], ["BOOK", f"1{HOSTILE}"]],
    "graph": [["BOOK"], ["BOOK", "1.2"], ["BOOK", "--format", "dot"], ["BOOK", "--format", "graphml"], ["BOOK", "--format", "json"]],
    "diff": [["BOOK", "printed", "errata"], ["BOOK", "printed", "errata", "--format", "json"]],
    "impact": [["BOOK", "1.2"]],
    "precedence": [["BOOK"]],
    "coverage": [["BOOK"]],
    "questions": [["BOOK"], ["BOOK", "--format", "json"]],
    "export": [["BOOK"], ["BOOK", "--core"]],
    "conformance": [["BOOK", "--out", "OUT/kit"]],
    "build": [["BOOK", "--out", "OUT/site"], ["BROKEN", "--out", "OUT/none"]],
    "serve": [["BROKEN", "--out", "OUT/served", "--port", "0"]],
    "fmt": [["BOOK", "--check"]],
    "new": [["OUT/new"], ["OUT/newer", "--from", "SHEET"], [f"OUT/a{HOSTILE}b"]],
    "import": [
        ["SHEET", "--into", "BOOK", "--source", "errata", "--dry-run"],
        ["SHEET", "--into", "BOOK", "--source", "errata", "--dry-run", "--format", "json"],
        [f"no{HOSTILE}", "--into", "BOOK", "--source", "errata"],
    ],
    "ledger": [["BOOK", "--all"], ["BOOK", "--format", "json"], ["IMPORTED", "--sheet", "SHEET"]],
    "lsp": [["--help"]],  # what it sends to an editor is JSON, and goes to no terminal
    "explain": [["RW301"], [f"RW{HOSTILE}"]],
}


def hostile(text: str) -> str:
    """A file in which every string that a reader sees has such characters in it."""
    keeps = re.compile(r'^\s*(ledger|example) ".*|^edition .*|^\s*numbering .*', re.MULTILINE)
    kept = {found.span() for found in keeps.finditer(text)}
    return re.sub(r'"([^"]*)"', lambda m: m[0] if any(a <= m.start() < b for a, b in kept) else f'"{HOSTILE}{m[1]}"', text)


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The folders that the arguments name: a book, one with errors and failing examples, and one to write to."""
    folder = tmp_path_factory.mktemp("hostile")
    book, broken = write_book(folder / "book", hostile(RULES)), write_book(folder / "broken", hostile(RULES.replace("is 6 MP", "is 7 MP")))
    for one in (book, broken):
        (one / "rulebook.case").write_text(hostile(FRONT), "utf-8")
    (broken / "more.case").write_text(f'case 9.9 "{HOSTILE}" x\n  "see [8.8] {HOSTILE}"\n', "utf-8")
    sheet = folder / "sheet.md"
    sheet.write_text(f"# Errata {HOSTILE}\n\n[1.1] (Change) {HOSTILE} mud.\n", "utf-8")
    imported = write_book(folder / "imported")
    (imported / "ledger.csv").write_text(
        f"item,summary,computable,source,digest\nF-1,{HOSTILE.replace(chr(0x2028), '')},no,errata,0\n", "utf-8"
    )
    named = {"BOOK": book, "BROKEN": broken, "OUT": folder / "out", "SHEET": sheet, "IMPORTED": imported}
    return {name: str(path) for name, path in named.items()}


def calls() -> Iterator[tuple[str, list[str]]]:
    for command, several in ARGUMENTS.items():
        for arguments in several:
            yield command, arguments


def test_every_command_is_tried() -> None:
    assert set(ARGUMENTS) == set(COMMANDS)


@pytest.mark.parametrize(("command", "arguments"), list(calls()), ids=lambda one: visible(" ".join(one) if isinstance(one, list) else one))
def test_no_command_sends_what_acts_on_a_terminal(
    run: Callable[..., Any], places: dict[str, str], command: str, arguments: list[str]
) -> None:
    told = [re.sub("BOOK|BROKEN|OUT|SHEET|IMPORTED", lambda m: places[m[0]], one) for one in arguments]
    done = run(command, *told)
    said = done.out + done.err
    assert said.strip()
    assert not ACTS.search(said), ascii(said)
    assert "is a bug in rulewright" not in said


def test_the_text_is_shown_all_the_same(run: Callable[..., Any], places: dict[str, str]) -> None:
    assert "␛]0;gotcha␛[2J\ufffd31m\ufffdback\ufffd␡\ufffdMud" in run("show", places["BOOK"], "1.2").out


def test_what_is_sent_to_a_terminal_is_only_colours(places: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    from io import StringIO

    from rich.text import Text

    from rulewright.cli.screen import Screen

    monkeypatch.delenv("NO_COLOR", raising=False)
    out = StringIO()
    Screen(file=out, force_terminal=True, color_system="standard", width=200).print(Text(HOSTILE, "bold"))
    assert re.findall("\x1b.{0,3}", out.getvalue()) == ["\x1b[1m", "\x1b[0m"]


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
