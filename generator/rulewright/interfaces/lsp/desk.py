"""What is open in the editor, book by book, and what is found in it: findings are published here, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import unquote, urlparse

from lsprotocol import types

from rulewright.analysis.verdicts.depth import Depth
from rulewright.base import resources
from rulewright.base.diagnostics import Diagnostic
from rulewright.interfaces.lsp.analyst import DraftStore, Report, Sent, Stage
from rulewright.interfaces.lsp.diagnostics import by_file, moved, shown
from rulewright.interfaces.lsp.draft import Blocks, Draft, Trees, draft_of
from rulewright.interfaces.lsp.text import Text, Width, utf16
from rulewright.interfaces.lsp.watch import Watch
from rulewright.syntax.parser import parse_source, source_of
from rulewright.workspace.inputs import LoadError
from rulewright.workspace.open_book import UNUSED_ACCEPTS, kept_in

QUIET = 0.12
"""So many seconds after the last keystroke the texts are looked at as a whole."""
OF_READING = "RW0"
"""How the codes of findings begin that come of one file alone, and are looked for at each keystroke."""


class Loop(Protocol):
    """What is needed of an event loop."""

    def call_later(self, delay: float, callback: Callable[..., object], *args: Any) -> Any: ...

    def call_soon_threadsafe(self, callback: Callable[..., object], *args: Any) -> Any: ...


@dataclass
class Open:
    """A file that is open: its name on the client's side, its version there and its text."""

    uri: str
    version: int
    text: str


@dataclass
class OpenBook:
    """A folder of which some file is open. `found` is what was found last, and is true of `texts_then`; `shown` what the client has."""

    folder: Path
    open: dict[str, Open] = field(default_factory=dict)
    number: int = 0
    trees: Trees = field(default_factory=Trees)
    found: tuple[Diagnostic, ...] = ()
    meant: tuple[Diagnostic, ...] = ()
    reading: dict[str, tuple[Diagnostic, ...]] = field(default_factory=dict)
    published: dict[str, list[types.Diagnostic]] = field(default_factory=dict)
    draft: Draft | None = None
    timer: Any = None
    settled: int = -1

    @cached_property
    def store(self) -> DraftStore:
        """Where what other runs have read is found; nothing is written there."""
        store = DraftStore(kept_in(resources.readable_path(self.folder.resolve().name), self.folder))
        store.saved = False
        return store

    @property
    def shown(self) -> str:
        """How the paths of its files begin in findings."""
        return resources.shown_path(self.folder)

    def path(self, name: str) -> str:
        return f"{self.shown}/{name}"

    def texts(self) -> dict[str, bytes]:
        """The bytes of the open files by name; those of one that is as on disk are the very ones on disk."""
        return {name: _as_on_disk(self.folder / name, one.text.encode("utf-8", "surrogatepass")) for name, one in self.open.items()}

    def is_saved(self, texts: Mapping[str, bytes]) -> bool:
        """Whether the open files are all as on disk."""
        return all(_bytes_of(self.folder / name) == data for name, data in texts.items())


