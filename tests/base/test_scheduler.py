"""Work on the workers of a Dask scheduler: the same bytes as without one, also where a worker is killed, all are, or one has another tool."""

from __future__ import annotations

import os
import pickle
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from patience import PATIENCE
from rulewright.base import scheduler
from rulewright.base.errors import Error
from rulewright.base.scheduler import connect_scheduler, run_on_worker
from rulewright.base.tool_version import tool_fingerprint


@dataclass
class Cluster:
    """A scheduler with its workers, each a process of its own."""

    address: str
    folder: Path
    workers: list[subprocess.Popen[bytes]] = field(default_factory=list)

    def add_worker(self) -> None:
        """One more worker, when it is there."""
        log = self.folder / f"worker{len(self.workers)}.txt"
        with log.open("wb") as out:
            command = [sys.executable, "-m", "distributed.cli.dask_worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
            there = {**os.environ, "PYTHONPATH": os.pathsep.join(map(str, Path(__file__).parents[1:3]))}
            self.workers.append(subprocess.Popen(command, stderr=out, stdout=out, cwd=self.folder, env=there))
        _wait_for(log, "Registered to")

    def kill_all(self) -> None:
        for worker in self.workers:
            worker.kill()
            worker.wait()


def _wait_for(log: Path, words: str) -> str:
    end = time.monotonic() + PATIENCE
    while words not in (text := log.read_text("utf-8", "replace")):
        assert time.monotonic() < end, text
        time.sleep(0.05)
    return text


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    log = tmp_path / "scheduler.txt"
    with log.open("wb") as out:
        command = [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--no-dashboard",
            "--no-show",
        ]
        process = subprocess.Popen(command, stderr=out, stdout=out, cwd=tmp_path)
    found: Cluster | None = None
    try:
        at = re.search(r"Scheduler at: *(tcp://\S+)", _wait_for(log, "Scheduler at:"))
        assert at is not None
        found = Cluster(at[1], tmp_path)
        yield found
    finally:
        if found is not None:
            found.kill_all()
        process.kill()
        process.wait()


def process_number() -> int:
    return os.getpid()


def process_with(what: object) -> int:
    return os.getpid()


def slowly(what: int) -> tuple[int, int]:
    time.sleep(0.3)
    return what, os.getpid()


def fail(what: str) -> None:
    raise ValueError(what)


def wait_long(here: int) -> str:
    """Takes its time in every process but one."""
    if os.getpid() != here:
        time.sleep(PATIENCE)
    return "here"


def test_the_work_is_done_there_and_comes_back_in_order(cluster: Cluster) -> None:
    cluster.add_worker()
    cluster.add_worker()
    with connect_scheduler(cluster.address) as workers:
        found = [one.result() for one in workers.submit_all([partial(slowly, number) for number in range(6)])]
        assert [number for number, _ in found] == list(range(6))
        assert {process for _, process in found} == {worker.pid for worker in cluster.workers}
        with pytest.raises(ValueError, match="as it is"):
            workers.submit(partial(fail, "as it is")).result()
        assert workers.submit(partial(process_with, threading.Lock())).result() == os.getpid(), "what cannot be sent"
    assert workers.submit(process_number).result() == os.getpid(), "after the end"


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["la-grande-armee", "leipzig"])
def test_a_book_is_checked_to_the_same_bytes_though_a_worker_is_killed(cluster: Cluster, root: Path, name: str) -> None:
    cluster.add_worker()
    cluster.add_worker()
    command = [sys.executable, "-m", "rulewright", "check", "--format", "json", "--no-cache", str(root / "rules" / name)]
    alone = subprocess.run([*command, "--workers", "1"], capture_output=True, check=False)
    shared = subprocess.Popen([*command, "--scheduler", cluster.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(2)
    os.kill(cluster.workers[0].pid, signal.SIGKILL)
    out, err = shared.communicate(timeout=PATIENCE * 4)
    assert (shared.returncode, out, err) == (alone.returncode, alone.stdout, alone.stderr)
    assert cluster.workers[1].poll() is None


def test_where_no_worker_is_left_the_work_is_done_here(cluster: Cluster) -> None:
    cluster.add_worker()
    with connect_scheduler(cluster.address) as workers:
        pending = workers.submit(partial(wait_long, os.getpid()))
        time.sleep(0.5)
        cluster.kill_all()
        assert pending.result() == "here"


def test_a_scheduler_without_workers_is_refused(cluster: Cluster) -> None:
    with pytest.raises(Error, match="has no workers"):
        connect_scheduler(cluster.address)


def test_a_worker_with_another_tool_is_refused(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    cluster.add_worker()
    here = os.getpid()
    monkeypatch.setattr(scheduler, "tool_fingerprint", lambda: "one" if os.getpid() == here else "another")
    with pytest.raises(Error, match="has another version"):
        connect_scheduler(cluster.address)


def test_work_of_another_tool_is_not_done() -> None:
    assert run_on_worker(tool_fingerprint(), pickle.dumps(process_number)) == os.getpid()
    with pytest.raises(Error, match="another version"):
        run_on_worker("another", pickle.dumps(process_number))


def test_where_nothing_answers_it_is_said_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduler, "CONNECTING", "1s")
    with pytest.raises(Error, match="no scheduler answers") as wrong:
        connect_scheduler("tcp://127.0.0.1:9")
    assert "tcp://127.0.0.1:8786" in wrong.value.hints[0]
    with pytest.raises(Error, match="no scheduler answers"):
        connect_scheduler("nonsense")


def test_without_dask_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Error, match="needs Dask") as wrong:
        connect_scheduler("tcp://127.0.0.1:8786")
    assert wrong.value.hints == ('pip install "rulewright[scheduler]"',)
