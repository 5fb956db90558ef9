"""A file with a sheet -> its text. Plain text and Markdown are taken unchanged; HTML and PDF need optional libraries."""

from __future__ import annotations

from pathlib import Path

from rulewright.base.errors import WrongInput
from rulewright.importing.file_forms import HTML, TEXT
from rulewright.importing.limits import MAX_SHEET_LETTERS
from rulewright.importing.sheet.model import Sheet

MAX_FILE_BYTES = 20_000_000
"""The most bytes of a file: one with pictures may be long."""


def read_sheet(path: Path) -> Sheet:
    """Read the text of a sheet. Raises `WrongInput` if the file is none."""
    data = read_bytes(path)
    suffix = path.suffix.lower()
    if data.startswith(b"%PDF-"):
        from rulewright.importing.pdf_text import text_of_pdf

        text, pages = text_of_pdf(data, path)
    elif suffix in HTML:
        from rulewright.importing.html_text import text_of_html

        text, pages = text_of_html(data), ()
    elif suffix in TEXT:
        text, pages = decode_text(data, path), ()
    else:
        raise WrongInput(f"`{path}` is no sheet that can be read", hints=["plain text (.txt), Markdown (.md), HTML (.html) and PDF can"])
    if len(text) > MAX_SHEET_LETTERS:
        raise WrongInput(f"`{path}` is too long: a sheet has at most {MAX_SHEET_LETTERS:,} letters")
    if not text.strip():
        raise WrongInput(f"`{path}` has no text", hints=["a PDF of scanned pages needs its text recognised first"])
    return Sheet(path.name, text, pages)


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file. Raises `WrongInput` for one that is too long or cannot be read."""
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise WrongInput(f"`{path}` is too long: a sheet has at most {MAX_FILE_BYTES:,} bytes")
        return path.read_bytes()
    except OSError as fault:
        raise WrongInput(f"`{path}` cannot be read: {(fault.strerror or 'unknown fault').lower()}") from None


def decode_text(data: bytes, path: Path) -> str:
    """Decode text as UTF-8, or as UTF-16 if it begins so, or else as an old Windows file. Line ends become `\
    `."""
    if b"\0" in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise WrongInput(f"`{path}` is not text")
    for encoding in ("utf-16",) if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "cp1252", "latin-1"):
        try:
            return data.decode(encoding).replace("\r\n", "\n").replace("\r", "\n")
        except UnicodeDecodeError:
            continue
    raise WrongInput(f"`{path}` is not text")
