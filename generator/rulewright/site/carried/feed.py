"""`feed.xml`: what the later sources changed, as an Atom feed.

An entry is dated as its source is: a feed says when a rule changed, not when a site was built. A source without a date has that of the last
source before it that has one. The id of an entry is made of book, source, case and its place among the changes by them, so that it stays.
"""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from rulewright.rulebook.model import CaseInForce
from rulewright.site.book.book_data import BookOfSite
from rulewright.site.book.source_days import UNDATED, days_of
from rulewright.site.carried.case_text import paragraphs_of
from rulewright.site.case.acts import acts_said
from rulewright.site.case.badges import entry_kind, source_title
from rulewright.site.html.addresses import rule_link
from rulewright.site.html.escape import clean_line

ATOM = "http://www.w3.org/2005/Atom"


class _Change(NamedTuple):
    """One entry: which source did what to which case."""

    source: str
    case: CaseInForce
    kind: str
    acts: tuple[str, ...]


def atom_feed(site_book: BookOfSite) -> str:
    """The feed, the latest source first; nothing where nothing was changed."""
    changes = list(changes_of(site_book))
    if not changes:
        return ""
    days = days_of(site_book)
    order = list(site_book.book.sources)
    changes.sort(
        key=lambda change: (days.get(change.source, UNDATED), order.index(change.source) if change.source in order else -1), reverse=True
    )
    root = ElementTree.Element("feed", xmlns=ATOM)
    _add_element(root, "title", f"{site_book.title}: amendments")
    _add_element(root, "id", _make_id(site_book.book.slug))
    _add_element(root, "updated", _timestamp_of(max(days.get(change.source, UNDATED) for change in changes)))
    ElementTree.SubElement(root, "link", rel="self", href="feed.xml")
    ElementTree.SubElement(root, "link", rel="alternate", type="text/html", href="amendments.html")
    author = ElementTree.SubElement(root, "author")
    _add_element(
        author, "name", next((source.publisher for source in site_book.book.sources.values() if source.publisher), None) or site_book.title
    )
    occurrences: Counter[tuple[str, str]] = Counter()
    for entry in changes:
        occurrences[entry.source, entry.case.first_number] += 1
        root.append(_feed_entry(site_book, entry, occurrences[entry.source, entry.case.first_number], days.get(entry.source, UNDATED)))
    ElementTree.indent(root, " ")
    return '<?xml version="1.0" encoding="utf-8"?>\n' + ElementTree.tostring(root, encoding="unicode") + "\n"


def changes_of(site_book: BookOfSite) -> Iterator[_Change]:
    for case in site_book.cases:
        if case.new:
            yield _Change(case.source, case, "new case", ())
        entries = ((entry, entry_kind(entry)) for entry in case.history)
        yield from (
            _Change(entry.origin.source, case, kind, tuple(acts_said(site_book, entry))) for entry, kind in entries if kind != "new case"
        )
    for ruling in site_book.view.rulings.values():
        yield _Change(ruling.source, ruling, "ruling", ())


def _feed_entry(site_book: BookOfSite, change: _Change, place: int, day: str) -> ElementTree.Element:
    case = change.case
    entry = ElementTree.Element("entry")
    _add_element(entry, "title", " ".join(filter(None, (site_book.printed_number(case.number), case.title))) + f": {change.kind}")
    _add_element(entry, "id", _make_id(site_book.book.slug, change.source, case.first_number, str(place)))
    _add_element(entry, "updated", _timestamp_of(day))
    ElementTree.SubElement(entry, "link", rel="alternate", type="text/html", href=rule_link(case.number, site_book.edition))
    paragraphs = [
        f"{source_title(site_book, change.source)}: {'; '.join(change.acts) or change.kind}.",
        *(() if case.deleted else paragraphs_of(case)),
    ]
    _add_element(entry, "content", "\n\n".join(paragraphs), type="text")
    return entry


def _add_element(parent: ElementTree.Element, name: str, text: str, **attributes: str) -> None:
    ElementTree.SubElement(parent, name, attributes).text = "\n\n".join(clean_line(part) for part in text.split("\n\n"))


def _make_id(*parts: str) -> str:
    name = "\n".join(("rulewright feed", *parts)).encode("utf-8", "backslashreplace").decode()
    return uuid.uuid5(uuid.NAMESPACE_OID, name).urn


def _timestamp_of(day: str) -> str:
    return f"{day}T00:00:00Z"
