"""The table as the pages have it: with the words and numbers that `match` goes by, so that each is written in one place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulewright.analysis.plain_questions import match, table
from rulewright.analysis.plain_questions.stems import (
    DENIALS,
    DERIVED_ENDINGS,
    ENDINGS,
    IRREGULAR,
    LIGHT_STEMS,
    NUMBER_WORDS,
    STOP_WORDS,
)
from rulewright.base.limits import MAX_CANDIDATES, MAX_WORDS_OF_TEXT


def table_for_pages(book_table: table.Table) -> table.Table:
    """Return a table with everything that `site/assets/ask/plain.js` reads."""
    return {
        **{name: part for name, part in book_table.items() if name not in ("places", "derived")},
        "questions": {name: {**question, "levels": _stems_by_level(question)} for name, question in book_table["questions"].items()},
        "small": sorted(STOP_WORDS),
        "irregular": IRREGULAR,
        "endings": ENDINGS,
        "numbers": NUMBER_WORDS,
        "light": sorted(LIGHT_STEMS),
        "denials": sorted(DENIALS),
        "derived_endings": DERIVED_ENDINGS,
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
