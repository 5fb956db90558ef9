"""A snapshot of a rulebook in the editor: the files of its folder, with the editor's text of the open ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from rulewright.base import resources
from rulewright.base.source import Source
from rulewright.base.store import Store
from rulewright.base.workers import Pending, Workers
from rulewright.syntax.blocks import split_blocks
from rulewright.syntax.parser import ParsedSource, decode_source, parse_source, source_of, tree_of, unreadable_file
from rulewright.syntax.recovery import Parsed, parse_text
from rulewright.workspace.inputs import Inputs, read_inputs
from rulewright.workspace.open_book import TREE, OpenBook, load_inputs
from rulewright.workspace.reading import key_of

if TYPE_CHECKING:
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.interfaces.lsp.names import NameCache, Names
    from rulewright.syntax.nodes import Placed, SyntaxTree

MAX_CACHED_BLOCKS = 30_000
"""The number of parsed blocks in the cache."""


class Blocks:
    """A parser of the blocks of one file, in order; unchanged blocks come from a cache.

    Equal texts are separate blocks: findings about one must not be attached to the other.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._counts: Counter[str] = Counter()

    def __call__(self, text: str) -> Parsed:
        self._counts[text] += 1
        return _read_block(self._path, self._counts[text], text)


@lru_cache(maxsize=MAX_CACHED_BLOCKS)
def _read_block(path: str, nth: int, text: str) -> Parsed:
    return parse_text(text)


class Trees:
    """A reader of folders with a cache: unchanged files are not parsed, and of a changed file only the changed blocks."""

    def __init__(self) -> None:
        self._parsed: dict[Source, ParsedSource] = {}

    @cached_property
    def names(self) -> NameCache:
        """The cache of the names in the syntax trees."""
        from rulewright.interfaces.lsp.names import NameCache

        return NameCache()

    def __call__(self, inputs: Inputs, store: Store, part: str, workers: Workers) -> Pending[tuple[SyntaxTree, tuple[Diagnostic, ...]]]:
        return Pending(lambda: self.read(inputs, store))

    def read(self, inputs: Inputs, store: Store) -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
        """Return the syntax tree of the folder, and the findings of parsing."""
        read = [decode_source(path, data) for path, data in inputs.cases]
        parsed = {
            source: self._parsed.get(source) or _stored_source(source, store) or parse_source(source, Blocks(source.path))
            for source, _ in read
        }
        self._parsed = parsed
        unreadable = [(None, unreadable_file(path, reason)) for path, reason in inputs.unread]
        return tree_of(str(inputs.folder), [*read, *unreadable], parsed.__getitem__)


def _stored_source(source: Source, store: Store) -> ParsedSource | None:
    """Return the stored syntax tree of a file, from an earlier run of any command."""
    entry = store.read(TREE, key_of(source))
    return None if entry is None else entry[0]


class Draft:
    """A snapshot of the folder. Derived data is computed on demand, and cached."""

    def __init__(self, inputs: Inputs, trees: Trees, store: Store | None = None, workers: Workers | None = None) -> None:
        self.inputs = inputs
        self.name = resources.readable_path(inputs.folder.resolve().name)
        self._trees, self._store, self._workers = trees, store or Store(None), workers

    def with_store(self, store: Store, workers: Workers) -> Draft:
        """Return the same draft with a store for its results, and with workers."""
        return Draft(self.inputs, self._trees, store, workers)

    @cached_property
    def loaded(self) -> OpenBook:
        """The passes over these texts."""
        return load_inputs(self.name, self.inputs, self._store, workers=self._workers, read=self._trees)

    @cached_property
    def names(self) -> Names:
        """The index of names."""
        return self._trees.names.names(self.blocks, self.block_texts)

    @cached_property
    def sources(self) -> dict[str, str]:
        """The text of each file, by its path in findings."""
        return {path: source_of(path, data.decode("utf-8", "replace")).text for path, data in self.inputs.files}

    @cached_property
    def blocks(self) -> tuple[Placed, ...]:
        """The blocks without syntax errors, in the order of the files."""
        return self._trees.read(self.inputs, self._store)[0].blocks

    @cached_property
    def block_texts(self) -> dict[tuple[str, int], str]:
        """The text of each block by its file and the number of its first line."""
        return {(path, block.first_line): block.text for path, _ in self.inputs.cases for block in split_blocks(self.sources[path])}


def draft_of(folder: Path, texts: Mapping[str, bytes], trees: Trees, store: Store | None = None, workers: Workers | None = None) -> Draft:
    """Return the draft of a folder in which some files have other texts. Raises `LoadError`."""
    return Draft(read_inputs(folder, texts), trees, store, workers)
