"""Steps of long work, counted over all processes as they are finished: what shows that a command goes on asks for their number.

A step takes seconds at most: a question decided or compared, an example run. Threads that show the number rest while processes are forked.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext
    from multiprocessing.sharedctypes import Synchronized

MAX_NEW_OBJECTS = 200_000
"""A worker frees what lies in reference cycles, as encoders do, once there are this many more objects than after the last time."""

_counters: list[Synchronized[int]] = []
"""The counters that this process shares with its workers, or a worker with the process that hands out its tasks."""
_finished_here = 0


def count_step() -> None:
    """Count a finished step; in a worker, free what is no longer needed."""
    global _finished_here
    if gc.isenabled() or not _counters:
        _finished_here += 1
        return
    if gc.get_count()[0] > MAX_NEW_OBJECTS:
        gc.collect()
    counter = _counters[0]
    with counter.get_lock():
        counter.value += 1


def finished_steps() -> int:
    """Return the number of steps that were finished, here and by workers."""
    return _finished_here + sum(counter.value for counter in _counters)


def shared_counter(context: BaseContext) -> Synchronized[int]:
    """Return a new counter for workers of this process."""
    _counters.append(context.Value("q"))
    return _counters[-1]


def begin_counting(counter: Synchronized[int]) -> None:
    """Make this process a worker: it counts with others, and collects its garbage when a step is finished."""
    _counters[:] = [counter]
    gc.disable()  # most of its objects are handed back or reused
    gc.freeze()  # what it has from its parent is walked by no collection


class Onlooker(Protocol):
    """Something with a thread that looks at the steps."""

    def end_thread(self) -> None:
        """End the thread."""

    def start_thread(self) -> None:
        """Start the thread."""


onlookers: list[Onlooker] = []


@contextmanager
def resting_onlookers() -> Iterator[None]:
    """Let the threads that look at steps rest in a `with` block, blocks in it included: a process with several cannot be forked."""
    resting = list(onlookers)
    onlookers.clear()
    for onlooker in resting:
        onlooker.end_thread()
    try:
        yield
    finally:
        onlookers.extend(resting)
        for onlooker in resting:
            onlooker.start_thread()
