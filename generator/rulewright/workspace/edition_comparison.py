"""Differences between two editions, or between two books: in words, in rules, and in answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from rulewright.base.documents.versions import with_schema
from rulewright.base.records import record

if TYPE_CHECKING:
    from rulewright.analysis.comparison.amendments import Meaning
    from rulewright.rulebook.edition_diff import Difference
    from rulewright.workspace.open_book import OpenBook

Progress: TypeAlias = Callable[[str, int, int], object]
"""A callback that gets the current task, the amount done and the total."""


@record
class Comparison:
    """`text` lists the changes case by case; `meaning` the differences between answers over all situations, or None if not asked for."""

    text: Difference
    meaning: Meaning | None

    def to_json(self) -> dict[str, Any]:
        """Return the document of `diff --format json`."""
        from rulewright.rulebook.edition_diff import difference_json

        if self.meaning is None:
            return with_schema("diff", difference_json(self.text))
        from rulewright.analysis.comparison.comparison_json import meaning_json

        return with_schema("diff", {**difference_json(self.text), **meaning_json(self.meaning)})


def compare_editions(loaded: OpenBook, old: str, new: str, meaning: bool, progress: Progress | None = None) -> Comparison:
    """Compare two editions of one book; raises `LoadError` if it lacks one."""
    from rulewright.rulebook.edition_diff import diff_editions

    old, new = loaded.edition(old), loaded.edition(new)
    text = diff_editions(loaded.book, old, new)
    return Comparison(text, loaded.compare_meaning(old, new, progress) if meaning else None)


def compare_books(
    old_book: OpenBook, new_book: OpenBook, edition: str | None, meaning: bool, progress: Progress | None = None
) -> Comparison:
    """Compare two books, each in that edition or in its last."""
    from rulewright.rulebook.edition_diff import diff_books

    old, new = old_book.edition(edition), new_book.edition(edition)
    text = diff_books(old_book.book, old, new_book.book, new, (str(old_book.folder), str(new_book.folder)))
    if not meaning:
        return Comparison(text, None)
    from rulewright.analysis.comparison.amendments import Meaning
    from rulewright.analysis.comparison.core_difference import compare_cores

    done = None if progress is None else (lambda n, total: progress("questions", n, total))
    return Comparison(text, Meaning(compare_cores(old_book.core(old), new_book.core(new), done=done)))
