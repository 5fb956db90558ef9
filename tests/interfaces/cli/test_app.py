"""What holds of every command: help with an example, sentences for whatever is wrong, no traceback, exit status."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from interfaces.cli.ferry import RULES, write_book
from rulewright.interfaces.cli.app import COMMANDS
from rulewright.syntax.parser import MAX_FAULTS
from shipped import thorough_but


@pytest.mark.parametrize("command", COMMANDS)
def test_help_has_an_example(run: Callable[..., Any], command: str) -> None:
    done = run(command, "--help")
    assert done.status == 0
    assert "Examples:" in done.out
    assert re.search(rf"^ +rulewright {command}\b", done.out, re.MULTILINE)


def test_help_lists_every_command(run: Callable[..., Any]) -> None:
    done = run("--help")
    for command in COMMANDS:
        assert re.search(rf"^ +{command} +[A-Z]", done.out, re.MULTILINE), f"{command} says nothing of itself"


def test_examples_of_help_are_commands_that_exist(run: Callable[..., Any]) -> None:
    for command in COMMANDS:
        for line in run(command, "--help").out.split("\n"):
            typed = re.match(r" +rulewright (\S+)", line)
            if typed:
                assert typed[1] in COMMANDS


def test_unknown_command(run: Callable[..., Any]) -> None:
    done = run("chek")
    assert (done.status, done.err) == (2, "rulewright: there is no command `chek`\n  did you mean `check`?\n")
    assert run("watch").err.endswith("there is no command `watch`\n  did you mean `rulewright check --watch`?\n")
    assert run("xyz").err.endswith("there is no command `xyz`\n  `rulewright --help` lists them\n")


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("check", "leipzig-lit"), "did you mean `leipzig-lite`?"),
        (("check", "/nowhere/at/all"), "there is no rulebook and no folder"),
        (("show", "/etc/hostname"), "is a file"),
        (("ask",), "Missing argument"),
        (("check", "--format", "xml"), "'xml' is not one of"),
        (("diff", "{book}", "printed", "eratta"), "did you mean `errata`?"),
        (("show", "{book}", "--edition", "third"), "has no edition `third`"),
        (("check", "{book}", "--with", "/nowhere"), "there is no folder `/nowhere`"),
        (("check", "--with", "/tmp"), "needs exactly one book"),
        (("show", "{book}", "no such case"), "has no case"),
        (("graph", "{book}", "77.7"), "has no case `77.7`"),
        (("serve", "{book}", "--port", "70000"), "70000"),
    ],
)
def test_wrong_commands_get_a_sentence(run: Callable[..., Any], ferry: Path, arguments: tuple[str, ...], says: str) -> None:
    done = run(*(one.replace("{book}", str(ferry)) for one in arguments))
    assert done.status == 2
    assert says in done.err
    assert done.out == ""


def test_a_folder_without_case_files(run: Callable[..., Any], tmp_path: Path) -> None:
    done = run("check", tmp_path)
    assert done.status == 2
    assert "holds no `.case` files" in done.err


def test_a_dangling_link_among_the_files(process: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    (book / "gone.case").symlink_to(tmp_path / "nowhere")
    assert process("check", book).status in (0, 1, 2)


def test_the_command_and_the_module_are_the_same(process: Callable[..., Any]) -> None:
    script = Path(sys.executable).parent / "rulewright"
    done = subprocess.run([script, "--version"], capture_output=True, text=True, check=True)
    assert done.stdout == process("--version").out


@pytest.mark.parametrize(
    "arguments", [["questions", "BOOK"], ["check", "BOOK", "--notes"], ["show", "BOOK"], ["export", "BOOK", "--core"], ["test", "BOOK"]]
)
def test_a_closed_pipe_is_neither_a_fault_nor_a_finding(ferry: Path, arguments: list[str]) -> None:
    reads, writes = os.pipe()
    os.close(reads)  # whoever would read has gone before a line is written
    told = [str(ferry) if one == "BOOK" else one for one in arguments]
    with os.fdopen(writes, "wb") as closed:
        done = subprocess.run([sys.executable, "-m", "rulewright", *told], stdout=closed, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "utf-8"])
def test_a_terminal_that_knows_few_letters(process: Callable[..., Any], ferry: Path, encoding: str) -> None:
    done = process("ask", ferry, "cross(u)", "u.arm=foot", "weather=clear", env={"PYTHONIOENCODING": encoding})
    assert done.status == 0
    assert "permitted" in done.out
    told = process("export", ferry, env={"PYTHONIOENCODING": encoding}).json
    assert told["views"]["errata"]["cases"][1]["history"][-1]["acts"]


def test_a_line_of_ten_megabytes(process: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(tmp_path / "ferry")
    (book / "long.case").write_text('case 9.1 "' + "x" * 10_000_000 + '"\n', "utf-8")
    done = process("check", book)
    assert done.status == 1
    assert "long.case:1" in done.out
    assert len(done.out) < 20_000


UNREADABLE = {
    "words": "blah ( blah",
    "cases": 'case 9.1 "x"\n  may ( rest(u) when',
    "lines of a case": "  take ( 3 from",
    "quotations": '"open',
    "signs": "| } . @ ≥ #",
}


@pytest.mark.parametrize("count", thorough_but([10_000, 100_000], 10_000))
@pytest.mark.parametrize("kind", UNREADABLE)
def test_thousands_of_lines_that_nobody_can_read(process: Callable[..., Any], tmp_path: Path, kind: str, count: int) -> None:
    book = write_book(tmp_path / "ferry")
    (book / "rubbish.case").write_text(f"{UNREADABLE[kind]}\n" * count, "utf-8")
    done = process("check", book)
    assert done.status == 1
    assert 1 <= done.out.count("rubbish.case:") <= MAX_FAULTS + 10
    assert len(done.out) < 1_000 * MAX_FAULTS


def test_a_case_nested_very_deep(process: Callable[..., Any], tmp_path: Path) -> None:
    book = write_book(
        tmp_path / "ferry", RULES + '\ncase 1.6 "Deep"\n  may rest(u) when ' + "(" * 500 + "weather is mud" + ")" * 500 + "\n"
    )
    assert process("check", book).status in (0, 1)


def test_a_fault_of_our_own_is_told_as_such(run: Callable[..., Any], monkeypatch: pytest.MonkeyPatch, ferry: Path) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("oh")

    monkeypatch.setattr("rulewright.workspace.open_book.load", broken)
    monkeypatch.delenv("RULEWRIGHT_TRACEBACK", raising=False)
    done = run("check", ferry)
    assert done.status == 2
    assert "this is a bug in rulewright" in done.err


def test_schemas_are_named_after_commands(root: Path) -> None:
    schemas = {path.name.removesuffix(".schema.json") for path in (root / "grammar" / "schema").glob("*.json")}
    others = {
        "facts",
        "baseline",
        "core",
        "error",
        "words",
        "ask_table",
    }  # the first two come in; `export --core`, `ask --table` and faults print others; `words` is data
    assert schemas - others <= set(COMMANDS)
