"""What amendments did to the words of a case, marked in the text: struck words struck, new words underlined; in an earlier edition's text
the words that are others today."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from rulewright.rulebook.model import CaseInForce, ClauseKind, Paragraph
from rulewright.site.html.escape import Html, el, join

LIKE = 0.4  # two paragraphs less alike than this have nothing to do with each other
_WORDS = re.compile(r"\[[^\[\]]*\]\S*\s*|\S+\s*")


def earlier_of(paragraph: Paragraph, case: CaseInForce, before: CaseInForce | None) -> str | None:
    """The words that a paragraph of the case had in an earlier edition; None where it is as it was, new as a whole, or struck."""
    if before is None or not before.held or paragraph.struck or paragraph.origin.kind is ClauseKind.AMENDMENT:
        return None
    texts = [one.text for one in before.text]
    if paragraph.text in texts or not texts:
        return None
    kept = {one.text for one in case.text}
    gone = [one for one in texts if one not in kept]
    scored = [(SequenceMatcher(None, one.split(), paragraph.text.split(), autojunk=False).ratio(), one) for one in gone]
    best, text = max(scored, default=(0.0, ""))
    return text if best >= LIKE else None


def marked(old: str, new: str, write: Callable[[str], Html]) -> Html:
    """The new words with what was struck and what was put in; `write` turns a stretch of words into HTML."""
    before, after = _WORDS.findall(old), _WORDS.findall(new)
    pieces: list[Html] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(write("".join(after[c:d])))
            continue
        pieces.extend(_change("del", before[a:b], write))
        pieces.extend(_change("ins", after[c:d], write))
    return join(pieces)


def other_words(words: str, today: str, write: Callable[[str], Html]) -> Html:
    """Words of an earlier edition, with those marked that are others today."""
    before, after = _WORDS.findall(words), _WORDS.findall(today)
    pieces: list[Html] = []
    for tag, a, b, _, _ in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        stretch = "".join(before[a:b])
        pieces.extend([write(stretch)] if tag == "equal" else _change("mark", before[a:b], write))
    return join(pieces)


def _change(name: str, words: Sequence[str], write: Callable[[str], Html]) -> list[Html]:
    """Words in an element, the blank after them outside of it."""
    if not words:
        return []
    stretch = "".join(words)
    return [el(name, write(stretch.rstrip())), Html(" ")] if stretch != stretch.rstrip() or name == "del" else [el(name, write(stretch))]
