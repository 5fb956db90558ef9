"""`feed.xml`: what the later sources changed, as an Atom feed.

An entry is dated as its source is: a feed says when a rule changed, not when a site was built. A source without a date has that of the last
source before it that has one. The id of an entry is made of book, source, case and its place among the changes by them, so that it stays.
"""

from __future__ import annotations

import re
import uuid
from collections import Counter
from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple
from xml.etree import ElementTree

from rulewright.base.dates import MONTHS
from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried.case_text import paragraphs_of
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import entry_kind, source_title
from rulewright.site.html.escape import clean

ATOM = "http://www.w3.org/2005/Atom"
UNDATED = "1970-01-01"
"""Of sources before the first that has a date; the form wants one."""
_YEAR = re.compile(r"\b(\d{4})\b")
_DAY = re.compile(r"\b(\d{1,2})(?:st|nd|rd|th)?\b")
_ISO = re.compile(r"\b(\d{4})-(\d{2})-(\d{2})\b")


class _Change(NamedTuple):
    """One entry: which source did what to which case."""

    source: str
    case: CaseInForce
    kind: str
    acts: tuple[str, ...]


def feed(of: BookOfSite) -> str:
    """The feed, the latest source first; nothing where nothing was changed."""
    changes = list(changes_of(of))
    if not changes:
        return ""
    days = days_of(of)
    order = list(of.book.sources)
    changes.sort(key=lambda one: (days.get(one.source, UNDATED), order.index(one.source) if one.source in order else -1), reverse=True)
    root = ElementTree.Element("feed", xmlns=ATOM)
    _add(root, "title", f"{of.title}: amendments")
    _add(root, "id", _id(of.book.slug))
    _add(root, "updated", _moment(max(days.get(one.source, UNDATED) for one in changes)))
    ElementTree.SubElement(root, "link", rel="self", href="feed.xml")
    ElementTree.SubElement(root, "link", rel="alternate", type="text/html", href="amendments.html")
    author = ElementTree.SubElement(root, "author")
    _add(author, "name", next((one.publisher for one in of.book.sources.values() if one.publisher), None) or of.title)
    seen: Counter[tuple[str, str]] = Counter()
    for one in changes:
        seen[one.source, one.case.first_number] += 1
        root.append(_entry(of, one, seen[one.source, one.case.first_number], days.get(one.source, UNDATED)))
    ElementTree.indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def days_of(of: BookOfSite) -> Mapping[str, str]:
    """Source -> its day, `1996-03-01`; the first of a month or a year of which only that is known."""
    found: dict[str, str] = {}
    last = UNDATED
    for source in of.book.sources.values():
        last = day_of(source.dated or "") or last
        found[source.name] = last
    return found


def day_of(dated: str) -> str:
    """The day that a source's date names: `March 1st, 1996` is `1996-03-01`, `1974` is `1974-01-01`; empty where it names no year.

    >>> day_of("March 1st, 1996"), day_of("June 1984"), day_of("1974"), day_of("2016-12-10"), day_of("soon")
    ('1996-03-01', '1984-06-01', '1974-01-01', '2016-12-10', '')
    """
    if whole := _ISO.search(dated):
        dated = f"{MONTHS[(int(whole[2]) - 1) % 12]} {whole[3]}, {whole[1]}"
    year = _YEAR.search(dated)
    if year is None:
        return ""
    month = next((at for at, name in enumerate(MONTHS, 1) if name in dated), 1)
    day = _DAY.search(_YEAR.sub("", dated))
    try:
        return date(int(year[1]), month, int(day[1]) if day is not None else 1).isoformat()
    except ValueError:  # there is no such day
        return ""


def changes_of(of: BookOfSite) -> Iterator[_Change]:
    for case in of.cases:
        if case.new:
            yield _Change(case.source, case, "new case", ())
        entries = ((one, entry_kind(one)) for one in case.history)
        yield from (_Change(one.origin.source, case, kind, tuple(acts_said(of, one))) for one, kind in entries if kind != "new case")
    for ruling in of.view.rulings.values():
        yield _Change(ruling.source, ruling, "ruling", ())


def _entry(of: BookOfSite, change: _Change, place: int, day: str) -> ElementTree.Element:
    case = change.case
    entry = ElementTree.Element("entry")
    _add(entry, "title", " ".join(filter(None, (of.number(case.number), case.title))) + f": {change.kind}")
    _add(entry, "id", _id(of.book.slug, change.source, case.first_number, str(place)))
    _add(entry, "updated", _moment(day))
    address = of.addresses.case(case.number)
    ElementTree.SubElement(entry, "link", rel="alternate", type="text/html", href=address.href() if address else "cases.html")
    said = [f"{source_title(of, change.source)}: {'; '.join(change.acts) or change.kind}.", *(() if case.deleted else paragraphs_of(case))]
    _add(entry, "content", "\n\n".join(said), type="text")
    return entry


def _add(parent: ElementTree.Element, name: str, said: str, **attributes: str) -> None:
    ElementTree.SubElement(parent, name, attributes).text = "\n\n".join(clean(part) for part in said.split("\n\n"))


def _id(*parts: str) -> str:
    name = "\n".join(("rulewright feed", *parts)).encode("utf-8", "backslashreplace").decode()
    return uuid.uuid5(uuid.NAMESPACE_OID, name).urn


def _moment(day: str) -> str:
    return f"{day}T00:00:00Z"
