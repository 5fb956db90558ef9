"""Work on several processes, by `concurrent.futures`. What comes back is the same for every number of workers, in the order of the work.

>>> with Workers(2) as workers:
...     parsed = workers.map_chunks(parse_sources, sources, most=8)()

Work is a function of a module with arguments that can be sent; how it is cut into chunks never depends on how many workers there are.
With one worker it is done in this process, when its result is asked for. Where a process cannot be started, or dies, its work is done here
as well: how many workers there are can change how long a run takes, and nothing else.
"""

from __future__ import annotations

import os
import sys
import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path
from pickle import PicklingError
from types import TracebackType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from rulewright.base.packing import NotPackableError, pack, unpack

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor
    from multiprocessing.process import BaseProcess

R = TypeVar("R")
T = TypeVar("T")

_NOT_SENT = (PicklingError, NotPackableError, AttributeError, TypeError, RecursionError)
"""What is raised for work that cannot be sent."""


def cores() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Parcel(Generic[T]):
    """A large value that goes from process to process: packed once, however often it is sent; opened once by each worker that gets it."""

    def __init__(self, value: T) -> None:
        self._value = [value]
        self._packed: bytes | None = None
        self._name: bytes | None = None

    @classmethod
    def closed(cls, packed: bytes) -> Parcel[T]:
        """One that is opened when its value is asked for, which raises `DamagedError` where the bytes are no packed value."""
        made = cls.__new__(cls)
        made._value, made._packed, made._name = [], packed, None
        return made

    @property
    def value(self) -> T:
        if not self._value:
            assert self._packed is not None
            self._value.append(unpack(self._packed))
        return self._value[0]

    @property
    def packed(self) -> bytes:
        """Its bytes; raises `NotPackableError`."""
        if self._packed is None:
            self._packed = pack(self._value[0])
        return self._packed

    def __reduce__(self) -> tuple[Any, ...]:
        if self._name is None:
            self._name = blake2b(self.packed, digest_size=16).digest()
        return _received, (self._name, self.packed)


_received_here: OrderedDict[bytes, Parcel[Any]] = OrderedDict()
_HELD = 8
"""So many parcels a worker holds open, those that came last."""


def _received(name: bytes, packed: bytes) -> Parcel[Any]:
    """A parcel as it comes out of another process: the same object for the same content, so that what was made of it is found again."""
    found = _received_here.pop(name, None) or Parcel.closed(packed)
    _received_here[name] = found
    while len(_received_here) > _HELD:
        _received_here.popitem(last=False)
    return found


class Pending(Generic[R]):
    """Work that was handed out, or is done when its result is asked for."""

    def __init__(self, work: Callable[[], R], future: Future[R] | None = None) -> None:
        self._work = work
        self._future = future
        self._made: list[R] = []

    def result(self) -> R:
        """What was made of it; raises what the work raised."""
        if not self._made:
            self._made.append(self._waited_for())
        return self._made[0]

    def _waited_for(self) -> R:
        if self._future is None:
            return self._work()
        from concurrent.futures import BrokenExecutor, CancelledError

        try:
            return self._future.result()
        except (BrokenExecutor, CancelledError, *_NOT_SENT):  # its process died, or it was not sent; its own faults will come again here
            return self._work()
        finally:
            self._future = None


class Workers:
    """So many processes, started when there is work for more than one. `prepare` is called in this process before they are."""

    def __init__(self, count: int = 1, prepare: Callable[[], object] | None = None) -> None:
        if count < 1:
            raise ValueError("no work is done by no workers")
        self.count = count
        self._prepare = prepare
        self._executor: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, where: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """End the processes; work that is handed out afterwards is done in this one."""
        self.count = 1
        executor, self._executor = self._executor, None
        if executor is not None:
            executor.shutdown(cancel_futures=True)

    def submit(self, work: Callable[[], R]) -> Pending[R]:
        """Hand out one piece of work: a function of a module, or a `partial` of one."""
        if self.count == 1:
            return Pending(work)
        from concurrent.futures import BrokenExecutor

        try:
            return Pending(work, self._started().submit(work))
        except (BrokenExecutor, OSError):  # there is no room for processes
            self.close()
            return Pending(work)

    def submit_all(self, works: Sequence[Callable[[], R]]) -> list[Pending[R]]:
        """Hand out several pieces; a single one is not worth starting processes for."""
        if len(works) < 2 and self._executor is None:
            return [Pending(work) for work in works]
        return [self.submit(work) for work in works]

    def map_chunks(
        self, function: Callable[[Sequence[T]], Sequence[R]], items: Iterable[T], most: int, weigh: Callable[[T], int] = lambda item: 1
    ) -> Callable[[], list[R]]:
        """Hand out items in chunks that weigh so much at most; what is given back waits for what the function makes of them, in order."""
        pending = self.submit_all([partial(function, chunk) for chunk in chunks(items, most, weigh)])
        return lambda: [made for one in pending for made in one.result()]

    def _started(self) -> ProcessPoolExecutor:
        if self._executor is None:
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            if self._prepare is not None:
                self._prepare()
            self._executor = ProcessPoolExecutor(self.count, get_context(start_method()), _begin)
        return self._executor


class Overtaken(Exception):
    """What was worked on is no longer wanted."""


class Interruptible(Workers):
    """Does the work in this process, piece by piece, and before each sees whether it is still wanted: else raises `Overtaken`."""

    def __init__(self, overtaken: Callable[[], bool]) -> None:
        super().__init__(1)
        self._overtaken = overtaken

    def submit_all(self, works: Sequence[Callable[[], R]]) -> list[Pending[R]]:
        return [Pending(partial(self.done, work)) for work in works]

    def done(self, work: Callable[[], R]) -> R:
        """What a piece of work makes."""
        if self._overtaken():
            raise Overtaken
        return work()


def chunks(items: Iterable[T], most: int, weigh: Callable[[T], int] = lambda item: 1) -> Iterator[list[T]]:
    """The items in their order, in lists that weigh so much at most, or are of one item."""
    found: list[T] = []
    weight = 0
    for item in items:
        its = weigh(item)
        if found and weight + its > most:
            yield found
            found, weight = [], 0
        found.append(item)
        weight += its
    if found:
        yield found


def start_method() -> str:
    """How processes are started.

    A fork has at once all that this process has loaded, which else takes each worker half a second; but only Linux does it in good order,
    and only while there is one thread, since a fork has none of the others and all of their locks.
    """
    return "fork" if sys.platform == "linux" and _threads() == 1 else "spawn"


def _threads() -> int:
    """The threads of this process, those of libraries among them."""
    try:
        return max(threading.active_count(), sum(1 for _ in Path("/proc/self/task").iterdir()))
    except OSError:
        return 2  # not known: as if there were others


def _begin() -> None:
    """What a worker does first: it lives for its work alone, and no longer than the process that hands it out."""
    import gc
    import signal
    from multiprocessing import parent_process

    gc.disable()  # what it makes is handed back or used again
    signal.signal(signal.SIGINT, signal.SIG_DFL)  # it has nothing to say of being stopped
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(process: BaseProcess) -> None:
    process.join()
    os._exit(1)
