"""An old text and a new one that stand one below the other: `Old text: … New text: …`, `Section 4.2 says: … It should say: …`."""

from __future__ import annotations

import re

from rulewright.base.records import record

_LABEL_END = r"[*_]*[ \t]*(?::[*_]*\s*|\n(?:[-=]{3,}\n)?\s*)"
_OF_TEXT = r"(?: (?:text|wording|rule|version|language|reading))?"
_OLD = rf"(?:old|current|original|existing|present|previous|former|from|was|before){_OF_TEXT}"
_NEW = rf"(?:new|proposed|suggested|recommended|revised|amended|replacement|corrected|to|now|after){_OF_TEXT}"
LABELS = rf"(?:{_OLD}|{_NEW}|(?:it )?should (?:say|read|be))"
OLD = re.compile(
    rf"^[*_# \t]*(?:[^\n]{{0,60}}\b(?<!now )(?:says|reads)(?=\s*:\s*\n)|{_OLD}|[^\n]{{2,60}}?\s?[-–—(] ?current\)?){_LABEL_END}",
    re.IGNORECASE | re.MULTILINE,
)
NEW = re.compile(
    rf"^[*_# \t]*(?:it should (?:say|read)|should (?:say|read)|{_NEW}|[^\n]{{2,60}}?\s?[-–—(] ?proposed\)?){_LABEL_END}",
    re.IGNORECASE | re.MULTILINE,
)
OF_BOTH = re.compile(r"(?P<stem>.{2,60}?)\s*[-–—(:]+\s*(?P<which>current|proposed)\)?[\s:*_]*", re.IGNORECASE)
"""A heading that is said twice: `EXPENSES - CURRENT`, `EXPENSES - PROPOSED`."""

REASON = re.compile(
    r"^[*_# \t]*(?:reason(?:s|ing)?|rationale|grounds|justification|purpose|notes?|comments?|explanation|background)[*_]*[ \t]*(?::|\n)",
    re.IGNORECASE | re.MULTILINE,
)
"""What ends the new text."""

GONE = re.compile(r"[(\[]?(?:to be )?(?:deleted|removed|omitted|repealed|none|nothing|nil)[)\]]?\.?", re.IGNORECASE)
"""A text that is none."""

LIST_MARK = re.compile(r"(?m)^[ \t]*[-*•]\s+")
LONGEST = 1_500


@record
class OldAndNew:
    """The stretch of a text that gives an old and a new text, and both; the new one is empty if it says that the old one goes."""

    start: int
    end: int
    old: str
    new: str


def is_label(text: str, start: int, end: int) -> bool:
    """Return True if a paragraph is, or begins with, the label of an old or a new text."""
    words = text[start:end] + "\n"
    return any(label.match(words) is not None for label in (OLD, NEW))


def old_and_new_in(text: str, start: int, end: int) -> OldAndNew | None:
    """Return the old and the new text between two offsets, None if they are not both there, once."""
    words = text[start:end]
    old, new = OLD.search(words), NEW.search(words)
    if not (old and new) or old.end() > new.start() or OLD.search(words, new.end()):
        return None
    reason = REASON.search(words, new.end())
    stop = reason.start() if reason else len(words)
    texts = (words[old.end() : new.start()], words[new.end() : stop])
    plain = [re.sub(r"\s+", " ", LIST_MARK.sub("", passage)).strip().strip('"“”') for passage in texts]
    if GONE.fullmatch(plain[1]):
        plain[1] = ""
    is_whole = plain[0] and texts[1].strip() and not GONE.fullmatch(plain[0])
    if not is_whole or max(map(len, plain)) > LONGEST or any('"' in words for words in plain):
        return None
    return OldAndNew(start + old.start(), start + len(words[:stop].rstrip()), *plain)
