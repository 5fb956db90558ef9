"""Work on several processes, by `concurrent.futures`. The results are the same for every number of workers, in the order of the work.

>>> with Workers(2) as workers:
...     parsed = workers.map_chunks(parse_sources, sources, max_weight=8)()

Work is a function of a module with arguments that can be pickled; how it is split into chunks never depends on the number of workers.
With one worker it runs in this process, when its result is asked for. If a process cannot be started, or dies, its work runs here as well:
the number of workers can change how long a run takes, and nothing else.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from hashlib import blake2b
from pathlib import Path
from pickle import PicklingError
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.base.packing import NotPackableError, pack, unpack
from rulewright.base.steps import begin_counting, count_step, resting_onlookers, shared_counter

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.process import BaseProcess
    from multiprocessing.sharedctypes import Synchronized

R = TypeVar("R")
T = TypeVar("T")

_NOT_SENT = (PicklingError, NotPackableError, AttributeError, TypeError, RecursionError)
"""The exceptions raised for work that cannot be pickled."""


def available_cores() -> int:
    """The number of processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Parcel(Generic[T]):
    """A large value that goes from process to process: packed once, however often it is sent; unpacked once by each worker that gets it."""

    def __init__(self, value: T) -> None:
        self._value = [value]
        self._packed: bytes | None = None
        self._name: bytes | None = None

    @classmethod
    def from_packed(cls, packed: bytes) -> Parcel[T]:
        """A parcel that is unpacked when its value is asked for, which raises `DamagedError` if the bytes are no packed value."""
        parcel = cls.__new__(cls)
        parcel._value, parcel._packed, parcel._name = [], packed, None
        return parcel

    @property
    def value(self) -> T:
        if not self._value:
            assert self._packed is not None
            self._value.append(unpack(self._packed))
        return self._value[0]

    @property
    def packed(self) -> bytes:
        """The packed bytes; raises `NotPackableError`."""
        if self._packed is None:
            self._packed = pack(self._value[0])
        return self._packed

    def __reduce__(self) -> tuple[Any, ...]:
        if self._name is None:
            self._name = blake2b(self.packed, digest_size=16).digest()
        return _receive_parcel, (self._name, self.packed)


_open_parcels: OrderedDict[bytes, Parcel[Any]] = OrderedDict()
_MAX_OPEN_PARCELS = 4
"""The most parcels a worker holds unpacked: the newest."""


def _receive_parcel(name: bytes, packed: bytes) -> Parcel[Any]:
    """Unpickle a parcel from another process: the same object for the same content, so that results memoized by it are reused."""
    parcel = _open_parcels.pop(name, None) or Parcel.from_packed(packed)
    _open_parcels[name] = parcel
    while len(_open_parcels) > _MAX_OPEN_PARCELS:
        _open_parcels.popitem(last=False)
    return parcel


class Pending(Generic[R]):
    """A task that was handed out, or runs when its result is asked for."""

    def __init__(self, work: Callable[[], R], future: Future[R] | None = None) -> None:
        self._work = work
        self._future = future
        self._results: list[R] = []

    def result(self) -> R:
        """Return the result of the task, waiting for it; re-raise its exception."""
        if not self._results:
            self._results.append(self._wait_for_result())
        return self._results[0]

    def _wait_for_result(self) -> R:
        if self._future is None:
            return self._work()
        from concurrent.futures import BrokenExecutor, CancelledError

        try:
            return self._future.result()
        except (
            BrokenExecutor,
            CancelledError,
            *_NOT_SENT,
        ):  # the process died, or nothing was sent; the task's faults recur
            return self._work()
        finally:
            self._future = None


