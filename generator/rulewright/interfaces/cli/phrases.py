"""A book's rules and conditions in words for people: the site's sentences, worked out once and kept, since `ask` must be quick."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.core.wording import Wording
    from rulewright.workspace.open_book import Loaded


def wording(loaded: Loaded, edition: str) -> Wording:
    """The words of one edition, from disk where they are kept."""
    return loaded.keep(f"wording.{edition}", lambda: _worded(loaded, edition))


def _worded(loaded: Loaded, edition: str) -> Wording:
    from rulewright.site.wording.book_wording import wording_of
    from rulewright.site.wording.sentences import Sentences

    return wording_of(Sentences(loaded.book), loaded.book.views[edition])
