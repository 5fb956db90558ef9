"""A process that computes findings: stage `TEXTS` those of the texts, stage `MEANING` those of decisions over all situations.

It receives drafts and reports the findings of each. Work on an outdated draft is cancelled between two tasks. Results for a draft that is
as on disk are read and stored in the common cache; for any other draft only the verdicts on questions are kept, in memory, so that
typing does not evict useful entries.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from enum import StrEnum
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.editions import Verdicts, VerdictStore, empty_verdict_store
from rulewright.base.diagnostics import Diagnostic
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep, release_memory
from rulewright.base.store import Store
from rulewright.base.tool_version import tool_fingerprint
from rulewright.base.workers import InterruptibleWorkers, Superseded
from rulewright.interfaces.lsp.draft import Trees, draft_of
from rulewright.workspace.inputs import LoadError
from rulewright.workspace.open_book import OpenBook, results_folder, verdicts_of

R = TypeVar("R")
IDLE = 1.0
"""The time in seconds without a draft after which memory is given back; a draft that follows soon would need it again."""


class Stage(StrEnum):
    """A stage of analysis. Findings of decisions come with all findings of the texts."""

    TEXTS = "texts"
    MEANING = "meaning"


@record
class DraftMessage:
    """A draft to analyse: `texts` are those of open files by name; `saved` is True if they are all as on disk."""

    number: int
    folder: str
    texts: tuple[tuple[str, bytes], ...]
    saved: bool


@record
class Report:
    """The findings in a draft. `depth` is the depth of analysis of its rules; None: not at all, or only of the edited ones.

    `fault` is the reason why nothing could be analysed.
    """

    number: int
    folder: str
    findings: tuple[Diagnostic, ...]
    depth: Depth | None
    fault: str = ""

    @property
    def is_complete(self) -> bool:
        """True if it has all findings of `check`."""
        return self.depth is Depth.ALL


class DraftStore(Store):
    """The stored results of a book; for unsaved drafts only verdicts are kept, and only while the server runs."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder)
        self.saved = True
        self.verdicts: VerdictStore = empty_verdict_store()

    def read(self, part: str, key: str) -> tuple[Any] | None:
        entry = super().read(part, key)
        depth = next((depth for depth in Depth if part == verdicts_of(depth)), None)
        if depth is None or key != tool_fingerprint():
            return entry
        return ({**(entry[0] if entry else {}), **self.verdicts[depth]},)

    def write(self, part: str, key: str, value: object, limit: bool = True) -> None:
        if self.saved:
            super().write(part, key, value, limit)

    def retain(self, part: str, keys: Any) -> None:
        """Remove nothing: other drafts have the same files."""


class VerdictKeeper(InterruptibleWorkers):
    """Runs work, and keeps the verdicts of each task: they are valid for the next draft, too."""

    def __init__(self, is_overtaken: Callable[[], bool], verdicts: VerdictStore) -> None:
        super().__init__(is_overtaken)
        self._verdicts = verdicts

    def run_task(self, work: Callable[[], R]) -> R:
        result = super().run_task(work)
        if isinstance(result, Verdicts):
            result.add_to(self._verdicts)
        return result


class Analyst:
    """Computes the findings of drafts of any folders; syntax trees are cached by folder."""

    def __init__(self, stage: Stage, is_overtaken: Callable[[], bool]) -> None:
        self.stage = stage
        self._overtaken = is_overtaken
        self._trees: dict[str, Trees] = {}
        self._stores: dict[str, DraftStore] = {}

    def send_reports(self, message: DraftMessage, send: Callable[[Report], object]) -> None:
        """Send the findings of a draft, errors before notes, beginning with edited questions; raises `Superseded`."""
        folder = Path(message.folder)
        try:
            draft = draft_of(folder, dict(message.texts), self._trees.setdefault(message.folder, Trees()))
        except LoadError as fault:
            send(Report(message.number, message.folder, (), Depth.ALL, fault.message))
            return
        store = self._stores.setdefault(message.folder, DraftStore(results_folder(draft.name, folder)))
        store.saved = message.saved
        loaded = draft.with_store(store, VerdictKeeper(self._overtaken, store.verdicts)).loaded
        for diagnostics, depth in self._findings_in(loaded):
            send(Report(message.number, message.folder, diagnostics, depth))

    def _findings_in(self, loaded: OpenBook) -> Iterator[tuple[tuple[Diagnostic, ...], Depth | None]]:
        """Yield the findings of a book, each time more of them."""
        if self.stage is Stage.TEXTS and not loaded.has_findings:
            yield loaded.findings_in_texts, None
            return
        if not loaded.has_findings:
            first_findings = loaded.first_findings()
            if first_findings is not None:
                yield first_findings, None
            yield loaded.findings(Depth.ERRORS), Depth.ERRORS
        yield loaded.diagnostics, Depth.ALL


class _Inbox(threading.Thread):
    """Receives drafts during an analysis, so that the sender never waits; for each folder the newest one."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(daemon=True)
        self._connection = connection
        self._pending: dict[str, DraftMessage] = {}
        self._news = threading.Condition()
        self._closed = False

    def run(self) -> None:
        try:
            while True:
                message = self._connection.recv()
                with self._news:
                    self._pending[message.folder] = message
                    self._news.notify()
        except (EOFError, OSError):
            with self._news:
                self._closed = True
                self._news.notify()

    def has_news(self) -> bool:
        """Return True if another draft is pending, or the editor has gone."""
        return bool(self._pending) or self._closed

    def wait_for_news(self, seconds: float) -> bool:
        """Return True as soon as there is news; False if there is none for some seconds."""
        with self._news:
            return self._news.wait_for(self.has_news, seconds)

    def next_draft(self) -> DraftMessage | None:
        """Return the next draft, waiting for one; None if there will be none."""
        with self._news:
            self._news.wait_for(self.has_news)
            return None if self._closed else self._pending.pop(next(iter(self._pending)))

    def put_back(self, message: DraftMessage) -> None:
        """Return a cancelled draft to the inbox, unless a newer one of its folder is there."""
        with self._news:
            self._pending.setdefault(message.folder, message)


def serve(stage: Stage, connection: Connection) -> None:
    """Run the process until the connection is closed."""
    inbox = _Inbox(connection)
    inbox.start()
    analyst = Analyst(stage, inbox.has_news)
    send_reports = nests_deep(analyst.send_reports)
    while (message := inbox.next_draft()) is not None:
        try:
            send_reports(message, connection.send)
        except Superseded:
            inbox.put_back(message)
        except OSError:
            return
        if not inbox.wait_for_news(IDLE):
            release_memory()
