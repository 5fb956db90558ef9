"""The end of work from outside: a deadline in seconds, or a signal from another thread.

Work that may be stopped looks every so often whether it is to end. It then ends with an error and without a result; it never ends with
another result, so that what is worked out stays the same on all machines.
"""

from __future__ import annotations

from time import monotonic
from typing import Protocol

from rulewright.base.errors import Error


class StopSignal(Protocol):
    """A signal to stop, such as a `threading.Event`: work ends soon after it is set."""

    def is_set(self) -> bool:
        """Return True if work is to end."""


class Stopped(Error):
    """Work was ended by its deadline or by a signal, and has no result.

    `by_deadline` is False if it was the signal. `seconds` is how long it had taken, `steps` how many steps had been made (rules that were
    evaluated, things and values gone through), `rows` how many rows of a table had been answered, None for a single question.
    """

    def __init__(self, *, by_deadline: bool, seconds: float, steps: int, rows: int | None = None) -> None:
        reason = "its time was over" if by_deadline else "it was told to stop"
        progress = f"{steps:,} steps" if rows is None else f"{rows:,} rows"
        super().__init__(f"{reason} after {seconds:.1f} s and {progress}, so there is no {'answer' if rows is None else 'further row'}")
        self.by_deadline, self.seconds, self.steps, self.rows = by_deadline, seconds, steps, rows


class Watch:
    """Ends work `deadline` seconds from now, or as soon as `stop` is set. `steps` are the steps made so far, `rows` the rows of a table."""

    __slots__ = ("_end", "_start", "_stop", "rows", "steps")

    def __init__(self, deadline: float | None, stop: StopSignal | None) -> None:
        self._start = monotonic()
        self._end = None if deadline is None else self._start + deadline
        self._stop = stop
        self.steps = 0
        self.rows: int | None = None

    def look(self, steps: int = 0) -> None:
        """Count further steps. Raises `Stopped` if work is to end."""
        self.steps += steps
        is_stopped = self._stop is not None and self._stop.is_set()
        now = monotonic()
        if is_stopped or (self._end is not None and now >= self._end):
            raise Stopped(by_deadline=not is_stopped, seconds=now - self._start, steps=self.steps, rows=self.rows)


def watch_for(deadline: float | None, stop: StopSignal | None) -> Watch | None:
    """Return a watch over work that begins now; None if nothing is to end it."""
    return None if deadline is None and stop is None else Watch(deadline, stop)
