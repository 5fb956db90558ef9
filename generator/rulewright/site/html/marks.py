"""Changes to the words of a case, marked in its text: struck words struck, new words underlined; in an earlier edition's text
the words that are others today."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from difflib import SequenceMatcher

from rulewright.rulebook.model import CaseInForce, ClauseKind, Paragraph
from rulewright.site.html.escape import Html, el, join_html

MIN_LIKENESS = 0.4  # two paragraphs less alike than this have nothing to do with each other
_WORDS = re.compile(r"\[[^\[\]]*\]\S*\s*|\S+\s*")


def earlier_of(paragraph: Paragraph, case: CaseInForce, earlier: CaseInForce | None) -> str | None:
    """The words that a paragraph of the case had in an earlier edition; None where it is as it was, new as a whole, or struck."""
    if earlier is None or not earlier.held or paragraph.struck or paragraph.origin.kind is ClauseKind.AMENDMENT:
        return None
    texts = [part.text for part in earlier.text]
    if paragraph.text in texts or not texts:
        return None
    texts_in_force = {paragraph.text for paragraph in case.text}
    gone = [text for text in texts if text not in texts_in_force]
    scored = [(SequenceMatcher(None, text.split(), paragraph.text.split(), autojunk=False).ratio(), text) for text in gone]
    best, text = max(scored, default=(0.0, ""))
    return text if best >= MIN_LIKENESS else None


def mark_changes(old: str, new: str, write: Callable[[str], Html]) -> Html:
    """The new words with what was struck and what was put in; `write` turns a stretch of words into HTML."""
    old_words, new_words = _WORDS.findall(old), _WORDS.findall(new)
    pieces: list[Html] = []
    for tag, a, b, c, d in SequenceMatcher(None, old_words, new_words, autojunk=False).get_opcodes():
        if tag == "equal":
            pieces.append(write("".join(new_words[c:d])))
            continue
        pieces.extend(_wrap_words("del", old_words[a:b], write))
        pieces.extend(_wrap_words("ins", new_words[c:d], write))
    return join_html(pieces)


def mark_outdated(words: str, today: str, write: Callable[[str], Html]) -> Html:
    """Words of an earlier edition, with those marked that are others today."""
    old_words, new_words = _WORDS.findall(words), _WORDS.findall(today)
    pieces: list[Html] = []
    for tag, a, b, _, _ in SequenceMatcher(None, old_words, new_words, autojunk=False).get_opcodes():
        stretch = "".join(old_words[a:b])
        pieces.extend([write(stretch)] if tag == "equal" else _wrap_words("mark", old_words[a:b], write))
    return join_html(pieces)


def _wrap_words(name: str, words: Sequence[str], write: Callable[[str], Html]) -> list[Html]:
    """Words in an element, the blank after them outside of it."""
    if not words:
        return []
    stretch = "".join(words)
    return [el(name, write(stretch.rstrip())), Html(" ")] if stretch != stretch.rstrip() or name == "del" else [el(name, write(stretch))]
