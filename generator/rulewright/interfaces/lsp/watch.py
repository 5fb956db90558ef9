"""The analysis processes as the server sees them: drafts are sent, the newest first; reports come back one by one."""

from __future__ import annotations

import threading
from collections.abc import Callable
from multiprocessing import get_context
from multiprocessing.connection import Connection

from rulewright.interfaces.lsp.analyst import DraftMessage, Report, Stage, serve


class Watch:
    """One process of a stage, started with the first draft, and restarted with the next one if it has died."""

    def __init__(self, stage: Stage, receive: Callable[[Stage, Report], None]) -> None:
        self.stage = stage
        self._receive = receive
        self._connection: Connection | None = None
        self._lock = threading.Lock()

    def send_draft(self, message: DraftMessage) -> None:
        """Send a draft for analysis; results for older ones of its folder are then discarded."""
        with self._lock:
            connection = self._connection or self._start_process()
            try:
                connection.send(message)
            except (BrokenPipeError, OSError):
                self._start_process().send(message)

    def close(self) -> None:
        """End the process, which holds no state worth saving."""
        with self._lock:
            connection, self._connection = self._connection, None
            if connection is not None:
                connection.close()

    def _start_process(self) -> Connection:
        context = get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=serve, args=(self.stage, theirs), name=f"rulewright-{self.stage}", daemon=True)
        process.start()
        theirs.close()
        self._connection = ours
        threading.Thread(target=self._receive_reports, args=(ours,), daemon=True).start()
        return ours

    def _receive_reports(self, connection: Connection) -> None:
        while True:
            try:
                report = connection.recv()
            except (EOFError, OSError, TypeError):
                return
            self._receive(self.stage, report)
