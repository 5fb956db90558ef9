"""Work done beside the rest, on another core: a forked child that fills the store and ends.

A child hands nothing back but what it keeps on disk (`rulewright.store`). Where it fails, or where there can be none, what it would have
kept is worked out by the parent as if it had never been: so it can change how long a run takes and nothing else.
"""

from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable


def beside(work: Callable[[], object]) -> Callable[[], None]:
    """Start `work` in a child if the machine has a core for it; the function that comes back waits for its end."""
    if not can_fork():
        return lambda: None
    try:
        child = os.fork()
    except OSError:
        return lambda: None
    if child == 0:
        with contextlib.suppress(BaseException):  # the parent will meet the same fault, and tell it
            work()
        os._exit(0)
    return lambda: _wait(child)


def can_fork() -> bool:
    """Forking is safe with one thread only, and pays with two cores or more."""
    return hasattr(os, "fork") and threading.active_count() == 1 and (os.cpu_count() or 1) > 1


def _wait(child: int) -> None:
    with contextlib.suppress(OSError):
        os.waitpid(child, 0)
