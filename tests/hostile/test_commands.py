"""Every command, every format and every option, on books that mean harm: nothing that is printed acts.

Commands, formats and options are read from the command line's own tree. A command that is not in `SPEAKS` fails here, and so does a format
without a rule in `harmless.FORMATS`: whoever adds one says what is harmless in it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hostile import harmless
from hostile.conftest import Places
from hostile.texts import MARK, TEXTS
from rulewright.interfaces.cli.app import app
from shipped import thorough_but

STATUSES = (0, 1, 2, 3)
WORD = f"{MARK}\x1b[2J\x9b31m\u202e\n::error::{MARK}<script>"
"""A word of the command line that means harm; one of `--option` and the like."""

SPEAKS: dict[str, list[list[str]]] = {
    "check": [["BROKEN"], ["BOOK", "--notes"], [WORD]],
    "ask": [
        ["BOOK", "go_0", f"how={TEXTS[0]}"],
        ["BOOK", "go_0", "how=plain", "--why-not", "permitted"],
        ["BOOK", "go_0", "--over", "how"],
        ["BOOK", "speed(u)"],
        ["BOOK", f"go_0{WORD}"],
        ["BOOK", "go_0", f"how={WORD}"],
        ["BOOK", f"may the {TEXTS[0]} go?"],
        ["BOOK", f"{TEXTS[1]}?", f"how={TEXTS[0]}"],
    ],
    "test": [["BROKEN"]],
    "show": [["BOOK"], ["BOOK", "100.1"], ["BOOK", "2.1"], ["BOOK", "reading_7"], ["BOOK", WORD]],
    "graph": [["BOOK"], ["BOOK", "2.1"]],
    "diff": [["BOOK", "printed", "errata"]],
    "impact": [["BOOK", "2.1"]],
    "precedence": [["BOOK"]],
    "coverage": [["BOOK"]],
    "questions": [["BOOK"]],
    "export": [["BOOK"], ["BOOK", "--core"]],
    "conformance": [["BOOK", "--out", "OUT/kit"]],
    "build": [["BROKEN", "--out", "OUT/none"]],
    "serve": [["BROKEN", "--out", "OUT/served", "--port", "0"]],
    "fmt": [["BROKEN", "--check"], ["BROKEN", "--name-rules", "--check"]],
    "new": [[f"OUT/{WORD[:20]}"], ["OUT/newer", "--from", "SHEET"]],
    "import": [["SHEET", "--into", "BOOK", "--source", "errata", "--dry-run"], [WORD, "--into", "BOOK", "--source", "errata"]],
    "ledger": [["BOOK", "--all"]],
    "explain": [[WORD]],
}
"""For each command, words with which it speaks of a book that means harm; the first are tried with every option, too."""
ELSEWHERE = {
    "lsp": "what it sends is JSON to an editor: test_editor.py",
    "mcp": "what it sends is JSON to an assistant: interfaces/service/test_assistants.py",
}
QUIET = {"conformance", "new"}
"""Commands that write files and say little: the files are looked at as well."""


def leaves(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command of the tree that is no group, by its words."""
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from leaves(found, (*path, name))


COMMANDS = dict(leaves(app))


def options(command: click.Command) -> Iterator[click.Option]:
    yield from (one for one in command.params if isinstance(one, click.Option) and one.name != "help")


def choices(command: click.Command) -> Iterator[list[str]]:
    """Each value of each option that has a list of them; nothing where there is no such option."""
    found = [one for one in options(command) if isinstance(one.type, click.Choice)]
    for one in found:
        yield from ([one.opts[-1], str(value)] for value in one.type.choices)  # type: ignore[attr-defined]
    if not found:
        yield []


def others(command: click.Command) -> Iterator[list[str]]:
    """Each other option: a flag as it is, any other with a value that means harm; and one that is not there."""
    for one in options(command):
        if one.is_flag:
            yield from ([name] for name in (*one.opts[-1:], *one.secondary_opts[-1:]))
        else:
            yield [one.opts[-1], WORD]
    yield [f"--{WORD}"]


def calls(name: str) -> Iterator[list[str]]:
    """The words with which a command is tried."""
    command, several = COMMANDS[name], SPEAKS[name]
    for words in several:
        yield from ([*words, *more] for more in choices(command))
    yield from ([*several[0], *more] for more in others(command))


def test_every_command_is_tried() -> None:
    unknown = set(COMMANDS) - set(SPEAKS) - set(ELSEWHERE)
    assert not unknown, f"with which words do these speak of a book? say it in SPEAKS: {sorted(unknown)}"
    assert set(SPEAKS) | set(ELSEWHERE) == set(COMMANDS)


def test_every_format_has_a_rule() -> None:
    formats = {
        value
        for command in COMMANDS.values()
        for one in options(command)
        if one.name == "form" and isinstance(one.type, click.Choice)
        for value in one.type.choices
    }
    assert formats == set(harmless.FORMATS), "say in harmless.FORMATS what is harmless in each format"


@pytest.mark.parametrize("name", thorough_but(sorted(SPEAKS), *(SPEAKS.keys() - {"coverage"})))
def test_no_command_says_what_acts(places: Places, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    monkeypatch.setattr("rulewright.base.workers.available_cores", lambda: 1)
    monkeypatch.setattr("rulewright.interfaces.cli.check_again.watch", ended_at_once)
    places.out.mkdir(exist_ok=True)
    spoken = 0
    for words in calls(name):
        done = CliRunner().invoke(app, [name, *(given(places, one) for one in words)], prog_name="rulewright")
        shown = f"{name} {words!r}"
        assert done.exception is None or isinstance(done.exception, SystemExit), (shown, done.exception)
        assert done.exit_code in STATUSES, (shown, done.exit_code)
        assert "bug in rulewright" not in done.stderr, (shown, done.stderr)
        spoken += MARK in done.stdout + done.stderr
        try:
            # words that may mean several questions have a document, and a job is told in its own way
            is_message = done.exit_code == 2 and not done.stdout.startswith("{") and "github" not in words
            (harmless.in_a_job if is_message else rule(name, words))(done.stdout)
            harmless.in_a_job(done.stderr)
        except Exception as fault:
            raise AssertionError(f"{shown}: {fault}") from fault
    list(harmless.files(places.out))
    assert spoken or name in QUIET, f"{name} says nothing of the book: other words are needed"


def ended_at_once(*_: object) -> None:
    """Somebody ends what waits for changes."""
    raise KeyboardInterrupt


def given(places: Places, word: str) -> str:
    """A word with the places that it names."""
    for name, path in (("BROKEN", places.broken), ("BOOK", places.book), ("OUT", places.out), ("SHEET", places.sheet)):
        if word == name or word.startswith(f"{name}/"):
            return os.fspath(path) + word.removeprefix(name)
    return word


def rule(name: str, words: list[str]) -> harmless.Rule:
    """What is harmless in what a command prints, called so."""
    form = words[words.index("--format") + 1] if "--format" in words else ""
    if not form or form == WORD:
        form = "json" if name == "export" else next(iter(formats_of(name)), "text")
    return harmless.FORMATS[form]


def formats_of(name: str) -> list[str]:
    """The formats of a command, the usual one first."""
    return [str(one) for option in options(COMMANDS[name]) if option.name == "form" for one in getattr(option.type, "choices", ())]
