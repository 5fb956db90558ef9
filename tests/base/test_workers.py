"""Work on several processes: in order, the same for every number of them, and done here where they fail."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from benchmarks.synthetic import write_book as write_synthetic

from interfaces.cli.ferry import write_book
from patience import PATIENCE
from rulewright.base import workers
from rulewright.base.workers import Parcel, Workers, split_into_chunks, start_method


def doubled(numbers: Sequence[int]) -> list[int]:
    return [2 * number for number in numbers]


def process() -> int:
    return os.getpid()


def fail(what: str) -> None:
    raise ValueError(what)


def die_unless(process: int) -> str:
    """Ends every process but one."""
    if os.getpid() != process:
        os._exit(1)
    return "here"


def opened(parcel: Parcel[list[int]]) -> tuple[int, int, int]:
    time.sleep(0.01)
    return os.getpid(), id(parcel), len(parcel.value)


@pytest.mark.parametrize("count", [1, 2, 3])
def test_results_are_in_order(count: int) -> None:
    with Workers(count) as some:
        assert some.map_chunks(doubled, range(50), 3)() == [2 * number for number in range(50)]
        assert some.map_chunks(doubled, [], 3)() == []


def test_chunks_weigh_so_much_at_most() -> None:
    assert list(split_into_chunks("abcde", 2)) == [["a", "b"], ["c", "d"], ["e"]]
    assert list(split_into_chunks([1, 5, 9, 2, 2, 2], 6, lambda weight: weight)) == [[1, 5], [9], [2, 2, 2]]
    assert list(split_into_chunks([], 2)) == []


def test_one_worker_is_this_process_and_waits_to_be_asked() -> None:
    done: list[int] = []
    pending = Workers(1).submit(lambda: done.append(1))
    assert done == []
    pending.result()
    pending.result()
    assert done == [1]


def test_several_workers_are_other_processes() -> None:
    with Workers(2) as some:
        assert some.submit(process).result() != os.getpid()
        assert some.submit_all([process])[0].result() != os.getpid(), "processes that are there are used"
    assert some.submit(process).result() == os.getpid(), "after the end"
    with Workers(2) as others:
        assert others.submit_all([process])[0].result() == os.getpid(), "not worth starting one"


def test_a_fault_comes_back() -> None:
    with Workers(2) as some, pytest.raises(ValueError, match="as it is"):
        some.submit(partial(fail, "as it is")).result()


def test_work_of_a_process_that_dies_is_done_here() -> None:
    with Workers(2) as some:
        pending = some.submit_all([partial(die_unless, os.getpid()) for _ in range(3)])
        assert [one.result() for one in pending] == ["here"] * 3
        assert some.submit(partial(die_unless, os.getpid())).result() == "here"


def test_work_that_cannot_be_sent_is_done_here() -> None:
    with Workers(2) as some:
        assert some.submit(lambda: "here").result() == "here"


def test_a_process_that_cannot_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "fork", lambda: (_ for _ in ()).throw(OSError("no room")))
    monkeypatch.setattr(workers, "start_method", lambda: "fork")
    with Workers(2) as some:
        assert some.submit(process).result() == os.getpid()


def test_processes_may_be_spawned(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "start_method", lambda: "spawn")
    with Workers(2) as some:
        assert some.map_chunks(doubled, range(4), 2)() == [0, 2, 4, 6]


def test_only_a_process_of_one_thread_forks(monkeypatch: pytest.MonkeyPatch) -> None:
    done = subprocess.run(
        [sys.executable, "-c", "from rulewright.base.workers import start_method; print(start_method())"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == ("fork" if sys.platform == "linux" else "spawn")
    end = threading.Event()
    thread = threading.Thread(target=end.wait)
    thread.start()
    assert start_method() == "spawn"
    end.set()
    thread.join()
    monkeypatch.setattr(sys, "platform", "darwin")
    assert start_method() == "spawn"


def test_a_parcel_is_opened_once_in_each_process() -> None:
    parcel = Parcel(list(range(1_000)))
    with Workers(2) as some:
        found = {pending.result() for pending in some.submit_all([partial(opened, parcel) for _ in range(12)])}
    assert len({process for process, _, _ in found}) == len(found) <= 2
    assert {length for _, _, length in found} == {1_000}
    assert Parcel.from_packed(parcel.packed).value == parcel.value


def test_workers_end_with_the_process_that_started_them() -> None:
    code = f"""
import sys, time
from functools import partial
from rulewright.base.workers import Workers
from multiprocessing import active_children
some = Workers(2)
some.submit(partial(time.sleep, {2 * PATIENCE}))
print(*[child.pid for child in active_children()], flush=True)
time.sleep({PATIENCE})
"""
    run = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert run.stdout is not None
    there = [int(word) for word in run.stdout.readline().split()]
    assert there
    run.send_signal(signal.SIGKILL)
    run.wait()
    run.stdout.close()
    until = time.monotonic() + PATIENCE
    while any(_runs(one) for one in there):
        assert time.monotonic() < until, "they live on"
        time.sleep(0.05)


def _runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text("utf-8").rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.parametrize(("name", "counts"), [("synthetic", "123"), pytest.param("leipzig", "123", marks=pytest.mark.thorough)])
def test_the_same_is_found_by_every_number_of_workers(name: str, counts: str, tmp_path: Path) -> None:
    """To the byte: two books, checked with an empty cache."""
    other = str(write_synthetic(tmp_path / name, 40)) if name == "synthetic" else name
    books = [str(write_book(tmp_path / "ferry")), other]
    found = set()
    for count in counts:
        environment = {**os.environ, "RULEWRIGHT_CACHE": str(tmp_path / count)}
        command = [sys.executable, "-m", "rulewright", "check", "--format", "json", "--workers", count, *books]
        found.add(subprocess.run(command, capture_output=True, env=environment, check=False).stdout)
    (document,) = found
    assert json.loads(document)["books"] == ["ferry", name]
