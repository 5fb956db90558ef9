"""Work on the workers of a Dask scheduler, on this machine or on many: what comes back is the same as from processes here.

>>> with scheduled("tcp://127.0.0.1:8786") as workers:
...     parsed = workers.map_chunks(parse_sources, sources, most=8)()

Where a worker dies, the scheduler gives its work to another. What no worker can do, or sends back, is done in this process: where the
work is done can change how long a run takes, and nothing else. What comes from a worker is opened as Python opens its own objects, which
can run code: a scheduler is used only where it is named, and is to be one's own.
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
"""How long a scheduler may take to answer, as Dask writes it."""
LOOK_AGAIN = 2.0
"""Seconds between two looks at whether there are still workers that could do what is waited for."""

_one_at_a_time = threading.Lock()
"""A worker may have several threads; what it keeps from one piece of work to the next is for one."""


def done_there(tool: str, written: bytes) -> Any:
    """What a worker makes of work that was written out. Raises `Error` where another tool is installed than where it comes from."""
    with _one_at_a_time:
        if tool != tool_fingerprint():
            raise Error("another version of rulewright, of Python or of a library is installed on this worker")
        work = pickle.loads(written)
        return work()


class _Sent(Pending[R]):
    """Work that was sent to a scheduler."""

    def __init__(self, work: Callable[[], R], client: Client, future: Future[R]) -> None:
        super().__init__(work)
        self._client = client
        self._sent = future

    def _waited_for(self) -> R:
        while True:
            try:
                return self._sent.result(timeout=LOOK_AGAIN)
            except TimeoutError:
                if self._sent.status == "pending" and self._client.status == "running" and _workers_of(self._client):
                    continue
            except Exception:  # whatever it is: a fault of the work's own comes again here, where it can be seen
                pass
            self._sent.cancel()
            return self._work()


class Scheduled(Workers):
    """The workers of a scheduler. They are there for others too and outlive the command."""

    def __init__(self, client: Client) -> None:
        super().__init__(2)  # more than this process, however many there are
        self._client: Client | None = client

    def close(self) -> None:
        """Leave the scheduler; work that is handed out afterwards is done in this process."""
        super().close()
        client, self._client = self._client, None
        if client is not None:
            client.close()

    def submit(self, work: Callable[[], R]) -> Pending[R]:
        """Hand out one piece of work: a function of a module, or a `partial` of one."""
        if self._client is None:
            return Pending(work)
        try:
            return _Sent(work, self._client, self._client.submit(done_there, tool_fingerprint(), pickle.dumps(work), pure=False))
        except Exception:  # it cannot be written out, or the scheduler is gone
            return Pending(work)


def scheduled(address: str) -> Scheduled:
    """The workers of the scheduler at an address, `tcp://HOST:PORT`.

    Raises `Error` where Dask is not installed, nothing answers there, there are no workers, or one has another tool.
    """
    try:
        from distributed import Client
    except ModuleNotFoundError:
        raise Error("a scheduler needs Dask, which is not installed", ['pip install "rulewright[scheduler]"']) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    warnings.filterwarnings("ignore", module="distributed")  # of versions: what matters of them is compared below
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
    return Scheduled(client)


def _refuse_others(client: Client, address: str) -> None:
    there = _workers_of(client)
    if not there:
        raise Error(f"the scheduler at `{address}` has no workers", [f"`dask worker {address} --nthreads 1` starts one"])
    tools = client.run(tool_fingerprint, on_error="return")
    for worker, tool in sorted(tools.items()):
        if tool != tool_fingerprint():
            what = (
                "has no rulewright" if isinstance(tool, BaseException) else "has another version of rulewright, of Python or of a library"
            )
            raise Error(
                f"the worker at `{worker}` {what}", ["install there what is installed here: only the same tool gives the same answers"]
            )


def _workers_of(client: Client) -> list[str]:
    """The addresses of the workers that there are now."""
    try:
        return list(client.nthreads())
    except (OSError, ValueError):
        return []
