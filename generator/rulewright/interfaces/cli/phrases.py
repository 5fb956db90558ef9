"""Rules and conditions of a book in words for people: the sentences of the site, cached because `ask` must be quick."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.core.wording import Wording
    from rulewright.workspace.open_book import OpenBook


def edition_wording(loaded: OpenBook, edition: str) -> Wording:
    """Return the wording of one edition, from the disk cache if it is there."""
    return loaded.load_or_make(f"wording.{edition}", lambda: _compute_wording(loaded, edition))


def _compute_wording(loaded: OpenBook, edition: str) -> Wording:
    from rulewright.site.wording.book_wording import wording_of
    from rulewright.site.wording.sentences import Sentences

    return wording_of(Sentences(loaded.book, edition if loaded.book.views[edition].renamings else None), loaded.book.views[edition])
