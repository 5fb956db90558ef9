"""Dates as rulebooks write them, by months and days: `May 1942`, `II May 1942` (the second part of the month), `3 May 1942`.

`II May` and `3 May` are dates of any year.
"""

from __future__ import annotations

import datetime
import re

from rulewright.base.records import record

MONTHS = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December",
)  # fmt: skip
PARTS = ("I", "II", "III", "IV")
_DATE = re.compile(rf"(?:({'|'.join(reversed(PARTS))}|[0-9]{{1,2}}) +)?({'|'.join(MONTHS)})(?: +([0-9]{{4}}))?")


@record
class Date:
    """A month, a part of a month (`part` 1 is `I`), or a day; whether the month has such a day is not looked at.

    A part of a month or a day may be of any year; its `year` is None.
    """

    year: int | None
    month: int
    part: int | None = None
    day: int | None = None


def read_date(text: str) -> Date | None:
    """Return the date that a text spells; None if it spells none.

    >>> read_date("II May 1942"), read_date("33 turn")
    (Date(year=1942, month=5, part=2, day=None), None)
    >>> read_date("II May"), read_date("3 May"), read_date("May")
    (Date(year=None, month=5, part=2, day=None), Date(year=None, month=5, part=None, day=3), None)
    """
    match = _DATE.fullmatch(text.strip())
    if match is None:
        return None
    first, month, year = match.groups()
    part = PARTS.index(first) + 1 if first in PARTS else None
    if year is None and first is None:
        return None
    day = int(first) if first is not None and part is None else None
    return Date(None if year is None else int(year), MONTHS.index(month) + 1, part, day)


def read_day(text: str) -> datetime.date | None:
    """Return the day that a text spells, `2027-01-01` or `1 January 2027`; None if there is no such day.

    >>> read_day("29 February 2028"), read_day("29 February 2027"), read_day("2027-01-01")
    (datetime.date(2028, 2, 29), None, datetime.date(2027, 1, 1))
    """
    date = read_date(text)
    try:
        return datetime.date.fromisoformat(text) if date is None else civil_day(date)
    except ValueError:
        return None


def civil_day(date: Date) -> datetime.date | None:
    """Return the day of a date, None if it is of a month or of any year, or there is no such day."""
    try:
        return None if date.day is None or date.year is None else datetime.date(date.year, date.month, date.day)
    except ValueError:  # no such day in that month
        return None


def day_text(day: datetime.date) -> str:
    """Return a day as rulebooks write it.

    >>> day_text(datetime.date(2027, 1, 1))
    '1 January 2027'
    """
    return date_text(Date(day.year, day.month, day=day.day))


def date_text(date: Date) -> str:
    """Return a date as text: `3 May 1942`.

    >>> date_text(Date(1942, 5, part=2))
    'II May 1942'
    """
    first = PARTS[date.part - 1] if date.part is not None else str(date.day) if date.day is not None else ""
    year = "" if date.year is None else f"{date.year:04}"
    return f"{first} {MONTHS[date.month - 1]} {year}".strip()
