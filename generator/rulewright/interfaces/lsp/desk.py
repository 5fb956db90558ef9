"""The open files of the editor by book, and their findings: diagnostics are published here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlparse

from lsprotocol import types

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base import resources
from rulewright.base.diagnostics import Diagnostic
from rulewright.base.errors import WrongInput
from rulewright.base.records import record
from rulewright.interfaces.lsp.analyst import DraftMessage, DraftStore, Report, Stage
from rulewright.interfaces.lsp.diagnostics import client_diagnostic, group_by_file, shift_findings
from rulewright.interfaces.lsp.draft import Blocks, Draft, Trees, draft_of
from rulewright.interfaces.lsp.text import Text, Width, change_text, utf16
from rulewright.interfaces.lsp.watch import Watch
from rulewright.syntax.parser import parse_source, source_of
from rulewright.workspace.inputs import LoadError
from rulewright.workspace.open_book import UNUSED_ACCEPTS, results_folder

QUIET = 0.12
"""The delay in seconds after the last keystroke before the texts are analysed as a whole."""
READING_CODE_PREFIX = "RW0"
"""The prefix of the codes of findings in one file alone, which are updated at each keystroke."""


class Loop(Protocol):
    """The part of an event loop that is used here."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Any: ...

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> Any: ...


@dataclass
class OpenFile:
    """An open file: its name on the client's side, its version there and its text."""

    uri: str
    version: int
    text: str


@dataclass
class OpenBook:
    """A folder with an open file. `findings` are the latest, moved with edits; `decision_findings` is their part from decisions."""

    folder: Path
    open: dict[str, OpenFile] = field(default_factory=dict)
    number: int = 0
    trees: Trees = field(default_factory=Trees)
    findings: tuple[Diagnostic, ...] = ()
    decision_findings: tuple[Diagnostic, ...] = ()
    reading_errors: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    published: dict[str, list[types.Diagnostic]] = field(default_factory=dict)
    draft: Draft | None = None
    timer: Any = None
    analysed_number: int = -1

    @cached_property
    def store(self) -> DraftStore:
        """The store of results of other runs, for reading only."""
        store = DraftStore(results_folder(resources.readable_path(self.folder.resolve().name), self.folder))
        store.saved = False
        return store

    @property
    def path_prefix(self) -> str:
        """The prefix of the paths of its files in findings."""
        return resources.shown_path(self.folder)

    def path(self, name: str) -> str:
        return f"{self.path_prefix}/{name}"

    def texts(self) -> dict[str, bytes]:
        """Return the bytes of the open files by name."""
        return _texts_of(self.folder, self.open)

    def is_saved(self, texts: Mapping[str, bytes]) -> bool:
        """Return True if all open files are as on disk."""
        return all(_bytes_of(self.folder / name) == data for name, data in texts.items())


@record
class Snapshot:
    """The open files of a book at a moment, and the path in findings of one of them."""

    book: OpenBook
    open: dict[str, OpenFile]
    path: str


def _texts_of(folder: Path, files: Mapping[str, OpenFile]) -> dict[str, bytes]:
    """Return the bytes of open files by name; an unmodified file has the exact bytes on disk."""
    return {name: _as_on_disk(folder / name, file.text.encode("utf-8", "surrogatepass")) for name, file in files.items()}


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _as_on_disk(path: Path, data: bytes) -> bytes:
    """Return the given bytes, or those on disk if an editor has only dropped the byte order mark."""
    disk_data = _bytes_of(path)
    return disk_data if disk_data is not None and disk_data.removeprefix(b"\xef\xbb\xbf") == data else data


def path_of(uri: str) -> Path:
    """Return the path of a file that a client names."""
    parsed = urlparse(uri)
    return Path(unquote(parsed.path)) if parsed.scheme in ("file", "") else Path(unquote(parsed.path.lstrip("/")) or "untitled")


