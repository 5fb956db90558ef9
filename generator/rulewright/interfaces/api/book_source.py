"""Where a book comes from, in place of the book itself in a pickle: it is loaded again, and must have the same text."""

from __future__ import annotations

from pathlib import Path

from rulewright.base.records import record
from rulewright.base.store import digest
from rulewright.workspace.inputs import LoadError
from rulewright.workspace.open_book import OpenBook
from rulewright.workspace.open_book import load as load_inputs


@record
class BookSource:
    """A name or folder, the settings with which a book was loaded, and a digest of its files."""

    name: str
    with_folder: Path | None
    has_cache: bool
    budget: int | None
    content: str

    @classmethod
    def of(cls, loaded: OpenBook) -> BookSource:
        """Return the source of a loaded book."""
        name = loaded.command_line_name
        overlay = None if loaded.overlay is None else loaded.overlay.folder.absolute()
        return cls(
            name if name == loaded.name else str(loaded.folder.absolute()), overlay,
            loaded.results.store.folder is not None, loaded.budget, _digest_of(loaded),
        )  # fmt: skip

    def open(self) -> OpenBook:
        """Load the book again. Raises `LoadError` if it is gone, or has another text."""
        loaded = load_inputs(self.name, with_folder=self.with_folder, cache=self.has_cache, budget=self.budget)
        if _digest_of(loaded) != self.content:
            raise LoadError(f"the text of `{loaded.name}` has changed since it was pickled", ["load it again by its name or folder"])
        return loaded


def _digest_of(loaded: OpenBook) -> str:
    layers = (loaded.inputs, loaded.overlay)
    return digest(part for layer in layers if layer is not None for path, data in layer.files for part in (Path(path).name.encode(), data))
