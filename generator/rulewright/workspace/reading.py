"""Files to syntax tree: every file is parsed once, and the result is stored by its content, so that an edit costs one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.base.source import Source
from rulewright.base.store import Store, StoredMapping, digest
from rulewright.base.tool_version import tool_fingerprint
from rulewright.base.workers import Workers
from rulewright.workspace.inputs import Inputs

if TYPE_CHECKING:
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.syntax.nodes import SyntaxTree
    from rulewright.syntax.parser import ParsedSource

CHUNK = 100_000
"""The characters, 0.1 s of work, that one worker parses in a task."""


class Reading:
    """A folder being parsed: its files are handed out on construction, and `result` waits for them.

    The content of the files is that of `inputs`; later changes on disk are ignored.
    """

    def __init__(self, inputs: Inputs, store: Store, part: str, workers: Workers) -> None:
        from rulewright.syntax.parser import decode_source, parse_sources, unreadable_file

        self._folder = str(inputs.folder)
        self._store, self._part = store, part
        self._stored: StoredMapping[Source, ParsedSource] = StoredMapping(store, part, key_of)
        self._read = [decode_source(path, data) for path, data in inputs.cases]
        self._unread = [(None, unreadable_file(path, reason)) for path, reason in inputs.unread]
        self._missing = [source for source, _ in self._read if source not in self._stored]
        self._parsed = workers.map_chunks(parse_sources, self._missing, CHUNK, lambda source: len(source.text))

    def result(self) -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
        """Return the folder as one tree, and its diagnostics."""
        from rulewright.syntax.parser import tree_of

        for source, parcel in zip(self._missing, self._parsed(), strict=True):
            self._stored.take_parcel(source, parcel)
        self._store.retain(self._part, self._stored.used_names)
        return tree_of(self._folder, [*self._read, *self._unread], self._stored.__getitem__)


def key_of(source: Source) -> str:
    """Return the name under which the tree of a file is stored."""
    return digest([tool_fingerprint().encode(), source.path.encode(), source.text.encode()])
