"""Files to syntax tree: every file is parsed once, and what it said is kept by its content, so that an edit costs one file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulewright.base.source import Source
from rulewright.base.store import Kept, Store, digest
from rulewright.base.tool_version import tool_fingerprint
from rulewright.base.workers import Workers
from rulewright.workspace.inputs import Inputs

if TYPE_CHECKING:
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.syntax.nodes import SyntaxTree
    from rulewright.syntax.parser import ParsedSource

CHUNK = 100_000
"""So many characters, 0.1 s of work, are parsed by one worker."""


class Reading:
    """A folder being read: its files are handed out when this is made, and `result` waits for them.

    Only `inputs` says what is in the files; what has become of them on disk since is not looked at.
    """

    def __init__(self, inputs: Inputs, store: Store, part: str, workers: Workers) -> None:
        from rulewright.syntax.parser import decoded, not_read, parse_sources

        self._folder = str(inputs.folder)
        self._store, self._part = store, part
        self._known: Kept[Source, ParsedSource] = Kept(store, part, key_of)
        self._read = [decoded(path, data) for path, data in inputs.cases]
        self._unread = [(None, not_read(path, reason)) for path, reason in inputs.unread]
        self._lacking = [source for source, _ in self._read if source not in self._known]
        self._parsed = workers.map_chunks(parse_sources, self._lacking, CHUNK, lambda source: len(source.text))

    def result(self) -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
        """The folder as one tree, and what was found in it."""
        from rulewright.syntax.parser import tree_of

        for source, parcel in zip(self._lacking, self._parsed(), strict=True):
            self._known.take(source, parcel)
        self._store.retain(self._part, self._known.used)
        return tree_of(self._folder, [*self._read, *self._unread], self._known.__getitem__)


def key_of(source: Source) -> str:
    """The name under which what a file says is kept."""
    return digest([tool_fingerprint().encode(), source.path.encode(), source.text.encode()])
