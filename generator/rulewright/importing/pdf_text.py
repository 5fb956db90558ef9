"""PDF -> the text of its pages, in the order of the file."""

from __future__ import annotations

import io
import logging
from pathlib import Path

from rulewright.base.errors import WrongInput
from rulewright.importing.limits import MAX_SHEET_LETTERS, missing_library_error

MOST_PAGES = 1_000


def text_of_pdf(data: bytes, path: Path) -> tuple[str, tuple[int, ...]]:
    """Return the text of all pages, and the offsets at which they begin. Raises `WrongInput` for a file that is broken or locked."""
    try:
        from pypdf import PdfReader
    except ImportError:
        raise missing_library_error("PDF", "pypdf") from None
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)  # it logs its repairs of the file
    parts: list[str] = []
    starts: list[int] = []
    length = 0
    try:
        reader = PdfReader(io.BytesIO(data))
        if len(reader.pages) > MOST_PAGES:
            raise WrongInput(f"`{path}` is too long: a sheet has at most {MOST_PAGES:,} pages")
        for page in reader.pages:
            text = page.extract_text().replace("\r\n", "\n").replace("\r", "\n").strip("\n") + "\n"
            starts.append(length)
            parts.append(text)
            length += len(text)
            if length > MAX_SHEET_LETTERS:
                raise WrongInput(f"`{path}` is too long: a sheet has at most {MAX_SHEET_LETTERS:,} letters")
    except WrongInput:
        raise
    except Exception as fault:  # a broken file may raise anything in the library
        raise WrongInput(f"`{path}` cannot be read as PDF: {type(fault).__name__}") from None
    return "".join(parts), tuple(starts)
