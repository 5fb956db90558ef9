"""The days of sources, of whose dates a book says only what is printed: `March 1st, 1996`, `June 1984`, `1974`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date

from rulewright.base.dates import MONTHS
from rulewright.site.book.book_data import BookOfSite

UNDATED = "1970-01-01"
"""Of sources before the first that has a date; a feed wants one."""
_YEAR = re.compile(r"\b(\d{4})\b")
_DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\b")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")


def days_of(site_book: BookOfSite) -> Mapping[str, str]:
    """Source -> its day, `1996-03-01`; the first of a month or a year of which only that is known."""
    days: dict[str, str] = {}
    last = UNDATED
    for source in site_book.book.sources.values():
        last = day_of(source.dated or "") or last
        days[source.name] = last
    return days


def day_of(dated: str) -> str:
    """The day that a source's date names: `March 1st, 1996` is `1996-03-01`, `1974` is `1974-01-01`; empty where it names no year.

    >>> day_of("March 1st, 1996"), day_of("June 1984"), day_of("1974"), day_of("2016-12-10"), day_of("soon")
    ('1996-03-01', '1984-06-01', '1974-01-01', '2016-12-10', '')
    """
    if iso_date := _ISO.search(dated):
        dated = f"{MONTHS[(int(iso_date[2]) - 1) % 12]} {iso_date[3]}, {iso_date[1]}"
    year = _YEAR.search(dated)
    if year is None:
        return ""
    month = next((number for number, name in enumerate(MONTHS, 1) if name in dated), 1)
    day = _DAY.search(_YEAR.sub("", dated))
    try:
        return date(int(year[1]), month, int(day[1]) if day is not None else 1).isoformat()
    except ValueError:  # there is no such day
        return ""
