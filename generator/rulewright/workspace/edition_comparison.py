"""What changed between two editions, or between two books: in words, in rules, and in answers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

from rulewright.base.records import record

if TYPE_CHECKING:
    from rulewright.analysis.comparison.amendments import Meaning
    from rulewright.rulebook.edition_diff import Difference
    from rulewright.workspace.open_book import Loaded

Progress: TypeAlias = Callable[[str, int, int], object]
"""Is called with what is being done, how much of it is done, and of how much."""


@record
class Comparison:
    """`text` is what changed case by case; `meaning` how answers differ over all situations, or None where that was not asked for."""

    text: Difference
    meaning: Meaning | None

    def to_json(self) -> dict[str, Any]:
        """The document of `diff --format json`."""
        from rulewright.rulebook.edition_diff import difference_json

        if self.meaning is None:
            return difference_json(self.text)
        from rulewright.analysis.comparison.comparison_json import meaning_json

        return {**difference_json(self.text), **meaning_json(self.meaning)}


def compare_editions(loaded: Loaded, old: str, new: str, meaning: bool, progress: Progress | None = None) -> Comparison:
    """Two editions of one book; raises where it has not both."""
    from rulewright.rulebook.edition_diff import difference

    old, new = loaded.edition(old), loaded.edition(new)
    text = difference(loaded.book, old, new)
    return Comparison(text, loaded.meaning(old, new, progress) if meaning else None)


def compare_books(one: Loaded, other: Loaded, edition: str | None, meaning: bool, progress: Progress | None = None) -> Comparison:
    """Two books, each in that edition or in its last."""
    from rulewright.rulebook.edition_diff import difference_of_books

    old, new = one.edition(edition), other.edition(edition)
    text = difference_of_books(one.book, old, other.book, new, (str(one.folder), str(other.folder)))
    if not meaning:
        return Comparison(text, None)
    from rulewright.analysis.comparison.amendments import Meaning
    from rulewright.analysis.comparison.core_difference import differences

    done = None if progress is None else (lambda n, of: progress("questions", n, of))
    return Comparison(text, Meaning(differences(one.core(old), other.core(new), done=done)))
