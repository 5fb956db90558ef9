"""Words that people write for what the language says otherwise, with what it has instead.

Whoever puts what is advised in their place, without thinking, must not meet another error: a test does so with each.
"""

from __future__ import annotations

import re
from typing import NamedTuple

PARTS = {"half": "1/2 of", "twice": "2 times", "double": "2 times", "thrice": "3 times"}
"""Parts and multiples."""

FULL = ("full", "whole", "complete", "completed", "entire")
BEGUN = ("started", "begun")
"""What is counted by `for each`, rounded down and up."""

ORDERING = frozenset({"after", "before", "then", "until"})
"""An order of steps, which cannot be said."""

PERMISSIONS = {"can": "may", "cannot": "may not", "shall": "must"}
"""First words of a line."""

SIGN_HELP = {"%": "write `50 percent of …`", "×": "write `*`", "÷": "write `/`", "&": "write `and`"}


class OtherWords(NamedTuple):
    """Words with what to write in their place; `accepted` is the terminal that is accepted where they stand.

    `after_is`: they stand after `is`, which belongs to them. `more` says more than what to write.
    """

    words: re.Pattern[str]
    accepted: str
    instead: str
    more: str = ""
    after_is: bool = False


def _comparison(words: str, instead: str, accepted: str = "LESS", more: str = "") -> OtherWords:
    return OtherWords(re.compile(rf"(?:{words})(?!\w)"), accepted, instead, more, after_is=True)


def _phrase(words: str, accepted: str, instead: str, more: str = "") -> OtherWords:
    return OtherWords(re.compile(rf"(?:{words})(?!\w)"), accepted, instead, more)


_LESS = "less|fewer|smaller|lower"
_MORE = "more|greater|larger|higher|bigger"
_TWO_MEASURES = "where both have a measure, `… for each hex of …`, with the measure of what is counted"
_ONLY_THEN = "conditions after it are joined by `and`; where it permits nothing and only forbids elsewhere, `may only … when …`"

OTHER_WORDS = (
    _comparison(rf"not (?:under|below|before|(?:{_LESS}) than)|no (?:{_LESS}) than", "is at least", "AT"),
    _comparison(rf"not (?:over|above|after|(?:{_MORE}) than)|no (?:{_MORE}) than|up to", "is at most", "AT"),
    _comparison("not at least|under|below|before", "is less than"),
    _comparison("not at most|over|above|after", "is more than"),
    _comparison("exactly|equal to", "is", "NAME"),
    _comparison(r"from (\w+) to(?= \w)", "is between {1} and", "BETWEEN", "it has both ends"),
    _phrase("equals?", "IS", "is"),
    _phrase("isn't|(?:does not|doesn't) equal", "IS", "is not"),
    _phrase("exceeds?", "IS", "is more than"),
    _phrase("minus", "MINUS", "-"),
    _phrase("plus", "PLUS", "+"),
    _phrase("divided by", "SLASH", "/"),
    _phrase("multiplied by|times", "STAR", "*", _TWO_MEASURES),
    _phrase("except(?: when| if| where| while)?", "UNLESS", "unless", "where it is forbidden then, that is a line: `may not … when …`"),
    _phrase("while|whenever|where|as long as|provided(?: that)?", "WHEN", "when"),
    _phrase("(?:must|shall|can) not|(?:mustn|shan|can)'t", "MAY", "may not"),
    _phrase("not required|need not", "PERMITTED", "not must"),
    _phrase("not (?:permitted|allowed)|prohibited|banned", "PERMITTED", "forbidden"),
    _phrase("not (?:forbidden|prohibited)|allowed|optional", "PERMITTED", "permitted"),
    _phrase("obligatory|mandatory", "PERMITTED", "required"),
)
ONLY_WHEN = _phrase("only (?:when|if)", "WHEN", "when and only when", _ONLY_THEN)
"""After `may` and `must`."""