def _bytes_of(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _as_on_disk(path: Path, data: bytes) -> bytes:
    """Those bytes, or the ones on disk where an editor has only left out the mark at their beginning."""
    there = _bytes_of(path)
    return there if there is not None and there.removeprefix(b"\xef\xbb\xbf") == data else data


def path_of(uri: str) -> Path:
    """The file that a client names."""
    parsed = urlparse(uri)
    return Path(unquote(parsed.path)) if parsed.scheme in ("file", "") else Path(unquote(parsed.path.lstrip("/")) or "untitled")


class Desk:
    """All open books. `publish` shows findings to the client; `on_settled` is called when something is found in a book, and with
    yes when that is all there is to be found."""

    def __init__(self, publish: Callable[[types.PublishDiagnosticsParams], object], on_settled: Callable[[OpenBook, bool], object]) -> None:
        self.books: dict[Path, OpenBook] = {}
        self.width: Width = utf16
        self._publish, self._on_settled = publish, on_settled
        self._loop: Loop | None = None
        self._watches = {stage: Watch(stage, self._received) for stage in Stage}

    def begin(self, loop: Loop, width: Width) -> None:
        """From now on there is a loop in which reports are taken."""
        self._loop, self.width = loop, width

    def close(self) -> None:
        for watch in self._watches.values():
            watch.close()

    # ---- documents -----------------------------------------------------------------------------------------------------------------

    def changed(self, uri: str, version: int, text: str) -> None:
        """A file is open with that text: its own faults are shown at once, everything else as it comes."""
        path = path_of(uri)
        book = self.books.setdefault(path.parent, OpenBook(path.parent))
        before = book.open.get(path.name)
        book.open[path.name] = Open(uri, version, text)
        book.number += 1
        if path.suffix == ".case":
            shown_as = book.path(path.name)
            if before is not None:
                book.found = tuple(moved(book.found, shown_as, before.text, text))
                book.meant = tuple(moved(book.meant, shown_as, before.text, text))
            book.reading[shown_as] = parse_source(source_of(shown_as, text), Blocks(shown_as))[1]
            if book.settled >= 0:  # the first findings of a file are all findings
                self._show(book, only=shown_as)
        self._look(book)

    def closed(self, uri: str) -> None:
        """A file is open no more: what it has on disk counts again."""
        path = path_of(uri)
        book = self.books.get(path.parent)
        if book is None or book.open.pop(path.name, None) is None:
            return
        book.reading.pop(book.path(path.name), None)
        book.number += 1
        if book.open:
            self._look(book)
            return
        for there in list(book.published):
            self._publish(types.PublishDiagnosticsParams(there, []))
        del self.books[path.parent]

    def on_disk(self, uri: str) -> None:
        """A file of a book has changed on disk."""
        book = self.books.get(path_of(uri).parent)
        if book is not None:
            book.number += 1
            self._look(book)

    def book_of(self, uri: str) -> OpenBook | None:
        return self.books.get(path_of(uri).parent)

    def draft(self, uri: str) -> tuple[Draft, str] | None:
        """The book of an open file as it is now, and the path of the file as findings show it; the same draft while nothing changes."""
        path = path_of(uri)
        book = self.books.get(path.parent)
        if book is None or path.name not in book.open:
            return None
        try:
            draft = draft_of(book.folder, book.texts(), book.trees, book.store)
        except LoadError:
            return None
        if book.draft is None or book.draft.inputs != draft.inputs:
            book.draft = draft
        return book.draft, book.path(path.name)

    # ---- findings ------------------------------------------------------------------------------------------------------------------

    def _look(self, book: OpenBook) -> None:
        """Have the book looked at when nothing more is typed for a moment."""
        if self._loop is None:
            return
        if book.timer is not None:
            book.timer.cancel()
        book.timer = self._loop.call_later(QUIET if book.settled >= 0 else 0, self._send, Stage.TEXTS, book)

    def _send(self, stage: Stage, book: OpenBook) -> None:
        texts = book.texts()
        self._watches[stage].send(Sent(book.number, str(book.folder), tuple(texts.items()), book.is_saved(texts)))

    def _received(self, stage: Stage, report: Report) -> None:
        """A report has come, in a thread of its own."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._take, stage, report)

    def _take(self, stage: Stage, report: Report) -> None:
        """Show a report, unless the texts have been edited since."""
        book = self.books.get(Path(report.folder))
        if book is None or report.number != book.number:
            return
        meaning = _depths_of_meaning()
        known = -1 if report.depth is None else report.depth
        older = [one for one in book.meant if meaning[one.code] > known and one not in report.found]
        book.found = (*report.found, *older)
        book.meant = tuple(one for one in book.found if one.code in meaning)
        if stage is Stage.TEXTS and not report.whole:
            self._send(Stage.MEANING, book)
        book.settled = report.number
        self._show(book)
        self._on_settled(book, report.whole)

    def _show(self, book: OpenBook, only: str | None = None) -> None:
        """Publish the findings of a book, or of one file of it, where they are others than before.

        Of an open file the faults of reading are those of its text at this moment.
        """
        files = by_file((one for one in book.found if not self._is_read_here(book, one)), book.path("rulebook.case"))
        for path, found in book.reading.items():
            files.setdefault(path, [])[:0] = found
        texts = _Texts(book, self.width)
        uris = {self.uri(book, path): path for path in files} | {uri: "" for uri in book.published if only is None}
        for uri in uris:
            path = uris[uri] or next((path for path in files if self.uri(book, path) == uri), "")
            if only is not None and path != only:
                continue
            there = [shown(one, texts, lambda path: self.uri(book, path)) for one in files.get(path, ())]
            if book.published.get(uri, []) != there or only is not None:
                version = next((one.version for one in book.open.values() if one.uri == uri), None)
                book.published[uri] = there
                self._publish(types.PublishDiagnosticsParams(uri, there, version))

    def _is_read_here(self, book: OpenBook, found: Diagnostic) -> bool:
        """Whether a finding is a fault of reading in an open file, which is known better than the report knows it."""
        return found.code.startswith(OF_READING) and bool(found.labels) and found.labels[0].location.path in book.reading

    def uri(self, book: OpenBook, path: str) -> str:
        """The client's name of a file, by its path in findings."""
        name = path.rpartition("/")[2]
        one = book.open.get(name)
        return one.uri if one is not None else (book.folder / name).absolute().as_uri()


class _Texts(Mapping[str, Text]):
    """The texts of a book's files by their paths in findings, read when they are asked for."""

    def __init__(self, book: OpenBook, width: Width) -> None:
        self._book, self._width = book, width
        self._read: dict[str, Text] = {}

    def __getitem__(self, path: str) -> Text:
        if path not in self._read:
            name = path.rpartition("/")[2]
            one = self._book.open.get(name)
            whole = one.text if one else (_bytes_of(self._book.folder / name) or b"").decode("utf-8", "replace")
            self._read[path] = Text(whole, self._width)
        return self._read[path]

    def __iter__(self) -> Any:
        return iter(self._read)

    def __len__(self) -> int:
        return len(self._read)


def _depths_of_meaning() -> dict[str, Depth]:
    """The codes of findings that come of decisions, each with how deep rules are looked into for it."""
    from rulewright.checks.run import of_meaning

    return {**of_meaning(), UNUSED_ACCEPTS: Depth.ALL}
