"""The source of a book, in place of the book itself in a pickle: it is open_book again, and must have the same text."""

from __future__ import annotations

from pathlib import Path

from rulewright.base.records import record
from rulewright.base.store import digest
from rulewright.workspace.inputs import LoadError
from rulewright.workspace.open_book import OpenBook
from rulewright.workspace.open_book import load as load_inputs


@record
class BookSource:
    """A name or folder, the settings with which a book was open_book, and a digest of its files."""

    name: str
    with_folder: Path | None
    has_cache: bool
    budget: int | None
    content: str

    @classmethod
    def source_of(cls, open_book: OpenBook) -> BookSource:
        """Return the source of a loaded book."""
        name = open_book.command_line_name
        overlay = None if open_book.overlay is None else open_book.overlay.folder.absolute()
        return cls(
            name if name == open_book.name else str(open_book.folder.absolute()), overlay,
            open_book.results.store.folder is not None, open_book.budget, _digest_of(open_book),
        )  # fmt: skip

    def open_book(self) -> OpenBook:
        """Load the book again. Raises `LoadError` if it is gone, or has another text."""
        open_book = load_inputs(self.name, with_folder=self.with_folder, cache=self.has_cache, budget=self.budget)
        if _digest_of(open_book) != self.content:
            raise LoadError(f"the text of `{open_book.name}` has changed since it was pickled", ["load it again by its name or folder"])
        return open_book


def _digest_of(open_book: OpenBook) -> str:
    layers = (open_book.inputs, open_book.overlay)
    return digest(part for layer in layers if layer is not None for path, data in layer.files for part in (Path(path).name.encode(), data))
