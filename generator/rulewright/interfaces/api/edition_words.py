"""Rules and conditions of a book in words for people: the sentences of the site, cached because `ask` must be quick."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulewright.core.model import Core
    from rulewright.core.wording import Wording
    from rulewright.workspace.open_book import OpenBook


def edition_wording(open_book: OpenBook, edition: str) -> Wording:
    """Return the wording of one edition, from the disk cache if it is there."""
    return open_book.load_or_make(f"wording.{edition}", lambda: _compute_wording(open_book, edition))


def _compute_wording(open_book: OpenBook, edition: str) -> Wording:
    from rulewright.base.dates import day_text
    from rulewright.core.wording import larger_measures
    from rulewright.rulebook.days_in_force import completion_day
    from rulewright.site.wording.book_wording import measure_forms, wording_of
    from rulewright.site.wording.sentences import Sentences

    wording = wording_of(
        Sentences(open_book.book, edition if open_book.book.views[edition].renamings else None), open_book.book.views[edition]
    )
    core = open_book.core(edition)
    forms = measure_forms(core)
    as_of = completion_day(open_book.book, edition)
    return replace(
        wording,
        units={name: one_and_several for name, one_and_several in forms.items() if name.islower()},
        larger=larger_measures(core, forms),
        values=value_titles(core),
        as_of="" if as_of is None else day_text(date.fromisoformat(as_of)),
    )


def value_titles(core: Core) -> dict[str, str]:
    """Return the titles of values of enums by name; without names to which two enums give different titles."""
    titles: dict[str, set[str]] = {}
    for enum in core.enums.values():
        for value in enum.values:
            titles.setdefault(value, set()).add(enum.titles.get(value) or value)
    return {value: each.pop() for value, each in titles.items() if len(each) == 1}