class Desk:
    """The open books of an editor.

    `publish` sends diagnostics to the client; `on_settled` is called after an analysis of a book, with True if it was complete;
    `show_error` with a sentence about what the client has sent.
    """

    def __init__(
        self,
        publish: Callable[[types.PublishDiagnosticsParams], object],
        on_settled: Callable[[OpenBook, bool], object],
        show_error: Callable[[str], object],
    ) -> None:
        self.books: dict[Path, OpenBook] = {}
        self.width: Width = utf16
        self._publish, self._on_settled, self._show_error = publish, on_settled, show_error
        self._loop: Loop | None = None
        self._watches = {stage: Watch(stage, self._receive_report) for stage in Stage}

    def attach_loop(self, loop: Loop, width: Width) -> None:
        """Set the event loop that takes reports, and the width of the client's columns."""
        self._loop, self.width = loop, width

    def close(self) -> None:
        for watch in self._watches.values():
            watch.close()

    # ---- documents -----------------------------------------------------------------------------------------------------------------

    def update_file(self, uri: str, version: int, text: str) -> None:
        """Register the text of an open file: its own errors are shown at once, other findings as they arrive."""
        path = path_of(uri)
        book = self.books.setdefault(path.parent, OpenBook(path.parent))
        earlier = book.open.get(path.name)
        book.open[path.name] = OpenFile(uri, version, text)
        book.number += 1
        if path.suffix == ".case":
            shown_as = book.path(path.name)
            if earlier is not None:
                book.findings = tuple(shift_findings(book.findings, shown_as, earlier.text, text))
                book.decision_findings = tuple(shift_findings(book.decision_findings, shown_as, earlier.text, text))
            book.reading_errors[shown_as] = parse_source(source_of(shown_as, text), Blocks(shown_as))[1]
            if book.analysed_number >= 0:  # the first report on a file has all findings
                self._publish_findings(book, only_path=shown_as)
        self._schedule_analysis(book)

    def change_file(self, uri: str, version: int, changes: Iterable[types.TextDocumentContentChangeEvent]) -> None:
        """Register changes of an open file, each in the text after the one before; all or none of them are taken."""
        path = path_of(uri)
        file = self.books[path.parent].open.get(path.name) if path.parent in self.books else None
        try:
            if file is None:
                raise WrongInput("it is not open")
            text = file.text
            for change in changes:
                text = change_text(text, change, self.width)
        except WrongInput as fault:
            self._show_error(f"a change of `{path.name}` was not taken: {fault.message}; open the file again")
        else:
            self.update_file(uri, version, text)

    def close_file(self, uri: str) -> None:
        """Remove a closed file: its text on disk counts again."""
        path = path_of(uri)
        book = self.books.get(path.parent)
        if book is None or book.open.pop(path.name, None) is None:
            return
        book.reading_errors.pop(book.path(path.name), None)
        book.number += 1
        if book.open:
            self._schedule_analysis(book)
            return
        for published_uri in list(book.published):
            self._publish(types.PublishDiagnosticsParams(published_uri, []))
        del self.books[path.parent]

    def note_disk_change(self, uri: str) -> None:
        """Register a change of a book's file on disk."""
        book = self.books.get(path_of(uri).parent)
        if book is not None:
            book.number += 1
            self._schedule_analysis(book)

    def snapshot_of(self, uri: str) -> Snapshot | None:
        """Return the state of an open file's book; None if the file is not open."""
        path = path_of(uri)
        book = self.books.get(path.parent)
        return Snapshot(book, dict(book.open), book.path(path.name)) if book is not None and path.name in book.open else None

    def draft_of(self, snapshot: Snapshot) -> Draft | None:
        """Return the draft of a snapshot, with the other files as on disk; the same object as before if all texts are the same."""
        book = snapshot.book
        try:
            draft = draft_of(book.folder, _texts_of(book.folder, snapshot.open), book.trees, book.store)
        except LoadError:
            return None
        if book.draft is None or book.draft.inputs != draft.inputs:
            book.draft = draft
        return book.draft

    # ---- findings ------------------------------------------------------------------------------------------------------------------

    def _schedule_analysis(self, book: OpenBook) -> None:
        """Schedule an analysis of the book after a moment without typing."""
        if self._loop is None:
            return
        if book.timer is not None:
            book.timer.cancel()
        book.timer = self._loop.call_later(QUIET if book.analysed_number >= 0 else 0, self._send_draft, Stage.TEXTS, book)

    def _send_draft(self, stage: Stage, book: OpenBook) -> None:
        texts = book.texts()
        self._watches[stage].send_draft(DraftMessage(book.number, str(book.folder), tuple(texts.items()), book.is_saved(texts)))

    def _receive_report(self, stage: Stage, report: Report) -> None:
        """Hand a report, received in a thread of its own, to the event loop."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._apply_report, stage, report)

    def _apply_report(self, stage: Stage, report: Report) -> None:
        """Show a report, unless the texts have been edited since."""
        book = self.books.get(Path(report.folder))
        if book is None or report.number != book.number:
            return
        meaning = _depths_of_meaning()
        report_depth = -1 if report.depth is None else report.depth
        older = [
            diagnostic
            for diagnostic in book.decision_findings
            if meaning[diagnostic.code] > report_depth and diagnostic not in report.findings
        ]
        book.findings = (*report.findings, *older)
        book.decision_findings = tuple(diagnostic for diagnostic in book.findings if diagnostic.code in meaning)
        if stage is Stage.TEXTS and not report.is_complete:
            self._send_draft(Stage.MEANING, book)
        book.analysed_number = report.number
        self._publish_findings(book)
        self._on_settled(book, report.is_complete)

    def _publish_findings(self, book: OpenBook, only_path: str | None = None) -> None:
        """Publish the findings of a book, or of one file of it, if they have changed.

        The reading errors of an open file are those of its current text.
        """
        files = group_by_file(
            (diagnostic for diagnostic in book.findings if not self._is_read_here(book, diagnostic)), book.path("rulebook.case")
        )
        for path, diagnostics in book.reading_errors.items():
            files.setdefault(path, [])[:0] = diagnostics
        texts = _Texts(book, self.width)
        uris = {self.uri_of(book, path): path for path in files} | {uri: "" for uri in book.published if only_path is None}
        for uri in uris:
            path = uris[uri] or next((path for path in files if self.uri_of(book, path) == uri), "")
            if only_path is not None and path != only_path:
                continue
            published = [client_diagnostic(diagnostic, texts, lambda path: self.uri_of(book, path)) for diagnostic in files.get(path, ())]
            if book.published.get(uri, []) != published or only_path is not None:
                version = next((file.version for file in book.open.values() if file.uri == uri), None)
                book.published[uri] = published
                self._publish(types.PublishDiagnosticsParams(uri, published, version))

    def _is_read_here(self, book: OpenBook, diagnostic: Diagnostic) -> bool:
        """Return True if a finding is a reading error of an open file, of which the current ones are known here."""
        return (
            diagnostic.code.startswith(READING_CODE_PREFIX)
            and bool(diagnostic.labels)
            and diagnostic.labels[0].location.path in book.reading_errors
        )

    def uri_of(self, book: OpenBook, path: str) -> str:
        """Return the client's name of a file, by its path in findings."""
        name = path.rpartition("/")[2]
        file = book.open.get(name)
        return file.uri if file is not None else (book.folder / name).absolute().as_uri()


class _Texts(Mapping[str, Text]):
    """The texts of a book's files by path, read on demand."""

    def __init__(self, book: OpenBook, width: Width) -> None:
        self._book, self._width = book, width
        self._read: dict[str, Text] = {}

    def __getitem__(self, path: str) -> Text:
        if path not in self._read:
            name = path.rpartition("/")[2]
            file = self._book.open.get(name)
            content = file.text if file else (_bytes_of(self._book.folder / name) or b"").decode("utf-8", "replace")
            self._read[path] = Text(content, self._width)
        return self._read[path]

    def __iter__(self) -> Any:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def _depths_of_meaning() -> dict[str, Depth]:
    """Return the codes of findings from decisions, each with the depth of analysis that it needs."""
    from rulewright.checks.run import depths_of_meaning_checks

    return {**depths_of_meaning_checks(), UNUSED_ACCEPTS: Depth.ALL}
