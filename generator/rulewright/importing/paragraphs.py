"""The places in a paragraph at which another entry may begin: a bracketed number, an answer, a heading run into the text."""

from __future__ import annotations

import re

from rulewright.importing.readers.questions import ANSWER, BOLD_QUESTION, QUESTION
from rulewright.importing.sheet.model import Block
from rulewright.importing.sheet.numbers import CASE_WORD, NUMBER, bracketed_at

INLINE_ANSWER = re.compile(
    r"(?:(?<=[?)\]])[*_]*\s+(?:[-–—]\s+)?|\n[ \t]*)"
    r"(?=[*_]*(?:\(A\s?#?\d{1,3}\)|(?:\d{1,3}\s?)?A(?:nswer)?\s?#?\d{0,3}\s?(?:[.:\]]|(?<=\d)\)))[*_]*\s)"
)
ANSWERED = re.compile(rf"\s+(?={ANSWER.pattern})")
"""The context after a number that belongs to the question before."""

PART_OF_SHEET = r"(?:[A-Z][\w'’]*\s+){1,5}?(?:Errata|Corrections|Addenda|Clarifications):\s"
INLINE_HEADING = re.compile(rf"(?<=[.!?)\"”])\s+(?={PART_OF_SHEET})")
"""`… until dusk. Map Errata: …`"""

INLINE_HEADING_AT = re.compile(PART_OF_SHEET)

AFTER_SEMICOLON = re.compile(
    rf"(?<=;)\s+(?=(?:and )?{NUMBER}\s+(?:[\"“]|(?:delete|add|change|replace|omit|strike|insert|remove|should)\b))"
)
"""Several cases on one line: `…; 5.3 delete the last sentence`."""

AFTER_SENTENCE = re.compile(
    r"(?<=[.!?\"”)])(?<!Art\.)(?<!No\.)(?<!Sec\.)(?<!Ch\.)(?<! p\.)\s+"
    rf"(?={NUMBER}\s+[A-Z][^.!?]{{2,80}}?\s?(?:--|[–—:])|{NUMBER}:\s)"
)
"""Entries that run on in one paragraph: `… in one turn. 6.8 TERRAIN EFFECTS CHART -- Infantry …`"""

AFTER_ORDER = re.compile(
    rf"(?<=[.!?])\s+(?=(?:In )?(?i:{CASE_WORD})\s?\d+(?:\.\d+)*,?\s"
    r"(?:should|is|now|no longer|replace|delete|add|change|omit)\b)"
)
"""Sentences of one paragraph that each begin with their case: `… Rule 4.2 should not mention tugs. In Rule 4.3 replace …`"""

TITLE_AND_PAGE = re.compile(
    r"(?<=[.!?\"”)])\s+(?=(?:[A-Z][\w'’!?-]*\s+|(?:of|the|and|to|in|a)\s+){1,8}\((?:page|p\.)\s?\d+\)\s+"
    r"(?:Add|Change|Replace|Delete|Remove|Insert|Ignore|In the)\s)"
)
"""`… one card. Throw Action (page 10) Change the third sentence …`"""


def cuts_of(text: str, block: Block) -> list[int]:
    """Return the offsets at which pieces of a paragraph begin, the first of them its own."""
    cuts = {block.start}
    for match in bracketed_at(text, block.start, block.end):
        is_asked = QUESTION.fullmatch(text, block.start, match.start()) or ANSWERED.match(text, match.end(), block.end)
        if not is_asked:
            cuts.add(match.start())
    for habit in (INLINE_ANSWER, INLINE_HEADING, BOLD_QUESTION, AFTER_SEMICOLON, AFTER_SENTENCE, AFTER_ORDER, TITLE_AND_PAGE):
        cuts.update(match.end() for match in habit.finditer(text, block.start, block.end))
    return sorted(cut for cut in cuts if cut < block.end)
