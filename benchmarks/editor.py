"""The language server as an editor meets it, on the largest shipped book: a process that is spoken to over pipes.

Times are those of the wall: what is measured is how long somebody waits. The store is warm, as on every day but the first.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from benchmarks.frame import Row, choose_size
from rulewright.base.resources import book_folder, shipped_books
from rulewright.interfaces.lsp.draft import Trees, draft_of
from rulewright.interfaces.lsp.names import NameKind, Use

BOOK = "la-grande-armee"
PLACES = 40
KEYS = choose_size(7, 1)
EDIT = ("weather is mud", "weather is snow")
"""A change of a rule, after which the rules that it bears on are decided anew."""


class Editor(LanguageClient):
    """A client that notes when findings come, and when all are there."""

    def __init__(self) -> None:
        super().__init__("benchmark", "1")
        self.published = asyncio.Event()
        self.settled = asyncio.Event()

        @self.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)  # type: ignore[untyped-decorator]
        def _published(params: types.PublishDiagnosticsParams) -> None:
            self.published.set()

        @self.feature("rulewright/settled")  # type: ignore[untyped-decorator]
        def _settled(params: Any) -> None:
            if params.whole:
                self.settled.set()

    def write(self, uri: str, version: int, text: str) -> None:
        self.published.clear()
        self.settled.clear()
        document = types.VersionedTextDocumentIdentifier(version, uri)
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.text_document_did_change(types.DidChangeTextDocumentParams(document, [whole]))

    def open(self, path: Path) -> str:
        item = types.TextDocumentItem(path.as_uri(), "rulewright", 1, path.read_text("utf-8"))
        self.text_document_did_open(types.DidOpenTextDocumentParams(item))
        return item.uri

    @property
    def memory(self) -> float:
        """Megabytes of the server with its helpers: pages that several of them have are counted once."""
        server = self._server
        assert server is not None
        return sum(_own_memory(one) for one in _with_children(server.pid))


@asynccontextmanager
async def editor(cache: Path) -> AsyncIterator[Editor]:
    """A client with a server of its own."""
    client = Editor()
    await client.start_io(sys.executable, "-m", "rulewright", "lsp", env={**os.environ, "RULEWRIGHT_CACHE": str(cache)})
    try:
        await client.initialize_async(types.InitializeParams(types.ClientCapabilities()))
        client.initialized(types.InitializedParams())
        yield client
    finally:
        await client.shutdown_async(None)
        client.exit(None)
        await client.stop()  # type: ignore[no-untyped-call]


def rows() -> Iterable[Row]:
    """What an editor waits for, and what it costs."""
    if BOOK not in shipped_books():
        return
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(shutil.copytree(book_folder(BOOK), Path(scratch, BOOK)))
        yield from asyncio.run(_measured(folder, Path(scratch, "cache")))


async def _measured(folder: Path, cache: Path) -> list[Row]:
    use = often_used(folder)
    path = folder / Path(use.location.path).name
    text = path.read_text("utf-8")
    async with editor(cache) as client:  # fills the store
        client.open(path)
        await client.settled.wait()
    async with editor(cache) as client:
        start = time.perf_counter()
        uri = client.open(path)
        await client.published.wait()
        first = time.perf_counter() - start
        await client.settled.wait()
        keys, renames = [], []
        for version in range(2, KEYS + 2):
            start = time.perf_counter()
            client.write(uri, version, f"{text}# {'x' * version}\n")
            await client.published.wait()
            keys.append(time.perf_counter() - start)
            position = types.Position(use.location.line - 1, use.location.column - 1)
            asked = types.RenameParams(types.TextDocumentIdentifier(uri), position, f"{use.name.word}_by_another_name")
            start = time.perf_counter()
            await client.text_document_rename_async(asked)
            renames.append(time.perf_counter() - start)
        changed = max(folder.glob("*.case"), key=lambda one: one.read_text("utf-8").count(EDIT[0]))
        client.write(client.open(changed), 2, changed.read_text("utf-8").replace(*EDIT))
        await client.settled.wait()
        memory = client.memory
    return [
        Row("server: first findings of La Grande Armée, warm", first, "s", 1.5),
        Row("server: a keystroke until its findings are shown", statistics.median(keys) * 1000, "ms", 100),
        Row(f"server: rename of a fact in {PLACES} places, right after a keystroke", statistics.median(renames), "s", 0.5),
        Row("server: memory with its helpers, after a change of rules", memory, "MB", 400),
    ]


def often_used(folder: Path) -> Use:
    """The first place of a fact that is used in many."""
    names = draft_of(folder, {}, Trees()).names
    return next(uses[0] for name, uses in names.uses_by_name() if name.kind is NameKind.FACT and len(uses) >= PLACES)


def _with_children(process: int) -> Iterable[int]:
    yield process
    for thread in Path(f"/proc/{process}/task").iterdir():
        for child in (thread / "children").read_text().split():
            yield from _with_children(int(child))


def _own_memory(process: int) -> float:
    lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024
