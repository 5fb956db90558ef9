"""The edition in force on a day: of the editions with a first day, the last that had begun."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from rulewright.base.errors import WrongInput


def day_of(value: str | date) -> date:
    """Return a day from an ISO date or a `date`. Raise `WrongInput` for other text.

    >>> day_of("1984-06-01")
    datetime.date(1984, 6, 1)
    """
    if isinstance(value, date):
        return value
    try:
        return date.fromisoformat(value)
    except ValueError:
        raise WrongInput(f"`{value}` is not a date: write year, month and day, such as 1984-06-01") from None


def edition_in_force(book: str, editions: Sequence[tuple[str, str | None]], day: date) -> str:
    """Return the name of the edition in force on a day, from names with their first days, in the order of the book.

    Of two editions with the same first day the later is returned. Raise `WrongInput` if no edition was in force.
    """
    begun = sorted((date.fromisoformat(since), position, name) for position, (name, since) in enumerate(editions) if since is not None)
    if not begun:
        name = editions[-1][0] if editions else "printed"
        raise WrongInput(
            f"no edition of `{book}` says from when it is in force; the front page says it: `edition {name} = … from 1984-06-01`"
        )
    names = [name for since, _, name in begun if since <= day]
    if not names:
        first, _, name = begun[0]
        raise WrongInput(f"no edition of `{book}` is in force on {day}: the first, `{name}`, is from {first}")
    return names[-1]
