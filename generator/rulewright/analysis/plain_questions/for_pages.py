"""The table as the pages have it: with the words and numbers that `match` goes by, so that each is written in one place."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import takewhile
from typing import Any

from rulewright.analysis.plain_questions import match, named, table
from rulewright.analysis.plain_questions.alike import ALIKE_STEMS
from rulewright.analysis.plain_questions.stems import ENDINGS, IRREGULAR, LIGHT_STEMS, NUMBER_WORDS, SMALL_WORDS, STOP_WORDS, stem_of
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
        **{name: part for name, part in book_table.items() if name != "places"},
        "fits": match.FITS,
        "limits": {
            "said": table.PHRASE_LEVEL,
            "alike": table.ALIKE_LEVEL,
            "taken": match.LEAST_TAKEN,
            "listed": match.LEAST_LISTED,
            "share": match.LISTED_SHARE,
            "clearly": match.CLEARLY_BETTER,
            "better": match.BETTER,
            "far": match.FAR_BETTER,
            "same_and_more": match.SAME_AND_MORE,
            "nearly_all": match.NEARLY_ALL,
            "half": match.HALF,
            "some": match.SOME,
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
