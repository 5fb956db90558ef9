"""Numbers that come again under another title: the sheet may be on two games, or two editions, of which each has such a case."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from rulewright.importing.sheet.headings import is_in_capitals, is_title_case
from rulewright.importing.sheet.model import Entry


def doubt_repeated_numbers(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return the entries, with a doubt on each whose number had another title before."""
    titles: dict[str, str] = {}
    checked: list[Entry] = []
    for entry in entries:
        title = entry.case.title
        if len(entry.case.numbers) == 1 and not entry.case.question and (is_title_case(title) or is_in_capitals(title)):
            first = titles.setdefault(entry.case.numbers[0], title)
            if not _may_agree(first, title):
                doubt = f"{entry.case.numbers[0]} has another title above, `{first}`: is this a case of the same rulebook?"
                entry = replace(entry, doubt=entry.doubt or doubt)
        checked.append(entry)
    return tuple(checked)


def _may_agree(first: str, title: str) -> bool:
    """Return True if two titles may be of one case: one has all words of the other."""
    words, other_words = set(first.casefold().split()), set(title.casefold().split())
    return words <= other_words or other_words <= words
