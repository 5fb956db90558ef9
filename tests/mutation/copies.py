"""Copies of the checkout, and processes that run its tests there: the tree itself is never changed.

A process is forked from this one, which has pytest and the libraries imported and nothing of rulewright: it starts in a few hundredths of a
second, and what it imports of rulewright comes from its copy.
"""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sys
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "build" / "mutation"
EXAMPLES = 15
"""So many examples a property is tried on, and so many generated books, the same ones in every run."""
_LEFT_OUT = (".git", ".venv", "build", "dist", "node_modules", "__pycache__", ".*_cache", ".hypothesis", ".cache", ".coverage*")
_MEMORY = 6 * 2**30
_LIBRARIES = ("pytest", "hypothesis", "lark", "networkx", "z3", "click", "jsonschema", "rich.console", "coverage")


class Copy:
    """A copy of the checkout in which one file at a time is changed."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.top = WORK / "copies" / str(number)
        shutil.rmtree(self.top, ignore_errors=True)
        shutil.copytree(ROOT, self.top, ignore=shutil.ignore_patterns(*_LEFT_OUT), symlinks=True)
        self._writings = 0

    def write(self, path: str, source: bytes) -> None:
        """Write a file, with a time of its own: Python keeps the bytecode of a source by its time and length."""
        self._writings += 1
        place = self.top / path
        place.write_bytes(source)
        at = int(time.time()) + 10 * self._writings
        os.utime(place, (at, at))


@dataclass(slots=True)
class Process:
    """A process at work, and when it is ended at the latest."""

    number: int
    until: float

    def status(self) -> int | None:
        """Its status, negative for a signal, or None while it works; it is ended where its time is over."""
        done, status = os.waitpid(self.number, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > self.until:
            os.killpg(self.number, signal.SIGKILL)
            os.waitpid(self.number, 0)
            return -signal.SIGKILL
        return None


@dataclass(slots=True)
class Job:
    """Something to do in a copy: a process to start there, and what to do with its status."""

    start: Callable[[Copy], Process]
    ended: Callable[[Copy, int], None]


def fork(copy: Copy, work: Callable[[], int], seconds: float) -> Process:
    """Fork a process that does some work in a copy and ends with its status; what it prints goes to a file of the copy's number."""
    number = os.fork()
    if number:
        return Process(number, time.monotonic() + seconds)
    status = 70
    try:
        _move_into(copy)
        status = work()
    finally:
        sys.stdout.flush()
        os._exit(status)


def _move_into(copy: Copy) -> None:
    os.setsid()
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    out = os.open(WORK / f"{copy.number}.txt", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(out, 1)
    os.dup2(out, 2)
    os.chdir(copy.top)
    own = (str(ROOT), str(ROOT / "tests"), str(ROOT / "generator"), "")
    sys.path[:] = [str(copy.top / "generator"), *(place for place in sys.path if place not in own)]
    os.environ["PYTHONPATH"] = str(copy.top / "generator")
    os.environ["RULEWRIGHT_CACHE"] = str(copy.top / "cache")
    os.environ["RULEWRIGHT_GENERATED_BOOKS"] = str(EXAMPLES)


def warm() -> None:
    """Import what every test process needs, without rulewright."""
    for name in _LIBRARIES:
        __import__(name)
    assert not any(name.partition(".")[0] == "rulewright" for name in sys.modules)


def do_all(jobs: Iterable[Job], copies: list[Copy]) -> None:
    """Do every job, one in each copy at a time."""
    waiting = iter(jobs)
    free = list(copies)
    busy: list[tuple[Copy, Job, Process]] = []
    while True:
        while free and (job := next(waiting, None)) is not None:
            copy = free.pop()
            busy.append((copy, job, job.start(copy)))
        if not busy:
            return
        time.sleep(0.02)
        still = []
        for copy, job, process in busy:
            status = process.status()
            if status is None:
                still.append((copy, job, process))
            else:
                job.ended(copy, status)
                free.append(copy)
        busy = still
