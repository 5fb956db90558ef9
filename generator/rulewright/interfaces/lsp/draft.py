"""A rulebook as it is in the editor at one moment: the files of its folder, those that are open with the text that they have there."""

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
from rulewright.syntax.parser import ParsedSource, decoded, not_read, parse_source, source_of, tree_of
from rulewright.syntax.recovery import Parsed, parse_text
from rulewright.workspace.inputs import Inputs, read_inputs
from rulewright.workspace.open_book import TREE, Loaded, load_inputs
from rulewright.workspace.reading import key_of

if TYPE_CHECKING:
    from rulewright.base.diagnostics import Diagnostic
    from rulewright.interfaces.lsp.names import Names, Remembered
    from rulewright.syntax.nodes import Placed, SyntaxTree

REMEMBERED = 30_000
"""So many blocks are remembered as they were read."""


class Blocks:
    """Reads the blocks of one file in their order; a keystroke changes one of them, and the others are remembered.

    Two blocks of the same text are two blocks: what is said of one must not be said of the other.
    """

    def __init__(self, path: str) -> None:
        self._path = path
        self._met: Counter[str] = Counter()

    def __call__(self, text: str) -> Parsed:
        self._met[text] += 1
        return _read_block(self._path, self._met[text], text)


@lru_cache(maxsize=REMEMBERED)
def _read_block(path: str, nth: int, text: str) -> Parsed:
    return parse_text(text)


class Trees:
    """Reads folders again and again: a file that has not changed is not read, of one that has only the blocks that have."""

    def __init__(self) -> None:
        self._known: dict[Source, ParsedSource] = {}

    @cached_property
    def names(self) -> Remembered:
        """The names in what was read, remembered in the same way."""
        from rulewright.interfaces.lsp.names import Remembered

        return Remembered()

    def __call__(self, inputs: Inputs, store: Store, part: str, workers: Workers) -> Pending[tuple[SyntaxTree, tuple[Diagnostic, ...]]]:
        return Pending(lambda: self.read(inputs, store))

    def read(self, inputs: Inputs, store: Store) -> tuple[SyntaxTree, tuple[Diagnostic, ...]]:
        """The folder as one tree, and what is found in it."""
        read = [decoded(path, data) for path, data in inputs.cases]
        known = {source: self._known.get(source) or _kept(source, store) or parse_source(source, Blocks(source.path)) for source, _ in read}
        self._known = known
        unread = [(None, not_read(path, reason)) for path, reason in inputs.unread]
        return tree_of(str(inputs.folder), [*read, *unread], known.__getitem__)


def _kept(source: Source, store: Store) -> ParsedSource | None:
    """What an earlier run of any command has read in such a file."""
    found = store.read(TREE, key_of(source))
    return None if found is None else found[0]


class Draft:
    """The folder at one moment. What is made of it is made when it is asked for, once, by whoever asks first."""

    def __init__(self, inputs: Inputs, trees: Trees, store: Store | None = None, workers: Workers | None = None) -> None:
        self.inputs = inputs
        self.name = resources.readable_path(inputs.folder.resolve().name)
        self._trees, self._store, self._workers = trees, store or Store(None), workers

    def with_store(self, store: Store, workers: Workers) -> Draft:
        """The same with a place for its results, and with others who do the work."""
        return Draft(self.inputs, self._trees, store, workers)

    @cached_property
    def loaded(self) -> Loaded:
        """The passes over these texts."""
        return load_inputs(self.name, self.inputs, self._store, workers=self._workers, read=self._trees)

    @cached_property
    def names(self) -> Names:
        """Where every name is declared and used."""
        return self._trees.names.names(self.blocks, self.block_texts)

    @cached_property
    def sources(self) -> dict[str, str]:
        """The text of every file, by its path as findings show it."""
        return {path: source_of(path, data.decode("utf-8", "replace")).text for path, data in self.inputs.files}

    @cached_property
    def blocks(self) -> tuple[Placed, ...]:
        """Every block that can be read, in the order of the files."""
        return self._trees.read(self.inputs, self._store)[0].blocks

    @cached_property
    def block_texts(self) -> dict[tuple[str, int], str]:
        """The text of each block by its file and the number of its first line."""
        return {(path, one.first_line): one.text for path, _ in self.inputs.cases for one in split_blocks(self.sources[path])}


def draft_of(folder: Path, texts: Mapping[str, bytes], trees: Trees, store: Store | None = None, workers: Workers | None = None) -> Draft:
    """The draft of a folder in which some files have other texts. Raises `LoadError`."""
    return Draft(read_inputs(folder, texts), trees, store, workers)
