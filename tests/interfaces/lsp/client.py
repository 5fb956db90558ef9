"""A client that speaks to `rulewright lsp` as an editor does: over pipes, with the server in a process of its own."""

from __future__ import annotations

import asyncio
import os
import random
import sys
import threading
import time
from collections.abc import Coroutine
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

from lsprotocol import types
from pytest_lsp import LanguageClient, client_capabilities, make_test_lsp_client

from patience import PATIENCE

T = TypeVar("T")


class _Shown(dict[str, Any]):
    """The findings that the server has published, by file, and when each came."""

    def __init__(self) -> None:
        super().__init__()
        self.times: list[float] = []

    def __setitem__(self, uri: str, found: Any) -> None:
        super().__setitem__(uri, found)
        self.times.append(time.monotonic())


class Editor:
    """An editor with files open; every method waits for its answer."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()
        self.client: LanguageClient = make_test_lsp_client()
        self.settled: dict[str, int] = {}
        self.read: dict[str, int] = {}
        self.shown = _Shown()
        self.client.diagnostics = self.shown
        self.versions: dict[str, int] = {}
        self.texts: dict[str, str] = {}
        self._news = threading.Condition()

        @self.client.feature("rulewright/settled")  # type: ignore[untyped-decorator]
        def _settled(params: Any) -> None:
            with self._news:
                self.read[params.folder] = params.number
                if params.whole:
                    self.settled[params.folder] = params.number
                self._news.notify_all()

        @self.client.feature(types.WORKSPACE_CODE_LENS_REFRESH)  # type: ignore[untyped-decorator]
        def _refresh(*_: Any) -> None:
            return None

    def __enter__(self) -> Editor:
        self._wait(self.client.start_io(sys.executable, "-m", "rulewright", "lsp"))
        capabilities = client_capabilities("visual_studio_code")
        self.initialized = self._wait(
            self.client.initialize_session(types.InitializeParams(capabilities=capabilities, workspace_folders=[]))
        )
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, where: TracebackType | None) -> None:
        self._wait(self.client.shutdown_session())
        self._wait(self.client.stop())  # type: ignore[no-untyped-call]
        self._loop.call_soon_threadsafe(self._loop.stop)

    def _wait(self, what: Coroutine[Any, Any, T]) -> T:
        return asyncio.run_coroutine_threadsafe(what, self._loop).result(PATIENCE)

    # ---- files ---------------------------------------------------------------------------------------------------------------------

    def open(self, path: Path) -> str:
        """Open a file; its name for the server."""
        uri, text = path.as_uri(), path.read_text("utf-8")
        self.versions[uri], self.texts[uri] = 1, text
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "rulewright", 1, text)))
        return uri

    def write(self, uri: str, text: str) -> None:
        """The file has that text now."""
        self.versions[uri] += 1
        self.texts[uri] = text
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(
            types.DidChangeTextDocumentParams(document, [types.TextDocumentContentChangeWholeDocument(text)])
        )

    def edit(self, uri: str, text: str, chance: random.Random) -> None:
        """The file is edited to that text, in one notification with some changes."""
        changes = changes_between(self.texts[uri], text, chance)
        self.versions[uri] += 1
        self.texts[uri] = text
        document = types.VersionedTextDocumentIdentifier(self.versions[uri], uri)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, changes))

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def settle(self, folder: Path, number: int, whole: bool = True) -> None:
        """Wait until everything is found in a folder after that many changes, or what is in its texts."""
        known = self.settled if whole else self.read
        with self._news:
            done = self._news.wait_for(lambda: known.get(str(folder), -1) >= number, PATIENCE)
        assert done, f"not settled after {PATIENCE} seconds"

    def wait_for_answers(self, came: int) -> None:
        """Wait until findings have been published once more than that often."""
        end = time.monotonic() + PATIENCE
        while len(self.shown.times) <= came:
            assert time.monotonic() < end, "nothing was published"
            time.sleep(0.002)

    def findings(self, uri: str) -> list[types.Diagnostic]:
        return list(self.client.diagnostics.get(uri, ()))

    # ---- requests ------------------------------------------------------------------------------------------------------------------

    def ask(self, request: str, params: Any) -> Any:
        """The answer to a request of the client, by the name of its method there."""
        return self._wait(getattr(self.client, f"{request}_async")(params))

    def at(self, uri: str, words: str, into: int = 0, nth: int = 0) -> types.Position:
        """The position so many signs into words of a file, the nth time that they are there."""
        text = self.texts[uri]
        start = -1
        for _ in range(nth + 1):
            start = text.index(words, start + 1)
        start += into
        return types.Position(text.count("\n", 0, start), start - (text.rfind("\n", 0, start) + 1))


def document(uri: str) -> types.TextDocumentIdentifier:
    return types.TextDocumentIdentifier(uri)


def changes_between(old: str, new: str, chance: random.Random) -> list[types.TextDocumentContentChangeEvent]:
    """Changes that make one text of another: what is no longer there is removed from its end, what is new is typed in parts."""
    start = len(os.path.commonprefix([old, new]))  # noqa: RUF071 (letter by letter)
    same = len(os.path.commonprefix([old[start:][::-1], new[start:][::-1]]))  # noqa: RUF071
    removed, typed = old[start : len(old) - same], new[start : len(new) - same]
    changes: list[types.TextDocumentContentChangeEvent] = []
    while removed:
        cut = chance.randrange(len(removed))
        begin, end = (position_of(old[:start] + part) for part in (removed[:cut], removed))
        changes.append(types.TextDocumentContentChangePartial(types.Range(begin, end), ""))
        removed = removed[:cut]
    while typed:
        cut, at = chance.randrange(1, len(typed) + 1), position_of(new[:start])
        changes.append(types.TextDocumentContentChangePartial(types.Range(at, at), typed[:cut]))
        typed, start = typed[cut:], start + cut
    return changes


def position_of(text: str) -> types.Position:
    """The position of the end of a text, in UTF-16 units."""
    return types.Position(text.count("\n"), len(text.rpartition("\n")[2].encode("utf-16-le")) // 2)


def applied(texts: dict[str, str], edit: types.WorkspaceEdit) -> dict[str, str]:
    """Texts with an edit carried out; offsets are of texts in plain letters."""
    new = dict(texts)
    for uri, edits in (edit.changes or {}).items():
        lines = new[uri].split("\n")
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line) + 1)
        text = new[uri]
        for one in sorted(edits, key=lambda one: (one.range.start.line, one.range.start.character), reverse=True):
            begin = starts[one.range.start.line] + one.range.start.character
            end = min(starts[one.range.end.line] + one.range.end.character, len(text))
            text = text[:begin] + one.new_text + text[end:]
        new[uri] = text
    return new
