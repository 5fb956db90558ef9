"""An order that names its case in its own words: `In 5.3, "two" should be "three".`, `Delete 5.6.`, `The end of 5.4 is deleted.`"""

from __future__ import annotations

import re

from rulewright.importing.readers.passage import Passage
from rulewright.importing.amending import act_of
from rulewright.importing.sheet.model import Head
from rulewright.importing.sheet.numbers import NUMBER, numbers_in

NAMED_CASES = (
    r"(?:(?:rules?|cases?|sections?|paragraphs?|articles?|laws?)\s+|§\s?)?"
    rf"({NUMBER}(?:(?:\s*,\s*|\s*,?\s*(?:and|&)\s*){NUMBER})*)(?=[\s,.:;)(]|$)"
)
ORDER = re.compile(
    rf"[*_]*(?:In {NAMED_CASES}|(?:Delete|Replace|Change|Ignore|Omit|Strike|Disregard) {NAMED_CASES}"
    rf"|(?:Add|Insert|Append)(?: [^.:;\"“\n]{{0,40}}?)? (?:to|in|at the end of) {NAMED_CASES}"
    rf"|(?:The|Delete the|Replace the|Change the|Ignore the|Omit the|Strike the|Disregard the) "
    rf"(?:\w+ ){{0,3}}(?:sentences?|paragraphs?|words?|lines?|bullets?|examples?|notes?|exceptions?|part|end) (?:of|in) {NAMED_CASES})"
)
DELETED = re.compile(r"\b(?:is|are|was|were) (?:now )?(?:deleted|omitted|removed|replaced|changed)\b")
VERBS = ("Delete", "Replace", "Change", "Ignore", "Omit", "Strike", "Disregard", "Add", "Insert", "Append")


def read_order(passage: Passage) -> Head | None:
    """Read a sentence that orders a change and says of which case."""
    match = ORDER.match(passage.text, passage.offset, passage.end)
    if match is None:
        return None
    words = passage.text[passage.offset : min(passage.end, match.end() + 400)]
    if not (act_of(words) or DELETED.search(words) or match[0].split()[0] in VERBS):
        return None
    return Head(passage.offset, numbers_in(match[0]), in_words=True)
