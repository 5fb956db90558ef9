"""Which edition was in force on a day: of those that say from when they are, the one that came last."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from rulewright.base.errors import WrongInput


def day_of(given: str | date) -> date:
    """A day as people and programs give it.

    >>> day_of("1984-06-01")
    datetime.date(1984, 6, 1)
    """
    if isinstance(given, date):
        return given
    try:
        return date.fromisoformat(given)
    except ValueError:
        raise WrongInput(f"`{given}` is not a date: write year, month and day, such as 1984-06-01") from None


def in_force(book: str, editions: Sequence[tuple[str, str | None]], day: date) -> str:
    """The name of the edition in force on a day, from names with their first days, in the order of the book.

    Of two with the same first day it is the later one. Raises `WrongInput` where none is.
    """
    begun = sorted((date.fromisoformat(since), place, name) for place, (name, since) in enumerate(editions) if since is not None)
    if not begun:
        name = editions[-1][0] if editions else "printed"
        raise WrongInput(
            f"no edition of `{book}` says from when it is in force; the front page says it: `edition {name} = … from 1984-06-01`"
        )
    found = [name for since, _, name in begun if since <= day]
    if not found:
        first, _, name = begun[0]
        raise WrongInput(f"no edition of `{book}` is in force on {day}: the first, `{name}`, is from {first}")
    return found[-1]
