"""A process that looks for findings: `TEXTS` in what the texts say, `MEANING` in what the rules lead to over all situations.

It is sent drafts and sends back what is found in each. What has been overtaken by a newer draft is left off, between two pieces of work.
Of a draft that is as on disk the results are kept, and read, where every command keeps them; of any other only the verdicts on questions
are, so that typing does not push out what is worth keeping.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from enum import StrEnum
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from rulewright.analysis.verdicts.depth import Depth
from rulewright.analysis.verdicts.editions import Known, Verdicts, nothing_known
from rulewright.base.diagnostics import Diagnostic
from rulewright.base.records import record
from rulewright.base.runtime import nests_deep
from rulewright.base.store import Store
from rulewright.base.tool_version import tool_fingerprint
from rulewright.base.workers import Interruptible, Overtaken
from rulewright.interfaces.lsp.draft import Trees, draft_of
from rulewright.workspace.inputs import LoadError
from rulewright.workspace.open_book import Loaded, kept_in, verdicts_of

R = TypeVar("R")


class Stage(StrEnum):
    """What is looked for. What is found in the meaning comes with all that is found in the texts."""

    TEXTS = "texts"
    MEANING = "meaning"


@record
class Sent:
    """A draft to look at: `texts` are those of open files by name, `saved` if they are all as on disk."""

    number: int
    folder: str
    texts: tuple[tuple[str, bytes], ...]
    saved: bool


@record
class Report:
    """What was found in a draft. `depth` is how deep its rules were looked into; None: not at all, or only as far as they were edited.

    `fault` is why nothing could be looked at.
    """

    number: int
    folder: str
    found: tuple[Diagnostic, ...]
    depth: Depth | None
    fault: str = ""

    @property
    def whole(self) -> bool:
        """It is everything that `check` finds."""
        return self.depth is Depth.ALL


class DraftStore(Store):
    """The results of a book on disk; of drafts that are not saved only the verdicts are kept, and only while the server runs."""

    def __init__(self, folder: Path | None) -> None:
        super().__init__(folder)
        self.saved = True
        self.made: Known = nothing_known()

    def read(self, part: str, key: str) -> tuple[Any] | None:
        found = super().read(part, key)
        depth = next((depth for depth in Depth if part == verdicts_of(depth)), None)
        if depth is None or key != tool_fingerprint():
            return found
        return ({**(found[0] if found else {}), **self.made[depth]},)

    def write(self, part: str, key: str, value: object, limit: bool = True) -> None:
        if self.saved:
            super().write(part, key, value, limit)

    def retain(self, part: str, keys: Any) -> None:
        """Nothing is removed: other drafts are of the same files."""


class Keeping(Interruptible):
    """Keeps the verdicts of each piece of work: they are good for the next draft too."""

    def __init__(self, overtaken: Callable[[], bool], verdicts: Known) -> None:
        super().__init__(overtaken)
        self._verdicts = verdicts

    def done(self, work: Callable[[], R]) -> R:
        made = super().done(work)
        if isinstance(made, Verdicts):
            made.add_to(self._verdicts)
        return made


class Analyst:
    """Finds what is wrong with drafts of any folders; what it has read of each is remembered."""

    def __init__(self, stage: Stage, overtaken: Callable[[], bool]) -> None:
        self.stage = stage
        self._overtaken = overtaken
        self._trees: dict[str, Trees] = {}
        self._stores: dict[str, DraftStore] = {}

    def report(self, sent: Sent, send: Callable[[Report], object]) -> None:
        """Send what is found in a draft, errors before notes, those about what was edited first; raises `Overtaken`."""
        folder = Path(sent.folder)
        try:
            draft = draft_of(folder, dict(sent.texts), self._trees.setdefault(sent.folder, Trees()))
        except LoadError as fault:
            send(Report(sent.number, sent.folder, (), Depth.ALL, fault.message))
            return
        store = self._stores.setdefault(sent.folder, DraftStore(kept_in(draft.name, folder)))
        store.saved = sent.saved
        loaded = draft.with_store(store, Keeping(self._overtaken, store.made)).loaded
        for found, depth in self._found_in(loaded):
            send(Report(sent.number, sent.folder, found, depth))

    def _found_in(self, loaded: Loaded) -> Iterator[tuple[tuple[Diagnostic, ...], Depth | None]]:
        """What is found in a book, more each time."""
        if self.stage is Stage.TEXTS and not loaded.are_findings_kept:
            yield loaded.found_in_texts, None
            return
        if not loaded.are_findings_kept:
            first = loaded.found_first()
            if first is not None:
                yield first, None
            yield loaded.findings(Depth.ERRORS), Depth.ERRORS
        yield loaded.diagnostics, Depth.ALL


class _Inbox(threading.Thread):
    """Takes what is sent while something is being looked at, so that nobody waits to send it; of each folder the newest draft."""

    def __init__(self, connection: Connection) -> None:
        super().__init__(daemon=True)
        self._connection = connection
        self._waiting: dict[str, Sent] = {}
        self._news = threading.Condition()
        self._closed = False

    def run(self) -> None:
        try:
            while True:
                sent = self._connection.recv()
                with self._news:
                    self._waiting[sent.folder] = sent
                    self._news.notify()
        except (EOFError, OSError):
            with self._news:
                self._closed = True
                self._news.notify()

    def has_news(self) -> bool:
        """Whether another draft is waiting, or the editor has gone."""
        return bool(self._waiting) or self._closed

    def take(self) -> Sent | None:
        """The next draft, when there is one; None when there will be none."""
        with self._news:
            self._news.wait_for(self.has_news)
            return None if self._closed else self._waiting.pop(next(iter(self._waiting)))

    def put_back(self, sent: Sent) -> None:
        """Something that was left off for another folder is looked at later."""
        with self._news:
            self._waiting.setdefault(sent.folder, sent)


def serve(stage: Stage, connection: Connection) -> None:
    """What the process does, until the connection is closed."""
    inbox = _Inbox(connection)
    inbox.start()
    analyst = Analyst(stage, inbox.has_news)
    report = nests_deep(analyst.report)
    while (sent := inbox.take()) is not None:
        try:
            report(sent, connection.send)
        except Overtaken:
            inbox.put_back(sent)
        except OSError:
            return
