"""Changes to the words of a case, marked in its text: struck words struck, new words underlined; in an earlier edition's text
the words that are others today."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from typing import NamedTuple

from rulewright.rulebook.edition_diff import WordRun, WordStatus, compare_words
from rulewright.rulebook.model import CaseInForce, ClauseKind, Paragraph

MIN_LIKENESS = 0.4  # two paragraphs less alike than this have nothing to do with each other
_SIGNS = re.compile(r"[.,;:!?]+\Z")
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


class Stretch(NamedTuple):
    """Words that stay as they are, or that are marked as `del`, `ins` or `mark`; whether a blank follows the marked ones."""

    words: str
    mark: str = ""
    blank: bool = False


def mark_changes(old: str, new: str) -> Iterator[Stretch]:
    """The new words with what was struck and what was put in; all the old ones before them if most are others."""
    old_words, new_words = _WORDS.findall(old), _WORDS.findall(new)
    for tag, a, b, c, d in compare_words(old_words, new_words):
        if tag == "equal":
            yield Stretch("".join(new_words[c:d]))
            continue
        signs = _shared_signs("".join(old_words[a:b]), "".join(new_words[c:d]))
        if not signs:
            yield from _mark_words("del", old_words[a:b])
            yield from _mark_words("ins", new_words[c:d])
            continue
        struck, put_in = "".join(old_words[a:b]).rstrip().removesuffix(signs), "".join(new_words[c:d])
        yield Stretch(struck, "del", blank=True)
        yield Stretch(put_in.rstrip().removesuffix(signs), "ins")
        yield Stretch(signs + put_in[len(put_in.rstrip()) :])


def mark_outdated(words: str, today: str) -> Iterator[Stretch]:
    """Words of an earlier edition, with those marked that are others today."""
    old_words, new_words = _WORDS.findall(words), _WORDS.findall(today)
    for tag, a, b, c, d in compare_words(old_words, new_words):
        stretch = "".join(old_words[a:b])
        if tag == "equal":
            yield Stretch(stretch)
        elif signs := _shared_signs(stretch, "".join(new_words[c:d])):
            yield Stretch(stretch.rstrip().removesuffix(signs), "mark")
            yield Stretch(signs + stretch[len(stretch.rstrip()) :])
        else:
            yield from _mark_words("mark", old_words[a:b])


def move_shared_signs(runs: Sequence[WordRun]) -> list[WordRun]:
    """The runs of a text with the sign that both the words that went and those that came end in put behind them: it did not change."""
    moved: list[WordRun] = []
    for run in runs:
        last = moved[-1] if moved else run
        is_pair = last.step is WordStatus.REMOVED and run.step is WordStatus.ADDED and not run.is_paragraph and not last.is_paragraph
        if is_pair and (signs := _shared_signs(last.text, run.text)):
            moved[-1] = replace(last, text=last.text.removesuffix(signs))
            moved += [replace(run, text=run.text.removesuffix(signs)), WordRun(WordStatus.KEPT, signs)]
        elif run.step is WordStatus.KEPT and last.step is WordStatus.KEPT and moved:
            moved[-1] = replace(last, text=f"{last.text} {run.text}")
        else:
            moved.append(run)
    return moved


def _shared_signs(old: str, new: str) -> str:
    """The stops and commas in which both end, where there are other words before them in both."""
    ends = [_SIGNS.search(words.rstrip()) for words in (old, new)]
    if ends[0] is None or ends[1] is None or ends[0][0] != ends[1][0] or not all(match.start() for match in ends if match):
        return ""
    return ends[0][0]


def stretches_between(stretches: Iterable[Stretch], start: int, end: int) -> Iterator[Stretch]:
    """Yield the stretches of a part of the words; struck words, which are not among them, belong to the part that they are in or end."""
    position = 0
    has_begun = False
    for stretch in stretches:
        if stretch.mark == "del":
            if start <= position < end or (position == end and has_begun):
                yield stretch
            continue
        length = len(stretch.words) + stretch.blank
        first, last = max(start, position), min(end, position + length)
        if first < last:
            has_begun = True
            part = stretch.words[first - position : last - position]
            yield Stretch(part, stretch.mark, stretch.blank and last - position > len(stretch.words))
        position += length


def _mark_words(mark: str, words: Sequence[str]) -> Iterator[Stretch]:
    stretch = "".join(words)
    if stretch:
        yield Stretch(stretch.rstrip(), mark, mark == "del" or stretch != stretch.rstrip())
