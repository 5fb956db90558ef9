"""The processes that look for findings, as the server sees them: drafts are sent, the newest first; reports come back one by one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection

from rulewright.interfaces.lsp.analyst import Report, Sent, Stage, serve


class Watch:
    """One process of a stage, started with the first draft, and started anew with the next where it has died."""

    def __init__(self, stage: Stage, receive: Callable[[Stage, Report], None]) -> None:
        self.stage = stage
        self._receive = receive
        self._connection: Connection | None = None
        self._lock = threading.Lock()

    def send(self, sent: Sent) -> None:
        """Have a draft looked at; what comes of older ones of that folder is then of no use."""
        with self._lock:
            connection = self._connection or self._start()
            try:
                connection.send(sent)
            except (BrokenPipeError, OSError):
                self._start().send(sent)

    def close(self) -> None:
        """End the process, which does nothing of its own."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _start(self) -> Connection:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(self.stage, theirs), name=f"rulewright-{self.stage}", daemon=True)
        process.start()
        theirs.close()
        self._connection = ours
        threading.Thread(target=self._listen, args=(ours,), daemon=True).start()
        return ours

    def _listen(self, connection: Connection) -> None:
        while True:
            try:
                report = connection.recv()
            except (EOFError, OSError, TypeError):
                return
            self._receive(self.stage, report)