class Workers:
    """A pool of `count` processes, started when there are several tasks. `prepare` is called in this process before they are."""

    def __init__(self, count: int = 1, prepare: Callable[[], object] | None = None) -> None:
        if count < 1:
            raise ValueError("no work is done by no workers")
        self.count = count
        self._prepare = prepare
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the processes; tasks handed out afterwards run in this one."""
        self.count = 1
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(cancel_futures=True)

    def submit(self, work: Callable[[], R]) -> Pending[R]:
        """Hand out one task: a function of a module, or a `partial` of one."""
        if self.count == 1:
            return Pending(work)
        from concurrent.futures import BrokenExecutor

        try:
            with nullcontext() if self._executor else resting_onlookers():
                return Pending(work, self._start_executor().submit(partial(run_and_count, work)))
        except (BrokenExecutor, OSError):  # no process can be started
            self.close()
            return Pending(work)

    def submit_all(self, works: Sequence[Callable[[], R]]) -> list[Pending[R]]:
        """Hand out several tasks; a single one is not worth starting processes for."""
        if len(works) < 2 and self._executor is None:
            return [Pending(work) for work in works]
        return [self.submit(work) for work in works]

    def map_chunks(
        self,
        function: Callable[[Sequence[T]], Sequence[R]],
        items: Iterable[T],
        max_weight: int,
        weigh: Callable[[T], int] = lambda item: 1,
    ) -> Callable[[], list[R]]:
        """Hand out items in chunks of a total weight of at most `max_weight`; return a function that waits for the results, in order."""
        pending = self.submit_all([partial(function, chunk) for chunk in split_into_chunks(items, max_weight, weigh)])
        return lambda: [result for task in pending for result in task.result()]

    def _start_executor(self) -> ProcessPoolExecutor:
        if self._executor is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            if self._prepare is not None:
                self._prepare()
            context = get_context(start_method())
            self._executor = ProcessPoolExecutor(self.count, context, _initialize_worker, (shared_counter(context),))
        return self._executor


class Superseded(Exception):
    """A task whose result is no longer wanted."""


class InterruptibleWorkers(Workers):
    """Workers that run each task in this process; before each they raise `Superseded` if the result is no longer wanted."""

    def __init__(self, is_superseded: Callable[[], bool]) -> None:
        super().__init__(1)
        self._is_superseded = is_superseded

    def submit_all(self, works: Sequence[Callable[[], R]]) -> list[Pending[R]]:
        return [Pending(partial(self.run_task, work)) for work in works]

    def run_task(self, work: Callable[[], R]) -> R:
        """Run one task and return its result; raises `Superseded`."""
        if self._is_superseded():
            raise Superseded
        return work()


def split_into_chunks(items: Iterable[T], max_weight: int, weigh: Callable[[T], int] = lambda item: 1) -> Iterator[list[T]]:
    """Yield the items in order, in lists of a total weight of at most `max_weight`, or of one item."""
    chunk: list[T] = []
    weight = 0
    for item in items:
        item_weight = weigh(item)
        if chunk and weight + item_weight > max_weight:
            yield chunk
            chunk, weight = [], 0
        chunk.append(item)
        weight += item_weight
    if chunk:
        yield chunk


def start_method() -> str:
    """Return the start method of processes, `fork` or `spawn`.

    A forked process has all that this process has loaded, which else takes each worker half a second; but only Linux forks reliably,
    and only while there is one thread, since a fork has none of the others and all of their locks.
    """
    return "fork" if sys.platform == "linux" and _thread_count() == 1 else "spawn"


def _thread_count() -> int:
    """The number of threads of this process, those of libraries included."""
    try:
        return max(threading.active_count(), sum(1 for _ in Path("/proc/self/task").iterdir()))
    except OSError:
        return 2  # unknown: assume that there are others


def run_and_count(work: Callable[[], R]) -> R:
    """Run a task and return its result; the task is a step."""
    result = work()
    count_step()
    return result


def _initialize_worker(counter: Synchronized[int]) -> None:
    """Set up a worker process: it does its tasks alone, counts their steps, and ends with the process that hands them out."""
    import signal
    from multiprocessing import parent_process

    begin_counting(counter)
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # a worker says nothing when it is interrupted
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_exit_after, args=(parent,), daemon=True).start()


def _exit_after(process: BaseProcess) -> None:
    process.join()
    os._exit(1)
