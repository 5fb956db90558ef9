"""Limits of the sheets that can be imported, and the error for an optional library that is not installed."""

from __future__ import annotations

from rulewright.base.errors import WrongInput

MAX_SHEET_LETTERS = 2_000_000
"""Letters of the text in it. The longest errata known have a twentieth of that."""


def missing_library_error(what: str, library: str) -> WrongInput:
    """Return the error for a library that is not installed."""
    return WrongInput(f"reading {what} needs {library}, which is not installed", hints=['`pip install "rulewright[import]"` installs it'])
