"""The note that an answer may be wrong, for a book that is asked without being checked."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.workspace.open_book import OpenBook


def errors_note(workspace: OpenBook) -> str:
    """Return why an answer may be wrong: the number of known errors of the book, or that its rules were not checked in their present form.

    Checking rules takes long and is not done here. Empty if nothing is known.
    """
    errors, all_known = workspace.errors_so_far()
    if errors:
        return f"has {len(errors):,} error{'s' if len(errors) > 1 else ''}: an answer may be wrong"
    return "" if all_known else "has not been checked as it is now"
