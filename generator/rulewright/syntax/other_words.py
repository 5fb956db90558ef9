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

CHANGES = {
    "half": "multiply … by 1/2",
    "halve": "multiply … by 1/2",
    "halves": "multiply … by 1/2",
    "double": "multiply … by 2",
    "doubles": "multiply … by 2",
    "cap": "… is at most …",
    "limit": "… is at most …",
    "increase": "add … to …",
    "raise": "add … to …",
    "reduce": "take … from …",
    "decrease": "take … from …",
    "lower": "take … from …",
    "subtract": "take … from …",
}
"""First words of a line that changes an amount."""

PERMISSIONS = {"can": "may", "cannot": "may not", "shall": "must"}
"""First words of a line."""

SIGN_HELP = {"%": "write `50 percent of …`", "×": "write `*`", "÷": "write `/`", "&": "write `and`"}


class OtherWords(NamedTuple):
    """Words with what to write in their place; `accepted` is the terminal that is accepted where they stand.

    `after_is`: they stand after `is`, which belongs to them. `remark` says what else there is to know.
    """

    words: re.Pattern[str]
    accepted: str
    instead: str
    remark: str = ""
    after_is: bool = False


def _comparison_row(words: str, instead: str, accepted: str = "LESS", remark: str = "") -> OtherWords:
    return OtherWords(re.compile(rf"(?:{words})(?!\w)"), accepted, instead, remark, after_is=True)


def _phrase_row(words: str, accepted: str, instead: str, remark: str = "") -> OtherWords:
    return OtherWords(re.compile(rf"(?:{words})(?!\w)"), accepted, instead, remark)


_SMALLER = "less|fewer|smaller|lower"
_LARGER = "more|greater|larger|higher|bigger"
_TWO_MEASURES = "where both have a measure, `… for each hex of …`, with the measure of what is counted"
_ONLY_THEN = "conditions after it are joined by `and`; where it permits nothing and only forbids elsewhere, `may only … when …`"

OTHER_WORDS = (
    _comparison_row(rf"not (?:under|below|before|(?:{_SMALLER}) than)|no (?:{_SMALLER}) than", "is at least", "AT"),
    _comparison_row(rf"not (?:over|above|after|(?:{_LARGER}) than)|no (?:{_LARGER}) than|up to", "is at most", "AT"),
    _comparison_row("not at least|under|below|before", "is less than"),
    _comparison_row("not at most|over|above|after", "is more than"),
    _comparison_row("exactly|equal to", "is", "NAME"),
    _comparison_row(r"from (\w+) to(?= \w)", "is between {1} and", "BETWEEN", "it has both ends"),
    _phrase_row("equals?", "IS", "is"),
    _phrase_row("isn't|(?:does not|doesn't) equal", "IS", "is not"),
    _phrase_row("exceeds?", "IS", "is more than"),
    _phrase_row("minus", "MINUS", "-"),
    _phrase_row("plus", "PLUS", "+"),
    _phrase_row("divided by", "SLASH", "/"),
    _phrase_row("multiplied by|times", "STAR", "*", _TWO_MEASURES),
    _phrase_row("except(?: when| if| where| while)?", "UNLESS", "unless", "where it is forbidden then, that is a line: `may not … when …`"),
    _phrase_row("where|such that", "WITH", "with"),
    _phrase_row("while|whenever|where|as long as|provided(?: that)?", "WHEN", "when"),
    _phrase_row("(?:must|shall|can) not|(?:mustn|shan|can)'t", "MAY", "may not"),
    _phrase_row("not required|need not", "PERMITTED", "not must", "it is undetermined where no rule says whether it is permitted"),
    _phrase_row("not (?:permitted|allowed)|prohibited|banned", "PERMITTED", "forbidden"),
    _phrase_row("not (?:forbidden|prohibited)|allowed|optional", "PERMITTED", "permitted"),
    _phrase_row("obligatory|mandatory", "PERMITTED", "required"),
)
ONLY_WHEN = _phrase_row("only (?:when|if)", "WHEN", "when and only when", _ONLY_THEN)
"""After `may` and `must`."""
