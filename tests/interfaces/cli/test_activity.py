"""What takes long says so: it moves on a terminal, and writes a line now and then elsewhere, whatever the command waits for."""

from __future__ import annotations

import io
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
import pytest

from patience import PATIENCE
from rulewright.base.steps import count_step, onlookers
from rulewright.interfaces.cli import activity
from rulewright.interfaces.cli.activity import Activity, Lines, Status
from rulewright.interfaces.cli.screen import Screen


def wait_until(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_file_gets_lines_that_count(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(activity, "SECONDS_BETWEEN_LINES", 0.02)
    lines: list[str] = []
    with click.Context(click.Command("check")), Lines(lines.append) as shown:
        shown.set_step("checking ferry (1 of 1)\x1b[2J")
        wait_until(lambda: len(lines) > 0)
        for _ in range(3):
            count_step()
        wait_until(lambda: "3 parts done" in lines[-1])
    assert lines[0] == "checking ferry (1 of 1)␛[2J: 0:00"
    assert lines[-1].startswith("checking ferry (1 of 1)␛[2J: 3 parts done, 0:0")


def test_a_line_is_due_after_several_short_activities(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    lines: list[str] = []
    with click.Context(click.Command("check")):
        for number in range(7):
            shown = Lines(lines.append)
            shown.set_step(f"book {number}")
            shown.show_now()
            now[0] += 6
    assert lines == ["book 3: 0:18", "book 6: 0:36"]


def test_a_terminal_moves_while_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Status, "interval", 0.01)
    out = io.StringIO()
    with Status(Screen(file=out, force_terminal=True, width=80), 0.0) as shown:
        shown.set_step("checking [bold]ferry")
        wait_until(lambda: out.getvalue().count("checking [bold]ferry: ") > 1)
        count_step()
        wait_until(lambda: "1 parts done" in out.getvalue())


def test_its_thread_rests_when_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(activity, "SECONDS_BETWEEN_LINES", 0.0)
    lines: list[str] = []
    with Lines(lines.append) as shown:
        assert onlookers == [shown]
        wait_until(lambda: len(lines) > 0)
        shown.end_thread()
        count = len(lines)
        time.sleep(0.05)
        assert len(lines) == count
        shown.start_thread()
        wait_until(lambda: len(lines) > count)
    assert onlookers == []


@pytest.mark.parametrize("command", ["build", "check", "test", "diff"])
def test_every_long_command_says_what_it_does(
    run: Callable[..., Any], ferry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    said: list[str] = []
    monkeypatch.setattr(Activity, "set_step", lambda self, what: said.append(what))
    run(
        command,
        *(["leipzig-lite", "printed", "errata"] if command == "diff" else [ferry]),
        *(["--out", tmp_path / "site"] if command == "build" else []),
    )
    assert said


def test_an_import_says_how_far_it_is_on_a_terminal_and_nothing_in_a_pipe(
    run: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[str] = []
    monkeypatch.setattr(Activity, "set_step", lambda self, what: said.append(what))
    sheet, old, new = tmp_path / "errata.md", tmp_path / "rules.md", tmp_path / "rules-2.md"
    sheet.write_text("# Errata\n\n[4.1] (Correction) Ships wait.\n")
    old.write_text("# Rules\n\n## 1. Boats\n\nBoats wait.\n")
    new.write_text("# Rules\n\n## 1. Boats\n\nBoats go on.\n")

    def import_all(folder: Path) -> None:
        folder.mkdir()
        for arguments in (
            ("new", folder / "harbour", "--from", sheet),
            ("import", sheet, "--into", folder / "harbour", "--source", "errata"),
            ("new", folder / "own", "--from", old, "--keep-words"),
            ("import", old, new, "--into", folder / "later", "--source", "later"),
        ):
            assert run(*arguments).status == 0

    import_all(tmp_path / "piped")
    assert said == []
    monkeypatch.setenv("FORCE_COLOR", "1")
    import_all(tmp_path / "shown")
    assert said == [
        "reading errata.md",
        "reading errata.md",
        "reading rules.md",
        "reading rules-2.md",
        "comparing rules-2.md, case by case, with later",
    ]
