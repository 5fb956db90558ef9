"""A book as files that other programs and readers take away, next to its pages: `rules.json`, `rules.txt`, `feed.xml`, `objects.inv`.

All of them are made of the sources alone, without the day of the build: two builds are the same.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulewright.site.book.book_data import BookOfSite
from rulewright.site.carried.feed import atom_feed
from rulewright.site.carried.plain import plain_text
from rulewright.site.carried.rules import rules_json

RULES, TEXT, FEED, INVENTORY = "rules.json", "rules.txt", "feed.xml", "objects.inv"


def carried_files(site_book: BookOfSite) -> Iterator[tuple[str, str]]:
    """(name, content) of each file."""
    yield RULES, rules_json(site_book)
    yield TEXT, plain_text(site_book)
    if feed_text := atom_feed(site_book):
        yield FEED, feed_text
