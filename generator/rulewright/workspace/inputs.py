"""The input of a book: the folder that a name or a path denotes, and the bytes of its files, read once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rulewright.base import resources
from rulewright.base.errors import Error
from rulewright.base.suggestions import did_you_mean


class LoadError(Error):
    """No such book, or a folder that cannot be read; the message is a sentence for people."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The files that make up a book, by path as shown, read once: these bytes are parsed, and the key covers them.

    `unread` are paths that are named like such a file and are none, each with a description.
    """

    folder: Path
    shown_folder: str
    files: tuple[tuple[str, bytes], ...]
    unread: tuple[tuple[str, str], ...] = ()

    def text(self, name: str) -> str | None:
        """Return the text of the file of that name, or None."""
        data_of_file = next((data for path, data in self.files if path == f"{self.shown_folder}/{name}"), None)
        return None if data_of_file is None else data_of_file.decode("utf-8-sig", errors="replace")

    @property
    def cases(self) -> tuple[tuple[str, bytes], ...]:
        """The files in the language."""
        return tuple((path, data) for path, data in self.files if path.endswith(".case"))

    @property
    def size(self) -> int:
        """The total size of the files in bytes."""
        return sum(len(data) for _, data in self.files)

    def lines(self) -> dict[str, list[str]]:
        """The lines of every file, by its path as shown."""
        return {path: _split_lines(data) for path, data in self.files}


def folder_of(name: str) -> tuple[Path, str]:
    """Return the folder of a book and its name, from the name of a shipped one or a path. Raises `LoadError`."""
    shipped = resources.shipped_books()
    path = Path(name)
    if name in shipped:
        if _is_other_book(path, resources.book_folder(name)):
            hints = [f"`./{name}` is the folder here", "the shipped rulebook has its name in any other folder"]
            raise LoadError(f"`{name}` is a shipped rulebook and a folder here", hints, place=name)
        return resources.book_folder(name), name
    if path.is_dir():
        return path, resources.readable_path(path.resolve().name)
    if path.exists():
        raise LoadError(f"`{name}` is a file: name the folder of `.case` files that it is in", place=name)
    shipped_list = f"the shipped rulebooks are {', '.join(shipped)}" if shipped else "no rulebooks are shipped with this copy"
    raise LoadError(f"there is no rulebook and no folder `{name}`: {did_you_mean(name, shipped) or shipped_list}", place=name)


def _is_other_book(path: Path, shipped: Path) -> bool:
    """Return True if a folder of that name in the working directory holds a book of its own."""
    return path.is_dir() and any(path.glob("*.case")) and not path.samefile(shipped)


def read_inputs(folder: Path, texts: Mapping[str, bytes] | None = None) -> Inputs:
    """Read the `.case` and `.csv` files in a folder. Raises `LoadError`.

    `texts` are the bytes of files by name, which replace or add to those on disk: the open files of an editor.
    """
    if not folder.is_dir():
        raise LoadError(f"there is no folder `{folder}`", place=str(folder))
    shown_folder = resources.shown_path(folder)
    texts = {f"{shown_folder}/{name}": data for name, data in (texts or {}).items()}
    files = list(texts.items())
    unread: list[tuple[str, str]] = []
    try:
        for path in sorted(entry for entry in folder.iterdir() if entry.suffix in (".case", ".csv")):
            name = f"{shown_folder}/{resources.readable_path(path.name)}"
            if name in texts:
                continue
            if path.is_file():
                files.append((name, path.read_bytes()))
            elif not path.name.startswith("."):  # an editor's lock is a dangling link
                unread.append((name, _describe_path(path)))
    except OSError as fault:
        shown_name = resources.readable_path(str(fault.filename or folder))
        raise LoadError(f"`{shown_name}` cannot be read: {(fault.strerror or 'unknown fault').lower()}", place=shown_name) from None
    if not any(path.endswith(".case") for path, _ in files):
        raise LoadError(f"`{resources.readable_path(str(folder))}` holds no `.case` files", place=str(folder))
    return Inputs(folder, shown_folder, tuple(sorted(files, key=lambda file: file[0])), tuple(unread))


def _describe_path(path: Path) -> str:
    """Describe a path that is no file, for people."""
    if path.is_dir():
        return "it is a folder"
    return "it is a link that leads nowhere" if path.is_symlink() and not path.exists() else "it is no plain file"


def _split_lines(data: bytes) -> list[str]:
    return data.decode("utf-8-sig", errors="replace").replace("\r\n", "\n").replace("\r", "\n").split("\n")
