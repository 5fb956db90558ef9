"""The words of a text: which of them ask, which are numbers, and where a clause ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulewright.analysis.plain_questions.asked_part import asked_kind, asked_part
from rulewright.analysis.plain_questions.stems import NUMBER_WORDS, base_of, is_small, plain_text, stem_of
from rulewright.analysis.plain_questions.table import Table
from rulewright.base.limits import MAX_WORDS_OF_TEXT
from rulewright.base.records import record

_TOKEN = re.compile(r"[0-9]+\.[0-9]+|[^\W_]+|[.:;,!?–—](?=[ \t\r\n]|\Z)|[()]")
_NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?")
_NO_WORDS = frozenset(".:;,!?–—()")


@record
class Word:
    """A word: as it is written, its stem, the number that it is, its clause, and whether it asks.

    Small words and numbers have no stem. A word asks if it is in the question itself: `may it move` in `A unit is dispersed: may it move?`
    """

    text: str
    stem: str
    number: str
    clause: int
    is_asked: bool

    @property
    def key(self) -> str:
        """The stem, or the small word itself."""
        return self.stem or self.text

    @property
    def is_full(self) -> bool:
        """True for a word that says something by itself."""
        return bool(self.stem or self.number)


def read_words(table: Table, text: str) -> tuple[list[Word], str]:
    """Return the words of a text, and what it asks for: `may`, `is`, `much`, `what`, `when`, `who`, or nothing of these."""
    tokens = _TOKEN.findall(plain_text(text))[:MAX_WORDS_OF_TEXT]
    begins, ends = asked_part(tokens)
    words: list[Word] = []
    depth = clause = 0
    for place, token in enumerate(tokens):
        depth = max(depth + (token == "(") - (token == ")"), 0)
        if token[0] in _NO_WORDS:
            clause += 1
            continue
        number = token if _NUMBER.fullmatch(token) else str(NUMBER_WORDS.get(token, ""))
        is_distance = tokens[place : place + 2] == ["far", "from"]
        stem = "" if number or (is_small(token) and not is_distance) else _stem_in_book(table, token)
        words.append(Word(token, stem, number, clause, begins <= place < ends and depth == 0))
    return _with_terms(table, words), asked_kind(tokens[begins:ends])


def _stem_in_book(table: Table, word: str) -> str:
    """Return the stem of a word; if the book does not have it, the stem of the one that is made of the same: `attack` for `attacker`."""
    stem = stem_of(word)
    return stem if stem in table["rarity"] else table["derived"].get(base_of(stem), stem)


def _with_terms(table: Table, words: list[Word]) -> list[Word]:
    """Return the words with those of a term in the place of what the book also calls it."""
    for other, term in table["also"]:
        for run in list(find_runs(words, other)):
            if not any(word.stem == part for part in term for word in words):
                first = words[run[0]]
                words = [replace(word, stem="") if index in run else word for index, word in enumerate(words)]
                words += [replace(first, text=part, stem=part) for part in term]
    return words


def find_runs(words: Sequence[Word], stems: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Yield where these stems, figures and small words follow one another, other small words between them left out."""
    if all(stems[0] not in (word.stem, word.number, word.text) for word in words):  # nearly always
        return
    telling_places = [index for index, word in enumerate(words) if word.is_full or word.text in stems]
    for first in range(len(telling_places) - len(stems) + 1):
        run = telling_places[first : first + len(stems)]
        if all(part in (words[index].key, words[index].number) for index, part in zip(run, stems, strict=True)):
            yield tuple(run)
