"""Steps of long work are counted over processes, and a worker keeps nothing that only cycles hold."""

from __future__ import annotations

import gc
import weakref
from functools import partial

import pytest

from rulewright.base import steps, workers
from rulewright.base.steps import count_step, finished_steps, onlookers
from rulewright.base.workers import Workers


class Cycle:
    """An object that refers to itself, as an encoder does through its parts."""

    def __init__(self) -> None:
        self.itself = self


def count_some(number: int) -> int:
    for _ in range(number):
        count_step()
    return number


def left_after_steps(number: int) -> int:
    """Return how many of so many objects in cycles are left in a worker, each made in a step."""
    steps.MAX_NEW_OBJECTS = 0
    made = []
    for _ in range(number):
        made.append(weakref.ref(Cycle()))
        count_step()
    return sum(one() is not None for one in made) if not gc.isenabled() else -1


class Watcher:
    """An onlooker that notes what it was told to do."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def end_thread(self) -> None:
        self.told.append("rest")

    def start_thread(self) -> None:
        self.told.append("look")


@pytest.mark.parametrize("count", [1, 2])
def test_steps_are_counted_here_and_by_workers(count: int) -> None:
    before = finished_steps()
    with Workers(count) as some:
        assert sum(task.result() for task in some.submit_all([partial(count_some, 3), partial(count_some, 4)])) == 7
    tasks = 2 if count > 1 else 0  # what another process does is a step in itself
    assert finished_steps() - before == 7 + tasks


def test_a_worker_frees_what_only_cycles_hold() -> None:
    with Workers(2) as some:
        assert [task.result() for task in some.submit_all([partial(left_after_steps, 5)] * 2)] == [0, 0]


def test_what_looks_on_rests_while_processes_begin(monkeypatch: pytest.MonkeyPatch) -> None:
    watcher = Watcher()
    monkeypatch.setattr(steps, "onlookers", [watcher])
    told_at_start: list[list[str]] = []

    def begin_others() -> None:
        with Workers(2) as others:
            assert [task.result() for task in others.submit_all([partial(count_some, 1)] * 2)] == [1, 1]

    method = workers.start_method()

    def start_method() -> str:
        told_at_start.append(list(watcher.told))
        return method

    monkeypatch.setattr(workers, "start_method", start_method)
    with Workers(2, begin_others) as some:
        for _ in range(2):
            assert [task.result() for task in some.submit_all([partial(count_some, 1)] * 2)] == [1, 1]
    assert told_at_start == [["rest"], ["rest"]], "those of the others, and its own"
    assert watcher.told == ["rest", "look"]
    assert watcher not in onlookers
