"""Work on the workers of a Dask scheduler, on this machine or on many: the results are the same as from local processes.

>>> with scheduled("tcp://127.0.0.1:8786") as workers:
...     parsed = workers.map_chunks(parse_sources, sources, max_weight=8)()

If a worker dies, the scheduler gives its work to another. Work that no worker can do, or sends back, runs in this process: where it
runs can change how long a run takes, and nothing else. Results from a worker are unpickled, which can run code: a scheduler is used only
if it is named, and should be one's own.
"""

from __future__ import annotations

import logging
import pickle
import threading
import warnings
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from rulewright.base.errors import Error
from rulewright.base.tool_version import tool_fingerprint
from rulewright.base.workers import Pending, Workers

if TYPE_CHECKING:
    from distributed import Client, Future

R = TypeVar("R")

CONNECTING = "10s"
"""The time a scheduler may take to answer, as Dask writes it."""
LOOK_AGAIN = 2.0
"""Seconds between two checks that a worker is left for the awaited task."""

_one_at_a_time = threading.Lock()
"""A worker may have several threads; the state it keeps between tasks is for one."""


def run_on_worker(tool: str, pickled: bytes) -> Any:
    """Run a pickled task on a worker and return its result. Raises `Error` if the sender's tool is another one."""
    with _one_at_a_time:
        if tool != tool_fingerprint():
            raise Error("another version of rulewright, of Python or of a library is installed on this worker")
        work = pickle.loads(pickled)
        return work()


class _RemoteTask(Pending[R]):
    """A task sent to a scheduler."""

    def __init__(self, work: Callable[[], R], client: Client, future: Future[R]) -> None:
        super().__init__(work)
        self._client = client
        self._remote_future = future

    def _wait_for_result(self) -> R:
        while True:
            try:
                return self._remote_future.result(timeout=LOOK_AGAIN)
            except TimeoutError:
                if self._remote_future.status == "pending" and self._client.status == "running" and _workers_of(self._client):
                    continue
            except Exception:  # any fault: if it is the task's own, it is raised again here
                pass
            self._remote_future.cancel()
            return self._work()


class SchedulerWorkers(Workers):
    """The workers of a scheduler. They are shared with others and outlive the command."""

    def __init__(self, client: Client) -> None:
        super().__init__(2)  # more than one, however many there are
        self._client: Client | None = client

    def close(self) -> None:
        """Leave the scheduler; tasks handed out afterwards run in this process."""
        super().close()
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def submit(self, work: Callable[[], R]) -> Pending[R]:
        """Hand out one task: a function of a module, or a `partial` of one."""
        if self._client is None:
            return Pending(work)
        try:
            return _RemoteTask(work, self._client, self._client.submit(run_on_worker, tool_fingerprint(), pickle.dumps(work), pure=False))
        except Exception:  # it cannot be pickled, or the scheduler is gone
            return Pending(work)


def connect_scheduler(address: str) -> SchedulerWorkers:
    """Connect to the workers of the scheduler at an address, `tcp://HOST:PORT`.

    Raises `Error` if Dask is not installed, nothing answers there, there are no workers, or one has another tool.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise Error("a scheduler needs Dask, which is not installed", ['pip install "rulewright[scheduler]"']) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")  # about versions: those that matter are compared below
    try:
        client = Client(address, timeout=CONNECTING, set_as_default=False)
    except (OSError, ValueError):
        raise Error(
            f"no scheduler answers at `{address}`", ["an address is like `tcp://127.0.0.1:8786`; `dask scheduler` starts one"]
        ) from None
    try:
        _refuse_others(client, address)
    except BaseException:
        client.close()
        raise
    return SchedulerWorkers(client)


def _refuse_others(client: Client, address: str) -> None:
    addresses = _workers_of(client)
    if not addresses:
        raise Error(f"the scheduler at `{address}` has no workers", [f"`dask worker {address} --nthreads 1` starts one"])
    tools = client.run(tool_fingerprint, on_error="return")
    for worker, tool in sorted(tools.items()):
        if tool != tool_fingerprint():
            complaint = (
                "has no rulewright" if isinstance(tool, BaseException) else "has another version of rulewright, of Python or of a library"
            )
            raise Error(
                f"the worker at `{worker}` {complaint}", ["install there what is installed here: only the same tool gives the same answers"]
            )


def _workers_of(client: Client) -> list[str]:
    """The addresses of the current workers."""
    try:
        return list(client.nthreads())
    except (OSError, ValueError):
        return []
