"""Work done beside the rest, on another core: a forked child that hands back what it made and ends.

Where it fails, or where there can be none, its work is done by the parent as if the child had never been: so it can change how long a run
takes and nothing else. What a child still has to write (`rulewright.store`) it writes after it has handed over.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import threading
from collections.abc import Callable, Iterator
from typing import TypeVar

from rulewright.records import many_at_once

T = TypeVar("T")

_children: list[int] = []


def beside(work: Callable[[], T], afterwards: Callable[[], object] | None = None) -> Callable[[], T | None]:
    """Start `work` in a child if the machine has a core for it; the function that comes back waits for what it made, None if nothing.

    For what the child does `afterwards` nobody waits.
    """
    if not can_fork():
        return lambda: None
    there, here = os.pipe()
    child = _fork()
    if child == 0:
        with contextlib.suppress(BaseException):  # the parent will meet the same fault, and tell it
            os.close(there)
            _let_go_of_the_terminal()
            made = pickle.dumps(work(), protocol=pickle.HIGHEST_PROTOCOL)
            with os.fdopen(here, "wb") as pipe:
                pipe.write(made)
            if afterwards is not None:
                afterwards()
        os._exit(0)
    os.close(here)
    if child is None:
        os.close(there)
        return lambda: None
    return lambda: _received(there, child if afterwards is None else None)


class Line:
    """Things in a row, by number, that a process and its child take one by one, the one from the front, the other from the back.

    Made before the child is. However long each takes, both are busy until there is none left; none is taken twice.
    """

    MOST = 4_096  # a pipe holds more than so many bytes

    def __init__(self, count: int) -> None:
        if count > self.MOST:
            raise ValueError(f"more than {self.MOST:,} things in a row")
        self._count = count
        self._left, filling = os.pipe()
        os.write(filling, b"." * count)
        os.close(filling)

    def front(self) -> Iterator[int]:
        return self._taken(range(self._count))

    def back(self) -> Iterator[int]:
        return self._taken(range(self._count - 1, -1, -1))

    def _taken(self, numbers: range) -> Iterator[int]:
        for number in numbers:
            if not os.read(self._left, 1):
                return
            yield number

    def is_empty(self) -> bool:
        """Whether all are taken, so that a process that becomes free finds nothing to do."""
        from fcntl import ioctl  # where a process cannot fork, there is none
        from termios import FIONREAD

        return not any(ioctl(self._left, FIONREAD, bytes(4)))

    def close(self) -> None:
        os.close(self._left)


def left_behind(work: Callable[[], object]) -> None:
    """Do `work` in a child that nobody waits for; here and now where there can be none."""
    child = _fork() if can_fork() else None
    if child is None:
        work()
    elif child == 0:
        with contextlib.suppress(BaseException):
            _let_go_of_the_terminal()
            work()
        os._exit(0)


def can_fork() -> bool:
    """Forking is safe with one thread only, and pays with two cores or more."""
    return hasattr(os, "fork") and threading.active_count() == 1 and (os.cpu_count() or 1) > 1


def _fork() -> int | None:
    """As `os.fork`; None where the system has no room for a child. Children that have ended since the last one are let go."""
    try:
        _children[:] = [child for child in _children if not _ended(child, os.WNOHANG)]
        child = os.fork()
    except OSError:
        return None
    if child:
        _children.append(child)
    else:
        _children.clear()
    return child


def _let_go_of_the_terminal() -> None:
    """A child says nothing, and nobody who reads what the parent prints waits for the child's end."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in range(3):
        os.dup2(nowhere, stream)


def _received(pipe: int, child: int | None) -> T | None:
    """What a child sent, or None if it died before it was done. A child that is named here has nothing else to do, and is waited for."""
    made: T | None = None
    with contextlib.suppress(Exception), os.fdopen(pipe, "rb") as file, many_at_once():
        made = pickle.loads(file.read())
    if child is not None:
        _ended(child)
    return made


def _ended(child: int, options: int = 0) -> bool:
    """Wait for the end of a child; with `WNOHANG` only look."""
    try:
        return os.waitpid(child, options) != (0, 0)
    except OSError:  # it was waited for before
        return True
