"""The table as the pages have it: with the words and numbers that `match` goes by, so that each is written in one place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import takewhile
from typing import Any

from rulewright.analysis.plain_questions import match, named, table
from rulewright.analysis.plain_questions.alike import ALIKE_STEMS
from rulewright.analysis.plain_questions.stems import (
    DENIALS,
    DERIVED_ENDINGS,
    ENDINGS,
    IRREGULAR,
    LIGHT_STEMS,
    NUMBER_WORDS,
    SMALL_WORDS,
    STOP_WORDS,
    stem_of,
)
from rulewright.analysis.plain_questions.word_lists import common_words
from rulewright.base.limits import MAX_CANDIDATES, MAX_SUPPOSED_FACTS, MAX_WORDS_OF_TEXT


def lists_for_pages() -> dict[str, Any]:
    """Return the lists of words that `site/assets/find/words.js` and `site/assets/ask/plain.js` read, whatever the book."""
    return {
        "small_in_searches": SMALL_WORDS,
        "small": sorted(STOP_WORDS),
        "irregular": IRREGULAR,
        "endings": ENDINGS,
        "numbers": NUMBER_WORDS,
        "light": sorted(LIGHT_STEMS),
        "denials": sorted(DENIALS),
        "derived_endings": DERIVED_ENDINGS,
        "alike": [[sorted(phrase) for phrase in group] for group in ALIKE_STEMS],
        "common": _shortened(sorted(set(map(stem_of, common_words())))),
    }


def _shortened(stems: Iterable[str]) -> str:
    """Return sorted stems as one text, each after the number of letters, at most nine, that it has from the one before."""
    text = last = ""
    for stem in stems:
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(last[:9], stem, strict=False)))
        text += f"{shared}{stem[shared:]}"
        last = stem
    return text


def table_for_pages(book_table: table.Table) -> table.Table:
    """Return a table with everything that `site/assets/ask/plain.js` reads."""
    return {
        **{name: part for name, part in book_table.items() if name not in ("places", "terms", "derived")},
        "questions": {name: {**question, "levels": _stems_by_level(question)} for name, question in book_table["questions"].items()},
        "fits": match.FITS,
        "limits": {
            "said": table.PHRASE_LEVEL,
            "alike": table.ALIKE_LEVEL,
            "taken": match.LEAST_TAKEN,
            "listed": match.LEAST_LISTED,
            "share": match.LISTED_SHARE,
            "next_shares": match.NEXT_SHARES,
            "far_better": match.FAR_BETTER,
            "most_unread": match.MOST_UNREAD,
            "read": match.READ_SHARE,
            "unread_cost": match.UNREAD_COST,
            "most_counted": match.MOST_COUNTED,
            "context": match.CONTEXT,
            "given": match.VALUE_LEVEL,
            "open": match.OPEN,
            "by_name": match.BY_NAME,
            "asked_before": match.ASKED_BEFORE,
            "bearing": named.LISTED_SHARE,
            "bearing_alike": named.ALIKE_SHARE,
            "bearing_facts": MAX_SUPPOSED_FACTS,
            "candidates": MAX_CANDIDATES,
            "words": MAX_WORDS_OF_TEXT,
        },
    }


def _stems_by_level(question: Mapping[str, Any]) -> dict[int, str]:
    """Return level -> the stems that have it in one text, which takes half the place of a number for each."""
    stems: dict[int, list[str]] = {}
    for stem, level in question["levels"].items():
        stems.setdefault(level, []).append(stem)
    return {level: " ".join(those) for level, those in stems.items()}
