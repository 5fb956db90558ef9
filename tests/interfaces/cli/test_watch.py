"""`rulewright check --watch`, as a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import Empty, Queue
from typing import Any

import pytest

from interfaces.cli.ferry import RULES, write_book
from patience import PATIENCE

BROKEN = RULES.replace("see [1.1]", "see [9.9]")


class Watching:
    """The command on a book, with the lines that it prints."""

    def __init__(self, book: Path) -> None:
        command = [sys.executable, "-u", "-m", "rulewright", "check", str(book), "--watch", "--workers", "1"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self._lines: Queue[str] = Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)

    def until_it_waits(self) -> str:
        """All that is printed up to the line that says that it waits."""
        said = ""
        while "waiting for a change" not in said:
            try:
                said += self._lines.get(timeout=PATIENCE)
            except Empty:
                raise AssertionError(f"nothing more came after: {said}") from None
        return said

    def end(self) -> int:
        """Ctrl-C; the exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(timeout=PATIENCE)


@pytest.fixture
def watching(tmp_path: Path) -> Iterator[tuple[Watching, Path]]:
    book = write_book(tmp_path / "ferry")
    started = Watching(book)
    yield started, book / "crossing.case"
    if started.process.poll() is None:
        started.process.kill()
        started.process.wait()
    if started.process.stdout:
        started.process.stdout.close()


def test_findings_come_anew_after_each_change(watching: tuple[Watching, Path]) -> None:
    command, path = watching
    first = command.until_it_waits()
    assert "ferry: 2 warnings" in first and "error" not in first
    path.write_text(BROKEN, "utf-8")
    broken = command.until_it_waits()
    assert "error RW302 dangling-reference" in broken and "ferry: 1 error" in broken
    path.write_text(RULES, "utf-8")
    assert command.until_it_waits().split("\n")[:-2] == first.split("\n")[:-2]
    assert command.end() == 0


def test_the_status_is_that_of_the_last_time(watching: tuple[Watching, Path]) -> None:
    command, path = watching
    path.write_text(BROKEN, "utf-8")
    while "dangling-reference" not in command.until_it_waits():
        pass
    assert command.end() == 1


def test_a_folder_that_is_gone_for_a_moment(watching: tuple[Watching, Path]) -> None:
    command, path = watching
    command.until_it_waits()
    path.parent.rename(path.parent.with_name("away"))
    assert "there is no rulebook and no folder" in command.until_it_waits()
    path.parent.with_name("away").rename(path.parent)
    assert "ferry: 2 warnings" in command.until_it_waits()
    assert command.end() == 0


@pytest.mark.parametrize("form", ["json", "sarif", "github", "junit"])
def test_other_forms_are_refused(run: Callable[..., Any], ferry: Path, form: str) -> None:
    done = run("check", ferry, "--watch", "--format", form)
    assert done.status == 2
    assert f"`--watch` shows findings as text, and not as {form}" in done.err
