"""Small books with all that the passes say of them, as it was read and approved: a file each in `books`.

A book is its files, each under `=== name`, and then what is said, pass by pass under `--- pass`.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).with_name("books")
_FILE, _PASS = "=== ", "--- "


@dataclass(frozen=True)
class Kept:
    """A small book, and what was approved of what is said of it."""

    files: dict[str, str]
    said: str

    @property
    def text(self) -> str:
        """As it is written down."""
        return "".join(f"{_FILE}{name}\n{text.removesuffix(chr(10))}\n" for name, text in self.files.items()) + self.said


def read(path: Path) -> Kept:
    """The book of a file, and what was approved."""
    text = path.read_bytes().decode("utf-8", "surrogateescape")
    start = text.find(f"\n{_PASS}") + 1 or len(text)
    files: dict[str, str] = {}
    for part in f"\n{text[:start]}".removesuffix("\n").split(f"\n{_FILE}")[1:]:
        name, _, body = part.partition("\n")
        files[name] = body + "\n"
    return Kept(files, text[start:])


def write(path: Path, kept: Kept) -> None:
    """Write a book with what is said of it."""
    path.write_bytes(kept.text.encode("utf-8", "surrogateescape"))


def every_book() -> list[Path]:
    """The files of all kept books, in order."""
    return sorted(FOLDER.glob("*.txt"))
