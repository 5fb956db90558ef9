"""Display of what a command is doing, and how much of it is done, while it takes long: moving on a terminal, elsewhere a line now and then.

A thread of its own shows it, so that it moves whatever the command waits for; the thread rests while processes are forked.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Thread
from types import TracebackType
from typing import TYPE_CHECKING, Self

import click

from rulewright.base.control_characters import make_visible
from rulewright.base.steps import finished_steps, onlookers

if TYPE_CHECKING:
    from rich.console import Console

SECONDS_BETWEEN_LINES = 15.0
"""A job that hears nothing for some time is often taken to be stuck."""
_CLOCK = "rulewright.activity"


class Clock:
    """The times at which the running command began and last wrote a line, and the number of the steps that were finished before it."""

    def __init__(self) -> None:
        self.start = self.last_line = time.monotonic()
        self.steps_before = finished_steps()

    @classmethod
    def of_command(cls) -> Clock:
        """Return the clock of the running command: it goes on from one activity to the next."""
        context = click.get_current_context(silent=True)
        clock: Clock = cls() if context is None else context.find_root().meta.setdefault(_CLOCK, cls())
        return clock


class Activity:
    """One activity of a command, shown by a thread as long as the block lasts."""

    interval = SECONDS_BETWEEN_LINES

    def __init__(self) -> None:
        self.clock = Clock.of_command()
        self._step = ""
        self._is_over = Event()
        self._thread: Thread | None = None

    def set_step(self, what: str) -> None:
        """Say what is done now."""
        self._step = make_visible(what)

    @property
    def status_text(self) -> str:
        """The current step, the number of finished ones if there are any, and the time since the command began."""
        steps, seconds = finished_steps() - self.clock.steps_before, int(time.monotonic() - self.clock.start)
        return f"{self._step}: {f'{steps:,} parts done, ' if steps else ''}{seconds // 60}:{seconds % 60:02}"

    def __enter__(self) -> Self:
        onlookers.append(self)
        self.start_thread()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, traceback: TracebackType | None) -> None:
        onlookers.remove(self)
        self.end_thread()

    def start_thread(self) -> None:
        """Start the thread."""
        self._is_over.clear()
        self._thread = Thread(target=self._show_until_over, daemon=True)
        self._thread.start()

    def end_thread(self) -> None:
        """End the thread."""
        self._is_over.set()
        if self._thread is not None:
            self._thread.join()

    def _show_until_over(self) -> None:
        while not self._is_over.wait(self.interval):
            self.show_now()

    def show_now(self) -> None:
        """Show the text."""
        raise NotImplementedError


class Lines(Activity):
    """Lines for a file: one is due some seconds after the last, also if that was of an earlier activity of the command."""

    def __init__(self, write: Callable[[str], None]) -> None:
        super().__init__()
        self.interval = min(1.0, SECONDS_BETWEEN_LINES)
        self._write = write

    def show_now(self) -> None:
        """Write a line, if one is due."""
        if time.monotonic() - self.clock.last_line >= SECONDS_BETWEEN_LINES:
            self.clock.last_line = time.monotonic()
            self._write(self.status_text)


class Status(Activity):
    """A line of a terminal that moves, once the activity has lasted some time."""

    interval = 0.1

    def __init__(self, screen: Console, delay: float) -> None:
        from rich.live import Live
        from rich.spinner import Spinner
        from rich.text import Text

        super().__init__()
        self._line = Text(no_wrap=True, overflow="ellipsis")
        self._shown_from = time.monotonic() + delay
        spinner = Spinner("dots", self._line, style="status.spinner")
        self._live = Live(
            spinner, console=screen, auto_refresh=False, transient=True, redirect_stdout=False, redirect_stderr=False
        )  # it has no thread of its own, which could not rest

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, traceback: TracebackType | None) -> None:
        super().__exit__(kind, fault, traceback)
        self._live.stop()

    def show_now(self) -> None:
        """Show the line as it is now."""
        if time.monotonic() >= self._shown_from:
            self._line.plain = self.status_text
            self._live.start()
            self._live.refresh()
